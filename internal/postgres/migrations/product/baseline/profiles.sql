-- Profiles and what belongs to one: the account, preferences, the portfolio, visits.

-- What everybody may read of a member. What only the owner and administrators may read (e-mail, CPF
-- or CNPJ) is in accounts, because row-level security hides rows, never columns. A blocked member's
-- writes end with the policies, not only with the session. Members who have a contract, a proposal,
-- a conversation or a team with a blocked or erased member still see who it is.
CREATE TABLE public.profiles (
  id                  uuid         NOT NULL,
  role                text         NOT NULL,
  status              text         NOT NULL DEFAULT 'active',
  name                text         NOT NULL,
  avatar_seed         text         NOT NULL DEFAULT encode(uuid_send(gen_random_uuid()), 'hex'),
  avatar_url          text,
  banner_url          text,
  headline            text         NOT NULL DEFAULT '',
  title               text         NOT NULL DEFAULT '',
  location            text         NOT NULL DEFAULT '',
  about               text         NOT NULL DEFAULT '',
  experience          text,
  skills              text[]       NOT NULL DEFAULT '{}',
  rating              numeric(3,2),
  reviews_count       integer      NOT NULL DEFAULT 0,
  profile_views       integer      NOT NULL DEFAULT 0,
  active_projects     integer      NOT NULL DEFAULT 0,
  proposals_sent      integer      NOT NULL DEFAULT 0,
  search              tsvector     NOT NULL DEFAULT ''::tsvector,
  created_at          timestamptz  NOT NULL DEFAULT now(),
  updated_at          timestamptz  NOT NULL DEFAULT now(),
  removed_at          timestamptz,
  is_party            boolean      NOT NULL DEFAULT true,
  contact_id          uuid,
  contracts_completed integer      NOT NULL DEFAULT 0,
  counterparts        integer      NOT NULL DEFAULT 0,
  state               text                  GENERATED ALWAYS AS ( CASE WHEN upper("substring"(location, '[^[:alpha:]]([A-Za-z]{2})[)[:space:]]*$')) IN ('AC', 'AL', 'AP', 'AM', 'BA', 'CE',
    'DF', 'ES', 'GO', 'MA', 'MT', 'MS', 'MG', 'PA', 'PB', 'PR', 'PE', 'PI', 'RJ', 'RN', 'RS', 'RO', 'RR', 'SC', 'SP', 'SE',
    'TO') THEN upper("substring"(location, '[^[:alpha:]]([A-Za-z]{2})[)[:space:]]*$')) ELSE NULL::text END) STORED,
  work_modes          text[]       NOT NULL DEFAULT '{}',
  availability        text,
  is_complete         boolean               GENERATED ALWAYS AS (btrim(location) <> '' AND btrim(about) <> '' AND (role = 'company' OR btrim(title) <> '' AND experience IS NOT NULL
    AND cardinality(skills) > 0)) STORED,
  city_key            text,
  CONSTRAINT profiles_pkey                PRIMARY KEY (id),
  CONSTRAINT profiles_contact_id_fkey     FOREIGN KEY (contact_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT profiles_id_fkey             FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT profiles_availability_known  CHECK (availability IN ('available', 'limited', 'unavailable')),
  CONSTRAINT profiles_counters_positive   CHECK (reviews_count >= 0 AND profile_views >= 0 AND active_projects >= 0 AND proposals_sent >= 0),
  CONSTRAINT profiles_experience_known    CHECK (experience IN ('Júnior', 'Pleno', 'Intermediário', 'Sênior', 'Especialista')),
  CONSTRAINT profiles_name_filled         CHECK (btrim(name) <> '' AND length(name) <= 120),
  CONSTRAINT profiles_rating_range        CHECK (rating >= 1::numeric AND rating <= 5::numeric),
  CONSTRAINT profiles_reputation_positive CHECK (((contracts_completed >= 0) AND ((counterparts >= 0) AND (counterparts <= contracts_completed)))),
  CONSTRAINT profiles_role_known          CHECK (role IN ('admin', 'professional', 'company')),
  CONSTRAINT profiles_skills_max          CHECK (cardinality(skills) <= 5),
  CONSTRAINT profiles_status_known        CHECK (status IN ('active', 'blocked')),
  CONSTRAINT profiles_texts_bounded       CHECK (length(headline) <= 160 AND length(title) <= 120 AND length(location) <= 120 AND length(about) <= 5000 AND length(avatar_seed) <= 64),
  CONSTRAINT profiles_urls_bounded        CHECK (length(avatar_url) <= 2000 AND length(banner_url) <= 2000),
  CONSTRAINT profiles_work_modes_known    CHECK (work_modes <@ ARRAY['on_site', 'hybrid', 'remote'] AND cardinality(work_modes) <= 3),
  CONSTRAINT profiles_work_modes_once     CHECK (cardinality(work_modes) = (('on_site' = ANY (work_modes))::integer + ('hybrid' = ANY (work_modes))::integer + ('remote' = ANY (work_modes))::integer))
);
COMMENT ON TABLE public.profiles IS 'Companies, professionals and administrators, as others see them
One row an account; contacts and documents are in accounts.';
COMMENT ON COLUMN public.profiles.id IS 'Its key: that of the account';
COMMENT ON COLUMN public.profiles.role IS 'admin, professional or company';
COMMENT ON COLUMN public.profiles.status IS 'active or blocked';
COMMENT ON COLUMN public.profiles.name IS 'Who it is';
COMMENT ON COLUMN public.profiles.avatar_seed IS 'What a drawn picture is made from';
COMMENT ON COLUMN public.profiles.avatar_url IS 'The picture; null is drawn from avatar_seed';
COMMENT ON COLUMN public.profiles.banner_url IS 'The picture on top';
COMMENT ON COLUMN public.profiles.headline IS 'A line of introduction';
COMMENT ON COLUMN public.profiles.title IS 'The professional title';
COMMENT ON COLUMN public.profiles.location IS 'Where one is, as written';
COMMENT ON COLUMN public.profiles.about IS 'An introduction at length';
COMMENT ON COLUMN public.profiles.experience IS 'The level of experience';
COMMENT ON COLUMN public.profiles.skills IS 'Skills, by slug';
COMMENT ON COLUMN public.profiles.rating IS 'The mean of what was given, 1 to 5';
COMMENT ON COLUMN public.profiles.reviews_count IS 'How many reviews count';
COMMENT ON COLUMN public.profiles.profile_views IS 'How often it was seen';
COMMENT ON COLUMN public.profiles.active_projects IS 'How many projects are running';
COMMENT ON COLUMN public.profiles.proposals_sent IS 'How many proposals were sent';
COMMENT ON COLUMN public.profiles.search IS 'The words by which it is found';
COMMENT ON COLUMN public.profiles.created_at IS 'When it was written';
COMMENT ON COLUMN public.profiles.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.profiles.removed_at IS 'When the account was erased';
COMMENT ON COLUMN public.profiles.is_party IS 'Whether it makes deals itself';
COMMENT ON COLUMN public.profiles.contact_id IS 'Who answers for a company';
COMMENT ON COLUMN public.profiles.contracts_completed IS 'How many contracts were completed';
COMMENT ON COLUMN public.profiles.counterparts IS 'With how many others contracts were completed';
COMMENT ON COLUMN public.profiles.state IS 'The state, two letters, where the place names one';
COMMENT ON COLUMN public.profiles.work_modes IS 'How one works: on_site, hybrid, remote';
COMMENT ON COLUMN public.profiles.availability IS 'available, limited or unavailable';
COMMENT ON COLUMN public.profiles.is_complete IS 'Whether everything that a directory asks for is filled in';
COMMENT ON COLUMN public.profiles.city_key IS 'The place as a key: city and state in small letters without accents';
CREATE INDEX professionals_best_idx     ON public.profiles (rating DESC NULLS LAST, is_complete DESC, updated_at DESC, id DESC)
  WHERE role = 'professional' AND status = 'active' AND is_party;
CREATE INDEX professionals_found_idx    ON public.profiles USING gin (search, skills)
  WITH (fastupdate = on, gin_pending_list_limit = 256) WHERE role = 'professional' AND status = 'active' AND is_party;
CREATE INDEX professionals_newest_idx   ON public.profiles (is_complete DESC, updated_at DESC, id DESC)
  WHERE role = 'professional' AND status = 'active' AND is_party;
CREATE INDEX professionals_reviewed_idx ON public.profiles (reviews_count DESC, is_complete DESC, updated_at DESC, id DESC)
  WHERE role = 'professional' AND status = 'active' AND is_party;
CREATE INDEX profiles_city_idx          ON public.profiles (role, state, city_key, is_complete DESC, updated_at DESC, id DESC) WHERE city_key IS NOT NULL;
CREATE INDEX profiles_contact_id_idx    ON public.profiles (contact_id);
CREATE INDEX profiles_created_at_idx    ON public.profiles (created_at);
CREATE INDEX profiles_directory_idx     ON public.profiles (role, is_complete DESC, updated_at DESC, id DESC);
CREATE INDEX profiles_search_idx        ON public.profiles USING gin (search);
CREATE INDEX profiles_skills_idx        ON public.profiles USING gin (skills);
CREATE INDEX profiles_state_idx         ON public.profiles (role, state, is_complete DESC, updated_at DESC, id DESC) WHERE state IS NOT NULL;
ALTER TABLE public.profiles ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.profiles FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, role, status, name, avatar_seed, avatar_url, banner_url, headline, title, location, about, experience, skills,
  rating, reviews_count, profile_views, active_projects, proposals_sent, search, created_at, updated_at, removed_at, is_party,
  contact_id, contracts_completed, counterparts, state, work_modes, availability, is_complete, city_key) ON public.profiles TO anon;
