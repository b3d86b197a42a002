-- The milestones of a contract, what is added to it, payments between the sides, papers and
-- checklists.

CREATE TABLE public.milestones (
  id                  uuid          NOT NULL DEFAULT private.uuid_v7(),
  contract_id         uuid          NOT NULL,
  "position"          integer       NOT NULL,
  kind                text          NOT NULL DEFAULT 'work',
  title               text          NOT NULL,
  deliverable         text          NOT NULL DEFAULT '',
  value_cents         bigint        NOT NULL,
  value               numeric(14,2) NOT NULL GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  due_on              date,
  status              text          NOT NULL DEFAULT 'planned',
  held_cents          bigint        NOT NULL DEFAULT 0,
  owed_due_on         date,
  delivered_at        timestamptz,
  delivered_by        uuid,
  delivery_note       text,
  review_until        timestamptz,
  reminded            integer       NOT NULL DEFAULT 0,
  adjustments_count   integer       NOT NULL DEFAULT 0,
  approved_by         uuid,
  approved_at         timestamptz,
  settled_at          timestamptz,
  created_at          timestamptz   NOT NULL DEFAULT now(),
  updated_at          timestamptz   NOT NULL DEFAULT now(),
  review_left         interval,
  waits_for_tac       boolean       NOT NULL DEFAULT false,
  paused_at           timestamptz,
  split_cents         bigint,
  acceptances_stop_on date,
  CONSTRAINT milestones_pkey                 PRIMARY KEY (id),
  CONSTRAINT milestones_position_key         UNIQUE (contract_id, "position"),
  CONSTRAINT milestones_approved_by_fkey     FOREIGN KEY (approved_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT milestones_contract_id_fkey     FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT milestones_delivered_by_fkey    FOREIGN KEY (delivered_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT milestones_approval_told        CHECK ((approved_by IS NULL OR approved_at IS NOT NULL) AND (approved_at IS NULL OR (status IN ('awaiting_payment', 'released',
    'disputed')))),
  CONSTRAINT milestones_counts_range         CHECK (adjustments_count >= 0 AND reminded >= 0),
  CONSTRAINT milestones_deliverable_short    CHECK (length(deliverable) <= 1000),
  CONSTRAINT milestones_delivery_told        CHECK ((delivered_at IS NULL) = (delivered_by IS NULL) AND CASE status WHEN 'planned' THEN delivered_at IS NULL WHEN 'adjusting' THEN delivered_at IS NULL
    WHEN 'delivered' THEN delivered_at IS NOT NULL ELSE true END),
  CONSTRAINT milestones_held_range           CHECK (held_cents >= 0 AND held_cents <= value_cents),
  CONSTRAINT milestones_kind_known           CHECK (kind IN ('work', 'travel', 'retention', 'amendment')),
  CONSTRAINT milestones_not_by_who_delivered CHECK (approved_by <> delivered_by),
  CONSTRAINT milestones_note_filled          CHECK (btrim(delivery_note) <> '' AND length(delivery_note) <= 2000),
  CONSTRAINT milestones_owed                 CHECK (owed_due_on IS NULL OR (status IN ('awaiting_payment', 'released', 'disputed'))),
  CONSTRAINT milestones_pause_of_review      CHECK (paused_at IS NULL OR status = 'delivered'),
  CONSTRAINT milestones_position_positive    CHECK ("position" > 0),
  CONSTRAINT milestones_review_due           CHECK ((status = 'delivered') = (review_until IS NOT NULL)),
  CONSTRAINT milestones_review_left          CHECK (review_left IS NULL OR status = 'disputed'),
  CONSTRAINT milestones_settlement_told      CHECK ((status IN ('released', 'split', 'refunded', 'cancelled')) = (settled_at IS NOT NULL)),
  CONSTRAINT milestones_split_range          CHECK (split_cents IS NULL OR status = 'split' AND split_cents > 0 AND split_cents < value_cents),
  CONSTRAINT milestones_status_known         CHECK (status IN ('planned', 'awaiting_payment', 'funded', 'delivered', 'adjusting', 'released', 'disputed', 'split', 'refunded',
    'cancelled')),
  CONSTRAINT milestones_stop_after_due       CHECK (acceptances_stop_on > owed_due_on),
  CONSTRAINT milestones_title_filled         CHECK (btrim(title) <> '' AND length(title) <= 120),
  CONSTRAINT milestones_value_positive       CHECK (value_cents > 0 AND value_cents <= 99999999999)
);
COMMENT ON TABLE public.milestones IS 'The parts of a contract that are paid one by one';
COMMENT ON COLUMN public.milestones.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.milestones.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.milestones."position" IS 'Its place in the order, from the first';
COMMENT ON COLUMN public.milestones.kind IS 'work, travel, retention or amendment';
COMMENT ON COLUMN public.milestones.title IS 'What it is called';
COMMENT ON COLUMN public.milestones.deliverable IS 'What is delivered';
COMMENT ON COLUMN public.milestones.value_cents IS 'Its value in centavos';
COMMENT ON COLUMN public.milestones.value IS 'Its value in reais';
COMMENT ON COLUMN public.milestones.due_on IS 'The day it is due';
COMMENT ON COLUMN public.milestones.status IS 'planned, awaiting_payment, funded, delivered, adjusting, released, disputed, split, refunded or cancelled';
COMMENT ON COLUMN public.milestones.held_cents IS 'What is held under guarantee of it, in centavos';
COMMENT ON COLUMN public.milestones.owed_due_on IS 'The day by which it is to be paid directly';
COMMENT ON COLUMN public.milestones.delivered_at IS 'When it was delivered';
COMMENT ON COLUMN public.milestones.delivered_by IS 'Who delivered it';
COMMENT ON COLUMN public.milestones.delivery_note IS 'What who delivered says';
COMMENT ON COLUMN public.milestones.review_until IS 'Until when it can be checked; then it is approved by silence';
COMMENT ON COLUMN public.milestones.reminded IS 'How many reminders of the review were sent';
COMMENT ON COLUMN public.milestones.adjustments_count IS 'How often adjustments were asked for';
COMMENT ON COLUMN public.milestones.approved_by IS 'Who approved it; null is time';
COMMENT ON COLUMN public.milestones.approved_at IS 'When it was approved';
COMMENT ON COLUMN public.milestones.settled_at IS 'When its money went where it belongs';
COMMENT ON COLUMN public.milestones.created_at IS 'When it was written';
COMMENT ON COLUMN public.milestones.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.milestones.review_left IS 'What was left of the review when a dispute began';
COMMENT ON COLUMN public.milestones.waits_for_tac IS 'Whether the review waits for the TAC';
COMMENT ON COLUMN public.milestones.paused_at IS 'Since when the review is paused';
COMMENT ON COLUMN public.milestones.split_cents IS 'What the professional got of a divided one, in centavos';
COMMENT ON COLUMN public.milestones.acceptances_stop_on IS 'From which day on its company accepts no proposals while it is owed, as both sides were told';
CREATE INDEX milestones_approved_by_idx  ON public.milestones (approved_by)  WHERE approved_by  IS NOT NULL;
CREATE INDEX milestones_delivered_by_idx ON public.milestones (delivered_by) WHERE delivered_by IS NOT NULL;

-- What administrators add up and list: it is few of many.
CREATE INDEX milestones_held_idx         ON public.milestones (contract_id, position)       WHERE held_cents > 0;
CREATE INDEX milestones_owed_idx         ON public.milestones (owed_due_on)  WHERE status = 'awaiting_payment';
CREATE INDEX milestones_review_until_idx ON public.milestones (review_until) WHERE status = 'delivered';
ALTER TABLE public.milestones ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.milestones FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, contract_id, "position", kind, title, deliverable, value_cents, value, due_on, status, held_cents, owed_due_on,
  delivered_at, delivered_by, delivery_note, review_until, adjustments_count, approved_by, approved_at, settled_at, created_at,
  updated_at, waits_for_tac, paused_at, split_cents, acceptances_stop_on) ON public.milestones TO authenticated;
GRANT SELECT, INSERT, UPDATE ON public.milestones TO service_role;
CREATE POLICY "administrators read every milestone" ON public.milestones
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "both sides read the milestones of their contract" ON public.milestones
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps milestones" ON public.milestones
  TO service_role USING (true) WITH CHECK (true);
SELECT private.announce_writes('public.milestones');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF title, deliverable, delivery_note ON public.milestones
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.title) OR NOT private.is_settled_text(NEW.deliverable) OR NOT private.is_settled_text(NEW.delivery_note)) EXECUTE FUNCTION private.settle_texts('title', 'deliverable:text', 'delivery_note:text');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.milestones
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('milestone');
SELECT realtime.watch('public.milestones');
CREATE TRIGGER touch BEFORE UPDATE ON public.milestones
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

