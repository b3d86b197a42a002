-- What a directory is filtered by: a professional's state, which is read off the
-- place he wrote, how he works, and whether he has time. A profile that says
-- what it takes to decide comes before one that says nothing.

-- +goose Up
ALTER TABLE public.profiles
  ADD COLUMN state text GENERATED ALWAYS AS (
    CASE WHEN upper(substring(location FROM '[^[:alpha:]]([A-Za-z]{2})[)[:space:]]*$')) IN
           ('AC', 'AL', 'AP', 'AM', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MT', 'MS', 'MG', 'PA',
            'PB', 'PR', 'PE', 'PI', 'RJ', 'RN', 'RS', 'RO', 'RR', 'SC', 'SP', 'SE', 'TO')
         THEN upper(substring(location FROM '[^[:alpha:]]([A-Za-z]{2})[)[:space:]]*$')) END) STORED,
  ADD COLUMN work_modes   text[] NOT NULL DEFAULT '{}',
  ADD COLUMN availability text,
  ADD COLUMN is_complete  boolean GENERATED ALWAYS AS (
    btrim(location) <> '' AND btrim(about) <> ''
    AND (role = 'company' OR btrim(title) <> '' AND experience IS NOT NULL AND cardinality(skills) > 0)) STORED,
  ADD CONSTRAINT profiles_work_modes_known   CHECK (work_modes <@ ARRAY['on_site', 'hybrid', 'remote'] AND cardinality(work_modes) <= 3),
  ADD CONSTRAINT profiles_availability_known CHECK (availability IN ('available', 'limited', 'unavailable'));
GRANT SELECT (state, work_modes, availability, is_complete) ON public.profiles TO anon, authenticated;
GRANT UPDATE (work_modes, availability) ON public.profiles TO authenticated;

DROP INDEX public.profiles_directory_idx;
CREATE INDEX profiles_directory_idx ON public.profiles (role, is_complete DESC, updated_at DESC, id DESC);
CREATE INDEX profiles_state_idx     ON public.profiles (role, state, is_complete DESC, updated_at DESC, id DESC) WHERE state IS NOT NULL;

DROP TRIGGER touch ON public.profiles;
CREATE TRIGGER touch BEFORE UPDATE OF name, headline, title, location, about, skills, work_modes, availability, avatar_url, banner_url ON public.profiles
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
