-- What a dispute is about stays readable after its end, when the milestone is
-- worth no more than the professional's part.

-- +goose Up
ALTER TABLE public.disputes ADD COLUMN value_cents bigint;
UPDATE public.disputes d SET value_cents = m.value_cents FROM public.milestones m WHERE m.id = d.milestone_id;
ALTER TABLE public.disputes
  ALTER COLUMN value_cents SET NOT NULL,
  ADD COLUMN value numeric(14,2) NOT NULL GENERATED ALWAYS AS (value_cents / 100.0) STORED,
  ADD CONSTRAINT disputes_value_positive CHECK (value_cents > 0);
GRANT SELECT (value_cents, value) ON public.disputes TO authenticated;