GRANT SELECT (id, role, status, name, avatar_seed, avatar_url, banner_url, headline, title, location, about, experience, skills,
  rating, reviews_count, profile_views, active_projects, proposals_sent, search, created_at, updated_at, removed_at, is_party,
  contact_id, contracts_completed, counterparts, state, work_modes, availability, is_complete, city_key), UPDATE (name,
  avatar_seed, avatar_url, banner_url, headline, title, location, about, experience, skills, work_modes, availability) ON public.profiles TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.profiles TO service_role;

CREATE FUNCTION private.follow_name() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  UPDATE public.accounts SET words = private.fold(NEW.name || ' ' || email) WHERE profile_id = NEW.id;
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.follow_name() TO service_role;
ALTER FUNCTION private.follow_name() OWNER TO definer;

CREATE FUNCTION private.is_admin() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT private.has_role('admin')
$$;
GRANT EXECUTE ON FUNCTION private.is_admin() TO anon, authenticated, service_role;
ALTER FUNCTION private.is_admin() OWNER TO definer;

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
ALTER FUNCTION private.keep_suppression() OWNER TO definer;

CREATE FUNCTION private.know_profile_city() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
DECLARE
  city     CONSTANT text := private.city_of(NEW.location);
  in_state CONSTANT text := substring(NEW.location FROM '([A-Za-z]{2})[)[:space:]]*$');
  official text;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.location = OLD.location THEN
    RETURN NEW;
  END IF;
  official := private.municipality(city, in_state);
  IF official IS NOT NULL THEN
    NEW.location := official || '/' || upper(in_state);
  END IF;
  RETURN NEW;
