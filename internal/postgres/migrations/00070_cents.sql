-- Money is whole centavos. The wire takes and gives a value in reais, as
-- decimal text that 00033 checks; everything else reads the centavos.

-- +goose Up
ALTER TABLE public.proposals ADD COLUMN value_cents bigint NOT NULL GENERATED ALWAYS AS ((value * 100)::bigint) STORED;
GRANT SELECT (value_cents) ON public.proposals TO authenticated;
ALTER TABLE public.contracts ADD COLUMN value_cents bigint NOT NULL GENERATED ALWAYS AS ((value * 100)::bigint) STORED;
GRANT SELECT (value_cents) ON public.contracts TO authenticated;
