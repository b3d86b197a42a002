-- What is withheld of a milestone went to the company at once, whether or not the tax was
-- ever paid. It waits for the proof of payment (guia or DARF) of each line: held in a
-- guarantee contract, as an open debt in a direct one. The professional accepts a proof or
-- contests it, twice at most; then an administrator decides. Without a proof by its date it
-- is the professional's.

-- +goose Up
-- INSS and income taxes of a month are due on the 20th of the next: 60 days after a release
-- that is never sooner than ten days after it, whatever the town's date for ISS is.
INSERT INTO private.limits (name, value, meaning) VALUES
  ('withholding_proof_days',          60, 'How many days after the payment of a milestone the company has to prove that it paid the withheld taxes.'),
  ('withholding_proof_answer_days',   10, 'How many days the professional has to answer a proof of withheld taxes, and the company to give another one after it was contested.'),
  ('withholding_proofs_max',          5,  'How many proofs of one withheld tax a company may give, those of what it owes among them.'),
  ('withholding_proof_reminder_days', 7,  'How long before its date the proof of withheld taxes, or the answer to it, is asked for once more.');

CREATE TABLE public.withholding_proofs (
  id                  uuid          NOT NULL DEFAULT private.uuid_v7(),
  withholding_id      uuid          NOT NULL,
  contract_id         uuid          NOT NULL,
  milestone_id        uuid          NOT NULL,
  tax                 text          NOT NULL,
  value_cents         bigint        NOT NULL,
  value               numeric(14,2) NOT NULL GENERATED ALWAYS AS (value_cents / 100.0) STORED,
  -- How the contract is paid: what is held, or what the company keeps itself.
  settlement          text          NOT NULL,
  status              text          NOT NULL DEFAULT 'due',
  created_at          timestamptz   NOT NULL DEFAULT now(),
  -- Until when the company may give a proof, and the professional answer it.
  due_at              timestamptz   NOT NULL,
  answer_until        timestamptz,
  reminded_at         timestamptz,
  -- The proof that was given last.
  round               smallint,
  -- Why an administrator decided as they did.
  decision            text,
  decided_by          uuid,
  decided_at          timestamptz,
  acceptances_stop_on date,
  ended_at            timestamptz,
  CONSTRAINT withholding_proofs_pkey                PRIMARY KEY (id),
  CONSTRAINT withholding_proofs_withholding_id_key  UNIQUE (withholding_id),
  CONSTRAINT withholding_proofs_withholding_id_fkey FOREIGN KEY (withholding_id) REFERENCES public.withholdings (id) ON DELETE RESTRICT,
  CONSTRAINT withholding_proofs_contract_id_fkey    FOREIGN KEY (contract_id)    REFERENCES public.contracts (id)    ON DELETE RESTRICT,
  CONSTRAINT withholding_proofs_milestone_id_fkey   FOREIGN KEY (milestone_id)   REFERENCES public.milestones (id)   ON DELETE RESTRICT,
  CONSTRAINT withholding_proofs_decided_by_fkey     FOREIGN KEY (decided_by)     REFERENCES public.profiles (id)     ON DELETE SET NULL,
  CONSTRAINT withholding_proofs_tax_known           CHECK (tax IN ('iss', 'inss', 'irrf', 'csrf')),
  CONSTRAINT withholding_proofs_value_positive      CHECK (value_cents > 0),
  CONSTRAINT withholding_proofs_settlement_known    CHECK (settlement IN ('guarantee', 'direct')),
  CONSTRAINT withholding_proofs_status_known        CHECK (status IN ('due', 'shown', 'contested', 'mediation', 'proved', 'released', 'owed', 'settled', 'lost')),
  CONSTRAINT withholding_proofs_status_of_way       CHECK (status NOT IN ('released', 'lost') OR settlement = 'guarantee'),
  CONSTRAINT withholding_proofs_debt_is_direct      CHECK (status NOT IN ('owed', 'settled') OR settlement = 'direct'),
  -- Nothing is proved without a proof, and none is contested for the company to answer twice.
  CONSTRAINT withholding_proofs_proof_given         CHECK (CASE status WHEN 'due' THEN round IS NULL WHEN 'contested' THEN round IS NOT NULL AND round = 1
                                                           ELSE round IS NOT NULL OR status NOT IN ('shown', 'mediation', 'proved') END),
  CONSTRAINT withholding_proofs_answer_until        CHECK ((status = 'shown') = (answer_until IS NOT NULL)),
  CONSTRAINT withholding_proofs_decision_bounded    CHECK (btrim(decision) <> '' AND length(decision) <= 1000),
  CONSTRAINT withholding_proofs_decision_told       CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decided_by IS NULL OR decided_at IS NOT NULL)
                                                           AND (decided_at IS NULL OR round IS NOT NULL AND ended_at IS NOT NULL)),
  CONSTRAINT withholding_proofs_stop_told           CHECK (status NOT IN ('owed', 'settled') OR acceptances_stop_on IS NOT NULL),
  CONSTRAINT withholding_proofs_end_told            CHECK ((status IN ('due', 'shown', 'contested', 'mediation')) = (ended_at IS NULL))
);
CREATE INDEX withholding_proofs_contract_id_idx  ON public.withholding_proofs (contract_id);
CREATE INDEX withholding_proofs_milestone_id_idx ON public.withholding_proofs (milestone_id);
CREATE INDEX withholding_proofs_decided_by_idx   ON public.withholding_proofs (decided_by)   WHERE decided_by IS NOT NULL;
CREATE INDEX withholding_proofs_due_idx          ON public.withholding_proofs (due_at)       WHERE status IN ('due', 'contested');
CREATE INDEX withholding_proofs_answer_idx       ON public.withholding_proofs (answer_until) WHERE status = 'shown';
CREATE INDEX withholding_proofs_mediation_idx    ON public.withholding_proofs (created_at, id) WHERE status = 'mediation';