END
$$;

CREATE FUNCTION private.prepare_profile() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  NEW.skills   := private.choose_skills(NEW.skills);
  NEW.name     := btrim(NEW.name);
  NEW.city_key := private.city_key(private.city_of(NEW.location));
  NEW.search   := private.search_document(concat_ws(' ', NEW.name, NEW.headline, NEW.title, NEW.location, NEW.about, private.skill_words(NEW.skills)));
  RETURN NEW;
END
$$;

-- An address that stands there already stays when its row is written again, so that a move to
-- another address locks nobody out of their profile.
CREATE FUNCTION private.refuse_foreign_pictures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  address text;
BEGIN
  FOR address IN
    SELECT * FROM private.addresses_in(to_jsonb(NEW), TG_ARGV)
    EXCEPT
    SELECT * FROM private.addresses_in(to_jsonb(OLD), TG_ARGV)
  LOOP
    IF NOT private.is_picture(address) AND NOT (TG_TABLE_NAME = 'site_images' AND address ~ '^/imagens/[A-Za-z0-9_-][A-Za-z0-9._-]*$') THEN
      PERFORM private.refuse(400, 'picture_address_refused', 'O endereço desta imagem não é aceito. Envie a imagem por aqui.');
    END IF;
  END LOOP;
  RETURN NEW;
END
$$;
ALTER FUNCTION private.refuse_foreign_pictures() OWNER TO definer;

CREATE POLICY "administrators see every profile" ON public.profiles
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "members see active profiles and their own" ON public.profiles
  FOR SELECT TO authenticated USING (status = 'active' OR id = (SELECT auth.uid()));
CREATE POLICY "people who are no party edit their own profile" ON public.profiles
  FOR UPDATE TO authenticated
  USING (status = 'active' AND NOT is_party AND id = (SELECT auth.uid()))
  WITH CHECK (id = (SELECT auth.uid()));
CREATE POLICY "the server keeps profiles" ON public.profiles
  TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "visitors see active companies and professionals" ON public.profiles
  FOR SELECT TO anon USING (status = 'active' AND role <> 'admin' AND is_party);
SELECT private.announce_writes('public.profiles', true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name, headline, title, location, about ON public.profiles
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.name) OR NOT private.is_settled_line(NEW.headline) OR NOT private.is_settled_line(NEW.title) OR NOT private.is_settled_line(NEW.location) OR NOT private.is_settled_text(NEW.about)) EXECUTE FUNCTION private.settle_texts('name', 'headline', 'title', 'location', 'about:text');
CREATE TRIGGER follow_name AFTER UPDATE OF name ON public.profiles
  FOR EACH ROW WHEN (NEW.name IS DISTINCT FROM OLD.name) EXECUTE FUNCTION private.follow_name();
CREATE TRIGGER keep_status AFTER UPDATE OF status ON public.profiles
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.removed_at IS NULL) EXECUTE FUNCTION private.keep_suppression('status');
CREATE TRIGGER know_city BEFORE INSERT OR UPDATE OF location ON public.profiles FOR EACH ROW
  WHEN (btrim(NEW.location) <> '') EXECUTE FUNCTION private.know_profile_city();
CREATE TRIGGER prepare BEFORE INSERT OR UPDATE OF name, headline, title, location, about, skills ON public.profiles
  FOR EACH ROW EXECUTE FUNCTION private.prepare_profile();
SELECT realtime.watch('public.profiles');
CREATE TRIGGER refuse_foreign_pictures BEFORE INSERT OR UPDATE OF avatar_url, banner_url ON public.profiles
  FOR EACH ROW WHEN (NEW.avatar_url IS NOT NULL OR NEW.banner_url IS NOT NULL)
  EXECUTE FUNCTION private.refuse_foreign_pictures('avatar_url', 'banner_url');

-- Administrators are who they say they are.
CREATE TRIGGER refuse_imitation BEFORE INSERT OR UPDATE OF name ON public.profiles
  FOR EACH ROW WHEN (NEW.role <> 'admin') EXECUTE FUNCTION private.refuse_imitation('name');
