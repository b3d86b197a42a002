-- Matches professionals and projects. A match is made of facts: each skill, technology and norm that a
-- project asks for, the level, the distance, the availability and the history. A fact can be worth
-- some of the 100 points and earns all, some or none of them; what it earns is a reason, what it
-- misses a gap. It is worked out from what the pages of both sides show, and is the same whoever asks.
-- Equal scores stand newest project first, then in an order drawn by lot for each project.

-- +goose Up
-- Whether two states share a border.
CREATE FUNCTION private.are_neighbours(one text, other text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN coalesce(other = ANY (string_to_array('{
  "AC": "AM RO", "AL": "BA PE SE", "AM": "AC MT PA RO RR", "AP": "PA", "BA": "AL ES GO MG PE PI SE TO", "CE": "PB PE PI RN", "DF": "GO MG", "ES": "BA MG RJ",
  "GO": "BA DF MG MS MT TO", "MA": "PA PI TO", "MG": "BA DF ES GO MS RJ SP", "MS": "GO MG MT PR SP", "MT": "AM GO MS PA RO TO", "PA": "AM AP MA MT RR TO",
  "PB": "CE PE RN", "PE": "AL BA CE PB PI", "PI": "BA CE MA PE TO", "PR": "MS SC SP", "RJ": "ES MG SP", "RN": "CE PB", "RO": "AC AM MT", "RR": "AM PA",
  "RS": "SC", "SC": "PR RS", "SE": "AL BA", "SP": "MG MS PR RJ", "TO": "BA GO MA MT PA PI"}'::jsonb ->> one, ' ')), false);
GRANT EXECUTE ON FUNCTION private.are_neighbours(text, text) TO service_role;

CREATE FUNCTION private.level_rank(level text) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN CASE level WHEN 'Júnior' THEN 1 WHEN 'Básico' THEN 1 WHEN 'Pleno' THEN 2 WHEN 'Intermediário' THEN 2 WHEN 'Sênior' THEN 3 WHEN 'Avançado' THEN 3 WHEN 'Especialista' THEN 4 END;
GRANT EXECUTE ON FUNCTION private.level_rank(text) TO service_role;

-- The norms that a project asks for, by name or by what its scope says of heights and confined spaces.
CREATE FUNCTION private.norms_of(technologies text[], scope jsonb) RETURNS text[]
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT coalesce(array_agg(t.slug ORDER BY t.slug COLLATE "C"), '{}')
  FROM public.technologies t
  WHERE t.kind = 'Norma técnica'
    AND (t.slug = ANY (technologies)
      OR t.slug = 'nr-35' AND scope @> '{"answers": {"height": true}}'
      OR t.slug = 'nr-33' AND scope @> '{"answers": {"confined": true}}')
$$;
GRANT EXECUTE ON FUNCTION private.norms_of(text[], jsonb) TO service_role;

-- What projects ask for item by item. A criterion's weight is shared equally among its items.
CREATE FUNCTION private.match_needs(projects uuid[])
RETURNS TABLE (project_id uuid, kind text, slug text, name text, vendor text, family text, sort text, level text, share numeric, place integer)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  WITH asked AS (
    SELECT j.id, j.skills, j.technologies, j.technology_levels, private.norms_of(j.technologies, j.scope) AS norms FROM public.projects j WHERE j.id = ANY (projects)
  ), needs AS (
    SELECT a.id, 'skills' AS kind, s.slug, s.label AS name, NULL AS vendor, NULL AS family, NULL AS sort, NULL AS level
    FROM asked a JOIN public.skills s ON s.slug = ANY (a.skills)
    UNION ALL
    SELECT a.id, 'technologies', t.slug, t.name, t.vendor, t.family, t.kind, a.technology_levels ->> t.slug
    FROM asked a JOIN public.technologies t ON t.slug = ANY (a.technologies) AND t.kind <> 'Norma técnica'
    UNION ALL
    SELECT a.id, 'documents', t.slug, t.name, NULL, NULL, NULL, NULL FROM asked a JOIN public.technologies t ON t.slug = ANY (a.norms)
  )
  SELECT n.id, n.kind, n.slug, n.name, n.vendor, n.family, n.sort, n.level, 1.0 / count(*) OVER (PARTITION BY n.id, n.kind),
         (row_number() OVER (PARTITION BY n.id, n.kind ORDER BY n.name COLLATE "C"))::integer
  FROM needs n
$$;
GRANT EXECUTE ON FUNCTION private.match_needs(uuid[]) TO service_role;
ALTER FUNCTION private.match_needs(uuid[]) OWNER TO definer;

-- What professionals bring of a project's skills, technologies and norms: the product counts whole,
-- seven tenths of it below the level asked for, six tenths another of its family, three tenths
-- another of its vendor. Networks, languages and norms have no vendor in this sense.
CREATE FUNCTION private.match_items(projects uuid[], professionals uuid[])
RETURNS TABLE (project_id uuid, professional_id uuid, kind text, place integer, share numeric, grade numeric, reason text, gap text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  WITH needs AS MATERIALIZED (
    SELECT * FROM private.match_needs(projects)
  ), people AS MATERIALIZED (
    SELECT p.id, p.skills, p.technologies FROM public.profiles p WHERE p.id = ANY (professionals)
  ), held AS MATERIALIZED (
    SELECT p.id, t.slug, t.name, t.vendor, t.family, t.kind AS sort FROM people p JOIN public.technologies t ON t.slug = ANY (p.technologies)
  ), best AS MATERIALIZED (
    SELECT DISTINCT ON (n.project_id, n.slug, h.id) n.project_id, n.slug, h.id, h.slug AS has, h.name, g.grade
    FROM needs n
    JOIN held h ON h.vendor = n.vendor
    CROSS JOIN LATERAL (SELECT CASE
        WHEN h.slug = n.slug                                                                     THEN 1.0
        WHEN h.family = n.family                                                                 THEN 0.6
        WHEN n.sort NOT IN ('Rede industrial', 'Linguagem de programação') AND h.sort <> 'Norma técnica' THEN 0.3
      END AS grade) AS g
    WHERE n.kind = 'technologies' AND g.grade IS NOT NULL
    ORDER BY n.project_id, n.slug, h.id, g.grade DESC, h.name COLLATE "C"
  )
  SELECT n.project_id, p.id, n.kind, n.place, n.share, (n.slug = ANY (p.skills))::integer, CASE WHEN n.slug = ANY (p.skills) THEN n.name END, 'falta ' || n.name
  FROM needs n, people p WHERE n.kind = 'skills'
  UNION ALL
  SELECT n.project_id, p.id, n.kind, n.place, n.share, (n.slug = ANY (p.technologies))::integer, CASE WHEN n.slug = ANY (p.technologies) THEN n.name END, 'falta ' || n.name
  FROM needs n, people p WHERE n.kind = 'documents'
  UNION ALL
  SELECT n.project_id, p.id, n.kind, n.place, n.share,
         CASE WHEN b.has IS NULL THEN 0 WHEN is_below.level THEN 0.7 ELSE b.grade END,
         CASE b.grade WHEN 1.0 THEN b.name WHEN 0.6 THEN b.name || ' (família ' || n.family || ')' WHEN 0.3 THEN 'outros produtos ' || n.vendor END,
         CASE WHEN is_below.level THEN 'falta nível ' || n.level || ' em ' || n.name ELSE 'falta ' || n.name END
  FROM needs n
  CROSS JOIN people p
  LEFT JOIN best b ON b.project_id = n.project_id AND b.slug = n.slug AND b.id = p.id
  LEFT JOIN public.profile_technologies l ON n.level IS NOT NULL AND l.profile_id = p.id AND l.technology = n.slug
  CROSS JOIN LATERAL (SELECT coalesce(private.level_rank(l.level) < private.level_rank(n.level), false) AS level) AS is_below
  WHERE n.kind = 'technologies'
$$;
GRANT EXECUTE ON FUNCTION private.match_items(uuid[], uuid[]) TO service_role;
ALTER FUNCTION private.match_items(uuid[], uuid[]) OWNER TO definer;

-- Where two places lie to each other, by city and state: the catalogue of municipalities has no
-- coordinates. A project in no city asks for its state alone.
CREATE FUNCTION private.match_distance(city text, city_key text, state text, own_city_key text, own_state text)
RETURNS TABLE (grade numeric, reason text, gap text)
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT CASE near.word WHEN 'city' THEN 1.0 WHEN 'state' THEN CASE WHEN city IS NULL THEN 1.0 ELSE 0.7 END WHEN 'neighbour' THEN 0.35 ELSE 0 END,
         CASE near.word WHEN 'city' THEN 'mesma cidade' WHEN 'state' THEN 'mesmo estado (' || state || ')' WHEN 'neighbour' THEN 'estado vizinho (' || own_state || ')' END,
         CASE near.word WHEN 'unknown' THEN 'cidade não informada' WHEN 'state' THEN 'fora de ' || city WHEN 'far' THEN 'longe: ' || own_state ELSE 'fora de ' || state END
  FROM (SELECT CASE
      WHEN own_state IS NULL                            THEN 'unknown'
      WHEN own_state = state AND own_city_key = city_key THEN 'city'
      WHEN own_state = state                            THEN 'state'
      WHEN private.are_neighbours(state, own_state)     THEN 'neighbour'
      ELSE 'far'
    END AS word) AS near
$$;
GRANT EXECUTE ON FUNCTION private.match_distance(text, text, text, text, text) TO service_role;

-- What does not go item by item: level, distance, availability and history. Who has finished here is
-- counted by clients, so that nobody gains by many contracts with one.
CREATE FUNCTION private.match_circumstances(projects uuid[], professionals uuid[])
RETURNS TABLE (project_id uuid, professional_id uuid, kind text, place integer, share numeric, grade numeric, reason text, gap text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT j.id, p.id, f.kind, f.place, f.share, f.grade, f.reason, f.gap
  FROM public.projects j
  CROSS JOIN public.profiles p
  CROSS JOIN LATERAL (SELECT private.level_rank(p.experience) - private.level_rank(j.experience_level) AS levels_above,
    CASE j.work_mode WHEN 'on_site' THEN 'presencial' WHEN 'hybrid' THEN 'híbrido' WHEN 'remote' THEN 'remoto' END AS work_mode) AS w
  CROSS JOIN LATERAL (
    SELECT 'level' AS kind, 1 AS place, 1.0 AS share, CASE WHEN w.levels_above >= 0 THEN 1.0 WHEN w.levels_above = -1 THEN 0.5 ELSE 0 END AS grade,
           CASE WHEN w.levels_above >= -1 THEN 'nível ' || p.experience END AS reason, 'pede nível ' || j.experience_level AS gap
    UNION ALL
    SELECT 'distance', 1, 1.0, d.grade, d.reason, d.gap FROM private.match_distance(j.city, j.city_key, j.state, p.city_key, p.state) d
    WHERE j.state IS NOT NULL AND j.work_mode IS DISTINCT FROM 'remote'
    UNION ALL
    SELECT 'availability', 1, CASE WHEN j.work_mode IS NULL THEN 1.0 ELSE 0.7 END, CASE p.availability WHEN 'available' THEN 1.0 WHEN 'limited' THEN 0.5 ELSE 0 END,
           CASE p.availability WHEN 'available' THEN 'disponível' WHEN 'limited' THEN 'agenda limitada' END,
           CASE p.availability WHEN 'limited' THEN 'falta agenda livre' WHEN 'unavailable' THEN 'sem agenda' ELSE 'agenda não informada' END
    UNION ALL
    SELECT 'availability', 2, 0.3, (j.work_mode = ANY (p.work_modes))::integer, 'atende ' || w.work_mode,
           CASE p.work_modes WHEN '{}' THEN 'modalidade não informada' ELSE 'não atende ' || w.work_mode END
    WHERE j.work_mode IS NOT NULL
    UNION ALL
    SELECT 'history', 1, 0.6, least(p.counterparts, 5) / 5.0,
           CASE p.counterparts WHEN 1 THEN '1 cliente atendido' ELSE p.counterparts || ' clientes atendidos' END,
           CASE p.counterparts WHEN 0 THEN 'nenhum contrato concluído aqui' ELSE 'menos de 5 clientes atendidos' END
    UNION ALL
    SELECT 'history', 2, 0.4, CASE WHEN p.reviews_count > 0 THEN coalesce(p.rating - 1, 0) / 4 ELSE 0 END, 'nota ' || replace(round(p.rating, 1)::text, '.', ','),
           CASE WHEN p.reviews_count > 0 THEN 'nota abaixo de 5' ELSE 'nenhuma avaliação' END
  ) AS f
  WHERE j.id = ANY (projects) AND p.id = ANY (professionals)
$$;
GRANT EXECUTE ON FUNCTION private.match_circumstances(uuid[], uuid[]) TO service_role;
ALTER FUNCTION private.match_circumstances(uuid[], uuid[]) OWNER TO definer;

-- The facts of every open project with every active professional, in points of 100. Criteria that a
-- project says nothing of, or that count nothing, leave their points to the others.
CREATE FUNCTION private.match_facts(projects uuid[], professionals uuid[])
RETURNS TABLE (project_id uuid, professional_id uuid, kind text, place integer, earned numeric, missed numeric, reason text, gap text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  WITH able AS (
    SELECT ARRAY(SELECT j.id FROM public.projects j WHERE j.id = ANY (projects) AND j.status = 'open') AS projects,
           ARRAY(SELECT p.id FROM public.profiles p WHERE p.id = ANY (professionals) AND p.role = 'professional' AND p.status = 'active' AND p.is_party) AS professionals
  ), facts AS MATERIALIZED (
    SELECT i.* FROM able, private.match_items(able.projects, able.professionals) i
    UNION ALL
    SELECT c.* FROM able, private.match_circumstances(able.projects, able.professionals) c
  ), worth AS (
    SELECT f.*, w.position, 100.0 * w.points * f.share / sum(w.points * f.share) OVER (PARTITION BY f.project_id, f.professional_id) AS points
    FROM facts f JOIN public.match_weights w ON w.kind = f.kind AND w.points > 0
  )
  SELECT w.project_id, w.professional_id, w.kind, w.position * 100 + w.place, w.points * w.grade, w.points * (1 - w.grade), w.reason, w.gap FROM worth w
$$;
GRANT EXECUTE ON FUNCTION private.match_facts(uuid[], uuid[]) TO service_role;
ALTER FUNCTION private.match_facts(uuid[], uuid[]) OWNER TO definer;

-- The best pairs of projects and professionals, in their order. Reasons and gaps in whole points make
-- 100 together, and the reasons the score: each takes what the running total grows by when rounded.
CREATE FUNCTION private.match_pairs(projects uuid[], professionals uuid[], at_most integer)
RETURNS TABLE (project_id uuid, professional_id uuid, score integer, reasons jsonb, gaps jsonb)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  WITH facts AS MATERIALIZED (
    SELECT * FROM private.match_facts(projects, professionals)
  ), scored AS (
    SELECT f.project_id, f.professional_id, round(round(sum(f.earned), 6))::integer AS score FROM facts f GROUP BY 1, 2
  ), best AS (
    SELECT s.*, row_number() OVER (ORDER BY s.score DESC, j.created_at DESC, md5(j.number || ' ' || extract(epoch FROM p.created_at)), md5(j.number || ' ' || p.id)) AS place
    FROM scored s JOIN public.projects j ON j.id = s.project_id JOIN public.profiles p ON p.id = s.professional_id
    ORDER BY place LIMIT at_most
  ), told AS (
    SELECT b.place, f.kind, f.place AS line, f.reason, f.gap, f.earned, f.missed,
           round(round(sum(f.earned) OVER so_far, 6)) - round(round(sum(f.earned) OVER so_far - f.earned, 6)) AS points,
           ceil(round(sum(f.missed) OVER so_far, 6) - 0.5) - ceil(round(sum(f.missed) OVER so_far - f.missed, 6) - 0.5) AS lost
    FROM best b JOIN facts f ON f.project_id = b.project_id AND f.professional_id = b.professional_id
    WINDOW so_far AS (PARTITION BY b.place ORDER BY f.place ROWS UNBOUNDED PRECEDING)
  )
  SELECT b.project_id, b.professional_id, b.score,
         coalesce(jsonb_agg(jsonb_build_object('kind', t.kind, 'text', t.reason, 'points', t.points) ORDER BY t.line) FILTER (WHERE t.earned > 0), '[]'),
         coalesce(jsonb_agg(jsonb_build_object('kind', t.kind, 'text', t.gap, 'points', t.lost) ORDER BY t.line) FILTER (WHERE t.missed > 0 AND (t.lost > 0 OR t.earned = 0)), '[]')
  FROM best b JOIN told t ON t.place = b.place
  GROUP BY b.place, b.project_id, b.professional_id, b.score
  ORDER BY b.place
$$;
GRANT EXECUTE ON FUNCTION private.match_pairs(uuid[], uuid[], integer) TO service_role;
ALTER FUNCTION private.match_pairs(uuid[], uuid[], integer) OWNER TO definer;

-- A match in a line of a letter: the score, the two best reasons and the largest gap.
CREATE FUNCTION private.match_line(score integer, reasons jsonb, gaps jsonb) RETURNS text
LANGUAGE sql IMMUTABLE
SET search_path = ''
AS $$
  SELECT concat_ws(' · ', score || ' de 100',
    (SELECT string_agg(r.text || ' ✓', ' · ') FROM (SELECT one ->> 'text' AS text FROM jsonb_array_elements(reasons) WITH ORDINALITY AS r (one, line) ORDER BY (one ->> 'points')::integer DESC, line LIMIT 2) AS r),
    (SELECT one ->> 'text' FROM jsonb_array_elements(gaps) WITH ORDINALITY AS g (one, line) ORDER BY (one ->> 'points')::integer DESC, line LIMIT 1))
$$;
GRANT EXECUTE ON FUNCTION private.match_line(integer, jsonb, jsonb) TO service_role;

-- What a term that two sides share adds to a first estimate of their match. A family stands for six
-- tenths of its product, which has the rest.
CREATE FUNCTION private.weigh_terms(skills text[], technologies text[]) RETURNS TABLE (term text, points numeric, total integer)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT t.term, CASE t.kind WHEN 'skills' THEN w.points WHEN 'families' THEN 0.6 * w.points ELSE 0.4 * w.points END / count(*) OVER (PARTITION BY t.kind), (count(*) OVER ())::integer
  FROM private.match_terms(skills, technologies) t
  JOIN public.match_weights w ON w.kind = CASE t.kind WHEN 'skills' THEN 'skills' ELSE 'technologies' END
$$;
GRANT EXECUTE ON FUNCTION private.weigh_terms(text[], text[]) TO service_role;
ALTER FUNCTION private.weigh_terms(text[], text[]) OWNER TO definer;

-- The professionals whose match with a project is worked out, 400 at most. All terms together read 6,000
-- rows: for each term half of them from the project's state and half from anywhere, beginning at a
-- place drawn for the project, so that where there are many of them it is not always the same ones.
-- +goose StatementBegin
CREATE FUNCTION private.professionals_to_match(project_id uuid) RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  project public.projects;
  start   integer;
BEGIN
  SELECT * INTO project FROM public.projects j WHERE j.id = professionals_to_match.project_id AND j.status = 'open';
  start := private.lot(project.number::text);
  RETURN ARRAY(
    SELECT found.profile_id
    FROM private.weigh_terms(project.skills, project.technologies || private.norms_of(project.technologies, project.scope)) t
    CROSS JOIN LATERAL (
      (SELECT near.profile_id, near.lot, true AS is_near FROM (
         (SELECT n.profile_id, n.lot FROM private.professional_terms n WHERE n.term = t.term AND n.state = project.state AND n.lot >= start ORDER BY n.lot LIMIT 3000 / t.total)
         UNION ALL
         (SELECT n.profile_id, n.lot FROM private.professional_terms n WHERE n.term = t.term AND n.state = project.state AND n.lot < start ORDER BY n.lot LIMIT 3000 / t.total)
       ) AS near LIMIT 3000 / t.total)
      UNION
      (SELECT anywhere.profile_id, anywhere.lot, anywhere.state IS NOT DISTINCT FROM project.state FROM (
         (SELECT n.profile_id, n.lot, n.state FROM private.professional_terms n WHERE n.term = t.term AND n.lot >= start ORDER BY n.lot LIMIT 3000 / t.total)
         UNION ALL
         (SELECT n.profile_id, n.lot, n.state FROM private.professional_terms n WHERE n.term = t.term AND n.lot < start ORDER BY n.lot LIMIT 3000 / t.total)
       ) AS anywhere LIMIT 3000 / t.total)
    ) AS found
    GROUP BY found.profile_id, found.lot
    ORDER BY sum(t.points) DESC, bool_or(found.is_near) DESC, found.lot < start, found.lot
    LIMIT 400);
END
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.professionals_to_match(uuid) TO service_role;
ALTER FUNCTION private.professionals_to_match(uuid) OWNER TO definer;

-- The open projects whose match with a professional is worked out, 400 at most, by the same bounds, the
-- newest of each term first. Those that the professional has answered, or
-- that the caller hides, are left out.
-- +goose StatementBegin
CREATE FUNCTION private.projects_to_match(professional_id uuid, since timestamptz DEFAULT '-infinity') RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  professional public.profiles;
BEGIN
  SELECT * INTO professional FROM public.profiles p WHERE p.id = projects_to_match.professional_id AND p.role = 'professional';
  RETURN ARRAY(
    SELECT found.project_id
    FROM private.weigh_terms(professional.skills, professional.technologies) t
    CROSS JOIN LATERAL (
      (SELECT n.project_id, n.created_at, true AS is_near FROM private.project_terms n
       WHERE n.term = t.term AND n.state = professional.state AND n.created_at >= since ORDER BY n.created_at DESC LIMIT 3000 / t.total)
      UNION
      (SELECT n.project_id, n.created_at, n.state IS NOT DISTINCT FROM professional.state FROM private.project_terms n
       WHERE n.term = t.term AND n.created_at >= since ORDER BY n.created_at DESC LIMIT 3000 / t.total)
    ) AS found
    WHERE NOT EXISTS (
      SELECT FROM public.proposals o WHERE o.project_id = found.project_id AND o.professional_id = projects_to_match.professional_id AND o.status <> 'withdrawn')
      AND NOT EXISTS (SELECT FROM public.hidden_projects h WHERE h.project_id = found.project_id AND h.person_id = auth.uid())
    GROUP BY found.project_id, found.created_at
    ORDER BY sum(t.points) DESC, bool_or(found.is_near) DESC, found.created_at DESC
    LIMIT 400);
END
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.projects_to_match(uuid, timestamptz) TO service_role;
ALTER FUNCTION private.projects_to_match(uuid, timestamptz) OWNER TO definer;

-- +goose StatementBegin
CREATE FUNCTION public.match_professionals(project_id uuid, "limit" integer DEFAULT 10) RETURNS TABLE (id uuid, score integer, reasons jsonb, gaps jsonb)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF NOT private.owns_project(match_professionals.project_id) THEN
    PERFORM private.refuse(404, 'project_not_found', 'Projeto não encontrado.');
  END IF;
  RETURN QUERY
    SELECT m.professional_id, m.score, m.reasons, m.gaps
    FROM private.match_pairs(ARRAY[match_professionals.project_id], private.professionals_to_match(match_professionals.project_id), least(greatest(coalesce("limit", 10), 0), 50)) m;
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION public.match_professionals(uuid,integer) IS 'The professionals who match an open project best, with reasons and gaps
For members of its company; answers 50 at most.';
GRANT EXECUTE ON FUNCTION public.match_professionals(uuid,integer) TO authenticated;
ALTER FUNCTION public.match_professionals(uuid,integer) OWNER TO definer;

-- The professional that the caller acts for: the one named, or else the caller, or else the first of
-- their organisations.
CREATE FUNCTION private.matched_professional(named uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT p.id FROM public.profiles p
  WHERE p.id = ANY (private.parties()) AND p.role = 'professional' AND p.status = 'active' AND p.id = coalesce(named, p.id)
  ORDER BY p.id <> auth.uid(), p.created_at LIMIT 1
$$;
ALTER FUNCTION private.matched_professional(uuid) OWNER TO definer;
REVOKE EXECUTE ON FUNCTION private.matched_professional(uuid) FROM PUBLIC;

-- +goose StatementBegin
CREATE FUNCTION public.match_projects("limit" integer DEFAULT 10, professional_id uuid DEFAULT NULL) RETURNS TABLE (id uuid, score integer, reasons jsonb, gaps jsonb)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  professional CONSTANT uuid := private.matched_professional(match_projects.professional_id);
BEGIN
  IF professional IS NULL THEN
    PERFORM private.refuse(403, 'match_professionals_only', 'A combinação com projetos é de profissionais.');
  END IF;
  RETURN QUERY
    SELECT m.project_id, m.score, m.reasons, m.gaps
    FROM private.match_pairs(private.projects_to_match(professional), ARRAY[professional], least(greatest(coalesce("limit", 10), 0), 50)) m;
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION public.match_projects(integer,uuid) IS 'The open projects that match a professional best, with reasons and gaps
For the professional and their organisation; answers 50 at most.';
GRANT EXECUTE ON FUNCTION public.match_projects(integer,uuid) TO authenticated;
ALTER FUNCTION public.match_projects(integer,uuid) OWNER TO definer;

-- +goose StatementBegin
CREATE FUNCTION public.match_project(project_id uuid, professional_id uuid DEFAULT NULL) RETURNS TABLE (id uuid, score integer, reasons jsonb, gaps jsonb)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  professional CONSTANT uuid := private.matched_professional(match_project.professional_id);
BEGIN
  IF professional IS NULL THEN
    PERFORM private.refuse(403, 'match_professionals_only', 'A combinação com projetos é de profissionais.');
  END IF;
  RETURN QUERY
    SELECT m.project_id, m.score, m.reasons, m.gaps FROM private.match_pairs(ARRAY[match_project.project_id], ARRAY[professional], 1) m;
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION public.match_project(uuid,uuid) IS 'How an open project matches a professional, with reasons and gaps
For the professional and their organisation; nothing for a project that is not open.';
GRANT EXECUTE ON FUNCTION public.match_project(uuid,uuid) TO authenticated;
ALTER FUNCTION public.match_project(uuid,uuid) OWNER TO definer;
