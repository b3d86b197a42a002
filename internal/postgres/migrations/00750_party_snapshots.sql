-- Who the sides of a contract were when somebody acted, and the file that was
-- printed of what they agreed to. A document is printed from what was stored at
-- the step, so that a party that renames itself, merges or leaves changes nothing
-- of the past. Both stay as long as the text of the contract does (LGPD, art. 16,
-- I), and the server alone reads them for whoever may read the document.
-- Contracts from before are completed by a job of the server.

-- +goose Up
CREATE TABLE private.party_snapshots (
  contract_id           uuid        NOT NULL,
  act                   text        NOT NULL,
  -- The contract, the checklist, the milestone, the amendment or the dispute that the act is about.
  subject_id            uuid        NOT NULL,
  -- The version of a checklist, the entry of a dispute; 1 of everything else.
  version               integer     NOT NULL DEFAULT 1,
  -- The side that acted.
  side                  text        NOT NULL,
  company_name          text        NOT NULL,
  company_document      text        NOT NULL,
  professional_name     text        NOT NULL,
  professional_document text        NOT NULL,
  person_id             uuid,
  person_name           text,
  -- Where an amendment was agreed to from; of a contract public.contract_acceptances has it.
  address               text,
  taken_at              timestamptz NOT NULL DEFAULT now(),
  -- Taken after the act, of what was known by then.
  is_late               boolean     NOT NULL DEFAULT false,
  CONSTRAINT party_snapshots_pkey              PRIMARY KEY (act, subject_id, version, side),
  CONSTRAINT party_snapshots_contract_id_fkey  FOREIGN KEY (contract_id) REFERENCES public.contracts (id) ON DELETE RESTRICT,
  CONSTRAINT party_snapshots_person_id_fkey    FOREIGN KEY (person_id)   REFERENCES public.profiles (id)  ON DELETE RESTRICT,
  CONSTRAINT party_snapshots_act_known         CHECK (act IN ('agreement', 'amendment', 'checklist', 'dispute', 'fee_receipt')),
  CONSTRAINT party_snapshots_side_known        CHECK (side IN ('company', 'professional')),
  CONSTRAINT party_snapshots_version_positive  CHECK (version > 0),
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
  -- The contract itself, or the amendment that was accepted.
  subject_id  uuid        NOT NULL,
  contract_id uuid        NOT NULL,
  content     bytea       NOT NULL,
  sha256      text        NOT NULL GENERATED ALWAYS AS (encode(sha256(content), 'hex')) STORED,
  created_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT contract_files_pkey             PRIMARY KEY (subject_id),
  CONSTRAINT contract_files_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts (id) ON DELETE RESTRICT,
  CONSTRAINT contract_files_content_filled   CHECK (length(content) > 0)
);
CREATE INDEX contract_files_contract_id_idx ON private.contract_files (contract_id);
ALTER TABLE private.contract_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.contract_files FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps what was printed" ON private.contract_files
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON private.contract_files TO service_role;

-- What the sides of a contract were called when they agreed, for people of either
-- side: what they export is read under their own role.
CREATE FUNCTION private.agreed_names(contract_id uuid, OUT company text, OUT professional text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT s.company_name, s.professional_name FROM private.party_snapshots s
  WHERE s.act = 'agreement' AND s.subject_id = agreed_names.contract_id AND s.side = 'company' AND private.is_side_of(agreed_names.contract_id)
$$;
REVOKE EXECUTE ON FUNCTION private.agreed_names(uuid) FROM PUBLIC;
ALTER FUNCTION private.agreed_names(uuid) OWNER TO definer;
GRANT  EXECUTE ON FUNCTION private.agreed_names(uuid) TO authenticated, service_role;
