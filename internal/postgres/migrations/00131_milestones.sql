-- A contract is delivered, accepted and paid in parts, each with a deliverable
-- and a value of its own. How far the contract is follows from its milestones;
-- how it is paid, and for what fee, was fixed when it was agreed.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('acceptance_reminder_first_days', 7,  'How long before silence accepts the company is reminded for the first time.'),
  ('acceptance_reminder_last_days',  1,  'How long before silence accepts the company is reminded for the last time.'),
  ('owed_days',                      10, 'How long after its acceptance a milestone that nobody holds the money of is to be paid.');

ALTER TABLE public.contracts
  ADD COLUMN settlement             text         NOT NULL DEFAULT 'direct',
  ADD COLUMN fee_basis_points       integer      NOT NULL DEFAULT 0,
  ADD COLUMN fee_percent            numeric(5,2) NOT NULL GENERATED ALWAYS AS (fee_basis_points / 100.0) STORED,
  -- What an open distrato gives the professional of each milestone, in percent.
  ADD COLUMN termination_settlement jsonb,
  DROP COLUMN reminded_at,
  DROP CONSTRAINT contracts_acceptance_due,
  DROP CONSTRAINT contracts_delivery_told,
  ADD CONSTRAINT contracts_settlement_known CHECK (settlement IN ('direct', 'guarantee')),
  ADD CONSTRAINT contracts_fee_range        CHECK (fee_basis_points BETWEEN 0 AND 5000),
  ADD CONSTRAINT contracts_direct_is_free   CHECK (settlement = 'guarantee' OR fee_basis_points = 0),
  -- The latest date of its milestones; one in dispute has none.
  ADD CONSTRAINT contracts_acceptance_due   CHECK (acceptance_due_at IS NULL OR status = 'delivered'),
  -- What ends without ever being delivered, by a dispute, is completed too.
  ADD CONSTRAINT contracts_delivery_told    CHECK ((delivered_at IS NULL) = (delivered_by IS NULL)
    AND CASE status WHEN 'agreed' THEN delivered_at IS NULL WHEN 'active' THEN delivered_at IS NULL WHEN 'delivered' THEN delivered_at IS NOT NULL ELSE true END),
  ADD CONSTRAINT contracts_termination_settlement CHECK (termination_settlement IS NULL OR termination_by IS NOT NULL AND jsonb_typeof(termination_settlement) = 'array');
DROP INDEX public.contracts_acceptance_due_idx;
GRANT SELECT (settlement, fee_basis_points, fee_percent, termination_settlement) ON public.contracts TO authenticated;

