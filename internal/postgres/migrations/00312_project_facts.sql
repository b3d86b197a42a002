-- Where a project is done, how, and from when: what a professional asks before
-- anything else. All of it may be missing. They are terms like the rest, so that
-- a change after somebody answered is a revision.

-- +goose Up
ALTER TABLE public.projects
  ADD COLUMN city      text,
  ADD COLUMN state     text,
  ADD COLUMN work_mode text,
  ADD COLUMN starts_on date,
  ADD CONSTRAINT projects_city_filled     CHECK (btrim(city) <> '' AND length(city) <= 80),
  ADD CONSTRAINT projects_city_in_state   CHECK (city IS NULL OR state IS NOT NULL),
  ADD CONSTRAINT projects_state_known     CHECK (state IN ('AC', 'AL', 'AP', 'AM', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MT', 'MS', 'MG', 'PA',
                                                           'PB', 'PR', 'PE', 'PI', 'RJ', 'RN', 'RS', 'RO', 'RR', 'SC', 'SP', 'SE', 'TO')),
  ADD CONSTRAINT projects_work_mode_known CHECK (work_mode IN ('on_site', 'hybrid', 'remote')),
  ADD CONSTRAINT projects_dates_ordered   CHECK (starts_on <= deadline_on);
GRANT SELECT (city, state, work_mode, starts_on) ON public.projects TO anon, authenticated;
GRANT INSERT (city, state, work_mode, starts_on), UPDATE (city, state, work_mode, starts_on) ON public.projects TO authenticated;

ALTER TABLE public.project_revisions
  ADD COLUMN city      text,
  ADD COLUMN state     text,
  ADD COLUMN work_mode text,
  ADD COLUMN starts_on date;
GRANT SELECT (city, state, work_mode, starts_on) ON public.project_revisions TO authenticated;

-- A page of the newest comes straight from an index, also of one state alone.
CREATE INDEX projects_state_idx ON public.projects (state, created_at DESC, id DESC) WHERE status = 'open';

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.prepare_project() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  PERFORM private.check_skills(NEW.skills);
  NEW.title  := btrim(NEW.title);
  NEW.city   := btrim(NEW.city);
  NEW.search := private.search_document(concat_ws(' ', NEW.title, NEW.description, NEW.category, NEW.city, private.skill_words(NEW.skills)));
  RETURN NEW;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.project_changes(before public.projects, after public.projects) RETURNS text[]
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
    CASE WHEN before.skills           IS DISTINCT FROM after.skills           THEN 'skills'           END,
    CASE WHEN before.city             IS DISTINCT FROM after.city             THEN 'city'             END,
    CASE WHEN before.state            IS DISTINCT FROM after.state            THEN 'state'            END,
    CASE WHEN before.work_mode        IS DISTINCT FROM after.work_mode        THEN 'work_mode'        END,
    CASE WHEN before.starts_on        IS DISTINCT FROM after.starts_on        THEN 'starts_on'        END
  ], NULL)
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.keep_revision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  INSERT INTO public.project_revisions AS kept (project_id, number, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents,
                                                deadline, deadline_on, skills, city, state, work_mode, starts_on, changed)
  VALUES (NEW.id, NEW.revision, NEW.title, NEW.description, NEW.category, NEW.experience_level, NEW.budget, NEW.budget_min_cents, NEW.budget_max_cents,
          NEW.deadline, NEW.deadline_on, NEW.skills, NEW.city, NEW.state, NEW.work_mode, NEW.starts_on,
          CASE WHEN NEW.revision = 1 THEN '{}' ELSE private.project_changes(OLD, NEW) END)
  ON CONFLICT (project_id, number) DO UPDATE
  SET title = excluded.title, description = excluded.description, category = excluded.category, experience_level = excluded.experience_level,
      budget = excluded.budget, budget_min_cents = excluded.budget_min_cents, budget_max_cents = excluded.budget_max_cents,
      deadline = excluded.deadline, deadline_on = excluded.deadline_on, skills = excluded.skills,
      city = excluded.city, state = excluded.state, work_mode = excluded.work_mode, starts_on = excluded.starts_on,
      changed = CASE WHEN kept.number = 1 THEN '{}' ELSE ARRAY(SELECT DISTINCT unnest(kept.changed || excluded.changed) ORDER BY 1) END;
  RETURN NULL;
END
$$;
-- +goose StatementEnd

DROP TRIGGER prepare            ON public.projects;
DROP TRIGGER touch              ON public.projects;
DROP TRIGGER revise             ON public.projects;
DROP TRIGGER keep_next_revision ON public.projects;
CREATE TRIGGER prepare BEFORE INSERT OR UPDATE OF title, description, category, skills, city ON public.projects
  FOR EACH ROW EXECUTE FUNCTION private.prepare_project();
CREATE TRIGGER touch BEFORE UPDATE OF title, description, category, skills, budget, deadline, city, state, work_mode, starts_on, status ON public.projects
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER revise BEFORE UPDATE OF title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills,
  city, state, work_mode, starts_on ON public.projects
  FOR EACH ROW EXECUTE FUNCTION private.number_revision();
CREATE TRIGGER keep_next_revision AFTER UPDATE OF title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills,
  city, state, work_mode, starts_on ON public.projects
  FOR EACH ROW WHEN (private.project_changes(OLD, NEW) <> '{}') EXECUTE FUNCTION private.keep_revision();
