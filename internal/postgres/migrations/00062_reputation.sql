-- A reputation is what several others found, not what one said often: each
-- counterpart weighs once, whatever the number of contracts, and nothing of a
-- contract counts before it had time to be one. Two sign-ups and three
-- contracts in a minute make no stars.

-- +goose Up
-- When reviews are written and seen: for how long after completion, and how
-- long after completion and after the agreement at the earliest.
-- +goose StatementBegin
CREATE FUNCTION private.review_times(OUT open_for interval, OUT after_completion interval, OUT after_agreement interval)
LANGUAGE sql IMMUTABLE
SET search_path = ''
AS $$
  SELECT interval '14 days', interval '24 hours', interval '72 hours'
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.review_times() TO service_role;

ALTER TABLE public.profiles
  ADD COLUMN contracts_completed integer NOT NULL DEFAULT 0,
  ADD COLUMN counterparts        integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT profiles_reputation_positive CHECK (contracts_completed >= 0 AND counterparts BETWEEN 0 AND contracts_completed);
GRANT SELECT (contracts_completed, counterparts) ON public.profiles TO anon, authenticated;
-- What somebody wrote who is blocked now is neither seen nor counted.
ALTER TABLE public.reviews ADD COLUMN withheld boolean NOT NULL DEFAULT false;
GRANT SELECT (withheld) ON public.reviews TO anon, authenticated;
DROP POLICY "everybody reads published reviews" ON public.reviews;
CREATE POLICY "everybody reads published reviews" ON public.reviews
  FOR SELECT TO anon, authenticated USING (published_at <= now() AND NOT withheld);

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.prepare_review() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  times  record := private.review_times();
  agreed public.contracts;
  other  uuid;
BEGIN
  SELECT * INTO agreed FROM public.contracts WHERE id = NEW.contract_id FOR NO KEY UPDATE;
  IF agreed.id IS NULL OR NEW.author_id NOT IN (agreed.company_id, agreed.professional_id)
     OR auth.uid() IS NOT NULL AND NOT private.acts_for(NEW.author_id, 'negotiate') THEN
    PERFORM private.refuse(404, 'contract_not_found', 'Contrato não encontrado.');
  END IF;
  other := CASE NEW.author_id WHEN agreed.company_id THEN agreed.professional_id ELSE agreed.company_id END;
  IF auth.uid() IS NOT NULL AND private.acts_for(other) THEN
    PERFORM private.refuse(403, 'on_both_sides', 'Quem participa dos dois lados não avalia o projeto.');
  ELSIF agreed.status <> 'completed' THEN
    PERFORM private.refuse(409, 'contract_not_completed', 'A avaliação abre quando o projeto for concluído.');
  ELSIF agreed.completed_at + times.open_for <= now() THEN
    PERFORM private.refuse(409, 'review_window_over', 'O prazo para avaliar terminou.');
  ELSIF EXISTS (SELECT FROM public.reviews WHERE contract_id = NEW.contract_id AND author_id = NEW.author_id) THEN
    PERFORM private.refuse(409, 'already_reviewed', 'Você já avaliou este projeto.');
  END IF;
  NEW.subject_id   := other;
  NEW.published_at := agreed.completed_at + times.open_for;
  RETURN NEW;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.settle_review() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  times  record := private.review_times();
  agreed public.contracts;
BEGIN
  UPDATE public.contracts
  SET company_reviewed      = company_reviewed      OR company_id      = NEW.author_id,
      professional_reviewed = professional_reviewed OR professional_id = NEW.author_id
  WHERE id = NEW.contract_id
  RETURNING * INTO agreed;
  IF agreed.company_reviewed AND agreed.professional_reviewed THEN
    UPDATE public.reviews
    SET published_at = greatest(now(), agreed.completed_at + times.after_completion, agreed.created_at + times.after_agreement)
    WHERE contract_id = NEW.contract_id AND published_at > now();
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd

