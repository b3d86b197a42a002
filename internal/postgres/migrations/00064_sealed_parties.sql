-- Who a side of a contract was, when it has left: under seal, for as long as
-- the other side may have to claim or to answer for something. Five years
-- after the contract's end (Código Civil, art. 206, §5º, I; LGPD, art. 16, I).
-- The other side finds it in the export of its data, an administrator opens it
-- by a call that is recorded.

-- +goose Up
CREATE TABLE private.sealed_parties (
  contract_id uuid        NOT NULL,
  side        text        NOT NULL,
  legal_name  text        NOT NULL,
  document    text,
  email       text        NOT NULL,
  sealed_at   timestamptz NOT NULL DEFAULT now(),
  keep_until  timestamptz NOT NULL,
  CONSTRAINT sealed_parties_pkey              PRIMARY KEY (contract_id, side),
  CONSTRAINT sealed_parties_contract_id_fkey  FOREIGN KEY (contract_id) REFERENCES public.contracts (id) ON DELETE RESTRICT,
  CONSTRAINT sealed_parties_side_known        CHECK (side IN ('company', 'professional')),
  CONSTRAINT sealed_parties_legal_name_filled CHECK (btrim(legal_name) <> '' AND length(legal_name) <= 160),
  CONSTRAINT sealed_parties_document_form     CHECK (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  CONSTRAINT sealed_parties_email_bounded     CHECK (length(email) <= 255)
);
CREATE INDEX sealed_parties_keep_until_idx ON private.sealed_parties (keep_until);
ALTER TABLE private.sealed_parties ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.sealed_parties FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps what is sealed" ON private.sealed_parties TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON private.sealed_parties TO service_role;
