-- What a proposal answers does not change under it: an edit that somebody has
-- answered to is a new revision, which its proposers confirm or not. What
-- nobody has answered to is corrected in place.

-- +goose Up
ALTER TABLE public.projects ADD COLUMN revision integer NOT NULL DEFAULT 1;
ALTER TABLE public.projects ADD CONSTRAINT projects_revision_positive CHECK (revision > 0);
GRANT SELECT (revision) ON public.projects TO anon, authenticated;

CREATE TABLE public.project_revisions (
  project_id       uuid        NOT NULL,
  number           integer     NOT NULL,
  title            text        NOT NULL,
  description      text        NOT NULL,
  category         text        NOT NULL,
  experience_level text        NOT NULL,
  budget           text        NOT NULL,
  budget_min_cents bigint,
  budget_max_cents bigint,
  deadline         text        NOT NULL,
  deadline_on      date,
  skills           text[]      NOT NULL,
  -- The columns that differ from the revision before; none in the first.
  changed          text[]      NOT NULL DEFAULT '{}',
  created_at       timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT project_revisions_pkey            PRIMARY KEY (project_id, number),
  CONSTRAINT project_revisions_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects (id) ON DELETE CASCADE,
  CONSTRAINT project_revisions_number_positive CHECK (number > 0),
  CONSTRAINT project_revisions_changed_told    CHECK ((number = 1) = (changed = '{}'))
);

INSERT INTO public.project_revisions (project_id, number, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents,
                                      deadline, deadline_on, skills, created_at)
SELECT id, 1, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills, created_at
FROM public.projects;

-- +goose StatementBegin
CREATE FUNCTION private.project_changes(before public.projects, after public.projects) RETURNS text[]
LANGUAGE sql IMMUTABLE
SET search_path = ''
AS $$
  SELECT array_remove(ARRAY[
    CASE WHEN before.title            IS DISTINCT FROM after.title            THEN 'title'            END,
    CASE WHEN before.description      IS DISTINCT FROM after.description      THEN 'description'      END,
    CASE WHEN before.category         IS DISTINCT FROM after.category         THEN 'category'         END,
    CASE WHEN before.experience_level IS DISTINCT FROM after.experience_level THEN 'experience_level' END,
    CASE WHEN before.budget           IS DISTINCT FROM after.budget           THEN 'budget'           END,
    CASE WHEN before.budget_min_cents IS DISTINCT FROM after.budget_min_cents THEN 'budget_min_cents' END,
    CASE WHEN before.budget_max_cents IS DISTINCT FROM after.budget_max_cents THEN 'budget_max_cents' END,
    CASE WHEN before.deadline         IS DISTINCT FROM after.deadline         THEN 'deadline'         END,
    CASE WHEN before.deadline_on      IS DISTINCT FROM after.deadline_on      THEN 'deadline_on'      END,
    CASE WHEN before.skills           IS DISTINCT FROM after.skills           THEN 'skills'           END
  ], NULL)
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.project_changes(public.projects, public.projects) TO authenticated, service_role;

-- Declined proposals count too: one that comes back has to find what it
-- answered, or be asked to confirm.
-- +goose StatementBegin
CREATE FUNCTION private.number_revision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF private.project_changes(OLD, NEW) <> '{}' AND EXISTS (SELECT FROM public.proposals WHERE project_id = NEW.id AND status <> 'withdrawn') THEN
    NEW.revision := OLD.revision + 1;
  END IF;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.number_revision() OWNER TO service_role;
-- After "prepare", which trims.
CREATE TRIGGER revise BEFORE UPDATE OF title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills
  ON public.projects FOR EACH ROW EXECUTE FUNCTION private.number_revision();