-- Works out what is shown of parties' reputation. They are locked in the order
-- of their keys, like everywhere.
-- +goose StatementBegin
CREATE FUNCTION private.settle_reputation(parties uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  PERFORM FROM public.profiles WHERE id = ANY (parties) ORDER BY id FOR NO KEY UPDATE;
  UPDATE public.profiles p
  SET rating = said.rating, reviews_count = said.reviews, contracts_completed = done.contracts, counterparts = done.counterparts
  FROM unnest(parties) AS of_party (id)
  CROSS JOIN LATERAL (
    SELECT round(avg(each.mean), 2) AS rating, coalesce(sum(each.reviews), 0)::integer AS reviews
    FROM (
      SELECT avg(r.rating) AS mean, count(*) AS reviews
      FROM public.reviews r WHERE r.subject_id = of_party.id AND r.counted AND NOT r.withheld
      GROUP BY r.author_id
    ) AS each
  ) AS said
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS contracts, count(DISTINCT side.other)::integer AS counterparts
    FROM (
      SELECT CASE c.company_id WHEN of_party.id THEN c.professional_id ELSE c.company_id END AS other
      FROM public.contracts c WHERE c.status = 'completed' AND (c.company_id = of_party.id OR c.professional_id = of_party.id)
    ) AS side
    JOIN public.profiles o ON o.id = side.other AND (o.status = 'active' OR o.removed_at IS NOT NULL)
  ) AS done
  WHERE p.id = of_party.id
    AND (p.rating, p.reviews_count, p.contracts_completed, p.counterparts) IS DISTINCT FROM (said.rating, said.reviews, done.contracts, done.counterparts);
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.settle_reputation(uuid[]) OWNER TO service_role;
REVOKE EXECUTE ON FUNCTION private.settle_reputation(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.settle_reputation(uuid[]) TO service_role;

-- Lets what is due enter the ratings of its subjects, and returns it: telling
-- them is the server's.
DROP FUNCTION private.publish_due_reviews();
-- +goose StatementBegin
CREATE FUNCTION private.publish_due_reviews() RETURNS SETOF public.reviews
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  due uuid[];
BEGIN
  WITH published AS (
    UPDATE public.reviews SET counted = true
    WHERE id IN (SELECT id FROM public.reviews WHERE NOT counted AND published_at <= clock_timestamp() ORDER BY id LIMIT 1000 FOR UPDATE SKIP LOCKED)
    RETURNING id
  )
  SELECT coalesce(array_agg(id), '{}') INTO due FROM published;
  PERFORM private.settle_reputation(ARRAY(SELECT DISTINCT subject_id FROM public.reviews WHERE id = ANY (due)));
  RETURN QUERY SELECT * FROM public.reviews WHERE id = ANY (due) ORDER BY id;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.publish_due_reviews() OWNER TO service_role;
REVOKE EXECUTE ON FUNCTION private.publish_due_reviews() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.publish_due_reviews() TO service_role;

-- +goose StatementBegin
CREATE FUNCTION private.count_completed_contracts() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  PERFORM private.settle_reputation(ARRAY[NEW.company_id, NEW.professional_id]);
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.count_completed_contracts() OWNER TO service_role;
CREATE TRIGGER count_completed AFTER INSERT OR UPDATE OF status ON public.contracts
  FOR EACH ROW WHEN (NEW.status = 'completed') EXECUTE FUNCTION private.count_completed_contracts();

-- A block takes back what its holder said of others, and what was done with
-- him; who is admitted again gets it back. Who leaves of his own accord
-- changes nothing for others.
-- +goose StatementBegin
CREATE FUNCTION private.withhold_reviews() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  UPDATE public.reviews SET withheld = NEW.status = 'blocked' WHERE author_id = NEW.id;
  PERFORM private.settle_reputation(ARRAY(
    SELECT subject_id FROM public.reviews WHERE author_id = NEW.id
    UNION
    SELECT CASE company_id WHEN NEW.id THEN professional_id ELSE company_id END FROM public.contracts
    WHERE status = 'completed' AND (company_id = NEW.id OR professional_id = NEW.id)));
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.withhold_reviews() OWNER TO service_role;
CREATE TRIGGER withhold_reviews AFTER UPDATE OF status ON public.profiles
  FOR EACH ROW WHEN (NEW.status <> OLD.status AND NEW.removed_at IS NULL) EXECUTE FUNCTION private.withhold_reviews();

-- Nothing in SQL tells anybody anything any more.
DROP FUNCTION private.notify(uuid, text, text, text, text, uuid, uuid, text);

UPDATE public.reviews r SET withheld = true
FROM public.profiles p WHERE p.id = r.author_id AND p.status = 'blocked' AND p.removed_at IS NULL;
SELECT private.settle_reputation(ARRAY(
  SELECT subject_id FROM public.reviews UNION SELECT company_id FROM public.contracts UNION SELECT professional_id FROM public.contracts));
