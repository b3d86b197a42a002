-- The professional pays the product's fee and has a receipt of it, numbered
-- without a gap: it is issued in the transaction that posts the fee, under the
-- ledger's lock.

-- +goose Up
CREATE TABLE public.fee_receipts (
  number       bigint        NOT NULL,
  contract_id  uuid          NOT NULL,
  milestone_id uuid          NOT NULL,
  -- Who paid the fee.
  party_id     uuid          NOT NULL,
  -- What was earned, gross, and the fee of it.
  base_cents   bigint        NOT NULL,
  fee_cents    bigint        NOT NULL,
  base         numeric(14,2) NOT NULL GENERATED ALWAYS AS (base_cents / 100.0) STORED,
  fee          numeric(14,2) NOT NULL GENERATED ALWAYS AS (fee_cents / 100.0) STORED,
  issued_at    timestamptz   NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT fee_receipts_pkey              PRIMARY KEY (number),
  CONSTRAINT fee_receipts_milestone_id_key  UNIQUE (milestone_id),
  CONSTRAINT fee_receipts_contract_id_fkey  FOREIGN KEY (contract_id)  REFERENCES public.contracts (id)  ON DELETE RESTRICT,
  CONSTRAINT fee_receipts_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES public.milestones (id) ON DELETE RESTRICT,
  CONSTRAINT fee_receipts_party_id_fkey     FOREIGN KEY (party_id)     REFERENCES public.profiles (id)   ON DELETE RESTRICT,
  CONSTRAINT fee_receipts_number_positive   CHECK (number > 0),
  CONSTRAINT fee_receipts_fee_of_base       CHECK (fee_cents > 0 AND fee_cents <= base_cents)
);
CREATE INDEX fee_receipts_contract_id_idx ON public.fee_receipts (contract_id);
CREATE INDEX fee_receipts_party_id_idx    ON public.fee_receipts (party_id, number DESC);

ALTER TABLE public.fee_receipts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.fee_receipts FORCE  ROW LEVEL SECURITY;
CREATE POLICY "whoever paid the fee reads its receipt" ON public.fee_receipts
  FOR SELECT TO authenticated USING (party_id = ANY ((SELECT private.parties())::uuid[]));
CREATE POLICY "administrators read every receipt of a fee" ON public.fee_receipts
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server reads the receipts of fees" ON public.fee_receipts
  FOR SELECT TO service_role USING (true);
CREATE POLICY "the server issues the receipts of fees" ON public.fee_receipts
  FOR INSERT TO service_role WITH CHECK (true);
GRANT SELECT (number, contract_id, milestone_id, party_id, base_cents, fee_cents, base, fee, issued_at) ON public.fee_receipts TO authenticated;
GRANT SELECT, INSERT ON public.fee_receipts TO service_role;

-- Whoever migrates reads past the policies here, and so finds what was released
-- before: it has its receipt, and owes its invoice.
ALTER TABLE public.ledger_transfers NO FORCE ROW LEVEL SECURITY;
ALTER TABLE public.ledger_entries   NO FORCE ROW LEVEL SECURITY;
ALTER TABLE public.milestones       NO FORCE ROW LEVEL SECURITY;
ALTER TABLE public.contracts        NO FORCE ROW LEVEL SECURITY;
ALTER TABLE public.profiles         NO FORCE ROW LEVEL SECURITY;
ALTER TABLE public.organisations    NO FORCE ROW LEVEL SECURITY;
ALTER TABLE public.accounts         NO FORCE ROW LEVEL SECURITY;
ALTER TABLE public.invoices         NO FORCE ROW LEVEL SECURITY;
ALTER TABLE public.fee_receipts     NO FORCE ROW LEVEL SECURITY;

INSERT INTO public.fee_receipts (number, contract_id, milestone_id, party_id, base_cents, fee_cents, issued_at)
SELECT row_number() OVER (ORDER BY min(t.number)), t.contract_id, t.milestone_id, c.professional_id,
       sum(e.value_cents) FILTER (WHERE e.kind <> 'fee'), -sum(e.value_cents) FILTER (WHERE e.kind = 'fee'), min(t.created_at)
FROM public.ledger_transfers t JOIN public.ledger_entries e ON e.transfer_id = t.id JOIN public.contracts c ON c.id = t.contract_id
WHERE t.kind IN ('release', 'split') AND e.kind IN (t.kind, 'fee') AND e.account LIKE 'available:%' AND t.milestone_id IS NOT NULL
GROUP BY t.contract_id, t.milestone_id, c.professional_id
HAVING coalesce(sum(e.value_cents) FILTER (WHERE e.kind = 'fee'), 0) < 0;

INSERT INTO public.invoices (contract_id, milestone_id, professional_id, kind, expected_cents, remind_at)
SELECT m.contract_id, m.id, c.professional_id, CASE WHEN length(private.document_of(c.professional_id)) = 11 THEN 'rpa' ELSE 'nfse' END,
       private.earned_of(m.id), now() + private.span_of('invoice_reminder_days')
FROM public.milestones m JOIN public.contracts c ON c.id = m.contract_id
WHERE m.status IN ('released', 'split') AND NOT EXISTS (SELECT FROM public.invoices i WHERE i.milestone_id = m.id);

ALTER TABLE public.fee_receipts     FORCE ROW LEVEL SECURITY;
ALTER TABLE public.invoices         FORCE ROW LEVEL SECURITY;
ALTER TABLE public.accounts         FORCE ROW LEVEL SECURITY;
ALTER TABLE public.organisations    FORCE ROW LEVEL SECURITY;
ALTER TABLE public.profiles         FORCE ROW LEVEL SECURITY;
ALTER TABLE public.contracts        FORCE ROW LEVEL SECURITY;
ALTER TABLE public.milestones       FORCE ROW LEVEL SECURITY;
ALTER TABLE public.ledger_entries   FORCE ROW LEVEL SECURITY;
ALTER TABLE public.ledger_transfers FORCE ROW LEVEL SECURITY;
