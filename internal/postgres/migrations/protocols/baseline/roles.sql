-- Roles that a request can take, and what the protocols need before their own schemas.
-- A request drops to anon or authenticated before it touches anything.

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
  -- The login role of the server inherits service_role.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticator') THEN
    CREATE ROLE authenticator LOGIN INHERIT;
  END IF;
  GRANT service_role, anon, authenticated TO authenticator;
  -- Functions that work with their owner's rights belong to a role that nobody has: whoever gets
  -- hold of a connection of the server cannot replace one.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'definer') THEN
    CREATE ROLE definer NOLOGIN INHERIT;
  END IF;
  GRANT service_role TO definer;
  GRANT definer TO CURRENT_USER;
END
$$;

-- The server asks whether the schema is up to date before it serves.
GRANT USAGE ON SCHEMA migrations TO service_role;
GRANT SELECT ON migrations.applied TO service_role;

CREATE SCHEMA IF NOT EXISTS extensions;
GRANT USAGE ON SCHEMA extensions, public TO anon, authenticated, service_role;

-- The protocol engines listen here to reload what they know of the schema. events.sql has it called.
CREATE FUNCTION migrations.notify_schema_change() RETURNS event_trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  NOTIFY pgrst, 'reload schema';
END
$$;
REVOKE ALL ON FUNCTION migrations.notify_schema_change() FROM PUBLIC;

