-- Reviews, and the reputation that follows from them.

CREATE FUNCTION private.date_answer() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  NEW.answered_at := now();
  RETURN NEW;
END
$$;

-- Locks the contract, so that two reviews written at once see each other.
CREATE FUNCTION private.prepare_review() RETURNS trigger
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
    PERFORM private.refuse(409, 'review_window_over', 'O prazo de {review_days} dias para avaliar terminou.');
  ELSIF EXISTS (SELECT FROM public.reviews WHERE contract_id = NEW.contract_id AND author_id = NEW.author_id) THEN
    PERFORM private.refuse(409, 'already_reviewed', 'Você já avaliou este projeto.');
  END IF;
  NEW.subject_id   := other;
  NEW.published_at := agreed.completed_at + times.open_for;
  RETURN NEW;
END
$$;
GRANT EXECUTE ON FUNCTION private.prepare_review() TO service_role;
ALTER FUNCTION private.prepare_review() OWNER TO definer;

-- Runs after prepare, which has settled whose contract it is.
CREATE FUNCTION private.rate_axes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  is_of_company CONSTANT boolean := NEW.subject_id = (SELECT company_id FROM public.contracts WHERE id = NEW.contract_id);
BEGIN
  IF coalesce(jsonb_typeof(NEW.axes), '') <> 'object'
     OR NOT (SELECT coalesce(bool_and(given.axis = ANY (private.review_axes(is_of_company)) AND given.score IN ('null', '1', '2', '3', '4', '5')), true)
             FROM jsonb_each(NEW.axes) AS given (axis, score)) THEN
    PERFORM private.refuse(422, 'review_axes_wrong', 'Avalie cada critério de uma a cinco estrelas, ou diga que não se aplica.');
  END IF;
  RETURN NEW;
END
$$;
GRANT EXECUTE ON FUNCTION private.rate_axes() TO service_role;
ALTER FUNCTION private.rate_axes() OWNER TO definer;

-- By what one side is rated: the company by the professional, and the professional by the company.
CREATE FUNCTION private.review_axes(of_company boolean) RETURNS text[]
LANGUAGE sql IMMUTABLE
SET search_path = ''
RETURN CASE WHEN of_company
  THEN ARRAY['clear_scope', 'site_access', 'stable_scope', 'payment']
  ELSE ARRAY['technique', 'deadline', 'documentation', 'safety'] END;
GRANT EXECUTE ON FUNCTION private.review_axes(boolean) TO anon, authenticated, service_role;

