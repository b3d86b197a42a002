-- A code is found however it is written: S7-300, s7 300 and S7300 are one word,
-- and so is a project's number, PRJ-0007. What a text says in codes is kept
-- beside its words with everything but letters and digits left out.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION private.code_words(content text) RETURNS tsvector
LANGUAGE sql IMMUTABLE
SET search_path = ''
AS $$
  SELECT array_to_tsvector(coalesce(array_agg(DISTINCT code), '{}'))
  FROM (
    SELECT lower(regexp_replace(found.text[1], '[^A-Za-z0-9]', '', 'g')) AS code
    FROM (
      SELECT regexp_matches(content, '\m[A-Za-z0-9]+(?:[-./][A-Za-z0-9]+)+\M', 'g') AS text
      UNION ALL
      SELECT regexp_matches(content, '\m(?:[A-Z]{1,5}[0-9]{0,4}|[A-Za-z]{1,2}[0-9]{1,4}) [0-9]+[A-Za-z]{0,3}(?:[-./][A-Za-z0-9]+)*\M', 'g')
    ) AS found
  ) AS codes
  WHERE code ~ '[a-z]' AND code ~ '[0-9]' AND length(code) BETWEEN 2 AND 40
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.code_words(text) TO authenticated, service_role;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.search_document(content text) RETURNS tsvector
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  document tsvector := to_tsvector('public.automacao', content);
BEGIN
  RETURN document || private.code_words(content) || coalesce((
    SELECT to_tsvector('public.automacao', string_agg(also.term, ' '))
    FROM private.synonyms found
    JOIN private.synonyms also USING (meaning)
    WHERE document @@ found.query
  ), ''::tsvector);
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.prepare_project() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  PERFORM private.check_skills(NEW.skills);
  NEW.title  := btrim(NEW.title);
  NEW.city   := btrim(NEW.city);
  NEW.search := private.search_document(concat_ws(' ', NEW.title, NEW.description, NEW.category, NEW.city, 'PRJ-' || NEW.number, private.skill_words(NEW.skills)));
  RETURN NEW;
END
$$;
-- +goose StatementEnd

-- Nobody has to be told of it.
ALTER TABLE public.projects DISABLE TRIGGER realtime_change;
ALTER TABLE public.profiles DISABLE TRIGGER realtime_change;
UPDATE public.projects SET search = search || private.code_words(concat_ws(' ', title, description, 'PRJ-' || number));
UPDATE public.profiles SET search = search || private.code_words(concat_ws(' ', headline, title, about))
WHERE private.code_words(concat_ws(' ', headline, title, about)) <> '';
ALTER TABLE public.projects ENABLE TRIGGER realtime_change;
ALTER TABLE public.profiles ENABLE TRIGGER realtime_change;