-- Each proof that the company gave, with the professional's answer. Neither is changed.
CREATE TABLE public.withholding_proof_rounds (
  id          uuid        NOT NULL DEFAULT private.uuid_v7(),
  proof_id    uuid        NOT NULL,
  contract_id uuid        NOT NULL,
  round       smallint    NOT NULL,
  -- The number or authentication code of the guia or DARF, and its paper.
  reference   text        NOT NULL,
  file_id     uuid        NOT NULL,
  given_by    uuid        NOT NULL,
  given_at    timestamptz NOT NULL DEFAULT now(),
  -- Null for what was owed already.
  due_at      timestamptz,
  -- Why it is contested; an answer without a reason accepts it.
  answered_by uuid,
  answered_at timestamptz,
  reason      text,
  CONSTRAINT withholding_proof_rounds_pkey             PRIMARY KEY (id),
  CONSTRAINT withholding_proof_rounds_round_key        UNIQUE (proof_id, round),
  CONSTRAINT withholding_proof_rounds_proof_id_fkey    FOREIGN KEY (proof_id)    REFERENCES public.withholding_proofs (id) ON DELETE RESTRICT,
  CONSTRAINT withholding_proof_rounds_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts (id)          ON DELETE RESTRICT,
  CONSTRAINT withholding_proof_rounds_file_id_fkey     FOREIGN KEY (file_id)     REFERENCES public.deal_files (id)         ON DELETE RESTRICT,
  CONSTRAINT withholding_proof_rounds_given_by_fkey    FOREIGN KEY (given_by)    REFERENCES public.profiles (id)           ON DELETE RESTRICT,
  CONSTRAINT withholding_proof_rounds_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES public.profiles (id)           ON DELETE RESTRICT,
  CONSTRAINT withholding_proof_rounds_five_at_most     CHECK (round BETWEEN 1 AND 5),
  CONSTRAINT withholding_proof_rounds_reference_form   CHECK (reference ~ '^[0-9A-Za-z][0-9A-Za-z ./-]*$' AND length(reference) BETWEEN 4 AND 60),
  CONSTRAINT withholding_proof_rounds_in_time          CHECK (given_at <= due_at),
  CONSTRAINT withholding_proof_rounds_reason_bounded   CHECK (btrim(reason) <> '' AND length(reason) <= 1000),
  CONSTRAINT withholding_proof_rounds_answer_told      CHECK ((answered_by IS NULL) = (answered_at IS NULL) AND (reason IS NULL OR answered_at IS NOT NULL)),
  CONSTRAINT withholding_proof_rounds_not_by_who_gave  CHECK (answered_by <> given_by)
);
CREATE INDEX withholding_proof_rounds_contract_id_idx ON public.withholding_proof_rounds (contract_id);
CREATE INDEX withholding_proof_rounds_file_id_idx     ON public.withholding_proof_rounds (file_id);
CREATE INDEX withholding_proof_rounds_given_by_idx    ON public.withholding_proof_rounds (given_by);
CREATE INDEX withholding_proof_rounds_answered_by_idx ON public.withholding_proof_rounds (answered_by) WHERE answered_by IS NOT NULL;
ALTER TABLE public.withholding_proofs ADD CONSTRAINT withholding_proofs_round_fkey FOREIGN KEY (id, round) REFERENCES public.withholding_proof_rounds (proof_id, round) ON DELETE RESTRICT;
CREATE INDEX withholding_proofs_round_idx        ON public.withholding_proofs (id, round)    WHERE round IS NOT NULL;

