-- What the server keeps about requests: answers to repeat, what a caller used of a limit, and
-- the progress of a demonstration.

-- A call that is sent again under its Idempotency-Key gets the answer of the first. It is kept in
-- the transaction of what it tells about, for two days at most and never longer than the account.
-- Of the key a digest is kept, and the body sealed under it: reading the table tells nobody an
-- answer.
CREATE TABLE private.idempotency_keys (
  user_id     uuid        NOT NULL,
  digest      bytea       NOT NULL,
  fingerprint bytea       NOT NULL,
  status      integer     NOT NULL,
  headers     jsonb       NOT NULL,
  body        bytea,
  created_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey               PRIMARY KEY (user_id, digest),
  CONSTRAINT idempotency_keys_user_id_fkey       FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT idempotency_keys_body_length        CHECK (octet_length(body) <= (1048576 + 28)),
  CONSTRAINT idempotency_keys_digest_length      CHECK (octet_length(digest) = 32),
  CONSTRAINT idempotency_keys_fingerprint_length CHECK (octet_length(fingerprint) = 32)
);
CREATE INDEX idempotency_keys_created_at_idx ON private.idempotency_keys (created_at);
ALTER TABLE private.idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.idempotency_keys FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON private.idempotency_keys TO service_role;
CREATE POLICY "the server keeps what it answered" ON private.idempotency_keys TO service_role USING (true) WITH CHECK (true);

CREATE TABLE private.measured (
  id     bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
  who    uuid        NOT NULL,
  matter text        NOT NULL,
  amount bigint      NOT NULL,
  at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT measured_pkey         PRIMARY KEY (id),
  CONSTRAINT measured_amount_range CHECK (amount >= 0)
);
CREATE INDEX measured_at_idx     ON private.measured (at);
CREATE INDEX measured_window_idx ON private.measured (who, matter, at DESC) INCLUDE (amount);
ALTER TABLE private.measured ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.measured FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON private.measured TO service_role;
CREATE POLICY "the server keeps what was measured" ON private.measured TO service_role USING (true) WITH CHECK (true);

-- A volume of synthetic rows is stored in batches; how far it has come is written with each, so
-- that an interrupted one goes on.
CREATE TABLE private.seeding (
  is_only       boolean     NOT NULL DEFAULT true,
  projects      integer     NOT NULL,
  professionals integer     NOT NULL,
  companies     integer     NOT NULL,
  messages      integer     NOT NULL,
  begun_at      timestamptz NOT NULL,
  finished_at   timestamptz,
  stored        jsonb       NOT NULL DEFAULT '{}',
  CONSTRAINT seeding_pkey              PRIMARY KEY (is_only),
  CONSTRAINT seeding_is_one            CHECK (is_only),
  CONSTRAINT seeding_stored_is_by_step CHECK (jsonb_typeof(stored) = 'object')
);
COMMENT ON TABLE private.seeding IS 'The one volume of synthetic rows that was asked for, and how many rows of each step are stored.';
ALTER TABLE private.seeding ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.seeding FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON private.seeding TO service_role;
CREATE POLICY "the server keeps how far a volume has come" ON private.seeding TO service_role USING (true) WITH CHECK (true);

