-- What is overdue comes first, then what has a date, then what has none: a
-- decision with a date does not stand below what merely waits for longer.

-- +goose Up
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION public.my_turn(party uuid DEFAULT auth.uid())
 RETURNS TABLE(kind text, due_at timestamp with time zone, since timestamp with time zone, contract_id uuid, project_id uuid, subject_id uuid, milestone_id uuid, number bigint, title text, part text, partner text, what text, count integer, value_cents bigint, partner_id uuid, matter uuid, may_defer boolean, deferred_until timestamp with time zone, is_early boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $$
BEGIN
  IF auth.uid() IS NULL OR NOT private.acts_for(party) THEN
    RETURN;
  END IF;
  RETURN QUERY
  SELECT t.kind, t.due_at, t.since, t.contract_id, t.project_id, t.subject_id, t.milestone_id, t.number, t.title, t.part, t.partner, t.what, t.count, t.value_cents, t.partner_id, t.matter,
         coalesce(t.shows_at > now(), true), CASE WHEN t.is_aside THEN least(t.until, t.shows_at) END, coalesce(t.shows_at < t.until, false)
  FROM (SELECT turn.*, turn.until IS NOT NULL AND least(turn.until, turn.shows_at) > now() AS is_aside FROM private.turns(party, auth.uid()) AS turn) AS t
  ORDER BY t.is_aside, t.due_at NULLS LAST, t.since, t.subject_id LIMIT 100;
END
$$;
-- +goose StatementEnd
