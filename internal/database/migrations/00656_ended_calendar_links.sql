-- Who had somebody's session for a moment may have made an address of his calendar,
-- which has no end of its own: a new password ends it, as it ends sessions.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION private.end_calendar_link() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  DELETE FROM private.calendar_links WHERE person_id = NEW.id;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION private.end_calendar_link() FROM PUBLIC;
ALTER FUNCTION private.end_calendar_link() OWNER TO definer;
CREATE TRIGGER end_calendar_link AFTER UPDATE OF password_hash ON auth.users
  FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash) EXECUTE FUNCTION private.end_calendar_link();

-- Those of whoever left before.
DELETE FROM private.calendar_links l WHERE NOT EXISTS (SELECT FROM public.accounts a WHERE a.profile_id = l.person_id);
