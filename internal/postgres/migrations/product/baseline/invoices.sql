-- Invoices of professionals, receipts of the fee, and what a company withholds for the state.

CREATE TABLE public.invoices (
  id                uuid          NOT NULL DEFAULT private.uuid_v7(),
  contract_id       uuid          NOT NULL,
  milestone_id      uuid          NOT NULL,
  professional_id   uuid          NOT NULL,
  version           integer       NOT NULL DEFAULT 1,
  kind              text          NOT NULL,
  status            text          NOT NULL DEFAULT 'pending',
  expected_cents    bigint        NOT NULL,
  expected          numeric(14,2) NOT NULL GENERATED ALWAYS AS ((expected_cents::numeric / 100.0)) STORED,
  access_key        text,
  number            text,
  verification_code text,
  issued_on         date,
  value_cents       bigint,
  value             numeric(14,2)          GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  provider_document text,
  taker_document    text,
  file_id           uuid,
  is_read           boolean       NOT NULL DEFAULT false,
  differences       text[]        NOT NULL DEFAULT '{}',
  sent_by           uuid,
  sent_at           timestamptz,
  answered_by       uuid,
  answered_at       timestamptz,
  reason            text,
  remind_at         timestamptz,
  reminded          integer       NOT NULL DEFAULT 0,
  created_at        timestamptz   NOT NULL DEFAULT now(),
  CONSTRAINT invoices_pkey                 PRIMARY KEY (id),
  CONSTRAINT invoices_version_key          UNIQUE (milestone_id, version),
  CONSTRAINT invoices_answered_by_fkey     FOREIGN KEY (answered_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT invoices_contract_id_fkey     FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT invoices_file_id_fkey         FOREIGN KEY (file_id) REFERENCES public.deal_files(id) ON DELETE RESTRICT,
  CONSTRAINT invoices_milestone_id_fkey    FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT invoices_professional_id_fkey FOREIGN KEY (professional_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT invoices_sent_by_fkey         FOREIGN KEY (sent_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT invoices_access_key_form      CHECK (access_key ~ '^[0-9]{9}[0-9A-Z]{14}[0-9]{27}$'),
  CONSTRAINT invoices_answer_told          CHECK ((answered_at IS NULL) = (answered_by IS NULL) AND ((status NOT IN ('checked', 'refused')) OR answered_at IS NOT NULL)
    AND ((status NOT IN ('pending', 'sent')) OR answered_at IS NULL) AND (status <> 'refused' OR reason IS NOT NULL)),
  CONSTRAINT invoices_code_bounded         CHECK (btrim(verification_code) <> '' AND length(verification_code) <= 60),
  CONSTRAINT invoices_differences_few      CHECK (cardinality(differences) <= 20),
  CONSTRAINT invoices_documents_form       CHECK (provider_document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$' AND taker_document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  CONSTRAINT invoices_expected_positive    CHECK (expected_cents > 0),
  CONSTRAINT invoices_kind_known           CHECK (kind IN ('nfse', 'rpa')),
  CONSTRAINT invoices_not_by_who_sent      CHECK (answered_by <> sent_by),
  CONSTRAINT invoices_number_bounded       CHECK (btrim(number) <> '' AND length(number) <= 20),
  CONSTRAINT invoices_reason_bounded       CHECK (btrim(reason) <> '' AND length(reason) <= 1000),
  CONSTRAINT invoices_reminded_range       CHECK (reminded >= 0),
  CONSTRAINT invoices_rpa_has_no_key       CHECK (kind = 'nfse' OR access_key IS NULL),
  CONSTRAINT invoices_status_known         CHECK (status IN ('pending', 'sent', 'checked', 'refused', 'replaced')),
  CONSTRAINT invoices_told_whole           CHECK ((status = 'pending') = (sent_at IS NULL) AND (sent_at IS NULL) = (sent_by IS NULL) AND (sent_at IS NULL OR number IS NOT NULL
    AND value_cents IS NOT NULL AND issued_on IS NOT NULL AND provider_document IS NOT NULL AND (access_key IS NOT NULL
    OR file_id IS NOT NULL))),
  CONSTRAINT invoices_value_range          CHECK (value_cents > 0 AND value_cents <= 99999999999999),
  CONSTRAINT invoices_version_positive     CHECK (version > 0)
);
COMMENT ON TABLE public.invoices IS 'Invoices (NFS-e or RPA) of milestones, as sent by the professional and checked by the company';
COMMENT ON COLUMN public.invoices.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.invoices.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.invoices.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.invoices.professional_id IS 'The professional';
COMMENT ON COLUMN public.invoices.version IS 'Which version it is, from 1';
COMMENT ON COLUMN public.invoices.kind IS 'nfse or rpa';
COMMENT ON COLUMN public.invoices.status IS 'pending, sent, checked, refused or replaced';
COMMENT ON COLUMN public.invoices.expected_cents IS 'The value it should have, in centavos';
COMMENT ON COLUMN public.invoices.expected IS 'The value it should have, in reais';
COMMENT ON COLUMN public.invoices.access_key IS 'The key of the NFS-e';
COMMENT ON COLUMN public.invoices.number IS 'Its number, as issued';
COMMENT ON COLUMN public.invoices.verification_code IS 'Its verification code';
COMMENT ON COLUMN public.invoices.issued_on IS 'The day it was issued';
COMMENT ON COLUMN public.invoices.value_cents IS 'Its value in centavos';
COMMENT ON COLUMN public.invoices.value IS 'Its value in reais';
COMMENT ON COLUMN public.invoices.provider_document IS 'CPF or CNPJ of who issued it';
COMMENT ON COLUMN public.invoices.taker_document IS 'CPF or CNPJ of who takes the service';
COMMENT ON COLUMN public.invoices.file_id IS 'Its file';
COMMENT ON COLUMN public.invoices.is_read IS 'Whether its values were read from the file';
COMMENT ON COLUMN public.invoices.differences IS 'Where it differs from what is expected';
COMMENT ON COLUMN public.invoices.sent_by IS 'Who sent it';
COMMENT ON COLUMN public.invoices.sent_at IS 'When it was sent';
COMMENT ON COLUMN public.invoices.answered_by IS 'Who answered';
COMMENT ON COLUMN public.invoices.answered_at IS 'When it was answered';
COMMENT ON COLUMN public.invoices.reason IS 'Why, in the words of who did it';
COMMENT ON COLUMN public.invoices.remind_at IS 'When the next reminder is due';
COMMENT ON COLUMN public.invoices.reminded IS 'How many reminders were sent';
COMMENT ON COLUMN public.invoices.created_at IS 'When it was written';

-- The same invoice is sent for one milestone. A town's own, or an RPA, is told
-- by its number and the year.
CREATE UNIQUE INDEX invoices_access_key_once ON public.invoices (professional_id, access_key) WHERE access_key IS NOT NULL AND status IN ('sent', 'checked');
CREATE INDEX invoices_answered_by_idx        ON public.invoices (answered_by) WHERE answered_by IS NOT NULL;
CREATE INDEX invoices_contract_id_idx        ON public.invoices (contract_id);
CREATE INDEX invoices_file_id_idx            ON public.invoices (file_id)     WHERE file_id IS NOT NULL;
CREATE UNIQUE INDEX invoices_number_once     ON public.invoices (professional_id, kind, number, (extract(year FROM issued_on)), coalesce(verification_code, ''))
  WHERE access_key IS NULL AND status IN ('sent', 'checked');
CREATE UNIQUE INDEX invoices_one_in_force    ON public.invoices (milestone_id) WHERE status <> 'replaced';
CREATE INDEX invoices_professional_id_idx    ON public.invoices (professional_id);
CREATE INDEX invoices_remind_at_idx          ON public.invoices (remind_at)   WHERE remind_at IS NOT NULL;
CREATE INDEX invoices_sent_by_idx            ON public.invoices (sent_by)     WHERE sent_by IS NOT NULL;
ALTER TABLE public.invoices ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.invoices FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, contract_id, milestone_id, professional_id, version, kind, status, expected_cents, expected, access_key,
  number, verification_code, issued_on, value_cents, value, provider_document, taker_document, file_id, is_read, differences,
  sent_by, sent_at, answered_by, answered_at, reason, created_at) ON public.invoices TO authenticated;
GRANT SELECT, INSERT, UPDATE ON public.invoices TO service_role;
CREATE POLICY "administrators read every invoice" ON public.invoices
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "both sides read the invoices of their contract" ON public.invoices
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps invoices" ON public.invoices
  TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF number, verification_code, reason ON public.invoices
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.number) OR NOT private.is_settled_line(NEW.verification_code) OR NOT private.is_settled_text(NEW.reason)) EXECUTE FUNCTION private.settle_texts('number', 'verification_code', 'reason:text');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.invoices
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('invoice');
SELECT realtime.watch('public.invoices');

CREATE TABLE public.fee_receipts (
  number       bigint        NOT NULL,
  contract_id  uuid          NOT NULL,
  milestone_id uuid          NOT NULL,
  party_id     uuid          NOT NULL,
  base_cents   bigint        NOT NULL,
  fee_cents    bigint        NOT NULL,
  base         numeric(14,2) NOT NULL GENERATED ALWAYS AS ((base_cents::numeric / 100.0)) STORED,
  fee          numeric(14,2) NOT NULL GENERATED ALWAYS AS ((fee_cents::numeric / 100.0)) STORED,
  issued_at    timestamptz   NOT NULL DEFAULT clock_timestamp(),
  issuer       text,
  CONSTRAINT fee_receipts_pkey              PRIMARY KEY (number),
  CONSTRAINT fee_receipts_milestone_id_key  UNIQUE (milestone_id),
  CONSTRAINT fee_receipts_contract_id_fkey  FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT fee_receipts_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT fee_receipts_party_id_fkey     FOREIGN KEY (party_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT fee_receipts_fee_of_base       CHECK (fee_cents > 0 AND fee_cents <= base_cents),
  CONSTRAINT fee_receipts_issuer_filled     CHECK (btrim(issuer) <> ''),
  CONSTRAINT fee_receipts_number_positive   CHECK (number > 0)
);
COMMENT ON TABLE public.fee_receipts IS 'Receipts of the platform''s fee, numbered, one for each milestone released';
COMMENT ON COLUMN public.fee_receipts.number IS 'Its number, in order';
COMMENT ON COLUMN public.fee_receipts.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.fee_receipts.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.fee_receipts.party_id IS 'The party (a profile that makes deals) it is of';
COMMENT ON COLUMN public.fee_receipts.base_cents IS 'What it is reckoned from, in centavos';
COMMENT ON COLUMN public.fee_receipts.fee_cents IS 'The platform''s fee in centavos';
COMMENT ON COLUMN public.fee_receipts.base IS 'What it is reckoned from, in reais';
COMMENT ON COLUMN public.fee_receipts.fee IS 'The platform''s fee in reais';
COMMENT ON COLUMN public.fee_receipts.issued_at IS 'When it was issued';
COMMENT ON COLUMN public.fee_receipts.issuer IS 'Who took the fee, by legal name, CNPJ and address; empty where nobody was configured';
CREATE INDEX fee_receipts_contract_id_idx ON public.fee_receipts (contract_id);
CREATE INDEX fee_receipts_party_id_idx    ON public.fee_receipts (party_id, number DESC);
ALTER TABLE public.fee_receipts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.fee_receipts FORCE  ROW LEVEL SECURITY;
GRANT SELECT (number, contract_id, milestone_id, party_id, base_cents, fee_cents, base, fee, issued_at, issuer) ON public.fee_receipts TO authenticated;
GRANT SELECT, INSERT ON public.fee_receipts TO service_role;
CREATE POLICY "administrators read every receipt of a fee" ON public.fee_receipts
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server issues the receipts of fees" ON public.fee_receipts
  FOR INSERT TO service_role WITH CHECK (true);
CREATE POLICY "the server reads the receipts of fees" ON public.fee_receipts
  FOR SELECT TO service_role USING (true);
CREATE POLICY "whoever paid the fee reads its receipt" ON public.fee_receipts
  FOR SELECT TO authenticated USING (party_id = ANY ((SELECT private.parties())::uuid[]));

-- What the law has the payer withhold is computed of dated rows with their sources; each line keeps
-- what was lawful when it was recorded, and what is above it counts by the professional's own yes
-- alone.
CREATE TABLE public.withholdings (
  id                uuid          NOT NULL DEFAULT private.uuid_v7(),
  contract_id       uuid          NOT NULL,
  milestone_id      uuid          NOT NULL,
  round             integer       NOT NULL,
  tax               text          NOT NULL,
  payee             text          NOT NULL,
  gross_cents       bigint        NOT NULL,
  base_cents        bigint        NOT NULL,
  rate_basis_points integer       NOT NULL,
  value_cents       bigint        NOT NULL,
  gross             numeric(14,2) NOT NULL GENERATED ALWAYS AS ((gross_cents::numeric / 100.0)) STORED,
  base              numeric(14,2) NOT NULL GENERATED ALWAYS AS ((base_cents::numeric / 100.0)) STORED,
  rate              numeric(5,2)  NOT NULL GENERATED ALWAYS AS ((rate_basis_points::numeric / 100.0)) STORED,
  value             numeric(14,2) NOT NULL GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  status            text          NOT NULL DEFAULT 'proposed',
  recorded_by       uuid          NOT NULL,
  recorded_at       timestamptz   NOT NULL DEFAULT now(),
  answer_due_at     timestamptz   NOT NULL,
  reminded_at       timestamptz,
  answered_by       uuid,
  answered_at       timestamptz,
  reason            text,
  settled_cents     bigint,
  settled           numeric(14,2)          GENERATED ALWAYS AS ((settled_cents::numeric / 100.0)) STORED,
  lawful_cents      bigint,
  law               text,
  CONSTRAINT withholdings_pkey                PRIMARY KEY (id),
  CONSTRAINT withholdings_line_key            UNIQUE (milestone_id, round, tax),
  CONSTRAINT withholdings_answered_by_fkey    FOREIGN KEY (answered_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT withholdings_contract_id_fkey    FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT withholdings_milestone_id_fkey   FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT withholdings_recorded_by_fkey    FOREIGN KEY (recorded_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT withholdings_above_law_by_yes    CHECK (status <> 'agreed' OR answered_by IS NOT NULL OR value_cents <= COALESCE(lawful_cents, value_cents)),
  CONSTRAINT withholdings_answer_told         CHECK ((status <> 'proposed' OR answered_at IS NULL) AND ((status NOT IN ('agreed', 'contested')) OR answered_at IS NOT NULL)
    AND (answered_by IS NULL OR answered_at IS NOT NULL) AND (status <> 'contested' OR reason IS NOT NULL AND answered_by IS NOT NULL)),
  CONSTRAINT withholdings_base_within         CHECK (base_cents > 0 AND base_cents <= gross_cents),
  CONSTRAINT withholdings_law_bounded         CHECK (btrim(law) <> '' AND length(law) <= 500),
  CONSTRAINT withholdings_lawful_range        CHECK (lawful_cents >= 0),
  CONSTRAINT withholdings_not_by_who_recorded CHECK (answered_by <> recorded_by),
  CONSTRAINT withholdings_payee_known         CHECK (payee IN ('cpf', 'pj', 'mei')),
  CONSTRAINT withholdings_rate_capped         CHECK (rate_basis_points > 0 AND rate_basis_points <= private.withholding_cap(tax, payee)),
  CONSTRAINT withholdings_reason_bounded      CHECK (btrim(reason) <> '' AND length(reason) <= 1000),
  CONSTRAINT withholdings_round_positive      CHECK (round > 0),
  CONSTRAINT withholdings_settled_within      CHECK (settled_cents IS NULL OR settled_cents >= 0 AND settled_cents <= value_cents AND status = 'agreed'),
  CONSTRAINT withholdings_status_known        CHECK (status IN ('proposed', 'agreed', 'contested', 'replaced', 'lapsed')),
  CONSTRAINT withholdings_tax_known           CHECK (tax IN ('iss', 'inss', 'irrf', 'csrf')),
  CONSTRAINT withholdings_value_capped        CHECK (value_cents > 0 AND value_cents::numeric <= round(base_cents::numeric * rate_basis_points::numeric / 10000::numeric))
);
COMMENT ON TABLE public.withholdings IS 'Taxes that a company withholds of a payment, as recorded by it and answered by the professional';
COMMENT ON COLUMN public.withholdings.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.withholdings.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.withholdings.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.withholdings.round IS 'Which round of values it is';
COMMENT ON COLUMN public.withholdings.tax IS 'Which tax';
COMMENT ON COLUMN public.withholdings.payee IS 'Who gets it';
COMMENT ON COLUMN public.withholdings.gross_cents IS 'The value before it, in centavos';
COMMENT ON COLUMN public.withholdings.base_cents IS 'What it is reckoned from, in centavos';
COMMENT ON COLUMN public.withholdings.rate_basis_points IS 'The rate in hundredths of a percent';
COMMENT ON COLUMN public.withholdings.value_cents IS 'Its value in centavos';
COMMENT ON COLUMN public.withholdings.gross IS 'The value before it, in reais';
COMMENT ON COLUMN public.withholdings.base IS 'What it is reckoned from, in reais';
COMMENT ON COLUMN public.withholdings.rate IS 'The rate in percent';
COMMENT ON COLUMN public.withholdings.value IS 'Its value in reais';
COMMENT ON COLUMN public.withholdings.status IS 'proposed, agreed, contested, replaced or lapsed';
COMMENT ON COLUMN public.withholdings.recorded_by IS 'Who recorded it';
COMMENT ON COLUMN public.withholdings.recorded_at IS 'When it was recorded';
COMMENT ON COLUMN public.withholdings.answer_due_at IS 'Until when an answer is due';
COMMENT ON COLUMN public.withholdings.reminded_at IS 'When a reminder was sent';
COMMENT ON COLUMN public.withholdings.answered_by IS 'Who answered';
COMMENT ON COLUMN public.withholdings.answered_at IS 'When it was answered';
COMMENT ON COLUMN public.withholdings.reason IS 'Why, in the words of who did it';
COMMENT ON COLUMN public.withholdings.settled_cents IS 'What was withheld in the end, in centavos';
COMMENT ON COLUMN public.withholdings.settled IS 'What was withheld in the end, in reais';
COMMENT ON COLUMN public.withholdings.lawful_cents IS 'What the law had the payer withhold when it was recorded, in centavos';
COMMENT ON COLUMN public.withholdings.law IS 'The law that it rests on, and what the company said of it';
CREATE INDEX withholdings_answered_by_idx     ON public.withholdings (answered_by) WHERE answered_by IS NOT NULL;
CREATE INDEX withholdings_contract_id_idx     ON public.withholdings (contract_id);
CREATE INDEX withholdings_due_idx             ON public.withholdings (answer_due_at) WHERE status = 'proposed';
CREATE UNIQUE INDEX withholdings_one_in_force ON public.withholdings (milestone_id, tax) WHERE status IN ('proposed', 'agreed');
CREATE INDEX withholdings_recorded_by_idx     ON public.withholdings (recorded_by);
ALTER TABLE public.withholdings ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.withholdings FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, contract_id, milestone_id, round, tax, payee, gross_cents, base_cents, rate_basis_points, value_cents, gross,
  base, rate, value, status, recorded_by, recorded_at, answer_due_at, answered_by, answered_at, reason, settled_cents, settled,
  lawful_cents, law) ON public.withholdings TO authenticated;
GRANT SELECT, INSERT, UPDATE (status, answer_due_at, reminded_at, answered_by, answered_at, reason, settled_cents) ON public.withholdings TO service_role;
CREATE POLICY "administrators read every withheld tax" ON public.withholdings
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "both sides read the withheld taxes of their contract" ON public.withholdings
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps withheld taxes" ON public.withholdings
  TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF reason ON public.withholdings
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.reason)) EXECUTE FUNCTION private.settle_texts('reason:text');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.withholdings
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('withholding');
SELECT realtime.watch('public.withholdings');

-- What is withheld of a milestone waits for the proof of payment (guia or DARF) of each line: held
-- in a guarantee contract, as an open debt in a direct one. The professional accepts a proof or
-- contests it, twice at most; then an administrator decides. Without a proof by its date it is the
-- professional's.
CREATE TABLE public.withholding_proofs (
  id                  uuid          NOT NULL DEFAULT private.uuid_v7(),
  withholding_id      uuid          NOT NULL,
  contract_id         uuid          NOT NULL,
  milestone_id        uuid          NOT NULL,
  tax                 text          NOT NULL,
  value_cents         bigint        NOT NULL,
  value               numeric(14,2) NOT NULL GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  settlement          text          NOT NULL,
  status              text          NOT NULL DEFAULT 'due',
  created_at          timestamptz   NOT NULL DEFAULT now(),
  due_at              timestamptz   NOT NULL,
  answer_until        timestamptz,
  reminded_at         timestamptz,
  round               smallint,
  decision            text,
  decided_by          uuid,
  decided_at          timestamptz,
  acceptances_stop_on date,
  ended_at            timestamptz,
  CONSTRAINT withholding_proofs_pkey                PRIMARY KEY (id),
  CONSTRAINT withholding_proofs_withholding_id_key  UNIQUE (withholding_id),
  CONSTRAINT withholding_proofs_contract_id_fkey    FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT withholding_proofs_decided_by_fkey     FOREIGN KEY (decided_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT withholding_proofs_milestone_id_fkey   FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT withholding_proofs_withholding_id_fkey FOREIGN KEY (withholding_id) REFERENCES public.withholdings(id) ON DELETE RESTRICT,
  CONSTRAINT withholding_proofs_answer_until        CHECK ((status = 'shown') = (answer_until IS NOT NULL)),
  CONSTRAINT withholding_proofs_debt_is_direct      CHECK ((status NOT IN ('owed', 'settled')) OR settlement = 'direct'),
  CONSTRAINT withholding_proofs_decision_bounded    CHECK (btrim(decision) <> '' AND length(decision) <= 1000),
  CONSTRAINT withholding_proofs_decision_told       CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decided_by IS NULL OR decided_at IS NOT NULL) AND (decided_at IS NULL
    OR round IS NOT NULL AND ended_at IS NOT NULL)),
  CONSTRAINT withholding_proofs_end_told            CHECK ((status IN ('due', 'shown', 'contested', 'mediation')) = (ended_at IS NULL)),
  CONSTRAINT withholding_proofs_proof_given         CHECK ( CASE status WHEN 'due' THEN round IS NULL WHEN 'contested' THEN round IS NOT NULL AND round = 1 ELSE round IS NOT NULL
    OR (status NOT IN ('shown', 'mediation', 'proved')) END),
  CONSTRAINT withholding_proofs_settlement_known    CHECK (settlement IN ('guarantee', 'direct')),
  CONSTRAINT withholding_proofs_status_known        CHECK (status IN ('due', 'shown', 'contested', 'mediation', 'proved', 'released', 'owed', 'settled', 'lost')),
  CONSTRAINT withholding_proofs_status_of_way       CHECK ((status NOT IN ('released', 'lost')) OR settlement = 'guarantee'),
  CONSTRAINT withholding_proofs_stop_told           CHECK ((status NOT IN ('owed', 'settled')) OR acceptances_stop_on IS NOT NULL),
  CONSTRAINT withholding_proofs_tax_known           CHECK (tax IN ('iss', 'inss', 'irrf', 'csrf')),
  CONSTRAINT withholding_proofs_value_positive      CHECK (value_cents > 0)
);
COMMENT ON TABLE public.withholding_proofs IS 'What is withheld of a paid milestone, tax by tax, until the company proves that it paid it';
COMMENT ON COLUMN public.withholding_proofs.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.withholding_proofs.withholding_id IS 'The line of withheld taxes it is of';
COMMENT ON COLUMN public.withholding_proofs.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.withholding_proofs.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.withholding_proofs.tax IS 'iss, inss, irrf or csrf';
COMMENT ON COLUMN public.withholding_proofs.value_cents IS 'What was withheld, in centavos';
COMMENT ON COLUMN public.withholding_proofs.value IS 'What was withheld, in reais';
COMMENT ON COLUMN public.withholding_proofs.settlement IS 'guarantee: the value is held; direct: the company has it';
COMMENT ON COLUMN public.withholding_proofs.status IS 'due, shown (to be answered by the professional), contested (the company may give another), mediation, proved, released (held, to the professional), owed and settled (direct), or lost to the payer''s bank';
COMMENT ON COLUMN public.withholding_proofs.created_at IS 'When the milestone was paid';
COMMENT ON COLUMN public.withholding_proofs.due_at IS 'Until when the company may prove it';
COMMENT ON COLUMN public.withholding_proofs.answer_until IS 'Until when the professional may answer the proof; without a word it counts';
COMMENT ON COLUMN public.withholding_proofs.reminded_at IS 'When a reminder of the date in force was sent';
COMMENT ON COLUMN public.withholding_proofs.round IS 'Which proof was given last, from 1 on';
COMMENT ON COLUMN public.withholding_proofs.decision IS 'Why an administrator decided as they did';
COMMENT ON COLUMN public.withholding_proofs.decided_by IS 'The administrator who decided';
COMMENT ON COLUMN public.withholding_proofs.decided_at IS 'When an administrator decided';
COMMENT ON COLUMN public.withholding_proofs.acceptances_stop_on IS 'From which day on the company accepts no proposals while it owes it, as both sides were told';
COMMENT ON COLUMN public.withholding_proofs.ended_at IS 'When it stopped waiting for a proof';
CREATE INDEX withholding_proofs_answer_idx       ON public.withholding_proofs (answer_until) WHERE status = 'shown';
CREATE INDEX withholding_proofs_contract_id_idx  ON public.withholding_proofs (contract_id);
CREATE INDEX withholding_proofs_decided_by_idx   ON public.withholding_proofs (decided_by)   WHERE decided_by IS NOT NULL;
CREATE INDEX withholding_proofs_due_idx          ON public.withholding_proofs (due_at)       WHERE status IN ('due', 'contested');
CREATE INDEX withholding_proofs_mediation_idx    ON public.withholding_proofs (created_at, id) WHERE status = 'mediation';
CREATE INDEX withholding_proofs_milestone_id_idx ON public.withholding_proofs (milestone_id);
CREATE INDEX withholding_proofs_round_idx        ON public.withholding_proofs (id, round)    WHERE round IS NOT NULL;
ALTER TABLE public.withholding_proofs ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.withholding_proofs FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, withholding_id, contract_id, milestone_id, tax, value_cents, value, settlement, status, created_at, due_at,
  answer_until, round, decision, decided_by, decided_at, acceptances_stop_on, ended_at) ON public.withholding_proofs TO authenticated;
