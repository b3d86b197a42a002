-- What every marketplace table shares: how a refusal is told, how text is
-- folded for search, and the questions policies ask about the caller.

-- +goose Up

-- Raises a refusal with a stable code and a sentence a person may read.
-- +goose StatementBegin
CREATE FUNCTION private.refuse(status integer, code text, message text) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  RAISE EXCEPTION USING
    ERRCODE = 'PGRST',
    MESSAGE = json_build_object('code', code, 'message', message, 'details', NULL, 'hint', NULL)::text,
    DETAIL  = json_build_object('status', status, 'headers', json_build_object())::text;
END
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.refuse(integer, text, text) TO anon, authenticated, service_role;

-- +goose StatementBegin
CREATE FUNCTION private.touch_updated_at() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END
$$;
-- +goose StatementEnd

-- Search ignores accents and case and knows Portuguese endings.
CREATE TEXT SEARCH CONFIGURATION public.automacao (COPY = pg_catalog.portuguese);
ALTER TEXT SEARCH CONFIGURATION public.automacao
  ALTER MAPPING FOR hword, hword_part, word WITH extensions.unaccent, portuguese_stem;

-- Words of the trade that mean the same. They are expanded when a text is
-- indexed, so that a query needs no knowledge of them.
CREATE TABLE private.synonyms (
  meaning integer NOT NULL,
  term    text    NOT NULL,
  CONSTRAINT synonyms_pkey PRIMARY KEY (term, meaning)
);
CREATE INDEX synonyms_meaning_idx ON private.synonyms (meaning);
ALTER TABLE private.synonyms ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.synonyms FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps the synonyms" ON private.synonyms TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON private.synonyms TO service_role;

INSERT INTO private.synonyms (meaning, term)
SELECT groups.ordinality, btrim(term)
FROM unnest(ARRAY[
  'clp=plc=controlador lógico programável=pac',
  'ihm=hmi=painel de operação',
  'supervisório=scada=sistema supervisório',
  'sdcd=dcs',
  'inversor=inversor de frequência=vfd=drive=conversor',
  'soft-starter=chave de partida suave',
  'servo=servomotor=servoacionamento',
  'robô=robot=manipulador=robótica',
  'instrumentista=técnico em instrumentação=instrumentação',
  'comissionamento=commissioning=startup=start-up=partida',
  'taf=fat=teste de aceitação em fábrica',
  'tac=sat=teste de aceitação em campo',
  'painel=quadro elétrico=quadro de comando',
  'ccm=centro de controle de motores',
  'rede industrial=redes industriais=fieldbus=barramento de campo',
  'apreciação de riscos=análise de riscos=hrn',
  'nr-12=nr12=adequação nr12=adequação nr-12',
  'visão de máquina=visão artificial=machine vision=sistema de visão',
  'retrofit=modernização=reforma=migração',
  'calibração=metrologia',
  'ladder=diagrama de contatos',
  'texto estruturado=scl',
  'allen-bradley=rockwell',
  's7=siemens=simatic=s7-1200=s7-1500=s7-300',
  'elipse=e3=elipse e3',
  'wonderware=intouch=aveva',
  'citect=plant scada',
  'unity=control expert',
  'iot=iiot=indústria 4.0',
  'mes=manufacturing execution system',
  'parada=shutdown=parada programada=parada de planta'
]) WITH ORDINALITY AS groups (line, ordinality),
  unnest(string_to_array(groups.line, '=')) AS term;

-- The searchable form of a text: its words and every synonym of them.
-- +goose StatementBegin
CREATE FUNCTION private.search_document(content text) RETURNS tsvector
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  WITH words AS (
    SELECT to_tsvector('public.automacao', content) AS document
  )
  SELECT document || coalesce((
    SELECT to_tsvector('public.automacao', string_agg(also.term, ' '))
    FROM private.synonyms found
    JOIN private.synonyms also USING (meaning)
    WHERE document @@ phraseto_tsquery('public.automacao', found.term)
  ), ''::tsvector)
  FROM words
$$;
-- +goose StatementEnd
ALTER FUNCTION private.search_document(text) OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.search_document(text) TO authenticated, service_role;

