-- What a split of what was held gave the professional, beside the milestone it
-- is of: both sides read how it was divided, and not only whose ledger it is in.

-- +goose Up
ALTER TABLE public.milestones
  ADD COLUMN split_cents bigint,
  ADD CONSTRAINT milestones_split_range CHECK (split_cents IS NULL OR status = 'split' AND split_cents > 0 AND split_cents < value_cents);
GRANT SELECT (split_cents) ON public.milestones TO authenticated;

UPDATE public.milestones SET split_cents = private.earned_of(id) WHERE status = 'split' AND private.earned_of(id) < value_cents;
