-- People keep projects and professionals that they want to find again, each with a note of their
-- own. Nobody else learns of it: not the company, not the professional, not the person's team; no
-- count is shown. A favourite names one project or one professional, and only what the person sees
-- at that moment can be kept. The table has a key of its own instead of the pair of its references,
-- because a pair would make it a join table, by which reads of profiles within projects would be
-- ambiguous.

-- +goose Up
ALTER TABLE private.limits NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.limits (name, value, meaning) VALUES ('favourites_max', 500, 'How many favourites a person may have.');
ALTER TABLE private.limits FORCE ROW LEVEL SECURITY;

CREATE TABLE public.favourites (
  id              uuid        NOT NULL DEFAULT private.uuid_v7(),
  person_id       uuid        NOT NULL DEFAULT auth.uid(),
  project_id      uuid,
  professional_id uuid,
  note            text        NOT NULL DEFAULT '',
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT favourites_pkey                 PRIMARY KEY (id),
  CONSTRAINT favourites_project_key          UNIQUE (person_id, project_id),
  CONSTRAINT favourites_professional_key     UNIQUE (person_id, professional_id),
  CONSTRAINT favourites_person_id_fkey       FOREIGN KEY (person_id)       REFERENCES public.profiles (id) ON DELETE CASCADE,
  CONSTRAINT favourites_project_id_fkey      FOREIGN KEY (project_id)      REFERENCES public.projects (id) ON DELETE CASCADE,
  CONSTRAINT favourites_professional_id_fkey FOREIGN KEY (professional_id) REFERENCES public.profiles (id) ON DELETE CASCADE,
  CONSTRAINT favourites_one_subject          CHECK (num_nonnulls(project_id, professional_id) = 1),
  CONSTRAINT favourites_of_others            CHECK (professional_id <> person_id),
  CONSTRAINT favourites_note_bounded         CHECK (length(note) <= 500)
);
CREATE INDEX favourites_person_id_idx       ON public.favourites (person_id, created_at DESC, id DESC);
CREATE INDEX favourites_project_id_idx      ON public.favourites (project_id);
CREATE INDEX favourites_professional_id_idx ON public.favourites (professional_id);
COMMENT ON TABLE  public.favourites IS 'A project or a professional that a person keeps, with a note; nobody else sees it';
COMMENT ON COLUMN public.favourites.id IS 'Its key';
COMMENT ON COLUMN public.favourites.person_id IS 'Who keeps it';
COMMENT ON COLUMN public.favourites.project_id IS 'The project, or nothing';
COMMENT ON COLUMN public.favourites.professional_id IS 'The professional, or nothing';
COMMENT ON COLUMN public.favourites.note IS 'The note of the person';
COMMENT ON COLUMN public.favourites.created_at IS 'When it was kept';
COMMENT ON COLUMN public.favourites.updated_at IS 'When the note last changed';

CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF note ON public.favourites
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.note)) EXECUTE FUNCTION private.settle_texts('note:text');
CREATE TRIGGER touch BEFORE UPDATE ON public.favourites FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- A lock of the person's makes favourites that are added at the same moment count one after the other.
-- +goose StatementBegin
CREATE FUNCTION private.bound_favourites() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  person uuid;
BEGIN
  FOR person IN SELECT DISTINCT person_id FROM written ORDER BY person_id LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended('favourites:' || person, 0));
    IF (SELECT count(*) FROM public.favourites f WHERE f.person_id = person) > private.limit_of('favourites_max') THEN
      PERFORM private.refuse(400, 'too_many_favourites', 'Você atingiu o limite de {favourites_max} favoritos.');
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.bound_favourites() OWNER TO definer;
REVOKE EXECUTE ON FUNCTION private.bound_favourites() FROM PUBLIC;
CREATE TRIGGER bound AFTER INSERT ON public.favourites REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.bound_favourites();

ALTER TABLE public.favourites ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.favourites FORCE  ROW LEVEL SECURITY;
CREATE POLICY "people read their favourites" ON public.favourites
  FOR SELECT TO authenticated USING (person_id = (SELECT auth.uid()));
CREATE POLICY "people keep projects and professionals that they see" ON public.favourites
  FOR INSERT TO authenticated WITH CHECK (
    person_id = (SELECT auth.uid()) AND private.is_active(person_id)
    AND (project_id IS NULL OR EXISTS (SELECT FROM public.projects p WHERE p.id = project_id))
    AND (professional_id IS NULL OR EXISTS (SELECT FROM public.profiles p WHERE p.id = professional_id AND p.role = 'professional')));
CREATE POLICY "people note what their favourites are for" ON public.favourites
  FOR UPDATE TO authenticated USING (person_id = (SELECT auth.uid()) AND private.is_active(person_id))
  WITH CHECK (person_id = (SELECT auth.uid()));
CREATE POLICY "people let favourites go" ON public.favourites
  FOR DELETE TO authenticated USING (person_id = (SELECT auth.uid()));
CREATE POLICY "the server keeps favourites" ON public.favourites
  FOR ALL TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, person_id, project_id, professional_id, note, created_at, updated_at), INSERT (project_id, professional_id, note), UPDATE (note), DELETE
  ON public.favourites TO authenticated;
GRANT SELECT, DELETE ON public.favourites TO service_role;
