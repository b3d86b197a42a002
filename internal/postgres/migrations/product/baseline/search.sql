-- The words of the trade: skills, synonyms, and how texts are indexed. A synonym is read as a query
-- and taken apart once, when it is stored, and not for every text that is indexed.

-- Search ignores accents and case and knows Portuguese endings.
CREATE TEXT SEARCH CONFIGURATION public.automacao (COPY = pg_catalog.portuguese);
ALTER TEXT SEARCH CONFIGURATION public.automacao
  ALTER MAPPING FOR hword, hword_part, word WITH extensions.unaccent, portuguese_stem;

-- Words of the trade that mean the same. They are expanded when a text is
-- indexed, so that a query needs no knowledge of them.
CREATE TABLE private.synonyms (
  meaning integer  NOT NULL,
  term    text     NOT NULL,
  query   tsquery           GENERATED ALWAYS AS (phraseto_tsquery('public.automacao'::regconfig, term)) STORED,
  words   tsvector          GENERATED ALWAYS AS (to_tsvector('public.automacao'::regconfig, term)) STORED,
  CONSTRAINT synonyms_pkey PRIMARY KEY (term, meaning)
);
CREATE INDEX synonyms_meaning_idx ON private.synonyms (meaning);

INSERT INTO private.synonyms (meaning, term) VALUES
  ( 1, 'clp'),
  ( 1, 'plc'),
  ( 1, 'controlador lógico programável'),
  ( 1, 'pac'),
  ( 2, 'ihm'),
  ( 2, 'hmi'),
  ( 2, 'painel de operação'),
  ( 3, 'supervisório'),
  ( 3, 'scada'),
  ( 3, 'sistema supervisório'),
  ( 4, 'sdcd'),
  ( 4, 'dcs'),
  ( 5, 'inversor'),
  ( 5, 'inversor de frequência'),
  ( 5, 'vfd'),
  ( 5, 'drive'),
  ( 5, 'conversor'),
  ( 6, 'soft-starter'),
  ( 6, 'chave de partida suave'),
  ( 7, 'servo'),
  ( 7, 'servomotor'),
  ( 7, 'servoacionamento'),
  ( 8, 'robô'),
  ( 8, 'robot'),
  ( 8, 'manipulador'),
  ( 8, 'robótica'),
  ( 9, 'instrumentista'),
  ( 9, 'técnico em instrumentação'),
  ( 9, 'instrumentação'),
  (10, 'comissionamento'),
  (10, 'commissioning'),
  (10, 'startup'),
  (10, 'start-up'),
  (10, 'partida'),
  (11, 'taf'),
  (11, 'fat'),
  (11, 'teste de aceitação em fábrica'),
  (12, 'tac'),
  (12, 'sat'),
  (12, 'teste de aceitação em campo'),
  (13, 'painel'),
  (13, 'quadro elétrico'),
  (13, 'quadro de comando'),
  (14, 'ccm'),
  (14, 'centro de controle de motores'),
  (15, 'rede industrial'),
  (15, 'redes industriais'),
  (15, 'fieldbus'),
  (15, 'barramento de campo'),
  (16, 'apreciação de riscos'),
  (16, 'análise de riscos'),
  (16, 'hrn'),
  (17, 'nr-12'),
  (17, 'nr12'),
  (17, 'adequação nr12'),
  (17, 'adequação nr-12'),
  (18, 'visão de máquina'),
  (18, 'visão artificial'),
  (18, 'machine vision'),
  (18, 'sistema de visão'),
  (19, 'retrofit'),
  (19, 'modernização'),
  (19, 'reforma'),
  (19, 'migração'),
  (20, 'calibração'),
  (20, 'metrologia'),
  (21, 'ladder'),
  (21, 'diagrama de contatos'),
  (22, 'texto estruturado'),
  (22, 'scl'),
  (23, 'allen-bradley'),
  (23, 'rockwell'),
  (24, 's7'),
  (24, 'siemens'),
  (24, 'simatic'),
  (24, 's7-1200'),
  (24, 's7-1500'),
  (24, 's7-300'),
  (25, 'elipse'),
  (25, 'e3'),
  (25, 'elipse e3'),
  (26, 'wonderware'),
  (26, 'intouch'),
  (26, 'aveva'),
  (27, 'citect'),
  (27, 'plant scada'),
  (28, 'unity'),
  (28, 'control expert'),
  (29, 'iot'),
  (29, 'iiot'),
  (29, 'indústria 4.0'),
  (30, 'mes'),
  (30, 'manufacturing execution system'),
  (31, 'parada'),
  (31, 'shutdown'),
  (31, 'parada programada'),
  (31, 'parada de planta');
