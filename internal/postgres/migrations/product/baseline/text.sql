-- One rule for what people write, at every door. Texts are composed (NFC), what draws nothing is left
-- out, control characters and those that change the direction are refused, and what shows nothing is
-- no text. Package humantext and lib/human-text.ts do the same, character by character. Names that
-- look like those of the marketplace, its operator or its support are refused.

-- Most texts are composed already, which costs less to ask than to do.
CREATE FUNCTION private.composed(given text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN CASE WHEN given IS NFC NORMALIZED THEN given ELSE normalize(given, NFC) END;
GRANT EXECUTE ON FUNCTION private.composed(text) TO anon, authenticated, definer, service_role;

CREATE FUNCTION private.has_hidden_signs(given text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN given ~ '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]';
GRANT EXECUTE ON FUNCTION private.has_hidden_signs(text) TO anon, authenticated, definer, service_role;

-- Marks upon marks reach over the lines of others.
CREATE FUNCTION private.has_piled_marks(given text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN given ~ '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{7}';
GRANT EXECUTE ON FUNCTION private.has_piled_marks(text) TO anon, authenticated, definer, service_role;

CREATE FUNCTION private.is_visible(given text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN given ~ '[^\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u206f\ufff9-\ufffb\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2060-\u2065\u3164\ufeff\uffa0\U000e0000-\U000e001f\U000e0080-\U000e00ff\U000e01f0-\U000e0fff\U000e0020-\U000e007f\u200c\u200d\u0300-\u036f\u0483-\u0489\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u2800\ufe00-\ufe0f\ufe20-\ufe2f\U000e0100-\U000e01ef]';
GRANT EXECUTE ON FUNCTION private.is_visible(text) TO anon, authenticated, definer, service_role;

-- What draws nothing, joiners that join nothing and tags that are no flag's.
CREATE FUNCTION private.drop_undrawn(given text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN CASE WHEN given !~ '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2060-\u2065\u3164\ufeff\uffa0\U000e0000-\U000e001f\U000e0080-\U000e00ff\U000e01f0-\U000e0fff\u200c\u200d\U000e0020-\U000e007f]' THEN given
  ELSE regexp_replace(given, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2060-\u2065\u3164\ufeff\uffa0\U000e0000-\U000e001f\U000e0080-\U000e00ff\U000e01f0-\U000e0fff]|(?<![\u0590-\u1cff\u2190-\u27bf\u2b00-\u2bff\ua800-\uabff\ufb50-\ufdff\ufe0f\ufe70-\ufefc\U00010a00-\U00011fff\U0001e900-\U0001e95f\U0001f000-\U0001faff])[\u200c\u200d]|[\u200c\u200d](?![\u0590-\u1cff\u2190-\u27bf\u2b00-\u2bff\ua800-\uabff\ufb50-\ufdff\ufe0f\ufe70-\ufefc\U00010a00-\U00011fff\U0001e900-\U0001e95f\U0001f000-\U0001faff])|(?<!\U0001f3f4[\U000e0020-\U000e007f]*)[\U000e0020-\U000e007f]', '', 'g') END;
GRANT EXECUTE ON FUNCTION private.drop_undrawn(text) TO anon, authenticated, definer, service_role;

-- A name or a title: one space where there were blanks or breaks, none around it. Most
-- texts are so already, which one look tells.
CREATE FUNCTION private.plain_line(given text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN CASE WHEN given !~ '[^\u0020-\u007e\u00c0-\u00ff]|^ |  | $' THEN given
  ELSE private.composed(btrim(regexp_replace(private.drop_undrawn(given), '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'))) END;
GRANT EXECUTE ON FUNCTION private.plain_line(text) TO anon, authenticated, definer, service_role;

-- A longer text: line feeds for breaks of any kind.
CREATE FUNCTION private.plain_paragraphs(given text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN CASE WHEN given !~ '[^\u0020-\u007e\u00c0-\u00ff\n]|^[ \n]|[ \n]$' THEN given
  ELSE private.composed(btrim(regexp_replace(private.drop_undrawn(given), '\r\n|[\u000b-\u000d\u0085\u2028\u2029]', E'\n', 'g'),
    E' \t\n\u000b\f\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000')) END;
GRANT EXECUTE ON FUNCTION private.plain_paragraphs(text) TO anon, authenticated, definer, service_role;

-- Triggers run by name, this one before what is made of a text. Its condition keeps
-- most rows from it: texts that are as they ought to be.
CREATE FUNCTION private.is_settled_line(given text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN given IS NULL OR given !~ '[^\u0020-\u007e\u00c0-\u00ff]|^ |  | $';
GRANT EXECUTE ON FUNCTION private.is_settled_line(text) TO anon, authenticated, definer, service_role;

CREATE FUNCTION private.is_settled_text(given text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN given IS NULL OR given !~ '[^\u0020-\u007e\u00c0-\u00ff\n]|^[ \n]|[ \n]$';
GRANT EXECUTE ON FUNCTION private.is_settled_text(text) TO anon, authenticated, definer, service_role;

CREATE FUNCTION private.check_text(given text) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  IF private.has_hidden_signs(given) THEN
    PERFORM private.refuse(422, 'text_has_hidden_signs', 'O texto tem um caractere de controle ou que inverte a direção da escrita. Apague-o e tente de novo.');
  ELSIF given ~ '[^\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]' AND NOT private.is_visible(given) THEN
    PERFORM private.refuse(422, 'text_invisible', 'O texto só tem caracteres que não aparecem. Escreva algo que se possa ler.');
  ELSIF private.has_piled_marks(given) THEN
    PERFORM private.refuse(422, 'text_marks_piled', 'O texto empilha sinais demais sobre uma letra. Apague os que sobram.');
  END IF;
END
$$;
GRANT EXECUTE ON FUNCTION private.check_text(text) TO anon, authenticated, definer, service_role;

-- Settles the texts that a trigger names: "name" is a line, "about:text" has paragraphs,
-- "technologies:list" are lines, "milestones:plan" have a title and a deliverable.
CREATE FUNCTION private.settle_texts() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
DECLARE
  whole   CONSTANT jsonb := to_jsonb(NEW);
  before  CONSTANT jsonb := CASE TG_OP WHEN 'UPDATE' THEN to_jsonb(OLD) END;
  settled jsonb := '{}';
  given   text;
  field   text;
  kind    text;
BEGIN
  FOR at IN 0 .. TG_NARGS - 1 LOOP
    field := split_part(TG_ARGV[at], ':', 1);
    kind  := split_part(TG_ARGV[at], ':', 2);
    given := whole ->> field;
    -- What stood there before the rule stays until it is written again.
    CONTINUE WHEN given IS NULL OR given = before ->> field;
    IF kind IN ('list', 'plan') THEN
      PERFORM private.check_text(one #>> '{}') FROM jsonb_path_query(whole -> field, 'strict $.** ? (@.type() == "string")') AS one;
    ELSE
      PERFORM private.check_text(given);
    END IF;
    settled := settled || jsonb_build_object(field, CASE kind
      WHEN ''     THEN to_jsonb(private.plain_line(given))
      WHEN 'text' THEN to_jsonb(private.plain_paragraphs(given))
      WHEN 'list' THEN (SELECT coalesce(jsonb_agg(private.plain_line(one) ORDER BY place), '[]') FROM jsonb_array_elements_text(whole -> field) WITH ORDINALITY AS list (one, place))
      ELSE private.plain_plan(whole -> field)
    END);
  END LOOP;
  RETURN jsonb_populate_record(NEW, settled);
END
$$;

-- The names of files keep their constraint; joiners stand where they join.
CREATE FUNCTION private.is_plain_name(name text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN name !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]';
GRANT EXECUTE ON FUNCTION private.is_plain_name(text) TO anon, authenticated, service_role;

CREATE FUNCTION private.without_words(words text[], others text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN (SELECT coalesce(string_agg(word, '' ORDER BY place), '') FROM unnest(words) WITH ORDINALITY AS list (word, place) WHERE word <> ALL (others));
GRANT EXECUTE ON FUNCTION private.without_words(text[],text[]) TO definer, service_role;

-- A text without some names, in whatever case they are written, as whole words.
CREATE FUNCTION private.without_names(content text, names text[]) RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT coalesce(regexp_replace(content, (
    SELECT '(?<!\w)(?:' || string_agg(regexp_replace(name, '([^[:alnum:]])', '\\\1', 'g'), '|' ORDER BY length(name) DESC) || ')(?!\w)'
    FROM unnest(names) AS name WHERE btrim(name) <> ''), 'Usuário removido', 'gi'), content)
$$;
GRANT EXECUTE ON FUNCTION private.without_names(text,text[]) TO service_role;

-- The addresses of columns that hold one or several.
CREATE FUNCTION private.addresses_in(stored jsonb, columns text[]) RETURNS SETOF text
LANGUAGE sql IMMUTABLE
SET search_path = ''
AS $$
  SELECT one
  FROM unnest(columns) AS c (name),
       jsonb_array_elements_text(CASE jsonb_typeof(stored -> name) WHEN 'array' THEN stored -> name ELSE jsonb_build_array(stored -> name) END) AS one
  WHERE one IS NOT NULL
$$;
GRANT EXECUTE ON FUNCTION private.addresses_in(jsonb,text[]) TO service_role;

CREATE FUNCTION private.skeleton(name text) RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT btrim(regexp_replace(replace(replace(translate(lower(extensions.unaccent(normalize(name, NFKC))),
    '01345789@$!|lаеорсхуіѕмткнвјԁпгαεορντικυχημ',
    'oieastbgasiiiaeopcxyismtkhbjdnraeopvtikuxnm'), 'rn', 'm'), 'vv', 'w'), '[^a-z]+', ' ', 'g'))
$$;
GRANT EXECUTE ON FUNCTION private.skeleton(text) TO definer, service_role;

-- Whether a name is the marketplace's, its operator's, or that of an office of theirs. A
-- firm that only has such a word in its name, Alfa Suporte Industrial, is none.
CREATE FUNCTION private.imitates_operator(name text) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  -- As skeletons, in which an l is an i.
  fillers  CONSTANT text[] := '{a,o,as,os,ao,aos,da,do,das,dos,de,e,em,para,com,the,of,and,itda,sa,me,mei,epp,eireii,ciiente,ciientes,usuario,usuarios,conta,contas,seguranca,financeiro,pagamento,pagamentos,tecnico,tecnica,centrai,oniine,brasii,servico,servicos}';
  offices  CONSTANT text[] := '{suporte,support,admin,admins,administrador,administradora,administradores,administrator,administracao,moderador,moderadora,moderator,moderacao,equipe,time,team,staff,atendimento,ouvidoria,sac,heipdesk,sistema,system,oficiai,officiai,piataforma,marketpiace,webmaster,postmaster,root}';
  nobodys  CONSTANT text[] := '{admin,administrador,administrator,moderador,moderadora,moderator,webmaster,sysadmin}';
  words    CONSTANT text[] := string_to_array(private.skeleton(imitates_operator.name), ' ');
  operator CONSTANT text   := private.without_words(string_to_array(private.skeleton(private.setting('operator_name')), ' '), fillers);
  market   CONSTANT text   := 'automacaoindustria';
  rest     CONSTANT text   := private.without_words(words, fillers || offices);
BEGIN
  RETURN coalesce(words && nobodys
    OR array_to_string(words, '') = ANY (offices || nobodys)
    OR rest = '' AND words && offices
    OR rest IN (market, nullif(operator, ''))
    OR private.without_words(words, fillers) IN (market, nullif(operator, ''))
    OR words && offices AND rest IN ('automacao', 'industria'), false);
END
$$;
GRANT EXECUTE ON FUNCTION private.imitates_operator(text) TO service_role;
ALTER FUNCTION private.imitates_operator(text) OWNER TO definer;

CREATE FUNCTION private.refuse_imitation() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  field CONSTANT text := TG_ARGV[0];
  name  CONSTANT text := to_jsonb(NEW) ->> field;
BEGIN
  IF (TG_OP = 'INSERT' OR name IS DISTINCT FROM to_jsonb(OLD) ->> field) AND private.imitates_operator(name) THEN
    PERFORM private.refuse(422, 'name_imitates_operator', 'Este nome se passa pela plataforma, por quem a opera ou por seu suporte. Escolha outro.');
  END IF;
  RETURN NEW;
END
$$;
GRANT EXECUTE ON FUNCTION private.refuse_imitation() TO service_role;
ALTER FUNCTION private.refuse_imitation() OWNER TO definer;
