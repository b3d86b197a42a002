-- What the protocols stand on in a database of its own, without a market: who signs in,
-- files, live updates. In the market's database its own first migrations made the same,
-- so that this file is applied where the protocols are served alone; whatever comes after
-- it is applied in both.

-- +goose Up
-- +goose StatementBegin
DO $$
DECLARE
  wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['anon', 'authenticated', 'service_role'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', wanted);
    END IF;
    EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
  END LOOP;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticator') THEN
    CREATE ROLE authenticator LOGIN INHERIT;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'definer') THEN
    CREATE ROLE definer NOLOGIN INHERIT;
  END IF;
  GRANT service_role, anon, authenticated TO authenticator;
  GRANT service_role TO definer;
  GRANT definer TO CURRENT_USER;
  GRANT USAGE ON SCHEMA migrations TO service_role;
  GRANT SELECT ON migrations.applied TO service_role;
END
$$;
-- +goose StatementEnd

-- The service key passes the policies of an app's tables; only a superuser can say so.
-- +goose StatementBegin
DO $$
BEGIN
  ALTER ROLE service_role BYPASSRLS;
EXCEPTION
  WHEN insufficient_privilege THEN
    RAISE NOTICE 'the service key is held to policies: the role is no superuser';
END
$$;
-- +goose StatementEnd

CREATE SCHEMA IF NOT EXISTS extensions;
GRANT USAGE ON SCHEMA extensions, public TO anon, authenticated, service_role;
-- +goose StatementBegin
DO $$
DECLARE
  wanted text;
BEGIN
  -- Apps written for the rented backend find these there.
  FOREACH wanted IN ARRAY ARRAY['pgcrypto', 'uuid-ossp'] LOOP
    BEGIN
      EXECUTE format('CREATE EXTENSION IF NOT EXISTS %I WITH SCHEMA extensions', wanted);
    EXCEPTION
      WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
        RAISE NOTICE 'without the extension %', wanted;
    END;
  END LOOP;
END
$$;
-- +goose StatementEnd

-- The engines listen here to forget what they knew of the schema. Event triggers need a
-- superuser; elsewhere NOTIFY pgrst, 'reload schema' says it.
-- +goose StatementBegin
CREATE FUNCTION migrations.notify_schema_change() RETURNS event_trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  NOTIFY pgrst, 'reload schema';
END
$$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
  CREATE EVENT TRIGGER schema_changed ON ddl_command_end EXECUTE FUNCTION migrations.notify_schema_change();
  CREATE EVENT TRIGGER schema_dropped ON sql_drop        EXECUTE FUNCTION migrations.notify_schema_change();
EXCEPTION
  WHEN insufficient_privilege THEN
    RAISE NOTICE 'no event trigger: the role is no superuser';
END
$$;
-- +goose StatementEnd

CREATE SCHEMA auth;
GRANT USAGE ON SCHEMA auth TO anon, authenticated, service_role;

