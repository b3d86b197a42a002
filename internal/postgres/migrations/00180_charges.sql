-- What a company pays into a guarantee, and for whom an institution keeps it.
-- What both sides may read is in public; identifiers and keys of the
-- institution are in private, the keys sealed by the server.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('charge_hours', 24, 'How long a Pix code for a milestone can be paid.');

-- Whose account is open at the institution, and how far its approval is.
CREATE TABLE public.receivers (
  party_id       uuid        NOT NULL,
  institution    text        NOT NULL,
  status         text        NOT NULL,
  onboarding_url text,
  updated_at     timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT receivers_pkey           PRIMARY KEY (party_id),
  CONSTRAINT receivers_party_id_fkey  FOREIGN KEY (party_id) REFERENCES public.profiles (id) ON DELETE CASCADE,
  CONSTRAINT receivers_status_known   CHECK (status IN ('pending', 'reviewing', 'approved', 'rejected')),
  CONSTRAINT receivers_texts_bounded  CHECK (length(institution) <= 200 AND length(onboarding_url) <= 2000)
);
ALTER TABLE public.receivers ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.receivers FORCE  ROW LEVEL SECURITY;
CREATE POLICY "a party's people read how far its account is" ON public.receivers
  FOR SELECT TO authenticated USING (party_id = ANY ((SELECT private.parties())::uuid[]));
CREATE POLICY "administrators read every receiver" ON public.receivers
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps receivers" ON public.receivers
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (party_id, institution, status, onboarding_url, updated_at) ON public.receivers TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.receivers TO service_role;
SELECT realtime.watch('public.receivers');

CREATE TABLE private.receiver_accounts (
  account_id  text        NOT NULL,
  party_id    uuid        NOT NULL,
  institution text        NOT NULL,
  wallet_id   text        NOT NULL DEFAULT '',
  -- Sealed for the party.
  api_key     text        NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT receiver_accounts_pkey          PRIMARY KEY (account_id),
  CONSTRAINT receiver_accounts_one_each      UNIQUE (party_id, institution),
  CONSTRAINT receiver_accounts_party_id_fkey FOREIGN KEY (party_id) REFERENCES public.profiles (id) ON DELETE CASCADE
);
ALTER TABLE private.receiver_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.receiver_accounts FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps accounts of receivers" ON private.receiver_accounts
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON private.receiver_accounts TO service_role;

CREATE TABLE public.charges (
  id           uuid          NOT NULL DEFAULT private.uuid_v7(),
  contract_id  uuid          NOT NULL,
  milestone_id uuid          NOT NULL,
  txid         text          NOT NULL,
  status       text          NOT NULL DEFAULT 'open',
  value_cents  bigint        NOT NULL,
  value        numeric(14,2) NOT NULL GENERATED ALWAYS AS (value_cents / 100.0) STORED,
  fee_cents    bigint        NOT NULL,
  fee          numeric(14,2) NOT NULL GENERATED ALWAYS AS (fee_cents / 100.0) STORED,
  expires_at   timestamptz   NOT NULL,
  paid_at      timestamptz,
  created_at   timestamptz   NOT NULL DEFAULT now(),
  CONSTRAINT charges_pkey              PRIMARY KEY (id),
  CONSTRAINT charges_txid_key          UNIQUE (txid),
  CONSTRAINT charges_contract_id_fkey  FOREIGN KEY (contract_id)  REFERENCES public.contracts (id)  ON DELETE RESTRICT,
  CONSTRAINT charges_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES public.milestones (id) ON DELETE RESTRICT,
  CONSTRAINT charges_txid_form         CHECK (txid ~ '^[a-zA-Z0-9]{26,35}$'),
  CONSTRAINT charges_status_known      CHECK (status IN ('open', 'paid', 'expired', 'cancelled', 'refunded', 'contested')),
  CONSTRAINT charges_value_positive    CHECK (value_cents > 0 AND fee_cents BETWEEN 0 AND value_cents - 1),
  CONSTRAINT charges_payment_told      CHECK ((status IN ('paid', 'refunded', 'contested')) = (paid_at IS NOT NULL))
);
CREATE UNIQUE INDEX charges_one_open ON public.charges (milestone_id) WHERE status = 'open';
CREATE INDEX charges_milestone_id_idx ON public.charges (milestone_id, created_at DESC);
CREATE INDEX charges_contract_id_idx  ON public.charges (contract_id, created_at DESC);
CREATE INDEX charges_expires_at_idx   ON public.charges (expires_at) WHERE status = 'open';
ALTER TABLE public.charges ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.charges FORCE  ROW LEVEL SECURITY;
CREATE POLICY "both sides read the charges of their contract" ON public.charges
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "administrators read every charge" ON public.charges
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps charges" ON public.charges
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, contract_id, milestone_id, txid, status, value_cents, value, fee_cents, fee, expires_at, paid_at, created_at) ON public.charges TO authenticated;
GRANT SELECT, INSERT, UPDATE ON public.charges TO service_role;
SELECT realtime.watch('public.charges');

