-- What passes between the server and the institution: what it told, kept
-- before it is answered; what it was ordered, kept with the step that made it
-- necessary; and where the two accounts of the same money differ.

-- +goose Up
CREATE TABLE private.provider_events (
  -- The institution's own, the same whenever it is repeated.
  id          text        NOT NULL,
  name        text        NOT NULL,
  kind        text        NOT NULL,
  account_id  text        NOT NULL DEFAULT '',
  provider_id text        NOT NULL DEFAULT '',
  reference   text        NOT NULL DEFAULT '',
  value_cents bigint      NOT NULL DEFAULT 0,
  received_at timestamptz NOT NULL DEFAULT now(),
  state       text        NOT NULL DEFAULT 'waiting',
  tries       integer     NOT NULL DEFAULT 0,
  next_at     timestamptz NOT NULL DEFAULT now(),
  last_error  text,
  CONSTRAINT provider_events_pkey        PRIMARY KEY (id),
  CONSTRAINT provider_events_state_known CHECK (state IN ('waiting', 'done', 'parked')),
  CONSTRAINT provider_events_bounded     CHECK (length(id) <= 300 AND length(name) <= 200 AND length(account_id) <= 200 AND length(provider_id) <= 200
    AND length(reference) <= 300 AND length(last_error) <= 1000)
);
CREATE INDEX provider_events_waiting_idx  ON private.provider_events (next_at)     WHERE state = 'waiting';
CREATE INDEX provider_events_parked_idx   ON private.provider_events (received_at) WHERE state = 'parked';
CREATE INDEX provider_events_received_idx ON private.provider_events (received_at) WHERE state = 'done';

CREATE TABLE private.provider_orders (
  id          uuid        NOT NULL DEFAULT private.uuid_v7(),
  kind        text        NOT NULL,
  -- Ours, 26 to 35 letters and digits: the same whenever it is repeated.
  reference   text        NOT NULL,
  charge_id   uuid        NOT NULL,
  -- What has to be done before.
  after_id    uuid,
  value_cents bigint      NOT NULL DEFAULT 0,
  fee_cents   bigint      NOT NULL DEFAULT 0,
  reason      text        NOT NULL DEFAULT '',
  state       text        NOT NULL DEFAULT 'waiting',
  tries       integer     NOT NULL DEFAULT 0,
  next_at     timestamptz NOT NULL DEFAULT now(),
  last_error  text,
  created_at  timestamptz NOT NULL DEFAULT now(),
  done_at     timestamptz,
  CONSTRAINT provider_orders_pkey           PRIMARY KEY (id),
  CONSTRAINT provider_orders_reference_key  UNIQUE (reference),
  CONSTRAINT provider_orders_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES public.charges (id)          ON DELETE RESTRICT,
  CONSTRAINT provider_orders_after_id_fkey  FOREIGN KEY (after_id)  REFERENCES private.provider_orders (id) ON DELETE RESTRICT,
  CONSTRAINT provider_orders_kind_known     CHECK (kind IN ('release', 'refund', 'cancel')),
  CONSTRAINT provider_orders_state_known    CHECK (state IN ('waiting', 'done', 'failed')),
  CONSTRAINT provider_orders_reference_form CHECK (reference ~ '^[a-zA-Z0-9]{26,35}$'),
  CONSTRAINT provider_orders_value_sane     CHECK ((kind = 'refund') = (value_cents > 0) AND fee_cents BETWEEN 0 AND value_cents),
  CONSTRAINT provider_orders_end_told       CHECK ((state = 'done') = (done_at IS NOT NULL)),
  CONSTRAINT provider_orders_bounded        CHECK (length(reason) <= 300 AND length(last_error) <= 1000)
);
CREATE INDEX provider_orders_waiting_idx   ON private.provider_orders (next_at) WHERE state = 'waiting';
CREATE INDEX provider_orders_charge_id_idx ON private.provider_orders (charge_id);
CREATE INDEX provider_orders_after_id_idx  ON private.provider_orders (after_id) WHERE after_id IS NOT NULL;

-- Where what is posted and what the institution says are not the same. What
-- agrees again is resolved, and stays in the list as such.
CREATE TABLE public.reconciliation_differences (
  id          uuid        NOT NULL DEFAULT private.uuid_v7(),
  kind        text        NOT NULL,
  -- What it is about there: a reference of ours, or an event's identifier.
  reference   text        NOT NULL,
  charge_id   uuid,
  detail      text        NOT NULL DEFAULT '',
  found_at    timestamptz NOT NULL DEFAULT now(),
  seen_at     timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz,
  CONSTRAINT reconciliation_differences_pkey           PRIMARY KEY (id),
  CONSTRAINT reconciliation_differences_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES public.charges (id) ON DELETE RESTRICT,
  CONSTRAINT reconciliation_differences_kind_known     CHECK (kind IN ('unknown_charge', 'unknown_event', 'value_differs', 'payment_returning', 'refund_unordered',
    'refund_missing', 'release_missing', 'release_unordered', 'order_refused', 'charge_missing', 'contested_unknown')),
  CONSTRAINT reconciliation_differences_bounded        CHECK (length(reference) <= 300 AND length(detail) <= 1000)
);
CREATE UNIQUE INDEX reconciliation_differences_open ON public.reconciliation_differences (kind, reference) WHERE resolved_at IS NULL;
CREATE INDEX reconciliation_differences_charge_id_idx ON public.reconciliation_differences (charge_id) WHERE charge_id IS NOT NULL;
CREATE INDEX reconciliation_differences_found_idx     ON public.reconciliation_differences (found_at DESC, id DESC);

ALTER TABLE private.provider_events            ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.provider_events            FORCE  ROW LEVEL SECURITY;
ALTER TABLE private.provider_orders            ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.provider_orders            FORCE  ROW LEVEL SECURITY;
ALTER TABLE public.reconciliation_differences ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.reconciliation_differences FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps what it was told"       ON private.provider_events TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "the server keeps what it ordered"        ON private.provider_orders TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "administrators read where money differs" ON public.reconciliation_differences
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps differences"            ON public.reconciliation_differences TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON private.provider_events TO service_role;
GRANT SELECT, INSERT, UPDATE ON private.provider_orders TO service_role;
GRANT SELECT (id, kind, reference, charge_id, detail, found_at, seen_at, resolved_at) ON public.reconciliation_differences TO authenticated;
GRANT SELECT, INSERT, UPDATE ON public.reconciliation_differences TO service_role;
SELECT realtime.watch('public.reconciliation_differences');
