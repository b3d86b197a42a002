-- Conversations and their messages and files. The name of a file keeps no character that draws nothing
-- or turns what follows it: U+202E makes "fotognp.exe" of a program.

-- A message is written once; each side's list of conversations is kept beside it, so that opening
-- the list never reads the messages themselves. Messages are between people: party_id says for
-- which party one was written, because the other side may not read memberships.
CREATE TABLE public.messages (
  id             uuid        NOT NULL DEFAULT private.uuid_v7(),
  from_id        uuid        NOT NULL,
  to_id          uuid        NOT NULL,
  thread         text                 GENERATED ALWAYS AS ((LEAST(from_id, to_id)::text || ':') || GREATEST(from_id, to_id)::text) STORED,
  content        text        NOT NULL,
  read           boolean     NOT NULL DEFAULT false,
  delivered_at   timestamptz,
  read_at        timestamptz,
  automatic      boolean     NOT NULL DEFAULT false,
  sender_visible boolean     NOT NULL DEFAULT true,
  "timestamp"    timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_id       uuid,
  actor_name     text,
  party_id       uuid,
  client_id      uuid,
  quotes_id      uuid,
  files_count    smallint    NOT NULL DEFAULT 0,
  subject_kind   text,
  subject_id     uuid,
  CONSTRAINT messages_pkey                 PRIMARY KEY (id),
  CONSTRAINT messages_actor_id_fkey        FOREIGN KEY (actor_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT messages_from_id_fkey         FOREIGN KEY (from_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT messages_party_id_fkey        FOREIGN KEY (party_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT messages_quotes_id_fkey       FOREIGN KEY (quotes_id) REFERENCES public.messages(id) ON DELETE SET NULL,
  CONSTRAINT messages_to_id_fkey           FOREIGN KEY (to_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT messages_actor_in_automatic   CHECK (automatic OR actor_id IS NULL),
  CONSTRAINT messages_actor_name_bounded   CHECK (length(actor_name) <= 120),
  CONSTRAINT messages_content_filled       CHECK (length(content) <= 5000 AND (content ~ '[^[:space:]]' OR content = '' AND files_count > 0)),
  CONSTRAINT messages_files_count_range    CHECK (files_count >= 0),
  CONSTRAINT messages_subject_in_automatic CHECK (automatic OR subject_kind IS NULL),
  CONSTRAINT messages_subject_known        CHECK (subject_kind IN ('contract', 'project')),
  CONSTRAINT messages_subject_whole        CHECK ((subject_kind IS NULL) = (subject_id IS NULL)),
  CONSTRAINT messages_two_people           CHECK (from_id <> to_id)
);
COMMENT ON TABLE public.messages IS 'Messages between two people';
COMMENT ON COLUMN public.messages.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.messages.from_id IS 'Who wrote it';
COMMENT ON COLUMN public.messages.to_id IS 'To whom';
COMMENT ON COLUMN public.messages.thread IS 'The two people of the conversation, in a fixed order';
COMMENT ON COLUMN public.messages.content IS 'What it says';
COMMENT ON COLUMN public.messages.read IS 'Whether it was read';
COMMENT ON COLUMN public.messages.delivered_at IS 'When it reached a device';
COMMENT ON COLUMN public.messages.read_at IS 'When it was read';
COMMENT ON COLUMN public.messages.automatic IS 'Whether the product wrote it';
COMMENT ON COLUMN public.messages.sender_visible IS 'Whether the sender sees it';
COMMENT ON COLUMN public.messages."timestamp" IS 'When it was written';
COMMENT ON COLUMN public.messages.actor_id IS 'Who did it';
COMMENT ON COLUMN public.messages.actor_name IS 'The name of who did it, as it was';
COMMENT ON COLUMN public.messages.party_id IS 'For whom it was written';
COMMENT ON COLUMN public.messages.client_id IS 'What the sender called it, so that it is stored once';
COMMENT ON COLUMN public.messages.quotes_id IS 'The message it quotes';
COMMENT ON COLUMN public.messages.files_count IS 'How many files it has';
COMMENT ON COLUMN public.messages.subject_kind IS 'Of which kind what it is about is';
COMMENT ON COLUMN public.messages.subject_id IS 'What it is about';
CREATE INDEX messages_actor_id_idx         ON public.messages (actor_id) WHERE actor_id IS NOT NULL;
CREATE UNIQUE INDEX messages_client_id_key ON public.messages (from_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX messages_from_id_idx          ON public.messages (from_id, timestamp DESC);
CREATE INDEX messages_party_id_idx         ON public.messages (party_id) WHERE party_id IS NOT NULL;
CREATE INDEX messages_quotes_id_idx        ON public.messages (quotes_id) WHERE quotes_id IS NOT NULL;
CREATE INDEX messages_thread_idx           ON public.messages (thread, timestamp DESC, id DESC);
CREATE INDEX messages_timestamp_idx        ON public.messages USING brin (timestamp);
CREATE INDEX messages_to_id_idx            ON public.messages (to_id, timestamp DESC);
CREATE INDEX messages_unread_idx           ON public.messages (to_id, from_id) WHERE NOT read;
ALTER TABLE public.messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.messages FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, from_id, to_id, thread, content, read, delivered_at, read_at, automatic, sender_visible, "timestamp", actor_id,
  actor_name, party_id, client_id, quotes_id, files_count, subject_kind, subject_id), INSERT (from_id, to_id, content, party_id,
  client_id, quotes_id), UPDATE (read, delivered_at) ON public.messages TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.messages TO service_role;

CREATE FUNCTION private.check_quote() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM public.messages m
    WHERE m.id = NEW.quotes_id AND m.sender_visible
      AND (m.from_id = NEW.from_id AND m.to_id = NEW.to_id OR m.from_id = NEW.to_id AND m.to_id = NEW.from_id)
  ) THEN
    PERFORM private.refuse(422, 'quote_unknown', 'A mensagem respondida não está nesta conversa.');
  END IF;
  RETURN NEW;
END
$$;
ALTER FUNCTION private.check_quote() OWNER TO definer;

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
GRANT EXECUTE ON FUNCTION private.count_read_messages() TO service_role;
ALTER FUNCTION private.count_read_messages() OWNER TO definer;

-- Both sides' rows are written in the order of their keys, so that two people
-- writing to each other at once cannot wait for one another.
CREATE FUNCTION private.file_message() RETURNS trigger
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
GRANT EXECUTE ON FUNCTION private.file_message() TO service_role;
ALTER FUNCTION private.file_message() OWNER TO definer;

-- What was read stays read, and the moment is the server's.
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

-- Messages are counted by themselves: nobody takes one away, and sending one
-- stays cheap. The lock comes last, after those of the conversation.
CREATE FUNCTION private.measure_messages() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  sender   CONSTANT uuid   := auth.uid();
  a_minute CONSTANT bigint := private.limit_of('messages_minute_max');
  person   CONSTANT bigint := private.limit_of('messages_person_minute_max');
  a_day    CONSTANT bigint := private.limit_of('messages_daily_max');
  minute_ago      timestamptz;
  day_ago         timestamptz;
  last_in_the_way timestamptz;
BEGIN
  IF sender IS NULL OR NOT EXISTS (SELECT FROM written WHERE NOT automatic) THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('measure messages ' || sender, 0));
  minute_ago := clock_timestamp() - interval '1 minute';
  day_ago    := clock_timestamp() - interval '1 day';
  IF private.is_measured(person) THEN
    SELECT max(recent.timestamp) INTO last_in_the_way
    FROM (SELECT m.timestamp, row_number() OVER (PARTITION BY m.to_id ORDER BY m.timestamp DESC) AS place
          FROM public.messages m
          WHERE m.from_id = sender AND m.timestamp > minute_ago AND NOT m.automatic
            AND m.to_id IN (SELECT to_id FROM written)) AS recent
    WHERE recent.place > person;
    IF last_in_the_way IS NOT NULL THEN
      PERFORM private.refuse(429, 'too_many_messages_to_person', 'Você enviou muitas mensagens seguidas para esta pessoa. Aguarde um minuto e continue.', last_in_the_way - minute_ago);
    END IF;
  END IF;
  IF private.is_measured(a_minute) THEN
    SELECT m.timestamp INTO last_in_the_way FROM public.messages m
    WHERE m.from_id = sender AND m.timestamp > minute_ago AND NOT m.automatic
    ORDER BY m.timestamp DESC OFFSET a_minute LIMIT 1;
    IF last_in_the_way IS NOT NULL THEN
      PERFORM private.refuse(429, 'too_many_messages', 'Você enviou muitas mensagens em pouco tempo. Aguarde um minuto e continue.', last_in_the_way - minute_ago);
    END IF;
  END IF;
  IF private.is_measured(a_day) THEN
    SELECT m.timestamp INTO last_in_the_way FROM public.messages m
    WHERE m.from_id = sender AND m.timestamp > day_ago AND NOT m.automatic
    ORDER BY m.timestamp DESC OFFSET a_day LIMIT 1;
    IF last_in_the_way IS NOT NULL THEN
      PERFORM private.refuse(429, 'too_many_messages_today', 'Você atingiu o limite de {messages_daily_max} mensagens em 24 horas. Tente novamente mais tarde.', last_in_the_way - day_ago);
    END IF;
  END IF;
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.measure_messages() TO service_role;
ALTER FUNCTION private.measure_messages() OWNER TO definer;

CREATE POLICY "active members write to active members, for parties of theirs" ON public.messages
  FOR INSERT TO authenticated
  WITH CHECK (from_id = (SELECT auth.uid()) AND NOT automatic AND private.is_reachable(from_id) AND private.is_reachable(to_id)
              AND (party_id IS NULL OR party_id = ANY ((SELECT private.parties())::uuid[])));

-- Said with OR, this makes the planner expect next to no row of a conversation
-- to be visible, and so read all of it for its newest page. Of CASE it expects
-- half, and walks the conversation's index from its end.
CREATE POLICY "both sides read their messages" ON public.messages
  FOR SELECT TO authenticated
  USING (CASE WHEN sender_visible THEN (SELECT auth.uid()) IN (from_id, to_id) ELSE (SELECT auth.uid()) = to_id END);
CREATE POLICY "recipients mark messages" ON public.messages
  FOR UPDATE TO authenticated USING (to_id = (SELECT auth.uid())) WITH CHECK (to_id = (SELECT auth.uid()));
CREATE POLICY "the server keeps messages" ON public.messages
  TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF content ON public.messages
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.content)) EXECUTE FUNCTION private.settle_texts('content:text');
CREATE TRIGGER check_quote BEFORE INSERT ON public.messages
  FOR EACH ROW WHEN (NEW.quotes_id IS NOT NULL) EXECUTE FUNCTION private.check_quote();
