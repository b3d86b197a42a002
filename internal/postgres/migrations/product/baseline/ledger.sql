-- The ledger: every centavo that is held, released, paid out or paid back, in entries that
-- nobody changes.

GRANT CREATE ON SCHEMA private, public TO ledger_keeper;

-- The product never holds money: an institution does, and the ledger says to whom it belongs. Every
-- movement is a transfer of entries that add up to nothing; transfers are only added, each with the
-- hash of the one before it. The tables belong to the role that migrates, the functions that write
-- to them to ledger_keeper, a role that nobody has: neither the server's login nor service_role can
-- post but through them, and nobody, the owner included, changes what was posted. A migration that
-- replaces one of the functions joins the role for it.
CREATE TABLE public.ledger_transfers (
  id            uuid        NOT NULL,
  number        bigint      NOT NULL,
  business_key  text        NOT NULL,
  kind          text        NOT NULL,
  contract_id   uuid,
  milestone_id  uuid,
  memo          text,
  created_at    timestamptz NOT NULL,
  previous_hash bytea       NOT NULL,
  hash          bytea       NOT NULL,
  CONSTRAINT ledger_transfers_pkey                 PRIMARY KEY (id),
  CONSTRAINT ledger_transfers_business_key_key     UNIQUE (business_key),
  CONSTRAINT ledger_transfers_number_key           UNIQUE (number),
  CONSTRAINT ledger_transfers_contract_id_fkey     FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT ledger_transfers_business_key_bounded CHECK (btrim(business_key) <> '' AND length(business_key) <= 200),
  CONSTRAINT ledger_transfers_hashes_whole         CHECK (octet_length(previous_hash) = 32 AND octet_length(hash) = 32),
  CONSTRAINT ledger_transfers_kind_known           CHECK (kind IN ('guarantee', 'release', 'fee', 'refund', 'split', 'payout', 'payout_returned', 'withheld', 'contest', 'contest_returned',
    'adjustment')),
  CONSTRAINT ledger_transfers_memo_bounded         CHECK (btrim(memo) <> '' AND length(memo) <= 500),
  CONSTRAINT ledger_transfers_number_positive      CHECK (number > 0)
);
COMMENT ON TABLE public.ledger_transfers IS 'Transfers of the ledger, each chained to the one before by its hash
Only added to.';
COMMENT ON COLUMN public.ledger_transfers.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.ledger_transfers.number IS 'Its number, in order';
COMMENT ON COLUMN public.ledger_transfers.business_key IS 'What it is for, once';
COMMENT ON COLUMN public.ledger_transfers.kind IS 'Why it was made';
COMMENT ON COLUMN public.ledger_transfers.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.ledger_transfers.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.ledger_transfers.memo IS 'What it is for, in words';
COMMENT ON COLUMN public.ledger_transfers.created_at IS 'When it was written';
COMMENT ON COLUMN public.ledger_transfers.previous_hash IS 'The hash of the transfer before';
COMMENT ON COLUMN public.ledger_transfers.hash IS 'SHA-256 of the transfer and the hash before';
CREATE INDEX ledger_transfers_contract_id_idx  ON public.ledger_transfers (contract_id, number);
CREATE INDEX ledger_transfers_milestone_id_idx ON public.ledger_transfers (milestone_id, number) WHERE milestone_id IS NOT NULL;
ALTER TABLE public.ledger_transfers ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.ledger_transfers FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, number, business_key, kind, contract_id, milestone_id, memo, created_at, previous_hash, hash) ON public.ledger_transfers TO authenticated;
GRANT SELECT, INSERT ON public.ledger_transfers TO ledger_keeper;
GRANT SELECT ON public.ledger_transfers TO service_role;

-- Nobody changes what was posted, or takes it away.
CREATE FUNCTION private.refuse_ledger_change() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  RAISE EXCEPTION '% is only added to', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE POLICY "administrators read what was posted"   ON public.ledger_transfers FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "only the ledger posts"                 ON public.ledger_transfers FOR INSERT TO ledger_keeper WITH CHECK (true);
CREATE POLICY "the ledger reads what was posted"      ON public.ledger_transfers FOR SELECT TO ledger_keeper USING (true);
CREATE POLICY "the server reads what was posted"      ON public.ledger_transfers FOR SELECT TO service_role  USING (true);
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.ledger_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_ledger_change();
CREATE TRIGGER only_added_to BEFORE UPDATE OR DELETE ON public.ledger_transfers
  FOR EACH ROW EXECUTE FUNCTION private.refuse_ledger_change();

