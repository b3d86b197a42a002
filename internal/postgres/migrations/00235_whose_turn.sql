-- A contract also waits for who has to answer an amendment, a checklist or a
-- dispute, and for who has not signed what was tested: whose turn it is was
-- right only as far as milestones went. A dispute may outlive its contract.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION private.has_answer_due(contract uuid, side text, runs boolean) RETURNS boolean
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT runs AND EXISTS (SELECT FROM public.amendments a WHERE a.contract_id = contract AND a.status = 'proposed' AND a.author <> side)
    OR runs AND EXISTS (
      SELECT FROM public.checklists c JOIN public.milestones m ON m.id = c.milestone_id
      WHERE c.contract_id = contract AND m.status IN ('planned', 'awaiting_payment', 'funded', 'delivered', 'adjusting') AND m.owed_due_on IS NULL
        AND (c.status = 'proposed' AND CASE side WHEN 'company' THEN c.agreed_by_company ELSE c.agreed_by_professional END IS NULL
          OR c.status = 'agreed' AND CASE side WHEN 'company' THEN c.signed_by_company ELSE c.signed_by_professional END IS NULL
             AND NOT EXISTS (SELECT FROM public.checklist_items i WHERE i.checklist_id = c.id AND i.result = 'pending')))
    OR EXISTS (
      SELECT FROM public.disputes d
      WHERE d.contract_id = contract
        AND (d.status = 'open' AND d.opened_by <> side
          OR d.status = 'negotiating' AND side <> (SELECT e.side FROM public.dispute_entries e WHERE e.dispute_id = d.id AND e.offer IS NOT NULL ORDER BY e.offer DESC LIMIT 1)
          OR d.status = 'decided' AND CASE side WHEN 'company' THEN d.company_accepted_at ELSE d.professional_accepted_at END IS NULL))
$$;
-- +goose StatementEnd
REVOKE ALL ON FUNCTION private.has_answer_due(uuid, text, boolean) FROM public;
GRANT EXECUTE ON FUNCTION private.has_answer_due(uuid, text, boolean) TO authenticated;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION public.waiting_contracts(party uuid DEFAULT auth.uid()) RETURNS TABLE (contract_id uuid)
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT c.id FROM public.contracts c
  WHERE party IN (c.company_id, c.professional_id) AND private.acts_for(party)
    AND (c.termination_by <> party AND c.termination_lapses_at > now()
      OR c.professional_id = party AND c.status IN ('agreed', 'active') AND EXISTS (
           SELECT FROM public.milestones m WHERE m.contract_id = c.id AND m.status IN ('planned', 'funded', 'adjusting'))
      OR c.professional_id = party AND EXISTS (
           SELECT FROM public.direct_payments d WHERE d.contract_id = c.id AND d.status = 'declared')
      OR c.company_id = party AND c.status IN ('active', 'delivered') AND EXISTS (
           SELECT FROM public.milestones m WHERE m.contract_id = c.id AND m.status = 'delivered')
      OR c.company_id = party AND EXISTS (
           SELECT FROM public.milestones m WHERE m.contract_id = c.id AND m.status = 'awaiting_payment' AND m.owed_due_on IS NOT NULL
             AND NOT EXISTS (SELECT FROM public.direct_payments d WHERE d.milestone_id = m.id AND d.status = 'declared'))
      OR private.has_answer_due(c.id, CASE party WHEN c.company_id THEN 'company' ELSE 'professional' END, c.status IN ('agreed', 'active', 'delivered')))
  ORDER BY c.id DESC LIMIT 100
$$;
-- +goose StatementEnd
