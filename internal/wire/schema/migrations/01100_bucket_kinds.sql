-- What the protocol tells of a bucket and policies of an app ask about it: its
-- kind, and who made it. Only buckets of files are served; the column is there for
-- clients that show it.

-- +goose Up
ALTER TABLE storage.buckets
  ADD COLUMN type     text NOT NULL DEFAULT 'STANDARD' CONSTRAINT buckets_type_known CHECK (type IN ('STANDARD')),
  ADD COLUMN owner    uuid,
  ADD COLUMN owner_id text;

COMMENT ON COLUMN storage.buckets.type     IS 'What it holds: files';
COMMENT ON COLUMN storage.buckets.owner    IS 'Who made it; nobody where the server did';
COMMENT ON COLUMN storage.buckets.owner_id IS 'Its owner as text, as policies compare it with a claim';

GRANT SELECT (type, owner, owner_id) ON storage.buckets TO anon, authenticated;
