-- What a person is told inside the product, and what they want to be told at
-- all. Unread news about one subject is one line with a count.

-- +goose Up
CREATE TABLE public.preferences (
  profile_id    uuid        NOT NULL,
  new_messages  boolean     NOT NULL DEFAULT true,
  new_proposals boolean     NOT NULL DEFAULT true,
  newsletter    boolean     NOT NULL DEFAULT false,
  updated_at    timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT preferences_pkey            PRIMARY KEY (profile_id),
  CONSTRAINT preferences_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles (id) ON DELETE CASCADE
);
CREATE INDEX preferences_newsletter_idx ON public.preferences (profile_id) WHERE newsletter;
CREATE TRIGGER touch BEFORE UPDATE ON public.preferences
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
ALTER TABLE public.preferences ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.preferences FORCE  ROW LEVEL SECURITY;
CREATE POLICY "owners read their preferences" ON public.preferences
  FOR SELECT TO authenticated USING (profile_id = auth.uid());
CREATE POLICY "owners state their preferences" ON public.preferences
  FOR INSERT TO authenticated WITH CHECK (profile_id = auth.uid() AND private.is_active(profile_id));
CREATE POLICY "owners change their preferences" ON public.preferences
  FOR UPDATE TO authenticated USING (profile_id = auth.uid() AND private.is_active(profile_id)) WITH CHECK (profile_id = auth.uid());
CREATE POLICY "the server keeps preferences" ON public.preferences
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT ON public.preferences TO authenticated;
GRANT INSERT (profile_id, new_messages, new_proposals, newsletter) ON public.preferences TO authenticated;
GRANT UPDATE (profile_id, new_messages, new_proposals, newsletter) ON public.preferences TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.preferences TO service_role;

CREATE TABLE public.notifications (
  id         uuid        NOT NULL DEFAULT private.uuid_v7(),
  profile_id uuid        NOT NULL,
  kind       text        NOT NULL,
  title      text        NOT NULL,
  body       text        NOT NULL DEFAULT '',
  link       text        NOT NULL,
  subject    text,
  count      integer     NOT NULL DEFAULT 1,
  read       boolean     NOT NULL DEFAULT false,
  -- When it was handed to the mail as well; the mail's own bookkeeping.
  mailed_at  timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT notifications_pkey            PRIMARY KEY (id),
  CONSTRAINT notifications_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles (id) ON DELETE CASCADE,
  CONSTRAINT notifications_kind_known      CHECK (kind IN ('message', 'proposal', 'decision', 'contract', 'review', 'account', 'report')),
  CONSTRAINT notifications_texts_bounded   CHECK (btrim(title) <> '' AND length(title) <= 200 AND length(body) <= 400 AND length(subject) <= 200),
  -- A link stays inside the product: '//host' would leave it.
  CONSTRAINT notifications_link_inside     CHECK (link ~ '^/([^/]|$)' AND length(link) <= 300),
  CONSTRAINT notifications_count_positive  CHECK (count > 0)
);
CREATE INDEX notifications_newest_idx ON public.notifications (profile_id, created_at DESC, id DESC);
CREATE INDEX notifications_unread_idx ON public.notifications (profile_id) WHERE NOT read;
CREATE INDEX notifications_unmailed_idx ON public.notifications (created_at) WHERE NOT read AND mailed_at IS NULL;
CREATE UNIQUE INDEX notifications_one_unread ON public.notifications (profile_id, subject) WHERE NOT read AND subject IS NOT NULL;
ALTER TABLE public.notifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.notifications FORCE  ROW LEVEL SECURITY;
CREATE POLICY "owners read their notifications" ON public.notifications
  FOR SELECT TO authenticated USING (profile_id = auth.uid());
CREATE POLICY "owners mark their notifications read" ON public.notifications
  FOR UPDATE TO authenticated USING (profile_id = auth.uid()) WITH CHECK (profile_id = auth.uid() AND read);
CREATE POLICY "the server keeps notifications" ON public.notifications
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, profile_id, kind, title, body, link, subject, count, read, created_at) ON public.notifications TO authenticated;
GRANT UPDATE (read) ON public.notifications TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.notifications TO service_role;
SELECT realtime.watch('public.notifications');

-- Tells somebody something, unless they asked not to hear of its kind.
-- +goose StatementBegin
CREATE FUNCTION private.notify(profile_id uuid, kind text, title text, body text, link text, subject text DEFAULT NULL) RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = ''
AS $$
  INSERT INTO public.notifications AS earlier (profile_id, kind, title, body, link, subject)
  SELECT notify.profile_id, notify.kind, left(notify.title, 200), left(notify.body, 400), notify.link, notify.subject
  WHERE NOT EXISTS (
    SELECT FROM public.preferences p
    WHERE p.profile_id = notify.profile_id
      AND (notify.kind = 'message' AND NOT p.new_messages OR notify.kind = 'proposal' AND NOT p.new_proposals))
  ON CONFLICT (profile_id, subject) WHERE NOT read AND subject IS NOT NULL DO UPDATE
  SET title = excluded.title, body = excluded.body, link = excluded.link, count = earlier.count + 1, created_at = excluded.created_at
$$;
-- +goose StatementEnd
ALTER FUNCTION private.notify(uuid, text, text, text, text, text) OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.notify(uuid, text, text, text, text, text) TO service_role;

-- Messages are told of here and not in the server, so that sending one stays
-- one round trip. An automatic message accompanies news of its own.
-- +goose StatementBegin
CREATE FUNCTION private.notify_message() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF NOT NEW.automatic THEN
    PERFORM private.notify(NEW.to_id, 'message', 'Nova mensagem de ' || name, left(NEW.content, 160), '/dashboard/mensagens/' || NEW.from_id, 'message:' || NEW.from_id)
    FROM public.profiles WHERE id = NEW.from_id;
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.notify_message() OWNER TO service_role;
CREATE TRIGGER notify AFTER INSERT ON public.messages
  FOR EACH ROW EXECUTE FUNCTION private.notify_message();

-- +goose StatementBegin
CREATE FUNCTION private.settle_message_notification() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  UPDATE public.notifications SET read = true
  WHERE profile_id = NEW.owner_id AND subject = 'message:' || NEW.partner_id AND NOT read;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.settle_message_notification() OWNER TO service_role;
CREATE TRIGGER settle_notification AFTER UPDATE OF unread_count ON public.conversations
  FOR EACH ROW WHEN (NEW.unread_count = 0 AND OLD.unread_count > 0)
  EXECUTE FUNCTION private.settle_message_notification();
