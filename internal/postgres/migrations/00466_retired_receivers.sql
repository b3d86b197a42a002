-- An account at the institution is of one document. Whose is corrected opens
-- another: the earlier one is retired, and kept for the charges made in it.

-- +goose Up
ALTER TABLE private.receiver_accounts ADD COLUMN retired_at timestamptz;
ALTER TABLE private.receiver_accounts DROP CONSTRAINT receiver_accounts_one_each;
CREATE UNIQUE INDEX receiver_accounts_one_each     ON private.receiver_accounts (party_id, institution) WHERE retired_at IS NULL;
CREATE INDEX        receiver_accounts_party_id_idx ON private.receiver_accounts (party_id);
