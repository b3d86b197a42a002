-- What both sides agreed to, word for word, and who agreed to it when and from
-- where (aceite eletrônico registrado; Código Civil, art. 107; MP 2.200-2/2001,
-- art. 10, §2º). The text names the parties and stays as long as what is sealed
-- of them; the professional's consent was given when he wrote his terms.

-- +goose Up
CREATE TABLE private.terms_consents (
  proposal_id uuid        NOT NULL,
  number      integer     NOT NULL,
  person_id   uuid        NOT NULL,
  at          timestamptz NOT NULL DEFAULT now(),
  address     text,
  CONSTRAINT terms_consents_pkey             PRIMARY KEY (proposal_id, number),
  CONSTRAINT terms_consents_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES public.proposals (id) ON DELETE CASCADE,
  CONSTRAINT terms_consents_person_id_fkey   FOREIGN KEY (person_id)   REFERENCES public.profiles (id)  ON DELETE CASCADE,
  CONSTRAINT terms_consents_address_short    CHECK (btrim(address) <> '' AND length(address) <= 64)
);
CREATE INDEX terms_consents_person_id_idx ON private.terms_consents (person_id);
ALTER TABLE private.terms_consents ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.terms_consents FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps who agreed to terms" ON private.terms_consents
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON private.terms_consents TO service_role;

CREATE TABLE private.contract_texts (
  contract_id uuid        NOT NULL,
  content     text        NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT contract_texts_pkey             PRIMARY KEY (contract_id),
  CONSTRAINT contract_texts_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts (id) ON DELETE RESTRICT,
  CONSTRAINT contract_texts_content_filled   CHECK (btrim(content) <> '')
);
ALTER TABLE private.contract_texts ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.contract_texts FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps what was agreed to" ON private.contract_texts
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON private.contract_texts TO service_role;

CREATE TABLE public.contract_acceptances (
  contract_id uuid        NOT NULL,
  side        text        NOT NULL,
  person_id   uuid        NOT NULL,
  at          timestamptz NOT NULL DEFAULT now(),
  -- Of the internet, where it came from; gone with what is sealed of the sides.
  address     text,
  -- Of the text, in hexadecimal.
  sha256      text        NOT NULL,
  CONSTRAINT contract_acceptances_pkey             PRIMARY KEY (contract_id, side),
  CONSTRAINT contract_acceptances_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts (id) ON DELETE RESTRICT,
  CONSTRAINT contract_acceptances_person_id_fkey   FOREIGN KEY (person_id)   REFERENCES public.profiles (id)  ON DELETE RESTRICT,
  CONSTRAINT contract_acceptances_side_known       CHECK (side IN ('company', 'professional')),
  CONSTRAINT contract_acceptances_address_short    CHECK (btrim(address) <> '' AND length(address) <= 64),
  CONSTRAINT contract_acceptances_sha256_form      CHECK (sha256 ~ '^[0-9a-f]{64}$')
);
CREATE INDEX contract_acceptances_person_id_idx ON public.contract_acceptances (person_id);
ALTER TABLE public.contract_acceptances ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.contract_acceptances FORCE  ROW LEVEL SECURITY;
CREATE POLICY "both sides read who agreed to their contract" ON public.contract_acceptances
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "administrators read who agreed to a contract" ON public.contract_acceptances
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps who agreed" ON public.contract_acceptances
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (contract_id, side, person_id, at, address, sha256) ON public.contract_acceptances TO authenticated;
GRANT SELECT, INSERT, UPDATE (address) ON public.contract_acceptances TO service_role;