CREATE TRIGGER touch BEFORE UPDATE OF name, headline, title, location, about, skills, work_modes, availability, avatar_url, banner_url ON public.profiles
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TABLE public.accounts (
  profile_id        uuid        NOT NULL,
  email             text        NOT NULL,
  document          text,
  terms_accepted_at timestamptz,
  terms_version     text,
  created_at        timestamptz NOT NULL DEFAULT now(),
  words             text        NOT NULL DEFAULT '',
  CONSTRAINT accounts_pkey            PRIMARY KEY (profile_id),
  CONSTRAINT accounts_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT accounts_document_form   CHECK (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  CONSTRAINT accounts_email_bounded   CHECK (length(email) >= 3 AND length(email) <= 255)
);
COMMENT ON TABLE public.accounts IS 'What only a person and the administration may read of an account
E-mail, tax number and accepted terms; written by the server.';
COMMENT ON COLUMN public.accounts.profile_id IS 'The profile it is of';
COMMENT ON COLUMN public.accounts.email IS 'E-mail address';
COMMENT ON COLUMN public.accounts.document IS 'CPF or CNPJ, digits and letters alone';
COMMENT ON COLUMN public.accounts.terms_accepted_at IS 'When the terms were accepted';
COMMENT ON COLUMN public.accounts.terms_version IS 'Which terms were accepted';
COMMENT ON COLUMN public.accounts.created_at IS 'When it was written';
COMMENT ON COLUMN public.accounts.words IS 'The words by which an administrator finds it';
CREATE INDEX accounts_created_at_idx      ON public.accounts (created_at DESC, profile_id DESC);
CREATE UNIQUE INDEX accounts_document_key ON public.accounts (document);
CREATE INDEX accounts_email_idx           ON public.accounts (email);
CREATE INDEX accounts_words_idx           ON public.accounts USING gin (words extensions.gin_trgm_ops);
ALTER TABLE public.accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.accounts FORCE  ROW LEVEL SECURITY;
GRANT SELECT (profile_id, email, document, terms_accepted_at, terms_version, created_at, words) ON public.accounts TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.accounts TO service_role;

-- After the row, not before: a registration writes profile and account in one
-- statement, and only afterwards the one sees the other.
CREATE FUNCTION private.index_account() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  UPDATE public.accounts SET words = private.fold((SELECT name FROM public.profiles WHERE id = NEW.profile_id) || ' ' || NEW.email)
  WHERE profile_id = NEW.profile_id;
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.index_account() TO service_role;
ALTER FUNCTION private.index_account() OWNER TO definer;

CREATE POLICY "administrators read every account" ON public.accounts
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "owners read their account" ON public.accounts
  FOR SELECT TO authenticated USING (profile_id = (SELECT auth.uid()));
CREATE POLICY "the server keeps accounts" ON public.accounts
  TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER index_words AFTER INSERT OR UPDATE OF email ON public.accounts
  FOR EACH ROW EXECUTE FUNCTION private.index_account();

CREATE TABLE public.preferences (
  profile_id    uuid        NOT NULL,
  new_messages  boolean     NOT NULL DEFAULT true,
  new_proposals boolean     NOT NULL DEFAULT true,
  newsletter    boolean     NOT NULL DEFAULT false,
  updated_at    timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT preferences_pkey            PRIMARY KEY (profile_id),
  CONSTRAINT preferences_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
COMMENT ON TABLE public.preferences IS 'What a person is told by mail';
COMMENT ON COLUMN public.preferences.profile_id IS 'The profile it is of';
COMMENT ON COLUMN public.preferences.new_messages IS 'Whether messages are mailed';
COMMENT ON COLUMN public.preferences.new_proposals IS 'Whether proposals and decisions are mailed';
COMMENT ON COLUMN public.preferences.newsletter IS 'Whether news of the product are mailed';
COMMENT ON COLUMN public.preferences.updated_at IS 'When it last changed';
CREATE INDEX preferences_newsletter_idx ON public.preferences (profile_id) WHERE newsletter;
ALTER TABLE public.preferences ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.preferences FORCE  ROW LEVEL SECURITY;
GRANT SELECT (profile_id, new_messages, new_proposals, newsletter, updated_at), INSERT (profile_id, new_messages, new_proposals,
  newsletter), UPDATE (profile_id, new_messages, new_proposals, newsletter) ON public.preferences TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.preferences TO service_role;

CREATE FUNCTION private.is_active(profile_id uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT EXISTS (SELECT FROM public.profiles WHERE id = is_active.profile_id AND status = 'active')
$$;
GRANT EXECUTE ON FUNCTION private.is_active(uuid) TO anon, authenticated, service_role;
ALTER FUNCTION private.is_active(uuid) OWNER TO definer;

CREATE POLICY "owners change their preferences" ON public.preferences
  FOR UPDATE TO authenticated
  USING (profile_id = (SELECT auth.uid()) AND private.is_active(profile_id)) WITH CHECK (profile_id = (SELECT auth.uid()));
CREATE POLICY "owners read their preferences" ON public.preferences
  FOR SELECT TO authenticated USING (profile_id = (SELECT auth.uid()));
CREATE POLICY "owners state their preferences" ON public.preferences
  FOR INSERT TO authenticated WITH CHECK (profile_id = (SELECT auth.uid()) AND private.is_active(profile_id));
CREATE POLICY "the server keeps preferences" ON public.preferences
  TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER keep_declined_mail AFTER UPDATE ON public.preferences
  FOR EACH ROW EXECUTE FUNCTION private.keep_suppression('mail');
CREATE TRIGGER touch BEFORE UPDATE ON public.preferences
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Portfolio: up to five pictures a project, none means the default one.
CREATE TABLE public.portfolio_projects (
  id           uuid        NOT NULL DEFAULT private.uuid_v7(),
  profile_id   uuid        NOT NULL,
  title        text        NOT NULL,
  description  text        NOT NULL,
  role         text        NOT NULL,
  technologies text[]      NOT NULL DEFAULT '{}',
  image_urls   text[]      NOT NULL DEFAULT '{}',
  "position"   integer     NOT NULL DEFAULT 0,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT portfolio_projects_pkey                 PRIMARY KEY (id),
  CONSTRAINT portfolio_projects_profile_id_fkey      FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT portfolio_projects_description_filled   CHECK (btrim(description) <> '' AND length(description) <= 5000),
  CONSTRAINT portfolio_projects_images_max           CHECK (cardinality(image_urls) <= 5 AND length(array_to_string(image_urls, ',')) <= 10000),
  CONSTRAINT portfolio_projects_role_filled          CHECK (btrim(role) <> '' AND length(role) <= 120),
  CONSTRAINT portfolio_projects_technologies_bounded CHECK (cardinality(technologies) <= 30 AND length(array_to_string(technologies, ',')) <= 1000),
  CONSTRAINT portfolio_projects_title_filled         CHECK (btrim(title) <> '' AND length(title) <= 160)
);
COMMENT ON TABLE public.portfolio_projects IS 'Works that a professional shows in his profile';
COMMENT ON COLUMN public.portfolio_projects.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.portfolio_projects.profile_id IS 'The profile it is of';
COMMENT ON COLUMN public.portfolio_projects.title IS 'What it is called';
COMMENT ON COLUMN public.portfolio_projects.description IS 'What it is, at length';
COMMENT ON COLUMN public.portfolio_projects.role IS 'As what one worked on it';
COMMENT ON COLUMN public.portfolio_projects.technologies IS 'What it was made with';
COMMENT ON COLUMN public.portfolio_projects.image_urls IS 'Pictures, five at most';
COMMENT ON COLUMN public.portfolio_projects."position" IS 'Its place in the order, from the first';
COMMENT ON COLUMN public.portfolio_projects.created_at IS 'When it was written';
COMMENT ON COLUMN public.portfolio_projects.updated_at IS 'When it last changed';
CREATE INDEX portfolio_projects_profile_id_idx ON public.portfolio_projects (profile_id, position, created_at DESC);
ALTER TABLE public.portfolio_projects ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.portfolio_projects FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, profile_id, title, description, role, technologies, image_urls, "position", created_at, updated_at) ON public.portfolio_projects TO anon;
GRANT DELETE, SELECT (id, profile_id, title, description, role, technologies, image_urls, "position", created_at, updated_at),
  INSERT (id, profile_id, title, description, role, technologies, image_urls, "position"), UPDATE (title, description, role,
  technologies, image_urls, "position") ON public.portfolio_projects TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.portfolio_projects TO service_role;

CREATE FUNCTION private.measure_portfolio() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  wait CONSTANT interval := private.measure_parties('portfolio', ARRAY(SELECT profile_id FROM written));
BEGIN
  IF wait IS NOT NULL THEN
    PERFORM private.refuse(429, 'too_many_portfolio_projects', 'Você atingiu o limite de {portfolio_daily_max} projetos de portfólio em 24 horas. Tente novamente mais tarde.', wait);
  END IF;
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.measure_portfolio() TO service_role;
ALTER FUNCTION private.measure_portfolio() OWNER TO definer;

CREATE POLICY "the server keeps portfolios" ON public.portfolio_projects
  TO service_role USING (true) WITH CHECK (true);
SELECT private.announce_writes('public.portfolio_projects');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF title, description, role, technologies ON public.portfolio_projects
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.title) OR NOT private.is_settled_text(NEW.description) OR NOT private.is_settled_line(NEW.role) OR NEW.technologies <> '{}') EXECUTE FUNCTION private.settle_texts('title', 'description:text', 'role', 'technologies:list');
CREATE TRIGGER measure AFTER INSERT ON public.portfolio_projects REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.measure_portfolio();
CREATE TRIGGER refuse_foreign_pictures BEFORE INSERT OR UPDATE OF image_urls ON public.portfolio_projects
  FOR EACH ROW WHEN (NEW.image_urls <> '{}') EXECUTE FUNCTION private.refuse_foreign_pictures('image_urls');
