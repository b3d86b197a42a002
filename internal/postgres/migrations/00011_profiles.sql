-- Who takes part. What everybody may read is in profiles; what only the owner
-- and administrators may read (e-mail, CPF or CNPJ) is in accounts, because
-- row-level security hides rows, never columns.

-- +goose Up
CREATE TABLE public.profiles (
  id              uuid         NOT NULL,
  role            text         NOT NULL,
  status          text         NOT NULL DEFAULT 'active',
  name            text         NOT NULL,
  avatar_seed     text         NOT NULL DEFAULT encode(uuid_send(gen_random_uuid()), 'hex'),
  avatar_url      text,
  banner_url      text,
  headline        text         NOT NULL DEFAULT '',
  title           text         NOT NULL DEFAULT '',
  location        text         NOT NULL DEFAULT '',
  about           text         NOT NULL DEFAULT '',
  experience      text,
  skills          text[]       NOT NULL DEFAULT '{}',
  rating          numeric(3,2),
  reviews_count   integer      NOT NULL DEFAULT 0,
  profile_views   integer      NOT NULL DEFAULT 0,
  active_projects integer      NOT NULL DEFAULT 0,
  proposals_sent  integer      NOT NULL DEFAULT 0,
  search          tsvector     NOT NULL DEFAULT '',
  created_at      timestamptz  NOT NULL DEFAULT now(),
  updated_at      timestamptz  NOT NULL DEFAULT now(),
  CONSTRAINT profiles_pkey               PRIMARY KEY (id),
  CONSTRAINT profiles_id_fkey            FOREIGN KEY (id) REFERENCES auth.users (id) ON DELETE CASCADE,
  CONSTRAINT profiles_role_known         CHECK (role IN ('admin', 'professional', 'company')),
  CONSTRAINT profiles_status_known       CHECK (status IN ('active', 'blocked')),
  CONSTRAINT profiles_name_filled        CHECK (btrim(name) <> '' AND length(name) <= 120),
  CONSTRAINT profiles_texts_bounded      CHECK (length(headline) <= 160 AND length(title) <= 120 AND length(location) <= 120 AND length(about) <= 5000 AND length(avatar_seed) <= 64),
  CONSTRAINT profiles_urls_bounded       CHECK (length(avatar_url) <= 2000 AND length(banner_url) <= 2000),
  CONSTRAINT profiles_experience_known   CHECK (experience IN ('Júnior', 'Pleno', 'Intermediário', 'Sênior', 'Especialista')),
  CONSTRAINT profiles_skills_max         CHECK (cardinality(skills) <= 5),
  CONSTRAINT profiles_rating_range       CHECK (rating BETWEEN 1 AND 5),
  CONSTRAINT profiles_counters_positive  CHECK (reviews_count >= 0 AND profile_views >= 0 AND active_projects >= 0 AND proposals_sent >= 0)
);
CREATE INDEX profiles_directory_idx ON public.profiles (role, updated_at DESC, id DESC) WHERE status = 'active';
CREATE INDEX profiles_skills_idx    ON public.profiles USING gin (skills);
CREATE INDEX profiles_search_idx    ON public.profiles USING gin (search);