ALTER TABLE public.contract_events ADD CONSTRAINT contract_events_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT;

-- Work that a contract did not name is agreed on beside it. What was proposed is never rewritten:
-- what was read is what is accepted. An accepted amendment is a milestone like any other.
CREATE TABLE public.amendments (
  id            uuid          NOT NULL DEFAULT private.uuid_v7(),
  contract_id   uuid          NOT NULL,
  number        integer       NOT NULL,
  label         text          NOT NULL GENERATED ALWAYS AS (('AD-' || CASE WHEN number < 10 THEN '0' ELSE '' END) || number::text) STORED,
  author        text          NOT NULL,
  title         text          NOT NULL,
  description   text          NOT NULL,
  reason        text          NOT NULL,
  hours         integer,
  price_cents   bigint        NOT NULL,
  price         numeric(14,2) NOT NULL GENERATED ALWAYS AS ((price_cents::numeric / 100.0)) STORED,
  shift_days    integer       NOT NULL DEFAULT 0,
  status        text          NOT NULL DEFAULT 'proposed',
  proposed_by   uuid          NOT NULL,
  created_at    timestamptz   NOT NULL DEFAULT now(),
  lapses_at     timestamptz   NOT NULL,
  answered_by   uuid,
  answer_reason text,
  closed_at     timestamptz,
  milestone_id  uuid,
  CONSTRAINT amendments_pkey                PRIMARY KEY (id),
  CONSTRAINT amendments_number_key          UNIQUE (contract_id, number),
  CONSTRAINT amendments_answered_by_fkey    FOREIGN KEY (answered_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT amendments_contract_id_fkey    FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT amendments_milestone_id_fkey   FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT amendments_proposed_by_fkey    FOREIGN KEY (proposed_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT amendments_answer_bounded      CHECK (btrim(answer_reason) <> '' AND length(answer_reason) <= 800),
  CONSTRAINT amendments_author_known        CHECK (author IN ('company', 'professional')),
  CONSTRAINT amendments_description_bounded CHECK (btrim(description) <> '' AND length(description) <= 1000),
  CONSTRAINT amendments_end_told            CHECK ((status = 'proposed') = (closed_at IS NULL) AND (status IN ('accepted', 'refused')) = (answered_by IS NOT NULL)
    AND (status = 'refused') = (answer_reason IS NOT NULL) AND (status = 'accepted') = (milestone_id IS NOT NULL)),
  CONSTRAINT amendments_hours_range         CHECK (hours >= 1 AND hours <= 10000),
  CONSTRAINT amendments_not_by_who_proposed CHECK (answered_by <> proposed_by),
  CONSTRAINT amendments_number_positive     CHECK (number > 0),
  CONSTRAINT amendments_price_range         CHECK (price_cents > 0 AND price_cents <= 99999999999),
  CONSTRAINT amendments_reason_bounded      CHECK (btrim(reason) <> '' AND length(reason) <= 800),
  CONSTRAINT amendments_shift_range         CHECK (shift_days >= 0),
  CONSTRAINT amendments_status_known        CHECK (status IN ('proposed', 'accepted', 'refused', 'withdrawn', 'lapsed')),
  CONSTRAINT amendments_title_bounded       CHECK (btrim(title) <> '' AND length(title) <= 110)
);
COMMENT ON TABLE public.amendments IS 'Additions to a contract: more work, its price and the days it shifts
One side proposes, the other answers; an accepted one becomes a milestone.';
COMMENT ON COLUMN public.amendments.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.amendments.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.amendments.number IS 'Its number, in order';
COMMENT ON COLUMN public.amendments.label IS 'AD- and the number';
COMMENT ON COLUMN public.amendments.author IS 'Which side wrote it: company or professional';
COMMENT ON COLUMN public.amendments.title IS 'What it is called';
COMMENT ON COLUMN public.amendments.description IS 'What it is, at length';
COMMENT ON COLUMN public.amendments.reason IS 'Why, in the words of who did it';
COMMENT ON COLUMN public.amendments.hours IS 'Hours of the work';
COMMENT ON COLUMN public.amendments.price_cents IS 'Its price in centavos';
COMMENT ON COLUMN public.amendments.price IS 'Its price in reais';
COMMENT ON COLUMN public.amendments.shift_days IS 'By how many days it shifts what is due';
COMMENT ON COLUMN public.amendments.status IS 'proposed, accepted, refused, withdrawn or lapsed';
COMMENT ON COLUMN public.amendments.proposed_by IS 'Who proposed it';
COMMENT ON COLUMN public.amendments.created_at IS 'When it was written';
COMMENT ON COLUMN public.amendments.lapses_at IS 'When it lapses unanswered';
COMMENT ON COLUMN public.amendments.answered_by IS 'Who answered';
COMMENT ON COLUMN public.amendments.answer_reason IS 'Why it was refused';
COMMENT ON COLUMN public.amendments.closed_at IS 'When it was closed';
COMMENT ON COLUMN public.amendments.milestone_id IS 'The milestone an accepted one became';
CREATE INDEX amendments_answered_by_idx         ON public.amendments (answered_by) WHERE answered_by IS NOT NULL;
CREATE UNIQUE INDEX amendments_milestone_id_idx ON public.amendments (milestone_id) WHERE milestone_id IS NOT NULL;
CREATE INDEX amendments_open_idx                ON public.amendments (lapses_at)   WHERE status = 'proposed';
CREATE INDEX amendments_proposed_by_idx         ON public.amendments (proposed_by);
ALTER TABLE public.amendments ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.amendments FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, contract_id, number, label, author, title, description, reason, hours, price_cents, price, shift_days, status,
  proposed_by, created_at, lapses_at, answered_by, answer_reason, closed_at, milestone_id) ON public.amendments TO authenticated;
GRANT SELECT, INSERT, UPDATE (status, answered_by, answer_reason, closed_at, milestone_id) ON public.amendments TO service_role;
CREATE POLICY "both sides read the amendments of their contract" ON public.amendments
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps amendments" ON public.amendments
  TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF title, description, reason, answer_reason ON public.amendments
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.title) OR NOT private.is_settled_text(NEW.description) OR NOT private.is_settled_text(NEW.reason) OR NOT private.is_settled_text(NEW.answer_reason)) EXECUTE FUNCTION private.settle_texts('title', 'description:text', 'reason:text', 'answer_reason:text');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.amendments
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('amendment');
SELECT realtime.watch('public.amendments');

