-- A number identifies its owner as an address does: once it is proved, nobody else
-- can have it. Its code comes by text and lasts a minute. The role of a user is what
-- his tokens name; an app that gives some another does so in SQL.
--
-- Who is there has neither, so nothing of the table is read for the rules; for the
-- index it is, once.

-- +goose Up
ALTER TABLE auth.users
  ADD COLUMN phone                text,
  ADD COLUMN phone_confirmed_at   timestamptz,
  ADD COLUMN new_phone            text,
  ADD COLUMN phone_change_sent_at timestamptz,
  ADD COLUMN role                 text NOT NULL DEFAULT 'authenticated',
  ADD CONSTRAINT users_phone_normal        CHECK (phone ~ '^[1-9][0-9]{1,14}$') NOT VALID,
  ADD CONSTRAINT users_new_phone_normal    CHECK (new_phone ~ '^[1-9][0-9]{1,14}$') NOT VALID,
  ADD CONSTRAINT users_role_normal         CHECK (role ~ '^[a-z_][a-z0-9_]{0,62}$') NOT VALID,
  ADD CONSTRAINT users_deleted_has_no_phone CHECK (deleted_at IS NULL OR (phone IS NULL AND new_phone IS NULL)) NOT VALID;
CREATE UNIQUE INDEX users_phone_key ON auth.users (phone) WHERE phone IS NOT NULL;
COMMENT ON COLUMN auth.users.phone IS 'Telephone number in the form of E.164, digits alone';
COMMENT ON COLUMN auth.users.phone_confirmed_at IS 'When a code that was sent to the number came back';
COMMENT ON COLUMN auth.users.new_phone IS 'The number that is to replace it once it is proved';
COMMENT ON COLUMN auth.users.phone_change_sent_at IS 'When a code was last sent to the new number';
COMMENT ON COLUMN auth.users.role IS 'The database role that the user''s tokens name';

ALTER TABLE auth.one_time_tokens
  DROP CONSTRAINT one_time_tokens_kind_known,
  ADD CONSTRAINT one_time_tokens_kind_known
    CHECK (kind IN ('confirmation', 'invite', 'recovery', 'magiclink', 'email_change', 'email_change_current', 'reauthentication', 'sms', 'phone_change')) NOT VALID;
