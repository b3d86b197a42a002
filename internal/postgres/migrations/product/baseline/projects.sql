-- Projects, their revisions, files and questions.

CREATE TABLE public.projects (
  id               uuid        NOT NULL DEFAULT private.uuid_v7(),
  number           bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
  company_id       uuid,
  title            text        NOT NULL,
  description      text        NOT NULL,
  category         text        NOT NULL DEFAULT 'Automação Industrial',
  experience_level text        NOT NULL DEFAULT 'Intermediário',
  budget           text        NOT NULL,
  budget_min_cents bigint,
  budget_max_cents bigint,
  deadline         text        NOT NULL,
  deadline_on      date,
  skills           text[]      NOT NULL,
  is_confidential  boolean     NOT NULL DEFAULT false,
  status           text        NOT NULL DEFAULT 'open',
  proposals_count  integer     NOT NULL DEFAULT 0,
  search           tsvector    NOT NULL DEFAULT ''::tsvector,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  revision         integer     NOT NULL DEFAULT 1,
  city             text,
  state            text,
  work_mode        text,
  starts_on        date,
  city_key         text,
  files_count      smallint    NOT NULL DEFAULT 0,
  CONSTRAINT projects_pkey                   PRIMARY KEY (id),
  CONSTRAINT projects_number_key             UNIQUE (number),
  CONSTRAINT projects_company_id_fkey        FOREIGN KEY (company_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT projects_budget_bounded         CHECK (budget_min_cents <= 99999999999 AND budget_max_cents <= 99999999999),
  CONSTRAINT projects_budget_filled          CHECK (btrim(budget) <> '' AND length(budget) <= 120),
  CONSTRAINT projects_budget_range           CHECK (budget_min_cents > 0 AND budget_max_cents > 0 AND budget_min_cents <= budget_max_cents),
  CONSTRAINT projects_category_filled        CHECK (btrim(category) <> '' AND length(category) <= 80),
  CONSTRAINT projects_city_filled            CHECK (btrim(city) <> '' AND length(city) <= 80),
  CONSTRAINT projects_city_in_state          CHECK (city IS NULL OR state IS NOT NULL),
  CONSTRAINT projects_dates_ordered          CHECK (starts_on <= deadline_on),
  CONSTRAINT projects_deadline_filled        CHECK (btrim(deadline) <> '' AND length(deadline) <= 120),
  CONSTRAINT projects_deadline_on_real       CHECK (deadline_on >= '2000-01-01'::date AND deadline_on <= '2199-12-31'::date),
  CONSTRAINT projects_description_filled     CHECK (btrim(description) <> '' AND length(description) <= 10000),
  CONSTRAINT projects_experience_level_known CHECK (experience_level IN ('Júnior', 'Pleno', 'Intermediário', 'Sênior', 'Especialista')),
  CONSTRAINT projects_files_count_range      CHECK (files_count >= 0),
  CONSTRAINT projects_proposals_count_range  CHECK (proposals_count >= 0),
  CONSTRAINT projects_revision_positive      CHECK (revision > 0),
  CONSTRAINT projects_skills_some            CHECK (cardinality(skills) >= 1 AND cardinality(skills) <= 22),
  CONSTRAINT projects_starts_on_real         CHECK (starts_on >= '2000-01-01'::date AND starts_on <= '2199-12-31'::date),
  CONSTRAINT projects_state_known            CHECK (state IN ('AC', 'AL', 'AP', 'AM', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MT', 'MS', 'MG', 'PA', 'PB', 'PR', 'PE',
    'PI', 'RJ', 'RN', 'RS', 'RO', 'RR', 'SC', 'SP', 'SE', 'TO')),
  CONSTRAINT projects_status_known           CHECK (status IN ('open', 'in_progress', 'delivered', 'completed', 'closed')),
  CONSTRAINT projects_title_filled           CHECK (btrim(title) <> '' AND length(title) <= 160),
  CONSTRAINT projects_work_mode_known        CHECK (work_mode IN ('on_site', 'hybrid', 'remote'))
);
COMMENT ON TABLE public.projects IS 'What companies publish to receive proposals';
COMMENT ON COLUMN public.projects.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.projects.number IS 'Its number, written PRJ-0001';
COMMENT ON COLUMN public.projects.company_id IS 'The company; null where the project is confidential';
COMMENT ON COLUMN public.projects.title IS 'What it is called';
COMMENT ON COLUMN public.projects.description IS 'What it is, at length';
COMMENT ON COLUMN public.projects.category IS 'The kind of work';
COMMENT ON COLUMN public.projects.experience_level IS 'The level asked for';
COMMENT ON COLUMN public.projects.budget IS 'The budget in words';
COMMENT ON COLUMN public.projects.budget_min_cents IS 'The least of the budget, in centavos';
COMMENT ON COLUMN public.projects.budget_max_cents IS 'The most of the budget, in centavos';
COMMENT ON COLUMN public.projects.deadline IS 'The deadline in words';
COMMENT ON COLUMN public.projects.deadline_on IS 'The deadline as a day';
COMMENT ON COLUMN public.projects.skills IS 'Skills, by slug';
COMMENT ON COLUMN public.projects.is_confidential IS 'Whether the company is named only to who has a contract';
COMMENT ON COLUMN public.projects.status IS 'open, in_progress, delivered, completed or closed';
COMMENT ON COLUMN public.projects.proposals_count IS 'How many proposals it has';
COMMENT ON COLUMN public.projects.search IS 'The words by which it is found';
COMMENT ON COLUMN public.projects.created_at IS 'When it was written';
COMMENT ON COLUMN public.projects.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.projects.revision IS 'Which version it is, from 1';
COMMENT ON COLUMN public.projects.city IS 'The city';
COMMENT ON COLUMN public.projects.state IS 'The state, two letters';
COMMENT ON COLUMN public.projects.work_mode IS 'on_site, hybrid or remote';
COMMENT ON COLUMN public.projects.starts_on IS 'When work is to begin';
COMMENT ON COLUMN public.projects.city_key IS 'The place as a key: city and state in small letters without accents';
COMMENT ON COLUMN public.projects.files_count IS 'How many files it has';
CREATE INDEX projects_city_idx         ON public.projects (state, city_key, created_at DESC, id DESC) WHERE status = 'open' AND city_key IS NOT NULL;
CREATE INDEX projects_company_id_idx   ON public.projects (company_id);
CREATE INDEX projects_created_at_idx   ON public.projects (created_at DESC, id DESC);
CREATE INDEX projects_dearest_idx      ON public.projects (budget_max_cents DESC NULLS LAST, created_at DESC, id DESC) WHERE status = 'open';
CREATE INDEX projects_found_idx        ON public.projects USING gin (search, skills)
  WITH (fastupdate = on, gin_pending_list_limit = 256) WHERE status = 'open';
CREATE INDEX projects_least_sought_idx ON public.projects (proposals_count, created_at DESC, id DESC)                   WHERE status = 'open';
CREATE INDEX projects_newest_idx       ON public.projects (status, created_at DESC, id DESC);
CREATE INDEX projects_of_company_idx   ON public.projects (company_id, created_at DESC, id DESC)                        WHERE status = 'open';
CREATE INDEX projects_search_idx       ON public.projects USING gin (search);
CREATE INDEX projects_soonest_idx      ON public.projects (deadline_on, created_at DESC, id DESC)                       WHERE status = 'open';

-- A page of the newest comes straight from an index, also of one state alone.
CREATE INDEX projects_state_idx        ON public.projects (state, created_at DESC, id DESC) WHERE status = 'open';
ALTER TABLE public.projects ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.projects FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, number, company_id, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents,
  deadline, deadline_on, skills, is_confidential, status, proposals_count, search, created_at, updated_at, revision, city, state,
  work_mode, starts_on, city_key, files_count) ON public.projects TO anon;