-- Where nobody stands between the sides, the company says that it paid and the professional that
-- they received it. What each said is kept, with the receipt.
CREATE TABLE public.direct_payments (
  id             uuid          NOT NULL DEFAULT private.uuid_v7(),
  contract_id    uuid          NOT NULL,
  milestone_id   uuid          NOT NULL,
  value_cents    bigint        NOT NULL,
  value          numeric(14,2) NOT NULL GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  paid_on        date          NOT NULL,
  receipt        text,
  note           text,
  status         text          NOT NULL DEFAULT 'declared',
  declared_by    uuid          NOT NULL,
  declared_at    timestamptz   NOT NULL DEFAULT now(),
  confirm_due_at timestamptz   NOT NULL,
  reminded       integer       NOT NULL DEFAULT 0,
  answered_by    uuid,
  answered_at    timestamptz,
  reason         text,
  withheld_cents bigint        NOT NULL DEFAULT 0,
  withheld       numeric(14,2) NOT NULL GENERATED ALWAYS AS ((withheld_cents::numeric / 100.0)) STORED,
  end_to_end_id  text,
  CONSTRAINT direct_payments_pkey                PRIMARY KEY (id),
  CONSTRAINT direct_payments_answered_by_fkey    FOREIGN KEY (answered_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT direct_payments_contract_id_fkey    FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT direct_payments_declared_by_fkey    FOREIGN KEY (declared_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT direct_payments_milestone_id_fkey   FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT direct_payments_answer_told         CHECK ((status = 'declared') = (answered_at IS NULL) AND (status IN ('confirmed', 'contested', 'upheld')) = (answered_by IS NOT NULL)
    AND (status IN ('contested', 'upheld')) = (reason IS NOT NULL)),
  CONSTRAINT direct_payments_end_to_end_id       CHECK (end_to_end_id ~ '^E[0-9]{20}[A-Za-z0-9]{11}$'),
  CONSTRAINT direct_payments_not_by_who_declared CHECK (answered_by <> declared_by),
  CONSTRAINT direct_payments_note_filled         CHECK (btrim(note) <> '' AND length(note) <= 1000),
  CONSTRAINT direct_payments_reason_filled       CHECK (btrim(reason) <> '' AND length(reason) <= 1000),
  CONSTRAINT direct_payments_receipt_filled      CHECK (btrim(receipt) <> '' AND length(receipt) <= 300),
  CONSTRAINT direct_payments_reminded_range      CHECK (reminded >= 0 AND reminded <= 2),
  CONSTRAINT direct_payments_status_known        CHECK (status IN ('declared', 'confirmed', 'contested', 'by_silence', 'upheld')),
  CONSTRAINT direct_payments_value_positive      CHECK (value_cents > 0),
  CONSTRAINT direct_payments_withheld_range      CHECK (withheld_cents >= 0)
);
COMMENT ON TABLE public.direct_payments IS 'Payments made from company to professional without the platform, declared by one and confirmed by the other';
COMMENT ON COLUMN public.direct_payments.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.direct_payments.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.direct_payments.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.direct_payments.value_cents IS 'Its value in centavos';
COMMENT ON COLUMN public.direct_payments.value IS 'Its value in reais';
COMMENT ON COLUMN public.direct_payments.paid_on IS 'The day of the payment';
COMMENT ON COLUMN public.direct_payments.receipt IS 'The file that shows it';
COMMENT ON COLUMN public.direct_payments.note IS 'A note, in the words of who wrote it';
COMMENT ON COLUMN public.direct_payments.status IS 'declared, confirmed, contested, by_silence or, after a dispute, upheld';
COMMENT ON COLUMN public.direct_payments.declared_by IS 'Who says that it was paid';
COMMENT ON COLUMN public.direct_payments.declared_at IS 'When that was said';
COMMENT ON COLUMN public.direct_payments.confirm_due_at IS 'When it counts as confirmed by silence';
COMMENT ON COLUMN public.direct_payments.reminded IS 'How many reminders were sent';
COMMENT ON COLUMN public.direct_payments.answered_by IS 'Who answered';
COMMENT ON COLUMN public.direct_payments.answered_at IS 'When it was answered';
COMMENT ON COLUMN public.direct_payments.reason IS 'Why it is contested';
COMMENT ON COLUMN public.direct_payments.withheld_cents IS 'What was withheld, in centavos';
COMMENT ON COLUMN public.direct_payments.withheld IS 'What was withheld, in reais';
COMMENT ON COLUMN public.direct_payments.end_to_end_id IS 'What the Pix is called between the banks';
CREATE INDEX direct_payments_answered_by_idx     ON public.direct_payments (answered_by) WHERE answered_by IS NOT NULL;
CREATE INDEX direct_payments_contract_id_idx     ON public.direct_payments (contract_id, declared_at DESC);
CREATE INDEX direct_payments_declared_by_idx     ON public.direct_payments (declared_by);
CREATE INDEX direct_payments_due_idx             ON public.direct_payments (confirm_due_at) WHERE status = 'declared';
CREATE INDEX direct_payments_milestone_id_idx    ON public.direct_payments (milestone_id, declared_at DESC);

-- One word at a time, and one that stands in the end.
CREATE UNIQUE INDEX direct_payments_one_standing ON public.direct_payments (milestone_id) WHERE status <> 'contested';
ALTER TABLE public.direct_payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.direct_payments FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, contract_id, milestone_id, value_cents, value, paid_on, receipt, note, status, declared_by, declared_at,
  confirm_due_at, answered_by, answered_at, reason, withheld_cents, withheld, end_to_end_id) ON public.direct_payments TO authenticated;
GRANT SELECT, INSERT, UPDATE ON public.direct_payments TO service_role;
CREATE POLICY "administrators read every payment" ON public.direct_payments
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "both sides read the payments of their contract" ON public.direct_payments
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps payments" ON public.direct_payments
  TO service_role USING (true) WITH CHECK (true);
SELECT private.announce_writes('public.direct_payments');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF note, reason ON public.direct_payments
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.note) OR NOT private.is_settled_text(NEW.reason)) EXECUTE FUNCTION private.settle_texts('note:text', 'reason:text');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.direct_payments
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('direct_payment');
SELECT realtime.watch('public.direct_payments');