ALTER TABLE private.synonyms ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.synonyms FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON private.synonyms TO service_role;
CREATE POLICY "the server keeps the synonyms" ON private.synonyms TO service_role USING (true) WITH CHECK (true);

-- The catalogue of 22 areas of work that profiles and projects choose from.
CREATE TABLE public.skills (
  slug       text     NOT NULL,
  name       text     NOT NULL,
  label      text     NOT NULL,
  area       text     NOT NULL,
  "position" smallint NOT NULL,
  CONSTRAINT skills_pkey         PRIMARY KEY (slug),
  CONSTRAINT skills_position_key UNIQUE ("position"),
  CONSTRAINT skills_area_known   CHECK (area IN ('Software e controle', 'Campo e manutenção', 'Projeto', 'Especialidades'))
);
COMMENT ON TABLE public.skills IS 'The catalogue of skills
Changes with a release, not with use.';
COMMENT ON COLUMN public.skills.slug IS 'Its key in addresses';
COMMENT ON COLUMN public.skills.name IS 'Its whole name';
COMMENT ON COLUMN public.skills.label IS 'Its short name';
COMMENT ON COLUMN public.skills.area IS 'The area it belongs to';
COMMENT ON COLUMN public.skills."position" IS 'Its place in the order, from the first';

INSERT INTO public.skills (slug, name, label, area, position) VALUES
  ('engenharia-automacao',  'Engenheiros de Automação', 'Engenharia de Automação',   'Software e controle', 1),
  ('tecnico-automacao',     'Técnicos em Automação Industrial', 'Técnico em Automação',      'Campo e manutenção',  2),
  ('programacao-clp',       'Programadores de CLP', 'Programação de CLP',        'Software e controle', 3),
  ('scada-supervisorio',    'Especialistas em SCADA (Supervisório)', 'SCADA / Supervisório',      'Software e controle', 4),
  ('integracao-sistemas',   'Integradores de Sistemas', 'Integração de Sistemas',    'Software e controle', 5),
  ('instrumentacao',        'Técnicos em Instrumentação (Instrumentistas)', 'Instrumentação',            'Campo e manutenção',  6),
  ('controle-processos',    'Engenheiros de Controle e Processos', 'Controle de Processos',     'Software e controle', 7),
  ('robotica-industrial',   'Especialistas em Robótica Industrial', 'Robótica Industrial',       'Especialidades',      8),
  ('manutencao-automacao',  'Técnicos de Manutenção de Sistemas Automatizados', 'Manutenção de Automação',   'Campo e manutenção',  9),
  ('projeto-automacao',     'Projetistas de Sistemas de Automação', 'Projeto de Automação',      'Projeto',             10),
  ('comissionamento',       'Profissionais de Comissionamento', 'Comissionamento e Startup', 'Campo e manutenção',  11),
  ('instalacoes-eletricas', 'Técnicos em Instalações Elétricas Industriais', 'Elétrica Industrial',       'Campo e manutenção',  12),
  ('redes-industriais',     'Especialistas em Redes Industriais (Profibus, DeviceNet, EtherCAT)', 'Redes Industriais',         'Especialidades',      13),
  ('projeto-eletrico',      'Projetistas Elétricos', 'Projeto Elétrico',          'Projeto',             14),
  ('seguranca-maquinas',    'Especialistas em Segurança de Máquinas e Processos', 'Segurança (NR-12 / SIS)',   'Especialidades',      15),
  ('pneumatica-hidraulica', 'Técnicos em Pneumática e Hidráulica', 'Pneumática e Hidráulica',   'Campo e manutenção',  16),
  ('engenharia-aplicacao',  'Engenheiros de Aplicação (Vendas Técnicas)', 'Engenharia de Aplicação',   'Projeto',             17),
  ('iiot',                  'Especialistas em IIoT (Internet das Coisas Industrial)', 'IIoT / Indústria 4.0',      'Software e controle', 18),
  ('dados-industriais',     'Analistas de Dados Industriais', 'Dados Industriais',         'Software e controle', 19),
  ('calibracao',            'Técnicos em Calibração de Instrumentos', 'Calibração / Metrologia',   'Campo e manutenção',  20),
  ('visao-maquina',         'Especialistas em Visão de Máquina', 'Visão de Máquina',          'Especialidades',      21),
  ('retrofit',              'Profissionais de Retrofit', 'Retrofit e Modernização',   'Especialidades',      22);