GRANT SELECT (id, number, company_id, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents,
  deadline, deadline_on, skills, is_confidential, status, proposals_count, search, created_at, updated_at, revision, city, state,
  work_mode, starts_on, city_key, files_count), INSERT (id, company_id, title, description, category, experience_level, budget,
  budget_min_cents, budget_max_cents, deadline, deadline_on, skills, is_confidential, city, state, work_mode, starts_on),
  UPDATE (title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on,
  skills, is_confidential, city, state, work_mode, starts_on) ON public.projects TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.projects TO service_role;
GRANT USAGE ON SEQUENCE public.projects_number_seq TO authenticated, service_role;

CREATE FUNCTION private.check_owner() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  PERFORM FROM public.profiles WHERE id = NEW.company_id AND removed_at IS NULL FOR SHARE;
  IF NOT FOUND AND NEW.company_id IS NOT NULL THEN
    PERFORM private.refuse(403, 'party_gone', 'Esta conta não existe mais.');
  END IF;
  RETURN NEW;
END
$$;
GRANT EXECUTE ON FUNCTION private.check_owner() TO service_role;
ALTER FUNCTION private.check_owner() OWNER TO definer;

CREATE FUNCTION private.keep_revision() RETURNS trigger
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
GRANT EXECUTE ON FUNCTION private.keep_revision() TO service_role;
ALTER FUNCTION private.keep_revision() OWNER TO definer;