CREATE TABLE auth.users (
  id                       uuid        NOT NULL DEFAULT gen_random_uuid(),
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
  email_change_side        text,
  -- As triggers of apps written for the rented backend read them.
  raw_app_meta_data        jsonb       GENERATED ALWAYS AS (app_metadata) STORED,
  raw_user_meta_data       jsonb       GENERATED ALWAYS AS (user_metadata) STORED,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_app_metadata_map CHECK (jsonb_typeof(app_metadata) = 'object'),
  CONSTRAINT users_deleted_is_nobody CHECK (deleted_at IS NULL OR email IS NULL AND password_hash IS NULL),
  CONSTRAINT users_email_change_side_known CHECK (email_change_side = ANY (ARRAY['current', 'new'])),
  CONSTRAINT users_email_normal CHECK (email = lower(email) AND length(email) <= 255),
  CONSTRAINT users_new_email_normal CHECK (new_email = lower(new_email) AND length(new_email) <= 255),
  CONSTRAINT users_user_metadata_map CHECK (jsonb_typeof(user_metadata) = 'object')
);
ALTER TABLE auth.users ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.users FORCE ROW LEVEL SECURITY;
CREATE INDEX users_created_at_idx ON auth.users USING btree (created_at DESC, id DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.users TO service_role;
CREATE POLICY "the server sees everything" ON auth.users FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.identities (
  id              uuid        NOT NULL DEFAULT gen_random_uuid(),
  user_id         uuid        NOT NULL,
  provider        text        NOT NULL,
  provider_id     text        NOT NULL,
  identity_data   jsonb       NOT NULL DEFAULT '{}',
  last_sign_in_at timestamptz,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT identities_pkey PRIMARY KEY (id),
  CONSTRAINT identities_provider_key UNIQUE (provider, provider_id),
  CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
ALTER TABLE auth.identities ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.identities FORCE ROW LEVEL SECURITY;
CREATE INDEX identities_user_id_idx ON auth.identities USING btree (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.identities TO service_role;
CREATE POLICY "the server sees everything" ON auth.identities FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.sessions (
  id           uuid        NOT NULL DEFAULT gen_random_uuid(),
  user_id      uuid        NOT NULL,
  aal          text        NOT NULL DEFAULT 'aal1',
  amr          jsonb       NOT NULL DEFAULT '[]',
  user_agent   text        NOT NULL DEFAULT '',
  ip           inet,
  not_after    timestamptz,
  refreshed_at timestamptz NOT NULL DEFAULT now(),
  created_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT sessions_aal_known CHECK (aal = ANY (ARRAY['aal1', 'aal2']))
);
ALTER TABLE auth.sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.sessions FORCE ROW LEVEL SECURITY;
CREATE INDEX sessions_not_after_idx ON auth.sessions USING btree (not_after);
CREATE INDEX sessions_refreshed_at_idx ON auth.sessions USING btree (refreshed_at);
CREATE INDEX sessions_user_id_idx ON auth.sessions USING btree (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.sessions TO service_role;
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
  CONSTRAINT refresh_tokens_pkey PRIMARY KEY (hash),
  CONSTRAINT refresh_tokens_parent_key UNIQUE (parent),
  CONSTRAINT refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);
ALTER TABLE auth.refresh_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.refresh_tokens FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX refresh_tokens_one_live ON auth.refresh_tokens USING btree (session_id) WHERE (used_at IS NULL);
CREATE INDEX refresh_tokens_session_id_idx ON auth.refresh_tokens USING btree (session_id);
CREATE INDEX refresh_tokens_used_at_idx ON auth.refresh_tokens USING btree (used_at) WHERE (used_at IS NOT NULL);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.refresh_tokens TO service_role;
CREATE POLICY "the server sees everything" ON auth.refresh_tokens FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.flow_states (
  id             uuid        NOT NULL DEFAULT gen_random_uuid(),
  user_id        uuid        NOT NULL,
  code_challenge text        NOT NULL,
  code_hash      bytea,
  method         text        NOT NULL,
  expires_at     timestamptz NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT flow_states_pkey PRIMARY KEY (id),
  CONSTRAINT flow_states_code_hash_key UNIQUE (code_hash),
  CONSTRAINT flow_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
ALTER TABLE auth.flow_states ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.flow_states FORCE ROW LEVEL SECURITY;
CREATE INDEX flow_states_expires_at_idx ON auth.flow_states USING btree (expires_at);
CREATE INDEX flow_states_user_id_idx ON auth.flow_states USING btree (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.flow_states TO service_role;
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
  CONSTRAINT one_time_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT one_time_tokens_link_hash_key UNIQUE (link_hash),
  CONSTRAINT one_time_tokens_flow_state_id_fkey FOREIGN KEY (flow_state_id) REFERENCES auth.flow_states(id) ON DELETE SET NULL,
  CONSTRAINT one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT one_time_tokens_kind_known CHECK (kind = ANY (ARRAY['confirmation', 'recovery', 'magiclink', 'email_change', 'email_change_current', 'reauthentication']))
);
ALTER TABLE auth.one_time_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.one_time_tokens FORCE ROW LEVEL SECURITY;
CREATE INDEX one_time_tokens_expires_at_idx ON auth.one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens_flow_state_id_idx ON auth.one_time_tokens USING btree (flow_state_id);
CREATE INDEX one_time_tokens_sent_to_idx ON auth.one_time_tokens USING btree (sent_to);
CREATE INDEX one_time_tokens_user_id_kind_idx ON auth.one_time_tokens USING btree (user_id, kind);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.one_time_tokens TO service_role;
CREATE POLICY "the server sees everything" ON auth.one_time_tokens FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

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
  CONSTRAINT mfa_factors_pkey PRIMARY KEY (id),
  CONSTRAINT mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT mfa_factors_status_known CHECK (status = ANY (ARRAY['unverified', 'verified'])),
  CONSTRAINT mfa_factors_type_known CHECK (factor_type = ANY (ARRAY['totp', 'webauthn']))
);
ALTER TABLE auth.mfa_factors ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.mfa_factors FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX mfa_factors_name_key ON auth.mfa_factors USING btree (user_id, friendly_name) WHERE (friendly_name <> '');
CREATE INDEX mfa_factors_user_id_idx ON auth.mfa_factors USING btree (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.mfa_factors TO service_role;
CREATE POLICY "the server sees everything" ON auth.mfa_factors FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.mfa_challenges (
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  factor_id  uuid        NOT NULL,
  ip         text        NOT NULL,
  attempts   integer     NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  session_id uuid,
  ceremony   jsonb,
  CONSTRAINT mfa_challenges_pkey PRIMARY KEY (id),
  CONSTRAINT mfa_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE,
  CONSTRAINT mfa_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  CONSTRAINT mfa_challenges_ceremony_has_session CHECK (ceremony IS NULL OR session_id IS NOT NULL)
);
ALTER TABLE auth.mfa_challenges ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.mfa_challenges FORCE ROW LEVEL SECURITY;
CREATE INDEX mfa_challenges_expires_at_idx ON auth.mfa_challenges USING btree (expires_at);
CREATE INDEX mfa_challenges_factor_id_idx ON auth.mfa_challenges USING btree (factor_id);
CREATE INDEX mfa_challenges_session_id_idx ON auth.mfa_challenges USING btree (session_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.mfa_challenges TO service_role;
CREATE POLICY "the server sees everything" ON auth.mfa_challenges FOR ALL TO service_role
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
  CONSTRAINT passkeys_pkey PRIMARY KEY (factor_id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE,
  CONSTRAINT passkeys_credential_id_short CHECK (octet_length(credential_id) >= 1 AND octet_length(credential_id) <= 1023),
  CONSTRAINT passkeys_sign_count_whole CHECK (sign_count >= 0 AND sign_count <= '4294967295'::bigint)
);
ALTER TABLE auth.passkeys ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.passkeys FORCE ROW LEVEL SECURITY;
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.passkeys TO service_role;
CREATE POLICY "the server sees everything" ON auth.passkeys FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.passkey_challenges (
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  session_id uuid,
  ceremony   jsonb       NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (id),
  CONSTRAINT passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);
ALTER TABLE auth.passkey_challenges ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.passkey_challenges FORCE ROW LEVEL SECURITY;
CREATE INDEX passkey_challenges_expires_at_idx ON auth.passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_session_id_idx ON auth.passkey_challenges USING btree (session_id);
GRANT DELETE, INSERT, SELECT ON auth.passkey_challenges TO service_role;
CREATE POLICY "the server sees everything" ON auth.passkey_challenges FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.recovery_codes (
  user_id    uuid        NOT NULL,
  code_hash  bytea       NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT recovery_codes_hash_whole CHECK (octet_length(code_hash) = 32)
);
ALTER TABLE auth.recovery_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.recovery_codes FORCE ROW LEVEL SECURITY;
GRANT DELETE, INSERT, SELECT ON auth.recovery_codes TO service_role;
CREATE POLICY "the server sees everything" ON auth.recovery_codes FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.attempts (
  key     text        NOT NULL,
  count   integer     NOT NULL,
  ends_at timestamptz NOT NULL,
  CONSTRAINT attempts_pkey PRIMARY KEY (key)
);
ALTER TABLE auth.attempts ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.attempts FORCE ROW LEVEL SECURITY;
CREATE INDEX attempts_ends_at_idx ON auth.attempts USING btree (ends_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.attempts TO service_role;
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
ALTER TABLE auth.audit_log_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.audit_log_entries FORCE ROW LEVEL SECURITY;
CREATE INDEX audit_log_entries_created_at_idx ON auth.audit_log_entries USING btree (created_at);
CREATE INDEX audit_log_entries_user_id_idx ON auth.audit_log_entries USING btree (user_id, created_at DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.audit_log_entries TO service_role;
CREATE POLICY "the server sees everything" ON auth.audit_log_entries FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

-- What policies ask about the request. Plain SQL, so that the planner inlines them.
CREATE FUNCTION auth.jwt()
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('request.jwt.claims'::text, true), ''::text))::jsonb;
GRANT EXECUTE ON FUNCTION auth.jwt() TO anon, authenticated, service_role;

CREATE FUNCTION auth.uid()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(((NULLIF(current_setting('request.jwt.claims'::text, true), ''::text))::jsonb ->> 'sub'::text), ''::text))::uuid;
GRANT EXECUTE ON FUNCTION auth.uid() TO anon, authenticated, service_role;

CREATE FUNCTION auth.role()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((NULLIF(current_setting('request.jwt.claims'::text, true), ''::text))::jsonb ->> 'role'::text);
GRANT EXECUTE ON FUNCTION auth.role() TO anon, authenticated, service_role;

CREATE FUNCTION auth.email()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((NULLIF(current_setting('request.jwt.claims'::text, true), ''::text))::jsonb ->> 'email'::text);
GRANT EXECUTE ON FUNCTION auth.email() TO anon, authenticated, service_role;

CREATE FUNCTION auth.banned_until(id uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN (SELECT u.banned_until FROM auth.users u WHERE (u.id = banned_until.id));
GRANT EXECUTE ON FUNCTION auth.banned_until(uuid) TO service_role;

GRANT CREATE ON SCHEMA auth TO definer;
-- A session ends at once after sign-out, ban or removal. What a session without its
-- second factor may do is for the policies of the app to say: auth.jwt() ->> 'aal'.
-- +goose StatementBegin
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
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION auth.check_session() TO anon, authenticated, service_role;
ALTER FUNCTION auth.check_session() OWNER TO definer;
REVOKE CREATE ON SCHEMA auth FROM definer;

CREATE SCHEMA storage;
GRANT USAGE ON SCHEMA storage TO anon, authenticated, service_role;

CREATE TABLE storage.buckets (
  id                 text        NOT NULL,
  name               text        NOT NULL,
  public             boolean     NOT NULL DEFAULT false,
  file_size_limit    bigint,
  allowed_mime_types text[],
  created_at         timestamptz NOT NULL DEFAULT now(),
  updated_at         timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT buckets_pkey PRIMARY KEY (id),
  CONSTRAINT buckets_name_key UNIQUE (name),
  CONSTRAINT buckets_allowed_mime_types_few CHECK (cardinality(allowed_mime_types) <= 100),
  CONSTRAINT buckets_file_size_limit_positive CHECK (file_size_limit > 0),
  CONSTRAINT buckets_id_speakable CHECK (id ~ '^[A-Za-z0-9_!.*''() &$=@;:+,?-]{1,100}$' AND id !~ '^\.\.?$')
);
ALTER TABLE storage.buckets ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage.buckets FORCE ROW LEVEL SECURITY;
GRANT DELETE, INSERT, SELECT, UPDATE ON storage.buckets TO anon, authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON storage.buckets TO service_role;
CREATE POLICY "the server keeps the buckets" ON storage.buckets FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE storage.objects (
  id               uuid        NOT NULL DEFAULT gen_random_uuid(),
  bucket_id        text        NOT NULL,
  name             text        COLLATE pg_catalog."C" NOT NULL,
  owner            uuid,
  version          uuid        NOT NULL,
  size_bytes       bigint      NOT NULL,
  metadata         jsonb       NOT NULL,
  user_metadata    jsonb,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  last_accessed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT objects_pkey PRIMARY KEY (id),
  CONSTRAINT objects_bucket_id_name_key UNIQUE (bucket_id, name),
  CONSTRAINT objects_version_key UNIQUE (version),
  CONSTRAINT objects_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id) ON DELETE RESTRICT,
  CONSTRAINT objects_owner_fkey FOREIGN KEY (owner) REFERENCES auth.users(id) ON DELETE SET NULL,
  CONSTRAINT objects_name_goes_nowhere CHECK (NOT string_to_array(name, '/') && ARRAY['', '.', '..']),
  CONSTRAINT objects_name_speakable CHECK (length(name) <= 1000 AND name ~ '^[A-Za-z0-9_/!.*''() &$=@;:+,?-]+$'),
  CONSTRAINT objects_size_bytes_real CHECK (size_bytes >= 0)
);
ALTER TABLE storage.objects ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage.objects FORCE ROW LEVEL SECURITY;
CREATE INDEX objects_owner_idx ON storage.objects USING btree (owner) INCLUDE (size_bytes);
-- The policies of the app decide; without one nobody sees or stores anything.
GRANT DELETE, INSERT, SELECT, UPDATE ON storage.objects TO anon, authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON storage.objects TO service_role;
CREATE POLICY "the server keeps the files" ON storage.objects FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

-- What a policy asks about a name: 'a/b/c.png' is in {a,b}, called c.png, a png.
CREATE FUNCTION storage.foldername(name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (string_to_array(name, '/'::text))[1:(cardinality(string_to_array(name, '/'::text)) - 1)];
GRANT EXECUTE ON FUNCTION storage.foldername(text) TO anon, authenticated, service_role;

CREATE FUNCTION storage.filename(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (string_to_array(name, '/'::text))[cardinality(string_to_array(name, '/'::text))];
GRANT EXECUTE ON FUNCTION storage.filename(text) TO anon, authenticated, service_role;

CREATE FUNCTION storage.extension(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN "substring"(storage.filename(name), '\.([^.]*)$'::text);
GRANT EXECUTE ON FUNCTION storage.extension(text) TO anon, authenticated, service_role;

CREATE SCHEMA realtime;
GRANT USAGE ON SCHEMA realtime TO anon, authenticated, service_role;

CREATE UNLOGGED TABLE realtime.messages (
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  topic       text        NOT NULL,
  extension   text        NOT NULL,
  event       text,
  payload     jsonb,
  private     boolean     NOT NULL DEFAULT false,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT messages_pkey PRIMARY KEY (id),
  CONSTRAINT messages_extension_known CHECK (extension = ANY (ARRAY['broadcast', 'presence', 'postgres_changes']))
);
ALTER TABLE realtime.messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE realtime.messages FORCE ROW LEVEL SECURITY;
GRANT INSERT (topic, extension, event, payload, private), SELECT (id, topic, extension, event, payload, private, inserted_at, updated_at) ON realtime.messages TO anon, authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON realtime.messages TO service_role;
CREATE POLICY "the server probes every topic" ON realtime.messages FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE UNLOGGED TABLE realtime.parcels (
  id          bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
  envelope    text        NOT NULL,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT parcels_pkey PRIMARY KEY (id)
);
ALTER TABLE realtime.parcels ENABLE ROW LEVEL SECURITY;
ALTER TABLE realtime.parcels FORCE ROW LEVEL SECURITY;
CREATE INDEX parcels_inserted_at ON realtime.parcels USING btree (inserted_at);
GRANT DELETE, INSERT, SELECT ON realtime.parcels TO service_role;
CREATE POLICY "only the server handles parcels" ON realtime.parcels FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE FUNCTION realtime.topic()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN NULLIF(current_setting('realtime.topic'::text, true), ''::text);
GRANT EXECUTE ON FUNCTION realtime.topic() TO anon, authenticated, service_role;

-- +goose StatementBegin
CREATE FUNCTION realtime.publish(envelope text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $$
DECLARE
  parcel_id bigint;
BEGIN
  IF octet_length(envelope) <= 7000 THEN
    PERFORM pg_notify('realtime_broadcast', envelope);
    RETURN;
  END IF;
  INSERT INTO realtime.parcels (envelope) VALUES (publish.envelope) RETURNING id INTO parcel_id;
  PERFORM pg_notify('realtime_broadcast', jsonb_build_object('parcel', parcel_id)::text);
END
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION realtime.publish(text) TO service_role;

-- +goose StatementBegin
CREATE FUNCTION realtime.send(payload jsonb, event text, topic text, private boolean DEFAULT true)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $$
  SELECT realtime.publish(jsonb_build_object(
    'kind', 'broadcast', 'topic', topic, 'event', event, 'private', private, 'payload', payload)::text)
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION realtime.send(jsonb,text,text,boolean) TO service_role;

-- +goose StatementBegin
CREATE FUNCTION realtime.disconnect(user_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $$
  SELECT pg_notify('realtime_control', jsonb_build_object('action', 'disconnect', 'user_id', user_id)::text)
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION realtime.disconnect(uuid) TO service_role;

-- +goose StatementBegin
CREATE FUNCTION realtime.recheck(user_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $$
  SELECT pg_notify('realtime_control', jsonb_build_object('action', 'recheck', 'user_id', user_id)::text)
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION realtime.recheck(uuid) TO service_role;

-- +goose StatementBegin
CREATE FUNCTION realtime.recheck_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $$
DECLARE
  changed jsonb := CASE WHEN TG_OP = 'INSERT' THEN to_jsonb(NEW) ELSE to_jsonb(OLD) END;
BEGIN
  PERFORM pg_notify('realtime_control',
    jsonb_build_object('action', 'recheck', 'user_id', changed -> TG_ARGV[0])::text);
  RETURN NULL;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION realtime.notify_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $$
DECLARE
  after_row  jsonb;
  before_row jsonb;
  change     jsonb := jsonb_build_object(
    'schema', TG_TABLE_SCHEMA,
    'table',  TG_TABLE_NAME,
    'type',   TG_OP,
    'commit_timestamp', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  keys       jsonb := '{}';
BEGIN
  IF TG_OP <> 'DELETE' THEN
    after_row := to_jsonb(NEW);
    keys := keys || jsonb_build_object('key',
      (SELECT jsonb_object_agg(name, after_row -> name) FROM unnest(TG_ARGV) AS name));
  END IF;
  IF TG_OP <> 'INSERT' THEN
    before_row := to_jsonb(OLD);
    keys := keys || jsonb_build_object('old_key',
      (SELECT jsonb_object_agg(name, before_row -> name) FROM unnest(TG_ARGV) AS name));
  END IF;
  IF octet_length(keys::text) <= 7000 THEN
    change := change || keys;
  END IF;
  PERFORM pg_notify('realtime_changes', change::text);
  RETURN NULL;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION realtime.watch(watched regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $$
DECLARE
  key_columns text;
BEGIN
  SELECT string_agg(quote_literal(a.attname), ', ' ORDER BY array_position(i.indkey::int2[], a.attnum))
    INTO key_columns
    FROM pg_catalog.pg_index i
    JOIN pg_catalog.pg_class c ON c.oid = i.indrelid AND c.relkind = 'r'
    JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
   WHERE i.indrelid = watched AND i.indisprimary;
  IF key_columns IS NULL THEN
    RAISE EXCEPTION 'realtime.watch: % is no plain table with a primary key', watched
      USING ERRCODE = 'invalid_table_definition';
  END IF;
  EXECUTE format(
    'CREATE OR REPLACE TRIGGER realtime_change AFTER INSERT OR UPDATE OR DELETE ON %s '
    'FOR EACH ROW EXECUTE FUNCTION realtime.notify_change(%s)', watched, key_columns);
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION realtime.unwatch(watched regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $$BEGIN EXECUTE format('DROP TRIGGER IF EXISTS realtime_change ON %s', watched); END$$;
-- +goose StatementEnd

-- A session that ends takes its sockets with it, whoever ends it.
CREATE TRIGGER realtime_recheck AFTER DELETE ON auth.sessions FOR EACH ROW EXECUTE FUNCTION realtime.recheck_user('user_id');

-- Which tables' changes are told live is written here by apps.
-- +goose StatementBegin
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_publication WHERE pubname = 'supabase_realtime') THEN
    CREATE PUBLICATION supabase_realtime;
  END IF;
END
$$;
-- +goose StatementEnd

-- Everybody may run a new function, unless told otherwise.
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA auth, storage, realtime, migrations FROM PUBLIC;
