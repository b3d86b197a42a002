-- Who someone is and for how long: users, their sessions and everything that
-- proves either. Secrets are kept as hashes, so that a copy of these tables
-- signs nobody in. Requests never read them: only service_role may.

-- +goose Up
CREATE SCHEMA auth;
GRANT USAGE ON SCHEMA auth TO anon, authenticated, service_role;

CREATE TABLE auth.users (
  id                       uuid        NOT NULL DEFAULT private.uuid_v7(),
  email                    text,
  password_hash            text,
  app_metadata             jsonb       NOT NULL DEFAULT '{}',
  user_metadata            jsonb       NOT NULL DEFAULT '{}',
  is_anonymous             boolean     NOT NULL DEFAULT false,
  email_confirmed_at       timestamptz,
  invited_at               timestamptz,
  confirmation_sent_at     timestamptz,
  recovery_sent_at         timestamptz,
  new_email                text,
  email_change_sent_at     timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at          timestamptz,
  banned_until             timestamptz,
  deleted_at               timestamptz,
  created_at               timestamptz NOT NULL DEFAULT now(),
  updated_at               timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT users_pkey               PRIMARY KEY (id),
  CONSTRAINT users_email_key          UNIQUE (email),
  CONSTRAINT users_email_normal       CHECK (email = lower(email) AND length(email) <= 255),
  CONSTRAINT users_new_email_normal   CHECK (new_email = lower(new_email) AND length(new_email) <= 255),
  CONSTRAINT users_app_metadata_map   CHECK (jsonb_typeof(app_metadata) = 'object'),
  CONSTRAINT users_user_metadata_map  CHECK (jsonb_typeof(user_metadata) = 'object'),
  CONSTRAINT users_deleted_is_nobody  CHECK (deleted_at IS NULL OR (email IS NULL AND password_hash IS NULL))
);
CREATE INDEX users_created_at_idx ON auth.users (created_at DESC, id DESC);

CREATE TABLE auth.identities (
  id              uuid        NOT NULL DEFAULT private.uuid_v7(),
  user_id         uuid        NOT NULL,
  provider        text        NOT NULL,
  provider_id     text        NOT NULL,
  identity_data   jsonb       NOT NULL DEFAULT '{}',
  last_sign_in_at timestamptz,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT identities_pkey         PRIMARY KEY (id),
  CONSTRAINT identities_provider_key UNIQUE (provider, provider_id),
  CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE
);
CREATE INDEX identities_user_id_idx ON auth.identities (user_id);

CREATE TABLE auth.sessions (
  id           uuid        NOT NULL DEFAULT private.uuid_v7(),
  user_id      uuid        NOT NULL,
  aal          text        NOT NULL DEFAULT 'aal1',
  amr          jsonb       NOT NULL DEFAULT '[]',
  user_agent   text        NOT NULL DEFAULT '',
  ip           inet,
  not_after    timestamptz,
  refreshed_at timestamptz NOT NULL DEFAULT now(),
  created_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sessions_pkey         PRIMARY KEY (id),
  CONSTRAINT sessions_aal_known    CHECK (aal IN ('aal1', 'aal2')),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE
);
CREATE INDEX sessions_user_id_idx      ON auth.sessions (user_id);
CREATE INDEX sessions_refreshed_at_idx ON auth.sessions (refreshed_at);
CREATE INDEX sessions_not_after_idx    ON auth.sessions (not_after);