-- Both run before the triggers "prepare", which make keys and words of what is stored.
CREATE FUNCTION private.know_project_city() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
DECLARE
  official text;
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.city, NEW.state) IS NOT DISTINCT FROM (OLD.city, OLD.state) THEN
    RETURN NEW;
  END IF;
  official := private.municipality(NEW.city, NEW.state);
  IF official IS NULL THEN
    PERFORM private.refuse(400, 'unknown_city', 'Não conhecemos esta cidade neste estado. Escolha uma das sugestões.');
  END IF;
  NEW.city := official;
  RETURN NEW;
END
$$;

CREATE FUNCTION private.measure_projects() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  wait CONSTANT interval := private.measure_parties('projects', ARRAY(SELECT company_id FROM written WHERE company_id IS NOT NULL));
BEGIN
  IF wait IS NOT NULL THEN
    PERFORM private.refuse(429, 'too_many_projects', 'Você atingiu o limite de {projects_daily_max} projetos publicados em 24 horas. Tente novamente mais tarde.', wait);
  END IF;
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.measure_projects() TO service_role;
ALTER FUNCTION private.measure_projects() OWNER TO definer;

-- Declined proposals count too: one that comes back has to find what it
-- answered, or be asked to confirm.
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
GRANT EXECUTE ON FUNCTION private.number_revision() TO service_role;
ALTER FUNCTION private.number_revision() OWNER TO definer;

CREATE FUNCTION private.owns_project(project_id uuid, needed text DEFAULT 'read') RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM public.project_owners o
    WHERE o.project_id = owns_project.project_id AND o.company_id = ANY (private.parties(needed)));
END
$$;
GRANT EXECUTE ON FUNCTION private.owns_project(uuid,text) TO authenticated, service_role;
ALTER FUNCTION private.owns_project(uuid,text) OWNER TO definer;

CREATE FUNCTION private.prepare_project() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  NEW.skills   := private.choose_skills(NEW.skills);
  NEW.title    := btrim(NEW.title);
  NEW.city     := btrim(regexp_replace(NEW.city, '\s+', ' ', 'g'));
  NEW.city_key := private.city_key(NEW.city);
  NEW.search   := private.search_document(concat_ws(' ', NEW.title, NEW.description, NEW.category, NEW.city, 'PRJ-' || NEW.number, private.skill_words(NEW.skills)));
  RETURN NEW;
END
$$;

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
    CASE WHEN before.skills           IS DISTINCT FROM after.skills           THEN 'skills'           END,
    CASE WHEN before.city             IS DISTINCT FROM after.city             THEN 'city'             END,
    CASE WHEN before.state            IS DISTINCT FROM after.state            THEN 'state'            END,
    CASE WHEN before.work_mode        IS DISTINCT FROM after.work_mode        THEN 'work_mode'        END,
    CASE WHEN before.starts_on        IS DISTINCT FROM after.starts_on        THEN 'starts_on'        END
  ], NULL)
$$;
GRANT EXECUTE ON FUNCTION private.project_changes(public.projects,public.projects) TO authenticated, service_role;

