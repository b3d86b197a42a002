-- The institution tells of a transfer under the reference that it was asked
-- for with, also when its order is done and gone.

-- +goose Up
ALTER TABLE public.payouts ADD COLUMN reference text;
UPDATE public.payouts p SET reference = o.reference FROM private.payout_orders o WHERE o.payout_id = p.id;
CREATE UNIQUE INDEX payouts_reference_key ON public.payouts (reference) WHERE reference IS NOT NULL;
