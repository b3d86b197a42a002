-- A call that is sent again under its Idempotency-Key gets the answer of the
-- first: it is kept here in the transaction of what it tells about, for two
-- days at most and never longer than the account. Of the key a digest is kept,
-- and the body sealed under it: reading the table tells nobody an answer.

-- +goose Up
CREATE TABLE private.idempotency_keys (
  user_id     uuid        NOT NULL,
  digest      bytea       NOT NULL,
  fingerprint bytea       NOT NULL,
  status      integer     NOT NULL,
  headers     jsonb       NOT NULL,
  body        bytea,
  created_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey               PRIMARY KEY (user_id, digest),
  CONSTRAINT idempotency_keys_user_id_fkey       FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE,
  CONSTRAINT idempotency_keys_digest_length      CHECK (octet_length(digest) = 32),
  CONSTRAINT idempotency_keys_fingerprint_length CHECK (octet_length(fingerprint) = 32),
  CONSTRAINT idempotency_keys_body_length        CHECK (octet_length(body) <= 1048576 + 28)
);
CREATE INDEX idempotency_keys_created_at_idx ON private.idempotency_keys (created_at);
ALTER TABLE private.idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.idempotency_keys FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps what it answered" ON private.idempotency_keys TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON private.idempotency_keys TO service_role;

-- +goose StatementBegin
CREATE FUNCTION private.recall_answer(owner uuid, of_digest bytea)
RETURNS TABLE (fingerprint bytea, status integer, headers jsonb, body bytea)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT k.fingerprint, k.status, k.headers, k.body FROM private.idempotency_keys k WHERE k.user_id = owner AND k.digest = of_digest
$$;

-- Who deletes the account leaves nothing: the row waits for the deletion, and
-- is not written after it.
CREATE FUNCTION private.keep_answer(owner uuid, of_digest bytea, fingerprint bytea, status integer, headers jsonb, body bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = ''
AS $$
  WITH still_here AS MATERIALIZED (SELECT u.id FROM auth.users u WHERE u.id = owner FOR KEY SHARE)
  INSERT INTO private.idempotency_keys (user_id, digest, fingerprint, status, headers, body)
  SELECT h.id, of_digest, keep_answer.fingerprint, keep_answer.status, keep_answer.headers, keep_answer.body FROM still_here h
$$;

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
-- +goose StatementEnd
ALTER FUNCTION private.recall_answer(uuid, bytea)                                 OWNER TO service_role;
ALTER FUNCTION private.keep_answer(uuid, bytea, bytea, integer, jsonb, bytea)     OWNER TO service_role;
ALTER FUNCTION private.forget_answers(interval, integer)                         OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.recall_answer(uuid, bytea)                             TO service_role;
GRANT EXECUTE ON FUNCTION private.keep_answer(uuid, bytea, bytea, integer, jsonb, bytea) TO service_role;
GRANT EXECUTE ON FUNCTION private.forget_answers(interval, integer)                     TO service_role;
