-- Directories are filtered by city too. What people wrote is told apart by a key
-- without case, accents and spare blanks, so that `SAO PAULO` is where `São Paulo`
-- is. There is no list of all cities: those offered are the ones that occur.

-- +goose Up
-- The city of a professional's place, `Campinas, SP`, or NULL where it names no state.
CREATE FUNCTION private.city_of(location text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN nullif(btrim(substring(location FROM '^(.*?)[^[:alpha:]]+[A-Za-z]{2}[)[:space:]]*$')), '');
REVOKE ALL ON FUNCTION private.city_of(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.city_of(text) TO anon, authenticated, service_role;

CREATE FUNCTION private.city_key(city text) RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
RETURN nullif(btrim(regexp_replace(private.fold(city), '[^[:alnum:]]+', ' ', 'g')), '');
REVOKE ALL ON FUNCTION private.city_key(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.city_key(text) TO authenticated, service_role;

ALTER TABLE public.projects ADD COLUMN city_key text;
ALTER TABLE public.profiles ADD COLUMN city_key text;
GRANT SELECT (city_key) ON public.projects TO anon, authenticated;
GRANT SELECT (city_key) ON public.profiles TO anon, authenticated;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.prepare_project() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  PERFORM private.check_skills(NEW.skills);
  NEW.title    := btrim(NEW.title);
  NEW.city     := btrim(regexp_replace(NEW.city, '\s+', ' ', 'g'));
  NEW.city_key := private.city_key(NEW.city);
  NEW.search   := private.search_document(concat_ws(' ', NEW.title, NEW.description, NEW.category, NEW.city, 'PRJ-' || NEW.number, private.skill_words(NEW.skills)));
  RETURN NEW;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.prepare_profile() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  PERFORM private.check_skills(NEW.skills);
  NEW.name     := btrim(NEW.name);
  NEW.city_key := private.city_key(private.city_of(NEW.location));
  NEW.search   := private.search_document(concat_ws(' ', NEW.name, NEW.headline, NEW.title, NEW.location, NEW.about, private.skill_words(NEW.skills)));
  RETURN NEW;
END
$$;
-- +goose StatementEnd

UPDATE public.projects SET city_key = private.city_key(city) WHERE city IS NOT NULL;
UPDATE public.profiles SET city_key = private.city_key(private.city_of(location)) WHERE private.city_of(location) IS NOT NULL;

CREATE INDEX projects_city_idx ON public.projects (state, city_key, created_at DESC, id DESC) WHERE status = 'open' AND city_key IS NOT NULL;
CREATE INDEX profiles_city_idx ON public.profiles (role, state, city_key, is_complete DESC, updated_at DESC, id DESC) WHERE city_key IS NOT NULL;

-- The cities of a state in which open projects or professionals are, as they are
-- mostly written, with how many. Of both where no kind is asked for.
CREATE FUNCTION public.count_cities(in_state text, kind text DEFAULT NULL) RETURNS TABLE (key text, city text, total integer)
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT found.city_key, mode() WITHIN GROUP (ORDER BY found.city), count(*)::integer
  FROM (
    SELECT p.city_key, p.city FROM public.projects p
    WHERE coalesce(kind, 'projects') = 'projects' AND p.status = 'open' AND p.state = in_state AND p.city_key IS NOT NULL
    UNION ALL
    SELECT p.city_key, private.city_of(p.location) FROM public.profiles p
    WHERE coalesce(kind, 'professionals') = 'professionals' AND p.role = 'professional' AND p.status = 'active' AND p.is_party
      AND p.state = in_state AND p.city_key IS NOT NULL
  ) AS found
  GROUP BY found.city_key
  ORDER BY count(*) DESC, found.city_key
  LIMIT 100
$$;
REVOKE ALL ON FUNCTION public.count_cities(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.count_cities(text, text) TO anon, authenticated;
