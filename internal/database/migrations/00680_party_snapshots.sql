-- Who the sides of a contract were when somebody acted, and the file that was
-- printed of what they agreed to. A document is printed from what was stored at
-- the step, so that a party that renames itself, merges or leaves changes nothing
-- of the past. Both stay as long as the text of the contract does (LGPD, art. 16,
-- I), and the server alone reads them for whoever may read the document.

-- +goose Up
CREATE TABLE private.party_snapshots (
  contract_id           uuid        NOT NULL,
  act                   text        NOT NULL,
  -- The contract, the checklist or the milestone that the act is about.
  subject_id            uuid        NOT NULL,
  version               integer     NOT NULL DEFAULT 1,
  -- The side that acted.
  side                  text        NOT NULL,
  company_name          text        NOT NULL,
  company_document      text        NOT NULL,
  professional_name     text        NOT NULL,
  professional_document text        NOT NULL,
  person_id             uuid,
  person_name           text,
  taken_at              timestamptz NOT NULL DEFAULT now(),
  -- Taken after the act, of what was known by then.
  is_late               boolean     NOT NULL DEFAULT false,
  CONSTRAINT party_snapshots_pkey              PRIMARY KEY (act, subject_id, version, side),
  CONSTRAINT party_snapshots_contract_id_fkey  FOREIGN KEY (contract_id) REFERENCES public.contracts (id) ON DELETE RESTRICT,
  CONSTRAINT party_snapshots_person_id_fkey    FOREIGN KEY (person_id)   REFERENCES public.profiles (id)  ON DELETE RESTRICT,
  CONSTRAINT party_snapshots_act_known         CHECK (act IN ('agreement', 'checklist', 'fee_receipt')),
  CONSTRAINT party_snapshots_side_known        CHECK (side IN ('company', 'professional')),
  CONSTRAINT party_snapshots_person_named      CHECK ((person_id IS NULL) = (person_name IS NULL))
);
CREATE INDEX party_snapshots_contract_id_idx ON private.party_snapshots (contract_id);
CREATE INDEX party_snapshots_person_id_idx   ON private.party_snapshots (person_id);
ALTER TABLE private.party_snapshots ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.party_snapshots FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps who the sides were" ON private.party_snapshots
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON private.party_snapshots TO service_role;

CREATE TABLE private.contract_files (
  contract_id uuid        NOT NULL,
  content     bytea       NOT NULL,
  sha256      text        NOT NULL GENERATED ALWAYS AS (encode(sha256(content), 'hex')) STORED,
  created_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT contract_files_pkey             PRIMARY KEY (contract_id),
  CONSTRAINT contract_files_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts (id) ON DELETE RESTRICT,
  CONSTRAINT contract_files_content_filled   CHECK (length(content) > 0)
);
ALTER TABLE private.contract_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.contract_files FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps what was printed" ON private.contract_files
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON private.contract_files TO service_role;
