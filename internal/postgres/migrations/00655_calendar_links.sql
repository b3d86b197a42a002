-- A calendar elsewhere asks for a person's dates by an address with a secret, which
-- only that program has: of the secret a digest is kept. A new address ends the last.

-- +goose Up
CREATE TABLE private.calendar_links (
  person_id  uuid        NOT NULL,
  digest     bytea       NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT calendar_links_pkey           PRIMARY KEY (person_id),
  CONSTRAINT calendar_links_digest_key     UNIQUE (digest),
  CONSTRAINT calendar_links_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.profiles (id) ON DELETE CASCADE,
  CONSTRAINT calendar_links_digest_whole   CHECK (octet_length(digest) = 32)
);
ALTER TABLE private.calendar_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.calendar_links FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON private.calendar_links TO service_role;
CREATE POLICY "the server keeps who reads a calendar" ON private.calendar_links FOR ALL TO service_role
  USING (true) WITH CHECK (true);
