-- Who loses the phone that holds the second factor gets in with one of ten
-- codes that were shown once. Only their digests are kept; each works once.

-- +goose Up
CREATE TABLE auth.recovery_codes (
  user_id    uuid        NOT NULL CONSTRAINT recovery_codes_user_id_fkey REFERENCES auth.users (id) ON DELETE CASCADE,
  code_hash  bytea       NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_hash_whole CHECK (octet_length(code_hash) = 32)
);
ALTER TABLE auth.recovery_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.recovery_codes FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON auth.recovery_codes TO service_role;
CREATE POLICY "the server sees everything" ON auth.recovery_codes FOR ALL TO service_role USING (true) WITH CHECK (true);