CREATE TABLE public.checklists (
  id                     uuid        NOT NULL DEFAULT private.uuid_v7(),
  contract_id            uuid        NOT NULL,
  milestone_id           uuid        NOT NULL,
  kind                   text        NOT NULL,
  template               text,
  holds_clock            boolean     NOT NULL DEFAULT false,
  version                integer     NOT NULL DEFAULT 1,
  status                 text        NOT NULL DEFAULT 'proposed',
  agreed_by_company      uuid,
  agreed_by_professional uuid,
  signed_by_company      uuid,
  signed_by_professional uuid,
  company_signed_at      timestamptz,
  professional_signed_at timestamptz,
  executed_at            timestamptz,
  created_at             timestamptz NOT NULL DEFAULT now(),
  updated_at             timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT checklists_pkey                        PRIMARY KEY (id),
  CONSTRAINT checklists_one_of_a_kind               UNIQUE (milestone_id, kind),
  CONSTRAINT checklists_agreed_by_company_fkey      FOREIGN KEY (agreed_by_company) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT checklists_agreed_by_professional_fkey FOREIGN KEY (agreed_by_professional) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT checklists_contract_id_fkey            FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT checklists_milestone_id_fkey           FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT checklists_signed_by_company_fkey      FOREIGN KEY (signed_by_company) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT checklists_signed_by_professional_fkey FOREIGN KEY (signed_by_professional) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT checklists_agreed_by_two               CHECK (agreed_by_company <> agreed_by_professional),
  CONSTRAINT checklists_agreement_told              CHECK ((status <> 'proposed') = (agreed_by_company IS NOT NULL AND agreed_by_professional IS NOT NULL)),
  CONSTRAINT checklists_executed_tac                CHECK (executed_at IS NULL OR kind = 'tac' AND status <> 'proposed'),
  CONSTRAINT checklists_holds_clock_of_tac          CHECK (kind = 'tac' OR NOT holds_clock),
  CONSTRAINT checklists_kind_known                  CHECK (kind IN ('taf', 'tac', 'entrega')),
  CONSTRAINT checklists_signatures_told             CHECK ((status = 'signed') = (signed_by_company IS NOT NULL AND signed_by_professional IS NOT NULL) AND (signed_by_company IS NULL) = (company_signed_at IS NULL)
    AND (signed_by_professional IS NULL) = (professional_signed_at IS NULL) AND (status <> 'proposed' OR signed_by_company IS NULL
    AND signed_by_professional IS NULL)),
  CONSTRAINT checklists_signed_by_two               CHECK (signed_by_company <> signed_by_professional),
  CONSTRAINT checklists_status_known                CHECK (status IN ('proposed', 'agreed', 'signed')),
  CONSTRAINT checklists_template_named              CHECK (template ~ '^[a-z0-9_]{1,40}$'),
  CONSTRAINT checklists_version_positive            CHECK (version > 0)
);
COMMENT ON TABLE public.checklists IS 'Tests of a milestone that both sides agree on, carry out and sign: TAF, TAC or delivery';
COMMENT ON COLUMN public.checklists.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.checklists.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.checklists.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.checklists.kind IS 'taf, tac or entrega';
COMMENT ON COLUMN public.checklists.template IS 'The template it was made from';
COMMENT ON COLUMN public.checklists.holds_clock IS 'Whether the review waits for it';
COMMENT ON COLUMN public.checklists.version IS 'Which version it is, from 1';
COMMENT ON COLUMN public.checklists.status IS 'proposed, agreed or signed';
COMMENT ON COLUMN public.checklists.agreed_by_company IS 'Who agreed for the company';
COMMENT ON COLUMN public.checklists.agreed_by_professional IS 'Who agreed for the professional';
COMMENT ON COLUMN public.checklists.signed_by_company IS 'Who signed for the company';
COMMENT ON COLUMN public.checklists.signed_by_professional IS 'Who signed for the professional';
COMMENT ON COLUMN public.checklists.company_signed_at IS 'When the company signed';
COMMENT ON COLUMN public.checklists.professional_signed_at IS 'When the professional signed';
COMMENT ON COLUMN public.checklists.executed_at IS 'When the TAC was carried out';
COMMENT ON COLUMN public.checklists.created_at IS 'When it was written';
COMMENT ON COLUMN public.checklists.updated_at IS 'When it last changed';
CREATE INDEX checklists_agreed_by_company_idx      ON public.checklists (agreed_by_company)      WHERE agreed_by_company      IS NOT NULL;
CREATE INDEX checklists_agreed_by_professional_idx ON public.checklists (agreed_by_professional) WHERE agreed_by_professional IS NOT NULL;
CREATE INDEX checklists_contract_id_idx            ON public.checklists (contract_id);
CREATE INDEX checklists_signed_by_company_idx      ON public.checklists (signed_by_company)      WHERE signed_by_company      IS NOT NULL;
CREATE INDEX checklists_signed_by_professional_idx ON public.checklists (signed_by_professional) WHERE signed_by_professional IS NOT NULL;
ALTER TABLE public.checklists ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.checklists FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, contract_id, milestone_id, kind, template, holds_clock, version, status, agreed_by_company,
  agreed_by_professional, signed_by_company, signed_by_professional, company_signed_at, professional_signed_at, executed_at,
  created_at, updated_at) ON public.checklists TO authenticated;
