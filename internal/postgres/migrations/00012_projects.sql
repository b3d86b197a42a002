-- What companies publish and professionals answer. The owner of a project is
-- kept apart from it, so that a confidential project can be public while its
-- company is not: company_id is then empty and project_owners is private.

-- +goose Up
CREATE TABLE public.projects (
  id               uuid        NOT NULL DEFAULT private.uuid_v7(),
  number           bigint      GENERATED ALWAYS AS IDENTITY,
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
  search           tsvector    NOT NULL DEFAULT '',
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT projects_pkey                   PRIMARY KEY (id),
  CONSTRAINT projects_number_key             UNIQUE (number),
  CONSTRAINT projects_company_id_fkey        FOREIGN KEY (company_id) REFERENCES public.profiles (id) ON DELETE RESTRICT,
  CONSTRAINT projects_title_filled           CHECK (btrim(title) <> '' AND length(title) <= 160),
  CONSTRAINT projects_description_filled     CHECK (btrim(description) <> '' AND length(description) <= 10000),
  CONSTRAINT projects_category_filled        CHECK (btrim(category) <> '' AND length(category) <= 80),
  CONSTRAINT projects_experience_level_known CHECK (experience_level IN ('Júnior', 'Pleno', 'Intermediário', 'Sênior', 'Especialista')),
  CONSTRAINT projects_budget_filled          CHECK (btrim(budget) <> '' AND length(budget) <= 120),
  CONSTRAINT projects_budget_range           CHECK (budget_min_cents > 0 AND budget_max_cents > 0 AND budget_min_cents <= budget_max_cents),
  CONSTRAINT projects_deadline_filled        CHECK (btrim(deadline) <> '' AND length(deadline) <= 120),
  CONSTRAINT projects_skills_some            CHECK (cardinality(skills) BETWEEN 1 AND 22),
  CONSTRAINT projects_status_known           CHECK (status IN ('open', 'in_progress', 'delivered', 'completed', 'closed')),
  CONSTRAINT projects_proposals_count_range  CHECK (proposals_count >= 0)
);
CREATE INDEX projects_company_id_idx ON public.projects (company_id);
CREATE INDEX projects_newest_idx     ON public.projects (status, created_at DESC, id DESC);
CREATE INDEX projects_created_at_idx ON public.projects (created_at DESC, id DESC);
CREATE INDEX projects_skills_idx     ON public.projects USING gin (skills);
CREATE INDEX projects_search_idx     ON public.projects USING gin (search);

CREATE TABLE public.project_owners (
  project_id uuid NOT NULL,
  company_id uuid NOT NULL,
  CONSTRAINT project_owners_pkey            PRIMARY KEY (project_id),
  CONSTRAINT project_owners_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects (id) ON DELETE CASCADE,
  CONSTRAINT project_owners_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.profiles (id) ON DELETE RESTRICT
);
CREATE INDEX project_owners_company_id_idx ON public.project_owners (company_id);

