-- The server's role owned the functions that work with their owner's rights:
-- whoever got hold of a connection could have replaced one, or made tables and
-- functions of his own beside ours. They belong to a role that nobody has now,
-- which may read and write what the server may. A later migration gives its
-- own to it, too.

-- +goose Up
-- +goose StatementBegin
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'definer') THEN
    CREATE ROLE definer NOLOGIN INHERIT;
  END IF;
  GRANT service_role TO definer;
  GRANT definer TO CURRENT_USER;
END
$$;
-- +goose StatementEnd
-- Who gives a function away must find the new owner allowed to make one there.
GRANT CREATE ON SCHEMA private, public TO definer;
GRANT CREATE ON SCHEMA auth TO definer;

-- +goose StatementBegin
DO $$
DECLARE
  owned regprocedure;
BEGIN
  FOR owned IN
    SELECT oid FROM pg_proc
    WHERE proowner = 'service_role'::regrole AND pronamespace::regnamespace::text IN ('public', 'private', 'auth', 'storage', 'realtime')
  LOOP
    -- By name, since what an owner may do goes along with the ownership.
    EXECUTE format('ALTER FUNCTION %s OWNER TO definer', owned);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO service_role', owned);
  END LOOP;
END
$$;
-- +goose StatementEnd
REVOKE CREATE ON SCHEMA auth FROM definer;
REVOKE CREATE ON SCHEMA private, public FROM service_role;

-- The server asks whether the schema is its own before it serves.
GRANT USAGE ON SCHEMA migrations TO service_role;
GRANT SELECT ON migrations.applied TO service_role;
