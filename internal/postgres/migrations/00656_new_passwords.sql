-- Who had somebody's session for a moment may have made an address of his calendar,
-- which has no end of its own: a new password ends it, as it ends sessions. And who
-- signed up with somebody else's address may have chosen a side for him: it goes with
-- the password, which a provider that proves the address takes away.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION private.follow_password() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  DELETE FROM private.calendar_links WHERE person_id = NEW.id;
  IF NEW.password_hash IS NULL THEN
    UPDATE public.registrations SET role = NULL, skills = '{}' WHERE user_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION private.follow_password() FROM PUBLIC;
ALTER FUNCTION private.follow_password() OWNER TO definer;
CREATE TRIGGER follow_password AFTER UPDATE OF password_hash ON auth.users
  FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash) EXECUTE FUNCTION private.follow_password();

-- Those of whoever left before.
DELETE FROM private.calendar_links l WHERE NOT EXISTS (SELECT FROM public.accounts a WHERE a.profile_id = l.person_id);
