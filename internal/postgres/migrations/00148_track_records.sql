-- Beside the stars stand the facts: how many contracts were finished, ended
-- early or are in dispute, what was on time. They are worked out when they are
-- asked for: a date passes without anybody writing a row.

-- +goose Up
-- Empty is what rests on too little: a share needs three contracts, an axis
-- three counterparts, each of whom counts once. As in the rating, what was done
-- with somebody who is blocked does not count.
-- +goose StatementBegin
CREATE FUNCTION private.track_record_of(party uuid) RETURNS TABLE (
  contracts_completed integer, contracts_ended_early integer, contracts_withdrawn integer, contracts_in_dispute integer,
  on_time_percent integer, paid_on_time_percent integer, axes jsonb)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  enough CONSTANT integer := 3;
  zone   CONSTANT text    := 'America/Sao_Paulo';
  today  CONSTANT date    := (now() AT TIME ZONE zone)::date;
BEGIN
  RETURN QUERY
  WITH deals AS (
    SELECT c.id, c.status, c.company_id = party AS pays
    FROM public.contracts c
    JOIN public.profiles o ON o.id = CASE c.company_id WHEN party THEN c.professional_id ELSE c.company_id END
    WHERE (c.company_id = party OR c.professional_id = party) AND (o.status = 'active' OR o.removed_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM private.barred_documents b WHERE b.profile_id = o.id)
  ), parts AS (
    SELECT m.id, m.contract_id, m.status, m.due_on, m.owed_due_on, m.delivered_at, (m.settled_at AT TIME ZONE zone)::date AS settled_on, d.pays
    FROM deals d JOIN public.milestones m ON m.contract_id = d.id
  ), due AS (
    -- The first delivery counts, however often it was adjusted; what was never delivered is late from its date on.
    SELECT p.contract_id, p.due_on, (coalesce(first.at, p.delivered_at) AT TIME ZONE zone)::date AS delivered_on, coalesce(p.settled_on, today) AS until
    FROM parts p
    CROSS JOIN LATERAL (SELECT min(e.created_at) AS at FROM public.contract_events e WHERE e.milestone_id = p.id AND e.action = 'deliver_milestone') AS first
    WHERE NOT p.pays AND p.due_on IS NOT NULL
  ), kept AS (
    SELECT round(100.0 * count(*) FILTER (WHERE t.delivered_on <= t.due_on) / nullif(count(*), 0))::integer AS percent, count(DISTINCT t.contract_id) AS contracts
    FROM due t WHERE t.delivered_on IS NOT NULL OR t.due_on < t.until
  ), owed AS (
    -- What the company says it paid counts on that day once the professional has not contested it.
    SELECT p.contract_id, p.owed_due_on,
           CASE p.status WHEN 'released' THEN coalesce(said.paid_on, p.settled_on) END AS paid_on,
           p.status = 'awaiting_payment' AND said.paid_on IS NULL AND p.owed_due_on < today AS is_late
    FROM parts p
    LEFT JOIN public.direct_payments said ON said.milestone_id = p.id AND said.status <> 'contested'
    WHERE p.pays AND p.owed_due_on IS NOT NULL
  ), paid AS (
    SELECT round(100.0 * count(*) FILTER (WHERE w.paid_on <= w.owed_due_on) / nullif(count(*), 0))::integer AS percent, count(DISTINCT w.contract_id) AS contracts
    FROM owed w WHERE w.paid_on IS NOT NULL OR w.is_late
  ), means AS (
    SELECT given.axis, avg(given.score::integer) AS mean
    FROM public.reviews r CROSS JOIN LATERAL jsonb_each_text(r.axes) AS given (axis, score)
    WHERE r.subject_id = party AND r.counted AND NOT r.withheld AND given.score IS NOT NULL
    GROUP BY r.author_id, given.axis
  ), rated AS (
    SELECT m.axis, round(avg(m.mean), 2) AS mean FROM means m GROUP BY m.axis HAVING count(*) >= enough
  )
  SELECT count(*) FILTER (WHERE d.status = 'completed')::integer,
         count(*) FILTER (WHERE d.status IN ('terminated', 'cancelled'))::integer,
         count(*) FILTER (WHERE d.status = 'withdrawn')::integer,
         count(*) FILTER (WHERE EXISTS (SELECT FROM parts p WHERE p.contract_id = d.id AND p.status = 'disputed'))::integer,
         (SELECT k.percent FROM kept k WHERE k.contracts >= enough),
         (SELECT p.percent FROM paid p WHERE p.contracts >= enough),
         (SELECT coalesce(jsonb_object_agg(a.axis, a.mean), '{}') FROM rated a)
  FROM deals d;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.track_record_of(uuid) OWNER TO service_role;
REVOKE EXECUTE ON FUNCTION private.track_record_of(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.track_record_of(uuid) TO anon, authenticated, service_role;

-- The records of up to a hundred parties that the caller may see.
-- +goose StatementBegin
CREATE FUNCTION public.track_records(profile_ids uuid[]) RETURNS TABLE (
  profile_id uuid, contracts_completed integer, contracts_ended_early integer, contracts_withdrawn integer, contracts_in_dispute integer,
  on_time_percent integer, paid_on_time_percent integer, axes jsonb)
LANGUAGE sql STABLE SECURITY INVOKER
SET search_path = ''
AS $$
  SELECT p.id, r.* FROM public.profiles p CROSS JOIN LATERAL private.track_record_of(p.id) AS r
  WHERE p.id = ANY (profile_ids[:100]) AND p.is_party AND p.role IN ('company', 'professional')
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION public.track_records(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.track_records(uuid[]) TO anon, authenticated, service_role;