ALTER TABLE public.withholding_proofs ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.withholding_proofs FORCE  ROW LEVEL SECURITY;
CREATE POLICY "both sides read the proofs of withheld taxes of their contract" ON public.withholding_proofs
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "administrators read every proof of withheld taxes" ON public.withholding_proofs
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps proofs of withheld taxes" ON public.withholding_proofs
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, withholding_id, contract_id, milestone_id, tax, value_cents, value, settlement, status, created_at, due_at, answer_until, round, decision, decided_by, decided_at, acceptances_stop_on, ended_at)
  ON public.withholding_proofs TO authenticated;
GRANT SELECT, INSERT, UPDATE (status, due_at, answer_until, reminded_at, round, decision, decided_by, decided_at, acceptances_stop_on, ended_at) ON public.withholding_proofs TO service_role;
SELECT realtime.watch('public.withholding_proofs');
SELECT private.announce_writes('public.withholding_proofs');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF decision ON public.withholding_proofs
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.decision)) EXECUTE FUNCTION private.settle_texts('decision:text');
COMMENT ON TABLE public.withholding_proofs IS 'What is withheld of a paid milestone, tax by tax, until the company proves that it paid it';
COMMENT ON COLUMN public.withholding_proofs."id" IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.withholding_proofs."contract_id" IS 'The contract it is of';
COMMENT ON COLUMN public.withholding_proofs."milestone_id" IS 'The milestone it is of';
COMMENT ON COLUMN public.withholding_proofs."value_cents" IS 'What was withheld, in centavos';
COMMENT ON COLUMN public.withholding_proofs."value" IS 'What was withheld, in reais';
COMMENT ON COLUMN public.withholding_proofs."created_at" IS 'When the milestone was paid';
COMMENT ON COLUMN public.withholding_proofs."reminded_at" IS 'When a reminder of the date in force was sent';
COMMENT ON COLUMN public.withholding_proofs."withholding_id" IS 'The line of withheld taxes it is of';
COMMENT ON COLUMN public.withholding_proofs."tax" IS 'iss, inss, irrf or csrf';
COMMENT ON COLUMN public.withholding_proofs."settlement" IS 'guarantee: the value is held; direct: the company has it';
COMMENT ON COLUMN public.withholding_proofs."status" IS 'due, shown (to be answered by the professional), contested (the company may give another), mediation, proved, released (held, to the professional), owed and settled (direct), or lost to the payer''s bank';
COMMENT ON COLUMN public.withholding_proofs."due_at" IS 'Until when the company may prove it';
COMMENT ON COLUMN public.withholding_proofs."answer_until" IS 'Until when the professional may answer the proof; without a word it counts';
COMMENT ON COLUMN public.withholding_proofs."round" IS 'Which proof was given last, from 1 on';
COMMENT ON COLUMN public.withholding_proofs."decision" IS 'Why an administrator decided as they did';
COMMENT ON COLUMN public.withholding_proofs."decided_by" IS 'The administrator who decided';
COMMENT ON COLUMN public.withholding_proofs."decided_at" IS 'When an administrator decided';
COMMENT ON COLUMN public.withholding_proofs."acceptances_stop_on" IS 'From which day on the company accepts no proposals while it owes it, as both sides were told';
COMMENT ON COLUMN public.withholding_proofs."ended_at" IS 'When it stopped waiting for a proof';