-- +goose StatementBegin
CREATE FUNCTION private.owns_project(project_id uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT EXISTS (SELECT FROM public.project_owners o WHERE o.project_id = owns_project.project_id AND o.company_id = auth.uid())
$$;
-- +goose StatementEnd
ALTER FUNCTION private.owns_project(uuid) OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.owns_project(uuid) TO authenticated, service_role;

-- +goose StatementBegin
CREATE FUNCTION private.prepare_project() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  PERFORM private.check_skills(NEW.skills);
  NEW.title  := btrim(NEW.title);
  NEW.search := private.search_document(concat_ws(' ', NEW.title, NEW.description, NEW.category, private.skill_words(NEW.skills)));
  RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER prepare BEFORE INSERT OR UPDATE OF title, description, category, skills ON public.projects
  FOR EACH ROW EXECUTE FUNCTION private.prepare_project();
CREATE TRIGGER touch BEFORE UPDATE OF title, description, category, skills, budget, deadline, status ON public.projects
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Keeps the owner, and takes the company's name off a confidential project.
-- +goose StatementBegin
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
-- +goose StatementEnd
ALTER FUNCTION private.settle_project_owner() OWNER TO service_role;
CREATE TRIGGER settle_owner AFTER INSERT OR UPDATE OF is_confidential ON public.projects
  FOR EACH ROW EXECUTE FUNCTION private.settle_project_owner();

ALTER TABLE public.projects ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.projects FORCE  ROW LEVEL SECURITY;
CREATE POLICY "everybody sees projects" ON public.projects
  FOR SELECT TO anon, authenticated USING (true);
CREATE POLICY "companies publish projects" ON public.projects
  FOR INSERT TO authenticated WITH CHECK (company_id = auth.uid() AND status = 'open' AND (SELECT private.has_role('company')));
CREATE POLICY "companies edit their open projects" ON public.projects
  FOR UPDATE TO authenticated USING (status = 'open' AND private.owns_project(id)) WITH CHECK (true);
CREATE POLICY "the server keeps projects" ON public.projects
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT ON public.projects TO anon, authenticated;
GRANT INSERT (id, company_id, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills, is_confidential) ON public.projects TO authenticated;
GRANT UPDATE (title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills, is_confidential) ON public.projects TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.projects TO service_role;
GRANT USAGE ON SEQUENCE public.projects_number_seq TO authenticated, service_role;

ALTER TABLE public.project_owners ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.project_owners FORCE  ROW LEVEL SECURITY;
CREATE POLICY "companies see which projects are theirs" ON public.project_owners
  FOR SELECT TO authenticated USING (company_id = auth.uid());
CREATE POLICY "administrators see who owns a project" ON public.project_owners
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps project owners" ON public.project_owners
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT ON public.project_owners TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.project_owners TO service_role;

CREATE TABLE public.proposals (
  id              uuid          NOT NULL DEFAULT private.uuid_v7(),
  project_id      uuid          NOT NULL,
  professional_id uuid          NOT NULL,
  value           numeric(14,2) NOT NULL,
  cover_letter    text          NOT NULL,
  status          text          NOT NULL DEFAULT 'pending',
  created_at      timestamptz   NOT NULL DEFAULT now(),
  updated_at      timestamptz   NOT NULL DEFAULT now(),
  CONSTRAINT proposals_pkey                 PRIMARY KEY (id),
  CONSTRAINT proposals_project_id_fkey      FOREIGN KEY (project_id)      REFERENCES public.projects (id) ON DELETE RESTRICT,
  CONSTRAINT proposals_professional_id_fkey FOREIGN KEY (professional_id) REFERENCES public.profiles (id) ON DELETE RESTRICT,
  CONSTRAINT proposals_value_positive       CHECK (value > 0 AND value <= 999999999.99),
  CONSTRAINT proposals_cover_letter_filled  CHECK (btrim(cover_letter) <> '' AND length(cover_letter) <= 10000),
  CONSTRAINT proposals_status_known         CHECK (status IN ('pending', 'accepted', 'declined', 'withdrawn'))
);
-- One live proposal a professional and project.
CREATE UNIQUE INDEX proposals_one_live ON public.proposals (project_id, professional_id) WHERE status <> 'withdrawn';
CREATE INDEX proposals_project_id_idx      ON public.proposals (project_id, created_at DESC);
CREATE INDEX proposals_professional_id_idx ON public.proposals (professional_id, created_at DESC);
CREATE TRIGGER touch BEFORE UPDATE ON public.proposals
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Locks the project, so that closing it and proposing to it cannot cross.
-- +goose StatementBegin
CREATE FUNCTION private.check_proposal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  state text;
BEGIN
  SELECT status INTO state FROM public.projects WHERE id = NEW.project_id FOR UPDATE;
  IF state IS NULL THEN
    PERFORM private.refuse(404, 'project_not_found', 'Projeto não encontrado.');
  ELSIF state <> 'open' THEN
    PERFORM private.refuse(409, 'project_not_open', 'Este projeto não está recebendo propostas.');
  ELSIF EXISTS (SELECT FROM public.project_owners WHERE project_id = NEW.project_id AND company_id = NEW.professional_id) THEN
    PERFORM private.refuse(409, 'own_project', 'Você não pode enviar uma proposta para o próprio projeto.');
  ELSIF EXISTS (SELECT FROM public.proposals WHERE project_id = NEW.project_id AND professional_id = NEW.professional_id AND status <> 'withdrawn') THEN
    PERFORM private.refuse(409, 'already_proposed', 'Você já enviou uma proposta para este projeto.');
  END IF;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.check_proposal() OWNER TO service_role;
CREATE TRIGGER check_first BEFORE INSERT ON public.proposals
  FOR EACH ROW EXECUTE FUNCTION private.check_proposal();

-- The number of proposals is public, the proposals are not.
-- +goose StatementBegin
CREATE FUNCTION private.count_proposals() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  UPDATE public.projects
  SET proposals_count = (SELECT count(*) FROM public.proposals WHERE project_id = projects.id AND status <> 'withdrawn')
  WHERE id = coalesce(NEW.project_id, OLD.project_id);
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.count_proposals() OWNER TO service_role;
CREATE TRIGGER count_for_project AFTER INSERT OR DELETE OR UPDATE OF status ON public.proposals
  FOR EACH ROW EXECUTE FUNCTION private.count_proposals();

ALTER TABLE public.proposals ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.proposals FORCE  ROW LEVEL SECURITY;
CREATE POLICY "professionals see their proposals" ON public.proposals
  FOR SELECT TO authenticated USING (professional_id = auth.uid());
CREATE POLICY "companies see proposals for their projects" ON public.proposals
  FOR SELECT TO authenticated USING (EXISTS (SELECT FROM public.project_owners o WHERE o.project_id = proposals.project_id AND o.company_id = auth.uid()));
CREATE POLICY "administrators see every proposal" ON public.proposals
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "professionals send proposals" ON public.proposals
  FOR INSERT TO authenticated WITH CHECK (professional_id = auth.uid() AND status = 'pending' AND (SELECT private.has_role('professional')));
CREATE POLICY "the server keeps proposals" ON public.proposals
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT ON public.proposals TO authenticated;
GRANT INSERT (id, project_id, professional_id, value, cover_letter, status) ON public.proposals TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.proposals TO service_role;
