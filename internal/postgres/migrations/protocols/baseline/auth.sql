-- Who signs in: users, their identities and sessions, second factors, passkeys, and other
-- apps that let people sign in here.

CREATE SCHEMA auth;
GRANT USAGE ON SCHEMA auth TO anon, authenticated, service_role;
-- A function changes its owner only if the new owner may create one there. Taken back below.
GRANT CREATE ON SCHEMA auth TO definer;

CREATE TABLE auth.users (
  id                          uuid        NOT NULL DEFAULT gen_random_uuid(),
  email                       text,
  password_hash               text,
  app_metadata                jsonb       NOT NULL DEFAULT '{}',
  user_metadata               jsonb       NOT NULL DEFAULT '{}',
  is_anonymous                boolean     NOT NULL DEFAULT false,
  email_confirmed_at          timestamptz,
  invited_at                  timestamptz,
  confirmation_sent_at        timestamptz,
  recovery_sent_at            timestamptz,
  new_email                   text,
  email_change_sent_at        timestamptz,
  reauthentication_sent_at    timestamptz,
  last_sign_in_at             timestamptz,
  banned_until                timestamptz,
  deleted_at                  timestamptz,
  created_at                  timestamptz NOT NULL DEFAULT now(),
  updated_at                  timestamptz NOT NULL DEFAULT now(),
  email_change_side           text,
  phone                       text,
  phone_confirmed_at          timestamptz,
  new_phone                   text,
  phone_change_sent_at        timestamptz,
  role                        text        NOT NULL DEFAULT 'authenticated',
  is_sso_user                 boolean     NOT NULL DEFAULT false,
  sso_email                   text,
  email_believed              boolean     NOT NULL DEFAULT false,
  raw_app_meta_data           jsonb,
  raw_user_meta_data          jsonb,
  encrypted_password          text,
  confirmed_at                timestamptz,
  aud                         text                 DEFAULT 'authenticated',
  instance_id                 uuid,
  is_super_admin              boolean,
  confirmation_token          text,
  recovery_token              text,
  email_change                text,
  email_change_token_new      text,
  email_change_token_current  text,
  email_change_confirm_status smallint,
  phone_change                text,
  phone_change_token          text,
  reauthentication_token      text,
  CONSTRAINT users_pkey                    PRIMARY KEY (id),
  CONSTRAINT users_email_key               UNIQUE (email),
  CONSTRAINT users_app_metadata_map        CHECK (jsonb_typeof(app_metadata) = 'object'),
  CONSTRAINT users_deleted_is_nobody       CHECK (deleted_at IS NULL OR email IS NULL AND password_hash IS NULL),
  CONSTRAINT users_email_change_side_known CHECK (email_change_side IN ('current', 'new')),
  CONSTRAINT users_email_normal            CHECK (email = lower(email) AND length(email) <= 255),
  CONSTRAINT users_new_email_normal        CHECK (new_email = lower(new_email) AND length(new_email) <= 255),
  CONSTRAINT users_user_metadata_map       CHECK (jsonb_typeof(user_metadata) = 'object')
);
COMMENT ON COLUMN auth.users.phone IS 'Telephone number in the form of E.164, digits alone';
COMMENT ON COLUMN auth.users.phone_confirmed_at IS 'When a code that was sent to the number came back';
COMMENT ON COLUMN auth.users.new_phone IS 'The number that is to replace it once it is proved';
COMMENT ON COLUMN auth.users.phone_change_sent_at IS 'When a code was last sent to the new number';
COMMENT ON COLUMN auth.users.role IS 'The database role that the user''s tokens name';
COMMENT ON COLUMN auth.users.is_sso_user IS 'Signs in at the identity provider of an organisation and nowhere else';
COMMENT ON COLUMN auth.users.sso_email IS 'The address that the organisation tells; not unique, and nobody is found by it';
COMMENT ON COLUMN auth.users.email_believed IS 'Nobody has proved the address: it was believed, and email_confirmed_at is when';
COMMENT ON COLUMN auth.users.encrypted_password IS 'The same as password_hash, under the name that apps write it by';
COMMENT ON COLUMN auth.users.confirmed_at IS 'When address or number was first confirmed';
COMMENT ON COLUMN auth.users.confirmation_token IS 'Named by dumps and never read here, as the other tokens are';
CREATE INDEX users_created_at_idx   ON auth.users (created_at DESC, id DESC);
CREATE UNIQUE INDEX users_phone_key ON auth.users (phone) WHERE phone IS NOT NULL;
ALTER TABLE auth.users ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.users FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.users TO service_role;

