-- What else a text is found by was taken apart into words anew for every text.
-- Each synonym's words are kept beside it, and each synonym is added once.

-- +goose Up
ALTER TABLE private.synonyms
  ADD COLUMN words tsvector GENERATED ALWAYS AS (to_tsvector('public.automacao'::regconfig, term)) STORED;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.search_document(content text) RETURNS tsvector
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  written  CONSTANT tsvector := to_tsvector('public.automacao', content);
  document tsvector := written || private.code_words(content);
  more     tsvector;
BEGIN
  FOR more IN
    SELECT also.words FROM private.synonyms also
    WHERE also.meaning IN (SELECT found.meaning FROM private.synonyms found WHERE written @@ found.query)
    ORDER BY also.meaning, also.term
  LOOP
    document := document || more;
  END LOOP;
  RETURN document;
END
$$;
-- +goose StatementEnd
