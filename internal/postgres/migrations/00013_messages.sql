-- Conversations between two people. A message is written once; each side's
-- list of conversations is kept beside it, so that opening the list never
-- reads the messages themselves.

-- +goose Up
CREATE TABLE public.messages (
  id             uuid        NOT NULL DEFAULT private.uuid_v7(),
  from_id        uuid        NOT NULL,
  to_id          uuid        NOT NULL,
  thread         text        GENERATED ALWAYS AS (least(from_id, to_id)::text || ':' || greatest(from_id, to_id)::text) STORED,
  content        text        NOT NULL,
  read           boolean     NOT NULL DEFAULT false,
  delivered_at   timestamptz,
  read_at        timestamptz,
  -- Automatic messages announce a proposal; the sender of one to a
  -- confidential project does not see it, since it would name the company.
  automatic      boolean     NOT NULL DEFAULT false,
  sender_visible boolean     NOT NULL DEFAULT true,
  timestamp      timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT messages_pkey           PRIMARY KEY (id),
  CONSTRAINT messages_from_id_fkey   FOREIGN KEY (from_id) REFERENCES public.profiles (id) ON DELETE RESTRICT,
  CONSTRAINT messages_to_id_fkey     FOREIGN KEY (to_id)   REFERENCES public.profiles (id) ON DELETE RESTRICT,
  CONSTRAINT messages_content_filled CHECK (content ~ '[^[:space:]]' AND length(content) <= 5000),
  CONSTRAINT messages_two_people     CHECK (from_id <> to_id)
);
CREATE INDEX messages_thread_idx  ON public.messages (thread, timestamp DESC, id DESC);
CREATE INDEX messages_from_id_idx ON public.messages (from_id, timestamp DESC);
CREATE INDEX messages_to_id_idx   ON public.messages (to_id, timestamp DESC);
CREATE INDEX messages_unread_idx  ON public.messages (to_id, from_id) WHERE NOT read;

CREATE TABLE public.conversations (
  owner_id        uuid        NOT NULL,
  partner_id      uuid        NOT NULL,
  thread          text        NOT NULL,
  last_message_id uuid        NOT NULL,
  last_from_id    uuid        NOT NULL,
  last_content    text        NOT NULL,
  last_at         timestamptz NOT NULL,
  unread_count    integer     NOT NULL DEFAULT 0,
  CONSTRAINT conversations_pkey               PRIMARY KEY (owner_id, partner_id),
  CONSTRAINT conversations_owner_id_fkey      FOREIGN KEY (owner_id)   REFERENCES public.profiles (id) ON DELETE CASCADE,
  CONSTRAINT conversations_partner_id_fkey    FOREIGN KEY (partner_id) REFERENCES public.profiles (id) ON DELETE CASCADE,
  CONSTRAINT conversations_unread_count_range CHECK (unread_count >= 0)
);
CREATE INDEX conversations_newest_idx     ON public.conversations (owner_id, last_at DESC);
CREATE INDEX conversations_partner_id_idx ON public.conversations (partner_id);

-- Both sides' rows are written in the order of their keys, so that two people
-- writing to each other at once cannot wait for one another.
-- +goose StatementBegin
CREATE FUNCTION private.file_message() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  INSERT INTO public.conversations AS mine (owner_id, partner_id, thread, last_message_id, last_from_id, last_content, last_at, unread_count)
  SELECT side.owner_id, side.partner_id, NEW.thread, NEW.id, NEW.from_id, left(NEW.content, 160), NEW.timestamp, side.unread
  FROM (VALUES (NEW.from_id, NEW.to_id, 0, NEW.sender_visible), (NEW.to_id, NEW.from_id, 1, true)) AS side (owner_id, partner_id, unread, visible)
  WHERE side.visible
  ORDER BY side.owner_id
  ON CONFLICT (owner_id, partner_id) DO UPDATE SET
    last_message_id = excluded.last_message_id,
    last_from_id    = excluded.last_from_id,
    last_content    = excluded.last_content,
    last_at         = excluded.last_at,
    unread_count    = mine.unread_count + excluded.unread_count;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.file_message() OWNER TO service_role;
