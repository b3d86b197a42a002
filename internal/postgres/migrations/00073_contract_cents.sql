-- What a contract is worth is its centavos; the value in reais, which the wire
-- has under its name, is made of them.

-- +goose Up
ALTER TABLE public.contracts ALTER COLUMN value_cents DROP EXPRESSION;
ALTER TABLE public.contracts
  DROP COLUMN value,
  ADD COLUMN value numeric(14,2) NOT NULL GENERATED ALWAYS AS (value_cents / 100.0) STORED,
  ADD CONSTRAINT contracts_value_cents_positive CHECK (value_cents > 0);
GRANT SELECT (value) ON public.contracts TO authenticated;
