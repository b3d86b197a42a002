-- News reach a device while the product is closed: a browser gives an address at
-- its push service and keys that only it can read with. The row is the session's
-- and goes with it, whichever way the session ends. What is told is queued in the
-- transaction that tells it, once for each device and state of a notice.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('push_devices_max', 10, 'On how many devices one person is told of news; another takes the place of the one longest without any.');

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
  CONSTRAINT push_subscriptions_bounded         CHECK (length(endpoint) BETWEEN 10 AND 1000 AND length(p256dh) BETWEEN 80 AND 100 AND length(auth_secret) BETWEEN 20 AND 30 AND length(user_agent) <= 400)
);
CREATE INDEX push_subscriptions_profile_id_idx ON public.push_subscriptions (profile_id);
ALTER TABLE public.push_subscriptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.push_subscriptions FORCE ROW LEVEL SECURITY;
-- Address and keys are for the server alone: whoever has them can write to the device.
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
  CONSTRAINT push_queue_pkey PRIMARY KEY (notification_id, subscription_id),
  CONSTRAINT push_queue_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES public.notifications(id) ON DELETE CASCADE,
  CONSTRAINT push_queue_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES public.push_subscriptions(id) ON DELETE CASCADE
);
CREATE INDEX push_queue_subscription_id_idx ON private.push_queue (subscription_id);
ALTER TABLE private.push_queue ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.push_queue FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON private.push_queue TO service_role;
CREATE POLICY "the server queues what devices are told" ON private.push_queue FOR ALL TO service_role
  USING (true) WITH CHECK (true);
