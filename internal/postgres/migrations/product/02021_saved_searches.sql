-- People save what they look for in a directory, and are told of what arrives and fits. A search is
-- kept as the filters of the directory's address. A trigger reads them once into columns with which
-- rows are compared, and into anchors: keys of which every row that fits has at least one. A row that
-- arrives finds its searches by its own keys through one index, however many searches there are.

-- +goose Up
ALTER TABLE private.limits NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.limits (name, value, meaning) VALUES
  ('saved_searches_max',      20, 'How many searches a person may save.'),
  ('search_alerts_daily_max', 10, 'How many results of saved searches a person is told of at once in 24 hours; further ones are in the daily letter.');
ALTER TABLE private.limits FORCE ROW LEVEL SECURITY;

CREATE TABLE public.saved_searches (
  id               uuid        NOT NULL DEFAULT private.uuid_v7(),
  person_id        uuid        NOT NULL DEFAULT auth.uid(),
  kind             text        NOT NULL,
  name             text        NOT NULL DEFAULT '',
  query            jsonb       NOT NULL,
  frequency        text        NOT NULL DEFAULT 'daily',
  last_sent_at     timestamptz,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  words            tsquery,
  skills           text[],
  technologies     text[],
  state            text,
  city_key         text,
  modes            text[],
  levels           text[],
  availability     text[],
  budget_min_cents bigint,
  budget_max_cents bigint,
  anchors          text[]      NOT NULL,
  CONSTRAINT saved_searches_pkey            PRIMARY KEY (id),
  CONSTRAINT saved_searches_query_key       UNIQUE (person_id, kind, query),
  CONSTRAINT saved_searches_person_id_fkey  FOREIGN KEY (person_id) REFERENCES public.profiles (id) ON DELETE CASCADE,
  CONSTRAINT saved_searches_kind_known      CHECK (kind IN ('projects', 'professionals')),
  CONSTRAINT saved_searches_frequency_known CHECK (frequency IN ('at_once', 'daily', 'weekly', 'never')),
  CONSTRAINT saved_searches_name_bounded    CHECK (btrim(name) <> '' AND length(name) <= 80),
  CONSTRAINT saved_searches_query_bounded   CHECK (octet_length(query::text) <= 2000),
  CONSTRAINT saved_searches_anchored        CHECK (cardinality(anchors) > 0)
);
-- No pending list: every row that arrives would read through it.
CREATE INDEX saved_searches_anchors_idx ON public.saved_searches USING gin (anchors) WITH (fastupdate = off) WHERE frequency <> 'never';
COMMENT ON TABLE  public.saved_searches IS 'A search of a directory that a person saved, to be told of what arrives and fits';
COMMENT ON COLUMN public.saved_searches.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.saved_searches.person_id IS 'Who saved it';
COMMENT ON COLUMN public.saved_searches.kind IS 'The directory: projects or professionals';
COMMENT ON COLUMN public.saved_searches.name IS 'What the person calls it; made of its filters if they give no name';
COMMENT ON COLUMN public.saved_searches.query IS 'The filters, by their names in the directory''s address: q, habilidade, tecnologia, estado, cidade, modalidade, nivel, and orcamento (projects) or disponibilidade (professionals)';
COMMENT ON COLUMN public.saved_searches.frequency IS 'When the person is told: at_once, daily, weekly or never';
COMMENT ON COLUMN public.saved_searches.last_sent_at IS 'When its person was last told of a result';
COMMENT ON COLUMN public.saved_searches.created_at IS 'When it was saved';
COMMENT ON COLUMN public.saved_searches.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.saved_searches.words IS 'The words, as the directory asks for them';
COMMENT ON COLUMN public.saved_searches.skills IS 'The skills, by slug, of which a result has one';
COMMENT ON COLUMN public.saved_searches.technologies IS 'The technologies, by slug, of which a result has one';
COMMENT ON COLUMN public.saved_searches.state IS 'The state, two letters';
COMMENT ON COLUMN public.saved_searches.city_key IS 'The city of that state, as a key';
COMMENT ON COLUMN public.saved_searches.modes IS 'The modes of work, of which a result has one';
COMMENT ON COLUMN public.saved_searches.levels IS 'The levels of experience, of which a result has one';
COMMENT ON COLUMN public.saved_searches.availability IS 'The availabilities, of which a professional has one';
COMMENT ON COLUMN public.saved_searches.budget_min_cents IS 'The least budget, in centavos';
COMMENT ON COLUMN public.saved_searches.budget_max_cents IS 'The most budget, in centavos';
COMMENT ON COLUMN public.saved_searches.anchors IS 'Keys of which every result has at least one';