-- Neither side sees the other's review before both are in or the time is over, so that nobody
-- answers a bad mark with a bad mark. Each counterpart weighs once, whatever the number of
-- contracts, and nothing of a contract counts before it had time to be one.
CREATE TABLE public.reviews (
  id           uuid        NOT NULL DEFAULT private.uuid_v7(),
  contract_id  uuid        NOT NULL,
  author_id    uuid        NOT NULL,
  subject_id   uuid        NOT NULL,
  rating       smallint    NOT NULL,
  content      text        NOT NULL,
  answer       text,
  answered_at  timestamptz,
  published_at timestamptz NOT NULL,
  counted      boolean     NOT NULL DEFAULT false,
  created_at   timestamptz NOT NULL DEFAULT now(),
  withheld     boolean     NOT NULL DEFAULT false,
  axes         jsonb       NOT NULL DEFAULT '{}',
  CONSTRAINT reviews_pkey                      PRIMARY KEY (id),
  CONSTRAINT reviews_contract_id_author_id_key UNIQUE (contract_id, author_id),
  CONSTRAINT reviews_author_id_fkey            FOREIGN KEY (author_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT reviews_contract_id_fkey          FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT reviews_subject_id_fkey           FOREIGN KEY (subject_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT reviews_answer_filled             CHECK (answer ~ '[^[:space:]]' AND length(answer) <= 3000),
  CONSTRAINT reviews_answer_told               CHECK ((answer IS NULL) = (answered_at IS NULL)),
  CONSTRAINT reviews_axes_of_one_side          CHECK ( CASE jsonb_typeof(axes) WHEN 'object' THEN (axes - private.review_axes(true)) = '{}' OR (axes - private.review_axes(false)) = '{}'
    ELSE false END),
  CONSTRAINT reviews_axes_rated                CHECK ( CASE jsonb_typeof(axes) WHEN 'object' THEN jsonb_path_query_array(axes, '$.*'::jsonpath) <@ '[null, 1, 2, 3, 4, 5]'
    ELSE false END),
  CONSTRAINT reviews_content_filled            CHECK (content ~ '[^[:space:]]' AND length(content) <= 3000),
  CONSTRAINT reviews_rating_range              CHECK (rating >= 1 AND rating <= 5),
  CONSTRAINT reviews_two_people                CHECK (author_id <> subject_id)
);
COMMENT ON TABLE public.reviews IS 'What one side of a finished contract says of the other';
COMMENT ON COLUMN public.reviews.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.reviews.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.reviews.author_id IS 'Who wrote it';
COMMENT ON COLUMN public.reviews.subject_id IS 'Who is reviewed';
COMMENT ON COLUMN public.reviews.rating IS '1 to 5';
COMMENT ON COLUMN public.reviews.content IS 'What it says';
COMMENT ON COLUMN public.reviews.answer IS 'The answer';
COMMENT ON COLUMN public.reviews.answered_at IS 'When it was answered';
COMMENT ON COLUMN public.reviews.published_at IS 'When it is shown';
COMMENT ON COLUMN public.reviews.counted IS 'Whether it counts in the mean';
COMMENT ON COLUMN public.reviews.created_at IS 'When it was written';
COMMENT ON COLUMN public.reviews.withheld IS 'Whether it is hidden because its author is blocked';
COMMENT ON COLUMN public.reviews.axes IS 'What was given for each axis, 1 to 5';
CREATE INDEX reviews_author_id_idx  ON public.reviews (author_id, created_at DESC);
CREATE INDEX reviews_due_idx        ON public.reviews (published_at) WHERE NOT counted;
CREATE INDEX reviews_subject_id_idx ON public.reviews (subject_id, published_at DESC);
ALTER TABLE public.reviews ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.reviews FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, contract_id, author_id, subject_id, rating, content, answer, answered_at, published_at, counted, created_at,
  withheld, axes) ON public.reviews TO anon;
GRANT SELECT (id, contract_id, author_id, subject_id, rating, content, answer, answered_at, published_at, counted, created_at,
  withheld, axes), INSERT (id, contract_id, author_id, rating, content, axes), UPDATE (answer) ON public.reviews TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.reviews TO service_role;

CREATE FUNCTION private.settle_review() RETURNS trigger
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
GRANT EXECUTE ON FUNCTION private.settle_review() TO service_role;
ALTER FUNCTION private.settle_review() OWNER TO definer;

CREATE POLICY "authors read their reviews" ON public.reviews
  FOR SELECT TO authenticated USING (author_id = ANY ((SELECT private.parties())::uuid[]));
CREATE POLICY "both sides review a completed contract" ON public.reviews
  FOR INSERT TO authenticated WITH CHECK (author_id = ANY ((SELECT private.parties('negotiate'))::uuid[]));
CREATE POLICY "everybody reads published reviews" ON public.reviews
  FOR SELECT TO anon, authenticated USING (published_at <= now() AND NOT withheld);
CREATE POLICY "subjects answer a review once" ON public.reviews
  FOR UPDATE TO authenticated
  USING (subject_id = ANY ((SELECT private.parties('negotiate'))::uuid[]) AND answer IS NULL AND published_at <= now())
  WITH CHECK (subject_id = ANY ((SELECT private.parties('negotiate'))::uuid[]) AND answer IS NOT NULL);
CREATE POLICY "the server keeps reviews" ON public.reviews
  TO service_role USING (true) WITH CHECK (true);
SELECT private.announce_writes('public.reviews');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF content, answer ON public.reviews
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.content) OR NOT private.is_settled_text(NEW.answer)) EXECUTE FUNCTION private.settle_texts('content:text', 'answer:text');
CREATE TRIGGER date_answer BEFORE UPDATE OF answer ON public.reviews
  FOR EACH ROW EXECUTE FUNCTION private.date_answer();
