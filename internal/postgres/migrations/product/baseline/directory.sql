-- The public directories: who and what is listed, counted by skill, state and city. Every order that
-- a screen offers comes straight from an index, ties told apart by time and key as the screens do.

-- The policies of profiles come before what a visitor looks for, so every profile would be read
-- through for each search. The directory shows everybody the same: active professionals. They are a
-- view of its owner's, in which words, skills and orders find their indexes. It is no security
-- barrier on purpose: it holds no column that not everybody may read.
CREATE VIEW public.professionals AS
  SELECT p.id, p.role, p.name, p.title, p.headline, p.location, p.state, p.city_key, p.availability, p.work_modes, p.experience, p.skills,
         p.rating, p.reviews_count, p.contracts_completed, p.counterparts, p.avatar_url, p.avatar_seed, p.is_complete, p.updated_at, p.search
  FROM public.profiles p
  WHERE p.role = 'professional' AND p.status = 'active' AND p.is_party;
COMMENT ON VIEW public.professionals IS 'Active professionals, as the directory lists them';
COMMENT ON COLUMN public.professionals.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.professionals.role IS 'professional';
COMMENT ON COLUMN public.professionals.name IS 'Who it is';
COMMENT ON COLUMN public.professionals.title IS 'The professional title';
COMMENT ON COLUMN public.professionals.headline IS 'A line of introduction';
COMMENT ON COLUMN public.professionals.location IS 'Where one is, as written';
COMMENT ON COLUMN public.professionals.state IS 'The state, two letters, where the place names one';
COMMENT ON COLUMN public.professionals.city_key IS 'The place as a key: city and state in small letters without accents';
COMMENT ON COLUMN public.professionals.availability IS 'available, limited or unavailable';
COMMENT ON COLUMN public.professionals.work_modes IS 'How one works: on_site, hybrid, remote';
COMMENT ON COLUMN public.professionals.experience IS 'The level of experience';
COMMENT ON COLUMN public.professionals.skills IS 'Skills, by slug';
COMMENT ON COLUMN public.professionals.rating IS 'The mean of what was given, 1 to 5';
COMMENT ON COLUMN public.professionals.reviews_count IS 'How many reviews count';
COMMENT ON COLUMN public.professionals.contracts_completed IS 'How many contracts were completed';
COMMENT ON COLUMN public.professionals.counterparts IS 'With how many others contracts were completed';
COMMENT ON COLUMN public.professionals.avatar_url IS 'The picture; null is drawn from avatar_seed';
COMMENT ON COLUMN public.professionals.avatar_seed IS 'What a drawn picture is made from';
COMMENT ON COLUMN public.professionals.is_complete IS 'Whether everything that a directory asks for is filled in';
COMMENT ON COLUMN public.professionals.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.professionals.search IS 'The words by which it is found';
GRANT SELECT (id, role, name, title, headline, location, state, city_key, availability, work_modes, experience, skills, rating,
  reviews_count, contracts_completed, counterparts, avatar_url, avatar_seed, is_complete, updated_at, search) ON public.professionals TO anon, authenticated;
GRANT SELECT ON public.professionals TO service_role;
ALTER VIEW public.professionals OWNER TO definer;

CREATE TABLE private.directory_counts (
  directory text   NOT NULL,
  facet     text   NOT NULL,
  value     text   NOT NULL,
  city_key  text   NOT NULL,
  label     text   NOT NULL,
  total     bigint NOT NULL,
  CONSTRAINT directory_counts_pkey            PRIMARY KEY (directory, facet, value, city_key, label),
  CONSTRAINT directory_counts_directory_known CHECK (directory IN ('projects', 'professionals')),
  CONSTRAINT directory_counts_facet_known     CHECK (facet IN ('all', 'skill', 'city'))
);
ALTER TABLE private.directory_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.directory_counts FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON private.directory_counts TO service_role;
CREATE POLICY "the server keeps what directories hold" ON private.directory_counts TO service_role USING (true) WITH CHECK (true);
SELECT private.announce_writes('private.directory_counts');

-- Changes of the counts are appended, so that no two writers wait for one row; a job folds them
-- into the totals.
CREATE TABLE private.directory_changes (
  id        bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  directory text   NOT NULL,
  facet     text   NOT NULL,
  value     text   NOT NULL,
  city_key  text   NOT NULL,
  label     text   NOT NULL,
  change    bigint NOT NULL,
  CONSTRAINT directory_changes_pkey PRIMARY KEY (id)
);
ALTER TABLE private.directory_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.directory_changes FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON private.directory_changes TO service_role;
CREATE POLICY "the server keeps what changes in directories" ON private.directory_changes TO service_role USING (true) WITH CHECK (true);
SELECT private.announce_writes('private.directory_changes');

