-- What is withheld of a milestone went to the company at once, whether or not the tax was
-- ever paid. It waits for the proof of payment (guia or DARF) of each line: held in a
-- guarantee contract, as an open debt in a direct one. Without a proof by its date it is
-- the professional's.

-- +goose Up
-- INSS and income taxes of a month are due on the 20th of the next: 60 days after a release
-- that is never sooner than ten days after it, whatever the town's date for ISS is.
INSERT INTO private.limits (name, value, meaning) VALUES
  ('withholding_proof_days',          60, 'How many days after the payment of a milestone the company has to prove that it paid the withheld taxes.'),
  ('withholding_proof_reminder_days', 7,  'How long before its date the company is reminded of the proof of withheld taxes.');

CREATE TABLE public.withholding_proofs (
  id             uuid          NOT NULL DEFAULT private.uuid_v7(),
  withholding_id uuid          NOT NULL,
  contract_id    uuid          NOT NULL,
  milestone_id   uuid          NOT NULL,
  tax            text          NOT NULL,
  value_cents    bigint        NOT NULL,
  value          numeric(14,2) NOT NULL GENERATED ALWAYS AS (value_cents / 100.0) STORED,
  -- How the contract is paid: what is held, or what the company keeps itself.
  settlement     text          NOT NULL,
  status         text          NOT NULL DEFAULT 'due',
  created_at     timestamptz   NOT NULL DEFAULT now(),
  due_at         timestamptz   NOT NULL,
  reminded_at    timestamptz,
  -- The number or authentication code of the guia or DARF, and its paper.
  reference      text,
  file_id        uuid,
  given_by       uuid,
  given_at       timestamptz,
  ended_at       timestamptz,
  CONSTRAINT withholding_proofs_pkey                PRIMARY KEY (id),
  CONSTRAINT withholding_proofs_withholding_id_key  UNIQUE (withholding_id),
  CONSTRAINT withholding_proofs_withholding_id_fkey FOREIGN KEY (withholding_id) REFERENCES public.withholdings (id) ON DELETE RESTRICT,
  CONSTRAINT withholding_proofs_contract_id_fkey    FOREIGN KEY (contract_id)    REFERENCES public.contracts (id)    ON DELETE RESTRICT,
  CONSTRAINT withholding_proofs_milestone_id_fkey   FOREIGN KEY (milestone_id)   REFERENCES public.milestones (id)   ON DELETE RESTRICT,
  CONSTRAINT withholding_proofs_file_id_fkey        FOREIGN KEY (file_id)        REFERENCES public.deal_files (id)   ON DELETE RESTRICT,
  CONSTRAINT withholding_proofs_given_by_fkey       FOREIGN KEY (given_by)       REFERENCES public.profiles (id)     ON DELETE RESTRICT,
  CONSTRAINT withholding_proofs_tax_known           CHECK (tax IN ('iss', 'inss', 'irrf', 'csrf')),
  CONSTRAINT withholding_proofs_value_positive      CHECK (value_cents > 0),
  CONSTRAINT withholding_proofs_settlement_known    CHECK (settlement IN ('guarantee', 'direct')),
  CONSTRAINT withholding_proofs_status_known        CHECK (status IN ('due', 'proved', 'released', 'owed', 'settled', 'lost')),
  CONSTRAINT withholding_proofs_status_of_way       CHECK (status NOT IN ('released', 'lost') OR settlement = 'guarantee'),
  CONSTRAINT withholding_proofs_debt_is_direct      CHECK (status NOT IN ('owed', 'settled') OR settlement = 'direct'),
  CONSTRAINT withholding_proofs_reference_form      CHECK (reference ~ '^[0-9A-Za-z][0-9A-Za-z ./-]*$' AND length(reference) BETWEEN 4 AND 60),
  -- Nothing is proved without its number, its paper, its giver, or after its date.
  CONSTRAINT withholding_proofs_proof_whole         CHECK (CASE status WHEN 'proved' THEN num_nulls(reference, file_id, given_by, given_at) = 0 ELSE num_nonnulls(reference, file_id, given_by, given_at) = 0 END),
  CONSTRAINT withholding_proofs_in_time             CHECK (given_at <= due_at),
  CONSTRAINT withholding_proofs_end_told            CHECK ((status = 'due') = (ended_at IS NULL))
);
CREATE INDEX withholding_proofs_contract_id_idx  ON public.withholding_proofs (contract_id);
CREATE INDEX withholding_proofs_milestone_id_idx ON public.withholding_proofs (milestone_id);
CREATE INDEX withholding_proofs_file_id_idx      ON public.withholding_proofs (file_id)  WHERE file_id  IS NOT NULL;
CREATE INDEX withholding_proofs_given_by_idx     ON public.withholding_proofs (given_by) WHERE given_by IS NOT NULL;
CREATE INDEX withholding_proofs_due_idx          ON public.withholding_proofs (due_at)   WHERE status = 'due';