CREATE TRIGGER file AFTER INSERT ON public.messages
  FOR EACH ROW EXECUTE FUNCTION private.file_message();

-- What was read stays read, and the moment is the server's.
-- +goose StatementBegin
CREATE FUNCTION private.mark_message() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  NEW.read         := NEW.read OR OLD.read;
  NEW.read_at      := CASE WHEN NEW.read THEN coalesce(OLD.read_at, clock_timestamp()) END;
  NEW.delivered_at := CASE WHEN NEW.read OR NEW.delivered_at IS NOT NULL THEN coalesce(OLD.delivered_at, clock_timestamp()) END;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER mark BEFORE UPDATE OF read, delivered_at ON public.messages
  FOR EACH ROW EXECUTE FUNCTION private.mark_message();

-- +goose StatementBegin
CREATE FUNCTION private.count_read_messages() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  UPDATE public.conversations c
  SET unread_count = greatest(0, c.unread_count - newly.count)
  FROM (
    SELECT after.to_id, after.from_id, count(*)::integer AS count
    FROM after_rows after JOIN before_rows before USING (id)
    WHERE after.read AND NOT before.read
    GROUP BY after.to_id, after.from_id
  ) AS newly
  WHERE c.owner_id = newly.to_id AND c.partner_id = newly.from_id;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.count_read_messages() OWNER TO service_role;
CREATE TRIGGER count_read AFTER UPDATE ON public.messages
  REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION private.count_read_messages();

ALTER TABLE public.messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.messages FORCE  ROW LEVEL SECURITY;
CREATE POLICY "both sides read their messages" ON public.messages
  FOR SELECT TO authenticated USING (to_id = auth.uid() OR (from_id = auth.uid() AND sender_visible));
CREATE POLICY "active members write to active members" ON public.messages
  FOR INSERT TO authenticated WITH CHECK (from_id = auth.uid() AND NOT automatic AND private.is_active(from_id) AND private.is_active(to_id));
CREATE POLICY "recipients mark messages" ON public.messages
  FOR UPDATE TO authenticated USING (to_id = auth.uid()) WITH CHECK (to_id = auth.uid());
CREATE POLICY "the server keeps messages" ON public.messages
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT ON public.messages TO authenticated;
GRANT INSERT (id, from_id, to_id, content) ON public.messages TO authenticated;
GRANT UPDATE (read, delivered_at) ON public.messages TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.messages TO service_role;

ALTER TABLE public.conversations ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.conversations FORCE  ROW LEVEL SECURITY;
CREATE POLICY "owners see their conversations" ON public.conversations
  FOR SELECT TO authenticated USING (owner_id = auth.uid());
CREATE POLICY "the server keeps conversations" ON public.conversations
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT ON public.conversations TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.conversations TO service_role;

SELECT realtime.watch('public.messages');
SELECT realtime.watch('public.conversations');
SELECT realtime.watch('public.proposals');
SELECT realtime.watch('public.profiles');

-- Typing and presence travel on conversation:{smaller id}:{greater id}, open to
-- the two people of it; user:{id} is a person's own channel.
CREATE POLICY "both sides listen to their conversation" ON realtime.messages
  FOR SELECT TO authenticated USING (
    extension IN ('broadcast', 'presence')
    AND (realtime.topic() = 'user:' || auth.uid()::text
      OR (realtime.topic() LIKE 'conversation:%'
        AND auth.uid()::text IN (split_part(realtime.topic(), ':', 2), split_part(realtime.topic(), ':', 3)))));
CREATE POLICY "both sides speak in their conversation" ON realtime.messages
  FOR INSERT TO authenticated WITH CHECK (
    extension IN ('broadcast', 'presence')
    AND realtime.topic() LIKE 'conversation:%'
    AND auth.uid()::text IN (split_part(realtime.topic(), ':', 2), split_part(realtime.topic(), ':', 3)));
