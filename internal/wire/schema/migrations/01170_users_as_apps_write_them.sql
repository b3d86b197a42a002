-- Users as the SQL of apps written for the rented backend has them: triggers and scripts
-- write raw_app_meta_data and raw_user_meta_data, and a dump of users names every column
-- of that table. So these two may be written, app_metadata and user_metadata say the same,
-- whichever of them somebody changes, and a password's hash may arrive as
-- encrypted_password. The proofs of mails that a dump brings along prove nothing here.

-- +goose Up
ALTER TABLE auth.users
  ADD COLUMN IF NOT EXISTS raw_app_meta_data jsonb,
  ADD COLUMN IF NOT EXISTS raw_user_meta_data jsonb;
ALTER TABLE auth.users
  ALTER COLUMN raw_app_meta_data DROP EXPRESSION IF EXISTS,
  ALTER COLUMN raw_user_meta_data DROP EXPRESSION IF EXISTS,
  ADD COLUMN encrypted_password text,
  ADD COLUMN confirmed_at timestamptz,
  ADD COLUMN aud text DEFAULT 'authenticated',
  ADD COLUMN instance_id uuid,
  ADD COLUMN is_super_admin boolean,
  ADD COLUMN confirmation_token text,
  ADD COLUMN recovery_token text,
  ADD COLUMN email_change text,
  ADD COLUMN email_change_token_new text,
  ADD COLUMN email_change_token_current text,
  ADD COLUMN email_change_confirm_status smallint,
  ADD COLUMN phone_change text,
  ADD COLUMN phone_change_token text,
  ADD COLUMN reauthentication_token text;
COMMENT ON COLUMN auth.users.encrypted_password IS 'The same as password_hash, under the name that apps write it by';
COMMENT ON COLUMN auth.users.confirmed_at IS 'When address or number was first confirmed';
COMMENT ON COLUMN auth.users.confirmation_token IS 'Named by dumps and never read here, as the other tokens are';

-- +goose StatementBegin
CREATE FUNCTION auth.follow_names() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
DECLARE
  before auth.users;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := OLD;
  ELSE
    before.app_metadata := '{}';
    before.user_metadata := '{}';
  END IF;
  IF NEW.app_metadata = before.app_metadata AND NEW.raw_app_meta_data IS DISTINCT FROM before.raw_app_meta_data THEN
    NEW.app_metadata := coalesce(NEW.raw_app_meta_data, '{}');
  END IF;
  IF NEW.user_metadata = before.user_metadata AND NEW.raw_user_meta_data IS DISTINCT FROM before.raw_user_meta_data THEN
    NEW.user_metadata := coalesce(NEW.raw_user_meta_data, '{}');
  END IF;
  IF NEW.password_hash IS NOT DISTINCT FROM before.password_hash AND NEW.encrypted_password IS DISTINCT FROM before.encrypted_password THEN
    NEW.password_hash := nullif(NEW.encrypted_password, '');
  END IF;
  NEW.raw_app_meta_data := NEW.app_metadata;
  NEW.raw_user_meta_data := NEW.user_metadata;
  NEW.encrypted_password := NEW.password_hash;
  NEW.confirmed_at := least(NEW.email_confirmed_at, NEW.phone_confirmed_at);
  RETURN NEW;
END
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION auth.follow_names() FROM PUBLIC;

-- Its name is the last, so that triggers of an app have said their word.
CREATE TRIGGER zz_follow_names BEFORE INSERT OR UPDATE ON auth.users
  FOR EACH ROW EXECUTE FUNCTION auth.follow_names();