ALTER TABLE public.skills ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.skills FORCE  ROW LEVEL SECURITY;
GRANT SELECT (slug, name, label, area, "position") ON public.skills TO anon, authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.skills TO service_role;
CREATE POLICY "everybody reads the catalogue" ON public.skills FOR SELECT USING (true);
CREATE POLICY "the server keeps the catalogue" ON public.skills TO service_role USING (true) WITH CHECK (true);
SELECT private.announce_writes('public.skills');

CREATE FUNCTION private.fold(content text) RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT lower(extensions.unaccent(content))
$$;
GRANT EXECUTE ON FUNCTION private.fold(text) TO authenticated, service_role;

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
GRANT EXECUTE ON FUNCTION private.code_words(text) TO authenticated, service_role;

-- A word too long for a query is PostgreSQL's other refusal of what was typed.
CREATE FUNCTION private.search_words(words text) RETURNS tsquery
LANGUAGE plpgsql STABLE
SET search_path = ''
AS $$
BEGIN
  RETURN to_tsquery('public.automacao', words);
EXCEPTION WHEN syntax_error OR program_limit_exceeded THEN
  PERFORM private.refuse(400, 'search_unreadable', 'As palavras da busca não puderam ser lidas. Use palavras simples, sem sinais.');
END
$$;
GRANT EXECUTE ON FUNCTION private.search_words(text) TO definer;

-- The searchable form of a text: its words and every synonym of them.
CREATE FUNCTION private.search_document(content text) RETURNS tsvector
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
GRANT EXECUTE ON FUNCTION private.search_document(text) TO authenticated, service_role;
ALTER FUNCTION private.search_document(text) OWNER TO definer;

CREATE FUNCTION private.skill_words(chosen text[]) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  RETURN (SELECT coalesce(string_agg(name || ' ' || label, ' '), '') FROM public.skills WHERE slug = ANY (chosen));
END
$$;
GRANT EXECUTE ON FUNCTION private.skill_words(text[]) TO authenticated, service_role;
ALTER FUNCTION private.skill_words(text[]) OWNER TO definer;

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
GRANT EXECUTE ON FUNCTION private.skill_slugs(text[]) TO service_role;
ALTER FUNCTION private.skill_slugs(text[]) OWNER TO definer;

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
GRANT EXECUTE ON FUNCTION private.read_skills(text[]) TO anon, authenticated, service_role;
ALTER FUNCTION private.read_skills(text[]) OWNER TO definer;

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
GRANT EXECUTE ON FUNCTION private.choose_skills(text[]) TO authenticated, service_role;
ALTER FUNCTION private.choose_skills(text[]) OWNER TO definer;