CREATE TRIGGER touch BEFORE UPDATE ON public.portfolio_projects
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Who looked at a profile, counted once a visitor and day. Visitors are kept as a hash for two days
-- only.
CREATE TABLE private.profile_visits (
  profile_id uuid  NOT NULL,
  visited_on date  NOT NULL,
  visitor    bytea NOT NULL,
  CONSTRAINT profile_visits_pkey            PRIMARY KEY (profile_id, visited_on, visitor),
  CONSTRAINT profile_visits_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT profile_visits_visitor_hashed  CHECK (octet_length(visitor) = 32)
);
CREATE INDEX profile_visits_visited_on_idx ON private.profile_visits (visited_on);
ALTER TABLE private.profile_visits ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.profile_visits FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON private.profile_visits TO service_role;
CREATE POLICY "the server counts visits" ON private.profile_visits TO service_role USING (true) WITH CHECK (true);

CREATE TABLE public.profile_view_days (
  profile_id uuid    NOT NULL,
  viewed_on  date    NOT NULL,
  views      integer NOT NULL,
  CONSTRAINT profile_view_days_pkey            PRIMARY KEY (profile_id, viewed_on),
  CONSTRAINT profile_view_days_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT profile_view_days_views_positive  CHECK (views > 0)
);
COMMENT ON TABLE public.profile_view_days IS 'How often a profile was seen on each day';
COMMENT ON COLUMN public.profile_view_days.profile_id IS 'The profile it is of';
COMMENT ON COLUMN public.profile_view_days.viewed_on IS 'The day';
COMMENT ON COLUMN public.profile_view_days.views IS 'How often it was seen';
ALTER TABLE public.profile_view_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.profile_view_days FORCE  ROW LEVEL SECURITY;
GRANT SELECT (profile_id, viewed_on, views) ON public.profile_view_days TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.profile_view_days TO service_role;
CREATE POLICY "the server counts views" ON public.profile_view_days TO service_role USING (true) WITH CHECK (true);