GRANT SELECT, INSERT, UPDATE ON public.checklists TO service_role;
CREATE POLICY "both sides read the checklists of their contract" ON public.checklists
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps checklists" ON public.checklists
  TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.checklists
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('checklist');
SELECT realtime.watch('public.checklists');
CREATE TRIGGER touch BEFORE UPDATE ON public.checklists
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TABLE public.checklist_items (
  id                  uuid        NOT NULL DEFAULT private.uuid_v7(),
  checklist_id        uuid        NOT NULL,
  contract_id         uuid        NOT NULL,
  "position"          integer     NOT NULL,
  title               text        NOT NULL,
  expected            text        NOT NULL DEFAULT '',
  blocking            boolean     NOT NULL DEFAULT false,
  result              text        NOT NULL DEFAULT 'pending',
  note                text,
  recorded_by         uuid,
  recorded_side       text,
  recorded_at         timestamptz,
  recorded_name       text,
  witness_due_at      timestamptz,
  witness_reminded_at timestamptz,
  witnessed_by        uuid,
  witnessed_name      text,
  witnessed_at        timestamptz,
  witnessed_as        text,
  CONSTRAINT checklist_items_pkey              PRIMARY KEY (id),
  CONSTRAINT checklist_items_position_key      UNIQUE (checklist_id, "position"),
  CONSTRAINT checklist_items_checklist_id_fkey FOREIGN KEY (checklist_id) REFERENCES public.checklists(id) ON DELETE RESTRICT,
  CONSTRAINT checklist_items_contract_id_fkey  FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT checklist_items_recorded_by_fkey  FOREIGN KEY (recorded_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT checklist_items_witnessed_by_fkey FOREIGN KEY (witnessed_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT checklist_items_expected_bounded  CHECK (length(expected) <= 500),
  CONSTRAINT checklist_items_note_bounded      CHECK (btrim(note) <> '' AND length(note) <= 1000),
  CONSTRAINT checklist_items_position_positive CHECK ("position" > 0),
  CONSTRAINT checklist_items_record_told       CHECK ((recorded_by IS NULL) = (recorded_at IS NULL) AND (recorded_by IS NULL) = (recorded_side IS NULL) AND (result = 'pending'
    OR recorded_by IS NOT NULL)),
  CONSTRAINT checklist_items_result_known      CHECK (result IN ('pending', 'passed', 'failed', 'not_applicable')),
  CONSTRAINT checklist_items_side_known        CHECK (recorded_side IN ('company', 'professional')),
  CONSTRAINT checklist_items_title_bounded     CHECK (btrim(title) <> '' AND length(title) <= 200),
  CONSTRAINT checklist_items_witness_is_other  CHECK (witnessed_by <> recorded_by),
  CONSTRAINT checklist_items_witness_known     CHECK (witnessed_as IN ('witness', 'signature', 'delivery', 'approval', 'silence')),
  CONSTRAINT checklist_items_witness_of_result CHECK (witnessed_at IS NULL OR (result IN ('passed', 'not_applicable'))),
  CONSTRAINT checklist_items_witness_told      CHECK ((witnessed_at IS NULL) = (witnessed_as IS NULL) AND (witnessed_by IS NOT NULL) = COALESCE(witnessed_as <> 'silence',
    false))
);
COMMENT ON TABLE public.checklist_items IS 'Points of a checklist and what was found of each';
COMMENT ON COLUMN public.checklist_items.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.checklist_items.checklist_id IS 'The checklist it is of';
COMMENT ON COLUMN public.checklist_items.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.checklist_items."position" IS 'Its place in the order, from the first';
COMMENT ON COLUMN public.checklist_items.title IS 'What it is called';
COMMENT ON COLUMN public.checklist_items.expected IS 'What is to be found';
COMMENT ON COLUMN public.checklist_items.blocking IS 'Whether nothing is signed while it fails';
COMMENT ON COLUMN public.checklist_items.result IS 'pending, passed, failed or not_applicable';
COMMENT ON COLUMN public.checklist_items.note IS 'A note, in the words of who wrote it';
COMMENT ON COLUMN public.checklist_items.recorded_by IS 'Who recorded it';
COMMENT ON COLUMN public.checklist_items.recorded_side IS 'Which side recorded it';
COMMENT ON COLUMN public.checklist_items.recorded_at IS 'When it was recorded';
COMMENT ON COLUMN public.checklist_items.recorded_name IS 'What who recorded it was called then';
COMMENT ON COLUMN public.checklist_items.witness_due_at IS 'Until when the other side may witness it, after which its silence counts';
COMMENT ON COLUMN public.checklist_items.witness_reminded_at IS 'When the other side was reminded of that';
COMMENT ON COLUMN public.checklist_items.witnessed_by IS 'Who witnessed the result for the other side';
COMMENT ON COLUMN public.checklist_items.witnessed_name IS 'What who witnessed it was called then';
COMMENT ON COLUMN public.checklist_items.witnessed_at IS 'When it was witnessed';
COMMENT ON COLUMN public.checklist_items.witnessed_as IS 'How: witness, signature, delivery, approval or silence';
CREATE INDEX checklist_items_contract_id_idx  ON public.checklist_items (contract_id);
CREATE INDEX checklist_items_recorded_by_idx  ON public.checklist_items (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE INDEX checklist_items_unwitnessed_idx  ON public.checklist_items (checklist_id) WHERE blocking AND result IN ('passed', 'not_applicable') AND witnessed_at IS NULL;
CREATE INDEX checklist_items_witnessed_by_idx ON public.checklist_items (witnessed_by) WHERE witnessed_by IS NOT NULL;
ALTER TABLE public.checklist_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.checklist_items FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, checklist_id, contract_id, "position", title, expected, blocking, result, note, recorded_by, recorded_side,
  recorded_at, recorded_name, witness_due_at, witness_reminded_at, witnessed_by, witnessed_name, witnessed_at, witnessed_as) ON public.checklist_items TO authenticated;
GRANT SELECT, INSERT, DELETE, UPDATE (result, note, recorded_by, recorded_side, recorded_at, recorded_name, witness_due_at,
  witness_reminded_at, witnessed_by, witnessed_name, witnessed_at, witnessed_as) ON public.checklist_items TO service_role;

-- A result that is recorded again is witnessed by nobody yet, whoever writes it.
CREATE FUNCTION private.invite_witness() RETURNS trigger
LANGUAGE plpgsql SET search_path = ''
AS $$
BEGIN
  NEW.recorded_name  := (SELECT p.name FROM public.profiles p WHERE p.id = NEW.recorded_by);
  NEW.witness_due_at := CASE WHEN NEW.blocking AND NEW.result IN ('passed', 'not_applicable')
                             THEN private.end_of(private.market_day(NEW.recorded_at) + private.limit_of('witness_days')::integer) END;
  NEW.witness_reminded_at := NULL;
  NEW.witnessed_by   := NULL;
  NEW.witnessed_name := NULL;
  NEW.witnessed_at   := NULL;
  NEW.witnessed_as   := NULL;
  RETURN NEW;
END
$$;

CREATE POLICY "both sides read the items of their checklists" ON public.checklist_items
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps items" ON public.checklist_items
  TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF title, expected, note ON public.checklist_items
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.title) OR NOT private.is_settled_text(NEW.expected) OR NOT private.is_settled_text(NEW.note)) EXECUTE FUNCTION private.settle_texts('title', 'expected:text', 'note:text');
CREATE TRIGGER invite_witness BEFORE UPDATE OF result, note, recorded_by, recorded_at ON public.checklist_items
  FOR EACH ROW WHEN ((NEW.result, NEW.note, NEW.recorded_by, NEW.recorded_at) IS DISTINCT FROM (OLD.result, OLD.note, OLD.recorded_by, OLD.recorded_at)) EXECUTE FUNCTION private.invite_witness();
