-- A restore brings back who was erased since the backup, lets in whom somebody blocked
-- and mails whoever had enough of it. What people and administrators decided so is
-- written down in the same transaction, whichever way it came about, and taken from here to
-- the place of the backups, where a restore finds it.

-- +goose Up
CREATE TABLE private.suppressions (
  id      bigint      GENERATED ALWAYS AS IDENTITY,
  kind    text        NOT NULL,
  -- Whom or what it is about, as its kind has it: the key of a person, and what of theirs.
  subject text        NOT NULL,
  at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT suppressions_pkey          PRIMARY KEY (id),
  CONSTRAINT suppressions_kind_known    CHECK (kind IN ('erased', 'blocked', 'activated', 'mail_declined', 'calendar_ended')),
  CONSTRAINT suppressions_subject_short CHECK (length(subject) BETWEEN 1 AND 200)
);
ALTER TABLE private.suppressions ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.suppressions FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps suppressions until they are beside the backups" ON private.suppressions TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON private.suppressions TO service_role;

-- +goose StatementBegin
CREATE FUNCTION private.keep_suppression() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  CASE TG_ARGV[0]
  WHEN 'erased' THEN
    INSERT INTO private.suppressions (kind, subject) VALUES ('erased', OLD.id::text);
  WHEN 'status' THEN
    INSERT INTO private.suppressions (kind, subject) VALUES (CASE NEW.status WHEN 'blocked' THEN 'blocked' ELSE 'activated' END, NEW.id::text);
  WHEN 'mail' THEN
    INSERT INTO private.suppressions (kind, subject)
    SELECT 'mail_declined', NEW.profile_id || ':' || was.key
    FROM jsonb_each_text(to_jsonb(OLD)) AS was JOIN jsonb_each_text(to_jsonb(NEW)) AS is_now USING (key)
    WHERE was.value = 'true' AND is_now.value = 'false';
  WHEN 'calendar' THEN
    INSERT INTO private.suppressions (kind, subject) VALUES ('calendar_ended', encode(OLD.digest, 'hex'));
  END CASE;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION private.keep_suppression() FROM PUBLIC;
ALTER FUNCTION private.keep_suppression() OWNER TO definer;

CREATE TRIGGER keep_erasure AFTER UPDATE OF deleted_at ON auth.users
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION private.keep_suppression('erased');
CREATE TRIGGER keep_deletion AFTER DELETE ON auth.users
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL) EXECUTE FUNCTION private.keep_suppression('erased');
CREATE TRIGGER keep_status AFTER UPDATE OF status ON public.profiles
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.removed_at IS NULL) EXECUTE FUNCTION private.keep_suppression('status');
CREATE TRIGGER keep_declined_mail AFTER UPDATE ON public.preferences
  FOR EACH ROW EXECUTE FUNCTION private.keep_suppression('mail');
CREATE TRIGGER keep_ended_calendar AFTER UPDATE OF digest OR DELETE ON private.calendar_links
  FOR EACH ROW EXECUTE FUNCTION private.keep_suppression('calendar');