-- Keeps the owner, and takes the company's name off a confidential project.
CREATE FUNCTION private.settle_project_owner() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  owner uuid;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.project_owners (project_id, company_id) VALUES (NEW.id, NEW.company_id);
  END IF;
  SELECT company_id INTO owner FROM public.project_owners WHERE project_id = NEW.id;
  UPDATE public.projects
  SET company_id = CASE WHEN is_confidential THEN NULL ELSE owner END
  WHERE id = NEW.id AND company_id IS DISTINCT FROM CASE WHEN is_confidential THEN NULL ELSE owner END;
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.settle_project_owner() TO service_role;
ALTER FUNCTION private.settle_project_owner() OWNER TO definer;

CREATE POLICY "companies edit their open projects" ON public.projects
  FOR UPDATE TO authenticated
  USING (status = 'open' AND private.owns_project(id, 'publish')) WITH CHECK (true);
CREATE POLICY "companies publish projects" ON public.projects
  FOR INSERT TO authenticated
  WITH CHECK (company_id = ANY ((SELECT private.parties('publish'))::uuid[]) AND status = 'open' AND private.is_party_of(company_id, 'company'));
CREATE POLICY "everybody sees projects" ON public.projects
  FOR SELECT TO anon, authenticated USING (true);
CREATE POLICY "the server keeps projects" ON public.projects
  TO service_role USING (true) WITH CHECK (true);
SELECT private.announce_writes('public.projects', true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF title, description, category, budget, deadline, city ON public.projects
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.title) OR NOT private.is_settled_text(NEW.description) OR NOT private.is_settled_line(NEW.category) OR NOT private.is_settled_line(NEW.budget) OR NOT private.is_settled_line(NEW.deadline) OR NOT private.is_settled_line(NEW.city)) EXECUTE FUNCTION private.settle_texts('title', 'description:text', 'category', 'budget', 'deadline', 'city');
CREATE TRIGGER check_owner BEFORE INSERT ON public.projects
  FOR EACH ROW EXECUTE FUNCTION private.check_owner();
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.projects
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('project');
CREATE TRIGGER keep_next_revision AFTER UPDATE OF title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills,
  city, state, work_mode, starts_on ON public.projects
  FOR EACH ROW WHEN (private.project_changes(OLD, NEW) <> '{}') EXECUTE FUNCTION private.keep_revision();
CREATE TRIGGER keep_revision AFTER INSERT ON public.projects
  FOR EACH ROW EXECUTE FUNCTION private.keep_revision();
CREATE TRIGGER know_city BEFORE INSERT OR UPDATE OF city, state ON public.projects FOR EACH ROW
  WHEN (NEW.city IS NOT NULL AND NEW.state IS NOT NULL) EXECUTE FUNCTION private.know_project_city();
CREATE TRIGGER measure AFTER INSERT ON public.projects REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.measure_projects();
CREATE TRIGGER prepare BEFORE INSERT OR UPDATE OF title, description, category, skills, city ON public.projects
  FOR EACH ROW EXECUTE FUNCTION private.prepare_project();
SELECT realtime.watch('public.projects');
CREATE TRIGGER revise BEFORE UPDATE OF title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills,
  city, state, work_mode, starts_on ON public.projects
  FOR EACH ROW EXECUTE FUNCTION private.number_revision();
CREATE TRIGGER settle_owner AFTER INSERT OR UPDATE OF is_confidential ON public.projects
  FOR EACH ROW EXECUTE FUNCTION private.settle_project_owner();
CREATE TRIGGER touch BEFORE UPDATE OF title, description, category, skills, budget, deadline, city, state, work_mode, starts_on, status ON public.projects
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- The owner of a project is kept apart from it, so that a confidential project can be public while
-- its company is not: projects.company_id is then empty, and this table is private.
CREATE TABLE public.project_owners (
  project_id uuid NOT NULL,
  company_id uuid NOT NULL,
  CONSTRAINT project_owners_pkey            PRIMARY KEY (project_id),
  CONSTRAINT project_owners_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT project_owners_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE
);
COMMENT ON TABLE public.project_owners IS 'Which company a project is of, for its team';
COMMENT ON COLUMN public.project_owners.project_id IS 'The project it is of';
COMMENT ON COLUMN public.project_owners.company_id IS 'The company';
CREATE INDEX project_owners_company_id_idx ON public.project_owners (company_id);
ALTER TABLE public.project_owners ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.project_owners FORCE  ROW LEVEL SECURITY;
GRANT SELECT (project_id, company_id) ON public.project_owners TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.project_owners TO service_role;
CREATE POLICY "administrators see who owns a project" ON public.project_owners
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "companies see which projects are theirs" ON public.project_owners
  FOR SELECT TO authenticated USING (company_id = ANY ((SELECT private.parties())::uuid[]));
