-- A demonstration posts a past: its statement would say that everything was paid
-- and released when the server was started. A transaction may say when what it
-- posts happened; no moment is before the last transfer's, whoever says it, so
-- that nothing is slipped in between what was posted, nor after now.

-- +goose Up
-- +goose StatementBegin
DO $$
BEGIN
  GRANT ledger_keeper TO CURRENT_USER;
END
$$;
-- +goose StatementEnd
GRANT CREATE ON SCHEMA private TO ledger_keeper;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.post_transfer(wanted_key text, wanted_kind text, wanted_contract uuid, wanted_milestone uuid, wanted_memo text, wanted jsonb) RETURNS uuid
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
-- +goose StatementEnd
REVOKE CREATE ON SCHEMA private FROM ledger_keeper;
-- +goose StatementBegin
DO $$
BEGIN
  REVOKE ledger_keeper FROM CURRENT_USER;
END
$$;
-- +goose StatementEnd
