-- A person says of a project that they do not want to see it again. The directory and the
-- recommendations then leave it out for that person, and no alert tells of it. Nobody else learns of
-- it. The table has a key of its own, as favourites do, because a pair of references would make it a
-- join table.

-- +goose Up
ALTER TABLE private.limits NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.limits (name, value, meaning) VALUES ('hidden_projects_max', 1000, 'How many projects a person may hide.');
ALTER TABLE private.limits FORCE ROW LEVEL SECURITY;

CREATE TABLE public.hidden_projects (
  id         uuid        NOT NULL DEFAULT private.uuid_v7(),
  person_id  uuid        NOT NULL DEFAULT auth.uid(),
  project_id uuid        NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT hidden_projects_pkey            PRIMARY KEY (id),
  CONSTRAINT hidden_projects_project_key     UNIQUE (person_id, project_id),
  CONSTRAINT hidden_projects_person_id_fkey  FOREIGN KEY (person_id)  REFERENCES public.profiles (id) ON DELETE CASCADE,
  CONSTRAINT hidden_projects_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects (id) ON DELETE CASCADE
);
CREATE INDEX hidden_projects_project_id_idx ON public.hidden_projects (project_id);
COMMENT ON TABLE  public.hidden_projects IS 'A project that a person does not want to see again; nobody else learns of it';
COMMENT ON COLUMN public.hidden_projects.id IS 'Its key';
COMMENT ON COLUMN public.hidden_projects.person_id IS 'Who hides it';
COMMENT ON COLUMN public.hidden_projects.project_id IS 'The project';
COMMENT ON COLUMN public.hidden_projects.created_at IS 'When it was hidden';

-- A lock of the person's makes projects that are hidden at the same moment count one after the other.
-- +goose StatementBegin
CREATE FUNCTION private.bound_hidden_projects() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  person uuid;
BEGIN
  FOR person IN SELECT DISTINCT person_id FROM written ORDER BY person_id LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended('hidden projects:' || person, 0));
    IF (SELECT count(*) FROM public.hidden_projects h WHERE h.person_id = person) > private.limit_of('hidden_projects_max') THEN
      PERFORM private.refuse(400, 'too_many_hidden_projects', 'Você atingiu o limite de {hidden_projects_max} projetos ocultos.');
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.bound_hidden_projects() OWNER TO definer;
REVOKE EXECUTE ON FUNCTION private.bound_hidden_projects() FROM PUBLIC;
CREATE TRIGGER bound AFTER INSERT ON public.hidden_projects REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.bound_hidden_projects();

ALTER TABLE public.hidden_projects ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.hidden_projects FORCE  ROW LEVEL SECURITY;
CREATE POLICY "people read what they hide" ON public.hidden_projects
  FOR SELECT TO authenticated USING (person_id = (SELECT auth.uid()));
CREATE POLICY "people hide projects that they see" ON public.hidden_projects
  FOR INSERT TO authenticated WITH CHECK (
    person_id = (SELECT auth.uid()) AND private.is_active(person_id)
    AND EXISTS (SELECT FROM public.projects p WHERE p.id = project_id));
CREATE POLICY "people bring back what they hide" ON public.hidden_projects
  FOR DELETE TO authenticated USING (person_id = (SELECT auth.uid()));
CREATE POLICY "the server keeps what people hide" ON public.hidden_projects
  FOR ALL TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, person_id, project_id, created_at), INSERT (project_id), DELETE ON public.hidden_projects TO authenticated;
GRANT SELECT, INSERT, DELETE ON public.hidden_projects TO service_role;
