-- Charges, receivers, payouts, and the work at the payment institution.

-- Whose account is open at the institution, and how far its approval is.
CREATE TABLE public.receivers (
  party_id       uuid        NOT NULL,
  institution    text        NOT NULL,
  status         text        NOT NULL,
  onboarding_url text,
  updated_at     timestamptz NOT NULL DEFAULT now(),
  reason         text,
  CONSTRAINT receivers_pkey                PRIMARY KEY (party_id),
  CONSTRAINT receivers_party_id_fkey       FOREIGN KEY (party_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT receivers_onboarding_url_form CHECK (onboarding_url ~ '^https?://[^\s\\@]+$'),
  CONSTRAINT receivers_reason_bounded      CHECK (btrim(reason) <> '' AND length(reason) <= 1000),
  CONSTRAINT receivers_status_known        CHECK (status IN ('pending', 'reviewing', 'approved', 'rejected')),
  CONSTRAINT receivers_texts_bounded       CHECK (length(institution) <= 200 AND length(onboarding_url) <= 2000)
);
COMMENT ON TABLE public.receivers IS 'Whether a professional can be paid by the payment institution';
COMMENT ON COLUMN public.receivers.party_id IS 'The party (a profile that makes deals) it is of';
COMMENT ON COLUMN public.receivers.institution IS 'The payment institution';
COMMENT ON COLUMN public.receivers.status IS 'pending, reviewing, approved or rejected';
COMMENT ON COLUMN public.receivers.onboarding_url IS 'Where the registration is finished';
COMMENT ON COLUMN public.receivers.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.receivers.reason IS 'Why, in the words of who did it';
ALTER TABLE public.receivers ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.receivers FORCE  ROW LEVEL SECURITY;
GRANT SELECT (party_id, institution, status, onboarding_url, updated_at, reason) ON public.receivers TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.receivers TO service_role;
CREATE POLICY "a party's people read how far its account is" ON public.receivers
  FOR SELECT TO authenticated USING (party_id = ANY ((SELECT private.parties())::uuid[]));
CREATE POLICY "administrators read every receiver" ON public.receivers
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps receivers" ON public.receivers
  TO service_role USING (true) WITH CHECK (true);
SELECT realtime.watch('public.receivers');

CREATE TABLE private.receiver_accounts (
  account_id  text        NOT NULL,
  party_id    uuid        NOT NULL,
  institution text        NOT NULL,
  wallet_id   text        NOT NULL DEFAULT '',
  api_key     text        NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  retired_at  timestamptz,
  CONSTRAINT receiver_accounts_pkey          PRIMARY KEY (account_id),
  CONSTRAINT receiver_accounts_party_id_fkey FOREIGN KEY (party_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX receiver_accounts_one_each ON private.receiver_accounts (party_id, institution) WHERE retired_at IS NULL;
CREATE INDEX receiver_accounts_party_id_idx    ON private.receiver_accounts (party_id);
ALTER TABLE private.receiver_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.receiver_accounts FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON private.receiver_accounts TO service_role;
CREATE POLICY "the server keeps accounts of receivers" ON private.receiver_accounts
  TO service_role USING (true) WITH CHECK (true);

-- What a company pays into a guarantee. What both sides may read is in public; identifiers and keys
-- of the institution are in private, the keys sealed by the server.
CREATE TABLE public.charges (
  id           uuid          NOT NULL DEFAULT private.uuid_v7(),
  contract_id  uuid          NOT NULL,
  milestone_id uuid          NOT NULL,
  txid         text          NOT NULL,
  status       text          NOT NULL DEFAULT 'open',
  value_cents  bigint        NOT NULL,
  value        numeric(14,2) NOT NULL GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  fee_cents    bigint        NOT NULL,
  fee          numeric(14,2) NOT NULL GENERATED ALWAYS AS ((fee_cents::numeric / 100.0)) STORED,
  expires_at   timestamptz   NOT NULL,
  paid_at      timestamptz,
  created_at   timestamptz   NOT NULL DEFAULT now(),
  CONSTRAINT charges_pkey              PRIMARY KEY (id),
  CONSTRAINT charges_txid_key          UNIQUE (txid),
  CONSTRAINT charges_contract_id_fkey  FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT charges_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT charges_payment_told      CHECK ((status IN ('paid', 'refunded', 'contested')) = (paid_at IS NOT NULL)),
  CONSTRAINT charges_status_known      CHECK (status IN ('open', 'paid', 'expired', 'cancelled', 'refunded', 'contested')),
  CONSTRAINT charges_txid_form         CHECK (txid ~ '^[a-zA-Z0-9]{26,35}$'),
  CONSTRAINT charges_value_positive    CHECK (((value_cents > 0) AND ((fee_cents >= 0) AND (fee_cents <= (value_cents - 1)))))
);
COMMENT ON TABLE public.charges IS 'Pix charges by which a milestone is put under guarantee';
COMMENT ON COLUMN public.charges.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.charges.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.charges.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.charges.txid IS 'Its identifier in Pix';
COMMENT ON COLUMN public.charges.status IS 'open, paid, expired, cancelled, refunded or contested';
COMMENT ON COLUMN public.charges.value_cents IS 'Its value in centavos';
COMMENT ON COLUMN public.charges.value IS 'Its value in reais';
COMMENT ON COLUMN public.charges.fee_cents IS 'The platform''s fee in centavos';
COMMENT ON COLUMN public.charges.fee IS 'The platform''s fee in reais';
COMMENT ON COLUMN public.charges.expires_at IS 'Until when it is good';
COMMENT ON COLUMN public.charges.paid_at IS 'When it was paid';
COMMENT ON COLUMN public.charges.created_at IS 'When it was written';
CREATE INDEX charges_contract_id_idx  ON public.charges (contract_id, created_at DESC);
CREATE INDEX charges_expires_at_idx   ON public.charges (expires_at) WHERE status = 'open';
CREATE INDEX charges_milestone_id_idx ON public.charges (milestone_id, created_at DESC);
CREATE UNIQUE INDEX charges_one_open  ON public.charges (milestone_id) WHERE status = 'open';
ALTER TABLE public.charges ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.charges FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, contract_id, milestone_id, txid, status, value_cents, value, fee_cents, fee, expires_at, paid_at, created_at) ON public.charges TO authenticated;
GRANT SELECT, INSERT, UPDATE ON public.charges TO service_role;
CREATE POLICY "administrators read every charge" ON public.charges
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "both sides read the charges of their contract" ON public.charges
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps charges" ON public.charges
  TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.charges
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('charge');
SELECT realtime.watch('public.charges');

-- The code that pays a charge, for whoever may pay it.
CREATE TABLE public.charge_codes (
  charge_id  uuid NOT NULL,
  company_id uuid NOT NULL,
  br_code    text NOT NULL,
  CONSTRAINT charge_codes_pkey            PRIMARY KEY (charge_id),
  CONSTRAINT charge_codes_charge_id_fkey  FOREIGN KEY (charge_id) REFERENCES public.charges(id) ON DELETE CASCADE,
  CONSTRAINT charge_codes_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT charge_codes_br_code_bounded CHECK (length(br_code) <= 1000)
);
COMMENT ON TABLE public.charge_codes IS 'The Pix codes of open charges, for the company that pays';
COMMENT ON COLUMN public.charge_codes.charge_id IS 'The charge it is of';
COMMENT ON COLUMN public.charge_codes.company_id IS 'The company';
COMMENT ON COLUMN public.charge_codes.br_code IS 'The code to copy into a bank (BR Code)';
CREATE INDEX charge_codes_company_id_idx ON public.charge_codes (company_id);
ALTER TABLE public.charge_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.charge_codes FORCE  ROW LEVEL SECURITY;
GRANT SELECT (charge_id, company_id, br_code) ON public.charge_codes TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.charge_codes TO service_role;
CREATE POLICY "the server keeps codes" ON public.charge_codes
  TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "who may pay for the company reads the code" ON public.charge_codes
  FOR SELECT TO authenticated USING (company_id = ANY ((SELECT private.parties('pay'))::uuid[]));

CREATE TABLE private.provider_orders (
  id          uuid        NOT NULL DEFAULT private.uuid_v7(),
  kind        text        NOT NULL,
  reference   text        NOT NULL,
  charge_id   uuid        NOT NULL,
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
  CONSTRAINT provider_orders_after_id_fkey  FOREIGN KEY (after_id) REFERENCES private.provider_orders(id) ON DELETE RESTRICT,
  CONSTRAINT provider_orders_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES public.charges(id) ON DELETE RESTRICT,
  CONSTRAINT provider_orders_bounded        CHECK (length(reason) <= 300 AND length(last_error) <= 1000),
  CONSTRAINT provider_orders_end_told       CHECK ((state = 'done') = (done_at IS NOT NULL)),
  CONSTRAINT provider_orders_kind_known     CHECK (kind IN ('release', 'refund', 'cancel')),
  CONSTRAINT provider_orders_reference_form CHECK (reference ~ '^[a-zA-Z0-9]{26,35}$'),
  CONSTRAINT provider_orders_state_known    CHECK (state IN ('waiting', 'done', 'failed')),
  CONSTRAINT provider_orders_value_sane     CHECK ((((kind = 'refund') = (value_cents > 0)) AND ((fee_cents >= 0) AND (fee_cents <= value_cents))))
);
CREATE INDEX provider_orders_after_id_idx  ON private.provider_orders (after_id) WHERE after_id IS NOT NULL;
CREATE INDEX provider_orders_charge_id_idx ON private.provider_orders (charge_id);
CREATE INDEX provider_orders_failed_idx    ON private.provider_orders (created_at, id)        WHERE state = 'failed';
CREATE INDEX provider_orders_waiting_idx   ON private.provider_orders (next_at) WHERE state = 'waiting';
ALTER TABLE private.provider_orders ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.provider_orders FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON private.provider_orders TO service_role;
CREATE POLICY "the server keeps what it ordered"        ON private.provider_orders TO service_role USING (true) WITH CHECK (true);

-- What a charge is at the institution.
CREATE TABLE private.provider_charges (
  charge_id     uuid    NOT NULL,
  account_id    text,
  provider_id   text    NOT NULL,
  end_to_end_id text    NOT NULL DEFAULT '',
  credited      boolean NOT NULL DEFAULT false,
  contests      integer NOT NULL DEFAULT 0,
  round         integer NOT NULL DEFAULT 1,
  CONSTRAINT provider_charges_pkey            PRIMARY KEY (charge_id),
  CONSTRAINT provider_charges_provider_id_key UNIQUE (provider_id),
  CONSTRAINT provider_charges_account_id_fkey FOREIGN KEY (account_id) REFERENCES private.receiver_accounts(account_id) ON DELETE SET NULL,
  CONSTRAINT provider_charges_charge_id_fkey  FOREIGN KEY (charge_id) REFERENCES public.charges(id) ON DELETE CASCADE,
  CONSTRAINT provider_charges_round_positive  CHECK (round > 0)
);
CREATE INDEX provider_charges_account_id_idx ON private.provider_charges (account_id);
ALTER TABLE private.provider_charges ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.provider_charges FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON private.provider_charges TO service_role;
CREATE POLICY "the server keeps what charges are there" ON private.provider_charges
  TO service_role USING (true) WITH CHECK (true);

CREATE TABLE private.provider_events (
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
  CONSTRAINT provider_events_bounded     CHECK (length(id) <= 300 AND length(name) <= 200 AND length(account_id) <= 200 AND length(provider_id) <= 200 AND length(reference) <= 300
    AND length(last_error) <= 1000),
  CONSTRAINT provider_events_state_known CHECK (state IN ('waiting', 'done', 'parked'))
);
CREATE INDEX provider_events_parked_idx   ON private.provider_events (received_at) WHERE state = 'parked';
CREATE INDEX provider_events_received_idx ON private.provider_events (received_at) WHERE state = 'done';
CREATE INDEX provider_events_waiting_idx  ON private.provider_events (next_at)     WHERE state = 'waiting';
ALTER TABLE private.provider_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.provider_events FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON private.provider_events TO service_role;
CREATE POLICY "the server keeps what it was told"       ON private.provider_events TO service_role USING (true) WITH CHECK (true);

CREATE TABLE public.payouts (
  id           uuid          NOT NULL DEFAULT private.uuid_v7(),
  party_id     uuid          NOT NULL,
  value_cents  bigint        NOT NULL,
  value        numeric(14,2) NOT NULL GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  key_end      text          NOT NULL,
  status       text          NOT NULL DEFAULT 'requested',
  reason       text,
  requested_by uuid,
  created_at   timestamptz   NOT NULL DEFAULT now(),
  done_at      timestamptz,
  reference    text,
  CONSTRAINT payouts_pkey              PRIMARY KEY (id),
  CONSTRAINT payouts_party_id_fkey     FOREIGN KEY (party_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT payouts_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT payouts_end_told          CHECK ((status = 'requested') = (done_at IS NULL) AND (reason IS NULL OR (status IN ('failed', 'returned')))),
  CONSTRAINT payouts_key_end_short     CHECK (length(key_end) >= 1 AND length(key_end) <= 4),
  CONSTRAINT payouts_reason_bounded    CHECK (btrim(reason) <> '' AND length(reason) <= 1000),
  CONSTRAINT payouts_status_known      CHECK (status IN ('requested', 'paid', 'failed', 'returned')),
  CONSTRAINT payouts_value_positive    CHECK (value_cents > 0)
);
COMMENT ON TABLE public.payouts IS 'Withdrawals of what is available, by Pix';
COMMENT ON COLUMN public.payouts.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.payouts.party_id IS 'The party (a profile that makes deals) it is of';
COMMENT ON COLUMN public.payouts.value_cents IS 'Its value in centavos';
COMMENT ON COLUMN public.payouts.value IS 'Its value in reais';
COMMENT ON COLUMN public.payouts.key_end IS 'The end of the Pix key';
COMMENT ON COLUMN public.payouts.status IS 'requested, paid, failed, or returned by the receiving bank after it was paid';
COMMENT ON COLUMN public.payouts.reason IS 'Why it failed or came back';
COMMENT ON COLUMN public.payouts.requested_by IS 'Who asked for it';
COMMENT ON COLUMN public.payouts.created_at IS 'When it was written';
COMMENT ON COLUMN public.payouts.done_at IS 'When it was paid, failed or came back';
COMMENT ON COLUMN public.payouts.reference IS 'What it is called by the payment institution';
CREATE INDEX payouts_failed_idx           ON public.payouts (done_at DESC, id DESC) WHERE status IN ('failed', 'returned');
CREATE INDEX payouts_open_idx             ON public.payouts (created_at, id)                 WHERE status = 'requested';
CREATE INDEX payouts_party_id_idx         ON public.payouts (party_id, created_at DESC);
CREATE UNIQUE INDEX payouts_reference_key ON public.payouts (reference) WHERE reference IS NOT NULL;
CREATE INDEX payouts_requested_by_idx     ON public.payouts (requested_by);
ALTER TABLE public.payouts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.payouts FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, party_id, value_cents, value, key_end, status, reason, requested_by, created_at, done_at) ON public.payouts TO authenticated;
GRANT SELECT, INSERT, UPDATE ON public.payouts TO service_role;
CREATE POLICY "administrators read every payout" ON public.payouts
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps payouts" ON public.payouts
  FOR ALL TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "who may pay for a party reads its payouts" ON public.payouts
  FOR SELECT TO authenticated USING (party_id = ANY ((SELECT private.parties('pay'))::uuid[]));
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
  CONSTRAINT payout_orders_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES public.payouts(id) ON DELETE RESTRICT
);
CREATE INDEX payout_orders_next_at_idx ON private.payout_orders (next_at);
ALTER TABLE private.payout_orders ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.payout_orders FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON private.payout_orders TO service_role;
CREATE POLICY "the server keeps what it asks for payouts" ON private.payout_orders
  FOR ALL TO service_role USING (true) WITH CHECK (true);

-- Where what is posted and what the institution says are not the same. What
-- agrees again is resolved, and stays in the list as such.
CREATE TABLE public.reconciliation_differences (
  id           uuid        NOT NULL DEFAULT private.uuid_v7(),
  kind         text        NOT NULL,
  reference    text        NOT NULL,
  charge_id    uuid,
  detail       text        NOT NULL DEFAULT '',
  found_at     timestamptz NOT NULL DEFAULT now(),
  seen_at      timestamptz NOT NULL DEFAULT now(),
  resolved_at  timestamptz,
  ours_cents   bigint,
  theirs_cents bigint,
  handled_at   timestamptz,
  handled_by   uuid,
  handling     text,
  CONSTRAINT reconciliation_differences_pkey            PRIMARY KEY (id),
  CONSTRAINT reconciliation_differences_charge_id_fkey  FOREIGN KEY (charge_id) REFERENCES public.charges(id) ON DELETE RESTRICT,
  CONSTRAINT reconciliation_differences_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT reconciliation_differences_bounded         CHECK (length(reference) <= 300 AND length(detail) <= 1000),
  CONSTRAINT reconciliation_differences_handling_filled CHECK (btrim(handling) <> '' AND length(handling) <= 1000),
  CONSTRAINT reconciliation_differences_handling_told   CHECK ((handled_at IS NULL) = (handled_by IS NULL) AND (handled_at IS NULL) = (handling IS NULL)),
  CONSTRAINT reconciliation_differences_kind_known      CHECK (kind IN ('unknown_charge', 'unknown_event', 'value_differs', 'payment_returning', 'refund_unordered', 'refund_missing',
    'release_missing', 'release_unordered', 'order_refused', 'charge_missing', 'contested_unknown'))
);
COMMENT ON TABLE public.reconciliation_differences IS 'Where the ledger and the payment institution differ, for administrators';
COMMENT ON COLUMN public.reconciliation_differences.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.reconciliation_differences.kind IS 'Of which kind it is';
COMMENT ON COLUMN public.reconciliation_differences.reference IS 'What it is called by the payment institution';
COMMENT ON COLUMN public.reconciliation_differences.charge_id IS 'The charge it is of';
COMMENT ON COLUMN public.reconciliation_differences.detail IS 'What differs';
COMMENT ON COLUMN public.reconciliation_differences.found_at IS 'When it was found';
COMMENT ON COLUMN public.reconciliation_differences.seen_at IS 'When it was last found';
COMMENT ON COLUMN public.reconciliation_differences.resolved_at IS 'When it was no longer found';
COMMENT ON COLUMN public.reconciliation_differences.ours_cents IS 'What the ledger has, in centavos';
COMMENT ON COLUMN public.reconciliation_differences.theirs_cents IS 'What the payment institution has, in centavos';
COMMENT ON COLUMN public.reconciliation_differences.handled_at IS 'When somebody dealt with it';
COMMENT ON COLUMN public.reconciliation_differences.handled_by IS 'Who dealt with it';
COMMENT ON COLUMN public.reconciliation_differences.handling IS 'What was done';
CREATE INDEX reconciliation_differences_charge_id_idx  ON public.reconciliation_differences (charge_id) WHERE charge_id IS NOT NULL;
CREATE INDEX reconciliation_differences_found_idx      ON public.reconciliation_differences (found_at DESC, id DESC);
CREATE INDEX reconciliation_differences_handled_by_idx ON public.reconciliation_differences (handled_by) WHERE handled_by IS NOT NULL;
CREATE UNIQUE INDEX reconciliation_differences_open    ON public.reconciliation_differences (kind, reference) WHERE resolved_at IS NULL;
CREATE INDEX reconciliation_differences_waiting_idx    ON public.reconciliation_differences (found_at DESC, id DESC)
  WHERE resolved_at IS NULL AND handled_at IS NULL;
ALTER TABLE public.reconciliation_differences ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.reconciliation_differences FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, kind, reference, charge_id, detail, found_at, seen_at, resolved_at, ours_cents, theirs_cents, handled_at,
  handled_by, handling) ON public.reconciliation_differences TO authenticated;
GRANT SELECT, INSERT, UPDATE ON public.reconciliation_differences TO service_role;
CREATE POLICY "administrators read where money differs" ON public.reconciliation_differences
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps differences"            ON public.reconciliation_differences TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF handling ON public.reconciliation_differences
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.handling)) EXECUTE FUNCTION private.settle_texts('handling:text');
SELECT realtime.watch('public.reconciliation_differences');

-- The last comparison with the institution that ended.
CREATE TABLE private.payment_comparisons (
  institution text        NOT NULL,
  started_at  timestamptz NOT NULL,
  ended_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  accounts    integer     NOT NULL,
  charges     integer     NOT NULL,
  is_whole    boolean     NOT NULL,
  CONSTRAINT payment_comparisons_pkey        PRIMARY KEY (institution),
  CONSTRAINT payment_comparisons_counts_sane CHECK (accounts >= 0 AND charges >= 0)
);
ALTER TABLE private.payment_comparisons ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.payment_comparisons FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON private.payment_comparisons TO service_role;
CREATE POLICY "the server keeps the last comparison" ON private.payment_comparisons
  TO service_role USING (true) WITH CHECK (true);
