-- A new address is proved by whoever reads it and agreed to by whoever reads
-- the present one: a stolen session and password alone then take no account
-- away. Which of the two has said yes is kept until the other does.

-- +goose Up
ALTER TABLE auth.users
  ADD COLUMN email_change_side text
    CONSTRAINT users_email_change_side_known CHECK (email_change_side IN ('current', 'new'));
ALTER TABLE auth.one_time_tokens
  DROP CONSTRAINT one_time_tokens_kind_known,
  ADD CONSTRAINT one_time_tokens_kind_known
    CHECK (kind IN ('confirmation', 'recovery', 'magiclink', 'email_change', 'email_change_current', 'reauthentication'));
