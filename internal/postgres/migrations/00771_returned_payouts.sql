-- A payout that the receiving bank gave back after it was sent stayed paid: the money lay
-- at the institution, and the party's balance did not have it. It ends as returned, and
-- the value is available again.

-- +goose Up
ALTER TABLE public.payouts
  DROP CONSTRAINT payouts_status_known,
  DROP CONSTRAINT payouts_end_told,
  ADD  CONSTRAINT payouts_status_known CHECK (status IN ('requested', 'paid', 'failed', 'returned')),
  ADD  CONSTRAINT payouts_end_told     CHECK ((status = 'requested') = (done_at IS NULL) AND (reason IS NULL OR status IN ('failed', 'returned')));
COMMENT ON COLUMN public.payouts.status  IS 'requested, paid, failed, or returned by the receiving bank after it was paid';
COMMENT ON COLUMN public.payouts.reason  IS 'Why it failed or came back';
COMMENT ON COLUMN public.payouts.done_at IS 'When it was paid, failed or came back';
DROP INDEX public.payouts_failed_idx;
CREATE INDEX payouts_failed_idx ON public.payouts (done_at DESC, id DESC) WHERE status IN ('failed', 'returned');
