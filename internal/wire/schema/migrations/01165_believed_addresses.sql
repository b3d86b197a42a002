-- Where nobody is asked to prove his address, whoever signs up is believed. Somebody
-- may have signed up with another's, to lie in wait: the first to prove it, at a
-- provider, puts him out. That needs to be known of an account.

-- +goose Up
ALTER TABLE auth.users ADD COLUMN email_believed boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN auth.users.email_believed IS 'Nobody has proved the address: it was believed, and email_confirmed_at is when';