ALTER TABLE public.withholding_proofs ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.withholding_proofs FORCE  ROW LEVEL SECURITY;
CREATE POLICY "both sides read the proofs of withheld taxes of their contract" ON public.withholding_proofs
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "administrators read every proof of withheld taxes" ON public.withholding_proofs
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps proofs of withheld taxes" ON public.withholding_proofs
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, withholding_id, contract_id, milestone_id, tax, value_cents, value, settlement, status, created_at, due_at, reference, file_id, given_by, given_at, ended_at)
  ON public.withholding_proofs TO authenticated;
GRANT SELECT, INSERT, UPDATE (status, reminded_at, reference, file_id, given_by, given_at, ended_at) ON public.withholding_proofs TO service_role;
SELECT realtime.watch('public.withholding_proofs');
COMMENT ON TABLE public.withholding_proofs IS 'What is withheld of a paid milestone, tax by tax, until the company proves that it paid it';
COMMENT ON COLUMN public.withholding_proofs."id" IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.withholding_proofs."contract_id" IS 'The contract it is of';
COMMENT ON COLUMN public.withholding_proofs."milestone_id" IS 'The milestone it is of';
COMMENT ON COLUMN public.withholding_proofs."value_cents" IS 'What was withheld, in centavos';
COMMENT ON COLUMN public.withholding_proofs."value" IS 'What was withheld, in reais';
COMMENT ON COLUMN public.withholding_proofs."created_at" IS 'When the milestone was paid';
COMMENT ON COLUMN public.withholding_proofs."reminded_at" IS 'When a reminder was sent';
COMMENT ON COLUMN public.withholding_proofs."withholding_id" IS 'The line of withheld taxes it is of';
COMMENT ON COLUMN public.withholding_proofs."tax" IS 'iss, inss, irrf or csrf';
COMMENT ON COLUMN public.withholding_proofs."settlement" IS 'guarantee: the value is held; direct: the company has it';
COMMENT ON COLUMN public.withholding_proofs."status" IS 'due, proved, released (held, to the professional), owed and settled (direct), or lost to the payer''s bank';
COMMENT ON COLUMN public.withholding_proofs."due_at" IS 'Until when the company may prove it';
COMMENT ON COLUMN public.withholding_proofs."reference" IS 'The number or authentication code of the guia or DARF';
COMMENT ON COLUMN public.withholding_proofs."file_id" IS 'The paper of it, a file of the contract';
COMMENT ON COLUMN public.withholding_proofs."given_by" IS 'Who gave the proof';
COMMENT ON COLUMN public.withholding_proofs."given_at" IS 'When the proof was given';
COMMENT ON COLUMN public.withholding_proofs."ended_at" IS 'When it stopped waiting for a proof';

-- Nobody may write the table, its owner neither.
ALTER TABLE private.transitions NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.transitions (noun, from_state, to_state) VALUES
  ('withholding_proof', 'due', 'proved'), ('withholding_proof', 'due', 'released'), ('withholding_proof', 'due', 'owed'), ('withholding_proof', 'due', 'lost'),
  ('withholding_proof', 'owed', 'settled');