CREATE TABLE public.ledger_entries (
  id           uuid          NOT NULL,
  transfer_id  uuid          NOT NULL,
  "position"   integer       NOT NULL,
  account      text          NOT NULL,
  party_id     uuid,
  contract_id  uuid,
  milestone_id uuid,
  kind         text          NOT NULL,
  value_cents  bigint        NOT NULL,
  created_at   timestamptz   NOT NULL,
  value        numeric(14,2) NOT NULL GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  CONSTRAINT ledger_entries_pkey                 PRIMARY KEY (id),
  CONSTRAINT ledger_entries_transfer_id_position UNIQUE (transfer_id, "position"),
  CONSTRAINT ledger_entries_contract_id_fkey     FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT ledger_entries_transfer_id_fkey     FOREIGN KEY (transfer_id) REFERENCES public.ledger_transfers(id) ON DELETE RESTRICT,
  CONSTRAINT ledger_entries_kind_known           CHECK (kind IN ('guarantee', 'release', 'fee', 'refund', 'split', 'payout', 'payout_returned', 'withheld', 'contest', 'contest_returned',
    'adjustment')),
  CONSTRAINT ledger_entries_value_cents_moved    CHECK (value_cents <> 0)
);
COMMENT ON TABLE public.ledger_entries IS 'Sides of the ledger''s transfers; those of a transfer add up to zero
Only added to.';
COMMENT ON COLUMN public.ledger_entries.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.ledger_entries.transfer_id IS 'The transfer it is of';
COMMENT ON COLUMN public.ledger_entries."position" IS 'Its place in the order, from the first';
COMMENT ON COLUMN public.ledger_entries.account IS 'The account that it moves';
COMMENT ON COLUMN public.ledger_entries.party_id IS 'The party (a profile that makes deals) it is of';
COMMENT ON COLUMN public.ledger_entries.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.ledger_entries.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.ledger_entries.kind IS 'Why it moved';
COMMENT ON COLUMN public.ledger_entries.value_cents IS 'What came to the account, in centavos; negative went';
COMMENT ON COLUMN public.ledger_entries.created_at IS 'When it was written';
COMMENT ON COLUMN public.ledger_entries.value IS 'What came to the account, in reais; negative went';
CREATE INDEX ledger_entries_account_idx     ON public.ledger_entries (account);
CREATE INDEX ledger_entries_contract_id_idx ON public.ledger_entries (contract_id);
CREATE INDEX ledger_entries_fee_idx         ON public.ledger_entries (created_at, value_cents) WHERE account = 'fee';
CREATE INDEX ledger_entries_statement_idx   ON public.ledger_entries (party_id, created_at DESC, id DESC)
  WHERE account LIKE 'available:%' OR account LIKE 'outside:company:%';
ALTER TABLE public.ledger_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.ledger_entries FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, transfer_id, "position", account, party_id, contract_id, milestone_id, kind, value_cents, created_at, value) ON public.ledger_entries TO authenticated;
GRANT SELECT, INSERT ON public.ledger_entries TO ledger_keeper;
GRANT SELECT ON public.ledger_entries TO service_role;
CREATE POLICY "administrators read entries"           ON public.ledger_entries   FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "only the ledger adds entries"          ON public.ledger_entries   FOR INSERT TO ledger_keeper WITH CHECK (true);
CREATE POLICY "the ledger reads entries"              ON public.ledger_entries   FOR SELECT TO ledger_keeper USING (true);
CREATE POLICY "the server reads entries"              ON public.ledger_entries   FOR SELECT TO service_role  USING (true);
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_ledger_change();
CREATE TRIGGER only_added_to BEFORE UPDATE OR DELETE ON public.ledger_entries
  FOR EACH ROW EXECUTE FUNCTION private.refuse_ledger_change();

