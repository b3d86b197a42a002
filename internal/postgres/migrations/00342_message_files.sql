-- Files of a conversation. Whoever writes stores them in a folder of his own;
-- sent, the two sides read them, and nobody else, administrators neither. What
-- was never sent goes after a day.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('message_files_max', 10, 'How many files go with one message.');

INSERT INTO storage.buckets (id, name, public, file_size_limit, allowed_mime_types) VALUES
  ('messages', 'messages', false, 10 * 1024 * 1024, ARRAY[
    'application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'text/plain', 'text/csv', 'application/zip',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document']);

-- How many there are is told with the row, so that a change of it says enough.
ALTER TABLE public.messages
  ADD COLUMN files_count smallint NOT NULL DEFAULT 0,
  ADD CONSTRAINT messages_files_count_range CHECK (files_count >= 0);
ALTER TABLE public.messages DROP CONSTRAINT messages_content_filled;
ALTER TABLE public.messages ADD CONSTRAINT messages_content_filled
  CHECK (length(content) <= 5000 AND (content ~ '[^[:space:]]' OR content = '' AND files_count > 0));
GRANT SELECT (files_count) ON public.messages TO authenticated;

ALTER TABLE public.conversations ADD COLUMN last_files_count smallint NOT NULL DEFAULT 0;
GRANT SELECT (last_files_count) ON public.conversations TO authenticated;

CREATE TABLE public.message_files (
  id         uuid     NOT NULL DEFAULT private.uuid_v7(),
  message_id uuid     NOT NULL,
  position   smallint NOT NULL,
  name       text     NOT NULL,
  media_type text     NOT NULL,
  bytes      bigint   NOT NULL,
  -- The name of the object in the bucket messages.
  path       text     NOT NULL,
  CONSTRAINT message_files_pkey            PRIMARY KEY (id),
  CONSTRAINT message_files_path_key        UNIQUE (path),
  CONSTRAINT message_files_position_key    UNIQUE (message_id, position),
  CONSTRAINT message_files_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.messages (id) ON DELETE CASCADE,
  CONSTRAINT message_files_name_bounded    CHECK (btrim(name) <> '' AND length(name) <= 255),
  CONSTRAINT message_files_bytes_real      CHECK (bytes >= 0)
);
ALTER TABLE public.message_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.message_files FORCE  ROW LEVEL SECURITY;
CREATE POLICY "whoever reads a message reads its files" ON public.message_files
  FOR SELECT TO authenticated USING (EXISTS (SELECT FROM public.messages m WHERE m.id = message_id));
CREATE POLICY "the server reads the files of messages" ON public.message_files
  FOR SELECT TO service_role USING (true);
CREATE POLICY "the server adds files to messages" ON public.message_files
  FOR INSERT TO service_role WITH CHECK (true);
GRANT SELECT (id, message_id, position, name, media_type, bytes, path) ON public.message_files TO authenticated;
GRANT SELECT, INSERT ON public.message_files TO service_role;

CREATE POLICY "both sides read the files of their messages" ON storage.objects FOR SELECT TO authenticated
  USING (bucket_id = 'messages' AND (owner = (SELECT auth.uid()) OR EXISTS (SELECT FROM public.message_files f WHERE f.path = objects.name)));
CREATE POLICY "active members store files for their messages" ON storage.objects FOR INSERT TO authenticated
  WITH CHECK (bucket_id = 'messages' AND owner = (SELECT auth.uid()) AND private.is_reachable(owner)
    AND name ~ '^[0-9a-f-]{36}/[^/]+$' AND split_part(name, '/', 1) = owner::text);

-- A file that is being sent is touched by it, so that waiting for the sender it
-- is seen to be younger.
-- +goose StatementBegin
CREATE FUNCTION private.forget_unsent_files(unsent_for interval) RETURNS bigint
LANGUAGE sql SECURITY DEFINER
SET search_path = ''
AS $$
  WITH gone AS (
    DELETE FROM storage.objects o
    WHERE o.bucket_id = 'messages'
      AND o.updated_at < now() - unsent_for
      AND NOT EXISTS (SELECT FROM public.message_files f WHERE f.path = o.name)
    RETURNING 1
  )
  SELECT count(*) FROM gone
$$;
-- +goose StatementEnd
ALTER FUNCTION private.forget_unsent_files(interval) OWNER TO definer;
REVOKE EXECUTE ON FUNCTION private.forget_unsent_files(interval) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.forget_unsent_files(interval) TO service_role;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.file_message() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  INSERT INTO public.conversations AS mine (owner_id, partner_id, thread, last_message_id, last_from_id, last_content, last_at, unread_count, partner_party_id, last_files_count)
  SELECT side.owner_id, side.partner_id, NEW.thread, NEW.id, NEW.from_id, left(NEW.content, 160), NEW.timestamp, side.unread, side.party_id, NEW.files_count
  FROM (VALUES (NEW.from_id, NEW.to_id, 0, NEW.sender_visible, NULL), (NEW.to_id, NEW.from_id, 1, true, NEW.party_id))
    AS side (owner_id, partner_id, unread, visible, party_id)
  WHERE side.visible
  ORDER BY side.owner_id
  ON CONFLICT (owner_id, partner_id) DO UPDATE SET
    last_message_id  = excluded.last_message_id,
    last_from_id     = excluded.last_from_id,
    last_content     = excluded.last_content,
    last_at          = excluded.last_at,
    last_files_count = excluded.last_files_count,
    unread_count     = mine.unread_count + excluded.unread_count,
    partner_party_id = CASE excluded.last_from_id WHEN mine.partner_id THEN excluded.partner_party_id ELSE mine.partner_party_id END;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
