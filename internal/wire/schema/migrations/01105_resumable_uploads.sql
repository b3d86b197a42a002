-- A file that arrives in parts (TUS 1.0): what was said of it when it began, and the
-- parts that are in the object store. Any node goes on with what another began. A
-- part's turn is the offset it was sent for, so that two at once are one; who receives
-- says so until taken_until, so that the other is told and not only loses.

-- +goose Up
CREATE TABLE storage.uploads (
  id            uuid        NOT NULL,
  bucket_id     text        NOT NULL,
  name          text        NOT NULL COLLATE pg_catalog."C",
  role          text        NOT NULL,
  owner         uuid,
  is_upsert     boolean     NOT NULL,
  length_bytes  bigint      NOT NULL,
  offset_bytes  bigint      NOT NULL DEFAULT 0,
  content_type  text        NOT NULL,
  cache_control text        NOT NULL,
  user_metadata jsonb,
  said          text        NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  expires_at    timestamptz NOT NULL,
  finished_at   timestamptz,
  taken_by      uuid,
  taken_until   timestamptz,
  CONSTRAINT uploads_pkey PRIMARY KEY (id),
  CONSTRAINT uploads_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets (id) ON DELETE CASCADE,
  CONSTRAINT uploads_owner_fkey FOREIGN KEY (owner) REFERENCES auth.users (id) ON DELETE CASCADE,
  CONSTRAINT uploads_offset_within CHECK (offset_bytes BETWEEN 0 AND length_bytes),
  CONSTRAINT uploads_said_short CHECK (length(said) <= 16384)
);
CREATE INDEX uploads_bucket_id_idx ON storage.uploads (bucket_id);
CREATE INDEX uploads_owner_idx ON storage.uploads (owner);
CREATE INDEX uploads_expires_at_idx ON storage.uploads (expires_at);

CREATE TABLE storage.upload_parts (
  upload_id    uuid   NOT NULL,
  offset_bytes bigint NOT NULL,
  size_bytes   bigint NOT NULL,
  key          uuid   NOT NULL,
  CONSTRAINT upload_parts_pkey PRIMARY KEY (upload_id, offset_bytes),
  CONSTRAINT upload_parts_key_key UNIQUE (key),
  CONSTRAINT upload_parts_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES storage.uploads (id) ON DELETE CASCADE,
  CONSTRAINT upload_parts_size_real CHECK (size_bytes > 0)
);

ALTER TABLE storage.uploads      ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage.uploads      FORCE  ROW LEVEL SECURITY;
ALTER TABLE storage.upload_parts ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage.upload_parts FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON storage.uploads, storage.upload_parts TO service_role;
CREATE POLICY "the server keeps what arrives" ON storage.uploads      FOR ALL TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "the server keeps its parts"    ON storage.upload_parts FOR ALL TO service_role USING (true) WITH CHECK (true);

COMMENT ON TABLE  storage.uploads               IS 'Files that arrive in parts';
COMMENT ON COLUMN storage.uploads.role          IS 'The role of who began it';
COMMENT ON COLUMN storage.uploads.said          IS 'Upload-Metadata as it was sent, which is told again';
COMMENT ON COLUMN storage.uploads.finished_at   IS 'When the file was whole; until it expires, whoever lost the answer is told again';
COMMENT ON COLUMN storage.uploads.taken_by      IS 'The request that receives a part';
COMMENT ON COLUMN storage.uploads.taken_until   IS 'How long that request is believed to live';
COMMENT ON TABLE  storage.upload_parts          IS 'Parts of files that arrive, in the order of their offsets';
COMMENT ON COLUMN storage.upload_parts.key      IS 'Where the object store has its bytes';
