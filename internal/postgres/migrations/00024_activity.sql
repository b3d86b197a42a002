-- Who looked at a profile, counted once a visitor and day, and the figures over
-- time that dashboards draw. Visitors are kept as a hash for two days only.

-- +goose Up
CREATE TABLE private.profile_visits (
  profile_id uuid  NOT NULL,
  visited_on date  NOT NULL,
  visitor    bytea NOT NULL,
  CONSTRAINT profile_visits_pkey            PRIMARY KEY (profile_id, visited_on, visitor),
  CONSTRAINT profile_visits_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles (id) ON DELETE CASCADE,
  CONSTRAINT profile_visits_visitor_hashed  CHECK (octet_length(visitor) = 32)
);
CREATE INDEX profile_visits_visited_on_idx ON private.profile_visits (visited_on);
ALTER TABLE private.profile_visits ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.profile_visits FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server counts visits" ON private.profile_visits TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON private.profile_visits TO service_role;

CREATE TABLE public.profile_view_days (
  profile_id uuid    NOT NULL,
  viewed_on  date    NOT NULL,
  views      integer NOT NULL,
  CONSTRAINT profile_view_days_pkey            PRIMARY KEY (profile_id, viewed_on),
  CONSTRAINT profile_view_days_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles (id) ON DELETE CASCADE,
  CONSTRAINT profile_view_days_views_positive  CHECK (views > 0)
);
ALTER TABLE public.profile_view_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.profile_view_days FORCE  ROW LEVEL SECURITY;
CREATE POLICY "owners see when they were viewed" ON public.profile_view_days
  FOR SELECT TO authenticated USING (profile_id = auth.uid());
CREATE POLICY "the server counts views" ON public.profile_view_days TO service_role USING (true) WITH CHECK (true);
GRANT SELECT ON public.profile_view_days TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.profile_view_days TO service_role;

-- The caller's own figures a day, oldest first, days without any included.
-- Proposals are those sent by a professional and those received by a company.
-- +goose StatementBegin
CREATE FUNCTION public.my_activity(days integer DEFAULT 30) RETURNS TABLE (day date, views integer, proposals integer, projects integer)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  WITH span AS (
    SELECT (now() AT TIME ZONE 'America/Sao_Paulo')::date - least(greatest(days, 1), 365) + 1 AS first_day
  ), sent AS (
    SELECT (p.created_at AT TIME ZONE 'America/Sao_Paulo')::date AS day, count(*)::integer AS total
    FROM public.proposals p, span
    WHERE p.created_at >= span.first_day AT TIME ZONE 'America/Sao_Paulo'
      AND (p.professional_id = auth.uid() OR p.project_id IN (SELECT o.project_id FROM public.project_owners o WHERE o.company_id = auth.uid()))
    GROUP BY 1
  ), published AS (
    SELECT (p.created_at AT TIME ZONE 'America/Sao_Paulo')::date AS day, count(*)::integer AS total
    FROM public.projects p JOIN public.project_owners o ON o.project_id = p.id AND o.company_id = auth.uid(), span
    WHERE p.created_at >= span.first_day AT TIME ZONE 'America/Sao_Paulo'
    GROUP BY 1
  )
  SELECT d.day::date, coalesce(v.views, 0), coalesce(s.total, 0), coalesce(p.total, 0)
  FROM span, generate_series(span.first_day::timestamp, (now() AT TIME ZONE 'America/Sao_Paulo')::date, '1 day') AS d (day)
  LEFT JOIN public.profile_view_days v ON v.profile_id = auth.uid() AND v.viewed_on = d.day::date
  LEFT JOIN sent s      ON s.day = d.day::date
  LEFT JOIN published p ON p.day = d.day::date
  ORDER BY 1
$$;
-- +goose StatementEnd
ALTER FUNCTION public.my_activity(integer) OWNER TO service_role;
GRANT EXECUTE ON FUNCTION public.my_activity(integer) TO authenticated;

-- +goose StatementBegin
CREATE FUNCTION private.require_admin() RETURNS void
LANGUAGE plpgsql STABLE
SET search_path = ''
AS $$
BEGIN
  IF NOT private.is_admin() THEN
    PERFORM private.refuse(403, 'not_admin', 'Apenas administradores podem fazer isso.');
  END IF;
END
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.require_admin() TO authenticated, service_role;

-- The whole market's figures a day, for administrators.
-- +goose StatementBegin
CREATE FUNCTION public.market_activity(days integer DEFAULT 30) RETURNS TABLE (day date, members integer, projects integer, proposals integer, messages integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  zone CONSTANT text := 'America/Sao_Paulo';
  first_day date := (now() AT TIME ZONE zone)::date - least(greatest(days, 1), 365) + 1;
  since timestamptz := first_day::timestamp AT TIME ZONE zone;
BEGIN
  PERFORM private.require_admin();
  RETURN QUERY
    SELECT d.day::date, coalesce(m.total, 0), coalesce(p.total, 0), coalesce(o.total, 0), coalesce(s.total, 0)
    FROM generate_series(first_day::timestamp, (now() AT TIME ZONE zone)::date, '1 day') AS d (day)
    LEFT JOIN (SELECT (created_at AT TIME ZONE zone)::date AS at, count(*)::integer AS total FROM public.profiles  WHERE created_at >= since GROUP BY 1) m ON m.at = d.day
    LEFT JOIN (SELECT (created_at AT TIME ZONE zone)::date AS at, count(*)::integer AS total FROM public.projects  WHERE created_at >= since GROUP BY 1) p ON p.at = d.day
    LEFT JOIN (SELECT (created_at AT TIME ZONE zone)::date AS at, count(*)::integer AS total FROM public.proposals WHERE created_at >= since GROUP BY 1) o ON o.at = d.day
    LEFT JOIN (SELECT (timestamp  AT TIME ZONE zone)::date AS at, count(*)::integer AS total FROM public.messages  WHERE timestamp  >= since GROUP BY 1) s ON s.at = d.day
    ORDER BY 1;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION public.market_activity(integer) OWNER TO service_role;
GRANT EXECUTE ON FUNCTION public.market_activity(integer) TO authenticated;
CREATE INDEX profiles_created_at_idx  ON public.profiles (created_at);
CREATE INDEX proposals_created_at_idx ON public.proposals (created_at);
CREATE INDEX messages_timestamp_idx   ON public.messages (timestamp);

-- How many results each skill has under what was typed: the numbers beside the
-- filters of a directory. Row-level security applies.
-- +goose StatementBegin
CREATE FUNCTION public.count_skills(kind text, words text DEFAULT NULL) RETURNS TABLE (slug text, total integer)
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT chosen.slug, count(*)::integer
  FROM public.projects p, unnest(p.skills) AS chosen (slug)
  WHERE kind = 'projects' AND p.status = 'open' AND (words IS NULL OR p.search @@ to_tsquery('public.automacao', words))
  GROUP BY 1
  UNION ALL
  SELECT chosen.slug, count(*)::integer
  FROM public.profiles p, unnest(p.skills) AS chosen (slug)
  WHERE kind = 'professionals' AND p.role = 'professional' AND p.status = 'active' AND (words IS NULL OR p.search @@ to_tsquery('public.automacao', words))
  GROUP BY 1
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION public.count_skills(text, text) TO anon, authenticated;