ALTER TABLE public.withholding_proof_rounds ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.withholding_proof_rounds FORCE  ROW LEVEL SECURITY;
CREATE POLICY "both sides read each proof of withheld taxes and its answer" ON public.withholding_proof_rounds
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "administrators read each proof of withheld taxes and its answer" ON public.withholding_proof_rounds
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps each proof of withheld taxes and its answer" ON public.withholding_proof_rounds
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, proof_id, contract_id, round, reference, file_id, given_by, given_at, due_at, answered_by, answered_at, reason) ON public.withholding_proof_rounds TO authenticated;
GRANT SELECT, INSERT, UPDATE (answered_by, answered_at, reason) ON public.withholding_proof_rounds TO service_role;
SELECT realtime.watch('public.withholding_proof_rounds');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF reason ON public.withholding_proof_rounds
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.reason)) EXECUTE FUNCTION private.settle_texts('reason:text');
COMMENT ON TABLE public.withholding_proof_rounds IS E'Each proof of a withheld tax that a company gave, with the professional''s answer\nAn answer is written once, and a proof never changes.';
COMMENT ON COLUMN public.withholding_proof_rounds."id" IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.withholding_proof_rounds."proof_id" IS 'The withheld tax it is of';
COMMENT ON COLUMN public.withholding_proof_rounds."contract_id" IS 'The contract it is of';
COMMENT ON COLUMN public.withholding_proof_rounds."round" IS '1, 2 for the one after a contest, and up to 5 of what is owed';
COMMENT ON COLUMN public.withholding_proof_rounds."reference" IS 'The number or authentication code of the guia or DARF';
COMMENT ON COLUMN public.withholding_proof_rounds."file_id" IS 'The paper of it, a file of the contract';
COMMENT ON COLUMN public.withholding_proof_rounds."given_by" IS 'Who gave the proof';
COMMENT ON COLUMN public.withholding_proof_rounds."given_at" IS 'When the proof was given';
COMMENT ON COLUMN public.withholding_proof_rounds."due_at" IS 'Until when it could be given, null where the value was owed already';
COMMENT ON COLUMN public.withholding_proof_rounds."answered_by" IS 'Who accepted or contested it, null for time';
COMMENT ON COLUMN public.withholding_proof_rounds."answered_at" IS 'When it was accepted or contested';
COMMENT ON COLUMN public.withholding_proof_rounds."reason" IS 'Why it is contested, null where it is accepted';

-- +goose StatementBegin
CREATE FUNCTION private.keep_proof_answers() RETURNS trigger
LANGUAGE plpgsql SET search_path = ''
AS $$
BEGIN
  PERFORM private.refuse(409, 'withheld_answered', 'Este comprovante já foi respondido.');
  RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER keep_proof_answers BEFORE UPDATE ON public.withholding_proof_rounds
  FOR EACH ROW WHEN (OLD.answered_at IS NOT NULL) EXECUTE FUNCTION private.keep_proof_answers();