SELECT realtime.watch('public.checklist_items');

-- Both sides read the papers of a contract, whoever may deliver or pay adds to them, and nobody
-- takes one back.
CREATE TABLE public.deal_files (
  id                uuid        NOT NULL DEFAULT private.uuid_v7(),
  contract_id       uuid        NOT NULL,
  milestone_id      uuid,
  checklist_item_id uuid,
  purpose           text        NOT NULL,
  name              text        NOT NULL,
  media_type        text        NOT NULL,
  bytes             bigint      NOT NULL,
  sha256            text        NOT NULL,
  version           integer     NOT NULL,
  uploaded_by       uuid        NOT NULL,
  path              text        NOT NULL,
  created_at        timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT deal_files_pkey                   PRIMARY KEY (id),
  CONSTRAINT deal_files_path_key               UNIQUE (path),
  CONSTRAINT deal_files_version_key            UNIQUE NULLS NOT DISTINCT (contract_id, milestone_id, checklist_item_id, purpose, name, version),
  CONSTRAINT deal_files_checklist_item_id_fkey FOREIGN KEY (checklist_item_id) REFERENCES public.checklist_items(id) ON DELETE RESTRICT,
  CONSTRAINT deal_files_contract_id_fkey       FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT deal_files_milestone_id_fkey      FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT deal_files_uploaded_by_fkey       FOREIGN KEY (uploaded_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT deal_files_bytes_real             CHECK (bytes >= 0),
  CONSTRAINT deal_files_name_bounded           CHECK (btrim(name) <> '' AND length(name) <= 255),
  CONSTRAINT deal_files_of_a_milestone         CHECK ((purpose NOT IN ('delivery', 'checklist')) OR milestone_id IS NOT NULL),
  CONSTRAINT deal_files_of_an_item             CHECK ((purpose = 'checklist') = (checklist_item_id IS NOT NULL)),
  CONSTRAINT deal_files_purpose_known          CHECK (purpose IN ('delivery', 'receipt', 'evidence', 'invoice', 'checklist')),
  CONSTRAINT deal_files_sha256_hex             CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  CONSTRAINT deal_files_version_positive       CHECK (version > 0)
);
COMMENT ON TABLE public.deal_files IS 'Files of a contract: deliveries, receipts, evidence, invoices and those of checklists
A name that comes again is a further version.';
COMMENT ON COLUMN public.deal_files.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.deal_files.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.deal_files.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.deal_files.checklist_item_id IS 'The point of a checklist it is of';
COMMENT ON COLUMN public.deal_files.purpose IS 'delivery, receipt, evidence, invoice or checklist';
COMMENT ON COLUMN public.deal_files.name IS 'What it is called';
COMMENT ON COLUMN public.deal_files.media_type IS 'Its media type';
COMMENT ON COLUMN public.deal_files.bytes IS 'Its size in bytes';
COMMENT ON COLUMN public.deal_files.sha256 IS 'SHA-256 of the file, in hexadecimal';
COMMENT ON COLUMN public.deal_files.version IS 'Which version it is, from 1';
COMMENT ON COLUMN public.deal_files.uploaded_by IS 'Who sent it';
COMMENT ON COLUMN public.deal_files.path IS 'Where its file is in storage';
COMMENT ON COLUMN public.deal_files.created_at IS 'When it was written';
CREATE INDEX deal_files_checklist_item_id_idx ON public.deal_files (checklist_item_id) WHERE checklist_item_id IS NOT NULL;
CREATE INDEX deal_files_milestone_id_idx      ON public.deal_files (milestone_id)      WHERE milestone_id      IS NOT NULL;
CREATE INDEX deal_files_uploaded_by_idx       ON public.deal_files (uploaded_by);
ALTER TABLE public.deal_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.deal_files FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, contract_id, milestone_id, checklist_item_id, purpose, name, media_type, bytes, sha256, version, uploaded_by,
  path, created_at) ON public.deal_files TO authenticated;
