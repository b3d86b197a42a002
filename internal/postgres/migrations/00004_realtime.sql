-- Live changes, broadcasts and presence for the websocket hub. Everything
-- travels by NOTIFY, so the hub needs no replication slot and no superuser,
-- and a notification carries keys only: whoever may see the row reads it back
-- under row-level security.

-- +goose Up
CREATE SCHEMA realtime;
GRANT USAGE ON SCHEMA realtime TO anon, authenticated, service_role;

-- Private topics are authorised by policies on this table. The hub inserts a
-- probe row in a transaction it rolls back, so the table is always empty and
-- needs no log. Without a policy every private topic is refused.
CREATE UNLOGGED TABLE realtime.messages (
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  topic       text        NOT NULL,
  extension   text        NOT NULL,
  event       text,
  payload     jsonb,
  private     boolean     NOT NULL DEFAULT false,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT messages_pkey            PRIMARY KEY (id),
  CONSTRAINT messages_extension_known CHECK (extension IN ('broadcast', 'presence', 'postgres_changes'))
);
ALTER TABLE realtime.messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE realtime.messages FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server probes every topic" ON realtime.messages
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT                 ON realtime.messages TO anon, authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON realtime.messages TO service_role;

-- A NOTIFY holds 8000 bytes. What is larger waits here for the nodes to read
-- it and is swept a minute later; it may be lost in a crash, as may a NOTIFY.
CREATE UNLOGGED TABLE realtime.parcels (
  id          bigint      GENERATED ALWAYS AS IDENTITY,
  envelope    text        NOT NULL,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT parcels_pkey PRIMARY KEY (id)
);
CREATE INDEX parcels_inserted_at ON realtime.parcels (inserted_at);
ALTER TABLE realtime.parcels ENABLE ROW LEVEL SECURITY;
ALTER TABLE realtime.parcels FORCE  ROW LEVEL SECURITY;
CREATE POLICY "only the server handles parcels" ON realtime.parcels
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON realtime.parcels TO service_role;

-- The topic that is being authorised, for use in policies on realtime.messages.
CREATE FUNCTION realtime.topic() RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
RETURN nullif(current_setting('realtime.topic', true), '');

-- Hands an envelope to every node, whatever its size. It is text because a
-- client's JSON may hold what jsonb refuses, such as the NUL character.
-- +goose StatementBegin
CREATE FUNCTION realtime.publish(envelope text) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
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

-- Broadcasts from SQL, with the signature the hosted service has.
CREATE FUNCTION realtime.send(payload jsonb, event text, topic text, private boolean DEFAULT true) RETURNS void
LANGUAGE sql
SET search_path = ''
AS $$
  SELECT realtime.publish(jsonb_build_object(
    'kind', 'broadcast', 'topic', topic, 'event', event, 'private', private, 'payload', payload)::text)
$$;

-- Tells every node to end the sockets of a user, at once and whatever their
-- session says, or to ask again whether they may stay.
CREATE FUNCTION realtime.disconnect(user_id uuid) RETURNS void
LANGUAGE sql
SET search_path = ''
AS $$
  SELECT pg_notify('realtime_control', jsonb_build_object('action', 'disconnect', 'user_id', user_id)::text)
$$;
CREATE FUNCTION realtime.recheck(user_id uuid) RETURNS void
LANGUAGE sql
SET search_path = ''
AS $$
  SELECT pg_notify('realtime_control', jsonb_build_object('action', 'recheck', 'user_id', user_id)::text)
$$;

-- Announces a change of a watched table; its arguments are the key columns.
-- A key too long for a NOTIFY is left out rather than failing the write: the
-- hub then tells the table's subscribers that they missed something.
-- +goose StatementBegin
CREATE FUNCTION realtime.notify_change() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
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

-- Makes a table's changes live. Call it again after changing the primary key.
-- +goose StatementBegin
CREATE FUNCTION realtime.watch(watched regclass) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
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

CREATE FUNCTION realtime.unwatch(watched regclass) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
AS 'BEGIN EXECUTE format(''DROP TRIGGER IF EXISTS realtime_change ON %s'', watched); END';

-- Asks the hub to check a user's sockets again; its argument names the column
-- of the row that holds the user's id. Meant for tables of sessions,
-- memberships or blocks, whose rows decide what a socket may go on hearing.
-- +goose StatementBegin
CREATE FUNCTION realtime.recheck_user() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
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

-- A session that ends takes its sockets with it, whoever ends it.
-- +goose StatementBegin
DO $$
BEGIN
  IF to_regclass('auth.sessions') IS NOT NULL THEN
    CREATE TRIGGER realtime_recheck AFTER DELETE ON auth.sessions
      FOR EACH ROW EXECUTE FUNCTION realtime.recheck_user('user_id');
  END IF;
END
$$;
-- +goose StatementEnd

GRANT EXECUTE ON FUNCTION realtime.topic() TO anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION
  realtime.publish(text),
  realtime.send(jsonb, text, text, boolean),
  realtime.disconnect(uuid),
  realtime.recheck(uuid)
TO service_role;