CREATE TABLE public.milestones (
  id                uuid          NOT NULL DEFAULT private.uuid_v7(),
  contract_id       uuid          NOT NULL,
  position          integer       NOT NULL,
  kind              text          NOT NULL DEFAULT 'work',
  title             text          NOT NULL,
  deliverable       text          NOT NULL DEFAULT '',
  value_cents       bigint        NOT NULL,
  value             numeric(14,2) NOT NULL GENERATED ALWAYS AS (value_cents / 100.0) STORED,
  due_on            date,
  status            text          NOT NULL DEFAULT 'planned',
  -- What the institution holds for it; nothing where the sides settle directly.
  held_cents        bigint        NOT NULL DEFAULT 0,
  -- Since it is accepted and nobody holds its money: until when it is to be paid.
  owed_due_on       date,
  delivered_at      timestamptz,
  delivered_by      uuid,
  delivery_note     text,
  -- When silence accepts what was delivered.
  review_until      timestamptz,
  -- How many days before that the company was reminded last, 0 for not yet.
  reminded          integer       NOT NULL DEFAULT 0,
  adjustments_count integer       NOT NULL DEFAULT 0,
  -- Empty when silence approved it.
  approved_by       uuid,
  approved_at       timestamptz,
  settled_at        timestamptz,
  created_at        timestamptz   NOT NULL DEFAULT now(),
  updated_at        timestamptz   NOT NULL DEFAULT now(),
  CONSTRAINT milestones_pkey              PRIMARY KEY (id),
  CONSTRAINT milestones_position_key      UNIQUE (contract_id, position),
  CONSTRAINT milestones_contract_id_fkey  FOREIGN KEY (contract_id)  REFERENCES public.contracts (id) ON DELETE RESTRICT,
  CONSTRAINT milestones_delivered_by_fkey FOREIGN KEY (delivered_by) REFERENCES public.profiles (id)  ON DELETE RESTRICT,
  CONSTRAINT milestones_approved_by_fkey  FOREIGN KEY (approved_by)  REFERENCES public.profiles (id)  ON DELETE RESTRICT,
  CONSTRAINT milestones_position_positive CHECK (position > 0),
  CONSTRAINT milestones_kind_known        CHECK (kind IN ('work', 'travel', 'retention', 'amendment')),
  CONSTRAINT milestones_title_filled      CHECK (btrim(title) <> '' AND length(title) <= 120),
  CONSTRAINT milestones_deliverable_short CHECK (length(deliverable) <= 1000),
  CONSTRAINT milestones_note_filled       CHECK (btrim(delivery_note) <> '' AND length(delivery_note) <= 2000),
  CONSTRAINT milestones_value_positive    CHECK (value_cents > 0 AND value_cents <= 99999999999),
  CONSTRAINT milestones_held_range        CHECK (held_cents BETWEEN 0 AND value_cents),
  CONSTRAINT milestones_status_known      CHECK (status IN ('planned', 'awaiting_payment', 'funded', 'delivered', 'adjusting', 'released', 'disputed', 'split', 'refunded', 'cancelled')),
  CONSTRAINT milestones_delivery_told     CHECK ((delivered_at IS NULL) = (delivered_by IS NULL)
    AND CASE status WHEN 'planned' THEN delivered_at IS NULL WHEN 'adjusting' THEN delivered_at IS NULL WHEN 'delivered' THEN delivered_at IS NOT NULL ELSE true END),
  CONSTRAINT milestones_review_due        CHECK ((status = 'delivered') = (review_until IS NOT NULL)),
  CONSTRAINT milestones_approval_told     CHECK ((approved_by IS NULL OR approved_at IS NOT NULL)
    AND (approved_at IS NULL OR status IN ('awaiting_payment', 'released'))),
  CONSTRAINT milestones_not_by_who_delivered CHECK (approved_by <> delivered_by),
  CONSTRAINT milestones_owed              CHECK (owed_due_on IS NULL OR status IN ('awaiting_payment', 'released')),
  CONSTRAINT milestones_settlement_told   CHECK ((status IN ('released', 'split', 'refunded', 'cancelled')) = (settled_at IS NOT NULL)),
  CONSTRAINT milestones_counts_range      CHECK (adjustments_count >= 0 AND reminded >= 0)
);
CREATE INDEX milestones_delivered_by_idx ON public.milestones (delivered_by) WHERE delivered_by IS NOT NULL;
CREATE INDEX milestones_approved_by_idx  ON public.milestones (approved_by)  WHERE approved_by  IS NOT NULL;
CREATE INDEX milestones_review_until_idx ON public.milestones (review_until) WHERE status = 'delivered';
CREATE INDEX milestones_owed_idx         ON public.milestones (owed_due_on)  WHERE status = 'awaiting_payment';
CREATE TRIGGER touch BEFORE UPDATE ON public.milestones
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- What was agreed on before had one part, the whole of it.
INSERT INTO public.milestones (contract_id, position, title, value_cents, status, delivered_at, delivered_by, review_until, adjustments_count,
                               approved_at, approved_by, settled_at, created_at, updated_at)
SELECT id, 1, 'Entrega do projeto', value_cents,
       CASE WHEN status IN ('agreed', 'active') THEN 'planned' WHEN status = 'delivered' THEN 'delivered' WHEN status = 'completed' THEN 'released' ELSE 'cancelled' END,
       delivered_at, delivered_by, acceptance_due_at, adjustments_count, completed_at, completed_by, coalesce(completed_at, ended_at), created_at, created_at
FROM public.contracts;