-- What somebody listed is counted under: all, each of their skills, their city.
CREATE FUNCTION private.facets(of_skills text[], of_state text, of_key text, of_city text)
RETURNS TABLE (facet text, value text, city_key text, label text)
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
AS $$
  SELECT 'all', '', '', ''
  UNION ALL
  SELECT 'skill', skill, '', '' FROM unnest(of_skills) AS skill
  UNION ALL
  SELECT 'city', of_state, of_key, coalesce(of_city, '') WHERE of_state IS NOT NULL AND of_key IS NOT NULL
$$;
GRANT EXECUTE ON FUNCTION private.facets(text[],text,text,text) TO service_role;

-- Rows that come or go, however many in one statement.
CREATE FUNCTION private.count_listed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  sign CONSTANT integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  IF TG_TABLE_NAME = 'projects' THEN
    INSERT INTO private.directory_changes (directory, facet, value, city_key, label, change)
    SELECT 'projects', f.facet, f.value, f.city_key, f.label, sign * count(*)
    FROM written p, private.facets(p.skills, p.state, p.city_key, p.city) f
    WHERE p.status = 'open'
    GROUP BY 2, 3, 4, 5;
  ELSE
    INSERT INTO private.directory_changes (directory, facet, value, city_key, label, change)
    SELECT 'professionals', f.facet, f.value, f.city_key, f.label, sign * count(*)
    FROM written p, private.facets(p.skills, p.state, p.city_key, private.city_of(p.location)) f
    WHERE p.role = 'professional' AND p.status = 'active' AND p.is_party
    GROUP BY 2, 3, 4, 5;
  END IF;
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.count_listed() TO service_role;
ALTER FUNCTION private.count_listed() OWNER TO definer;

-- A row that changes what it is counted under.
CREATE FUNCTION private.recount_listed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF TG_TABLE_NAME = 'projects' THEN
    INSERT INTO private.directory_changes (directory, facet, value, city_key, label, change)
    SELECT 'projects', c.facet, c.value, c.city_key, c.label, sum(c.change)
    FROM (
      SELECT f.*, -1 AS change FROM private.facets(OLD.skills, OLD.state, OLD.city_key, OLD.city) f WHERE OLD.status = 'open'
      UNION ALL
      SELECT f.*, 1 FROM private.facets(NEW.skills, NEW.state, NEW.city_key, NEW.city) f WHERE NEW.status = 'open'
    ) AS c
    GROUP BY 2, 3, 4, 5 HAVING sum(c.change) <> 0;
  ELSE
    INSERT INTO private.directory_changes (directory, facet, value, city_key, label, change)
    SELECT 'professionals', c.facet, c.value, c.city_key, c.label, sum(c.change)
    FROM (
      SELECT f.*, -1 AS change FROM private.facets(OLD.skills, OLD.state, OLD.city_key, private.city_of(OLD.location)) f
      WHERE OLD.role = 'professional' AND OLD.status = 'active' AND OLD.is_party
      UNION ALL
      SELECT f.*, 1 FROM private.facets(NEW.skills, NEW.state, NEW.city_key, private.city_of(NEW.location)) f
      WHERE NEW.role = 'professional' AND NEW.status = 'active' AND NEW.is_party
    ) AS c
    GROUP BY 2, 3, 4, 5 HAVING sum(c.change) <> 0;
  END IF;
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.recount_listed() TO service_role;
ALTER FUNCTION private.recount_listed() OWNER TO definer;

-- What directories hold, counted in full: what the kept counts have to say.
CREATE FUNCTION private.count_directories()
RETURNS TABLE (directory text, facet text, value text, city_key text, label text, total bigint)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT 'projects', f.facet, f.value, f.city_key, f.label, count(*)
  FROM public.projects p, private.facets(p.skills, p.state, p.city_key, p.city) f
  WHERE p.status = 'open'
  GROUP BY 2, 3, 4, 5
  UNION ALL
  SELECT 'professionals', f.facet, f.value, f.city_key, f.label, count(*)
  FROM public.profiles p, private.facets(p.skills, p.state, p.city_key, private.city_of(p.location)) f
  WHERE p.role = 'professional' AND p.status = 'active' AND p.is_party
  GROUP BY 2, 3, 4, 5
$$;
GRANT EXECUTE ON FUNCTION private.count_directories() TO service_role;
ALTER FUNCTION private.count_directories() OWNER TO definer;

-- Adds some of the oldest changes to the totals, and returns how many. Where
-- another server is at it there is nothing to do.
CREATE FUNCTION private.fold_directory_changes(at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  folded integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('fold directory changes', 0)) THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM private.directory_changes
    WHERE id IN (SELECT c.id FROM private.directory_changes c ORDER BY c.id LIMIT at_most)
    RETURNING directory, facet, value, city_key, label, change
  ), kept AS (
    INSERT INTO private.directory_counts AS counts (directory, facet, value, city_key, label, total)
    SELECT g.directory, g.facet, g.value, g.city_key, g.label, sum(g.change) FROM gone g GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT ON CONSTRAINT directory_counts_pkey DO UPDATE SET total = counts.total + excluded.total
  )
  SELECT count(*) INTO folded FROM gone;
  DELETE FROM private.directory_counts WHERE total = 0;
  RETURN folded;