ALTER TABLE private.transitions FORCE ROW LEVEL SECURITY;
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.withholding_proofs
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('withholding_proof');
SELECT private.log_knows('prove_withheld', 'release_withheld', 'owe_withheld', 'confirm_withheld', 'lose_withheld');

-- With the turns of withheld taxes, and of who is asked to witness.
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
  SELECT CASE l.status WHEN 'proposed' THEN 'list' ELSE 'sign' END,
         -- Who signs witnesses, until the date after which silence counts.
         (SELECT min(i.witness_due_at) FROM public.checklist_items i
          WHERE l.status = 'agreed' AND i.checklist_id = l.id AND i.blocking AND i.result IN ('passed', 'not_applicable') AND i.witnessed_at IS NULL AND i.recorded_side <> c.side),
         l.updated_at, c.id, l.id, m.id, l.kind, NULL
  FROM mine c JOIN public.checklists l ON l.contract_id = c.id JOIN public.milestones m ON m.id = l.milestone_id
  WHERE fulfils AND c.binds AND m.status IN ('planned', 'awaiting_payment', 'funded', 'delivered', 'adjusting') AND m.owed_due_on IS NULL
    AND (l.status = 'proposed' AND CASE c.side WHEN 'company' THEN l.agreed_by_company ELSE l.agreed_by_professional END IS NULL
      OR l.status = 'agreed' AND CASE c.side WHEN 'company' THEN l.signed_by_company ELSE l.signed_by_professional END IS NULL
         AND NOT EXISTS (SELECT FROM public.checklist_items i WHERE i.checklist_id = l.id AND i.result = 'pending'))
  UNION ALL
  -- What the other side recorded of a list that is not to be signed yet, by the first date.
  SELECT 'witness', min(i.witness_due_at), min(i.recorded_at), c.id, l.id, m.id, l.kind, NULL
  FROM mine c JOIN public.checklists l ON l.contract_id = c.id JOIN public.milestones m ON m.id = l.milestone_id JOIN public.checklist_items i ON i.checklist_id = l.id
  WHERE fulfils AND c.binds AND NOT c.is_own AND m.status IN ('planned', 'awaiting_payment', 'funded', 'delivered', 'adjusting') AND m.owed_due_on IS NULL
    AND l.status = 'agreed' AND i.blocking AND i.result IN ('passed', 'not_applicable') AND i.witnessed_at IS NULL
    AND i.recorded_side <> c.side AND i.recorded_by IS DISTINCT FROM person
    AND (CASE c.side WHEN 'company' THEN l.signed_by_company ELSE l.signed_by_professional END IS NOT NULL
      OR EXISTS (SELECT FROM public.checklist_items open WHERE open.checklist_id = l.id AND open.result = 'pending'))
  GROUP BY c.id, l.id, m.id, l.kind
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
  -- One turn for the taxes of a milestone, by the first date; the date of what is owed has passed.
  SELECT CASE w.status WHEN 'due' THEN 'prove_withheld' WHEN 'owed' THEN CASE c.side WHEN 'company' THEN 'pay_withheld' ELSE 'confirm_withheld' END END,
         CASE w.status WHEN 'due' THEN min(w.due_at) END, min(coalesce(w.ended_at, w.created_at)), c.id, w.milestone_id, w.milestone_id, NULL, sum(w.value_cents)::bigint
  FROM mine c JOIN public.withholding_proofs w ON w.contract_id = c.id
  WHERE pays AND NOT c.is_own AND (w.status = 'due' AND c.side = 'company' AND w.due_at > now() OR w.status = 'owed')
  GROUP BY c.id, c.side, w.milestone_id, w.status
  UNION ALL
  SELECT 'review', c.completed_at + private.span_of('review_days'), c.completed_at, c.id, NULL, NULL, NULL, NULL
  FROM mine c
  WHERE negotiates AND c.status = 'completed' AND NOT c.reviewed AND NOT c.is_own AND c.completed_at > now() - private.span_of('review_days');
END
$$;
-- +goose StatementEnd
