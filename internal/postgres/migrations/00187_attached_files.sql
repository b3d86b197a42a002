-- What a file of a contract is for, and what exactly it says: the server reads
-- what was stored and keeps its SHA-256. A name that comes again is the next
-- version; none is taken back.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('deal_files_max', 300, 'How many files may be attached to one contract.');

CREATE TABLE public.deal_files (
  id                uuid        NOT NULL DEFAULT private.uuid_v7(),
  contract_id       uuid        NOT NULL,
  milestone_id      uuid,
  checklist_item_id uuid,
  purpose           text        NOT NULL,
  name              text        NOT NULL,
  media_type        text        NOT NULL,
  bytes             bigint      NOT NULL,
  sha256            text        NOT NULL,
  version           integer     NOT NULL,
  uploaded_by       uuid        NOT NULL,
  -- The name of the object in the bucket deals.
  path              text        NOT NULL,
  created_at        timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT deal_files_pkey                   PRIMARY KEY (id),
  CONSTRAINT deal_files_path_key               UNIQUE (path),
  CONSTRAINT deal_files_version_key            UNIQUE NULLS NOT DISTINCT (contract_id, milestone_id, checklist_item_id, purpose, name, version),
  CONSTRAINT deal_files_contract_id_fkey       FOREIGN KEY (contract_id)       REFERENCES public.contracts (id)       ON DELETE RESTRICT,
  CONSTRAINT deal_files_milestone_id_fkey      FOREIGN KEY (milestone_id)      REFERENCES public.milestones (id)      ON DELETE RESTRICT,
  CONSTRAINT deal_files_checklist_item_id_fkey FOREIGN KEY (checklist_item_id) REFERENCES public.checklist_items (id) ON DELETE RESTRICT,
  CONSTRAINT deal_files_uploaded_by_fkey       FOREIGN KEY (uploaded_by)       REFERENCES public.profiles (id)        ON DELETE RESTRICT,
  CONSTRAINT deal_files_purpose_known          CHECK (purpose IN ('delivery', 'receipt', 'evidence', 'invoice', 'checklist')),
  CONSTRAINT deal_files_of_an_item             CHECK ((purpose = 'checklist') = (checklist_item_id IS NOT NULL)),
  CONSTRAINT deal_files_of_a_milestone         CHECK (purpose NOT IN ('delivery', 'checklist') OR milestone_id IS NOT NULL),
  CONSTRAINT deal_files_name_bounded           CHECK (btrim(name) <> '' AND length(name) <= 255),
  CONSTRAINT deal_files_bytes_real             CHECK (bytes >= 0),
  CONSTRAINT deal_files_sha256_hex             CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  CONSTRAINT deal_files_version_positive       CHECK (version > 0)
);
CREATE INDEX deal_files_milestone_id_idx      ON public.deal_files (milestone_id)      WHERE milestone_id      IS NOT NULL;
CREATE INDEX deal_files_checklist_item_id_idx ON public.deal_files (checklist_item_id) WHERE checklist_item_id IS NOT NULL;
CREATE INDEX deal_files_uploaded_by_idx       ON public.deal_files (uploaded_by);

ALTER TABLE public.deal_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.deal_files FORCE  ROW LEVEL SECURITY;
CREATE POLICY "both sides read the files of their contract" ON public.deal_files
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "administrators read every file of a contract" ON public.deal_files
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server reads the files of contracts" ON public.deal_files
  FOR SELECT TO service_role USING (true);
CREATE POLICY "the server adds to the files of contracts" ON public.deal_files
  FOR INSERT TO service_role WITH CHECK (true);
GRANT SELECT (id, contract_id, milestone_id, checklist_item_id, purpose, name, media_type, bytes, sha256, version, uploaded_by, path, created_at)
  ON public.deal_files TO authenticated;
GRANT SELECT, INSERT ON public.deal_files TO service_role;
SELECT realtime.watch('public.deal_files');
