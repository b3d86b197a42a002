-- In a guarantee contract a milestone is deposited before the work on it: whose
-- turn it is says so, and a professional who delivers without a deposit says in
-- words that they work without guarantee, which the log keeps.

-- +goose Up
SELECT private.log_knows('waive_guarantee');

-- Whether a milestone waits for its deposit: nobody holds its money, and it is not
-- delivered, or was given back.
CREATE FUNCTION private.is_unfunded(settlement text, status text, held_cents bigint, owed_due_on date) RETURNS boolean
LANGUAGE sql IMMUTABLE
SET search_path = ''
RETURN settlement = 'guarantee' AND held_cents = 0 AND (status IN ('planned', 'adjusting') OR status = 'awaiting_payment' AND owed_due_on IS NULL);
REVOKE EXECUTE ON FUNCTION private.is_unfunded(text, text, bigint, date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.is_unfunded(text, text, bigint, date) TO definer, service_role;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.contract_turns(party uuid, person uuid)
 RETURNS TABLE(kind text, due_at timestamp with time zone, since timestamp with time zone, contract_id uuid, subject_id uuid, milestone_id uuid, what text, value_cents bigint)
 LANGUAGE plpgsql
 STABLE ROWS 20
 SET search_path TO ''
AS $$
DECLARE
  own        CONSTANT uuid[]  := private.parties('read', person);
  negotiates CONSTANT boolean := private.acts_for(party, 'negotiate', person);
  fulfils    CONSTANT boolean := private.acts_for(party, 'fulfil', person);
  pays       CONSTANT boolean := private.acts_for(party, 'pay', person);
BEGIN
  RETURN QUERY
  WITH mine AS (
    SELECT c.id, c.status, c.settlement, c.termination_by, c.termination_lapses_at, c.termination_proposed_at, c.completed_at, private.is_binding(c.status) AS binds,
           CASE party WHEN c.company_id THEN 'company' ELSE 'professional' END AS side,
           CASE party WHEN c.company_id THEN c.company_reviewed ELSE c.professional_reviewed END AS reviewed,
           CASE party WHEN c.company_id THEN c.professional_id ELSE c.company_id END = ANY (own) AS is_own
    FROM public.contracts c WHERE party IN (c.company_id, c.professional_id))
  SELECT 'termination', c.termination_lapses_at, c.termination_proposed_at, c.id, NULL::uuid, NULL::uuid, NULL::text, NULL::bigint
  FROM mine c WHERE negotiates AND c.termination_by <> party AND c.termination_lapses_at > now()
  UNION ALL
  SELECT CASE d.status WHEN 'open' THEN 'dispute' WHEN 'decided' THEN 'decision' ELSE 'split' END,
         CASE d.status WHEN 'open' THEN d.answer_due_at WHEN 'decided' THEN d.appeal_until END, d.updated_at, c.id, d.id, d.milestone_id, NULL, d.value_cents
  FROM mine c JOIN public.disputes d ON d.contract_id = c.id
  WHERE negotiates AND (d.status = 'open' AND d.opened_by <> c.side
    OR d.status = 'negotiating' AND c.side <> (SELECT e.side FROM public.dispute_entries e WHERE e.dispute_id = d.id AND e.offer IS NOT NULL ORDER BY e.offer DESC LIMIT 1)
    OR d.status = 'decided' AND CASE c.side WHEN 'company' THEN d.company_accepted_at ELSE d.professional_accepted_at END IS NULL)
  UNION ALL
  SELECT 'amendment', a.lapses_at, a.created_at, c.id, a.id, NULL, a.label, a.price_cents
  FROM mine c JOIN public.amendments a ON a.contract_id = c.id
  WHERE negotiates AND c.binds AND a.status = 'proposed' AND a.author <> c.side
  UNION ALL
  SELECT CASE l.status WHEN 'proposed' THEN 'list' ELSE 'sign' END, NULL, l.updated_at, c.id, l.id, m.id, l.kind, NULL
  FROM mine c JOIN public.checklists l ON l.contract_id = c.id JOIN public.milestones m ON m.id = l.milestone_id
  WHERE fulfils AND c.binds AND m.status IN ('planned', 'awaiting_payment', 'funded', 'delivered', 'adjusting') AND m.owed_due_on IS NULL
    AND (l.status = 'proposed' AND CASE c.side WHEN 'company' THEN l.agreed_by_company ELSE l.agreed_by_professional END IS NULL
      OR l.status = 'agreed' AND CASE c.side WHEN 'company' THEN l.signed_by_company ELSE l.signed_by_professional END IS NULL
         AND NOT EXISTS (SELECT FROM public.checklist_items i WHERE i.checklist_id = l.id AND i.result = 'pending'))
  UNION ALL
  -- What the checklist blocks is filled in before it is approved.
  SELECT CASE WHEN l.kind IS NULL THEN 'approve' ELSE 'fill' END, CASE WHEN m.paused_at IS NULL THEN m.review_until END, m.delivered_at, c.id, m.id, m.id, l.kind, m.value_cents
  FROM mine c JOIN public.milestones m ON m.contract_id = c.id
  LEFT JOIN LATERAL (
    SELECT b.kind FROM public.checklists b
    WHERE b.milestone_id = m.id AND b.status <> 'proposed'
      AND EXISTS (SELECT FROM public.checklist_items i WHERE i.checklist_id = b.id AND i.blocking AND i.result IN ('pending', 'failed'))
    ORDER BY b.id LIMIT 1) AS l ON true
  WHERE fulfils AND c.side = 'company' AND c.binds AND m.status = 'delivered' AND NOT c.is_own AND m.delivered_by IS DISTINCT FROM person
  UNION ALL
  SELECT CASE c.settlement WHEN 'direct' THEN 'pay' ELSE 'fund' END, private.end_of(m.owed_due_on), coalesce(m.approved_at, m.updated_at), c.id, m.id, m.id, NULL, m.value_cents
  FROM mine c JOIN public.milestones m ON m.contract_id = c.id
  WHERE pays AND c.side = 'company' AND m.status = 'awaiting_payment' AND m.owed_due_on IS NOT NULL
    AND NOT (c.settlement = 'direct' AND EXISTS (SELECT FROM public.direct_payments d WHERE d.milestone_id = m.id AND d.status = 'declared'))
  UNION ALL
  SELECT 'confirm', d.confirm_due_at, d.declared_at, c.id, d.id, d.milestone_id, NULL, d.value_cents
  FROM mine c JOIN public.direct_payments d ON d.contract_id = c.id
  WHERE pays AND c.side = 'professional' AND d.status = 'declared' AND NOT c.is_own AND d.declared_by <> person
  UNION ALL
  -- One work of a contract at a time, what was given back first, and nothing
  -- that a guarantee contract has no deposit for.
  (SELECT DISTINCT ON (c.id) CASE WHEN m.status = 'adjusting' THEN 'adjust' WHEN c.status = 'agreed' THEN 'start' ELSE 'deliver' END,
          private.end_of(m.due_on), m.updated_at, c.id, m.id, m.id, NULL::text, m.value_cents
   FROM mine c JOIN public.milestones m ON m.contract_id = c.id
   WHERE fulfils AND c.side = 'professional' AND c.status IN ('agreed', 'active') AND m.status IN ('planned', 'funded', 'adjusting')
     AND NOT private.is_unfunded(c.settlement, m.status, m.held_cents, m.owed_due_on)
   ORDER BY c.id, m.status = 'adjusting' DESC, m.position)
  UNION ALL
  -- The deposit is asked for the part whose turn it is, one at a time.
  SELECT 'deposit', NULL, w.updated_at, w.contract_id, w.id, w.id, NULL, w.value_cents
  FROM (SELECT DISTINCT ON (c.id) c.id AS contract_id, m.id, m.updated_at, m.value_cents, private.is_unfunded(c.settlement, m.status, m.held_cents, m.owed_due_on) AS is_unfunded
        FROM mine c JOIN public.milestones m ON m.contract_id = c.id
        WHERE pays AND c.side = 'company' AND c.settlement = 'guarantee' AND c.status IN ('agreed', 'active') AND NOT c.is_own
          AND (m.status IN ('planned', 'funded', 'adjusting') OR m.status = 'awaiting_payment' AND m.owed_due_on IS NULL)
        ORDER BY c.id, m.status = 'adjusting' DESC, m.position) AS w
  WHERE w.is_unfunded
  UNION ALL
  SELECT CASE i.status WHEN 'sent' THEN 'check_invoice' WHEN 'refused' THEN 'resend_invoice' ELSE 'invoice' END, NULL, coalesce(i.answered_at, i.sent_at, i.created_at), c.id, i.id, i.milestone_id, NULL, i.expected_cents
  FROM mine c JOIN public.invoices i ON i.contract_id = c.id
  WHERE pays AND NOT c.is_own
    AND CASE c.side WHEN 'company' THEN i.status = 'sent' AND i.sent_by IS DISTINCT FROM person ELSE i.status IN ('pending', 'refused') END
  UNION ALL
  SELECT 'withholding', min(w.answer_due_at), min(w.recorded_at), c.id, w.milestone_id, w.milestone_id, NULL, sum(w.value_cents)::bigint
  FROM mine c JOIN public.withholdings w ON w.contract_id = c.id
  WHERE pays AND c.side = 'professional' AND w.status = 'proposed' AND NOT c.is_own AND w.recorded_by <> person
  GROUP BY c.id, w.milestone_id
  UNION ALL
  SELECT 'review', c.completed_at + private.span_of('review_days'), c.completed_at, c.id, NULL, NULL, NULL, NULL
  FROM mine c
  WHERE negotiates AND c.status = 'completed' AND NOT c.reviewed AND NOT c.is_own AND c.completed_at > now() - private.span_of('review_days');
END
$$;
-- +goose StatementEnd
