-- Notifications, and the browsers that are pushed to.

CREATE TABLE public.notifications (
  id           uuid        NOT NULL DEFAULT private.uuid_v7(),
  profile_id   uuid        NOT NULL,
  kind         text        NOT NULL,
  title        text        NOT NULL,
  body         text        NOT NULL DEFAULT '',
  group_key    text,
  count        integer     NOT NULL DEFAULT 1,
  read         boolean     NOT NULL DEFAULT false,
  mailed_at    timestamptz,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  subject_kind text        NOT NULL,
  subject_id   uuid,
  actor_id     uuid,
  actor_name   text,
  CONSTRAINT notifications_pkey               PRIMARY KEY (id),
  CONSTRAINT notifications_actor_id_fkey      FOREIGN KEY (actor_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT notifications_profile_id_fkey    FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT notifications_actor_name_bounded CHECK (length(actor_name) <= 120),
  CONSTRAINT notifications_count_positive     CHECK (count > 0),
  CONSTRAINT notifications_kind_known         CHECK (kind IN ('message', 'proposal', 'decision', 'contract', 'review', 'account', 'report', 'organisation', 'question')),
  CONSTRAINT notifications_subject_kind_form  CHECK (subject_kind ~ '^[a-z_]{1,40}$'),
  CONSTRAINT notifications_texts_bounded      CHECK (btrim(title) <> '' AND length(title) <= 200 AND length(body) <= 400 AND length(group_key) <= 200)
);
COMMENT ON TABLE public.notifications IS 'What a person is told in the product, newest of a group once';
COMMENT ON COLUMN public.notifications.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.notifications.profile_id IS 'Who is told';
COMMENT ON COLUMN public.notifications.kind IS 'What it is about';
COMMENT ON COLUMN public.notifications.title IS 'What it is called';
COMMENT ON COLUMN public.notifications.body IS 'More of it';
COMMENT ON COLUMN public.notifications.group_key IS 'What is told together';
COMMENT ON COLUMN public.notifications.count IS 'How many it stands for';
COMMENT ON COLUMN public.notifications.read IS 'Whether it was read';
COMMENT ON COLUMN public.notifications.mailed_at IS 'When it was sent by mail';
COMMENT ON COLUMN public.notifications.created_at IS 'When it was written';
COMMENT ON COLUMN public.notifications.subject_kind IS 'Of which kind what it is about is';
COMMENT ON COLUMN public.notifications.subject_id IS 'What it is about';
COMMENT ON COLUMN public.notifications.actor_id IS 'Who brought it about';
COMMENT ON COLUMN public.notifications.actor_name IS 'The name of who brought it about';
CREATE INDEX notifications_actor_id_idx      ON public.notifications (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX notifications_newest_idx        ON public.notifications (profile_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX notifications_one_unread ON public.notifications (profile_id, group_key) WHERE ((NOT read) AND (group_key IS NOT NULL));
CREATE INDEX notifications_unmailed_idx      ON public.notifications (created_at) WHERE NOT read AND mailed_at IS NULL;
CREATE INDEX notifications_unread_idx        ON public.notifications (profile_id) WHERE NOT read;
ALTER TABLE public.notifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.notifications FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, profile_id, kind, title, body, count, read, created_at, subject_kind, subject_id), UPDATE (read) ON public.notifications TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.notifications TO service_role;
CREATE POLICY "owners mark their notifications read" ON public.notifications
  FOR UPDATE TO authenticated USING (profile_id = (SELECT auth.uid())) WITH CHECK (profile_id = (SELECT auth.uid()) AND read);
CREATE POLICY "owners read their notifications" ON public.notifications
  FOR SELECT TO authenticated USING (profile_id = (SELECT auth.uid()));
CREATE POLICY "the server keeps notifications" ON public.notifications
  TO service_role USING (true) WITH CHECK (true);
SELECT realtime.watch('public.notifications');

-- A browser gives an address at its push service, and keys that only it can read with. The row
-- belongs to the session and goes with it, whichever way the session ends.
CREATE TABLE public.push_subscriptions (
  id           uuid        NOT NULL DEFAULT private.uuid_v7(),
  profile_id   uuid        NOT NULL,
  session_id   uuid        NOT NULL,
  endpoint     text        NOT NULL,
  p256dh       text        NOT NULL,
  auth_secret  text        NOT NULL,
  user_agent   text        NOT NULL DEFAULT '',
  created_at   timestamptz NOT NULL DEFAULT now(),
  succeeded_at timestamptz,
  CONSTRAINT push_subscriptions_pkey            PRIMARY KEY (id),
  CONSTRAINT push_subscriptions_endpoint_key    UNIQUE (endpoint),
  CONSTRAINT push_subscriptions_session_key     UNIQUE (session_id),
  CONSTRAINT push_subscriptions_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  CONSTRAINT push_subscriptions_bounded         CHECK (((length(endpoint) BETWEEN 10 AND 1000) AND (length(p256dh) BETWEEN 80 AND 100) AND (length(auth_secret) BETWEEN 20
    AND 30) AND (length(user_agent) <= 400)))
);
COMMENT ON TABLE public.push_subscriptions IS 'Devices of a person that are told by Web Push';
COMMENT ON COLUMN public.push_subscriptions.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.push_subscriptions.profile_id IS 'The profile it is of';
COMMENT ON COLUMN public.push_subscriptions.session_id IS 'The session of the device';
COMMENT ON COLUMN public.push_subscriptions.endpoint IS 'Where the push service takes it';
COMMENT ON COLUMN public.push_subscriptions.p256dh IS 'The device''s public key';
COMMENT ON COLUMN public.push_subscriptions.auth_secret IS 'The device''s secret';
COMMENT ON COLUMN public.push_subscriptions.user_agent IS 'What the browser calls itself';
COMMENT ON COLUMN public.push_subscriptions.created_at IS 'When it was written';
COMMENT ON COLUMN public.push_subscriptions.succeeded_at IS 'When it was last reached';
CREATE INDEX push_subscriptions_profile_id_idx ON public.push_subscriptions (profile_id);
ALTER TABLE public.push_subscriptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.push_subscriptions FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, user_agent, created_at, succeeded_at) ON public.push_subscriptions TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.push_subscriptions TO service_role;
CREATE POLICY "people see the devices they are told on" ON public.push_subscriptions FOR SELECT TO authenticated
  USING (profile_id = (SELECT auth.uid()));
CREATE POLICY "the server keeps devices" ON public.push_subscriptions FOR ALL TO service_role
  USING (true) WITH CHECK (true);

CREATE TABLE private.push_queue (
  notification_id uuid    NOT NULL,
  subscription_id uuid    NOT NULL,
  count           integer NOT NULL,
  CONSTRAINT push_queue_pkey                 PRIMARY KEY (notification_id, subscription_id),
  CONSTRAINT push_queue_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES public.notifications(id) ON DELETE CASCADE,
  CONSTRAINT push_queue_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES public.push_subscriptions(id) ON DELETE CASCADE
);
CREATE INDEX push_queue_subscription_id_idx ON private.push_queue (subscription_id);
ALTER TABLE private.push_queue ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.push_queue FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON private.push_queue TO service_role;
CREATE POLICY "the server queues what devices are told" ON private.push_queue FOR ALL TO service_role
  USING (true) WITH CHECK (true);

CREATE FUNCTION private.settle_message_notification() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  UPDATE public.notifications SET read = true
  WHERE profile_id = NEW.owner_id AND group_key = 'message:' || NEW.partner_id AND NOT read;
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.settle_message_notification() TO service_role;
ALTER FUNCTION private.settle_message_notification() OWNER TO definer;

CREATE TRIGGER settle_notification AFTER UPDATE OF unread_count ON public.conversations
  FOR EACH ROW WHEN (NEW.unread_count = 0 AND OLD.unread_count > 0)
  EXECUTE FUNCTION private.settle_message_notification();