-- What people type as a full-text query, the same as web/src/lib/text/search.ts; null if nothing is
-- left. One condition a row, with the words of which every text that it finds has one.
-- +goose StatementBegin
CREATE FUNCTION private.typed_words(content text) RETURNS TABLE (condition text, one_of text[])
LANGUAGE plpgsql IMMUTABLE
SET search_path = ''
AS $$
DECLARE
  words CONSTANT text[] := ARRAY(
    SELECT found.text[1] FROM regexp_matches(content, '[[:alnum:]]+(?:[-/.][[:alnum:]]+)*', 'g') WITH ORDINALITY AS found (text, place) ORDER BY found.place LIMIT 12);
  place integer := 1;
  word  text;
  next  text;
  tag   text[];
  code  text;
BEGIN
  WHILE place <= cardinality(words) LOOP
    word := words[place];
    next := coalesce(words[place + 1], '');
    IF word ~ '^[a-zA-Z]{1,5}[0-9]{0,4}$' AND next ~ '^[0-9]' THEN
      tag   := regexp_match(word || ' ' || next, '^(prj|ctr)[-\s./]?0*([0-9]{1,9})$', 'i');
      code  := lower(regexp_replace(word || next, '[^A-Za-z0-9]', '', 'g'));
      place := place + 1;
      IF tag IS NULL THEN
        condition := format('(''%s'':* & ''%s'':* | ''%s'':*)', word, next, code);
        one_of    := ARRAY[format('''%s'':* & ''%s'':*', word, next), format('''%s'':*', code)];
      END IF;
    ELSE
      tag  := regexp_match(word, '^(prj|ctr)[-\s./]?0*([0-9]{1,9})$', 'i');
      code := CASE WHEN word ~ '^[A-Za-z0-9]+([-/.][A-Za-z0-9]+)+$' AND word ~ '[A-Za-z]' AND word ~ '[0-9]'
                   THEN lower(regexp_replace(word, '[^A-Za-z0-9]', '', 'g')) ELSE word END;
      condition := format('''%s'':*', code);
      one_of    := ARRAY[condition];
    END IF;
    IF tag IS NOT NULL THEN
      condition := format('''%s%s''', lower(tag[1]), tag[2]);
      one_of    := ARRAY[condition];
    END IF;
    RETURN NEXT;
    place := place + 1;
  END LOOP;
END
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.typed_words(text) TO definer, service_role;

-- The keys under which words are looked for: the beginnings of lexemes, up to six letters. Of the
-- conditions that all have to be met, the one with the longest keys finds the fewest texts. A word
-- that texts are not indexed by, such as an article, gives no key.
-- +goose StatementBegin
CREATE FUNCTION private.word_anchors(content text) RETURNS text[]
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT keys.found
  FROM private.typed_words(content) WITH ORDINALITY AS typed (condition, one_of, place),
       LATERAL (
         SELECT array_agg(left(longest.lexeme, 6)) AS found, min(length(left(longest.lexeme, 6))) AS least
         FROM unnest(typed.one_of) AS alternative
         LEFT JOIN LATERAL (
           SELECT replace(word.lexeme[1], '''''', '''') AS lexeme
           FROM regexp_matches(private.search_words(alternative)::text, '''((?:[^'']|'''')+)''', 'g') AS word (lexeme)
           ORDER BY length(word.lexeme[1]) DESC LIMIT 1
         ) AS longest ON true
         HAVING bool_and(longest.lexeme IS NOT NULL)
       ) AS keys
  ORDER BY keys.least DESC, typed.place LIMIT 1
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.word_anchors(text) TO definer, service_role;

-- The keys of a row of a directory: each alone, and each with the row's state.
CREATE FUNCTION private.search_keys(kind text, state text, city_key text, search tsvector, skills text[], technologies text[], modes text[], level text, availability text)
RETURNS text[]
LANGUAGE sql IMMUTABLE
SET search_path = ''
AS $$
  SELECT array_agg(DISTINCT concat_ws(' ', kind, place.state, own.key))
  FROM (
    SELECT 'w ' || left(word, letters) AS key FROM unnest(tsvector_to_array(search)) AS word, generate_series(1, least(6, length(word))) AS letters
    UNION ALL SELECT 'c ' || city_key WHERE city_key IS NOT NULL
    UNION ALL SELECT 't ' || one FROM unnest(technologies) AS one
    UNION ALL SELECT 's ' || one FROM unnest(skills) AS one
    UNION ALL SELECT 'm ' || one FROM unnest(modes) AS one
    UNION ALL SELECT 'l ' || level WHERE level IS NOT NULL
    UNION ALL SELECT 'a ' || availability WHERE availability IS NOT NULL
    UNION ALL SELECT 'any'
  ) AS own, (VALUES ('-'), (state)) AS place (state)
  WHERE place.state IS NOT NULL
$$;
GRANT EXECUTE ON FUNCTION private.search_keys(text,text,text,tsvector,text[],text[],text[],text,text) TO service_role;

-- The values of one filter; a single one may be written without a list. Whatever is no short text is
-- refused, and so is what is not among the values that there are.
-- +goose StatementBegin
CREATE FUNCTION private.filter_values(query jsonb, filter text, is_single boolean, known text[] DEFAULT NULL) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE
SET search_path = ''
AS $$
DECLARE
  given  CONSTANT jsonb := CASE jsonb_typeof(query -> filter) WHEN 'string' THEN jsonb_build_array(query -> filter) ELSE coalesce(query -> filter, '[]') END;
  chosen text[];
BEGIN
  IF jsonb_typeof(given) = 'array' AND (is_single AND jsonb_typeof(query -> filter) <> 'string' OR jsonb_array_length(given) > 30
     OR EXISTS (SELECT FROM jsonb_array_elements(given) AS one WHERE jsonb_typeof(one) <> 'string' OR length(one #>> '{}') > 200))
     OR jsonb_typeof(given) <> 'array' THEN
    PERFORM private.refuse(400, 'search_filter_wrong', 'Um dos filtros da busca não pôde ser lido. Escolha os filtros de novo e salve a busca.', ARRAY[filter]);
  END IF;
  chosen := ARRAY(SELECT private.plain_line(one) FROM jsonb_array_elements_text(given) WITH ORDINALITY AS value (one, place)
                  WHERE private.plain_line(one) <> '' GROUP BY private.plain_line(one) ORDER BY min(place));
  IF known IS NOT NULL AND NOT chosen <@ known THEN
    PERFORM private.refuse(400, 'search_filter_wrong', 'Um dos filtros da busca não pôde ser lido. Escolha os filtros de novo e salve a busca.', ARRAY[filter]);
  END IF;
  RETURN nullif(chosen, '{}');
END
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.filter_values(jsonb,text,boolean,text[]) TO definer, service_role;

-- +goose StatementBegin
CREATE FUNCTION private.prepare_search() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  filters  CONSTANT text[] := ARRAY['q', 'habilidade', 'tecnologia', 'estado', 'cidade', 'modalidade', 'nivel', CASE NEW.kind WHEN 'projects' THEN 'orcamento' ELSE 'disponibilidade' END];
  given    jsonb := CASE jsonb_typeof(NEW.query) WHEN 'object' THEN NEW.query ELSE '{"": ""}' END;
  unknown  CONSTANT text[] := ARRAY(SELECT key FROM jsonb_object_keys(given) AS key WHERE key <> ALL (filters) ORDER BY 1);
  skill    text[];
  tech     text[];
  ends     text[];
  typed    text;
BEGIN
  IF cardinality(unknown) > 0 THEN
    PERFORM private.refuse(400, 'search_filter_unknown', 'A busca tem um filtro que esta lista não conhece.', unknown);
  END IF;
  typed             := (private.filter_values(given, 'q', true))[1];
  skill             := private.filter_values(given, 'habilidade', false);
  tech              := private.filter_values(given, 'tecnologia', false);
  NEW.state         := (private.filter_values(given, 'estado', true, ARRAY['AC', 'AL', 'AP', 'AM', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MT', 'MS', 'MG', 'PA', 'PB', 'PR', 'PE', 'PI', 'RJ', 'RN', 'RS', 'RO', 'RR', 'SC', 'SP', 'SE', 'TO']))[1];
  NEW.city_key      := (private.filter_values(given, 'cidade', true))[1];
  NEW.modes         := private.filter_values(given, 'modalidade', false, ARRAY['on_site', 'hybrid', 'remote']);
  NEW.levels        := private.filter_values(given, 'nivel', false, ARRAY['Júnior', 'Pleno', 'Intermediário', 'Sênior', 'Especialista']);
  NEW.availability  := private.filter_values(given, 'disponibilidade', false, ARRAY['available', 'limited', 'unavailable']);
  ends              := regexp_match((private.filter_values(given, 'orcamento', true))[1], '^([0-9]{0,9})-([0-9]{0,9})$');
  -- Several states have cities of the same name.
  IF NEW.city_key IS NOT NULL AND NEW.state IS NULL OR given ->> 'orcamento' <> '' AND coalesce(ends[1] || ends[2], '') = '' THEN
    PERFORM private.refuse(400, 'search_filter_wrong', 'Um dos filtros da busca não pôde ser lido. Escolha os filtros de novo e salve a busca.',
      ARRAY[CASE WHEN NEW.city_key IS NOT NULL AND NEW.state IS NULL THEN 'cidade' ELSE 'orcamento' END]);
  END IF;
  NEW.budget_min_cents := nullif(ends[1], '')::bigint * 100;
  NEW.budget_max_cents := nullif(ends[2], '')::bigint * 100;
  NEW.skills           := CASE WHEN skill IS NOT NULL THEN private.read_skills(skill) END;
  NEW.technologies     := CASE WHEN tech IS NOT NULL THEN private.read_technologies(tech) END;
  NEW.words            := private.search_words((SELECT string_agg(t.condition, ' & ') FROM private.typed_words(typed) t));
  NEW.query := jsonb_strip_nulls(jsonb_build_object('q', typed, 'habilidade', skill, 'tecnologia', tech, 'estado', NEW.state, 'cidade', NEW.city_key, 'modalidade', NEW.modes,
    'nivel', NEW.levels, 'disponibilidade', NEW.availability, 'orcamento', CASE WHEN ends IS NOT NULL THEN given ->> 'orcamento' END));
  NEW.anchors := private.anchors_of(NEW, typed);
  IF btrim(NEW.name) = '' THEN
    NEW.name := private.search_name(NEW, typed);
  END IF;
  RETURN NEW;
END
$$;
-- +goose StatementEnd

-- The narrowest filter gives the anchors.
-- +goose StatementBegin
CREATE FUNCTION private.anchors_of(saved public.saved_searches, typed text) RETURNS text[]
LANGUAGE plpgsql STABLE
SET search_path = ''
AS $$
DECLARE
  own text[];
BEGIN
  IF num_nonnulls(saved.words, saved.skills, saved.technologies, saved.state, saved.modes, saved.levels, saved.availability, saved.budget_min_cents, saved.budget_max_cents) = 0 THEN
    PERFORM private.refuse(400, 'search_without_filter', 'Escolha ao menos um filtro antes de salvar a busca.');
  END IF;
  own := CASE
    WHEN saved.words        IS NOT NULL THEN ARRAY(SELECT 'w ' || key FROM unnest(private.word_anchors(typed)) AS key)
    WHEN saved.city_key     IS NOT NULL THEN ARRAY['c ' || saved.city_key]
    WHEN saved.technologies IS NOT NULL THEN ARRAY(SELECT 't ' || one FROM unnest(saved.technologies) AS one)
    WHEN saved.skills       IS NOT NULL THEN ARRAY(SELECT 's ' || one FROM unnest(saved.skills) AS one)
    WHEN saved.levels       IS NOT NULL THEN ARRAY(SELECT 'l ' || one FROM unnest(saved.levels) AS one)
    WHEN saved.availability IS NOT NULL THEN ARRAY(SELECT 'a ' || one FROM unnest(saved.availability) AS one)
    WHEN saved.modes        IS NOT NULL THEN ARRAY(SELECT 'm ' || one FROM unnest(saved.modes) AS one)
    ELSE ARRAY['any'] END;
  IF own = '{}' THEN
    PERFORM private.refuse(400, 'search_words_common', 'Estas palavras são comuns demais para uma busca. Acrescente outra.');
  END IF;
  RETURN ARRAY(SELECT concat_ws(' ', saved.kind, coalesce(saved.state, '-'), key) FROM unnest(own) AS key ORDER BY 1);
END
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.anchors_of(public.saved_searches,text) TO definer, service_role;

-- A name for a search to which the person gives none.
CREATE FUNCTION private.search_name(saved public.saved_searches, typed text) RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT left(concat_ws(' · ', typed,
    (SELECT string_agg(s.label, ', ' ORDER BY s."position") FROM public.skills s WHERE s.slug = ANY (saved.skills)),
    (SELECT string_agg(named, ', ') FROM jsonb_array_elements_text(saved.query -> 'tecnologia') AS word, LATERAL (SELECT coalesce((SELECT t.name FROM public.technologies t WHERE t.slug = word), word) AS named) AS n),
    coalesce((SELECT m.name || '/' || m.state FROM public.municipalities m WHERE m.key = saved.city_key || ' ' || lower(saved.state)), saved.state),
    (SELECT string_agg(word, ', ') FROM unnest(saved.modes) AS mode, LATERAL (SELECT CASE mode WHEN 'on_site' THEN 'Presencial' WHEN 'hybrid' THEN 'Híbrido' ELSE 'Remoto' END AS word) AS w),
    array_to_string(saved.levels, ', '),
    (SELECT string_agg(word, ', ') FROM unnest(saved.availability) AS a, LATERAL (SELECT CASE a WHEN 'available' THEN 'Disponível' WHEN 'limited' THEN 'Disponibilidade parcial' ELSE 'Sem disponibilidade' END AS word) AS w),
    CASE WHEN saved.budget_min_cents IS NOT NULL AND saved.budget_max_cents IS NOT NULL THEN 'R$ ' || saved.budget_min_cents / 100 || ' a ' || saved.budget_max_cents / 100
         WHEN saved.budget_min_cents IS NOT NULL THEN 'A partir de R$ ' || saved.budget_min_cents / 100
         WHEN saved.budget_max_cents IS NOT NULL THEN 'Até R$ ' || saved.budget_max_cents / 100 END), 80)
$$;
GRANT EXECUTE ON FUNCTION private.search_name(public.saved_searches,text) TO definer, service_role;

ALTER FUNCTION private.prepare_search() OWNER TO definer;
REVOKE EXECUTE ON FUNCTION private.prepare_search() FROM PUBLIC;
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.saved_searches
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.name)) EXECUTE FUNCTION private.settle_texts('name');
CREATE TRIGGER prepare BEFORE INSERT OR UPDATE OF name, query ON public.saved_searches
  FOR EACH ROW EXECUTE FUNCTION private.prepare_search();
CREATE TRIGGER touch BEFORE UPDATE OF name, query, frequency ON public.saved_searches FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- A lock of the person's makes searches that are saved at the same moment count one after the other.
-- +goose StatementBegin
CREATE FUNCTION private.bound_saved_searches() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  person uuid;
BEGIN
  FOR person IN SELECT DISTINCT person_id FROM written ORDER BY person_id LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended('saved searches:' || person, 0));
    IF (SELECT count(*) FROM public.saved_searches s WHERE s.person_id = person) > private.limit_of('saved_searches_max') THEN
      PERFORM private.refuse(400, 'too_many_saved_searches', 'Você atingiu o limite de {saved_searches_max} buscas salvas. Exclua uma para salvar outra.');
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.bound_saved_searches() OWNER TO definer;
REVOKE EXECUTE ON FUNCTION private.bound_saved_searches() FROM PUBLIC;
CREATE TRIGGER bound AFTER INSERT ON public.saved_searches REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.bound_saved_searches();

ALTER TABLE public.saved_searches ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.saved_searches FORCE  ROW LEVEL SECURITY;
CREATE POLICY "people read their searches" ON public.saved_searches
  FOR SELECT TO authenticated USING (person_id = (SELECT auth.uid()));
CREATE POLICY "people save searches" ON public.saved_searches
  FOR INSERT TO authenticated WITH CHECK (person_id = (SELECT auth.uid()) AND private.is_active(person_id));
CREATE POLICY "people change their searches" ON public.saved_searches
  FOR UPDATE TO authenticated USING (person_id = (SELECT auth.uid()) AND private.is_active(person_id))
  WITH CHECK (person_id = (SELECT auth.uid()));
CREATE POLICY "people delete their searches" ON public.saved_searches
  FOR DELETE TO authenticated USING (person_id = (SELECT auth.uid()));
CREATE POLICY "the server keeps searches" ON public.saved_searches
  FOR ALL TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, person_id, kind, name, query, frequency, last_sent_at, created_at, updated_at), INSERT (kind, name, query, frequency), UPDATE (name, query, frequency), DELETE
  ON public.saved_searches TO authenticated;
GRANT SELECT, INSERT, DELETE, UPDATE (frequency, last_sent_at) ON public.saved_searches TO service_role;
