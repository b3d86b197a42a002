-- A turn names the milestone that it is about, so that what leads to it leads to
-- the section of the contract's page in which it is done, and not to its top.

-- +goose Up
-- The most pressing first: by when something happens by itself, and what has no
-- date as if it had one two days after it began to wait. A hundred at most.
DROP FUNCTION public.my_turn(uuid);
-- +goose StatementBegin
CREATE FUNCTION public.my_turn(party uuid DEFAULT auth.uid()) RETURNS TABLE (
  kind text, due_at timestamptz, since timestamptz, contract_id uuid, project_id uuid, subject_id uuid, milestone_id uuid, number bigint, title text, part text, partner text, what text, count integer,
  value_cents bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF auth.uid() IS NULL OR NOT private.acts_for(party) THEN
    RETURN;
  END IF;
  RETURN QUERY
  SELECT * FROM (
  SELECT t.kind, t.due_at, t.since, t.contract_id, c.project_id, t.subject_id, t.milestone_id, c.number, coalesce(nullif(c.scope ->> 'title', ''), p.title),
         CASE WHEN (SELECT count(*) FROM public.milestones every WHERE every.contract_id = c.id) > 1 THEN m.title END,
         o.name, t.what, 1, t.value_cents
  FROM private.contract_turns(party, auth.uid()) AS t
  JOIN public.contracts c ON c.id = t.contract_id
  JOIN public.projects p ON p.id = c.project_id
  JOIN public.profiles o ON o.id = CASE party WHEN c.company_id THEN c.professional_id ELSE c.company_id END
  LEFT JOIN public.milestones m ON m.id = t.milestone_id
  UNION ALL
  SELECT t.kind, t.due_at, t.since, NULL, t.project_id, t.subject_id, NULL, p.number, p.title, NULL,
         CASE t.kind WHEN 'messages' THEN (SELECT f.name FROM public.profiles f WHERE f.id = t.subject_id) END, NULL, t.count, t.value_cents
  FROM private.other_turns(party, auth.uid()) AS t LEFT JOIN public.projects p ON p.id = t.project_id
  ) AS waiting
  ORDER BY coalesce(waiting.due_at, waiting.since + interval '2 days'), waiting.since, waiting.subject_id LIMIT 100;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION public.my_turn(uuid) OWNER TO definer;
REVOKE EXECUTE ON FUNCTION public.my_turn(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.my_turn(uuid) TO authenticated;