CREATE TRIGGER count_read AFTER UPDATE ON public.messages
  REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION private.count_read_messages();
CREATE TRIGGER file AFTER INSERT ON public.messages
  FOR EACH ROW EXECUTE FUNCTION private.file_message();
CREATE TRIGGER mark BEFORE UPDATE OF read, delivered_at ON public.messages
  FOR EACH ROW EXECUTE FUNCTION private.mark_message();
CREATE TRIGGER measure AFTER INSERT ON public.messages REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.measure_messages();
SELECT realtime.watch('public.messages');

CREATE TABLE public.message_files (
  id         uuid     NOT NULL DEFAULT private.uuid_v7(),
  message_id uuid     NOT NULL,
  "position" smallint NOT NULL,
  name       text     NOT NULL,
  media_type text     NOT NULL,
  bytes      bigint   NOT NULL,
  path       text     NOT NULL,
  CONSTRAINT message_files_pkey            PRIMARY KEY (id),
  CONSTRAINT message_files_path_key        UNIQUE (path),
  CONSTRAINT message_files_position_key    UNIQUE (message_id, "position"),
  CONSTRAINT message_files_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.messages(id) ON DELETE CASCADE,
  CONSTRAINT message_files_bytes_real      CHECK (bytes >= 0),
  CONSTRAINT message_files_name_bounded    CHECK (btrim(name) <> '' AND length(name) <= 255)
);
COMMENT ON TABLE public.message_files IS 'Files sent with messages';
COMMENT ON COLUMN public.message_files.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.message_files.message_id IS 'The message it is of';
COMMENT ON COLUMN public.message_files."position" IS 'Its place in the order, from the first';
COMMENT ON COLUMN public.message_files.name IS 'What it is called';
COMMENT ON COLUMN public.message_files.media_type IS 'Its media type';
COMMENT ON COLUMN public.message_files.bytes IS 'Its size in bytes';
COMMENT ON COLUMN public.message_files.path IS 'Where its file is in storage';
ALTER TABLE public.message_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.message_files FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, message_id, "position", name, media_type, bytes, path) ON public.message_files TO authenticated;
GRANT SELECT, INSERT ON public.message_files TO service_role;
CREATE POLICY "the server adds files to messages" ON public.message_files
  FOR INSERT TO service_role WITH CHECK (true);