CREATE TRIGGER prepare BEFORE INSERT ON public.reviews
  FOR EACH ROW EXECUTE FUNCTION private.prepare_review();
CREATE TRIGGER rate_axes BEFORE INSERT OR UPDATE OF axes ON public.reviews
  FOR EACH ROW EXECUTE FUNCTION private.rate_axes();
SELECT realtime.watch('public.reviews');
CREATE TRIGGER settle AFTER INSERT ON public.reviews
  FOR EACH ROW EXECUTE FUNCTION private.settle_review();

-- When reviews are written and seen: for how long after completion, and how
-- long after completion and after the agreement at the earliest.
CREATE FUNCTION private.review_times(OUT open_for interval, OUT after_completion interval, OUT after_agreement interval)
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT private.span_of('review_days'), private.span_of('review_hidden_hours'), private.span_of('review_agreed_hours')
$$;
GRANT EXECUTE ON FUNCTION private.review_times() TO service_role;

-- A block takes back what the blocked user said of others, and what was done with them; somebody
-- who is admitted again gets it back. Leaving of one's own accord changes nothing for others.
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
GRANT EXECUTE ON FUNCTION private.withhold_reviews() TO service_role;
ALTER FUNCTION private.withhold_reviews() OWNER TO definer;

-- Lets what is due enter the ratings of its subjects, and tells them. Returns
-- how many reviews that were.
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
GRANT EXECUTE ON FUNCTION private.publish_due_reviews() TO service_role;
ALTER FUNCTION private.publish_due_reviews() OWNER TO definer;

-- Erasing a blocked account gives nothing back to who dealt with it.
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
    WHERE NOT EXISTS (SELECT FROM private.barred_documents b WHERE b.profile_id = o.id)
  ) AS done
  WHERE p.id = of_party.id
    AND (p.rating, p.reviews_count, p.contracts_completed, p.counterparts) IS DISTINCT FROM (said.rating, said.reviews, done.contracts, done.counterparts);
END
$$;
GRANT EXECUTE ON FUNCTION private.settle_reputation(uuid[]) TO service_role;
ALTER FUNCTION private.settle_reputation(uuid[]) OWNER TO definer;

-- Empty is what rests on too little: a share needs three contracts, an axis
-- three counterparts, each of whom counts once. As in the rating, what was done
-- with somebody who is blocked does not count.
CREATE FUNCTION private.track_record_of(party uuid) RETURNS TABLE (
  contracts_completed integer, contracts_ended_early integer, contracts_withdrawn integer, contracts_in_dispute integer,
  on_time_percent integer, paid_on_time_percent integer, axes jsonb)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  enough CONSTANT integer := 3;
  zone   CONSTANT text    := 'America/Sao_Paulo';
  today  CONSTANT date    := (now() AT TIME ZONE zone)::date;
