-- Other apps may ask people of this one to sign them in (OAuth 2.1): who they are, what
-- each has asked of whom, and what each person has agreed to. The columns are those of
-- the protocol's own server, lists as the texts that it keeps; of secrets and codes only
-- digests are here. A session that was given to an app names it. It has no reference,
-- as busy sessions would be locked for it, and an app's row stays when the app goes.

-- +goose Up
CREATE TABLE auth.oauth_clients (
  id                         uuid        NOT NULL DEFAULT gen_random_uuid(),
  client_secret_hash         text,
  registration_type          text        NOT NULL,
  redirect_uris              text        NOT NULL,
  grant_types                text        NOT NULL,
  client_name                text,
  client_uri                 text,
  logo_uri                   text,
  client_type                text        NOT NULL DEFAULT 'confidential',
  token_endpoint_auth_method text        NOT NULL,
  created_at                 timestamptz NOT NULL DEFAULT now(),
  updated_at                 timestamptz NOT NULL DEFAULT now(),
  deleted_at                 timestamptz,
  CONSTRAINT oauth_clients_pkey               PRIMARY KEY (id),
  CONSTRAINT oauth_clients_registration_known CHECK (registration_type IN ('dynamic', 'manual')),
  CONSTRAINT oauth_clients_type_known         CHECK (client_type IN ('public', 'confidential')),
  CONSTRAINT oauth_clients_method_fits        CHECK (token_endpoint_auth_method IN ('none', 'client_secret_basic', 'client_secret_post') AND (client_type = 'public') = (token_endpoint_auth_method = 'none')),
  CONSTRAINT oauth_clients_secret_fits        CHECK ((client_type = 'public') = (client_secret_hash IS NULL)),
  CONSTRAINT oauth_clients_short              CHECK (length(redirect_uris) <= 20480 AND length(grant_types) <= 200 AND length(client_name) <= 1024 AND length(client_uri) <= 2048 AND length(logo_uri) <= 2048)
);
CREATE INDEX oauth_clients_created_at_idx ON auth.oauth_clients (created_at DESC, id DESC) WHERE deleted_at IS NULL;

CREATE TABLE auth.oauth_authorizations (
  id                    uuid        NOT NULL DEFAULT gen_random_uuid(),
  authorization_id      text        NOT NULL,
  client_id             uuid        NOT NULL,
  user_id               uuid,
  redirect_uri          text        NOT NULL,
  scope                 text        NOT NULL,
  state                 text,
  resource              text,
  code_challenge        text        NOT NULL,
  code_challenge_method text        NOT NULL DEFAULT 's256',
  nonce                 text,
  response_type         text        NOT NULL DEFAULT 'code',
  status                text        NOT NULL DEFAULT 'pending',
  authorization_code    text,
  aal                   text,
  session_id            uuid,
  session_until         timestamptz,
  created_at            timestamptz NOT NULL DEFAULT now(),
  expires_at            timestamptz NOT NULL,
  approved_at           timestamptz,
  CONSTRAINT oauth_authorizations_pkey             PRIMARY KEY (id),
  CONSTRAINT oauth_authorizations_public_key       UNIQUE (authorization_id),
  CONSTRAINT oauth_authorizations_code_key         UNIQUE (authorization_code),
  CONSTRAINT oauth_authorizations_client_id_fkey   FOREIGN KEY (client_id) REFERENCES auth.oauth_clients (id) ON DELETE CASCADE,
  CONSTRAINT oauth_authorizations_user_id_fkey     FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE,
  CONSTRAINT oauth_authorizations_status_known     CHECK (status IN ('pending', 'approved', 'denied', 'expired')),
  CONSTRAINT oauth_authorizations_method_known     CHECK (code_challenge_method = 's256' AND response_type = 'code'),
  CONSTRAINT oauth_authorizations_aal_known        CHECK (aal IN ('aal1', 'aal2')),
  CONSTRAINT oauth_authorizations_approved_whole   CHECK ((status = 'approved') = (authorization_code IS NOT NULL) AND (status <> 'approved' OR (user_id IS NOT NULL AND aal IS NOT NULL AND approved_at IS NOT NULL))),
  CONSTRAINT oauth_authorizations_used_once        CHECK (session_id IS NULL OR status = 'approved'),
  CONSTRAINT oauth_authorizations_short            CHECK (length(redirect_uri) <= 2048 AND length(scope) <= 4096 AND length(state) <= 4096 AND length(resource) <= 2048 AND length(code_challenge) <= 128 AND length(nonce) <= 1024)
);
CREATE INDEX oauth_authorizations_client_id_idx ON auth.oauth_authorizations (client_id);
CREATE INDEX oauth_authorizations_user_id_idx ON auth.oauth_authorizations (user_id);
CREATE INDEX oauth_authorizations_expires_at_idx ON auth.oauth_authorizations (expires_at);