CREATE POLICY "the server keeps project owners" ON public.project_owners
  TO service_role USING (true) WITH CHECK (true);

-- What a proposal answers does not change under it: an edit of a project that has been answered is
-- a new revision, which its proposers confirm or not. A project without answers is corrected in
-- place.
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
  changed          text[]      NOT NULL DEFAULT '{}',
  created_at       timestamptz NOT NULL DEFAULT now(),
  city             text,
  state            text,
  work_mode        text,
  starts_on        date,
  CONSTRAINT project_revisions_pkey            PRIMARY KEY (project_id, number),
  CONSTRAINT project_revisions_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE,
  CONSTRAINT project_revisions_changed_told    CHECK ((number = 1) = (changed = '{}')),
  CONSTRAINT project_revisions_number_positive CHECK (number > 0)
);
COMMENT ON TABLE public.project_revisions IS 'A project as it was in each of its versions';
COMMENT ON COLUMN public.project_revisions.project_id IS 'The project it is of';
COMMENT ON COLUMN public.project_revisions.number IS 'Which version it is, from 1';
COMMENT ON COLUMN public.project_revisions.title IS 'What it is called';
COMMENT ON COLUMN public.project_revisions.description IS 'What it is, at length';
COMMENT ON COLUMN public.project_revisions.category IS 'The kind of work';
COMMENT ON COLUMN public.project_revisions.experience_level IS 'The level asked for';
COMMENT ON COLUMN public.project_revisions.budget IS 'The budget in words';
COMMENT ON COLUMN public.project_revisions.budget_min_cents IS 'The least of the budget, in centavos';
COMMENT ON COLUMN public.project_revisions.budget_max_cents IS 'The most of the budget, in centavos';
COMMENT ON COLUMN public.project_revisions.deadline IS 'The deadline in words';
COMMENT ON COLUMN public.project_revisions.deadline_on IS 'The deadline as a day';
COMMENT ON COLUMN public.project_revisions.skills IS 'Skills, by slug';
COMMENT ON COLUMN public.project_revisions.changed IS 'What changed since the version before';
COMMENT ON COLUMN public.project_revisions.created_at IS 'When it was written';
COMMENT ON COLUMN public.project_revisions.city IS 'The city';
COMMENT ON COLUMN public.project_revisions.state IS 'The state, two letters';
COMMENT ON COLUMN public.project_revisions.work_mode IS 'on_site, hybrid or remote';
COMMENT ON COLUMN public.project_revisions.starts_on IS 'When work is to begin';
ALTER TABLE public.project_revisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.project_revisions FORCE  ROW LEVEL SECURITY;
GRANT SELECT (project_id, number, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents,
  deadline, deadline_on, skills, changed, created_at, city, state, work_mode, starts_on) ON public.project_revisions TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.project_revisions TO service_role;

CREATE FUNCTION private.measure_revisions() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  wait interval;
BEGIN
  IF auth.uid() IS NOT NULL THEN
    wait := private.measure(auth.uid(), 'revisions', (SELECT count(*) FROM written), 'revisions_daily_max', interval '1 day');
  END IF;
  IF wait IS NOT NULL THEN
    PERFORM private.refuse(429, 'too_many_revisions', 'Você alterou projetos muitas vezes nas últimas 24 horas. Tente novamente mais tarde.', wait);
  END IF;
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.measure_revisions() TO service_role;
ALTER FUNCTION private.measure_revisions() OWNER TO definer;

CREATE POLICY "administrators read every revision" ON public.project_revisions
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "companies read the revisions of their projects" ON public.project_revisions
  FOR SELECT TO authenticated USING (private.owns_project(project_id));
CREATE POLICY "the server keeps revisions" ON public.project_revisions
  TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER measure AFTER INSERT ON public.project_revisions REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.measure_revisions();
SELECT realtime.watch('public.project_revisions');