GRANT SELECT, INSERT, UPDATE (status, due_at, answer_until, reminded_at, round, decision, decided_by, decided_at,
  acceptances_stop_on, ended_at) ON public.withholding_proofs TO service_role;
CREATE POLICY "administrators read every proof of withheld taxes" ON public.withholding_proofs
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "both sides read the proofs of withheld taxes of their contract" ON public.withholding_proofs
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps proofs of withheld taxes" ON public.withholding_proofs
  TO service_role USING (true) WITH CHECK (true);
SELECT private.announce_writes('public.withholding_proofs');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF decision ON public.withholding_proofs
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.decision)) EXECUTE FUNCTION private.settle_texts('decision:text');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.withholding_proofs
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('withholding_proof');
SELECT realtime.watch('public.withholding_proofs');

-- Each proof that the company gave, with the professional's answer. Neither is changed.
CREATE TABLE public.withholding_proof_rounds (
  id          uuid        NOT NULL DEFAULT private.uuid_v7(),
  proof_id    uuid        NOT NULL,
  contract_id uuid        NOT NULL,
  round       smallint    NOT NULL,
  reference   text        NOT NULL,
  file_id     uuid        NOT NULL,
  given_by    uuid        NOT NULL,
  given_at    timestamptz NOT NULL DEFAULT now(),
  due_at      timestamptz,
  answered_by uuid,
  answered_at timestamptz,
  reason      text,
  CONSTRAINT withholding_proof_rounds_pkey             PRIMARY KEY (id),
  CONSTRAINT withholding_proof_rounds_round_key        UNIQUE (proof_id, round),
  CONSTRAINT withholding_proof_rounds_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT withholding_proof_rounds_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT withholding_proof_rounds_file_id_fkey     FOREIGN KEY (file_id) REFERENCES public.deal_files(id) ON DELETE RESTRICT,
  CONSTRAINT withholding_proof_rounds_given_by_fkey    FOREIGN KEY (given_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT withholding_proof_rounds_proof_id_fkey    FOREIGN KEY (proof_id) REFERENCES public.withholding_proofs(id) ON DELETE RESTRICT,
  CONSTRAINT withholding_proof_rounds_answer_told      CHECK ((answered_by IS NULL) = (answered_at IS NULL) AND (reason IS NULL OR answered_at IS NOT NULL)),
  CONSTRAINT withholding_proof_rounds_five_at_most     CHECK (round >= 1 AND round <= 5),
  CONSTRAINT withholding_proof_rounds_in_time          CHECK (given_at <= due_at),
  CONSTRAINT withholding_proof_rounds_not_by_who_gave  CHECK (answered_by <> given_by),
  CONSTRAINT withholding_proof_rounds_reason_bounded   CHECK (btrim(reason) <> '' AND length(reason) <= 1000),
  CONSTRAINT withholding_proof_rounds_reference_form   CHECK (((reference ~ '^[0-9A-Za-z][0-9A-Za-z ./-]*$') AND (length(reference) BETWEEN 4 AND 60)))
);
COMMENT ON TABLE public.withholding_proof_rounds IS 'Each proof of a withheld tax that a company gave, with the professional''s answer
An answer is written once, and a proof never changes.';
COMMENT ON COLUMN public.withholding_proof_rounds.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.withholding_proof_rounds.proof_id IS 'The withheld tax it is of';
COMMENT ON COLUMN public.withholding_proof_rounds.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.withholding_proof_rounds.round IS '1, 2 for the one after a contest, and up to 5 of what is owed';
COMMENT ON COLUMN public.withholding_proof_rounds.reference IS 'The number or authentication code of the guia or DARF';
COMMENT ON COLUMN public.withholding_proof_rounds.file_id IS 'The paper of it, a file of the contract';
COMMENT ON COLUMN public.withholding_proof_rounds.given_by IS 'Who gave the proof';
COMMENT ON COLUMN public.withholding_proof_rounds.given_at IS 'When the proof was given';
COMMENT ON COLUMN public.withholding_proof_rounds.due_at IS 'Until when it could be given, null where the value was owed already';
COMMENT ON COLUMN public.withholding_proof_rounds.answered_by IS 'Who accepted or contested it, null for time';
COMMENT ON COLUMN public.withholding_proof_rounds.answered_at IS 'When it was accepted or contested';
COMMENT ON COLUMN public.withholding_proof_rounds.reason IS 'Why it is contested, null where it is accepted';
CREATE INDEX withholding_proof_rounds_answered_by_idx ON public.withholding_proof_rounds (answered_by) WHERE answered_by IS NOT NULL;
CREATE INDEX withholding_proof_rounds_contract_id_idx ON public.withholding_proof_rounds (contract_id);
CREATE INDEX withholding_proof_rounds_file_id_idx     ON public.withholding_proof_rounds (file_id);
CREATE INDEX withholding_proof_rounds_given_by_idx    ON public.withholding_proof_rounds (given_by);
ALTER TABLE public.withholding_proof_rounds ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.withholding_proof_rounds FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, proof_id, contract_id, round, reference, file_id, given_by, given_at, due_at, answered_by, answered_at, reason) ON public.withholding_proof_rounds TO authenticated;
GRANT SELECT, INSERT, UPDATE (answered_by, answered_at, reason) ON public.withholding_proof_rounds TO service_role;