CREATE FUNCTION auth.follow_names() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
DECLARE
  before auth.users;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := OLD;
  ELSE
    before.app_metadata := '{}';
    before.user_metadata := '{}';
  END IF;
  IF NEW.app_metadata = before.app_metadata AND NEW.raw_app_meta_data IS DISTINCT FROM before.raw_app_meta_data THEN
    NEW.app_metadata := coalesce(NEW.raw_app_meta_data, '{}');
  END IF;
  IF NEW.user_metadata = before.user_metadata AND NEW.raw_user_meta_data IS DISTINCT FROM before.raw_user_meta_data THEN
    NEW.user_metadata := coalesce(NEW.raw_user_meta_data, '{}');
  END IF;
  IF NEW.password_hash IS NOT DISTINCT FROM before.password_hash AND NEW.encrypted_password IS DISTINCT FROM before.encrypted_password THEN
    NEW.password_hash := nullif(NEW.encrypted_password, '');
  END IF;
  NEW.raw_app_meta_data := NEW.app_metadata;
  NEW.raw_user_meta_data := NEW.user_metadata;
  NEW.encrypted_password := NEW.password_hash;
  NEW.confirmed_at := least(NEW.email_confirmed_at, NEW.phone_confirmed_at);
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION auth.follow_names() FROM PUBLIC;

CREATE POLICY "the server sees everything" ON auth.users FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

-- Its name is the last, so that triggers of an app have said their word.
CREATE TRIGGER zz_follow_names BEFORE INSERT OR UPDATE ON auth.users
  FOR EACH ROW EXECUTE FUNCTION auth.follow_names();
ALTER TABLE auth.users ADD CONSTRAINT users_deleted_has_no_phone CHECK (deleted_at IS NULL OR phone IS NULL AND new_phone IS NULL) NOT VALID;
ALTER TABLE auth.users ADD CONSTRAINT users_new_phone_normal CHECK (new_phone ~ '^[1-9][0-9]{1,14}$') NOT VALID;
ALTER TABLE auth.users ADD CONSTRAINT users_phone_normal CHECK (phone ~ '^[1-9][0-9]{1,14}$') NOT VALID;
ALTER TABLE auth.users ADD CONSTRAINT users_role_normal CHECK (role ~ '^[a-z_][a-z0-9_]{0,62}$') NOT VALID;
ALTER TABLE auth.users ADD CONSTRAINT users_sso_email_is_of_one CHECK (is_sso_user OR sso_email IS NULL) NOT VALID;
ALTER TABLE auth.users ADD CONSTRAINT users_sso_email_normal CHECK (sso_email = lower(sso_email) AND length(sso_email) <= 255) NOT VALID;
ALTER TABLE auth.users ADD CONSTRAINT users_sso_is_apart CHECK (NOT is_sso_user OR email IS NULL AND phone IS NULL AND password_hash IS NULL) NOT VALID;

