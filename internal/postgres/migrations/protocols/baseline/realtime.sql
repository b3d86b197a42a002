-- Live updates: changes of rows, broadcasts and presence.

CREATE SCHEMA realtime;
GRANT USAGE ON SCHEMA realtime TO anon, authenticated, service_role;

CREATE UNLOGGED TABLE realtime.messages (
  id             uuid        NOT NULL DEFAULT gen_random_uuid(),
  topic          text        NOT NULL,
  extension      text        NOT NULL,
  event          text,
  payload        jsonb,
  private        boolean     NOT NULL DEFAULT false,
  inserted_at    timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now(),
  binary_payload bytea,
  CONSTRAINT messages_pkey            PRIMARY KEY (id),
  CONSTRAINT messages_extension_known CHECK (extension IN ('broadcast', 'presence', 'postgres_changes'))
);
COMMENT ON TABLE realtime.messages IS 'Broadcasts that SQL has made, kept for replay and lost in a crash; policies on it say who listens and who speaks on a private topic';
COMMENT ON COLUMN realtime.messages.event IS 'Missing in what the server inserts, and undoes, to ask the policies';
COMMENT ON COLUMN realtime.messages.binary_payload IS 'In place of payload where that is no JSON';
CREATE INDEX messages_age    ON realtime.messages (inserted_at) WHERE event IS NOT NULL;

-- Probes are in no index but the key's.
CREATE INDEX messages_replay ON realtime.messages (topic, inserted_at DESC) WHERE event IS NOT NULL AND private AND extension = 'broadcast';
ALTER TABLE realtime.messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE realtime.messages FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, topic, extension, event, payload, private, inserted_at, updated_at, binary_payload), INSERT (id, topic,
  extension, event, payload, private, binary_payload) ON realtime.messages TO anon, authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON realtime.messages TO service_role;

-- Tells every node what was said, or where it is when that is too much for a NOTIFY.
CREATE FUNCTION realtime.tell_message() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
DECLARE
  envelope jsonb := jsonb_build_object('kind', 'broadcast', 'message', NEW.id);
BEGIN
  IF octet_length(NEW.topic) > 246 OR octet_length(NEW.event) > 255 THEN
    RAISE EXCEPTION 'a topic takes at most 246 bytes and an event 255' USING ERRCODE = 'string_data_right_truncation';
  END IF;
  IF greatest(octet_length(NEW.payload::text), octet_length(NEW.binary_payload)) > 3000000 THEN
    RAISE EXCEPTION 'a payload takes at most 3000 kB' USING ERRCODE = 'program_limit_exceeded';
  END IF;
  IF octet_length(NEW.binary_payload) <= 4000 THEN
    envelope := jsonb_build_object('kind', 'broadcast', 'id', NEW.id, 'topic', NEW.topic, 'event', NEW.event,
      'private', NEW.private, 'binary', translate(encode(NEW.binary_payload, 'base64'), E'\n', ''));
  ELSIF NEW.binary_payload IS NULL AND coalesce(octet_length(NEW.payload::text), 0) <= 6000 THEN
    envelope := jsonb_build_object('kind', 'broadcast', 'id', NEW.id, 'topic', NEW.topic, 'event', NEW.event,
      'private', NEW.private, 'payload', coalesce(NEW.payload, '{}'));
  END IF;
  PERFORM pg_notify('realtime_broadcast', envelope::text);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION realtime.tell_message() FROM PUBLIC;

CREATE POLICY "the server probes every topic" ON realtime.messages FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER messages_told AFTER INSERT ON realtime.messages
  FOR EACH ROW WHEN (NEW.event IS NOT NULL AND NEW.extension = 'broadcast') EXECUTE FUNCTION realtime.tell_message();

CREATE UNLOGGED TABLE realtime.parcels (
  id          bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
  envelope    text        NOT NULL,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT parcels_pkey PRIMARY KEY (id)
);
CREATE INDEX parcels_inserted_at ON realtime.parcels (inserted_at);
ALTER TABLE realtime.parcels ENABLE ROW LEVEL SECURITY;
ALTER TABLE realtime.parcels FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON realtime.parcels TO service_role;
CREATE POLICY "only the server handles parcels" ON realtime.parcels FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

-- The topic that is being authorised, for use in policies on realtime.messages.
CREATE FUNCTION realtime.topic()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN NULLIF(current_setting('realtime.topic'::text, true), ''::text);
REVOKE ALL ON FUNCTION realtime.topic() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION realtime.topic() TO anon, authenticated, service_role;