CREATE TABLE auth.oauth_consents (
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  user_id    uuid        NOT NULL,
  client_id  uuid        NOT NULL,
  scopes     text        NOT NULL,
  granted_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  CONSTRAINT oauth_consents_pkey           PRIMARY KEY (id),
  CONSTRAINT oauth_consents_user_client    UNIQUE (user_id, client_id),
  CONSTRAINT oauth_consents_user_id_fkey   FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE,
  CONSTRAINT oauth_consents_client_id_fkey FOREIGN KEY (client_id) REFERENCES auth.oauth_clients (id) ON DELETE CASCADE,
  CONSTRAINT oauth_consents_revoked_later  CHECK (revoked_at >= granted_at),
  CONSTRAINT oauth_consents_short          CHECK (length(scopes) <= 2048)
);
CREATE INDEX oauth_consents_client_id_idx ON auth.oauth_consents (client_id);

ALTER TABLE auth.oauth_clients ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.oauth_clients FORCE ROW LEVEL SECURITY;
ALTER TABLE auth.oauth_authorizations ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.oauth_authorizations FORCE ROW LEVEL SECURITY;
ALTER TABLE auth.oauth_consents ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.oauth_consents FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.oauth_clients, auth.oauth_authorizations, auth.oauth_consents TO service_role;
CREATE POLICY "the server sees everything" ON auth.oauth_clients TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "the server sees everything" ON auth.oauth_authorizations TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "the server sees everything" ON auth.oauth_consents TO service_role USING (true) WITH CHECK (true);
COMMENT ON TABLE auth.oauth_clients IS 'Apps that may ask people of this one to sign them in';
COMMENT ON TABLE auth.oauth_authorizations IS 'What an app asks of a person, for ten minutes, and the code that the answer gives';
COMMENT ON TABLE auth.oauth_consents IS 'What a person lets an app do until it is revoked';
COMMENT ON COLUMN auth.oauth_clients.client_secret_hash IS 'Digest of a random secret';
COMMENT ON COLUMN auth.oauth_clients.redirect_uris IS 'Addresses between commas, which no address has';
COMMENT ON COLUMN auth.oauth_authorizations.authorization_code IS 'Digest of the code';
COMMENT ON COLUMN auth.oauth_authorizations.aal IS 'What the session that approved had proved: the app''s has no more';
COMMENT ON COLUMN auth.oauth_authorizations.session_id IS 'What the code gave, once; whoever brings it again ends that';
COMMENT ON COLUMN auth.oauth_authorizations.session_until IS 'How long what the code gives may last, where an organisation says so';

ALTER TABLE auth.sessions ADD COLUMN oauth_client_id uuid, ADD COLUMN scopes text;
COMMENT ON COLUMN auth.sessions.oauth_client_id IS 'The app that the session was given to; none is the user''s own';
COMMENT ON COLUMN auth.sessions.scopes IS 'What the app was allowed to know';