CREATE TABLE auth.identities (
  id              uuid        NOT NULL DEFAULT gen_random_uuid(),
  user_id         uuid        NOT NULL,
  provider        text        NOT NULL,
  provider_id     text        NOT NULL,
  identity_data   jsonb       NOT NULL DEFAULT '{}',
  last_sign_in_at timestamptz,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT identities_pkey         PRIMARY KEY (id),
  CONSTRAINT identities_provider_key UNIQUE (provider, provider_id),
  CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX identities_user_id_idx ON auth.identities (user_id);
ALTER TABLE auth.identities ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.identities FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.identities TO service_role;
CREATE POLICY "the server sees everything" ON auth.identities FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.sessions (
  id              uuid        NOT NULL DEFAULT gen_random_uuid(),
  user_id         uuid        NOT NULL,
  aal             text        NOT NULL DEFAULT 'aal1',
  amr             jsonb       NOT NULL DEFAULT '[]',
  user_agent      text        NOT NULL DEFAULT '',
  ip              inet,
  not_after       timestamptz,
  refreshed_at    timestamptz NOT NULL DEFAULT now(),
  created_at      timestamptz NOT NULL DEFAULT now(),
  oauth_client_id uuid,
  scopes          text,
  CONSTRAINT sessions_pkey         PRIMARY KEY (id),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT sessions_aal_known    CHECK (aal IN ('aal1', 'aal2'))
);
COMMENT ON COLUMN auth.sessions.oauth_client_id IS 'The app that the session was given to; none is the user''s own';
COMMENT ON COLUMN auth.sessions.scopes IS 'What the app was allowed to know';
CREATE INDEX sessions_not_after_idx    ON auth.sessions (not_after);
CREATE INDEX sessions_refreshed_at_idx ON auth.sessions (refreshed_at);
CREATE INDEX sessions_user_id_idx      ON auth.sessions (user_id);
ALTER TABLE auth.sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.sessions FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.sessions TO service_role;
CREATE POLICY "the server sees everything" ON auth.sessions FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.refresh_tokens (
  hash       bytea       NOT NULL,
  session_id uuid        NOT NULL,
  parent     bytea,
  seed       bytea       NOT NULL,
  used_at    timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT refresh_tokens_pkey            PRIMARY KEY (hash),
  CONSTRAINT refresh_tokens_parent_key      UNIQUE (parent),
  CONSTRAINT refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX refresh_tokens_one_live ON auth.refresh_tokens (session_id) WHERE (used_at IS NULL);
CREATE INDEX refresh_tokens_session_id_idx  ON auth.refresh_tokens (session_id);
CREATE INDEX refresh_tokens_used_at_idx     ON auth.refresh_tokens (used_at) WHERE (used_at IS NOT NULL);
ALTER TABLE auth.refresh_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.refresh_tokens FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.refresh_tokens TO service_role;
CREATE POLICY "the server sees everything" ON auth.refresh_tokens FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.flow_states (
  id              uuid        NOT NULL DEFAULT gen_random_uuid(),
  user_id         uuid        NOT NULL,
  code_challenge  text        NOT NULL,
  code_hash       bytea,
  method          text        NOT NULL,
  expires_at      timestamptz NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  provider_tokens bytea,
  CONSTRAINT flow_states_pkey          PRIMARY KEY (id),
  CONSTRAINT flow_states_code_hash_key UNIQUE (code_hash),
  CONSTRAINT flow_states_user_id_fkey  FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
COMMENT ON COLUMN auth.flow_states.provider_tokens IS 'What the provider gave and, of an identity that is to be tied, whose it is, sealed under the code';
CREATE INDEX flow_states_expires_at_idx ON auth.flow_states (expires_at);
CREATE INDEX flow_states_user_id_idx    ON auth.flow_states (user_id);
ALTER TABLE auth.flow_states ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.flow_states FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.flow_states TO service_role;
CREATE POLICY "the server sees everything" ON auth.flow_states FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.one_time_tokens (
  id            uuid        NOT NULL DEFAULT gen_random_uuid(),
  user_id       uuid        NOT NULL,
  kind          text        NOT NULL,
  sent_to       text        NOT NULL,
  link_hash     bytea       NOT NULL,
  code_hash     bytea       NOT NULL,
  flow_state_id uuid,
  expires_at    timestamptz NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT one_time_tokens_pkey               PRIMARY KEY (id),
  CONSTRAINT one_time_tokens_link_hash_key      UNIQUE (link_hash),
  CONSTRAINT one_time_tokens_flow_state_id_fkey FOREIGN KEY (flow_state_id) REFERENCES auth.flow_states(id) ON DELETE SET NULL,
  CONSTRAINT one_time_tokens_user_id_fkey       FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX one_time_tokens_expires_at_idx    ON auth.one_time_tokens (expires_at);
CREATE INDEX one_time_tokens_flow_state_id_idx ON auth.one_time_tokens (flow_state_id);
CREATE INDEX one_time_tokens_sent_to_idx       ON auth.one_time_tokens (sent_to);
CREATE INDEX one_time_tokens_user_id_kind_idx  ON auth.one_time_tokens (user_id, kind);
ALTER TABLE auth.one_time_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.one_time_tokens FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.one_time_tokens TO service_role;
CREATE POLICY "the server sees everything" ON auth.one_time_tokens FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
ALTER TABLE auth.one_time_tokens ADD CONSTRAINT one_time_tokens_kind_known CHECK (kind IN ('confirmation', 'invite', 'recovery', 'magiclink', 'email_change', 'email_change_current', 'reauthentication',
    'sms', 'phone_change')) NOT VALID;

CREATE TABLE auth.mfa_factors (
  id                 uuid        NOT NULL DEFAULT gen_random_uuid(),
  user_id            uuid        NOT NULL,
  friendly_name      text        NOT NULL DEFAULT '',
  factor_type        text        NOT NULL DEFAULT 'totp',
  status             text        NOT NULL DEFAULT 'unverified',
  secret             text        NOT NULL,
  last_step          bigint      NOT NULL DEFAULT 0,
  last_challenged_at timestamptz,
  created_at         timestamptz NOT NULL DEFAULT now(),
  updated_at         timestamptz NOT NULL DEFAULT now(),
  phone              text,
  CONSTRAINT mfa_factors_pkey         PRIMARY KEY (id),
  CONSTRAINT mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT mfa_factors_status_known CHECK (status IN ('unverified', 'verified'))
);
COMMENT ON COLUMN auth.mfa_factors.phone IS 'The number that codes are sent to, in the form of E.164, digits alone';
CREATE UNIQUE INDEX mfa_factors_name_key ON auth.mfa_factors (user_id, friendly_name) WHERE (friendly_name <> '');
CREATE INDEX mfa_factors_user_id_idx     ON auth.mfa_factors (user_id);
ALTER TABLE auth.mfa_factors ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.mfa_factors FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.mfa_factors TO service_role;
CREATE POLICY "the server sees everything" ON auth.mfa_factors FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
ALTER TABLE auth.mfa_factors ADD CONSTRAINT mfa_factors_phone_given CHECK ((factor_type = 'phone') = (phone IS NOT NULL)) NOT VALID;
ALTER TABLE auth.mfa_factors ADD CONSTRAINT mfa_factors_phone_normal CHECK (phone ~ '^[1-9][0-9]{1,14}$') NOT VALID;
ALTER TABLE auth.mfa_factors ADD CONSTRAINT mfa_factors_type_known CHECK (factor_type IN ('totp', 'webauthn', 'phone')) NOT VALID;

CREATE TABLE auth.mfa_challenges (
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  factor_id  uuid        NOT NULL,
  ip         text        NOT NULL,
  attempts   integer     NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  session_id uuid,
  ceremony   jsonb,
  code_hash  bytea,
  CONSTRAINT mfa_challenges_pkey                 PRIMARY KEY (id),
  CONSTRAINT mfa_challenges_factor_id_fkey       FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE,
  CONSTRAINT mfa_challenges_session_id_fkey      FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  CONSTRAINT mfa_challenges_ceremony_has_session CHECK (ceremony IS NULL OR session_id IS NOT NULL)
);
COMMENT ON COLUMN auth.mfa_challenges.code_hash IS 'Digest of the code that was sent, with the challenge it is for';
CREATE INDEX mfa_challenges_expires_at_idx ON auth.mfa_challenges (expires_at);
CREATE INDEX mfa_challenges_factor_id_idx  ON auth.mfa_challenges (factor_id);
CREATE INDEX mfa_challenges_session_id_idx ON auth.mfa_challenges (session_id);
ALTER TABLE auth.mfa_challenges ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.mfa_challenges FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.mfa_challenges TO service_role;
CREATE POLICY "the server sees everything" ON auth.mfa_challenges FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.recovery_codes (
  user_id    uuid        NOT NULL,
  code_hash  bytea       NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT recovery_codes_pkey         PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT recovery_codes_hash_whole   CHECK (octet_length(code_hash) = 32)
);
ALTER TABLE auth.recovery_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.recovery_codes FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON auth.recovery_codes TO service_role;
CREATE POLICY "the server sees everything" ON auth.recovery_codes FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.passkeys (
  factor_id          uuid        NOT NULL,
  credential_id      bytea       NOT NULL,
  public_key         bytea       NOT NULL,
  sign_count         bigint      NOT NULL DEFAULT 0,
  transports         text[]      NOT NULL DEFAULT '{}',
  is_backup_eligible boolean     NOT NULL DEFAULT false,
  is_backed_up       boolean     NOT NULL DEFAULT false,
  last_used_at       timestamptz,
  created_at         timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT passkeys_pkey                PRIMARY KEY (factor_id),
  CONSTRAINT passkeys_credential_id_key   UNIQUE (credential_id),
  CONSTRAINT passkeys_factor_id_fkey      FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE,
  CONSTRAINT passkeys_credential_id_short CHECK (octet_length(credential_id) >= 1 AND octet_length(credential_id) <= 1023),
  CONSTRAINT passkeys_sign_count_whole    CHECK (sign_count >= 0 AND sign_count <= 4294967295)
);
ALTER TABLE auth.passkeys ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.passkeys FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.passkeys TO service_role;
CREATE POLICY "the server sees everything" ON auth.passkeys FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.passkey_challenges (
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  session_id uuid,
  ceremony   jsonb       NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT passkey_challenges_pkey            PRIMARY KEY (id),
  CONSTRAINT passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenges_expires_at_idx ON auth.passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_session_id_idx ON auth.passkey_challenges (session_id);
ALTER TABLE auth.passkey_challenges ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.passkey_challenges FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON auth.passkey_challenges TO service_role;
CREATE POLICY "the server sees everything" ON auth.passkey_challenges FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.attempts (
  key     text        NOT NULL,
  count   integer     NOT NULL,
  ends_at timestamptz NOT NULL,
  CONSTRAINT attempts_pkey PRIMARY KEY (key)
);
CREATE INDEX attempts_ends_at_idx ON auth.attempts (ends_at);
ALTER TABLE auth.attempts ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.attempts FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.attempts TO service_role;
CREATE POLICY "the server sees everything" ON auth.attempts FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.audit_log_entries (
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  action     text        NOT NULL,
  user_id    uuid,
  ip         inet,
  payload    jsonb       NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT audit_log_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_entries_created_at_idx ON auth.audit_log_entries (created_at);
CREATE INDEX audit_log_entries_user_id_idx    ON auth.audit_log_entries (user_id, created_at DESC);
ALTER TABLE auth.audit_log_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.audit_log_entries FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.audit_log_entries TO service_role;
CREATE POLICY "the server sees everything" ON auth.audit_log_entries FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

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
  session_id     uuid,
  CONSTRAINT external_states_pkey         PRIMARY KEY (state_hash),
  CONSTRAINT external_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT external_states_short        CHECK (length(provider) <= 100 AND length(redirect_to) <= 4096)
);
COMMENT ON TABLE auth.external_states IS 'People on their way to a provider of identities and back';
COMMENT ON COLUMN auth.external_states.state_hash IS 'Digest of the word that comes back with the person';
COMMENT ON COLUMN auth.external_states.redirect_to IS 'Where he goes afterwards, an address that was allowed';
COMMENT ON COLUMN auth.external_states.code_challenge IS 'Given: he comes back with a code for whoever has its verifier';
COMMENT ON COLUMN auth.external_states.browser_hash IS 'Digest of the cookie of the browser that began';
COMMENT ON COLUMN auth.external_states.user_id IS 'Given: the signed-in user who ties the identity to his account';
COMMENT ON COLUMN auth.external_states.invite_hash IS 'Digest of the invitation that is accepted by coming back';
COMMENT ON COLUMN auth.external_states.session_id IS 'The session of the user who ties the identity';
CREATE INDEX external_states_expires_at_idx ON auth.external_states (expires_at);
CREATE INDEX external_states_user_id_idx    ON auth.external_states (user_id);
ALTER TABLE auth.external_states ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.external_states FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON auth.external_states TO service_role;
CREATE POLICY "the server sees everything" ON auth.external_states TO service_role USING (true) WITH CHECK (true);

CREATE TABLE auth.custom_oauth_providers (
  id                      uuid        NOT NULL DEFAULT gen_random_uuid(),
  provider_type           text        NOT NULL,
  identifier              text        NOT NULL,
  name                    text        NOT NULL,
  client_id               text        NOT NULL,
  client_secret           text        NOT NULL,
  acceptable_client_ids   text[]      NOT NULL DEFAULT '{}',
  scopes                  text[]      NOT NULL DEFAULT '{}',
  custom_claims_allowlist text[]      NOT NULL DEFAULT '{}',
  pkce_enabled            boolean     NOT NULL DEFAULT true,
  attribute_mapping       jsonb       NOT NULL DEFAULT '{}',
  authorization_params    jsonb       NOT NULL DEFAULT '{}',
  enabled                 boolean     NOT NULL DEFAULT true,
  email_optional          boolean     NOT NULL DEFAULT false,
  issuer                  text,
  discovery_url           text,
  skip_nonce_check        boolean     NOT NULL DEFAULT false,
  cached_discovery        jsonb,
  discovery_cached_at     timestamptz,
  authorization_url       text,
  token_url               text,
  userinfo_url            text,
  jwks_uri                text,
  created_at              timestamptz NOT NULL DEFAULT now(),
  updated_at              timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT custom_oauth_providers_pkey           PRIMARY KEY (id),
  CONSTRAINT custom_oauth_providers_identifier_key UNIQUE (identifier),
  CONSTRAINT custom_oauth_providers_identifier     CHECK (identifier ~ '^custom:[a-z0-9][a-z0-9_-]{0,49}$'),
  CONSTRAINT custom_oauth_providers_type_known     CHECK (provider_type IN ('oauth2', 'oidc')),
  CONSTRAINT custom_oauth_providers_whole          CHECK ( CASE provider_type WHEN 'oidc' THEN issuer IS NOT NULL ELSE authorization_url IS NOT NULL AND token_url IS NOT NULL
    AND userinfo_url IS NOT NULL END)
);
COMMENT ON TABLE auth.custom_oauth_providers IS 'Who vouches for users, as an administrator named them';
COMMENT ON COLUMN auth.custom_oauth_providers.client_secret IS 'Sealed for the row';
COMMENT ON COLUMN auth.custom_oauth_providers.cached_discovery IS 'What the issuer said of itself when it was named';
ALTER TABLE auth.custom_oauth_providers ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.custom_oauth_providers FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.custom_oauth_providers TO service_role;
CREATE POLICY "the server sees everything" ON auth.custom_oauth_providers TO service_role USING (true) WITH CHECK (true);

CREATE TABLE auth.sso_providers (
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  resource_id text,
  disabled    boolean     NOT NULL DEFAULT false,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sso_providers_pkey  PRIMARY KEY (id),
  CONSTRAINT sso_providers_short CHECK (length(resource_id) <= 255)
);
COMMENT ON TABLE auth.sso_providers IS 'Organisations whose people sign in at their own identity provider';
COMMENT ON COLUMN auth.sso_providers.disabled IS 'Nobody new comes in by it';
CREATE UNIQUE INDEX sso_providers_resource_id_key ON auth.sso_providers (lower(resource_id));
ALTER TABLE auth.sso_providers ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.sso_providers FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.sso_providers TO service_role;
CREATE POLICY "the server sees everything" ON auth.sso_providers TO service_role USING (true) WITH CHECK (true);

CREATE TABLE auth.sso_domains (
  id              uuid        NOT NULL DEFAULT gen_random_uuid(),
  sso_provider_id uuid        NOT NULL,
  domain          text        NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sso_domains_pkey                 PRIMARY KEY (id),
  CONSTRAINT sso_domains_domain_key           UNIQUE (domain),
  CONSTRAINT sso_domains_sso_provider_id_fkey FOREIGN KEY (sso_provider_id) REFERENCES auth.sso_providers(id) ON DELETE CASCADE,
  CONSTRAINT sso_domains_domain_normal        CHECK (((domain = lower(domain)) AND (length(domain) BETWEEN 1 AND 253)))
);
COMMENT ON TABLE auth.sso_domains IS 'By which domain of an address an organisation is found';
CREATE INDEX sso_domains_sso_provider_id_idx ON auth.sso_domains (sso_provider_id);
ALTER TABLE auth.sso_domains ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.sso_domains FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON auth.sso_domains TO service_role;
CREATE POLICY "the server sees everything" ON auth.sso_domains TO service_role USING (true) WITH CHECK (true);

CREATE TABLE auth.saml_providers (
  id                uuid        NOT NULL DEFAULT gen_random_uuid(),
  sso_provider_id   uuid        NOT NULL,
  entity_id         text        NOT NULL,
  metadata_xml      text        NOT NULL,
  metadata_url      text,
  attribute_mapping jsonb       NOT NULL DEFAULT '{}',
  name_id_format    text,
  fetched_at        timestamptz NOT NULL DEFAULT now(),
  created_at        timestamptz NOT NULL DEFAULT now(),
  updated_at        timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT saml_providers_pkey                 PRIMARY KEY (id),
  CONSTRAINT saml_providers_entity_id_key        UNIQUE (entity_id),
  CONSTRAINT saml_providers_sso_provider_id_key  UNIQUE (sso_provider_id),
  CONSTRAINT saml_providers_sso_provider_id_fkey FOREIGN KEY (sso_provider_id) REFERENCES auth.sso_providers(id) ON DELETE CASCADE,
  CONSTRAINT saml_providers_bounded              CHECK (((length(entity_id) BETWEEN 1 AND 1024) AND (octet_length(metadata_xml) <= 524288) AND (length(metadata_url) <= 2048)))
);
COMMENT ON TABLE auth.saml_providers IS 'What an organisation''s identity provider says of itself';
COMMENT ON COLUMN auth.saml_providers.fetched_at IS 'When metadata_url was last asked, whatever it answered';
ALTER TABLE auth.saml_providers ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.saml_providers FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.saml_providers TO service_role;
CREATE POLICY "the server sees everything" ON auth.saml_providers TO service_role USING (true) WITH CHECK (true);

CREATE TABLE auth.saml_relay_states (
  id              uuid        NOT NULL DEFAULT gen_random_uuid(),
  sso_provider_id uuid        NOT NULL,
  request_id      text        NOT NULL,
  redirect_to     text        NOT NULL,
  code_challenge  text,
  browser_hash    bytea,
  expires_at      timestamptz NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT saml_relay_states_pkey                 PRIMARY KEY (id),
  CONSTRAINT saml_relay_states_sso_provider_id_fkey FOREIGN KEY (sso_provider_id) REFERENCES auth.sso_providers(id) ON DELETE CASCADE,
  CONSTRAINT saml_relay_states_short                CHECK (length(request_id) <= 100 AND length(redirect_to) <= 4096)
);
COMMENT ON TABLE auth.saml_relay_states IS 'People on their way to their organisation''s identity provider and back';
COMMENT ON COLUMN auth.saml_relay_states.request_id IS 'What the answer has to name';
COMMENT ON COLUMN auth.saml_relay_states.browser_hash IS 'Digest of the cookie of the browser that began';
CREATE INDEX saml_relay_states_expires_at_idx      ON auth.saml_relay_states (expires_at);
CREATE INDEX saml_relay_states_sso_provider_id_idx ON auth.saml_relay_states (sso_provider_id);
ALTER TABLE auth.saml_relay_states ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.saml_relay_states FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON auth.saml_relay_states TO service_role;
CREATE POLICY "the server sees everything" ON auth.saml_relay_states TO service_role USING (true) WITH CHECK (true);

CREATE TABLE auth.saml_assertions (
  digest     bytea       NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT saml_assertions_pkey PRIMARY KEY (digest)
);
COMMENT ON TABLE auth.saml_assertions IS 'Assertions that somebody has signed in by, while they could be used again';
COMMENT ON COLUMN auth.saml_assertions.digest IS 'SHA-256 of the identity provider and of the assertion''s ID';
CREATE INDEX saml_assertions_expires_at_idx ON auth.saml_assertions (expires_at);
ALTER TABLE auth.saml_assertions ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.saml_assertions FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON auth.saml_assertions TO service_role;
CREATE POLICY "the server sees everything" ON auth.saml_assertions TO service_role USING (true) WITH CHECK (true);

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
  registered_from            text,
  CONSTRAINT oauth_clients_pkey               PRIMARY KEY (id),
  CONSTRAINT oauth_clients_method_fits        CHECK ((token_endpoint_auth_method IN ('none', 'client_secret_basic', 'client_secret_post')) AND (client_type = 'public') = (token_endpoint_auth_method = 'none')),
  CONSTRAINT oauth_clients_network_short      CHECK (length(registered_from) <= 64),
  CONSTRAINT oauth_clients_registration_known CHECK (registration_type IN ('dynamic', 'manual')),
  CONSTRAINT oauth_clients_secret_fits        CHECK ((client_type = 'public') = (client_secret_hash IS NULL)),
  CONSTRAINT oauth_clients_short              CHECK (length(redirect_uris) <= 20480 AND length(grant_types) <= 200 AND length(client_name) <= 1024 AND length(client_uri) <= 2048
    AND length(logo_uri) <= 2048),
  CONSTRAINT oauth_clients_type_known         CHECK (client_type IN ('public', 'confidential'))
);
COMMENT ON TABLE auth.oauth_clients IS 'Apps that may ask people of this one to sign them in';
COMMENT ON COLUMN auth.oauth_clients.client_secret_hash IS 'Digest of a random secret';
COMMENT ON COLUMN auth.oauth_clients.redirect_uris IS 'Addresses between commas, which no address has';
COMMENT ON COLUMN auth.oauth_clients.registered_from IS 'The network of an app that registered itself';
CREATE INDEX oauth_clients_created_at_idx      ON auth.oauth_clients (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX oauth_clients_registered_from_idx ON auth.oauth_clients (registered_from, created_at, id) WHERE registration_type = 'dynamic' AND deleted_at IS NULL;
ALTER TABLE auth.oauth_clients ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.oauth_clients FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.oauth_clients TO service_role;
CREATE POLICY "the server sees everything" ON auth.oauth_clients TO service_role USING (true) WITH CHECK (true);

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
  CONSTRAINT oauth_authorizations_pkey           PRIMARY KEY (id),
  CONSTRAINT oauth_authorizations_code_key       UNIQUE (authorization_code),
  CONSTRAINT oauth_authorizations_public_key     UNIQUE (authorization_id),
  CONSTRAINT oauth_authorizations_client_id_fkey FOREIGN KEY (client_id) REFERENCES auth.oauth_clients(id) ON DELETE CASCADE,
  CONSTRAINT oauth_authorizations_user_id_fkey   FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT oauth_authorizations_aal_known      CHECK (aal IN ('aal1', 'aal2')),
  CONSTRAINT oauth_authorizations_approved_whole CHECK ((status = 'approved') = (authorization_code IS NOT NULL) AND (status <> 'approved' OR user_id IS NOT NULL AND aal IS NOT NULL
    AND approved_at IS NOT NULL)),
  CONSTRAINT oauth_authorizations_method_known   CHECK (code_challenge_method = 's256' AND response_type = 'code'),
  CONSTRAINT oauth_authorizations_short          CHECK (length(redirect_uri) <= 2048 AND length(scope) <= 4096 AND length(state) <= 4096 AND length(resource) <= 2048
    AND length(code_challenge) <= 128 AND length(nonce) <= 1024),
  CONSTRAINT oauth_authorizations_status_known   CHECK (status IN ('pending', 'approved', 'denied', 'expired')),
  CONSTRAINT oauth_authorizations_used_once      CHECK (session_id IS NULL OR status = 'approved')
);
COMMENT ON TABLE auth.oauth_authorizations IS 'What an app asks of a person, for ten minutes, and the code that the answer gives';
COMMENT ON COLUMN auth.oauth_authorizations.authorization_code IS 'Digest of the code';
COMMENT ON COLUMN auth.oauth_authorizations.aal IS 'What the session that approved had proved: the app''s has no more';
COMMENT ON COLUMN auth.oauth_authorizations.session_id IS 'What the code gave, once; whoever brings it again ends that';
COMMENT ON COLUMN auth.oauth_authorizations.session_until IS 'How long what the code gives may last, where an organisation says so';
CREATE INDEX oauth_authorizations_client_id_idx  ON auth.oauth_authorizations (client_id);
CREATE INDEX oauth_authorizations_expires_at_idx ON auth.oauth_authorizations (expires_at);
CREATE INDEX oauth_authorizations_user_id_idx    ON auth.oauth_authorizations (user_id);
ALTER TABLE auth.oauth_authorizations ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.oauth_authorizations FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.oauth_authorizations TO service_role;
CREATE POLICY "the server sees everything" ON auth.oauth_authorizations TO service_role USING (true) WITH CHECK (true);

CREATE TABLE auth.oauth_consents (
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  user_id    uuid        NOT NULL,
  client_id  uuid        NOT NULL,
  scopes     text        NOT NULL,
  granted_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  CONSTRAINT oauth_consents_pkey           PRIMARY KEY (id),
  CONSTRAINT oauth_consents_user_client    UNIQUE (user_id, client_id),
  CONSTRAINT oauth_consents_client_id_fkey FOREIGN KEY (client_id) REFERENCES auth.oauth_clients(id) ON DELETE CASCADE,
  CONSTRAINT oauth_consents_user_id_fkey   FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT oauth_consents_revoked_later  CHECK (revoked_at >= granted_at),
  CONSTRAINT oauth_consents_short          CHECK (length(scopes) <= 2048)
);
COMMENT ON TABLE auth.oauth_consents IS 'What a person lets an app do until it is revoked';
CREATE INDEX oauth_consents_client_id_idx ON auth.oauth_consents (client_id);
ALTER TABLE auth.oauth_consents ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.oauth_consents FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.oauth_consents TO service_role;
CREATE POLICY "the server sees everything" ON auth.oauth_consents TO service_role USING (true) WITH CHECK (true);

CREATE TABLE auth.wallet_messages (
  digest     bytea       NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT wallet_messages_pkey PRIMARY KEY (digest)
);
COMMENT ON TABLE auth.wallet_messages IS 'Messages of wallets that somebody has signed in by';
COMMENT ON COLUMN auth.wallet_messages.digest IS 'SHA-256 of the chain and of the message';
CREATE INDEX wallet_messages_expires_at_idx ON auth.wallet_messages (expires_at);
ALTER TABLE auth.wallet_messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.wallet_messages FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON auth.wallet_messages TO service_role;
CREATE POLICY "the server sees everything" ON auth.wallet_messages TO service_role USING (true) WITH CHECK (true);

CREATE FUNCTION auth.uid()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(((NULLIF(current_setting('request.jwt.claims'::text, true), ''::text))::jsonb ->> 'sub'::text), ''::text))::uuid;
REVOKE ALL ON FUNCTION auth.uid() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.uid() TO anon, authenticated, service_role;

CREATE FUNCTION auth.role()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((NULLIF(current_setting('request.jwt.claims'::text, true), ''::text))::jsonb ->> 'role'::text);
REVOKE ALL ON FUNCTION auth.role() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.role() TO anon, authenticated, service_role;

CREATE FUNCTION auth.email()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((NULLIF(current_setting('request.jwt.claims'::text, true), ''::text))::jsonb ->> 'email'::text);
REVOKE ALL ON FUNCTION auth.email() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.email() TO anon, authenticated, service_role;

-- What policies ask about the request. Plain SQL, so that the planner inlines them.
CREATE FUNCTION auth.jwt()
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('request.jwt.claims'::text, true), ''::text))::jsonb;
REVOKE ALL ON FUNCTION auth.jwt() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.jwt() TO anon, authenticated, service_role;

CREATE FUNCTION auth.banned_until(id uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN (SELECT u.banned_until FROM auth.users u WHERE (u.id = banned_until.id));
REVOKE ALL ON FUNCTION auth.banned_until(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.banned_until(uuid) TO service_role;

-- A session ends at once after sign-out, ban or removal. What a session without its
-- second factor may do is for the policies of the app to say: auth.jwt() ->> 'aal'.
CREATE FUNCTION auth.check_session()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $$
DECLARE
  claims jsonb := auth.jwt();
  banned timestamptz;
BEGIN
  IF claims ->> 'session_id' IS NOT NULL THEN
    SELECT u.banned_until INTO banned
      FROM auth.sessions s
      JOIN auth.users u ON u.id = s.user_id
     WHERE s.id = (claims ->> 'session_id')::uuid
       AND s.user_id = (claims ->> 'sub')::uuid
       AND u.deleted_at IS NULL;
    IF NOT FOUND THEN
      banned := auth.banned_until((claims ->> 'sub')::uuid);
      IF banned IS NULL OR banned <= now() THEN
        RAISE EXCEPTION 'Session ended' USING ERRCODE = 'PT401', HINT = 'session_not_found';
      END IF;
    END IF;
  ELSIF claims ->> 'role' = 'authenticated' THEN
    banned := auth.banned_until(auth.uid());
  END IF;
  IF banned > now() THEN
    RAISE EXCEPTION 'User is banned' USING ERRCODE = 'PT401', HINT = 'user_banned';
  END IF;
END
$$;
REVOKE ALL ON FUNCTION auth.check_session() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.check_session() TO anon, authenticated, service_role;
ALTER FUNCTION auth.check_session() OWNER TO definer;

REVOKE CREATE ON SCHEMA auth FROM definer;