-- What an account has, kept by the functions of the ledger; every sum can be had from the entries.
-- Reserved is the sum of its pending holds.
CREATE TABLE private.ledger_balances (
  account        text   NOT NULL,
  party_id       uuid,
  other_party_id uuid,
  balance_cents  bigint NOT NULL DEFAULT 0,
  reserved_cents bigint NOT NULL DEFAULT 0,
  floor_cents    bigint          GENERATED ALWAYS AS ( CASE WHEN account ~ '^(held|available|paying):' THEN 0 ELSE NULL::integer END) STORED,
  CONSTRAINT ledger_balances_pkey          PRIMARY KEY (account),
  CONSTRAINT ledger_balances_account_form  CHECK (account ~ '^((outside:company|outside:payout|held|available|paying|contested|owed):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|fee)$'),
  CONSTRAINT ledger_balances_floor_kept    CHECK ((balance_cents - reserved_cents) >= floor_cents),
  CONSTRAINT ledger_balances_reserved_sane CHECK (reserved_cents >= 0)
);
CREATE INDEX ledger_balances_other_party_id_idx ON private.ledger_balances (other_party_id) WHERE other_party_id IS NOT NULL;
CREATE INDEX ledger_balances_party_id_idx       ON private.ledger_balances (party_id)       WHERE party_id       IS NOT NULL;
ALTER TABLE private.ledger_balances ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.ledger_balances FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON private.ledger_balances TO ledger_keeper;
GRANT SELECT ON private.ledger_balances TO service_role;
CREATE POLICY "the ledger keeps balances"             ON private.ledger_balances TO ledger_keeper USING (true) WITH CHECK (true);
CREATE POLICY "the server reads balances"             ON private.ledger_balances FOR SELECT TO service_role  USING (true);

-- Money set aside while the institution is asked to move it: a hold lowers what
-- is usable, and ends once, by moving up to its value or by giving it back.
CREATE TABLE private.ledger_holds (
  id           uuid        NOT NULL DEFAULT private.uuid_v7(),
  business_key text        NOT NULL,
  account      text        NOT NULL,
  value_cents  bigint      NOT NULL,
  state        text        NOT NULL DEFAULT 'pending',
  posted_cents bigint      NOT NULL DEFAULT 0,
  transfer_id  uuid,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at     timestamptz,
  CONSTRAINT ledger_holds_pkey                 PRIMARY KEY (id),
  CONSTRAINT ledger_holds_business_key_key     UNIQUE (business_key),
  CONSTRAINT ledger_holds_account_fkey         FOREIGN KEY (account) REFERENCES private.ledger_balances(account) ON DELETE RESTRICT,
  CONSTRAINT ledger_holds_transfer_id_fkey     FOREIGN KEY (transfer_id) REFERENCES public.ledger_transfers(id) ON DELETE RESTRICT,
  CONSTRAINT ledger_holds_business_key_bounded CHECK (btrim(business_key) <> '' AND length(business_key) <= 200),
  CONSTRAINT ledger_holds_end_told             CHECK ((state = 'pending') = (ended_at IS NULL) AND (state = 'posted') = (posted_cents > 0) AND (state = 'posted') = (transfer_id IS NOT NULL)),
  CONSTRAINT ledger_holds_posted_within        CHECK (posted_cents >= 0 AND posted_cents <= value_cents),
  CONSTRAINT ledger_holds_state_known          CHECK (state IN ('pending', 'posted', 'voided')),
  CONSTRAINT ledger_holds_value_cents_positive CHECK (value_cents > 0)
);
CREATE INDEX ledger_holds_account_idx     ON private.ledger_holds (account);
CREATE INDEX ledger_holds_transfer_id_idx ON private.ledger_holds (transfer_id);
ALTER TABLE private.ledger_holds ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.ledger_holds FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON private.ledger_holds TO ledger_keeper;
GRANT SELECT ON private.ledger_holds TO service_role;
CREATE POLICY "the ledger keeps holds"                ON private.ledger_holds    TO ledger_keeper USING (true) WITH CHECK (true);
CREATE POLICY "the server reads holds"                ON private.ledger_holds    FOR SELECT TO service_role  USING (true);

