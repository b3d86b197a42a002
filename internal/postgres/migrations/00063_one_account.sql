-- One person, one account: a CPF or CNPJ signs up once. What a CPF is to a
-- professional, a CNPJ is to a company, so that a document tells its side of
-- the market; a firm's is unique on each side besides.

-- +goose Up

-- Accounts that gave a document which another had given before, from when
-- nothing prevented it. An administrator decides whose it is: the later one
-- goes on without it.
CREATE TABLE public.document_conflicts (
  profile_id       uuid        NOT NULL,
  document         text        NOT NULL,
  first_profile_id uuid        NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT document_conflicts_pkey                  PRIMARY KEY (profile_id),
  CONSTRAINT document_conflicts_profile_id_fkey       FOREIGN KEY (profile_id)       REFERENCES public.accounts (profile_id) ON DELETE CASCADE,
  CONSTRAINT document_conflicts_first_profile_id_fkey FOREIGN KEY (first_profile_id) REFERENCES public.accounts (profile_id) ON DELETE CASCADE,
  CONSTRAINT document_conflicts_two_people            CHECK (profile_id <> first_profile_id)
);
CREATE INDEX document_conflicts_first_profile_id_idx ON public.document_conflicts (first_profile_id);

INSERT INTO public.document_conflicts (profile_id, document, first_profile_id)
SELECT profile_id, document, first_id
FROM (SELECT profile_id, document, first_value(profile_id) OVER (PARTITION BY document ORDER BY created_at, profile_id) AS first_id
      FROM public.accounts WHERE document IS NOT NULL) AS given
WHERE profile_id <> first_id;
UPDATE public.accounts a SET document = NULL FROM public.document_conflicts c WHERE c.profile_id = a.profile_id;
CREATE UNIQUE INDEX accounts_document_key ON public.accounts (document);

ALTER TABLE public.document_conflicts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.document_conflicts FORCE  ROW LEVEL SECURITY;
CREATE POLICY "administrators read conflicts of documents" ON public.document_conflicts
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps conflicts of documents" ON public.document_conflicts
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (profile_id, document, first_profile_id, created_at) ON public.document_conflicts TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.document_conflicts TO service_role;
