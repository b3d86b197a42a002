-- Suggestions were alphabetical: of the thirty municipalities that begin with `sao jos`,
-- São José dos Campos was the last but ten and never offered. First come capitals, then
-- those that name one of the 133 intermediate geographic regions of IBGE (2017), then
-- those that occur in the directories; a name that has a word so comes after those that
-- begin so. No population is known here, and none is guessed.

-- +goose Up
ALTER TABLE public.municipalities
  ADD COLUMN standing smallint NOT NULL DEFAULT 0,
  ADD CONSTRAINT municipalities_standing_known CHECK (standing BETWEEN 0 AND 2);
COMMENT ON COLUMN public.municipalities.standing IS '2 a capital, 1 one that names an intermediate region of IBGE, 0 any other.';
GRANT SELECT (standing) ON public.municipalities TO anon, authenticated;

-- Where the owner of the schema is not above row-level security, its own policies bind it.
ALTER TABLE public.municipalities NO FORCE ROW LEVEL SECURITY;
UPDATE public.municipalities SET standing = 2 WHERE code IN (
    1100205, 1200401, 1302603, 1400100, 1501402, 1600303, 1721000, 2111300, 2211001, 2304400, 2408102,
    2507507, 2611606, 2704302, 2800308, 2927408, 3106200, 3205309, 3304557, 3550308, 4106902, 4205407,
    4314902, 5002704, 5103403, 5208707, 5300108
);
UPDATE public.municipalities SET standing = 1 WHERE code IN (
    1100122, 1200203, 1302405, 1303403, 1304203, 1400209, 1400472, 1500602, 1501808, 1502400, 1504208,
    1506138, 1506807, 1600501, 1600535, 1702109, 1709500, 2101202, 2103000, 2105302, 2109106, 2109908,
    2201903, 2202901, 2203909, 2207702, 2208007, 2210607, 2304103, 2305506, 2307304, 2311306, 2312908,
    2402006, 2408003, 2503704, 2504009, 2510808, 2516201, 2604106, 2611101, 2613909, 2700300, 2802908,
    2903201, 2910800, 2911709, 2913606, 2914604, 2914802, 2918407, 2924009, 2928703, 2933307, 3105608,
    3122306, 3127701, 3131307, 3136702, 3143302, 3148004, 3152501, 3168606, 3170107, 3170206, 3170701,
    3201209, 3201506, 3204906, 3300407, 3300704, 3301009, 3302403, 3303906, 3304524, 3306305, 3502804,
    3503208, 3506003, 3509502, 3529005, 3541406, 3543402, 3549805, 3549904, 3552205, 4104808, 4109401,
    4113700, 4115200, 4119905, 4202404, 4203006, 4204202, 4204608, 4209102, 4209300, 4305108, 4310207,
    4311403, 4314100, 4314407, 4316808, 4316907, 4322400, 5003207, 5003702, 5101803, 5102504, 5107602,
    5107909, 5200258, 5210208, 5211503, 5212501, 5218003, 5218805, 5220108, 5221601
);
ALTER TABLE public.municipalities FORCE ROW LEVEL SECURITY;

-- The municipalities that are called so, eight at most, however it is written; the one
-- that is called nothing else first. `Jundiaí/SP` and `jundiai sp` are asked alike.
CREATE OR REPLACE FUNCTION public.suggest_cities(words text, in_state text DEFAULT NULL) RETURNS TABLE (code integer, name text, state text)
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
ALTER FUNCTION public.suggest_cities(text, text) OWNER TO definer;
