-- Figures are a party's: whoever belongs to it may ask for them, and a person
-- working alone need not say whose.

-- +goose Up
DROP FUNCTION public.my_activity(integer);
-- The party's figures a day, oldest first, days without any included.
-- Proposals are those sent by a professional and those received by a company;
-- withdrawn ones are none.
-- +goose StatementBegin
CREATE FUNCTION public.my_activity(days integer DEFAULT 30, party uuid DEFAULT auth.uid()) RETURNS TABLE (day date, views integer, proposals integer, projects integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  zone CONSTANT text := 'America/Sao_Paulo';
  today CONSTANT date := (now() AT TIME ZONE zone)::date;
  first_day CONSTANT date := today - least(greatest(days, 1), 365) + 1;
  since CONSTANT timestamptz := first_day::timestamp AT TIME ZONE zone;
BEGIN
  IF NOT private.acts_for(party) THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT d.day::date, coalesce(v.views, 0), coalesce(s.total, 0), coalesce(p.total, 0)
    FROM generate_series(first_day::timestamp, today, '1 day') AS d (day)
    LEFT JOIN public.profile_view_days v ON v.profile_id = party AND v.viewed_on = d.day::date
    LEFT JOIN (
      SELECT (o.created_at AT TIME ZONE zone)::date AS day, count(*)::integer AS total
      FROM public.proposals o
      WHERE o.created_at >= since AND o.status <> 'withdrawn'
        AND (o.professional_id = party OR o.project_id IN (SELECT w.project_id FROM public.project_owners w WHERE w.company_id = party))
      GROUP BY 1) s ON s.day = d.day::date
    LEFT JOIN (
      SELECT (j.created_at AT TIME ZONE zone)::date AS day, count(*)::integer AS total
      FROM public.projects j JOIN public.project_owners w ON w.project_id = j.id AND w.company_id = party
      WHERE j.created_at >= since
      GROUP BY 1) p ON p.day = d.day::date
    ORDER BY 1;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION public.my_activity(integer, uuid) OWNER TO service_role;
REVOKE EXECUTE ON FUNCTION public.my_activity(integer, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.my_activity(integer, uuid) TO authenticated;

DROP FUNCTION public.my_project_figures();
-- +goose StatementBegin
CREATE FUNCTION public.my_project_figures(party uuid DEFAULT auth.uid()) RETURNS TABLE (status text, projects integer, proposals integer)
LANGUAGE sql STABLE SECURITY INVOKER
SET search_path = ''
AS $$
  SELECT p.status, count(*)::integer, sum(p.proposals_count)::integer
  FROM public.project_owners o JOIN public.projects p ON p.id = o.project_id
  WHERE o.company_id = party AND private.acts_for(party)
  GROUP BY p.status
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION public.my_project_figures(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.my_project_figures(uuid) TO authenticated;

-- One count of proposals everywhere: the withdrawn are none. It is kept by the
-- database, beside the project's.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.count_proposals() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  UPDATE public.projects
  SET proposals_count = (SELECT count(*) FROM public.proposals WHERE project_id = projects.id AND status <> 'withdrawn')
  WHERE id = coalesce(NEW.project_id, OLD.project_id);
  UPDATE public.profiles
  SET proposals_sent = (SELECT count(*) FROM public.proposals WHERE professional_id = profiles.id AND status <> 'withdrawn')
  WHERE id = coalesce(NEW.professional_id, OLD.professional_id);
  RETURN NULL;
END
$$;
-- +goose StatementEnd
UPDATE public.profiles p SET proposals_sent = (SELECT count(*) FROM public.proposals o WHERE o.professional_id = p.id AND o.status <> 'withdrawn')
WHERE role = 'professional';

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION public.market_overview() RETURNS TABLE (
  professionals integer, companies integer, blocked integer, projects_open integer, projects_total integer,
  proposals_total integer, contracts_active integer, contracts_completed integer, messages_total bigint, reports_open integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  PERFORM private.require_admin();
  RETURN QUERY SELECT
    (SELECT count(*)::integer FROM public.profiles WHERE role = 'professional' AND status = 'active' AND is_party),
    (SELECT count(*)::integer FROM public.profiles WHERE role = 'company' AND status = 'active' AND is_party),
    (SELECT count(*)::integer FROM public.profiles p JOIN public.accounts ON profile_id = p.id WHERE p.status = 'blocked'),
    (SELECT count(*)::integer FROM public.projects WHERE status = 'open'),
    (SELECT count(*)::integer FROM public.projects),
    (SELECT count(*)::integer FROM public.proposals WHERE status <> 'withdrawn'),
    (SELECT count(*)::integer FROM public.contracts WHERE status IN ('agreed', 'active', 'delivered')),
    (SELECT count(*)::integer FROM public.contracts WHERE status = 'completed'),
    (SELECT count(*) FROM public.messages),
    (SELECT count(*)::integer FROM public.reports WHERE status = 'open');
END
$$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION public.market_activity(days integer DEFAULT 30) RETURNS TABLE (day date, members integer, projects integer, proposals integer, messages integer)
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
    LEFT JOIN (SELECT (created_at AT TIME ZONE zone)::date AS at, count(*)::integer AS total FROM public.proposals WHERE created_at >= since AND status <> 'withdrawn' GROUP BY 1) o ON o.at = d.day
    LEFT JOIN (SELECT (timestamp  AT TIME ZONE zone)::date AS at, count(*)::integer AS total FROM public.messages  WHERE timestamp  >= since GROUP BY 1) s ON s.at = d.day
    ORDER BY 1;
END
$$;
-- +goose StatementEnd

-- Filters of the directory count parties, not their members.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION public.count_skills(kind text, words text DEFAULT NULL) RETURNS TABLE (slug text, total integer)
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
  WHERE kind = 'professionals' AND p.role = 'professional' AND p.status = 'active' AND p.is_party AND (words IS NULL OR p.search @@ to_tsquery('public.automacao', words))
  GROUP BY 1
$$;
-- +goose StatementEnd