CREATE POLICY "the server reads the files of messages" ON public.message_files
  FOR SELECT TO service_role USING (true);
CREATE POLICY "whoever reads a message reads its files" ON public.message_files
  FOR SELECT TO authenticated USING (EXISTS (SELECT FROM public.messages m WHERE m.id = message_id));
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.message_files
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.name)) EXECUTE FUNCTION private.settle_texts('name');
ALTER TABLE public.message_files ADD CONSTRAINT message_files_name_plain CHECK (private.is_plain_name(name)) NOT VALID;

CREATE TABLE public.conversations (
  owner_id         uuid        NOT NULL,
  partner_id       uuid        NOT NULL,
  thread           text        NOT NULL,
  last_message_id  uuid        NOT NULL,
  last_from_id     uuid        NOT NULL,
  last_content     text        NOT NULL,
  last_at          timestamptz NOT NULL,
  unread_count     integer     NOT NULL DEFAULT 0,
  partner_party_id uuid,
  last_files_count smallint    NOT NULL DEFAULT 0,
  CONSTRAINT conversations_pkey                  PRIMARY KEY (owner_id, partner_id),
  CONSTRAINT conversations_owner_id_fkey         FOREIGN KEY (owner_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT conversations_partner_id_fkey       FOREIGN KEY (partner_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT conversations_partner_party_id_fkey FOREIGN KEY (partner_party_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT conversations_unread_count_range    CHECK (unread_count >= 0)
);
COMMENT ON TABLE public.conversations IS 'The conversations of a person, one row for each partner, with the last message';
COMMENT ON COLUMN public.conversations.owner_id IS 'Whose row it is';
COMMENT ON COLUMN public.conversations.partner_id IS 'With whom';
COMMENT ON COLUMN public.conversations.thread IS 'The two people of the conversation, in a fixed order';
COMMENT ON COLUMN public.conversations.last_message_id IS 'The last message';
COMMENT ON COLUMN public.conversations.last_from_id IS 'Who wrote last';
COMMENT ON COLUMN public.conversations.last_content IS 'What was said last';
COMMENT ON COLUMN public.conversations.last_at IS 'When something was said last';
COMMENT ON COLUMN public.conversations.unread_count IS 'How many messages are unread';
COMMENT ON COLUMN public.conversations.partner_party_id IS 'For whom the partner writes';
COMMENT ON COLUMN public.conversations.last_files_count IS 'How many files the last message has';
CREATE INDEX conversations_newest_idx           ON public.conversations (owner_id, last_at DESC, partner_id);
CREATE INDEX conversations_partner_id_idx       ON public.conversations (partner_id);
CREATE INDEX conversations_partner_party_id_idx ON public.conversations (partner_party_id) WHERE partner_party_id IS NOT NULL;
ALTER TABLE public.conversations ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.conversations FORCE  ROW LEVEL SECURITY;
GRANT SELECT (owner_id, partner_id, thread, last_message_id, last_from_id, last_content, last_at, unread_count, partner_party_id,
  last_files_count) ON public.conversations TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.conversations TO service_role;
CREATE POLICY "owners see their conversations" ON public.conversations
  FOR SELECT TO authenticated USING (owner_id = (SELECT auth.uid()));
CREATE POLICY "the server keeps conversations" ON public.conversations
  TO service_role USING (true) WITH CHECK (true);
SELECT realtime.watch('public.conversations');

-- A file that is being sent is touched by it, so that waiting for the sender it
-- is seen to be younger.
CREATE FUNCTION private.forget_unsent_files(unsent_for interval) RETURNS bigint
LANGUAGE sql SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT set_config('storage.allow_delete_query', 'true', true);
  WITH gone AS (
    DELETE FROM storage.objects o
    WHERE o.bucket_id IN ('messages', 'projects')
      AND o.updated_at < now() - unsent_for
      AND NOT EXISTS (SELECT FROM public.message_files f WHERE f.path = o.name)
      AND NOT EXISTS (SELECT FROM public.project_files f WHERE f.path = o.name)
    RETURNING 1
  )
  SELECT count(*) FROM gone
$$;
GRANT EXECUTE ON FUNCTION private.forget_unsent_files(interval) TO service_role;
ALTER FUNCTION private.forget_unsent_files(interval) OWNER TO definer;

CREATE FUNCTION public.search_messages(words text) RETURNS TABLE (message_id uuid, partner_id uuid, from_id uuid, excerpt text, "timestamp" timestamptz)
LANGUAGE plpgsql STABLE
SET search_path = ''
AS $$
DECLARE
  me    CONSTANT uuid    := auth.uid();
  many  CONSTANT integer := private.limit_of('message_search_max');
  terms CONSTANT text[]  := (regexp_split_to_array(btrim(private.fold(left(words, 200))), '\s+'))[1:8];
BEGIN
  IF me IS NULL OR coalesce(terms[1], '') = '' THEN
    RETURN;
  END IF;
  RETURN QUERY
  WITH own AS (
    (SELECT m.id, m.from_id, m.to_id, m.content, m.timestamp FROM public.messages m WHERE m.from_id = me ORDER BY m.timestamp DESC LIMIT many)
    UNION ALL
    (SELECT m.id, m.from_id, m.to_id, m.content, m.timestamp FROM public.messages m WHERE m.to_id = me ORDER BY m.timestamp DESC LIMIT many)
  ), folded AS MATERIALIZED (
    SELECT own.*, private.fold(own.content) AS said FROM own
  ), found AS (
    SELECT f.* FROM folded f
    WHERE NOT EXISTS (SELECT FROM unnest(terms) AS term WHERE strpos(f.said, term) = 0)
    ORDER BY f.timestamp DESC, f.id DESC
    LIMIT 30
  )
  SELECT f.id, CASE f.from_id WHEN me THEN f.to_id ELSE f.from_id END, f.from_id,
         substr(f.content, greatest(strpos(f.said, terms[1]) - 60, 1), 200), f.timestamp
  FROM found f
  ORDER BY f.timestamp DESC, f.id DESC;
END
$$;
COMMENT ON FUNCTION public.search_messages(text) IS 'The messages of one''s conversations that hold some words';
GRANT EXECUTE ON FUNCTION public.search_messages(text) TO authenticated;

CREATE FUNCTION public.search_conversation(partner_id uuid, words text) RETURNS TABLE (message_id uuid, "timestamp" timestamptz)
LANGUAGE plpgsql STABLE
SET search_path = ''
AS $$
DECLARE
  me    CONSTANT uuid    := auth.uid();
  many  CONSTANT integer := private.limit_of('message_search_max');
  shown CONSTANT integer := private.limit_of('conversation_search_max');
  terms CONSTANT text[]  := (regexp_split_to_array(btrim(private.fold(left(words, 200))), '\s+'))[1:8];
  place CONSTANT text    := least(me, partner_id) || ':' || greatest(me, partner_id);
BEGIN
  IF me IS NULL OR partner_id IS NULL OR coalesce(terms[1], '') = '' THEN
    RETURN;
  END IF;
  RETURN QUERY
  WITH newest AS (
    SELECT m.id, m.timestamp, m.content, m.files_count FROM public.messages m
    WHERE m.thread = place ORDER BY m.timestamp DESC, m.id DESC LIMIT many
  ), folded AS MATERIALIZED (
    SELECT n.id, n.timestamp, private.fold(concat_ws(' ', n.content,
      CASE WHEN n.files_count > 0 THEN (SELECT string_agg(f.name, ' ') FROM public.message_files f WHERE f.message_id = n.id) END)) AS said
    FROM newest n
  )
  SELECT f.id, f.timestamp FROM folded f
  WHERE NOT EXISTS (SELECT FROM unnest(terms) AS term WHERE strpos(f.said, term) = 0)
  ORDER BY f.timestamp DESC, f.id DESC
  LIMIT shown;
END
$$;
COMMENT ON FUNCTION public.search_conversation(uuid,text) IS 'The messages of one conversation that hold some words';
GRANT EXECUTE ON FUNCTION public.search_conversation(uuid,text) TO authenticated;