-- Somebody who was blocked does not come back by erasing the account and signing up again: what
-- identified them stays as a hash under the key of the server.
CREATE TABLE private.barred_documents (
  digest     bytea       NOT NULL,
  kind       text        NOT NULL,
  profile_id uuid        NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT barred_documents_pkey            PRIMARY KEY (digest),
  CONSTRAINT barred_documents_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT barred_documents_digest_length   CHECK (octet_length(digest) = 32),
  CONSTRAINT barred_documents_kind_known      CHECK (kind IN ('document', 'email'))
);
CREATE INDEX barred_documents_profile_id_idx ON private.barred_documents (profile_id);
ALTER TABLE private.barred_documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.barred_documents FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON private.barred_documents TO service_role;
CREATE POLICY "the server keeps who is barred" ON private.barred_documents TO service_role USING (true) WITH CHECK (true);
SELECT private.announce_writes('private.barred_documents');

-- Accounts that gave a document which another had given before, from when
-- nothing prevented it. An administrator decides whose it is: the later one
-- goes on without it.
CREATE TABLE public.document_conflicts (
  profile_id       uuid        NOT NULL,
  document         text        NOT NULL,
  first_profile_id uuid        NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT document_conflicts_pkey                  PRIMARY KEY (profile_id),
  CONSTRAINT document_conflicts_first_profile_id_fkey FOREIGN KEY (first_profile_id) REFERENCES public.accounts(profile_id) ON DELETE CASCADE,
  CONSTRAINT document_conflicts_profile_id_fkey       FOREIGN KEY (profile_id) REFERENCES public.accounts(profile_id) ON DELETE CASCADE,
  CONSTRAINT document_conflicts_two_people            CHECK (profile_id <> first_profile_id)
);
COMMENT ON TABLE public.document_conflicts IS 'Accounts whose tax number another account had first, for administrators';
COMMENT ON COLUMN public.document_conflicts.profile_id IS 'The profile it is of';
COMMENT ON COLUMN public.document_conflicts.document IS 'CPF or CNPJ, digits and letters alone';
COMMENT ON COLUMN public.document_conflicts.first_profile_id IS 'The account that had it first';
COMMENT ON COLUMN public.document_conflicts.created_at IS 'When it was written';
CREATE INDEX document_conflicts_first_profile_id_idx ON public.document_conflicts (first_profile_id);
ALTER TABLE public.document_conflicts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.document_conflicts FORCE  ROW LEVEL SECURITY;
GRANT SELECT (profile_id, document, first_profile_id, created_at) ON public.document_conflicts TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.document_conflicts TO service_role;
CREATE POLICY "administrators read conflicts of documents" ON public.document_conflicts
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps conflicts of documents" ON public.document_conflicts
  TO service_role USING (true) WITH CHECK (true);

-- Somebody who signs up with a name and a role alone, or through a provider that knows no CPF, has
-- a user and no profile. What they said waits here for the document and the acceptance of the
-- terms; until then private.admit, which every protocol asks first, opens nothing else.
CREATE TABLE public.registrations (
  user_id    uuid        NOT NULL,
  email      text        NOT NULL,
  name       text        NOT NULL,
  role       text,
  skills     text[]      NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT registrations_pkey          PRIMARY KEY (user_id),
  CONSTRAINT registrations_user_id_fkey  FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT registrations_email_bounded CHECK (length(email) >= 3 AND length(email) <= 255),
  CONSTRAINT registrations_name_bounded  CHECK (length(name) <= 120),
  CONSTRAINT registrations_role_known    CHECK (role IN ('professional', 'company')),
  CONSTRAINT registrations_skills_max    CHECK (cardinality(skills) <= 5)
);
COMMENT ON TABLE public.registrations IS 'Sign-ups that lack the document and the acceptance of the terms
Their owners have no profile yet, and may do nothing else before they complete them.';
COMMENT ON COLUMN public.registrations.user_id IS 'Who signed up';
COMMENT ON COLUMN public.registrations.email IS 'E-mail address';
COMMENT ON COLUMN public.registrations.name IS 'The name given, or empty';
COMMENT ON COLUMN public.registrations.role IS 'professional or company, where it is known';
COMMENT ON COLUMN public.registrations.skills IS 'Skills, by slug';
COMMENT ON COLUMN public.registrations.created_at IS 'When it was written';
CREATE INDEX registrations_created_at_idx ON public.registrations (created_at DESC, user_id DESC);
ALTER TABLE public.registrations ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.registrations FORCE  ROW LEVEL SECURITY;
GRANT SELECT (user_id, email, name, role, skills, created_at) ON public.registrations TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.registrations TO service_role;
CREATE POLICY "administrators read every registration" ON public.registrations
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "owners read their registration" ON public.registrations
  FOR SELECT TO authenticated USING (user_id = (SELECT auth.uid()));
