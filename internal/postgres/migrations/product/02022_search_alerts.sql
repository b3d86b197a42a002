-- What arrives in a directory is compared once with all saved searches, and what fits is kept until
-- its person is told. An arrival is a project that is published, or a professional whose profile is
-- complete for the first time. A person is told of one result once, whichever of their searches finds
-- it, however these are changed, deleted or saved again.

-- +goose Up
CREATE TABLE private.search_arrivals (
  subject_id uuid        NOT NULL,
  kind       text        NOT NULL,
  arrived_at timestamptz NOT NULL DEFAULT now(),
  matched_at timestamptz,
  CONSTRAINT search_arrivals_pkey       PRIMARY KEY (subject_id),
  CONSTRAINT search_arrivals_kind_known CHECK (kind IN ('projects', 'professionals'))
);
CREATE INDEX search_arrivals_unmatched_idx ON private.search_arrivals (arrived_at) WHERE matched_at IS NULL;
ALTER TABLE private.search_arrivals ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.search_arrivals FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON private.search_arrivals TO service_role;
CREATE POLICY "the server keeps what arrives" ON private.search_arrivals TO service_role USING (true) WITH CHECK (true);

CREATE TABLE private.search_hits (
  person_id  uuid        NOT NULL,
  subject_id uuid        NOT NULL,
  search_id  uuid        NOT NULL,
  frequency  text        NOT NULL,
  found_at   timestamptz NOT NULL DEFAULT now(),
  told_at    timestamptz,
  CONSTRAINT search_hits_pkey            PRIMARY KEY (person_id, subject_id),
  CONSTRAINT search_hits_person_id_fkey  FOREIGN KEY (person_id) REFERENCES public.profiles (id)       ON DELETE CASCADE,
  CONSTRAINT search_hits_search_id_fkey  FOREIGN KEY (search_id) REFERENCES public.saved_searches (id) ON DELETE CASCADE,
  CONSTRAINT search_hits_frequency_known CHECK (frequency IN ('at_once', 'daily', 'weekly'))
);
CREATE INDEX search_hits_search_id_idx ON private.search_hits (search_id);
CREATE INDEX search_hits_untold_idx    ON private.search_hits (frequency, found_at) WHERE told_at IS NULL;
CREATE INDEX search_hits_told_idx      ON private.search_hits (person_id, told_at) WHERE frequency = 'at_once';
ALTER TABLE private.search_hits ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.search_hits FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON private.search_hits TO service_role;
CREATE POLICY "the server keeps what searches find" ON private.search_hits TO service_role USING (true) WITH CHECK (true);

-- What is loaded with the date of long ago is no arrival.
-- +goose StatementBegin
CREATE FUNCTION private.keep_arrival() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF TG_TABLE_NAME = 'projects' THEN
    INSERT INTO private.search_arrivals (subject_id, kind)
    SELECT id, 'projects' FROM written WHERE status = 'open' AND created_at > now() - interval '1 day'
    ON CONFLICT DO NOTHING;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO private.search_arrivals (subject_id, kind)
    SELECT id, 'professionals' FROM written
    WHERE role = 'professional' AND status = 'active' AND is_party AND is_complete AND created_at > now() - interval '1 day'
    ON CONFLICT DO NOTHING;
  ELSE
    INSERT INTO private.search_arrivals (subject_id, kind) VALUES (NEW.id, 'professionals') ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.keep_arrival() OWNER TO definer;
REVOKE EXECUTE ON FUNCTION private.keep_arrival() FROM PUBLIC;
CREATE TRIGGER keep_arrivals AFTER INSERT ON public.projects REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.keep_arrival();
CREATE TRIGGER keep_arrivals AFTER INSERT ON public.profiles REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.keep_arrival();
CREATE TRIGGER keep_arrival  AFTER UPDATE ON public.profiles FOR EACH ROW
  WHEN (NEW.role = 'professional' AND NEW.status = 'active' AND NEW.is_party AND NEW.is_complete AND NOT (OLD.is_party AND OLD.is_complete))
  EXECUTE FUNCTION private.keep_arrival();

ALTER TABLE public.preferences ADD COLUMN saved_searches boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN public.preferences.saved_searches IS 'Whether results of saved searches are told';
GRANT SELECT (saved_searches), INSERT (saved_searches), UPDATE (saved_searches) ON public.preferences TO authenticated;

ALTER TABLE public.notifications DROP CONSTRAINT notifications_kind_known;
ALTER TABLE public.notifications ADD CONSTRAINT notifications_kind_known
  CHECK (kind IN ('message', 'proposal', 'decision', 'contract', 'review', 'account', 'report', 'organisation', 'question', 'search')) NOT VALID;