-- What a party reads of its own: what it paid into guarantees, less than
-- nothing, and got back; what it earned, what went off that, and what it was
-- paid out. For a professional it adds up to what is available. Whoever may pay
-- for a party reads it, administrators included in nothing but their own.
CREATE VIEW public.statement WITH (security_barrier) AS
  SELECT e.id, e.transfer_id, e.party_id, e.created_at AS at, e.kind, e.value, e.contract_id, e.milestone_id
  FROM public.ledger_entries e
  WHERE (e.account LIKE 'available:%' OR e.account LIKE 'outside:company:%')
    AND e.party_id = ANY ((SELECT private.parties('pay'))::uuid[]);
COMMENT ON VIEW public.statement IS 'The money movements of the parties one may see the money of, newest last';
COMMENT ON COLUMN public.statement.id IS 'Its key';
COMMENT ON COLUMN public.statement.transfer_id IS 'The transfer it is of';
COMMENT ON COLUMN public.statement.party_id IS 'The party (a profile that makes deals) it is of';
COMMENT ON COLUMN public.statement.at IS 'When';
COMMENT ON COLUMN public.statement.kind IS 'Why it moved';
COMMENT ON COLUMN public.statement.value IS 'What came, in reais; negative went';
COMMENT ON COLUMN public.statement.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.statement.milestone_id IS 'The milestone it is of';
GRANT SELECT (id, transfer_id, party_id, at, kind, value, contract_id, milestone_id) ON public.statement TO authenticated;
GRANT SELECT ON public.statement TO service_role;
ALTER VIEW public.statement OWNER TO ledger_keeper;

-- A milestone may be guaranteed more than once; what was earned of it is told by
-- its transfer, whatever round that was.
CREATE FUNCTION private.earned_of(milestone uuid) RETURNS bigint
LANGUAGE sql STABLE
SET search_path = ''
RETURN (SELECT CASE m.status WHEN 'split' THEN coalesce((
    SELECT sum(e.value_cents) FROM public.ledger_transfers t JOIN public.ledger_entries e ON e.transfer_id = t.id
    WHERE t.milestone_id = m.id AND t.kind = 'split' AND e.kind = 'split' AND e.account LIKE 'available:%'), m.value_cents) ELSE m.value_cents END
  FROM public.milestones m WHERE m.id = milestone);
GRANT EXECUTE ON FUNCTION private.earned_of(uuid) TO service_role;

-- One transaction at a time writes to the ledger: the chain has one end. Nothing
-- outside the database is waited for with it.
CREATE FUNCTION private.lock_ledger() RETURNS void
LANGUAGE sql
SET search_path = ''
AS $$ SELECT pg_advisory_xact_lock(7207212) $$;
GRANT EXECUTE ON FUNCTION private.lock_ledger() TO service_role;
ALTER FUNCTION private.lock_ledger() OWNER TO ledger_keeper;

-- What a transfer says, apart from when it was posted and where in the chain.
CREATE FUNCTION private.ledger_content(transfer public.ledger_transfers, entries public.ledger_entries[]) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE
SET search_path = ''
AS $$
BEGIN
  RETURN jsonb_build_array(transfer.business_key, transfer.kind, transfer.contract_id, transfer.milestone_id, transfer.memo, (
    SELECT jsonb_agg(jsonb_build_array(e.account, e.party_id, e.contract_id, e.milestone_id, e.kind, e.value_cents) ORDER BY e.position)
    FROM unnest(entries) AS e));
END
$$;
ALTER FUNCTION private.ledger_content(public.ledger_transfers,public.ledger_entries[]) OWNER TO ledger_keeper;

-- The hash of a transfer: of the hash before it and of everything it says, as
-- JSON, whose writing depends on no setting. Moments are whole microseconds.
CREATE FUNCTION private.ledger_hash(transfer public.ledger_transfers, entries public.ledger_entries[]) RETURNS bytea
LANGUAGE plpgsql STABLE
SET search_path = ''
AS $$
BEGIN
  RETURN sha256(transfer.previous_hash || convert_to(jsonb_build_array(
    transfer.id, transfer.number, (extract(epoch FROM transfer.created_at) * 1000000)::bigint, private.ledger_content(transfer, entries), (
      SELECT jsonb_agg(jsonb_build_array(e.id, e.transfer_id, e.position, (extract(epoch FROM e.created_at) * 1000000)::bigint) ORDER BY e.position)
      FROM unnest(entries) AS e))::text, 'UTF8'));
