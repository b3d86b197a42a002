-- A call named skills by their slugs alone, which nobody knows who has not read the
-- catalogue: "Programadores de CLP" was refused. What it means by a slug, a name or a
-- label, whatever its case and accents, is read here, stored and answered as the slug;
-- what it means by nothing is refused by what it wrote.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION private.skill_slugs(written text[]) RETURNS text[]
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF coalesce(cardinality(written), 0) = (SELECT count(*) FROM public.skills WHERE slug = ANY (written)) THEN
    RETURN written;
  END IF;
  RETURN ARRAY(
    SELECT (SELECT s.slug FROM public.skills s WHERE plain.word IN (s.slug, private.fold(s.name), private.fold(s.label)) LIMIT 1)
    FROM unnest(written) WITH ORDINALITY AS one (word, place),
         LATERAL (SELECT private.fold(btrim(regexp_replace(left(one.word, 200), '\s+', ' ', 'g'))) AS word) AS plain
    ORDER BY one.place);
END
$$;

-- Names at most five of what was written, each cut to what fits a sentence.
CREATE FUNCTION private.refuse(status integer, code text, message text, named text[]) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
AS $$
DECLARE
  told CONSTANT text := (SELECT string_agg(left(name, 60), ', ' ORDER BY place)
                         FROM unnest(named) WITH ORDINALITY AS one (name, place) WHERE place <= 5);
BEGIN
  RAISE EXCEPTION USING
    ERRCODE = 'PGRST',
    MESSAGE = json_build_object('code', code, 'message', rtrim(private.say(message), '.') || coalesce(': ' || told, '') || '.', 'details', NULL, 'hint', NULL)::text,
    DETAIL  = json_build_object('status', status, 'headers', json_build_object())::text;
END
$$;

-- A filter's skills.
CREATE FUNCTION private.read_skills(written text[]) RETURNS text[]
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  slugs CONSTANT text[] := private.skill_slugs(written);
BEGIN
  IF array_position(slugs, NULL) IS NOT NULL THEN
    PERFORM private.refuse(400, 'unknown_skill', 'Uma das habilidades não está no catálogo ou se repete.',
      ARRAY(SELECT word FROM unnest(written, slugs) AS one (word, slug) WHERE slug IS NULL));
  END IF;
  RETURN slugs;
END
$$;

-- The skills that a row is to have. Of more than there are, some repeat or are none:
-- the constraint on their number refuses them unread.
CREATE FUNCTION private.choose_skills(written text[]) RETURNS text[]
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  slugs    text[];
  repeated text[];
BEGIN
  IF cardinality(written) > (SELECT count(*) FROM public.skills) THEN
    RETURN written;
  END IF;
  slugs    := private.read_skills(written);
  repeated := ARRAY(SELECT slug FROM unnest(slugs) AS slug GROUP BY slug HAVING count(*) > 1 ORDER BY slug);
  IF cardinality(repeated) > 0 THEN
    PERFORM private.refuse(400, 'unknown_skill', 'Uma das habilidades não está no catálogo ou se repete.', repeated);
  END IF;
  RETURN slugs;
END
$$;

CREATE OR REPLACE FUNCTION private.prepare_profile() RETURNS trigger
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

CREATE OR REPLACE FUNCTION private.prepare_project() RETURNS trigger
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
-- +goose StatementEnd
DROP FUNCTION private.check_skills(text[]);

GRANT EXECUTE ON FUNCTION private.refuse(integer, text, text, text[]) TO anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION private.skill_slugs(text[]) TO service_role;
GRANT EXECUTE ON FUNCTION private.read_skills(text[]) TO anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION private.choose_skills(text[]) TO authenticated, service_role;
ALTER FUNCTION private.skill_slugs(text[]) OWNER TO definer;
ALTER FUNCTION private.read_skills(text[]) OWNER TO definer;
ALTER FUNCTION private.choose_skills(text[]) OWNER TO definer;
