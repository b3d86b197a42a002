-- NaN is a number to PostgreSQL, greater than all others: it got as far as the column
-- that counts in centavos, which fails without a sentence. And the words of a search
-- that are no query failed as an error of syntax. Both are refused in words.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION private.check_amounts() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  IF NOT (NEW.value > 0 AND NEW.value <= 999999999.99 AND scale(trim_scale(NEW.value)) <= 2) THEN
    PERFORM private.refuse(400, 'proposal_value_invalid', 'O valor da proposta precisa ser um número maior que zero, até R$ 999.999.999,99 e com no máximo duas casas decimais.');
  ELSIF NOT (NEW.travel >= 0 AND NEW.travel <= 999999999.99 AND scale(trim_scale(NEW.travel)) <= 2) THEN
    PERFORM private.refuse(400, 'proposal_travel_invalid', 'O valor do deslocamento precisa ser um número a partir de zero, até R$ 999.999.999,99 e com no máximo duas casas decimais.');
  END IF;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION private.check_amounts() FROM PUBLIC;
-- Triggers run by name: before the one that fills in the plan of milestones.
CREATE TRIGGER a_check_amounts BEFORE INSERT OR UPDATE OF value, travel ON public.proposals
  FOR EACH ROW EXECUTE FUNCTION private.check_amounts();

-- A word too long for a query is PostgreSQL's other refusal of what was typed.
-- +goose StatementBegin
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
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION private.search_words(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.search_words(text) TO definer;

-- A refusal may name a limit: what visitors read rests on those too.
SELECT private.announce_writes('private.limits');

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION public.count_skills(kind text, words text DEFAULT NULL::text)
 RETURNS TABLE(slug text, total integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  few   CONSTANT integer := 1000;
  asked CONSTANT tsquery := private.search_words(words);
BEGIN
  IF words IS NULL THEN
    RETURN QUERY
      SELECT c.value, sum(c.total)::integer
      FROM (
        SELECT k.value, k.total FROM private.directory_counts k WHERE k.directory = kind AND k.facet IN ('all', 'skill')
        UNION ALL
        SELECT k.value, k.change FROM private.directory_changes k WHERE k.directory = kind AND k.facet IN ('all', 'skill')
      ) AS c
      GROUP BY c.value HAVING sum(c.total) > 0;
    RETURN;
  END IF;
  RETURN QUERY
    WITH found AS MATERIALIZED (
      (SELECT p.skills FROM public.projects p
       WHERE kind = 'projects' AND p.status = 'open' AND p.search @@ asked LIMIT few + 1)
      UNION ALL
      (SELECT p.skills FROM public.profiles p
       WHERE kind = 'professionals' AND p.role = 'professional' AND p.status = 'active' AND p.is_party AND p.search @@ asked LIMIT few + 1)
    )
    SELECT f.value, count(*)::integer
    FROM found, private.facets(found.skills, NULL, NULL, NULL) f
    WHERE (SELECT count(*) FROM found) <= few
    GROUP BY f.value;
END
$function$;
-- +goose StatementEnd
