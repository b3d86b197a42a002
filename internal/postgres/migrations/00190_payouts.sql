-- What a professional asks to be paid of what is available to him, to a Pix key
-- that is his own document. The key itself is private; people read its end.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('payouts_open_max',         5,  'How many payouts of one party may be under way at once.'),
  ('payout_confirmed_minutes', 10, 'How long after signing in by password a payout needs no password again.');

CREATE TABLE public.payouts (
  id           uuid          NOT NULL DEFAULT private.uuid_v7(),
  party_id     uuid          NOT NULL,
  value_cents  bigint        NOT NULL,
  value        numeric(14,2) NOT NULL GENERATED ALWAYS AS (value_cents / 100.0) STORED,
  -- The last four characters of the key.
  key_end      text          NOT NULL,
  status       text          NOT NULL DEFAULT 'requested',
  -- What the institution said when it did not pay.
  reason       text,
  requested_by uuid,
  created_at   timestamptz   NOT NULL DEFAULT now(),
  done_at      timestamptz,
  CONSTRAINT payouts_pkey              PRIMARY KEY (id),
  CONSTRAINT payouts_party_id_fkey     FOREIGN KEY (party_id)     REFERENCES public.profiles (id) ON DELETE RESTRICT,
  CONSTRAINT payouts_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES public.profiles (id) ON DELETE RESTRICT,
  CONSTRAINT payouts_value_positive    CHECK (value_cents > 0),
  CONSTRAINT payouts_key_end_short     CHECK (length(key_end) BETWEEN 1 AND 4),
  CONSTRAINT payouts_status_known      CHECK (status IN ('requested', 'paid', 'failed')),
  CONSTRAINT payouts_reason_bounded    CHECK (btrim(reason) <> '' AND length(reason) <= 1000),
  CONSTRAINT payouts_end_told          CHECK ((status = 'requested') = (done_at IS NULL) AND (reason IS NULL OR status = 'failed'))
);
CREATE INDEX payouts_party_id_idx     ON public.payouts (party_id, created_at DESC);
CREATE INDEX payouts_requested_by_idx ON public.payouts (requested_by);
ALTER TABLE public.payouts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.payouts FORCE  ROW LEVEL SECURITY;
CREATE POLICY "who may pay for a party reads its payouts" ON public.payouts
  FOR SELECT TO authenticated USING (party_id = ANY ((SELECT private.parties('pay'))::uuid[]));
CREATE POLICY "administrators read every payout" ON public.payouts
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps payouts" ON public.payouts
  FOR ALL TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, party_id, value_cents, value, key_end, status, reason, requested_by, created_at, done_at) ON public.payouts TO authenticated;
GRANT SELECT, INSERT, UPDATE ON public.payouts TO service_role;
SELECT realtime.watch('public.payouts');

-- How the institution is asked for it, until it answers for good.
CREATE TABLE private.payout_orders (
  payout_id   uuid        NOT NULL,
  account_id  text        NOT NULL,
  institution text        NOT NULL,
  pix_key     text        NOT NULL,
  reference   text        NOT NULL,
  tries       integer     NOT NULL DEFAULT 0,
  next_at     timestamptz NOT NULL DEFAULT now(),
  last_error  text,
  CONSTRAINT payout_orders_pkey           PRIMARY KEY (payout_id),
  CONSTRAINT payout_orders_reference_key  UNIQUE (reference),
  CONSTRAINT payout_orders_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES public.payouts (id) ON DELETE RESTRICT
);
CREATE INDEX payout_orders_next_at_idx ON private.payout_orders (next_at);
ALTER TABLE private.payout_orders ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.payout_orders FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps what it asks for payouts" ON private.payout_orders
  FOR ALL TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON private.payout_orders TO service_role;