-- +goose StatementBegin
CREATE FUNCTION private.keep_revision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  INSERT INTO public.project_revisions AS kept (project_id, number, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents,
                                                deadline, deadline_on, skills, changed)
  VALUES (NEW.id, NEW.revision, NEW.title, NEW.description, NEW.category, NEW.experience_level, NEW.budget, NEW.budget_min_cents, NEW.budget_max_cents,
          NEW.deadline, NEW.deadline_on, NEW.skills, CASE WHEN NEW.revision = 1 THEN '{}' ELSE private.project_changes(OLD, NEW) END)
  ON CONFLICT (project_id, number) DO UPDATE
  SET title = excluded.title, description = excluded.description, category = excluded.category, experience_level = excluded.experience_level,
      budget = excluded.budget, budget_min_cents = excluded.budget_min_cents, budget_max_cents = excluded.budget_max_cents,
      deadline = excluded.deadline, deadline_on = excluded.deadline_on, skills = excluded.skills,
      changed = CASE WHEN kept.number = 1 THEN '{}' ELSE ARRAY(SELECT DISTINCT unnest(kept.changed || excluded.changed) ORDER BY 1) END;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.keep_revision() OWNER TO service_role;
CREATE TRIGGER keep_revision AFTER INSERT ON public.projects
  FOR EACH ROW EXECUTE FUNCTION private.keep_revision();
CREATE TRIGGER keep_next_revision AFTER UPDATE OF title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills
  ON public.projects FOR EACH ROW WHEN (private.project_changes(OLD, NEW) <> '{}') EXECUTE FUNCTION private.keep_revision();

-- Whether the caller's parties have answered a project.
-- +goose StatementBegin
CREATE FUNCTION private.has_proposed(project_id uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  RETURN EXISTS (SELECT FROM public.proposals o WHERE o.project_id = has_proposed.project_id AND o.professional_id = ANY (private.parties()));
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.has_proposed(uuid) OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.has_proposed(uuid) TO authenticated, service_role;

ALTER TABLE public.project_revisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.project_revisions FORCE  ROW LEVEL SECURITY;
CREATE POLICY "companies read the revisions of their projects" ON public.project_revisions
  FOR SELECT TO authenticated USING (private.owns_project(project_id));
CREATE POLICY "proposers read the revisions of a project" ON public.project_revisions
  FOR SELECT TO authenticated USING (private.has_proposed(project_id));
CREATE POLICY "administrators read every revision" ON public.project_revisions
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps revisions" ON public.project_revisions
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (project_id, number, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents,
  deadline, deadline_on, skills, changed, created_at) ON public.project_revisions TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.project_revisions TO service_role;

-- A proposal answers the revision that is in force when it is sent.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.check_proposal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  proposals_max CONSTANT integer := 3;
  project public.projects;
BEGIN
  SELECT * INTO project FROM public.projects WHERE id = NEW.project_id FOR UPDATE;
  IF project.id IS NULL THEN
    PERFORM private.refuse(404, 'project_not_found', 'Projeto não encontrado.');
  ELSIF project.status <> 'open' THEN
    PERFORM private.refuse(409, 'project_not_open', 'Este projeto não está recebendo propostas.');
  ELSIF EXISTS (SELECT FROM public.project_owners WHERE project_id = NEW.project_id AND company_id = NEW.professional_id) THEN
    PERFORM private.refuse(409, 'own_project', 'Você não pode enviar uma proposta para o próprio projeto.');
  ELSIF EXISTS (SELECT FROM public.proposals WHERE project_id = NEW.project_id AND professional_id = NEW.professional_id AND status IN ('pending', 'waiting', 'accepted')) THEN
    PERFORM private.refuse(409, 'already_proposed', 'Você já enviou uma proposta para este projeto.');
  ELSIF (SELECT count(*) FROM public.proposals WHERE project_id = NEW.project_id AND professional_id = NEW.professional_id) >= proposals_max THEN
    PERFORM private.refuse(409, 'too_many_proposals', 'Você já enviou três propostas para este projeto.');
  END IF;
  NEW.project_revision := project.revision;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