CREATE POLICY "the server keeps registrations" ON public.registrations
  TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.registrations
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.name)) EXECUTE FUNCTION private.settle_texts('name');

-- A restore brings back users who were erased since the backup, readmits those who were blocked,
-- and mails those who unsubscribed. These decisions are written down in the transaction that takes
-- them, and copied from here to the place of the backups, where a restore finds them.
CREATE TABLE private.suppressions (
  id      bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind    text        NOT NULL,
  subject text        NOT NULL,
  at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT suppressions_pkey          PRIMARY KEY (id),
  CONSTRAINT suppressions_kind_known    CHECK (kind IN ('erased', 'blocked', 'activated', 'mail_declined', 'calendar_ended')),
  CONSTRAINT suppressions_subject_short CHECK (length(subject) >= 1 AND length(subject) <= 200)
);
ALTER TABLE private.suppressions ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.suppressions FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON private.suppressions TO service_role;
CREATE POLICY "the server keeps suppressions until they are beside the backups" ON private.suppressions TO service_role USING (true) WITH CHECK (true);

-- A calendar elsewhere asks for a person's dates by an address with a secret, of which a digest is
-- kept. A new address ends the last, and so does a new password.
CREATE TABLE private.calendar_links (
  person_id  uuid        NOT NULL,
  digest     bytea       NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT calendar_links_pkey           PRIMARY KEY (person_id),
  CONSTRAINT calendar_links_digest_key     UNIQUE (digest),
  CONSTRAINT calendar_links_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT calendar_links_digest_whole   CHECK (octet_length(digest) = 32)
);
ALTER TABLE private.calendar_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.calendar_links FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON private.calendar_links TO service_role;
CREATE POLICY "the server keeps who reads a calendar" ON private.calendar_links FOR ALL TO service_role
  USING (true) WITH CHECK (true);
CREATE TRIGGER keep_ended_calendar AFTER UPDATE OF digest OR DELETE ON private.calendar_links
  FOR EACH ROW EXECUTE FUNCTION private.keep_suppression('calendar');

CREATE TABLE public.site_images (
  key        text        NOT NULL,
  name       text        NOT NULL,
  url        text        NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT site_images_pkey        PRIMARY KEY (key),
  CONSTRAINT site_images_name_filled CHECK (btrim(name) <> ''),
  CONSTRAINT site_images_url_form    CHECK (url ~ '^(/|https?://)' AND length(url) <= 2000)
);
COMMENT ON TABLE public.site_images IS 'Pictures of the public pages that administrators replace';
COMMENT ON COLUMN public.site_images.key IS 'Its key';
COMMENT ON COLUMN public.site_images.name IS 'What it is called';
COMMENT ON COLUMN public.site_images.url IS 'Where the picture is';
COMMENT ON COLUMN public.site_images.updated_at IS 'When it last changed';

INSERT INTO public.site_images (key, name, url) VALUES
  ('landingHero',          'Início: destaque principal',  '/imagens/landingHero-1280.webp'),
  ('landingHero2',         'Início: segundo destaque',    '/imagens/landingHero2-1280.webp'),
  ('solutionsCard1',       'Soluções: linhas de envase',  '/imagens/solutionsCard1-1280.webp'),
  ('solutionsCard2',       'Soluções: supervisório',      '/imagens/solutionsCard2-1280.webp'),
  ('solutionsCard3',       'Soluções: instrumentação',    '/imagens/solutionsCard3-1280.webp'),
  ('solutionsCard4',       'Soluções: redes industriais', '/imagens/solutionsCard4-1280.webp'),
  ('solutionsCard5',       'Soluções: visão de máquina',  '/imagens/solutionsCard5-1280.webp'),
  ('solutionsCard6',       'Soluções: retrofit',          '/imagens/solutionsCard6-1280.webp'),
  ('projectsCard',         'Cartão de projetos',          '/imagens/projectsCard-1280.webp'),
  ('servicesCard',         'Cartão de serviços',          '/imagens/servicesCard-1280.webp'),
  ('findProfessionalCard', 'Cartão de profissionais',     '/imagens/findProfessionalCard-1280.webp'),
  ('howItWorksFlowchart',  'Como Funciona: fluxograma',   '/imagens/howItWorksFlowchart.svg');
ALTER TABLE public.site_images ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.site_images FORCE  ROW LEVEL SECURITY;
GRANT SELECT (key, name, url, updated_at) ON public.site_images TO anon;
GRANT SELECT (key, name, url, updated_at), UPDATE (url) ON public.site_images TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.site_images TO service_role;
CREATE POLICY "administrators replace site images" ON public.site_images
  FOR UPDATE TO authenticated USING ((SELECT private.is_admin())) WITH CHECK ((SELECT private.is_admin()));
CREATE POLICY "everybody sees site images" ON public.site_images
  FOR SELECT TO anon, authenticated USING (true);
CREATE POLICY "the server keeps site images" ON public.site_images
  TO service_role USING (true) WITH CHECK (true);