-- Somebody who deletes their account leaves nothing: the row waits for the deletion, and is not
-- written after it.
CREATE FUNCTION private.keep_answer(owner uuid, of_digest bytea, fingerprint bytea, status integer, headers jsonb, body bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = ''
AS $$
  WITH still_here AS MATERIALIZED (SELECT u.id FROM auth.users u WHERE u.id = owner FOR KEY SHARE)
  INSERT INTO private.idempotency_keys (user_id, digest, fingerprint, status, headers, body)
  SELECT h.id, of_digest, keep_answer.fingerprint, keep_answer.status, keep_answer.headers, keep_answer.body FROM still_here h
$$;
GRANT EXECUTE ON FUNCTION private.keep_answer(uuid,bytea,bytea,integer,jsonb,bytea) TO service_role;
ALTER FUNCTION private.keep_answer(uuid,bytea,bytea,integer,jsonb,bytea) OWNER TO definer;

CREATE FUNCTION private.recall_answer(owner uuid, of_digest bytea)
RETURNS TABLE (fingerprint bytea, status integer, headers jsonb, body bytea)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT k.fingerprint, k.status, k.headers, k.body FROM private.idempotency_keys k WHERE k.user_id = owner AND k.digest = of_digest
$$;
GRANT EXECUTE ON FUNCTION private.recall_answer(uuid,bytea) TO service_role;
ALTER FUNCTION private.recall_answer(uuid,bytea) OWNER TO definer;

CREATE FUNCTION private.forget_answers(kept_for interval, rows_max integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER
SET search_path = ''
AS $$
  WITH gone AS (
    DELETE FROM private.idempotency_keys k
    USING (SELECT o.user_id, o.digest FROM private.idempotency_keys o WHERE o.created_at < now() - kept_for
           ORDER BY o.created_at LIMIT rows_max) AS old
    WHERE k.user_id = old.user_id AND k.digest = old.digest
    RETURNING 1
  )
  SELECT count(*)::integer FROM gone
$$;
GRANT EXECUTE ON FUNCTION private.forget_answers(interval,integer) TO service_role;
ALTER FUNCTION private.forget_answers(interval,integer) OWNER TO definer;

-- Counts what somebody writes, unless it is more than they may write in a span of time: then it
-- returns how long they have to wait. Another request that counts for them waits until this
-- transaction ends.
CREATE FUNCTION private.measure(who uuid, matter text, more bigint, limit_name text, span interval, unit bigint DEFAULT 1) RETURNS interval
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  at_most bigint := private.limit_of(limit_name);
  since           timestamptz;
  last_in_the_way timestamptz;
BEGIN
  IF NOT private.is_measured(at_most) THEN
    RETURN NULL;
  END IF;
  at_most := at_most * unit;
  PERFORM pg_advisory_xact_lock(hashtextextended('measure ' || matter || ' ' || who, 0));
  since := clock_timestamp() - span;
  SELECT max(earlier.at) INTO last_in_the_way
  FROM (SELECT m.at, sum(m.amount) OVER (ORDER BY m.at DESC, m.id DESC) + more > at_most AS is_in_the_way
        FROM private.measured m
        WHERE m.who = measure.who AND m.matter = measure.matter AND m.at > since) AS earlier
  WHERE earlier.is_in_the_way;
  IF last_in_the_way IS NOT NULL OR more > at_most THEN
    RETURN coalesce(last_in_the_way - since, span);
  END IF;
  INSERT INTO private.measured (who, matter, amount) VALUES (measure.who, measure.matter, more);
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.measure(uuid,text,bigint,text,interval,bigint) TO service_role;
ALTER FUNCTION private.measure(uuid,text,bigint,text,interval,bigint) OWNER TO definer;

-- A limit of a billion is none: a measurement of the server's speed sets it.
CREATE FUNCTION private.is_measured(at_most bigint) RETURNS boolean
LANGUAGE sql IMMUTABLE
SET search_path = ''
AS $$
  SELECT at_most < 1000000000
$$;
GRANT EXECUTE ON FUNCTION private.is_measured(bigint) TO service_role;

-- What every request begins with: the session lasts, and the market knows who is signed in. A
-- person it does not know yet reads what they said, chooses skills, completes it, or goes.
CREATE FUNCTION private.admit() RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  PERFORM auth.check_session();
  IF auth.role() = 'authenticated'
     AND NOT EXISTS (SELECT FROM public.accounts WHERE profile_id = auth.uid())
     AND coalesce(current_setting('request.path', true), '') NOT IN
       ('/registrations', '/skills', '/rpc/complete_registration', '/rpc/export_data', '/rpc/delete_account') THEN
    PERFORM private.refuse(403, 'registration_incomplete', 'Complete o seu cadastro para continuar.');
  END IF;
END
$$;
GRANT EXECUTE ON FUNCTION private.admit() TO anon, authenticated, service_role;
ALTER FUNCTION private.admit() OWNER TO definer;