BEGIN
  RETURN QUERY
  WITH deals AS (
    SELECT c.id, c.status, c.company_id = party AS pays
    FROM public.contracts c
    JOIN public.profiles o ON o.id = CASE c.company_id WHEN party THEN c.professional_id ELSE c.company_id END
    WHERE (c.company_id = party OR c.professional_id = party) AND (o.status = 'active' OR o.removed_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM private.barred_documents b WHERE b.profile_id = o.id)
  ), parts AS (
    SELECT m.id, m.contract_id, m.status, m.due_on, m.owed_due_on, m.delivered_at, (m.settled_at AT TIME ZONE zone)::date AS settled_on, d.pays
    FROM deals d JOIN public.milestones m ON m.contract_id = d.id
  ), due AS (
    -- The first delivery counts, however often it was adjusted; what was never delivered is late from its date on.
    SELECT p.contract_id, p.due_on, (coalesce(first.at, p.delivered_at) AT TIME ZONE zone)::date AS delivered_on, coalesce(p.settled_on, today) AS until
    FROM parts p
    CROSS JOIN LATERAL (SELECT min(e.created_at) AS at FROM public.contract_events e WHERE e.milestone_id = p.id AND e.action = 'deliver_milestone') AS first
    WHERE NOT p.pays AND p.due_on IS NOT NULL
  ), kept AS (
    SELECT round(100.0 * count(*) FILTER (WHERE t.delivered_on <= t.due_on) / nullif(count(*), 0))::integer AS percent, count(DISTINCT t.contract_id) AS contracts
    FROM due t WHERE t.delivered_on IS NOT NULL OR t.due_on < t.until
  ), owed AS (
    -- What the company says it paid counts on that day once the professional has not contested it.
    SELECT p.contract_id, p.owed_due_on,
           CASE p.status WHEN 'released' THEN coalesce(said.paid_on, p.settled_on) END AS paid_on,
           p.status = 'awaiting_payment' AND said.paid_on IS NULL AND p.owed_due_on < today AS is_late
    FROM parts p
    LEFT JOIN public.direct_payments said ON said.milestone_id = p.id AND said.status <> 'contested'
    WHERE p.pays AND p.owed_due_on IS NOT NULL
  ), paid AS (
    SELECT round(100.0 * count(*) FILTER (WHERE w.paid_on <= w.owed_due_on) / nullif(count(*), 0))::integer AS percent, count(DISTINCT w.contract_id) AS contracts
    FROM owed w WHERE w.paid_on IS NOT NULL OR w.is_late
  ), means AS (
    SELECT given.axis, avg(given.score::integer) AS mean
    FROM public.reviews r CROSS JOIN LATERAL jsonb_each_text(r.axes) AS given (axis, score)
    WHERE r.subject_id = party AND r.counted AND NOT r.withheld AND given.score IS NOT NULL
    GROUP BY r.author_id, given.axis
  ), rated AS (
    SELECT m.axis, round(avg(m.mean), 2) AS mean FROM means m GROUP BY m.axis HAVING count(*) >= enough
  )
  SELECT count(*) FILTER (WHERE d.status = 'completed')::integer,
         count(*) FILTER (WHERE d.status IN ('terminated', 'cancelled'))::integer,
         count(*) FILTER (WHERE d.status = 'withdrawn')::integer,
         count(*) FILTER (WHERE EXISTS (SELECT FROM parts p WHERE p.contract_id = d.id AND p.status = 'disputed'))::integer,
         (SELECT k.percent FROM kept k WHERE k.contracts >= enough),
         (SELECT p.percent FROM paid p WHERE p.contracts >= enough),
         (SELECT coalesce(jsonb_object_agg(a.axis, a.mean), '{}') FROM rated a)
  FROM deals d;
END
$$;
GRANT EXECUTE ON FUNCTION private.track_record_of(uuid) TO anon, authenticated, service_role;
ALTER FUNCTION private.track_record_of(uuid) OWNER TO definer;

-- The records of up to a hundred parties that the caller may see.
CREATE FUNCTION public.track_records(profile_ids uuid[]) RETURNS TABLE (
  profile_id uuid, contracts_completed integer, contracts_ended_early integer, contracts_withdrawn integer, contracts_in_dispute integer,
  on_time_percent integer, paid_on_time_percent integer, axes jsonb)
LANGUAGE sql STABLE SECURITY INVOKER
SET search_path = ''
AS $$
  SELECT p.id, r.* FROM public.profiles p CROSS JOIN LATERAL private.track_record_of(p.id) AS r
  WHERE p.id = ANY (profile_ids[:100]) AND p.is_party AND p.role IN ('company', 'professional')
$$;
COMMENT ON FUNCTION public.track_records(uuid[]) IS 'How parties have kept their contracts
Of 100 at most.';
GRANT EXECUTE ON FUNCTION public.track_records(uuid[]) TO anon, authenticated, service_role;

CREATE TRIGGER withhold_reviews AFTER UPDATE OF status ON public.profiles
  FOR EACH ROW WHEN (NEW.status <> OLD.status AND NEW.removed_at IS NULL) EXECUTE FUNCTION private.withhold_reviews();