CREATE FUNCTION private.keep_proof_answers() RETURNS trigger
LANGUAGE plpgsql SET search_path = ''
AS $$
BEGIN
  PERFORM private.refuse(409, 'withheld_answered', 'Este comprovante já foi respondido.');
  RETURN NULL;
END
$$;

CREATE POLICY "administrators read each proof of withheld taxes and its answer" ON public.withholding_proof_rounds
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "both sides read each proof of withheld taxes and its answer" ON public.withholding_proof_rounds
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps each proof of withheld taxes and its answer" ON public.withholding_proof_rounds
  TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF reason ON public.withholding_proof_rounds
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.reason)) EXECUTE FUNCTION private.settle_texts('reason:text');
CREATE TRIGGER keep_proof_answers BEFORE UPDATE ON public.withholding_proof_rounds
  FOR EACH ROW WHEN (OLD.answered_at IS NOT NULL) EXECUTE FUNCTION private.keep_proof_answers();
SELECT realtime.watch('public.withholding_proof_rounds');

ALTER TABLE public.withholding_proofs ADD CONSTRAINT withholding_proofs_round_fkey FOREIGN KEY (id, round) REFERENCES public.withholding_proof_rounds(proof_id, round) ON DELETE RESTRICT;

-- A milestone that was paid owes its invoice, whoever released it.
CREATE FUNCTION private.owe_invoice() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  INSERT INTO public.invoices (contract_id, milestone_id, professional_id, kind, expected_cents, remind_at)
  SELECT NEW.contract_id, NEW.id, c.professional_id, CASE WHEN length(private.document_of(c.professional_id)) = 11 THEN 'rpa' ELSE 'nfse' END,
         private.earned_of(NEW.id), coalesce(NEW.settled_at, now()) + private.span_of('invoice_reminder_days')
  FROM public.contracts c WHERE c.id = NEW.contract_id AND NOT EXISTS (
    SELECT FROM public.invoices i WHERE i.milestone_id = NEW.id AND i.status <> 'replaced');
  RETURN NULL;
