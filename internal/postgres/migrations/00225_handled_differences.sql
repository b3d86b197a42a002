-- Administrators work on what does not agree with the institution: a
-- difference says what either side has, and who of them did what about it. It
-- opens again when it changes. What the last comparison came to is kept for
-- whoever asked for it.

-- +goose Up
ALTER TABLE public.reconciliation_differences
  -- What is here, and what the institution says, where it is about amounts.
  ADD COLUMN ours_cents   bigint,
  ADD COLUMN theirs_cents bigint,
  ADD COLUMN handled_at   timestamptz,
  ADD COLUMN handled_by   uuid,
  -- What was done about it.
  ADD COLUMN handling     text,
  ADD CONSTRAINT reconciliation_differences_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES public.profiles (id) ON DELETE RESTRICT,
  ADD CONSTRAINT reconciliation_differences_handling_filled CHECK (btrim(handling) <> '' AND length(handling) <= 1000),
  ADD CONSTRAINT reconciliation_differences_handling_told   CHECK ((handled_at IS NULL) = (handled_by IS NULL) AND (handled_at IS NULL) = (handling IS NULL));
CREATE INDEX reconciliation_differences_handled_by_idx ON public.reconciliation_differences (handled_by) WHERE handled_by IS NOT NULL;
CREATE INDEX reconciliation_differences_waiting_idx    ON public.reconciliation_differences (found_at DESC, id DESC)
  WHERE resolved_at IS NULL AND handled_at IS NULL;
GRANT SELECT (ours_cents, theirs_cents, handled_at, handled_by, handling) ON public.reconciliation_differences TO authenticated;

ALTER TABLE public.audit_log
  DROP CONSTRAINT audit_log_action_known,
  ADD CONSTRAINT audit_log_action_known CHECK (action IN (
    'block_user', 'activate_user', 'replace_site_image', 'decide_report', 'close_project', 'decide_dispute',
    'change_member_role', 'remove_member', 'transfer_ownership', 'register_firm', 'read_sealed', 'lift_bar',
    'handle_difference', 'retry_order')),
  DROP CONSTRAINT audit_log_subject_known,
  ADD CONSTRAINT audit_log_subject_known CHECK (subject_kind IN (
    'profile', 'site_image', 'report', 'project', 'organisation', 'contract', 'bar', 'dispute', 'difference', 'order'));

-- The last comparison with the institution that ended.
CREATE TABLE private.payment_comparisons (
  institution text        NOT NULL,
  started_at  timestamptz NOT NULL,
  ended_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  accounts    integer     NOT NULL,
  charges     integer     NOT NULL,
  -- That the institution answered to the end.
  is_whole    boolean     NOT NULL,
  CONSTRAINT payment_comparisons_pkey        PRIMARY KEY (institution),
  CONSTRAINT payment_comparisons_counts_sane CHECK (accounts >= 0 AND charges >= 0)
);
ALTER TABLE private.payment_comparisons ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.payment_comparisons FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps the last comparison" ON private.payment_comparisons
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON private.payment_comparisons TO service_role;

-- What administrators add up and list: it is few of many.
CREATE INDEX milestones_held_idx        ON public.milestones (contract_id, position)       WHERE held_cents > 0;
CREATE INDEX payouts_open_idx           ON public.payouts (created_at, id)                 WHERE status = 'requested';
CREATE INDEX payouts_failed_idx         ON public.payouts (done_at DESC, id DESC)          WHERE status = 'failed';
CREATE INDEX provider_orders_failed_idx ON private.provider_orders (created_at, id)        WHERE state = 'failed';
CREATE INDEX ledger_entries_fee_idx     ON public.ledger_entries (created_at, value_cents) WHERE account = 'fee';