CREATE POLICY "administrators read the papers of withheld taxes that they decide" ON public.deal_files
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()) AND EXISTS (
    SELECT FROM public.withholding_proof_rounds r JOIN public.withholding_proofs p ON p.id = r.proof_id
    WHERE r.file_id = deal_files.id AND (p.status = 'mediation' OR p.decided_at IS NOT NULL)));
CREATE POLICY "administrators read what is stored of papers that they decide" ON storage.objects
  FOR SELECT TO authenticated USING (bucket_id = 'deals' AND (SELECT private.is_admin()) AND EXISTS (
    SELECT FROM public.deal_files f JOIN public.withholding_proof_rounds r ON r.file_id = f.id JOIN public.withholding_proofs p ON p.id = r.proof_id
    WHERE f.path = objects.name AND (p.status = 'mediation' OR p.decided_at IS NOT NULL)));

-- Nobody may write the table, its owner neither.
ALTER TABLE private.transitions NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.transitions (noun, from_state, to_state) VALUES
  ('withholding_proof', 'due', 'shown'), ('withholding_proof', 'due', 'released'), ('withholding_proof', 'due', 'owed'), ('withholding_proof', 'due', 'lost'),
  ('withholding_proof', 'shown', 'proved'), ('withholding_proof', 'shown', 'contested'), ('withholding_proof', 'shown', 'mediation'), ('withholding_proof', 'shown', 'lost'),
  ('withholding_proof', 'contested', 'shown'), ('withholding_proof', 'contested', 'released'), ('withholding_proof', 'contested', 'owed'), ('withholding_proof', 'contested', 'mediation'),
  ('withholding_proof', 'contested', 'lost'), ('withholding_proof', 'mediation', 'proved'), ('withholding_proof', 'mediation', 'released'), ('withholding_proof', 'mediation', 'owed'),
  ('withholding_proof', 'mediation', 'lost'), ('withholding_proof', 'owed', 'shown'), ('withholding_proof', 'owed', 'settled');
ALTER TABLE private.transitions FORCE ROW LEVEL SECURITY;
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.withholding_proofs
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('withholding_proof');
SELECT private.log_knows('prove_withheld', 'accept_withheld_proof', 'prove_withheld_by_silence', 'contest_withheld_proof', 'mediate_withheld', 'uphold_withheld_proof',
  'release_withheld', 'owe_withheld', 'confirm_withheld', 'lose_withheld');

ALTER TABLE public.audit_log DROP CONSTRAINT audit_log_action_known;
ALTER TABLE public.audit_log ADD  CONSTRAINT audit_log_action_known CHECK (action IN ('block_user', 'activate_user', 'replace_site_image', 'decide_report',
  'close_project', 'decide_dispute', 'change_member_role', 'remove_member', 'transfer_ownership', 'register_firm', 'read_sealed', 'lift_bar',
  'handle_difference', 'retry_order', 'request_correction', 'withdraw_correction', 'decide_correction', 'announce_owner_removal', 'decide_owner_removal', 'decide_withheld'));

