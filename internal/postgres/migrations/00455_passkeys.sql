-- A passkey is a factor that also signs in by itself: what it proved is kept
-- beside the factor, and each ceremony is answered once, by whom it was begun.

-- +goose Up
ALTER TABLE auth.mfa_factors
  DROP CONSTRAINT mfa_factors_type_known,
  ADD  CONSTRAINT mfa_factors_type_known CHECK (factor_type IN ('totp', 'webauthn'));

CREATE TABLE auth.passkeys (
  factor_id          uuid        NOT NULL CONSTRAINT passkeys_factor_id_fkey REFERENCES auth.mfa_factors (id) ON DELETE CASCADE,
  credential_id      bytea       NOT NULL,
  public_key         bytea       NOT NULL,
  sign_count         bigint      NOT NULL DEFAULT 0,
  transports         text[]      NOT NULL DEFAULT '{}',
  is_backup_eligible boolean     NOT NULL DEFAULT false,
  is_backed_up       boolean     NOT NULL DEFAULT false,
  last_used_at       timestamptz,
  created_at         timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT passkeys_pkey PRIMARY KEY (factor_id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_credential_id_short CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  CONSTRAINT passkeys_sign_count_whole CHECK (sign_count BETWEEN 0 AND 4294967295)
);
ALTER TABLE auth.passkeys ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.passkeys FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.passkeys TO service_role;
CREATE POLICY "the server sees everything" ON auth.passkeys FOR ALL TO service_role USING (true) WITH CHECK (true);

-- A registration belongs to the session that began it; a sign-in to nobody yet.
CREATE TABLE auth.passkey_challenges (
  id         uuid        NOT NULL DEFAULT private.uuid_v7(),
  session_id uuid        CONSTRAINT passkey_challenges_session_id_fkey REFERENCES auth.sessions (id) ON DELETE CASCADE,
  ceremony   jsonb       NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (id)
);
CREATE INDEX passkey_challenges_session_id_idx ON auth.passkey_challenges (session_id);
CREATE INDEX passkey_challenges_expires_at_idx ON auth.passkey_challenges (expires_at);
ALTER TABLE auth.passkey_challenges ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.passkey_challenges FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON auth.passkey_challenges TO service_role;
CREATE POLICY "the server sees everything" ON auth.passkey_challenges FOR ALL TO service_role USING (true) WITH CHECK (true);

-- Challenges from before have no session; none of them asks for a passkey.
ALTER TABLE auth.mfa_challenges
  ADD COLUMN session_id uuid CONSTRAINT mfa_challenges_session_id_fkey REFERENCES auth.sessions (id) ON DELETE CASCADE,
  ADD COLUMN ceremony   jsonb,
  ADD CONSTRAINT mfa_challenges_ceremony_has_session CHECK (ceremony IS NULL OR session_id IS NOT NULL);
CREATE INDEX mfa_challenges_session_id_idx ON auth.mfa_challenges (session_id);