GRANT SELECT, INSERT ON public.deal_files TO service_role;
CREATE POLICY "both sides read the files of their contract" ON public.deal_files
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "the server adds to the files of contracts" ON public.deal_files
  FOR INSERT TO service_role WITH CHECK (true);
CREATE POLICY "the server reads the files of contracts" ON public.deal_files
  FOR SELECT TO service_role USING (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.deal_files
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.name)) EXECUTE FUNCTION private.settle_texts('name');
SELECT realtime.watch('public.deal_files');
ALTER TABLE public.deal_files ADD CONSTRAINT deal_files_name_plain CHECK (private.is_plain_name(name)) NOT VALID;

-- Whether a milestone waits for its deposit: nobody holds its money, and it is not
-- delivered, or was given back.
CREATE FUNCTION private.is_unfunded(settlement text, status text, held_cents bigint, owed_due_on date) RETURNS boolean
LANGUAGE sql IMMUTABLE
SET search_path = ''
RETURN settlement = 'guarantee' AND held_cents = 0 AND (status IN ('planned', 'adjusting') OR status = 'awaiting_payment' AND owed_due_on IS NULL);
GRANT EXECUTE ON FUNCTION private.is_unfunded(text,text,bigint,date) TO definer, service_role;

-- The contract whose folder a file is in: 'deals' keeps '<contract id>/…'.
CREATE FUNCTION private.contract_of_file(bucket_id text, name text) RETURNS uuid
LANGUAGE sql IMMUTABLE
SET search_path = ''
RETURN CASE WHEN bucket_id = 'deals' AND name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[^/]+$' THEN split_part(name, '/', 1)::uuid END;
GRANT EXECUTE ON FUNCTION private.contract_of_file(text,text) TO authenticated, service_role;