-- Hands an envelope to every node, whatever its size. It is text because a
-- client's JSON may hold what jsonb refuses, such as the NUL character.
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
REVOKE ALL ON FUNCTION realtime.publish(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION realtime.publish(text) TO service_role;

-- A broadcast is never worth the transaction that it is about: what goes wrong is a
-- warning. The payload is told its own id, by which a client knows what it had already.
CREATE FUNCTION realtime.send(payload jsonb, event text, topic text, private boolean DEFAULT true) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
AS $$
DECLARE
  message_id uuid  := gen_random_uuid();
  said       jsonb := send.payload;
BEGIN
  IF jsonb_typeof(said) = 'object' AND NOT said ? 'id' THEN
    said := said || jsonb_build_object('id', message_id);
  END IF;
  PERFORM set_config('realtime.topic', send.topic, true);
  INSERT INTO realtime.messages (id, topic, extension, event, payload, private)
  VALUES (message_id, send.topic, 'broadcast', send.event, said, send.private);
EXCEPTION
  WHEN OTHERS THEN
    RAISE WARNING 'ErrorSendingBroadcastMessage: %', SQLERRM;
END
$$;
COMMENT ON FUNCTION realtime.send(jsonb,text,text,boolean) IS 'Broadcasts a payload on a topic once the transaction is committed';
REVOKE ALL ON FUNCTION realtime.send(jsonb,text,text,boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION realtime.send(jsonb,text,text,boolean) TO service_role;

CREATE FUNCTION realtime.send_binary(payload bytea, event text, topic text, private boolean DEFAULT true) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  PERFORM set_config('realtime.topic', send_binary.topic, true);
  INSERT INTO realtime.messages (topic, extension, event, binary_payload, private)
  VALUES (send_binary.topic, 'broadcast', send_binary.event, send_binary.payload, send_binary.private);
EXCEPTION
  WHEN OTHERS THEN
    RAISE WARNING 'ErrorSendingBroadcastMessage: %', SQLERRM;
END
$$;
COMMENT ON FUNCTION realtime.send_binary(bytea,text,text,boolean) IS 'Broadcasts bytes on a topic once the transaction is committed';
REVOKE ALL ON FUNCTION realtime.send_binary(bytea,text,text,boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION realtime.send_binary(bytea,text,text,boolean) TO service_role;

CREATE FUNCTION realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text DEFAULT 'ROW') RETURNS void
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  IF level = 'STATEMENT' THEN
    RAISE EXCEPTION 'function can only be triggered for each row, not for each statement';
  END IF;
  IF coalesce(operation NOT IN ('INSERT', 'UPDATE', 'DELETE'), true) THEN
    RAISE EXCEPTION 'Unexpected operation type: %', operation;
  END IF;
  PERFORM realtime.send(jsonb_build_object(
    'old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema), event_name, topic_name);
EXCEPTION
  WHEN OTHERS THEN
    RAISE EXCEPTION 'Failed to process the row: %', SQLERRM;
END
$$;
COMMENT ON FUNCTION realtime.broadcast_changes(text,text,text,text,text,record,record,text) IS 'Called by a trigger of an app, broadcasts how a row was and is on a private topic';
REVOKE ALL ON FUNCTION realtime.broadcast_changes(text,text,text,text,text,record,record,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION realtime.broadcast_changes(text,text,text,text,text,record,record,text) TO service_role;

-- Announces a change of a watched table; its arguments are the key columns.
-- A key too long for a NOTIFY is left out rather than failing the write: the
-- hub then tells the table's subscribers that they missed something.
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
REVOKE ALL ON FUNCTION realtime.notify_change() FROM PUBLIC;

-- Announces a change of such a table; its arguments are the key columns. Like a record
-- that is too large, an old row is left without its long values, or left out.
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
REVOKE ALL ON FUNCTION realtime.notify_whole_change() FROM PUBLIC;

-- How the trigger of a plain table reads: which changes, when, and what runs. Of a table
-- without a primary key no row is found again; who listens is told so by the hub.
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
REVOKE ALL ON FUNCTION realtime.change_trigger(regclass,text) FROM PUBLIC;

-- Makes a table's changes live. Call it again after changing the primary key or the
-- replica identity.
CREATE FUNCTION realtime.watch(watched regclass) RETURNS void
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
REVOKE ALL ON FUNCTION realtime.watch(regclass) FROM PUBLIC;

CREATE FUNCTION realtime.unwatch(watched regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $$BEGIN EXECUTE format('DROP TRIGGER IF EXISTS realtime_change ON %s', watched); END$$;
REVOKE ALL ON FUNCTION realtime.unwatch(regclass) FROM PUBLIC;

-- What has been made for the publication says so, and how, in its comment.
CREATE FUNCTION realtime.follow_publication() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
SET lock_timeout = '5s'
AS $$
DECLARE
  step record;
BEGIN
  FOR step IN
    WITH named AS (
      SELECT DISTINCT c.oid,
             concat_ws(' OR ', CASE WHEN p.pubinsert THEN 'INSERT' END, CASE WHEN p.pubupdate THEN 'UPDATE' END, CASE WHEN p.pubdelete THEN 'DELETE' END) AS events
        FROM pg_catalog.pg_publication_tables t
        JOIN pg_catalog.pg_publication p ON p.pubname = t.pubname
        JOIN pg_catalog.pg_namespace n   ON n.nspname = t.schemaname
        JOIN pg_catalog.pg_class root    ON root.relnamespace = n.oid AND root.relname = t.tablename
        LEFT JOIN LATERAL pg_catalog.pg_partition_tree(root.oid) AS part ON part.isleaf
        JOIN pg_catalog.pg_class c       ON c.oid = coalesce(part.relid, root.oid) AND c.relkind = 'r'
       WHERE t.pubname = 'supabase_realtime' AND n.nspname NOT IN ('realtime', 'migrations')),
    wanted AS (
      SELECT oid, realtime.change_trigger(oid, events) AS form FROM named WHERE events <> ''),
    made AS (
      SELECT g.tgrelid AS oid, d.description AS comment
        FROM pg_catalog.pg_trigger g
        LEFT JOIN pg_catalog.pg_description d ON d.classoid = 'pg_catalog.pg_trigger'::regclass AND d.objoid = g.oid AND d.objsubid = 0
       WHERE g.tgname = 'realtime_change')
    SELECT coalesce(w.oid, m.oid)::regclass AS about, w.form
      FROM wanted w FULL JOIN made m ON m.oid = w.oid
     WHERE m.oid IS NULL OR m.comment LIKE 'follows supabase_realtime: %' AND m.comment IS DISTINCT FROM 'follows supabase_realtime: ' || w.form
  LOOP
    BEGIN
      IF step.form IS NULL THEN
        EXECUTE format('DROP TRIGGER realtime_change ON %s', step.about);
      ELSE
        EXECUTE 'CREATE OR REPLACE TRIGGER realtime_change ' || step.form;
        EXECUTE format('COMMENT ON TRIGGER realtime_change ON %s IS %L', step.about, 'follows supabase_realtime: ' || step.form);
      END IF;
    EXCEPTION
      WHEN insufficient_privilege OR lock_not_available OR undefined_table OR undefined_object THEN
        RAISE WARNING 'changes of % do not follow the publication yet: %', step.about, SQLERRM;
    END;
  END LOOP;
END
$$;
COMMENT ON FUNCTION realtime.follow_publication() IS 'Makes the changes of those tables live that the publication supabase_realtime names';
REVOKE ALL ON FUNCTION realtime.follow_publication() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION realtime.follow_publication() TO service_role;

CREATE FUNCTION realtime.publication_changed() RETURNS event_trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$BEGIN PERFORM realtime.follow_publication(); END$$;
REVOKE ALL ON FUNCTION realtime.publication_changed() FROM PUBLIC;

CREATE FUNCTION realtime.recheck(user_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $$
  SELECT pg_notify('realtime_control', jsonb_build_object('action', 'recheck', 'user_id', user_id)::text)
$$;
REVOKE ALL ON FUNCTION realtime.recheck(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION realtime.recheck(uuid) TO service_role;

-- Asks the hub to check a user's sockets again; its argument names the column
-- of the row that holds the user's id. Meant for tables of sessions,
-- memberships or blocks, whose rows decide what a socket may go on hearing.
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
REVOKE ALL ON FUNCTION realtime.recheck_user() FROM PUBLIC;

-- Tells every node to end the sockets of a user, at once and whatever their
-- session says, or to ask again whether they may stay.
CREATE FUNCTION realtime.disconnect(user_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $$
  SELECT pg_notify('realtime_control', jsonb_build_object('action', 'disconnect', 'user_id', user_id)::text)
$$;
REVOKE ALL ON FUNCTION realtime.disconnect(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION realtime.disconnect(uuid) TO service_role;

-- A session that ends takes its sockets with it, whoever ends it.
CREATE TRIGGER realtime_recheck AFTER DELETE ON auth.sessions FOR EACH ROW EXECUTE FUNCTION realtime.recheck_user('user_id');
