-- Anybody could be called as the marketplace, its operator or its support, and ask for
-- a password or a payment in their name. Names are compared by their looks: without
-- case, accents and signs, with letters of other scripts and digits as the letters that
-- they are read as.

-- +goose Up
ALTER TABLE private.settings NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.settings (name, value, meaning) VALUES
  ('operator_name', '', 'The legal name of who runs this market, which nobody else takes.');
ALTER TABLE private.settings FORCE ROW LEVEL SECURITY;

-- +goose StatementBegin
CREATE FUNCTION private.skeleton(name text) RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT btrim(regexp_replace(replace(replace(translate(lower(extensions.unaccent(normalize(name, NFKC))),
    '01345789@$!|lаеорсхуіѕмткнвјԁпгαεορντικυχημ',
    'oieastbgasiiiaeopcxyismtkhbjdnraeopvtikuxnm'), 'rn', 'm'), 'vv', 'w'), '[^a-z]+', ' ', 'g'))
$$;
-- +goose StatementEnd

-- Whether a name is the marketplace's, its operator's, or that of an office of theirs. A
-- firm that only has such a word in its name, Alfa Suporte Industrial, is none.
-- +goose StatementBegin
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
-- +goose StatementEnd
CREATE FUNCTION private.without_words(words text[], others text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN (SELECT coalesce(string_agg(word, '' ORDER BY place), '') FROM unnest(words) WITH ORDINALITY AS list (word, place) WHERE word <> ALL (others));

-- +goose StatementBegin
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
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION private.skeleton(text), private.imitates_operator(text), private.without_words(text[], text[]), private.refuse_imitation() FROM PUBLIC;
GRANT  EXECUTE ON FUNCTION private.skeleton(text), private.imitates_operator(text), private.without_words(text[], text[]) TO service_role, definer;
GRANT  EXECUTE ON FUNCTION private.refuse_imitation() TO service_role;

ALTER FUNCTION private.imitates_operator(text) OWNER TO definer;
ALTER FUNCTION private.refuse_imitation() OWNER TO definer;

-- Administrators are who they say they are.
CREATE TRIGGER refuse_imitation BEFORE INSERT OR UPDATE OF name ON public.profiles
  FOR EACH ROW WHEN (NEW.role <> 'admin') EXECUTE FUNCTION private.refuse_imitation('name');
CREATE TRIGGER refuse_imitation BEFORE INSERT OR UPDATE OF legal_name ON public.organisations
  FOR EACH ROW EXECUTE FUNCTION private.refuse_imitation('legal_name');