-- What a company owes, withheld taxes included: one debt for a milestone, since the day it became
-- owed. Only an active professional can say that it was paid.
CREATE FUNCTION private.debts_of(company uuid, day date DEFAULT private.market_day()) RETURNS TABLE (milestone_id uuid, owed_due_on date, stops_on date)
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
GRANT EXECUTE ON FUNCTION private.debts_of(uuid,date) TO anon, authenticated, service_role;
ALTER FUNCTION private.debts_of(uuid,date) OWNER TO definer;

-- Whether an item that both agreed on as blocking is not passed yet.
CREATE FUNCTION private.is_acceptance_blocked(milestone uuid) RETURNS boolean
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT EXISTS (
    SELECT FROM public.checklists c JOIN public.checklist_items i ON i.checklist_id = c.id
    WHERE c.milestone_id = milestone AND c.status <> 'proposed' AND i.blocking AND i.result IN ('pending', 'failed'))
$$;
GRANT EXECUTE ON FUNCTION private.is_acceptance_blocked(uuid) TO service_role;

-- Whether the time to answer a delivery stands still: a blocking item is not passed yet, or the TAC
-- that it waits for was not executed.
CREATE FUNCTION private.is_acceptance_paused(milestone uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = ''
AS $$
  SELECT private.is_acceptance_blocked(milestone) OR private.awaits_witness(milestone)
    OR EXISTS (SELECT FROM public.milestones m WHERE m.id = milestone AND m.waits_for_tac
         AND NOT EXISTS (SELECT FROM public.checklists c WHERE c.milestone_id = m.id AND c.executed_at IS NOT NULL))
$$;
GRANT EXECUTE ON FUNCTION private.is_acceptance_paused(uuid) TO service_role;

CREATE FUNCTION private.awaits_witness(milestone uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = ''
AS $$
  SELECT EXISTS (
    SELECT FROM public.checklists c JOIN public.checklist_items i ON i.checklist_id = c.id
    WHERE c.milestone_id = milestone AND c.status = 'agreed' AND i.blocking AND i.result IN ('passed', 'not_applicable') AND i.witnessed_at IS NULL)
$$;
GRANT EXECUTE ON FUNCTION private.awaits_witness(uuid) TO service_role;

CREATE FUNCTION public.debt_records(profile_ids uuid[]) RETURNS TABLE (profile_id uuid, debts integer, oldest_days integer)
LANGUAGE sql STABLE SET search_path = ''
AS $$
  SELECT p.id, count(d.milestone_id)::integer, coalesce(private.market_day() - min(d.owed_due_on), 0)
  FROM public.profiles p LEFT JOIN LATERAL private.debts_of(p.id) AS d ON true
  WHERE p.id = ANY (profile_ids[:100]) AND p.is_party AND p.role = 'company' GROUP BY p.id
$$;
COMMENT ON FUNCTION public.debt_records(uuid[]) IS 'What companies owe past its date: how many debts, and the age of the oldest in days
Of 100 at most.';
GRANT EXECUTE ON FUNCTION public.debt_records(uuid[]) TO anon, authenticated, service_role;
