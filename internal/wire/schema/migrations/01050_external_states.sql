-- Whoever signs in through somebody else's page is away for a while, and comes back
-- with a word that nobody else can know. What was asked for waits here meanwhile, once.
-- What he came back with waits beside it under his code, sealed so that the code alone
-- opens it.
--
-- Codes of a minute are all that the columns are added to: no row has them, none is read.

-- +goose Up
CREATE TABLE auth.external_states (
  state_hash     bytea       NOT NULL,
  provider       text        NOT NULL,
  redirect_to    text        NOT NULL,
  code_challenge text,
  browser_hash   bytea,
  user_id        uuid,
  invite_hash    bytea,
  expires_at     timestamptz NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT external_states_pkey         PRIMARY KEY (state_hash),
  CONSTRAINT external_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE,
  CONSTRAINT external_states_short        CHECK (length(provider) <= 100 AND length(redirect_to) <= 4096)
);
CREATE INDEX external_states_expires_at_idx ON auth.external_states (expires_at);
CREATE INDEX external_states_user_id_idx ON auth.external_states (user_id);
ALTER TABLE auth.external_states ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.external_states FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON auth.external_states TO service_role;
CREATE POLICY "the server sees everything" ON auth.external_states TO service_role USING (true) WITH CHECK (true);
COMMENT ON TABLE auth.external_states IS 'People on their way to a provider of identities and back';
COMMENT ON COLUMN auth.external_states.state_hash IS 'Digest of the word that comes back with the person';
COMMENT ON COLUMN auth.external_states.redirect_to IS 'Where he goes afterwards, an address that was allowed';
COMMENT ON COLUMN auth.external_states.code_challenge IS 'Given: he comes back with a code for whoever has its verifier';
COMMENT ON COLUMN auth.external_states.browser_hash IS 'Digest of the cookie of the browser that began';
COMMENT ON COLUMN auth.external_states.user_id IS 'Given: the signed-in user who ties the identity to his account';
COMMENT ON COLUMN auth.external_states.invite_hash IS 'Digest of the invitation that is accepted by coming back';

ALTER TABLE auth.flow_states ADD COLUMN provider_tokens bytea;
COMMENT ON COLUMN auth.flow_states.provider_tokens IS 'The provider''s own tokens, sealed with the code';