CREATE TABLE public.accounts (
  profile_id        uuid        NOT NULL,
  email             text        NOT NULL,
  document          text,
  terms_accepted_at timestamptz,
  terms_version     text,
  created_at        timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT accounts_pkey            PRIMARY KEY (profile_id),
  CONSTRAINT accounts_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles (id) ON DELETE CASCADE,
  CONSTRAINT accounts_email_bounded   CHECK (length(email) BETWEEN 3 AND 255),
  CONSTRAINT accounts_document_form   CHECK (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$')
);
CREATE INDEX accounts_email_idx ON public.accounts (email);

-- Questions that policies ask. They read past row-level security on purpose
-- and answer about the caller only.
-- +goose StatementBegin
CREATE FUNCTION private.has_role(wanted text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT EXISTS (SELECT FROM public.profiles WHERE id = auth.uid() AND role = wanted AND status = 'active')
$$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION private.is_admin() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT private.has_role('admin')
$$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION private.is_active(profile_id uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT EXISTS (SELECT FROM public.profiles WHERE id = is_active.profile_id AND status = 'active')
$$;
-- +goose StatementEnd
ALTER FUNCTION private.has_role(text)  OWNER TO service_role;
ALTER FUNCTION private.is_admin()      OWNER TO service_role;
ALTER FUNCTION private.is_active(uuid) OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.has_role(text), private.is_admin(), private.is_active(uuid) TO anon, authenticated, service_role;

-- +goose StatementBegin
CREATE FUNCTION private.prepare_profile() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  PERFORM private.check_skills(NEW.skills);
  NEW.name   := btrim(NEW.name);
  NEW.search := private.search_document(concat_ws(' ', NEW.name, NEW.headline, NEW.title, NEW.location, NEW.about, private.skill_words(NEW.skills)));
  RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER prepare BEFORE INSERT OR UPDATE OF name, headline, title, location, about, skills ON public.profiles
  FOR EACH ROW EXECUTE FUNCTION private.prepare_profile();
-- Counters and ratings move a profile's numbers, not its place in the directory.
CREATE TRIGGER touch BEFORE UPDATE OF name, headline, title, location, about, skills, avatar_url, banner_url ON public.profiles
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

ALTER TABLE public.profiles ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.profiles FORCE  ROW LEVEL SECURITY;
CREATE POLICY "visitors see active companies and professionals" ON public.profiles
  FOR SELECT TO anon USING (status = 'active' AND role <> 'admin');
CREATE POLICY "members see active profiles and their own" ON public.profiles
  FOR SELECT TO authenticated USING (status = 'active' OR id = auth.uid());
CREATE POLICY "administrators see every profile" ON public.profiles
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "owners edit their profile" ON public.profiles
  FOR UPDATE TO authenticated USING (id = auth.uid() AND status = 'active') WITH CHECK (id = auth.uid());
CREATE POLICY "the server keeps profiles" ON public.profiles
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, role, status, name, avatar_seed, avatar_url, banner_url, headline, title, location, about, experience, skills,
  rating, reviews_count, profile_views, active_projects, proposals_sent, search, created_at, updated_at) ON public.profiles TO anon, authenticated;
GRANT UPDATE (name, avatar_seed, avatar_url, banner_url, headline, title, location, about, experience, skills) ON public.profiles TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.profiles TO service_role;

ALTER TABLE public.accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.accounts FORCE  ROW LEVEL SECURITY;
CREATE POLICY "owners read their account" ON public.accounts
  FOR SELECT TO authenticated USING (profile_id = auth.uid());
CREATE POLICY "administrators read every account" ON public.accounts
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps accounts" ON public.accounts
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (profile_id, email, document, terms_accepted_at, terms_version, created_at) ON public.accounts TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.accounts TO service_role;

-- The readable copy of the e-mail follows the one that signs in.
-- +goose StatementBegin
CREATE FUNCTION private.follow_email() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF NEW.email IS NOT NULL THEN
    UPDATE public.accounts SET email = NEW.email WHERE profile_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.follow_email() OWNER TO service_role;
CREATE TRIGGER follow_email AFTER UPDATE OF email ON auth.users
  FOR EACH ROW EXECUTE FUNCTION private.follow_email();

-- Portfolio: up to five pictures a project, none means the default one.
CREATE TABLE public.portfolio_projects (
  id           uuid        NOT NULL DEFAULT private.uuid_v7(),
  profile_id   uuid        NOT NULL,
  title        text        NOT NULL,
  description  text        NOT NULL,
  role         text        NOT NULL,
  technologies text[]      NOT NULL DEFAULT '{}',
  image_urls   text[]      NOT NULL DEFAULT '{}',
  position     integer     NOT NULL DEFAULT 0,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT portfolio_projects_pkey                 PRIMARY KEY (id),
  CONSTRAINT portfolio_projects_profile_id_fkey      FOREIGN KEY (profile_id) REFERENCES public.profiles (id) ON DELETE CASCADE,
  CONSTRAINT portfolio_projects_title_filled         CHECK (btrim(title) <> '' AND length(title) <= 160),
  CONSTRAINT portfolio_projects_description_filled   CHECK (btrim(description) <> '' AND length(description) <= 5000),
  CONSTRAINT portfolio_projects_role_filled          CHECK (btrim(role) <> '' AND length(role) <= 120),
  CONSTRAINT portfolio_projects_technologies_bounded CHECK (cardinality(technologies) <= 30 AND length(array_to_string(technologies, ',')) <= 1000),
  CONSTRAINT portfolio_projects_images_max           CHECK (cardinality(image_urls) <= 5 AND length(array_to_string(image_urls, ',')) <= 10000)
);
CREATE INDEX portfolio_projects_profile_id_idx ON public.portfolio_projects (profile_id, position, created_at DESC);
CREATE TRIGGER touch BEFORE UPDATE ON public.portfolio_projects
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
ALTER TABLE public.portfolio_projects ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.portfolio_projects FORCE  ROW LEVEL SECURITY;
CREATE POLICY "everybody sees the portfolio of an active professional" ON public.portfolio_projects
  FOR SELECT TO anon, authenticated USING (private.is_active(profile_id) OR profile_id = auth.uid());
CREATE POLICY "professionals add to their portfolio" ON public.portfolio_projects
  FOR INSERT TO authenticated WITH CHECK (profile_id = auth.uid() AND (SELECT private.has_role('professional')));
CREATE POLICY "professionals edit their portfolio" ON public.portfolio_projects
  FOR UPDATE TO authenticated USING (profile_id = auth.uid()) WITH CHECK (profile_id = auth.uid());
CREATE POLICY "professionals remove from their portfolio" ON public.portfolio_projects
  FOR DELETE TO authenticated USING (profile_id = auth.uid());
CREATE POLICY "the server keeps portfolios" ON public.portfolio_projects
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT ON public.portfolio_projects TO anon;
GRANT SELECT, DELETE ON public.portfolio_projects TO authenticated;
GRANT INSERT (id, profile_id, title, description, role, technologies, image_urls, position) ON public.portfolio_projects TO authenticated;
GRANT UPDATE (title, description, role, technologies, image_urls, position) ON public.portfolio_projects TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.portfolio_projects TO service_role;