-- The company stores files in the folder of the project, also before it is published, and says of
-- each whether everybody who may propose reads it, or only those it negotiates with or has hired.
-- In storage they are nobody's own, so that a confidential company is not told by its files.
CREATE TABLE public.project_files (
  id         uuid        NOT NULL DEFAULT private.uuid_v7(),
  project_id uuid        NOT NULL,
  "position" smallint    NOT NULL,
  audience   text        NOT NULL,
  name       text        NOT NULL,
  media_type text        NOT NULL,
  bytes      bigint      NOT NULL,
  path       text        NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT project_files_pkey            PRIMARY KEY (id),
  CONSTRAINT project_files_path_key        UNIQUE (path),
  CONSTRAINT project_files_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE,
  CONSTRAINT project_files_audience_known  CHECK (audience IN ('proposers', 'dealers')),
  CONSTRAINT project_files_bytes_real      CHECK (bytes >= 0),
  CONSTRAINT project_files_name_bounded    CHECK (btrim(name) <> '' AND length(name) <= 255),
  CONSTRAINT project_files_name_plain      CHECK (private.is_plain_name(name))
);
COMMENT ON TABLE public.project_files IS 'Files published with a project';
COMMENT ON COLUMN public.project_files.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.project_files.project_id IS 'The project it is of';
COMMENT ON COLUMN public.project_files."position" IS 'Its place in the order, from the first';
COMMENT ON COLUMN public.project_files.audience IS 'Who may read it: proposers or dealers (who has a contract)';
COMMENT ON COLUMN public.project_files.name IS 'What it is called';
COMMENT ON COLUMN public.project_files.media_type IS 'Its media type';
COMMENT ON COLUMN public.project_files.bytes IS 'Its size in bytes';
COMMENT ON COLUMN public.project_files.path IS 'Where its file is in storage';
COMMENT ON COLUMN public.project_files.created_at IS 'When it was written';
CREATE INDEX project_files_project_id_idx ON public.project_files (project_id, position);
ALTER TABLE public.project_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.project_files FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, project_id, "position", audience, name, media_type, bytes, path, created_at) ON public.project_files TO authenticated;
GRANT SELECT, INSERT, DELETE, UPDATE ("position", audience) ON public.project_files TO service_role;

-- Counts the files of a project, and lets go of what was stored for one that is gone.
CREATE FUNCTION private.count_project_files() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM set_config('storage.allow_delete_query', 'true', true);
    DELETE FROM storage.objects WHERE bucket_id = 'projects' AND name = OLD.path;
    PERFORM set_config('storage.allow_delete_query', '', true);
  END IF;
  UPDATE public.projects p
  SET files_count = (SELECT count(*) FROM public.project_files f WHERE f.project_id = p.id)
  WHERE p.id = coalesce(NEW.project_id, OLD.project_id);
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.count_project_files() TO service_role;
ALTER FUNCTION private.count_project_files() OWNER TO definer;

CREATE POLICY "administrators read the open files of projects" ON public.project_files
  FOR SELECT TO authenticated USING (audience = 'proposers' AND (SELECT private.is_admin()));
CREATE POLICY "companies read the files of their projects" ON public.project_files
  FOR SELECT TO authenticated USING (private.owns_project(project_id));
CREATE POLICY "the server keeps the files of projects" ON public.project_files
  FOR ALL TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.project_files
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.name)) EXECUTE FUNCTION private.settle_texts('name');
CREATE TRIGGER count_files AFTER INSERT OR DELETE ON public.project_files FOR EACH ROW EXECUTE FUNCTION private.count_project_files();
SELECT realtime.watch('public.project_files');

