-- What SQL says on a topic is a row of realtime.messages, as in the service that apps
-- come from: it is told to who listens when it is committed, kept for who joins later
-- and asks for it, and inserted by realtime.send or by an app itself. The hub's probes
-- have no event and are told to nobody.

-- +goose Up
ALTER TABLE realtime.messages ADD COLUMN binary_payload bytea;
COMMENT ON TABLE realtime.messages IS 'Broadcasts that SQL has made, kept for replay and lost in a crash; policies on it say who listens and who speaks on a private topic';
COMMENT ON COLUMN realtime.messages.event IS 'Missing in what the server inserts, and undoes, to ask the policies';
COMMENT ON COLUMN realtime.messages.binary_payload IS 'In place of payload where that is no JSON';

-- Probes are in no index but the key's.
CREATE INDEX messages_replay ON realtime.messages (topic, inserted_at DESC) WHERE event IS NOT NULL AND private AND extension = 'broadcast';
CREATE INDEX messages_age    ON realtime.messages (inserted_at) WHERE event IS NOT NULL;

GRANT SELECT (binary_payload), INSERT (id, binary_payload) ON realtime.messages TO anon, authenticated;

-- Tells every node what was said, or where it is when that is too much for a NOTIFY.
-- +goose StatementBegin
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
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION realtime.tell_message() FROM PUBLIC;
CREATE TRIGGER messages_told AFTER INSERT ON realtime.messages
  FOR EACH ROW WHEN (NEW.event IS NOT NULL AND NEW.extension = 'broadcast') EXECUTE FUNCTION realtime.tell_message();

-- A broadcast is never worth the transaction that it is about: what goes wrong is a
-- warning. The payload is told its own id, by which a client knows what it had already.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION realtime.send(payload jsonb, event text, topic text, private boolean DEFAULT true) RETURNS void
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
-- +goose StatementEnd
COMMENT ON FUNCTION realtime.send(jsonb, text, text, boolean) IS 'Broadcasts a payload on a topic once the transaction is committed';

-- +goose StatementBegin
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
-- +goose StatementEnd
COMMENT ON FUNCTION realtime.send_binary(bytea, text, text, boolean) IS 'Broadcasts bytes on a topic once the transaction is committed';

-- +goose StatementBegin
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
-- +goose StatementEnd
COMMENT ON FUNCTION realtime.broadcast_changes(text, text, text, text, text, record, record, text) IS 'Called by a trigger of an app, broadcasts how a row was and is on a private topic';

REVOKE EXECUTE ON FUNCTION
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
TO service_role;
