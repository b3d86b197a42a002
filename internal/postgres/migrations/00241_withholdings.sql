-- Taxes that a company keeps back to pay them in the professional's name: lines
-- that it records, and that count once the professional's side agreed or let the
-- time to contest them pass. What is released, or owed directly, is the net. No
-- line is more than the law lets a payer keep at all.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('withholding_answer_days',   3,  'How many working days the professional has to contest withheld taxes.'),
  ('withholding_reminder_days', 1,  'How long before silence agrees to withheld taxes the professional is reminded.'),
  ('withholding_rounds_max',    10, 'How often the withheld taxes of one milestone may be recorded.');

-- The most of a base, in hundredths of a percent, that a payer withholds of a
-- person, a firm or a MEI: LC 116/2003, art. 8; Leis 8.212/1991, art. 31, and 10.666/2003, art. 4;
-- RIR, arts. 714 and 677; Lei 10.833/2003, art. 31.
CREATE FUNCTION private.withholding_cap(tax text, payee text) RETURNS integer
LANGUAGE sql IMMUTABLE
SET search_path = ''
RETURN CASE tax
  WHEN 'iss'  THEN 500
  WHEN 'inss' THEN 1100
  WHEN 'irrf' THEN CASE payee WHEN 'cpf' THEN 2750 WHEN 'pj' THEN 150 ELSE 0 END
  WHEN 'csrf' THEN CASE payee WHEN 'pj' THEN 465 ELSE 0 END
  ELSE 0 END;

CREATE TABLE public.withholdings (
  id                uuid          NOT NULL DEFAULT private.uuid_v7(),
  contract_id       uuid          NOT NULL,
  milestone_id      uuid          NOT NULL,
  -- The lines of a round were recorded and are answered together.
  round             integer       NOT NULL,
  tax               text          NOT NULL,
  payee             text          NOT NULL,
  -- What the milestone was worth then: a part of it has that part of the tax.
  gross_cents       bigint        NOT NULL,
  base_cents        bigint        NOT NULL,
  rate_basis_points integer       NOT NULL,
  value_cents       bigint        NOT NULL,
  gross             numeric(14,2) NOT NULL GENERATED ALWAYS AS (gross_cents / 100.0) STORED,
  base              numeric(14,2) NOT NULL GENERATED ALWAYS AS (base_cents / 100.0) STORED,
  rate              numeric(5,2)  NOT NULL GENERATED ALWAYS AS (rate_basis_points / 100.0) STORED,
  value             numeric(14,2) NOT NULL GENERATED ALWAYS AS (value_cents / 100.0) STORED,
  status            text          NOT NULL DEFAULT 'proposed',
  recorded_by       uuid          NOT NULL,
  recorded_at       timestamptz   NOT NULL DEFAULT now(),
  -- When silence agrees, after a reminder.
  answer_due_at     timestamptz   NOT NULL,
  reminded_at       timestamptz,
  -- Empty when silence answered.
  answered_by       uuid,
  answered_at       timestamptz,
  reason            text,
  -- What was kept back in the end.
  settled_cents     bigint,
  settled           numeric(14,2) GENERATED ALWAYS AS (settled_cents / 100.0) STORED,
  CONSTRAINT withholdings_pkey              PRIMARY KEY (id),
  CONSTRAINT withholdings_line_key          UNIQUE (milestone_id, round, tax),
  CONSTRAINT withholdings_contract_id_fkey  FOREIGN KEY (contract_id)  REFERENCES public.contracts (id)  ON DELETE RESTRICT,
  CONSTRAINT withholdings_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES public.milestones (id) ON DELETE RESTRICT,
  CONSTRAINT withholdings_recorded_by_fkey  FOREIGN KEY (recorded_by)  REFERENCES public.profiles (id)   ON DELETE RESTRICT,
  CONSTRAINT withholdings_answered_by_fkey  FOREIGN KEY (answered_by)  REFERENCES public.profiles (id)   ON DELETE RESTRICT,
  CONSTRAINT withholdings_round_positive    CHECK (round > 0),
  CONSTRAINT withholdings_tax_known         CHECK (tax IN ('iss', 'inss', 'irrf', 'csrf')),
  CONSTRAINT withholdings_payee_known       CHECK (payee IN ('cpf', 'pj', 'mei')),
  CONSTRAINT withholdings_base_within       CHECK (base_cents > 0 AND base_cents <= gross_cents),
  CONSTRAINT withholdings_rate_capped       CHECK (rate_basis_points > 0 AND rate_basis_points <= private.withholding_cap(tax, payee)),
  CONSTRAINT withholdings_value_capped      CHECK (value_cents > 0 AND value_cents <= round(base_cents::numeric * rate_basis_points / 10000)),
  CONSTRAINT withholdings_status_known      CHECK (status IN ('proposed', 'agreed', 'contested', 'replaced', 'lapsed')),
  CONSTRAINT withholdings_reason_bounded    CHECK (btrim(reason) <> '' AND length(reason) <= 1000),
  CONSTRAINT withholdings_answer_told       CHECK ((status <> 'proposed' OR answered_at IS NULL) AND (status NOT IN ('agreed', 'contested') OR answered_at IS NOT NULL)
    AND (answered_by IS NULL OR answered_at IS NOT NULL) AND (status <> 'contested' OR reason IS NOT NULL AND answered_by IS NOT NULL)),
  CONSTRAINT withholdings_not_by_who_recorded CHECK (answered_by <> recorded_by),
  CONSTRAINT withholdings_settled_within    CHECK (settled_cents IS NULL OR settled_cents >= 0 AND settled_cents <= value_cents AND status = 'agreed')
);
CREATE UNIQUE INDEX withholdings_one_in_force ON public.withholdings (milestone_id, tax) WHERE status IN ('proposed', 'agreed');
CREATE INDEX withholdings_contract_id_idx ON public.withholdings (contract_id);
CREATE INDEX withholdings_recorded_by_idx ON public.withholdings (recorded_by);
CREATE INDEX withholdings_answered_by_idx ON public.withholdings (answered_by) WHERE answered_by IS NOT NULL;
CREATE INDEX withholdings_due_idx         ON public.withholdings (answer_due_at) WHERE status = 'proposed';