-- The code that pays a charge, for whoever may pay it.
CREATE TABLE public.charge_codes (
  charge_id  uuid NOT NULL,
  company_id uuid NOT NULL,
  br_code    text NOT NULL,
  CONSTRAINT charge_codes_pkey            PRIMARY KEY (charge_id),
  CONSTRAINT charge_codes_charge_id_fkey  FOREIGN KEY (charge_id)  REFERENCES public.charges (id)  ON DELETE CASCADE,
  CONSTRAINT charge_codes_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.profiles (id) ON DELETE RESTRICT,
  CONSTRAINT charge_codes_br_code_bounded CHECK (length(br_code) <= 1000)
);
CREATE INDEX charge_codes_company_id_idx ON public.charge_codes (company_id);
ALTER TABLE public.charge_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.charge_codes FORCE  ROW LEVEL SECURITY;
CREATE POLICY "who may pay for the company reads the code" ON public.charge_codes
  FOR SELECT TO authenticated USING (company_id = ANY ((SELECT private.parties('pay'))::uuid[]));
CREATE POLICY "the server keeps codes" ON public.charge_codes
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (charge_id, company_id, br_code) ON public.charge_codes TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.charge_codes TO service_role;

-- What a charge is at the institution.
CREATE TABLE private.provider_charges (
  charge_id     uuid    NOT NULL,
  -- Empty once its holder left and nothing waits for it any more.
  account_id    text,
  provider_id   text    NOT NULL,
  end_to_end_id text    NOT NULL DEFAULT '',
  -- That what was paid guarantees the milestone; otherwise it goes back.
  credited      boolean NOT NULL DEFAULT false,
  -- How often the payer's bank was asked to give it back.
  contests      integer NOT NULL DEFAULT 0,
  CONSTRAINT provider_charges_pkey            PRIMARY KEY (charge_id),
  CONSTRAINT provider_charges_provider_id_key UNIQUE (provider_id),
  CONSTRAINT provider_charges_charge_id_fkey  FOREIGN KEY (charge_id)  REFERENCES public.charges (id)                     ON DELETE CASCADE,
  CONSTRAINT provider_charges_account_id_fkey FOREIGN KEY (account_id) REFERENCES private.receiver_accounts (account_id) ON DELETE SET NULL
);
CREATE INDEX provider_charges_account_id_idx ON private.provider_charges (account_id);
ALTER TABLE private.provider_charges ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.provider_charges FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps what charges are there" ON private.provider_charges
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON private.provider_charges TO service_role;

-- Nobody may write the table, its owner neither.
ALTER TABLE private.transitions NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.transitions (noun, from_state, to_state) VALUES
  ('charge', 'open', 'paid'), ('charge', 'expired', 'paid'), ('charge', 'cancelled', 'paid'),
  ('charge', 'open', 'expired'), ('charge', 'open', 'cancelled'),
  ('charge', 'paid', 'contested'), ('charge', 'contested', 'paid'),
  ('charge', 'paid', 'refunded'), ('charge', 'contested', 'refunded');
ALTER TABLE private.transitions FORCE ROW LEVEL SECURITY;
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.charges
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('charge');
