-- Where nobody stands between the sides, the company says that it paid and the
-- professional that he has it. What each said is kept, with the receipt.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('receipt_days',                10, 'How long a payment that the company says it made waits for the professional.'),
  ('receipt_reminder_first_days', 3,  'How long before silence confirms a payment the professional is reminded for the first time.'),
  ('receipt_reminder_last_days',  1,  'How long before silence confirms a payment the professional is reminded for the last time.');

CREATE TABLE public.direct_payments (
  id             uuid          NOT NULL DEFAULT private.uuid_v7(),
  contract_id    uuid          NOT NULL,
  milestone_id   uuid          NOT NULL,
  value_cents    bigint        NOT NULL,
  value          numeric(14,2) NOT NULL GENERATED ALWAYS AS (value_cents / 100.0) STORED,
  paid_on        date          NOT NULL,
  -- A file of the bucket deals, by its name there.
  receipt        text,
  note           text,
  status         text          NOT NULL DEFAULT 'declared',
  declared_by    uuid          NOT NULL,
  declared_at    timestamptz   NOT NULL DEFAULT now(),
  -- When silence confirms it, after two reminders.
  confirm_due_at timestamptz   NOT NULL,
  reminded       integer       NOT NULL DEFAULT 0,
  -- Empty when silence answered.
  answered_by    uuid,
  answered_at    timestamptz,
  reason         text,
  CONSTRAINT direct_payments_pkey              PRIMARY KEY (id),
  CONSTRAINT direct_payments_contract_id_fkey  FOREIGN KEY (contract_id)  REFERENCES public.contracts (id)  ON DELETE RESTRICT,
  CONSTRAINT direct_payments_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES public.milestones (id) ON DELETE RESTRICT,
  CONSTRAINT direct_payments_declared_by_fkey  FOREIGN KEY (declared_by)  REFERENCES public.profiles (id)   ON DELETE RESTRICT,
  CONSTRAINT direct_payments_answered_by_fkey  FOREIGN KEY (answered_by)  REFERENCES public.profiles (id)   ON DELETE RESTRICT,
  CONSTRAINT direct_payments_value_positive    CHECK (value_cents > 0),
  CONSTRAINT direct_payments_receipt_filled    CHECK (btrim(receipt) <> '' AND length(receipt) <= 300),
  CONSTRAINT direct_payments_note_filled       CHECK (btrim(note) <> '' AND length(note) <= 1000),
  CONSTRAINT direct_payments_reason_filled     CHECK (btrim(reason) <> '' AND length(reason) <= 1000),
  CONSTRAINT direct_payments_status_known      CHECK (status IN ('declared', 'confirmed', 'contested', 'by_silence')),
  CONSTRAINT direct_payments_answer_told       CHECK ((status = 'declared') = (answered_at IS NULL)
    AND (status IN ('confirmed', 'contested')) = (answered_by IS NOT NULL)
    AND (status = 'contested') = (reason IS NOT NULL)),
  CONSTRAINT direct_payments_not_by_who_declared CHECK (answered_by <> declared_by),
  CONSTRAINT direct_payments_reminded_range    CHECK (reminded BETWEEN 0 AND 2)
);
-- One word at a time, and one that stands in the end.
CREATE UNIQUE INDEX direct_payments_one_standing ON public.direct_payments (milestone_id) WHERE status <> 'contested';
CREATE INDEX direct_payments_milestone_id_idx ON public.direct_payments (milestone_id, declared_at DESC);
CREATE INDEX direct_payments_contract_id_idx  ON public.direct_payments (contract_id, declared_at DESC);
CREATE INDEX direct_payments_declared_by_idx  ON public.direct_payments (declared_by);
CREATE INDEX direct_payments_answered_by_idx  ON public.direct_payments (answered_by) WHERE answered_by IS NOT NULL;
CREATE INDEX direct_payments_due_idx          ON public.direct_payments (confirm_due_at) WHERE status = 'declared';

ALTER TABLE public.direct_payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.direct_payments FORCE  ROW LEVEL SECURITY;
CREATE POLICY "both sides read the payments of their contract" ON public.direct_payments
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "administrators read every payment" ON public.direct_payments
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps payments" ON public.direct_payments
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, contract_id, milestone_id, value_cents, value, paid_on, receipt, note, status, declared_by, declared_at, confirm_due_at,
  answered_by, answered_at, reason) ON public.direct_payments TO authenticated;
GRANT SELECT, INSERT, UPDATE ON public.direct_payments TO service_role;
SELECT realtime.watch('public.direct_payments');

-- Nobody may write the table, its owner neither.
ALTER TABLE private.transitions NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.transitions (noun, from_state, to_state) VALUES
  ('direct_payment', 'declared', 'confirmed'), ('direct_payment', 'declared', 'contested'), ('direct_payment', 'declared', 'by_silence');
ALTER TABLE private.transitions FORCE ROW LEVEL SECURITY;
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.direct_payments
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('direct_payment');
