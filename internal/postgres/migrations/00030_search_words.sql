-- Each synonym is read as a query once, when it is stored, and not for every
-- text that is indexed: that took most of the time of storing a project.
-- plpgsql keeps the statement's plan between calls, which SQL functions do not.

-- +goose Up
ALTER TABLE private.synonyms
  ADD COLUMN query tsquery GENERATED ALWAYS AS (phraseto_tsquery('public.automacao'::regconfig, term)) STORED;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.search_document(content text) RETURNS tsvector
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  document tsvector := to_tsvector('public.automacao', content);
BEGIN
  RETURN document || coalesce((
    SELECT to_tsvector('public.automacao', string_agg(also.term, ' '))
    FROM private.synonyms found
    JOIN private.synonyms also USING (meaning)
    WHERE document @@ found.query
  ), ''::tsvector);
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.skill_words(chosen text[]) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  RETURN (SELECT coalesce(string_agg(name || ' ' || label, ' '), '') FROM public.skills WHERE slug = ANY (chosen));
END
$$;
-- +goose StatementEnd