ALTER TABLE public.withholdings ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.withholdings FORCE  ROW LEVEL SECURITY;
CREATE POLICY "both sides read the withheld taxes of their contract" ON public.withholdings
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "administrators read every withheld tax" ON public.withholdings
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps withheld taxes" ON public.withholdings
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, contract_id, milestone_id, round, tax, payee, gross_cents, base_cents, rate_basis_points, value_cents, gross, base, rate, value, status, recorded_by, recorded_at,
  answer_due_at, answered_by, answered_at, reason, settled_cents, settled) ON public.withholdings TO authenticated;
GRANT SELECT, INSERT, UPDATE (status, answer_due_at, reminded_at, answered_by, answered_at, reason, settled_cents) ON public.withholdings TO service_role;
SELECT realtime.watch('public.withholdings');

-- Nobody may write the table, its owner neither.
ALTER TABLE private.transitions NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.transitions (noun, from_state, to_state) VALUES
  ('withholding', 'proposed', 'agreed'), ('withholding', 'proposed', 'contested'), ('withholding', 'proposed', 'replaced'), ('withholding', 'agreed', 'replaced'),
  ('withholding', 'proposed', 'lapsed');
ALTER TABLE private.transitions FORCE ROW LEVEL SECURITY;
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.withholdings
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('withholding');
SELECT private.log_knows('record_withholdings', 'agree_withholdings', 'contest_withholdings', 'withhold_by_silence', 'replace_withholdings', 'lapse_withholdings');

-- As whom a party is paid.
CREATE FUNCTION private.payee_of(party uuid) RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
RETURN CASE WHEN EXISTS (SELECT FROM public.organisations o WHERE o.id = party AND o.kind = 'mei') THEN 'mei'
            WHEN length(private.document_of(party)) = 11 THEN 'cpf' ELSE 'pj' END;

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

CREATE FUNCTION private.withheld_of(milestone uuid, part bigint, most bigint) RETURNS bigint
LANGUAGE sql STABLE
SET search_path = ''
RETURN (SELECT coalesce(sum(l.cents), 0)::bigint FROM private.withheld_lines(milestone, part, most) AS l);

-- The same, and each line keeps what became of it.
CREATE FUNCTION private.settle_withholdings(milestone uuid, part bigint, most bigint) RETURNS bigint
LANGUAGE sql
SET search_path = ''
AS $$
  WITH settled AS (
    UPDATE public.withholdings w SET settled_cents = l.cents FROM private.withheld_lines(milestone, part, most) AS l WHERE w.id = l.id RETURNING w.settled_cents)
  SELECT coalesce(sum(settled_cents), 0)::bigint FROM settled
$$;
GRANT EXECUTE ON FUNCTION private.withholding_cap(text, text), private.payee_of(uuid), private.withheld_lines(uuid, bigint, bigint), private.withheld_of(uuid, bigint, bigint),
  private.settle_withholdings(uuid, bigint, bigint) TO service_role;

-- What nobody agreed to before the end counts for nothing after it.
-- +goose StatementBegin
CREATE FUNCTION private.lapse_withholdings() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  UPDATE public.withholdings SET status = 'lapsed' WHERE milestone_id = NEW.id AND status = 'proposed';
  RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER lapse_withholdings AFTER UPDATE OF status ON public.milestones
  FOR EACH ROW WHEN (NEW.status IN ('released', 'split', 'refunded', 'cancelled') AND NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.lapse_withholdings();

-- What is paid directly is the net; both are told what was kept back.
ALTER TABLE public.direct_payments
  ADD COLUMN withheld_cents bigint        NOT NULL DEFAULT 0,
  ADD COLUMN withheld       numeric(14,2) NOT NULL GENERATED ALWAYS AS (withheld_cents / 100.0) STORED,
  ADD CONSTRAINT direct_payments_withheld_range CHECK (withheld_cents >= 0);
GRANT SELECT (withheld_cents, withheld) ON public.direct_payments TO authenticated;

-- A milestone may be guaranteed more than once; what was earned of it is told by
-- its transfer, whatever round that was.
CREATE OR REPLACE FUNCTION private.earned_of(milestone uuid) RETURNS bigint
LANGUAGE sql STABLE
SET search_path = ''
RETURN (SELECT CASE m.status WHEN 'split' THEN coalesce((
    SELECT sum(e.value_cents) FROM public.ledger_transfers t JOIN public.ledger_entries e ON e.transfer_id = t.id
    WHERE t.milestone_id = m.id AND t.kind = 'split' AND e.kind = 'split' AND e.account LIKE 'available:%'), m.value_cents) ELSE m.value_cents END
  FROM public.milestones m WHERE m.id = milestone);