-- With withheld taxes that the company owes: one debt for a milestone, since the day it
-- became owed. Only an active professional can say that it was paid.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.debts_of(company uuid, day date DEFAULT private.market_day()) RETURNS TABLE (milestone_id uuid, owed_due_on date, stops_on date)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  SELECT m.id, m.owed_due_on, m.acceptances_stop_on
  FROM public.contracts c JOIN public.milestones m ON m.contract_id = c.id JOIN public.profiles o ON o.id = c.professional_id
  WHERE c.company_id = company AND m.owed_due_on < day
    AND (o.status = 'active' OR o.removed_at IS NOT NULL) AND NOT EXISTS (SELECT FROM private.barred_documents b WHERE b.profile_id = o.id)
    AND CASE m.status
      WHEN 'awaiting_payment' THEN NOT EXISTS (SELECT FROM public.direct_payments d WHERE d.milestone_id = m.id AND d.status = 'declared' AND (d.receipt IS NOT NULL OR d.end_to_end_id IS NOT NULL))
        OR EXISTS (SELECT FROM public.direct_payments d WHERE d.milestone_id = m.id AND d.status = 'contested')
      WHEN 'disputed' THEN NOT EXISTS (SELECT FROM public.disputes d WHERE d.milestone_id = m.id AND d.ended_at IS NULL
          AND (d.status IN ('negotiating', 'mediation') OR d.status IN ('decided', 'appealed') AND d.decided_percent = 0))
        OR EXISTS (SELECT FROM public.disputes d WHERE d.milestone_id = m.id AND d.milestone_status = 'awaiting_payment' AND d.outcome_percent > 0)
      ELSE false END
  UNION ALL
  SELECT w.milestone_id, min(private.market_day(w.ended_at)), min(w.acceptances_stop_on)
  FROM public.contracts c JOIN public.withholding_proofs w ON w.contract_id = c.id JOIN public.profiles o ON o.id = c.professional_id
  WHERE c.company_id = company AND w.status = 'owed' AND private.market_day(w.ended_at) < day
    AND o.status = 'active' AND NOT EXISTS (SELECT FROM private.barred_documents b WHERE b.profile_id = o.id)
  GROUP BY w.milestone_id
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.stop_acceptances() RETURNS trigger
LANGUAGE plpgsql SET search_path = ''
AS $$
BEGIN
  IF EXISTS (SELECT FROM private.debts_of(NEW.company_id) AS d WHERE d.stops_on <= private.market_day()) THEN
    PERFORM private.refuse(409, 'company_in_debt', 'Sua empresa tem um pagamento vencido, e o prazo para regularizá-lo terminou. Pague e informe o comprovante, ou, se o valor é de tributos retidos, peça ao profissional que confirme o recebimento, para voltar a aceitar propostas.');
  END IF;
  RETURN NEW;
END
$$;
-- +goose StatementEnd

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
  -- One turn for the taxes of a milestone that stand alike, by the first date; the date of what is owed has passed.
  SELECT CASE w.status WHEN 'due' THEN 'prove_withheld' WHEN 'contested' THEN 'resend_withheld' WHEN 'shown' THEN 'check_withheld'
           WHEN 'owed' THEN CASE c.side WHEN 'company' THEN 'pay_withheld' ELSE 'confirm_withheld' END END,
         CASE w.status WHEN 'shown' THEN min(w.answer_until) WHEN 'owed' THEN NULL ELSE min(w.due_at) END,
         min(coalesce(w.ended_at, r.answered_at, r.given_at, w.created_at)), c.id, w.milestone_id, w.milestone_id, NULL, sum(w.value_cents)::bigint
  FROM mine c JOIN public.withholding_proofs w ON w.contract_id = c.id LEFT JOIN public.withholding_proof_rounds r ON r.proof_id = w.id AND r.round = w.round
  WHERE pays AND NOT c.is_own
    AND (w.status IN ('due', 'contested') AND c.side = 'company' AND w.due_at > now()
      OR w.status = 'shown' AND c.side = 'professional' AND w.answer_until > now() AND r.given_by IS DISTINCT FROM person OR w.status = 'owed')
  GROUP BY c.id, c.side, w.milestone_id, w.status
  UNION ALL
  SELECT 'review', c.completed_at + private.span_of('review_days'), c.completed_at, c.id, NULL, NULL, NULL, NULL
  FROM mine c
  WHERE negotiates AND c.status = 'completed' AND NOT c.reviewed AND NOT c.is_own AND c.completed_at > now() - private.span_of('review_days');
END
$$;
-- +goose StatementEnd
