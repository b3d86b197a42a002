-- A table whose replica identity is its whole row tells what the row was, as far as a
-- notification holds that; any other goes on telling the key alone.

-- +goose Up
-- Announces a change of such a table; its arguments are the key columns. Like a record
-- that is too large, an old row is left without its long values, or left out.
-- +goose StatementBegin
CREATE FUNCTION realtime.notify_whole_change() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
DECLARE
  after_row  jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  before_row jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  change     jsonb := jsonb_build_object(
    'schema', TG_TABLE_SCHEMA,
    'table',  TG_TABLE_NAME,
    'type',   TG_OP,
    'commit_timestamp', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  keys       jsonb := '{}';
BEGIN
  IF after_row IS NOT NULL THEN
    keys := keys || jsonb_build_object('key', (SELECT jsonb_object_agg(name, after_row -> name) FROM unnest(TG_ARGV) AS name));
  END IF;
  IF before_row IS NOT NULL THEN
    keys := keys || jsonb_build_object('old_key', (SELECT jsonb_object_agg(name, before_row -> name) FROM unnest(TG_ARGV) AS name));
  END IF;
  IF octet_length(keys::text) <= 7000 THEN
    change := change || keys;
  END IF;
  IF before_row IS NOT NULL AND octet_length(change::text) + octet_length(before_row::text) > 7000 THEN
    before_row := (SELECT jsonb_object_agg(key, value) FROM jsonb_each(before_row) WHERE octet_length(value::text) <= 64);
  END IF;
  IF octet_length(change::text) + octet_length(before_row::text) <= 7000 THEN
    change := change || jsonb_build_object('old', before_row);
  END IF;
  PERFORM pg_notify('realtime_changes', change::text);
  RETURN NULL;
END
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION realtime.notify_whole_change() FROM PUBLIC;

-- How the trigger of a plain table reads: which changes, when, and what runs. Of a table
-- without a primary key no row is found again; who listens is told so by the hub.
-- +goose StatementBegin
CREATE FUNCTION realtime.change_trigger(watched regclass, events text DEFAULT 'INSERT OR UPDATE OR DELETE') RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT format('AFTER %s ON %s FOR EACH ROW EXECUTE FUNCTION realtime.%s(%s)', events, watched,
    CASE c.relreplident WHEN 'f' THEN 'notify_whole_change' ELSE 'notify_change' END,
    (SELECT string_agg(quote_literal(a.attname), ', ' ORDER BY array_position(i.indkey::int2[], a.attnum))
       FROM pg_catalog.pg_index i JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
      WHERE i.indrelid = c.oid AND i.indisprimary))
  FROM pg_catalog.pg_class c WHERE c.oid = watched AND c.relkind = 'r'
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION realtime.change_trigger(regclass, text) FROM PUBLIC;

-- Makes a table's changes live. Call it again after changing the primary key or the
-- replica identity.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION realtime.watch(watched regclass) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_index i ON i.indrelid = c.oid AND i.indisprimary
                 WHERE c.oid = watched AND c.relkind = 'r') THEN
    RAISE EXCEPTION 'realtime.watch: % is no plain table with a primary key', watched
      USING ERRCODE = 'invalid_table_definition';
  END IF;
  EXECUTE 'CREATE OR REPLACE TRIGGER realtime_change ' || realtime.change_trigger(watched);
  -- It stays when a publication no longer names the table.
  EXECUTE format('COMMENT ON TRIGGER realtime_change ON %s IS NULL', watched);
END
$$;
-- +goose StatementEnd
