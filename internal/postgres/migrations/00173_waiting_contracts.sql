-- Which contracts wait for a party: a list of contracts is filtered by it, a
-- page at a time. What exactly they wait for is read off their rows.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION public.waiting_contracts(party uuid DEFAULT auth.uid()) RETURNS TABLE (contract_id uuid)
LANGUAGE sql STABLE SECURITY INVOKER
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
             AND NOT EXISTS (SELECT FROM public.direct_payments d WHERE d.milestone_id = m.id AND d.status = 'declared')))
  ORDER BY c.id DESC LIMIT 100
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION public.waiting_contracts(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.waiting_contracts(uuid) TO authenticated;
