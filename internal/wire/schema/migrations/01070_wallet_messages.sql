-- What a wallet signed to sign in works once. The digest alone is kept, for as long as
-- the message itself would be taken.

-- +goose Up
CREATE TABLE auth.wallet_messages (
  digest     bytea       NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT wallet_messages_pkey PRIMARY KEY (digest)
);
CREATE INDEX wallet_messages_expires_at_idx ON auth.wallet_messages (expires_at);
ALTER TABLE auth.wallet_messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.wallet_messages FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON auth.wallet_messages TO service_role;
CREATE POLICY "the server sees everything" ON auth.wallet_messages TO service_role USING (true) WITH CHECK (true);
COMMENT ON TABLE auth.wallet_messages IS 'Messages of wallets that somebody has signed in by';
COMMENT ON COLUMN auth.wallet_messages.digest IS 'SHA-256 of the chain and of the message';