SELECT private.announce_writes('public.site_images');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.site_images
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.name)) EXECUTE FUNCTION private.settle_texts('name');
SELECT realtime.watch('public.site_images');
CREATE TRIGGER refuse_foreign_pictures BEFORE INSERT OR UPDATE OF url ON public.site_images
  FOR EACH ROW EXECUTE FUNCTION private.refuse_foreign_pictures('url');
CREATE TRIGGER touch BEFORE UPDATE ON public.site_images
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE FUNCTION private.require_admin() RETURNS void
LANGUAGE plpgsql STABLE
SET search_path = ''
AS $$
BEGIN
  IF NOT private.is_admin() THEN
    PERFORM private.refuse(403, 'not_admin', 'Apenas administradores podem fazer isso.');
  END IF;
END
$$;
GRANT EXECUTE ON FUNCTION private.require_admin() TO authenticated, service_role;

-- Questions that policies ask. They read past row-level security on purpose
-- and answer about the caller only.
CREATE FUNCTION private.has_role(wanted text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT EXISTS (SELECT FROM public.profiles WHERE id = auth.uid() AND role = wanted AND status = 'active')
$$;
GRANT EXECUTE ON FUNCTION private.has_role(text) TO anon, authenticated, service_role;
ALTER FUNCTION private.has_role(text) OWNER TO definer;

-- Whether somebody reads what is written to them: an active person who did not leave the
-- organisation that carries their key.
CREATE FUNCTION private.is_reachable(person uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT EXISTS (SELECT FROM public.profiles WHERE id = person AND status = 'active')
     AND (NOT EXISTS (SELECT FROM public.organisations WHERE id = person)
       OR EXISTS (SELECT FROM public.memberships WHERE organisation_id = person AND person_id = person))
$$;
GRANT EXECUTE ON FUNCTION private.is_reachable(uuid) TO authenticated, service_role;
ALTER FUNCTION private.is_reachable(uuid) OWNER TO definer;

-- The readable copy of the e-mail follows the one that signs in.
CREATE FUNCTION private.follow_email() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF NEW.email IS NOT NULL THEN
    UPDATE public.accounts      SET email = NEW.email WHERE profile_id = NEW.id;
    UPDATE public.registrations SET email = NEW.email WHERE user_id    = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.follow_email() TO service_role;
ALTER FUNCTION private.follow_email() OWNER TO definer;

CREATE FUNCTION private.follow_password() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  DELETE FROM private.calendar_links WHERE person_id = NEW.id;
  IF NEW.password_hash IS NULL THEN
    UPDATE public.registrations SET role = NULL, skills = '{}' WHERE user_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
ALTER FUNCTION private.follow_password() OWNER TO definer;

CREATE FUNCTION private.is_picture(address text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT address = '' OR private.is_stored_picture(address)
    OR EXISTS (
      SELECT FROM unnest(string_to_array(private.setting('storage_origins'), ' ')) AS origin
      WHERE origin <> '' AND starts_with(address, origin || '/') AND private.is_stored_picture(substr(address, length(origin) + 1)))
    OR address ~ '^https://[A-Za-z0-9.:-]+/[A-Za-z0-9_!$&()*+,;=:@~%./?-]*$' AND EXISTS (
      SELECT FROM unnest(string_to_array(private.setting('picture_origins'), ' ')) AS origin
      WHERE origin <> '' AND starts_with(address, origin || '/'))
$$;
GRANT EXECUTE ON FUNCTION private.is_picture(text) TO service_role;
ALTER FUNCTION private.is_picture(text) OWNER TO definer;

-- The characters are those that every browser reads alike: no backslash, no
-- quote, no space. No part of a path begins with a dot, written out or not.
CREATE FUNCTION private.is_stored_picture(path text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN path ~ '^/storage/v1/object/public/public-uploads(/[A-Za-z0-9_!$&()*+,;=:@~%-][A-Za-z0-9_!$&()*+,;=:@~%.-]*)+(\?[A-Za-z0-9_=&.-]*)?$'
   AND path !~* '%(2e|2f|5c|0)';
GRANT EXECUTE ON FUNCTION private.is_stored_picture(text) TO service_role;

CREATE FUNCTION private.forget_unused_pictures(unused_for interval) RETURNS bigint
LANGUAGE sql SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT set_config('storage.allow_delete_query', 'true', true);
  WITH used (name) AS (
    SELECT regexp_replace(url, '^.*/object/public/public-uploads/', '')
    FROM (
      SELECT avatar_url FROM public.profiles
      UNION ALL SELECT banner_url FROM public.profiles
      UNION ALL SELECT unnest(image_urls) FROM public.portfolio_projects
      UNION ALL SELECT s.url FROM public.site_images s
    ) AS shown (url)
    WHERE url LIKE '%/object/public/public-uploads/%'
  ), gone AS (
    DELETE FROM storage.objects o
    WHERE o.bucket_id = 'public-uploads'
      AND o.name ~ '^(avatars|banners|portfolio|site-images)/'
      AND o.updated_at < now() - unused_for
      AND NOT EXISTS (SELECT FROM used WHERE used.name = o.name)
    RETURNING 1
  )
  SELECT count(*) FROM gone
$$;
GRANT EXECUTE ON FUNCTION private.forget_unused_pictures(interval) TO service_role;
ALTER FUNCTION private.forget_unused_pictures(interval) OWNER TO definer;
