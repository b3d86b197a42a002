-- Roles a request can take, and the ground every other migration stands on.
-- The login role of the server inherits service_role; a request drops to
-- anon or authenticated before it touches anything.

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
  GRANT service_role, anon, authenticated TO authenticator;
END
$$;
-- +goose StatementEnd

CREATE SCHEMA extensions;
CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA extensions;
CREATE EXTENSION IF NOT EXISTS pg_trgm  WITH SCHEMA extensions;
GRANT USAGE ON SCHEMA extensions TO anon, authenticated, service_role;

CREATE SCHEMA private;
GRANT USAGE ON SCHEMA private TO anon, authenticated, service_role;
-- Definer functions belong to service_role, which must be allowed to own them.
GRANT CREATE ON SCHEMA private, public TO service_role;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO anon, authenticated, service_role;
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- Keys sort by time of creation (RFC 9562, version 7), which keeps indexes dense.
-- +goose StatementBegin
CREATE FUNCTION private.uuid_v7() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE
SET search_path = ''
RETURN encode(
  set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid())
      PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
      FROM 1 FOR 6),
    52, 1), 53, 1),
  'hex')::uuid;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.uuid_v7() TO anon, authenticated, service_role;

-- The protocol engines listen here to forget what they knew of the schema.
-- Event triggers need a superuser; elsewhere the server reloads after migrating.
-- +goose StatementBegin
CREATE FUNCTION private.notify_schema_change() RETURNS event_trigger
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
  CREATE EVENT TRIGGER schema_changed  ON ddl_command_end EXECUTE FUNCTION private.notify_schema_change();
  CREATE EVENT TRIGGER schema_dropped  ON sql_drop        EXECUTE FUNCTION private.notify_schema_change();
EXCEPTION
  WHEN insufficient_privilege THEN
    RAISE NOTICE 'no event trigger: the role is no superuser';
END
$$;
-- +goose StatementEnd
