-- What every other file of the product stands on: the schema private, keys, refusals, the
-- announcement of writes. A policy asks who the caller is as (SELECT auth.uid()), once a statement; a
-- bare auth.uid() is asked again for each row. Columns are granted one by one, so that a new one is
-- hidden until it is named.

-- The extensions come first: their functions are everybody's to run. By name too, since a restore
-- creates them when new functions are no longer everybody's.
CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA extensions;
CREATE EXTENSION IF NOT EXISTS pg_trgm  WITH SCHEMA extensions;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA extensions TO anon, authenticated, service_role;

CREATE SCHEMA private;
GRANT USAGE ON SCHEMA private TO anon, authenticated, service_role;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
-- Nobody runs a function of the product that they were not given.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
-- A function changes its owner only if the new owner may create one there.
GRANT CREATE ON SCHEMA private, public TO definer;

-- The role that posts to the ledger. The server is no member of it and reaches the ledger only
-- through its functions.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'ledger_keeper') THEN
    CREATE ROLE ledger_keeper NOLOGIN NOINHERIT;
  END IF;
  GRANT ledger_keeper TO CURRENT_USER;
END
$$;
GRANT USAGE ON SCHEMA private, public TO ledger_keeper;

-- Keys sort by time of creation (RFC 9562, version 7), which keeps indexes dense.
CREATE FUNCTION private.uuid_v7() RETURNS uuid LANGUAGE sql PARALLEL SAFE SET search_path = ''
RETURN (
  SELECT encode(overlay(overlay(uuid_send(gen_random_uuid())
           PLACING substring(int8send(moment.microseconds / 1000) FROM 3) FROM 1 FOR 6)
           PLACING substring(int8send(28672 + moment.microseconds % 1000 * 4096 / 1000) FROM 7) FROM 7 FOR 2), 'hex')::uuid
  FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS microseconds) AS moment
);
GRANT EXECUTE ON FUNCTION private.uuid_v7() TO anon, authenticated, ledger_keeper, service_role;

-- A sentence with its limits filled in, as Brazilians write numbers: "até
-- {closing_reason_characters} caracteres".
CREATE FUNCTION private.say(sentence text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  named record;
BEGIN
  FOR named IN SELECT name, value FROM private.limits WHERE strpos(sentence, '{' || name || '}') > 0 LOOP
    sentence := replace(sentence, '{' || named.name || '}', replace(to_char(named.value, 'FM999,999,999,999'), ',', '.'));
  END LOOP;
  RETURN sentence;
END
$$;
GRANT EXECUTE ON FUNCTION private.say(text) TO anon, authenticated, service_role;
ALTER FUNCTION private.say(text) OWNER TO definer;

-- Refuses a request with a status, a code and a sentence, whose limits it fills in.
CREATE FUNCTION private.refuse(status integer, code text, message text) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  RAISE EXCEPTION USING
    ERRCODE = 'PGRST',
    MESSAGE = json_build_object('code', code, 'message', private.say(message), 'details', NULL, 'hint', NULL)::text,
    DETAIL  = json_build_object('status', status, 'headers', json_build_object())::text;
END
$$;
GRANT EXECUTE ON FUNCTION private.refuse(integer,text,text) TO anon, authenticated, service_role;

-- The same, and says how long to wait.
CREATE FUNCTION private.refuse(status integer, code text, message text, wait interval) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
AS $$
DECLARE
  seconds CONSTANT text := greatest(ceil(extract(epoch FROM wait)), 1)::text;
BEGIN
  RAISE EXCEPTION USING
    ERRCODE = 'PGRST',
    MESSAGE = json_build_object('code', code, 'message', private.say(message), 'details', 'retry_after_s=' || seconds, 'hint', NULL)::text,
    DETAIL  = json_build_object('status', status, 'headers', json_build_object('Retry-After', seconds))::text;
END
$$;
GRANT EXECUTE ON FUNCTION private.refuse(integer,text,text,interval) TO anon, authenticated, service_role;

-- The same, and names at most five of what was written, each cut to what fits a sentence.
CREATE FUNCTION private.refuse(status integer, code text, message text, named text[]) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
AS $$
DECLARE
  told CONSTANT text := (SELECT string_agg(left(name, 60), ', ' ORDER BY place)
                         FROM unnest(named) WITH ORDINALITY AS one (name, place) WHERE place <= 5);
BEGIN
  RAISE EXCEPTION USING
    ERRCODE = 'PGRST',
    MESSAGE = json_build_object('code', code, 'message', rtrim(private.say(message), '.') || coalesce(': ' || told, '') || '.', 'details', NULL, 'hint', NULL)::text,
    DETAIL  = json_build_object('status', status, 'headers', json_build_object())::text;
END
$$;
GRANT EXECUTE ON FUNCTION private.refuse(integer,text,text,text[]) TO anon, authenticated, service_role;

CREATE FUNCTION private.touch_updated_at() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END
$$;

-- Servers keep what every visitor is answered alike until what it rests on changes. The tables say
-- so themselves, whoever writes to them: to the connection that writes, at once and in the writer's
-- transaction, by a message, and to every server by NOTIFY once it is committed. An answer that
-- rests on a table that does not announce is never kept.
CREATE FUNCTION private.announce_write() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
DECLARE
  most CONSTANT integer := 20;
  keys text[];
  told text;
BEGIN
  IF TG_NARGS > 0 AND TG_OP <> 'TRUNCATE' THEN
    CASE TG_OP
      WHEN 'INSERT' THEN keys := ARRAY(SELECT w.id FROM written w LIMIT most + 1);
      WHEN 'DELETE' THEN keys := ARRAY(SELECT e.id FROM erased e LIMIT most + 1);
      ELSE keys := ARRAY(SELECT w.id FROM written w UNION SELECT e.id FROM erased e LIMIT most + 1);
    END CASE;
    IF keys = '{}' THEN
      RETURN NULL;
    END IF;
    IF cardinality(keys) > most THEN
      keys := NULL;
    END IF;
  END IF;
  told := jsonb_strip_nulls(jsonb_build_object('table', TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME, 'keys', to_jsonb(keys)))::text;
  -- INFO reaches the client whatever it asked to hear, and no log.
  RAISE INFO USING ERRCODE = 'MEMRY', MESSAGE = told;
  PERFORM pg_notify('memory', told);
  RETURN NULL;
END
$$;

-- Has a table announce what is written to it; by_id says which rows, where they
-- have an id.
CREATE FUNCTION private.announce_writes(relation regclass, by_id boolean DEFAULT false) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  IF NOT by_id THEN
    EXECUTE format('CREATE TRIGGER announce_write AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write()', relation);
    RETURN;
  END IF;
  EXECUTE format('CREATE TRIGGER announce_insert AFTER INSERT ON %s REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write(''id'')', relation);
  EXECUTE format('CREATE TRIGGER announce_update AFTER UPDATE ON %s REFERENCING OLD TABLE AS erased NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write(''id'')', relation);
  EXECUTE format('CREATE TRIGGER announce_delete AFTER DELETE ON %s REFERENCING OLD TABLE AS erased FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write(''id'')', relation);
  EXECUTE format('CREATE TRIGGER announce_truncate AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write(''id'')', relation);
END
$$;
