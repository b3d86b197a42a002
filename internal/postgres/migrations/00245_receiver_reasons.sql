-- Whose account the institution refused, or asks something of, reads why.

-- +goose Up
ALTER TABLE public.receivers
  ADD COLUMN reason text,
  ADD CONSTRAINT receivers_reason_bounded CHECK (btrim(reason) <> '' AND length(reason) <= 1000);
GRANT SELECT (reason) ON public.receivers TO authenticated;