CREATE TABLE public.project_questions (
  id          uuid        NOT NULL DEFAULT private.uuid_v7(),
  project_id  uuid        NOT NULL,
  content     text,
  answer      text,
  answered_at timestamptz,
  created_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT project_questions_pkey            PRIMARY KEY (id),
  CONSTRAINT project_questions_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE,
  CONSTRAINT project_questions_answer_filled   CHECK (answer ~ '[^[:space:]]' AND length(answer) <= 1000),
  CONSTRAINT project_questions_answer_told     CHECK ((answer IS NULL) = (answered_at IS NULL)),
  CONSTRAINT project_questions_content_filled  CHECK (content ~ '[^[:space:]]' AND length(content) <= 1000),
  CONSTRAINT project_questions_says_something  CHECK (content IS NOT NULL OR answer IS NOT NULL)
);
COMMENT ON TABLE public.project_questions IS 'Questions about a project and the company''s answers; who asked is not told';
COMMENT ON COLUMN public.project_questions.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.project_questions.project_id IS 'The project it is of';
COMMENT ON COLUMN public.project_questions.content IS 'The question';
COMMENT ON COLUMN public.project_questions.answer IS 'The answer';
COMMENT ON COLUMN public.project_questions.answered_at IS 'When it was answered';
COMMENT ON COLUMN public.project_questions.created_at IS 'When it was written';
CREATE INDEX project_questions_project_id_idx ON public.project_questions (project_id, created_at DESC, id DESC);
ALTER TABLE public.project_questions ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.project_questions FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, project_id, content, answer, answered_at, created_at) ON public.project_questions TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.project_questions TO service_role;

-- Whether one of the caller's parties asked.
CREATE FUNCTION private.has_asked(question_id uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  RETURN EXISTS (SELECT FROM private.question_askers a WHERE a.question_id = has_asked.question_id AND a.party_id = ANY (private.parties()));
END
$$;
GRANT EXECUTE ON FUNCTION private.has_asked(uuid) TO authenticated, service_role;
ALTER FUNCTION private.has_asked(uuid) OWNER TO definer;

CREATE POLICY "administrators read every question" ON public.project_questions
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "companies read what is asked of their projects" ON public.project_questions
  FOR SELECT TO authenticated USING (private.owns_project(project_id));
CREATE POLICY "professionals read what they asked" ON public.project_questions
  FOR SELECT TO authenticated USING (private.has_asked(id));
CREATE POLICY "the server keeps questions" ON public.project_questions
  TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF content, answer ON public.project_questions
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.content) OR NOT private.is_settled_text(NEW.answer)) EXECUTE FUNCTION private.settle_texts('content:text', 'answer:text');
SELECT realtime.watch('public.project_questions');

-- Who asked a question is kept apart and never told: it would say who competes.
CREATE TABLE private.question_askers (
  question_id uuid NOT NULL,
  party_id    uuid NOT NULL,
  person_id   uuid NOT NULL,
  CONSTRAINT question_askers_pkey             PRIMARY KEY (question_id),
  CONSTRAINT question_askers_party_id_fkey    FOREIGN KEY (party_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT question_askers_person_id_fkey   FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT question_askers_question_id_fkey FOREIGN KEY (question_id) REFERENCES public.project_questions(id) ON DELETE CASCADE
);
CREATE INDEX question_askers_party_id_idx  ON private.question_askers (party_id);
CREATE INDEX question_askers_person_id_idx ON private.question_askers (person_id);
ALTER TABLE private.question_askers ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.question_askers FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON private.question_askers TO service_role;

CREATE FUNCTION private.measure_questions() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  wait CONSTANT interval := private.measure_parties('questions', ARRAY(SELECT party_id FROM written));
BEGIN
  IF wait IS NOT NULL THEN
    PERFORM private.refuse(429, 'too_many_questions_today', 'Você atingiu o limite de {questions_daily_max} perguntas em 24 horas. Tente novamente mais tarde.', wait);
  END IF;
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.measure_questions() TO service_role;
ALTER FUNCTION private.measure_questions() OWNER TO definer;

CREATE POLICY "the server keeps who asked" ON private.question_askers TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER measure AFTER INSERT ON private.question_askers REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.measure_questions();

-- Whether the caller may store a file in the folder of a project: of their own company, or of one
-- that is not published yet.
CREATE FUNCTION private.may_store_for_project(path text) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  folder uuid;
BEGIN
  IF path !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[^/]+$' THEN
    RETURN false;
  END IF;
  folder := split_part(path, '/', 1);
  IF EXISTS (SELECT FROM public.projects p WHERE p.id = folder) THEN
    RETURN private.owns_project(folder, 'publish');
  END IF;
  RETURN EXISTS (SELECT FROM public.profiles p WHERE p.id = ANY (private.parties('publish')) AND p.role = 'company');
END
$$;
GRANT EXECUTE ON FUNCTION private.may_store_for_project(text) TO authenticated, service_role;
ALTER FUNCTION private.may_store_for_project(text) OWNER TO definer;