ALTER TABLE public.milestones ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.milestones FORCE  ROW LEVEL SECURITY;
CREATE POLICY "both sides read the milestones of their contract" ON public.milestones
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "administrators read every milestone" ON public.milestones
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps milestones" ON public.milestones
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, contract_id, position, kind, title, deliverable, value_cents, value, due_on, status, held_cents, owed_due_on, delivered_at, delivered_by,
  delivery_note, review_until, adjustments_count, approved_by, approved_at, settled_at, created_at, updated_at) ON public.milestones TO authenticated;
GRANT SELECT, INSERT, UPDATE ON public.milestones TO service_role;
SELECT realtime.watch('public.milestones');

-- What happened to one part of a contract; empty for what happened to all of it.
ALTER TABLE public.contract_events
  ADD COLUMN milestone_id uuid,
  ADD CONSTRAINT contract_events_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES public.milestones (id) ON DELETE RESTRICT;
ALTER TABLE public.contract_events
  DROP CONSTRAINT contract_events_action_known,
  ADD CONSTRAINT contract_events_action_known CHECK (action IN (
    'accept_proposal', 'start_contract', 'deliver_contract', 'request_adjustments', 'complete_contract', 'accept_by_silence', 'follow_milestones',
    'withdraw_contract', 'propose_termination', 'withdraw_termination', 'answer_termination', 'refuse_termination', 'lapse_termination',
    'cancel_contract', 'leave',
    'fund_milestone', 'expire_charge', 'hold_payment', 'deliver_milestone', 'approve_milestone', 'record_payment', 'confirm_receipt', 'contest_receipt',
    'receive_by_silence', 'release_milestone', 'split_milestone', 'refund_milestone', 'settle_milestone', 'cancel_milestone',
    'open_dispute', 'withdraw_dispute', 'end_dispute_released', 'end_dispute_split', 'end_dispute_refunded'));
CREATE INDEX contract_events_milestone_id_idx ON public.contract_events (milestone_id) WHERE milestone_id IS NOT NULL;
GRANT SELECT (milestone_id) ON public.contract_events TO authenticated;

-- Nobody may write the table, its owner neither.
ALTER TABLE private.transitions NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.transitions (noun, from_state, to_state) VALUES
  ('contract', 'agreed', 'completed'), ('contract', 'active', 'completed'),
  ('project', 'in_progress', 'completed'),
  ('milestone', 'planned', 'awaiting_payment'), ('milestone', 'awaiting_payment', 'planned'), ('milestone', 'awaiting_payment', 'funded'),
  ('milestone', 'planned', 'delivered'), ('milestone', 'awaiting_payment', 'delivered'), ('milestone', 'funded', 'delivered'), ('milestone', 'adjusting', 'delivered'),
  ('milestone', 'delivered', 'adjusting'), ('milestone', 'delivered', 'awaiting_payment'), ('milestone', 'adjusting', 'awaiting_payment'),
  ('milestone', 'awaiting_payment', 'released'), ('milestone', 'funded', 'released'), ('milestone', 'delivered', 'released'), ('milestone', 'adjusting', 'released'),
  ('milestone', 'funded', 'split'), ('milestone', 'delivered', 'split'), ('milestone', 'adjusting', 'split'),
  ('milestone', 'funded', 'refunded'), ('milestone', 'delivered', 'refunded'), ('milestone', 'adjusting', 'refunded'),
  ('milestone', 'planned', 'cancelled'), ('milestone', 'awaiting_payment', 'cancelled'), ('milestone', 'delivered', 'cancelled'), ('milestone', 'adjusting', 'cancelled'),
  ('milestone', 'funded', 'disputed'), ('milestone', 'delivered', 'disputed'), ('milestone', 'adjusting', 'disputed'),
  ('milestone', 'disputed', 'delivered'), ('milestone', 'disputed', 'released'), ('milestone', 'disputed', 'split'), ('milestone', 'disputed', 'refunded');
ALTER TABLE private.transitions FORCE ROW LEVEL SECURITY;
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.milestones
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('milestone');
