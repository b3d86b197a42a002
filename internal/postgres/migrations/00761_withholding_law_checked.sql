-- The rows of before have no lawful part: what was added for the new ones is true of them.

-- +goose Up
ALTER TABLE public.withholdings VALIDATE CONSTRAINT withholdings_lawful_range;
ALTER TABLE public.withholdings VALIDATE CONSTRAINT withholdings_law_bounded;
ALTER TABLE public.withholdings VALIDATE CONSTRAINT withholdings_above_law_by_yes;
ALTER TABLE public.organisations VALIDATE CONSTRAINT organisations_simples_of_firms;