-- The catalogue of 22 areas of work that profiles and projects choose from.
CREATE TABLE public.skills (
  slug     text     NOT NULL,
  name     text     NOT NULL,
  label    text     NOT NULL,
  area     text     NOT NULL,
  position smallint NOT NULL,
  CONSTRAINT skills_pkey         PRIMARY KEY (slug),
  CONSTRAINT skills_position_key UNIQUE (position),
  CONSTRAINT skills_area_known   CHECK (area IN ('Software e controle', 'Campo e manutenção', 'Projeto', 'Especialidades'))
);
ALTER TABLE public.skills ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.skills FORCE  ROW LEVEL SECURITY;
CREATE POLICY "everybody reads the catalogue" ON public.skills FOR SELECT USING (true);
CREATE POLICY "the server keeps the catalogue" ON public.skills TO service_role USING (true) WITH CHECK (true);
GRANT SELECT ON public.skills TO anon, authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.skills TO service_role;

INSERT INTO public.skills (position, slug, name, label, area) VALUES
  ( 1, 'engenharia-automacao',  'Engenheiros de Automação',                                           'Engenharia de Automação',       'Software e controle'),
  ( 2, 'tecnico-automacao',     'Técnicos em Automação Industrial',                                   'Técnico em Automação',          'Campo e manutenção'),
  ( 3, 'programacao-clp',       'Programadores de CLP',                                               'Programação de CLP',            'Software e controle'),
  ( 4, 'scada-supervisorio',    'Especialistas em SCADA (Supervisório)',                              'SCADA / Supervisório',          'Software e controle'),
  ( 5, 'integracao-sistemas',   'Integradores de Sistemas',                                           'Integração de Sistemas',        'Software e controle'),
  ( 6, 'instrumentacao',        'Técnicos em Instrumentação (Instrumentistas)',                       'Instrumentação',                'Campo e manutenção'),
  ( 7, 'controle-processos',    'Engenheiros de Controle e Processos',                                'Controle de Processos',         'Software e controle'),
  ( 8, 'robotica-industrial',   'Especialistas em Robótica Industrial',                               'Robótica Industrial',           'Especialidades'),
  ( 9, 'manutencao-automacao',  'Técnicos de Manutenção de Sistemas Automatizados',                   'Manutenção de Automação',       'Campo e manutenção'),
  (10, 'projeto-automacao',     'Projetistas de Sistemas de Automação',                               'Projeto de Automação',          'Projeto'),
  (11, 'comissionamento',       'Profissionais de Comissionamento',                                   'Comissionamento e Startup',     'Campo e manutenção'),
  (12, 'instalacoes-eletricas', 'Técnicos em Instalações Elétricas Industriais',                      'Elétrica Industrial',           'Campo e manutenção'),
  (13, 'redes-industriais',     'Especialistas em Redes Industriais (Profibus, DeviceNet, EtherCAT)', 'Redes Industriais',             'Especialidades'),
  (14, 'projeto-eletrico',      'Projetistas Elétricos',                                              'Projeto Elétrico',              'Projeto'),
  (15, 'seguranca-maquinas',    'Especialistas em Segurança de Máquinas e Processos',                 'Segurança (NR-12 / SIS)',       'Especialidades'),
  (16, 'pneumatica-hidraulica', 'Técnicos em Pneumática e Hidráulica',                                'Pneumática e Hidráulica',       'Campo e manutenção'),
  (17, 'engenharia-aplicacao',  'Engenheiros de Aplicação (Vendas Técnicas)',                         'Engenharia de Aplicação',       'Projeto'),
  (18, 'iiot',                  'Especialistas em IIoT (Internet das Coisas Industrial)',             'IIoT / Indústria 4.0',          'Software e controle'),
  (19, 'dados-industriais',     'Analistas de Dados Industriais',                                     'Dados Industriais',             'Software e controle'),
  (20, 'calibracao',            'Técnicos em Calibração de Instrumentos',                             'Calibração / Metrologia',       'Campo e manutenção'),
  (21, 'visao-maquina',         'Especialistas em Visão de Máquina',                                  'Visão de Máquina',              'Especialidades'),
  (22, 'retrofit',              'Profissionais de Retrofit',                                          'Retrofit e Modernização',       'Especialidades');

-- +goose StatementBegin
CREATE FUNCTION private.check_skills(chosen text[]) RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF cardinality(chosen) <> (SELECT count(*) FROM public.skills WHERE slug = ANY (chosen)) THEN
    PERFORM private.refuse(400, 'unknown_skill', 'Uma das habilidades não está no catálogo ou se repete.');
  END IF;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.check_skills(text[]) OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.check_skills(text[]) TO authenticated, service_role;

-- +goose StatementBegin
CREATE FUNCTION private.skill_words(chosen text[]) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT coalesce(string_agg(name || ' ' || label, ' '), '') FROM public.skills WHERE slug = ANY (chosen)
$$;
-- +goose StatementEnd
ALTER FUNCTION private.skill_words(text[]) OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.skill_words(text[]) TO authenticated, service_role;
