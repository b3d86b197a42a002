-- Two names of a document were those of the day it was read: who spoke in a dispute, and
-- who issued the receipt of a fee. Both are kept with the row.

-- +goose Up
ALTER TABLE public.dispute_entries ADD COLUMN author_name text;
ALTER TABLE public.fee_receipts    ADD COLUMN issuer      text;

-- Whoever migrates reads past the policies here.
ALTER TABLE public.dispute_entries  NO FORCE ROW LEVEL SECURITY;
ALTER TABLE public.profiles         NO FORCE ROW LEVEL SECURITY;
UPDATE public.dispute_entries e SET author_name = p.name FROM public.profiles p
WHERE p.id = e.author_id AND e.side IN ('company', 'professional') AND btrim(p.name) <> '';
ALTER TABLE public.dispute_entries  FORCE ROW LEVEL SECURITY;
ALTER TABLE public.profiles         FORCE ROW LEVEL SECURITY;

ALTER TABLE public.dispute_entries ADD CONSTRAINT dispute_entries_author_name_of_side CHECK (author_name IS NULL OR side IN ('company', 'professional') AND btrim(author_name) <> '');
ALTER TABLE public.fee_receipts    ADD CONSTRAINT fee_receipts_issuer_filled          CHECK (btrim(issuer) <> '');
GRANT SELECT (author_name) ON public.dispute_entries TO authenticated;
GRANT SELECT (issuer)      ON public.fee_receipts    TO authenticated;
COMMENT ON COLUMN public.dispute_entries.author_name IS 'What the person of a side was called then';
COMMENT ON COLUMN public.fee_receipts.issuer IS 'Who took the fee, by legal name, CNPJ and address; empty where nobody was configured';

ALTER TABLE private.settings NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.settings (name, value, meaning) VALUES
  ('operator', '', 'Who runs this market, by legal name, CNPJ and address: the issuer of receipts from now on.');
ALTER TABLE private.settings FORCE ROW LEVEL SECURITY;