END
$$;

-- What of the agreed lines falls on a part of a milestone's value: each the same
-- part of itself, half a centavo up, one after another and no more than a bound.
CREATE FUNCTION private.withheld_lines(milestone uuid, part bigint, most bigint) RETURNS TABLE (id uuid, cents bigint)
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT own.id, greatest(0, least(own.cents, most - coalesce(sum(own.cents) OVER (ORDER BY own.tax ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)))::bigint
  FROM (SELECT w.id, w.tax, least(w.value_cents, round(w.value_cents::numeric * part / w.gross_cents))::bigint AS cents
        FROM public.withholdings w WHERE w.milestone_id = milestone AND w.status = 'agreed') AS own
$$;
GRANT EXECUTE ON FUNCTION private.withheld_lines(uuid,bigint,bigint) TO service_role;

CREATE FUNCTION private.withheld_of(milestone uuid, part bigint, most bigint) RETURNS bigint
LANGUAGE sql STABLE
SET search_path = ''
RETURN (SELECT coalesce(sum(l.cents), 0)::bigint FROM private.withheld_lines(milestone, part, most) AS l);
GRANT EXECUTE ON FUNCTION private.withheld_of(uuid,bigint,bigint) TO service_role;

-- What a payer withholds by law of a milestone that is paid on a day. What the same
-- company paid to the same person in the month counts with it. An item and its
-- rate, and labour, are what the company says, the Simples Nacional what the firm declares; "law" says what each rests on.
CREATE FUNCTION private.lawful_withholdings(milestone uuid, iss_item text, iss_rate integer, has_labour boolean, day date)
RETURNS TABLE (tax text, base_cents bigint, rate_basis_points integer, value_cents bigint, law text)
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  WITH own AS (
    SELECT m.id, m.value_cents AS gross, c.company_id, c.professional_id, private.payee_of(c.professional_id) AS payee,
           EXISTS (SELECT FROM public.organisations f WHERE f.id = c.professional_id AND f.is_simples) AS is_simples
    FROM public.milestones m JOIN public.contracts c ON c.id = m.contract_id WHERE m.id = milestone),
  -- What was paid before in the month of the day, by Brazil's clock.
  paid AS (
    SELECT o.id, private.earned_of(o.id) AS gross FROM own JOIN public.contracts c ON c.company_id = own.company_id AND c.professional_id = own.professional_id
    JOIN public.milestones o ON o.contract_id = c.id
    WHERE o.id <> own.id AND o.status IN ('released', 'split') AND date_trunc('month', private.market_day(o.settled_at)) = date_trunc('month', day)),
  month AS (
    SELECT coalesce((SELECT sum(gross) FROM paid), 0)::bigint AS gross,
           coalesce(sum(w.settled_cents) FILTER (WHERE w.tax = 'inss'), 0)::bigint AS inss, coalesce(sum(w.settled_cents) FILTER (WHERE w.tax = 'irrf'), 0)::bigint AS irrf,
           coalesce(sum(round(w.settled_cents * 10000.0 / w.rate_basis_points)) FILTER (WHERE w.tax = 'inss'), 0)::bigint AS inss_base
    FROM public.withholdings w WHERE w.milestone_id IN (SELECT id FROM paid) AND w.status = 'agreed'),
  -- What other parts have recorded and not yet paid is kept of the same ceiling, so that
  -- parts recorded side by side do not use it twice.
  promised AS (
    SELECT coalesce(sum(w.base_cents), 0)::bigint AS inss_base FROM own JOIN public.contracts c ON c.company_id = own.company_id AND c.professional_id = own.professional_id
    JOIN public.milestones o ON o.contract_id = c.id JOIN public.withholdings w ON w.milestone_id = o.id
    WHERE o.id <> own.id AND o.status NOT IN ('released', 'split', 'refunded', 'cancelled') AND w.tax = 'inss' AND w.status IN ('proposed', 'agreed')),
  rules AS (
    SELECT DISTINCT ON (r.tax) r.tax, r.rate_basis_points, r.waived_up_to_cents, r.month_base_max_cents, r.needs, r.source
    FROM private.tax_rules r, own WHERE r.payee = own.payee AND r.valid_from <= day ORDER BY r.tax, r.valid_from DESC),
  flat AS (
    SELECT r.tax, least(own.gross, greatest(0, coalesce(r.month_base_max_cents - month.inss_base - promised.inss_base, own.gross))) AS base,
           CASE WHEN r.tax = 'iss' THEN least(coalesce(iss_rate, 0), r.rate_basis_points) ELSE r.rate_basis_points END AS rate, r.waived_up_to_cents AS waived,
           r.source || CASE r.needs WHEN 'item' THEN '. Serviço informado pela empresa: ' || i.item || ', ' || i.description WHEN 'labour' THEN '. Cessão de mão de obra informada pela empresa' ELSE '' END
             || CASE WHEN r.tax = 'iss' AND own.is_simples THEN '. Simples Nacional: LC 123/2006, art. 21, § 4º' ELSE '' END AS law
    FROM rules r CROSS JOIN own CROSS JOIN month CROSS JOIN promised LEFT JOIN private.iss_items i ON i.item = iss_item
    WHERE CASE r.needs WHEN 'item' THEN i.item IS NOT NULL WHEN 'labour' THEN has_labour WHEN 'no_simples' THEN NOT own.is_simples ELSE true END),
  fixed AS (
    SELECT f.tax, f.base, f.rate, round(f.base::numeric * f.rate / 10000)::bigint AS value, f.waived, f.law FROM flat f),
  -- Of a person: the tax of the whole month, less what was withheld in it.
  income AS (
    SELECT 'irrf' AS tax, own.gross AS base, k.rate_basis_points AS rate,
           least(private.income_tax(month.gross + own.gross, month.inss + coalesce((SELECT value FROM fixed WHERE fixed.tax = 'inss'), 0), day) - month.irrf,
                 round(own.gross::numeric * k.rate_basis_points / 10000))::bigint AS value, 1000::bigint AS waived,
           'RIR/2018, art. 685; ' || k.source || ', ' || (SELECT source FROM private.income_tax_reliefs WHERE valid_from <= day ORDER BY valid_from DESC LIMIT 1) || '; Lei 9.430/1996, art. 67' AS law
    FROM own CROSS JOIN month CROSS JOIN LATERAL (
      SELECT b.rate_basis_points, b.source FROM private.income_tax_brackets b
      WHERE b.valid_from = (SELECT max(valid_from) FROM private.income_tax_brackets WHERE valid_from <= day) AND (b.above_cents < month.gross + own.gross OR b.above_cents = 0)
      ORDER BY b.above_cents DESC LIMIT 1) AS k
    WHERE own.payee = 'cpf')
  SELECT d.tax, d.base, d.rate, d.value, d.law FROM (SELECT * FROM fixed UNION ALL SELECT * FROM income) AS d
  WHERE d.value > d.waived AND d.value > 0
$$;
GRANT EXECUTE ON FUNCTION private.lawful_withholdings(uuid,text,integer,boolean,date) TO service_role;

-- Withholds the lines of private.withheld_lines; each line keeps what became of it.
CREATE FUNCTION private.settle_withholdings(milestone uuid, part bigint, most bigint) RETURNS bigint
LANGUAGE sql
SET search_path = ''
AS $$
  WITH settled AS (
    UPDATE public.withholdings w SET settled_cents = l.cents FROM private.withheld_lines(milestone, part, most) AS l WHERE w.id = l.id RETURNING w.settled_cents)
  SELECT coalesce(sum(settled_cents), 0)::bigint FROM settled
$$;
GRANT EXECUTE ON FUNCTION private.settle_withholdings(uuid,bigint,bigint) TO service_role;

-- What nobody agreed to before the end counts for nothing after it.
CREATE FUNCTION private.lapse_withholdings() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  UPDATE public.withholdings SET status = 'lapsed' WHERE milestone_id = NEW.id AND status = 'proposed';
  RETURN NULL;
END
$$;

CREATE TRIGGER lapse_withholdings AFTER UPDATE OF status ON public.milestones
  FOR EACH ROW WHEN (NEW.status IN ('released', 'split', 'refunded', 'cancelled') AND NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.lapse_withholdings();
CREATE TRIGGER owe_invoice AFTER UPDATE OF status ON public.milestones
  FOR EACH ROW WHEN (NEW.status IN ('released', 'split') AND NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.owe_invoice();

CREATE POLICY "administrators read the papers of withheld taxes that they deci" ON public.deal_files FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin) AND (EXISTS ( SELECT
   FROM public.withholding_proof_rounds r
     JOIN public.withholding_proofs p ON p.id = r.proof_id
  WHERE r.file_id = deal_files.id AND (p.status = 'mediation' OR p.decided_at IS NOT NULL))));