END
$$;
ALTER FUNCTION private.ledger_hash(public.ledger_transfers,public.ledger_entries[]) OWNER TO ledger_keeper;

-- Moves the balances that entries are about. A check refuses one that falls
-- below its floor; an account belongs to the parties it began with.
CREATE FUNCTION private.keep_balances(entries jsonb) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  INSERT INTO private.ledger_balances (account, party_id, other_party_id)
  SELECT DISTINCT ON (e.account) e.account, e.party_id, e.other_party_id
  FROM jsonb_to_recordset(entries) AS e (account text, party_id uuid, other_party_id uuid)
  ORDER BY e.account
  ON CONFLICT (account) DO NOTHING;
  IF EXISTS (
    SELECT FROM jsonb_to_recordset(entries) AS e (account text, party_id uuid, other_party_id uuid)
    JOIN private.ledger_balances b ON b.account = e.account
    WHERE b.party_id IS DISTINCT FROM e.party_id OR b.other_party_id IS DISTINCT FROM e.other_party_id) THEN
    RAISE EXCEPTION 'an account belongs to other parties' USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_balances_parties_same';
  END IF;
  UPDATE private.ledger_balances b SET balance_cents = b.balance_cents + e.moved
  FROM (SELECT account, sum(value_cents)::bigint AS moved FROM jsonb_to_recordset(entries) AS e (account text, value_cents bigint) GROUP BY account) AS e
  WHERE b.account = e.account;
END
$$;
ALTER FUNCTION private.keep_balances(jsonb) OWNER TO ledger_keeper;

-- Posts a transfer of entries [{account, party_id, other_party_id, kind,
-- value_cents}] and answers its key. The same business key again answers the
-- first transfer; with other content it is refused.
CREATE FUNCTION private.post_transfer(wanted_key text, wanted_kind text, wanted_contract uuid, wanted_milestone uuid, wanted_memo text, wanted jsonb) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  last  public.ledger_transfers;
  made  public.ledger_transfers;
  known public.ledger_transfers;
  keys  uuid[];
  moved public.ledger_entries[];
BEGIN
  PERFORM private.lock_ledger();
  SELECT * INTO last FROM public.ledger_transfers t ORDER BY t.number DESC LIMIT 1;
  made.id            := private.uuid_v7();
  made.number        := coalesce(last.number, 0) + 1;
  made.business_key  := wanted_key;
  made.kind          := wanted_kind;
  made.contract_id   := wanted_contract;
  made.milestone_id  := wanted_milestone;
  made.memo          := wanted_memo;
  -- Moments and keys are in the order of the chain, whatever the clock does, and
  -- none is yet to come.
  made.created_at    := greatest(least(clock_timestamp(), nullif(current_setting('ledger.moment', true), '')::timestamptz), last.created_at + interval '1 microsecond');
  made.previous_hash := coalesce(last.hash, decode(repeat('00', 32), 'hex'));
  keys := ARRAY(SELECT private.uuid_v7() FROM jsonb_array_elements(wanted) ORDER BY 1);
  SELECT array_agg(jsonb_populate_record(NULL::public.ledger_entries, e.value || jsonb_build_object(
           'id', keys[e.position], 'transfer_id', made.id, 'position', e.position, 'created_at', made.created_at,
           'contract_id', made.contract_id, 'milestone_id', made.milestone_id)) ORDER BY e.position)
  INTO moved FROM jsonb_array_elements(wanted) WITH ORDINALITY AS e (value, position);

  SELECT * INTO known FROM public.ledger_transfers t WHERE t.business_key = wanted_key;
  IF FOUND THEN
    IF private.ledger_content(made, moved) <> private.ledger_content(known, ARRAY(SELECT e FROM public.ledger_entries e WHERE e.transfer_id = known.id)) THEN
      RAISE EXCEPTION 'another transfer is called %', wanted_key USING ERRCODE = 'unique_violation', CONSTRAINT = 'ledger_transfers_business_key_key';
    END IF;
    RETURN known.id;
  END IF;
  IF (SELECT count(*) < 2 OR sum(e.value_cents) <> 0 FROM unnest(moved) AS e) THEN
    RAISE EXCEPTION 'the entries of % do not add up to nothing', wanted_key USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balanced';
  END IF;

  made.hash := private.ledger_hash(made, moved);
  INSERT INTO public.ledger_transfers SELECT made.*;
  INSERT INTO public.ledger_entries (id, transfer_id, position, account, party_id, contract_id, milestone_id, kind, value_cents, created_at)
  SELECT e.id, e.transfer_id, e.position, e.account, e.party_id, e.contract_id, e.milestone_id, e.kind, e.value_cents, e.created_at FROM unnest(moved) AS e;
  PERFORM private.keep_balances(wanted);
  RETURN made.id;