-- A session's tokens form one chain. Each is derived from its parent and the
-- seed kept here, so a client that lost an answer can be given it once more
-- although only hashes are stored. The unique index is the rule of rotation:
-- a session has one live token.
CREATE TABLE auth.refresh_tokens (
  hash       bytea       NOT NULL,
  session_id uuid        NOT NULL,
  parent     bytea,
  seed       bytea       NOT NULL,
  used_at    timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT refresh_tokens_pkey            PRIMARY KEY (hash),
  CONSTRAINT refresh_tokens_parent_key      UNIQUE (parent),
  CONSTRAINT refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX refresh_tokens_one_live ON auth.refresh_tokens (session_id) WHERE used_at IS NULL;
CREATE INDEX refresh_tokens_session_id_idx  ON auth.refresh_tokens (session_id);
CREATE INDEX refresh_tokens_used_at_idx     ON auth.refresh_tokens (used_at) WHERE used_at IS NOT NULL;

CREATE TABLE auth.flow_states (
  id             uuid        NOT NULL DEFAULT private.uuid_v7(),
  user_id        uuid        NOT NULL,
  code_challenge text        NOT NULL,
  code_hash      bytea,
  method         text        NOT NULL,
  expires_at     timestamptz NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT flow_states_pkey          PRIMARY KEY (id),
  CONSTRAINT flow_states_code_hash_key UNIQUE (code_hash),
  CONSTRAINT flow_states_user_id_fkey  FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE
);
CREATE INDEX flow_states_user_id_idx    ON auth.flow_states (user_id);
CREATE INDEX flow_states_expires_at_idx ON auth.flow_states (expires_at);

-- One mail proves one thing: either its link or its short code, once.
CREATE TABLE auth.one_time_tokens (
  id            uuid        NOT NULL DEFAULT private.uuid_v7(),
  user_id       uuid        NOT NULL,
  kind          text        NOT NULL,
  sent_to       text        NOT NULL,
  link_hash     bytea       NOT NULL,
  code_hash     bytea       NOT NULL,
  flow_state_id uuid,
  attempts      integer     NOT NULL DEFAULT 0,
  expires_at    timestamptz NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT one_time_tokens_pkey               PRIMARY KEY (id),
  CONSTRAINT one_time_tokens_user_id_kind_key   UNIQUE (user_id, kind),
  CONSTRAINT one_time_tokens_link_hash_key      UNIQUE (link_hash),
  CONSTRAINT one_time_tokens_kind_known         CHECK (kind IN ('confirmation', 'recovery', 'magiclink', 'email_change', 'reauthentication')),
  CONSTRAINT one_time_tokens_user_id_fkey       FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE,
  CONSTRAINT one_time_tokens_flow_state_id_fkey FOREIGN KEY (flow_state_id) REFERENCES auth.flow_states (id) ON DELETE SET NULL
);
CREATE INDEX one_time_tokens_sent_to_idx       ON auth.one_time_tokens (sent_to);
CREATE INDEX one_time_tokens_flow_state_id_idx ON auth.one_time_tokens (flow_state_id);
CREATE INDEX one_time_tokens_expires_at_idx    ON auth.one_time_tokens (expires_at);

CREATE TABLE auth.mfa_factors (
  id                 uuid        NOT NULL DEFAULT private.uuid_v7(),
  user_id            uuid        NOT NULL,
  friendly_name      text        NOT NULL DEFAULT '',
  factor_type        text        NOT NULL DEFAULT 'totp',
  status             text        NOT NULL DEFAULT 'unverified',
  secret             text        NOT NULL,
  last_step          bigint      NOT NULL DEFAULT 0,
  last_challenged_at timestamptz,
  created_at         timestamptz NOT NULL DEFAULT now(),
  updated_at         timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT mfa_factors_pkey         PRIMARY KEY (id),
  CONSTRAINT mfa_factors_type_known   CHECK (factor_type IN ('totp')),
  CONSTRAINT mfa_factors_status_known CHECK (status IN ('unverified', 'verified')),
  CONSTRAINT mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX mfa_factors_name_key ON auth.mfa_factors (user_id, friendly_name) WHERE friendly_name <> '';
CREATE INDEX mfa_factors_user_id_idx     ON auth.mfa_factors (user_id);

CREATE TABLE auth.mfa_challenges (
  id         uuid        NOT NULL DEFAULT private.uuid_v7(),
  factor_id  uuid        NOT NULL,
  ip         text        NOT NULL,
  attempts   integer     NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT mfa_challenges_pkey           PRIMARY KEY (id),
  CONSTRAINT mfa_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors (id) ON DELETE CASCADE
);
CREATE INDEX mfa_challenges_factor_id_idx  ON auth.mfa_challenges (factor_id);
CREATE INDEX mfa_challenges_expires_at_idx ON auth.mfa_challenges (expires_at);

-- Counted here and not in memory, so that the limit holds over all nodes.
-- Unlogged: a crash may forget the counts, and none is worth a disk flush.
CREATE UNLOGGED TABLE auth.attempts (
  key     text        NOT NULL,
  count   integer     NOT NULL,
  ends_at timestamptz NOT NULL,
  CONSTRAINT attempts_pkey PRIMARY KEY (key)
);
CREATE INDEX attempts_ends_at_idx ON auth.attempts (ends_at);

-- user_id has no foreign key: what happened outlives whom it happened to.
CREATE TABLE auth.audit_log_entries (
  id         uuid        NOT NULL DEFAULT private.uuid_v7(),
  action     text        NOT NULL,
  user_id    uuid,
  ip         inet,
  payload    jsonb       NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT audit_log_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_entries_user_id_idx    ON auth.audit_log_entries (user_id, created_at DESC);
CREATE INDEX audit_log_entries_created_at_idx ON auth.audit_log_entries (created_at);

-- +goose StatementBegin
DO $$
DECLARE
  owned regclass;
BEGIN
  FOR owned IN SELECT oid FROM pg_class WHERE relnamespace = 'auth'::regnamespace AND relkind = 'r' LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY "the server sees everything" ON %s TO service_role USING (true) WITH CHECK (true)', owned);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO service_role', owned);
  END LOOP;
END
$$;
-- +goose StatementEnd

-- What policies ask about the request. Plain SQL, so that the planner inlines them.
CREATE FUNCTION auth.jwt() RETURNS jsonb
LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('request.jwt.claims', true), '')::jsonb;

CREATE FUNCTION auth.uid() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '')::uuid;

CREATE FUNCTION auth.role() RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role';

CREATE FUNCTION auth.email() RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email';

-- A signed token outlives the session it was made for; this is what ends it
-- at once after sign-out, ban or removal. Tokens without a session are keys.
-- +goose StatementBegin
CREATE FUNCTION auth.check_session() RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
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
-- +goose StatementEnd

CREATE FUNCTION auth.banned_until(id uuid) RETURNS timestamptz
LANGUAGE sql STABLE
RETURN (SELECT u.banned_until FROM auth.users u WHERE u.id = banned_until.id);

GRANT EXECUTE ON FUNCTION auth.jwt(), auth.uid(), auth.role(), auth.email(), auth.check_session()
  TO anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION auth.banned_until(uuid) TO service_role;

-- Changing the owner needs CREATE on the schema for the moment of the change.
GRANT CREATE ON SCHEMA auth TO service_role;
ALTER FUNCTION auth.check_session() OWNER TO service_role;
REVOKE CREATE ON SCHEMA auth FROM service_role;