END
$$;
GRANT EXECUTE ON FUNCTION private.fold_directory_changes(integer) TO service_role;
ALTER FUNCTION private.fold_directory_changes(integer) OWNER TO definer;

-- How many of a directory have each skill; under '' how many there are in all.
-- With words it is those that they find, as long as these are few: nothing is
-- said of more than a thousand.
CREATE FUNCTION public.count_skills(kind text, words text DEFAULT NULL::text)
 RETURNS TABLE(slug text, total integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  few   CONSTANT integer := 1000;
  asked CONSTANT tsquery := private.search_words(words);
BEGIN
  IF words IS NULL THEN
    RETURN QUERY
      SELECT c.value, sum(c.total)::integer
      FROM (
        SELECT k.value, k.total FROM private.directory_counts k WHERE k.directory = kind AND k.facet IN ('all', 'skill')
        UNION ALL
        SELECT k.value, k.change FROM private.directory_changes k WHERE k.directory = kind AND k.facet IN ('all', 'skill')
      ) AS c
      GROUP BY c.value HAVING sum(c.total) > 0;
    RETURN;
  END IF;
  RETURN QUERY
    WITH found AS MATERIALIZED (
      (SELECT p.skills FROM public.projects p
       WHERE kind = 'projects' AND p.status = 'open' AND p.search @@ asked LIMIT few + 1)
      UNION ALL
      (SELECT p.skills FROM public.profiles p
       WHERE kind = 'professionals' AND p.role = 'professional' AND p.status = 'active' AND p.is_party AND p.search @@ asked LIMIT few + 1)
    )
    SELECT f.value, count(*)::integer
    FROM found, private.facets(found.skills, NULL, NULL, NULL) f
    WHERE (SELECT count(*) FROM found) <= few
    GROUP BY f.value;
END
$function$;
COMMENT ON FUNCTION public.count_skills(text,text) IS 'Counts the projects or professionals of each skill
Under the typed words, where there are any.';
GRANT EXECUTE ON FUNCTION public.count_skills(text,text) TO anon, authenticated;
ALTER FUNCTION public.count_skills(text,text) OWNER TO definer;

-- The cities of a state that occur in a directory, under the official name where there is one.
CREATE FUNCTION public.count_cities(in_state text, kind text DEFAULT NULL) RETURNS TABLE (key text, city text, total integer)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT counted.key, coalesce(m.name, counted.label), counted.total
  FROM (
    SELECT written.city_key AS key, (array_agg(written.label ORDER BY written.total DESC, written.label))[1] AS label, sum(written.total)::integer AS total
    FROM (
      SELECT c.city_key, c.label, sum(c.total) AS total
      FROM (
        SELECT k.directory, k.city_key, k.label, k.total FROM private.directory_counts k WHERE k.facet = 'city' AND k.value = in_state
        UNION ALL
        SELECT k.directory, k.city_key, k.label, k.change FROM private.directory_changes k WHERE k.facet = 'city' AND k.value = in_state
      ) AS c
      WHERE c.directory = coalesce(kind, c.directory)
      GROUP BY c.city_key, c.label HAVING sum(c.total) > 0
    ) AS written
    GROUP BY written.city_key
    ORDER BY sum(written.total) DESC, written.city_key
    LIMIT 100
  ) AS counted
  LEFT JOIN public.municipalities m ON m.key = counted.key || ' ' || lower(in_state)
  ORDER BY counted.total DESC, counted.key
$$;
COMMENT ON FUNCTION public.count_cities(text,text) IS 'Counts the projects or professionals of each city of a state';
GRANT EXECUTE ON FUNCTION public.count_cities(text,text) TO anon, authenticated;
ALTER FUNCTION public.count_cities(text,text) OWNER TO definer;

CREATE TRIGGER count_arrivals   AFTER INSERT ON public.profiles REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.count_listed();
CREATE TRIGGER count_changes    AFTER UPDATE ON public.profiles FOR EACH ROW
  WHEN ((OLD.role, OLD.status, OLD.is_party, OLD.skills, OLD.state, OLD.city_key, OLD.location)
        IS DISTINCT FROM (NEW.role, NEW.status, NEW.is_party, NEW.skills, NEW.state, NEW.city_key, NEW.location))
  EXECUTE FUNCTION private.recount_listed();
CREATE TRIGGER count_departures AFTER DELETE ON public.profiles REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.count_listed();

CREATE TRIGGER count_arrivals   AFTER INSERT ON public.projects REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.count_listed();
CREATE TRIGGER count_changes    AFTER UPDATE ON public.projects FOR EACH ROW
  WHEN ((OLD.status, OLD.skills, OLD.state, OLD.city_key, OLD.city) IS DISTINCT FROM (NEW.status, NEW.skills, NEW.state, NEW.city_key, NEW.city))
  EXECUTE FUNCTION private.recount_listed();
CREATE TRIGGER count_departures AFTER DELETE ON public.projects REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.count_listed();