END
$$;
GRANT EXECUTE ON FUNCTION private.post_transfer(text,text,uuid,uuid,text,jsonb) TO service_role;
ALTER FUNCTION private.post_transfer(text,text,uuid,uuid,text,jsonb) OWNER TO ledger_keeper;

-- Sets money of an account aside. The same again changes nothing.
CREATE FUNCTION private.reserve_hold(wanted_key text, wanted_account text, wanted_cents bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  known private.ledger_holds;
BEGIN
  PERFORM private.lock_ledger();
  SELECT * INTO known FROM private.ledger_holds h WHERE h.business_key = wanted_key;
  IF FOUND THEN
    IF known.account <> wanted_account OR known.value_cents <> wanted_cents THEN
      RAISE EXCEPTION 'another hold is called %', wanted_key USING ERRCODE = 'unique_violation', CONSTRAINT = 'ledger_holds_business_key_key';
    END IF;
    RETURN;
  END IF;
  UPDATE private.ledger_balances SET reserved_cents = reserved_cents + wanted_cents WHERE account = wanted_account;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% never had anything', wanted_account USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_balances_floor_kept';
  END IF;
  INSERT INTO private.ledger_holds (business_key, account, value_cents) VALUES (wanted_key, wanted_account, wanted_cents);
END
$$;
GRANT EXECUTE ON FUNCTION private.reserve_hold(text,text,bigint) TO service_role;
ALTER FUNCTION private.reserve_hold(text,text,bigint) OWNER TO ledger_keeper;

-- Gives back what was set aside. A hold that was given back already stays so.
CREATE FUNCTION private.void_hold(wanted_key text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  known private.ledger_holds;
BEGIN
  PERFORM private.lock_ledger();
  SELECT * INTO known FROM private.ledger_holds h WHERE h.business_key = wanted_key;
  IF known.state = 'voided' THEN
    RETURN;
  ELSIF known.state IS DISTINCT FROM 'pending' THEN
    RAISE EXCEPTION 'the hold % is not pending', wanted_key USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_holds_ended_once';
  END IF;
  UPDATE private.ledger_holds    SET state = 'voided', ended_at = clock_timestamp()         WHERE id = known.id;
  UPDATE private.ledger_balances SET reserved_cents = reserved_cents - known.value_cents WHERE account = known.account;
END
$$;
GRANT EXECUTE ON FUNCTION private.void_hold(text) TO service_role;
ALTER FUNCTION private.void_hold(text) OWNER TO ledger_keeper;

-- Posts a transfer out of what was set aside; what it leaves is given back. A
-- hold is posted by one transfer, which may be asked for again.
CREATE FUNCTION private.post_hold(hold_key text, wanted_key text, wanted_kind text, wanted_contract uuid, wanted_milestone uuid, wanted_memo text, wanted jsonb) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  known    private.ledger_holds;
  taken    bigint;
  transfer uuid;
BEGIN
  PERFORM private.lock_ledger();
  SELECT * INTO known FROM private.ledger_holds h WHERE h.business_key = hold_key;
  IF known.state = 'posted' AND EXISTS (SELECT FROM public.ledger_transfers t WHERE t.id = known.transfer_id AND t.business_key = wanted_key) THEN
    RETURN private.post_transfer(wanted_key, wanted_kind, wanted_contract, wanted_milestone, wanted_memo, wanted);
  ELSIF known.state IS DISTINCT FROM 'pending' OR EXISTS (SELECT FROM public.ledger_transfers t WHERE t.business_key = wanted_key) THEN
    RAISE EXCEPTION 'the hold % is not pending', hold_key USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_holds_ended_once';
  END IF;
  SELECT coalesce(-sum(e.value_cents), 0) INTO taken FROM jsonb_to_recordset(wanted) AS e (account text, value_cents bigint) WHERE e.account = known.account;
  IF taken <= 0 OR taken > known.value_cents THEN
    RAISE EXCEPTION '% takes % of the hold %', wanted_key, taken, hold_key USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_holds_posted_within';
  END IF;
  UPDATE private.ledger_balances SET reserved_cents = reserved_cents - known.value_cents WHERE account = known.account;
  transfer := private.post_transfer(wanted_key, wanted_kind, wanted_contract, wanted_milestone, wanted_memo, wanted);
  UPDATE private.ledger_holds SET state = 'posted', posted_cents = taken, transfer_id = transfer, ended_at = clock_timestamp() WHERE id = known.id;
  RETURN transfer;
END
$$;
GRANT EXECUTE ON FUNCTION private.post_hold(text,text,text,uuid,uuid,text,jsonb) TO service_role;
ALTER FUNCTION private.post_hold(text,text,text,uuid,uuid,text,jsonb) OWNER TO ledger_keeper;

-- Computes transfers after a number again: whether each follows the one before and is what was
-- posted, and whether its entries add up to nothing. The page begins with the hash that the page
-- before it ended with.
CREATE FUNCTION private.verify_transfers(after bigint, most integer)
RETURNS TABLE (last bigint, entries bigint, chained boolean, balanced boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  RETURN QUERY
  WITH page AS (
    SELECT p.transfer, row_number() OVER in_order + after AS expected,
           lag((p.transfer).hash, 1, coalesce((SELECT b.hash FROM public.ledger_transfers b WHERE b.number = after), decode(repeat('00', 32), 'hex'))) OVER in_order AS earlier
    FROM (SELECT t AS transfer FROM public.ledger_transfers t WHERE t.number > after ORDER BY t.number LIMIT most) AS p
    WINDOW in_order AS (ORDER BY (p.transfer).number)
  ), reckoned AS (
    SELECT page.transfer, page.expected, page.earlier, ARRAY(SELECT e FROM public.ledger_entries e WHERE e.transfer_id = (page.transfer).id) AS moved FROM page
  )
  SELECT max((r.transfer).number), coalesce(sum(cardinality(r.moved)), 0)::bigint,
         coalesce(bool_and((r.transfer).number = r.expected AND (r.transfer).previous_hash = r.earlier AND (r.transfer).hash = private.ledger_hash(r.transfer, r.moved)), true),
         coalesce(bool_and((SELECT sum(e.value_cents) = 0 FROM unnest(r.moved) AS e) IS TRUE), true)
  FROM reckoned r;
END
$$;
GRANT EXECUTE ON FUNCTION private.verify_transfers(bigint,integer) TO service_role;
ALTER FUNCTION private.verify_transfers(bigint,integer) OWNER TO ledger_keeper;

-- Whether every balance is what the entries add up to, every reserve what the
-- pending holds do, and every entry part of a transfer.
CREATE FUNCTION private.verify_balances() RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  RETURN NOT EXISTS (
    SELECT FROM (SELECT e.account, sum(e.value_cents) AS total FROM public.ledger_entries e GROUP BY e.account) AS entered
    FULL JOIN private.ledger_balances b ON b.account = entered.account
    WHERE coalesce(entered.total, 0) IS DISTINCT FROM b.balance_cents
  ) AND NOT EXISTS (
    SELECT FROM private.ledger_balances b
    WHERE b.reserved_cents <> (SELECT coalesce(sum(h.value_cents), 0) FROM private.ledger_holds h WHERE h.account = b.account AND h.state = 'pending')
  ) AND NOT EXISTS (
    SELECT FROM public.ledger_entries e WHERE NOT EXISTS (SELECT FROM public.ledger_transfers t WHERE t.id = e.transfer_id));
END
$$;
GRANT EXECUTE ON FUNCTION private.verify_balances() TO service_role;
ALTER FUNCTION private.verify_balances() OWNER TO ledger_keeper;

REVOKE CREATE ON SCHEMA private, public FROM ledger_keeper;
DO $$
BEGIN
  REVOKE ledger_keeper FROM CURRENT_USER;
END
$$;
