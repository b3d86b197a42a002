-- What both sides of a finished contract say of each other. Neither sees the
-- other's review before both are in or the window is over, so that nobody
-- answers a bad mark with a bad mark.

-- +goose Up
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
  -- Whether it has entered its subject's rating.
  counted      boolean     NOT NULL DEFAULT false,
  created_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT reviews_pkey                      PRIMARY KEY (id),
  CONSTRAINT reviews_contract_id_author_id_key UNIQUE (contract_id, author_id),
  CONSTRAINT reviews_contract_id_fkey          FOREIGN KEY (contract_id) REFERENCES public.contracts (id) ON DELETE RESTRICT,
  CONSTRAINT reviews_author_id_fkey            FOREIGN KEY (author_id)   REFERENCES public.profiles (id)  ON DELETE RESTRICT,
  CONSTRAINT reviews_subject_id_fkey           FOREIGN KEY (subject_id)  REFERENCES public.profiles (id)  ON DELETE RESTRICT,
  CONSTRAINT reviews_two_people                CHECK (author_id <> subject_id),
  CONSTRAINT reviews_rating_range              CHECK (rating BETWEEN 1 AND 5),
  CONSTRAINT reviews_content_filled            CHECK (content ~ '[^[:space:]]' AND length(content) <= 3000),
  CONSTRAINT reviews_answer_filled             CHECK (answer ~ '[^[:space:]]' AND length(answer) <= 3000),
  CONSTRAINT reviews_answer_told               CHECK ((answer IS NULL) = (answered_at IS NULL))
);
CREATE INDEX reviews_subject_id_idx ON public.reviews (subject_id, published_at DESC);
CREATE INDEX reviews_author_id_idx  ON public.reviews (author_id, created_at DESC);
CREATE INDEX reviews_due_idx        ON public.reviews (published_at) WHERE NOT counted;

-- Locks the contract, so that two reviews written at once see each other.
-- +goose StatementBegin
CREATE FUNCTION private.prepare_review() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  window_days CONSTANT interval := '14 days';
  agreed public.contracts;
BEGIN
  SELECT * INTO agreed FROM public.contracts WHERE id = NEW.contract_id FOR NO KEY UPDATE;
  IF agreed.id IS NULL OR NEW.author_id NOT IN (agreed.company_id, agreed.professional_id) OR auth.uid() <> NEW.author_id THEN
    PERFORM private.refuse(404, 'contract_not_found', 'Contrato não encontrado.');
  ELSIF agreed.status <> 'completed' THEN
    PERFORM private.refuse(409, 'contract_not_completed', 'A avaliação abre quando o projeto for concluído.');
  ELSIF agreed.completed_at + window_days <= now() THEN
    PERFORM private.refuse(409, 'review_window_over', 'O prazo de 14 dias para avaliar terminou.');
  ELSIF EXISTS (SELECT FROM public.reviews WHERE contract_id = NEW.contract_id AND author_id = NEW.author_id) THEN
    PERFORM private.refuse(409, 'already_reviewed', 'Você já avaliou este projeto.');
  END IF;
  NEW.subject_id   := CASE NEW.author_id WHEN agreed.company_id THEN agreed.professional_id ELSE agreed.company_id END;
  NEW.published_at := agreed.completed_at + window_days;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.prepare_review() OWNER TO service_role;
CREATE TRIGGER prepare BEFORE INSERT ON public.reviews
  FOR EACH ROW EXECUTE FUNCTION private.prepare_review();

-- Lets what is due enter the ratings of its subjects, and tells them. Returns
-- how many reviews that were.
-- +goose StatementBegin
CREATE FUNCTION private.publish_due_reviews() RETURNS integer
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
  PERFORM FROM public.profiles WHERE id IN (SELECT subject_id FROM public.reviews WHERE id = ANY (due)) ORDER BY id FOR NO KEY UPDATE;
  UPDATE public.profiles p
  SET rating = counted.average, reviews_count = counted.total
  FROM (
    SELECT r.subject_id, round(avg(r.rating), 2) AS average, count(*)::integer AS total
    FROM public.reviews r
    WHERE r.counted AND r.subject_id IN (SELECT subject_id FROM public.reviews WHERE id = ANY (due))
    GROUP BY r.subject_id
  ) AS counted
  WHERE p.id = counted.subject_id;
  PERFORM private.notify(r.subject_id, 'review', 'Você recebeu uma avaliação', left(r.content, 160),
    CASE s.role WHEN 'professional' THEN '/dashboard/avaliacoes' ELSE '/perfil-empresa/' || s.id END)
  FROM public.reviews r JOIN public.profiles s ON s.id = r.subject_id
  WHERE r.id = ANY (due);
  RETURN cardinality(due);
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.publish_due_reviews() OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.publish_due_reviews() TO service_role;

-- +goose StatementBegin
CREATE FUNCTION private.settle_review() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  agreed public.contracts;
BEGIN
  UPDATE public.contracts
  SET company_reviewed      = company_reviewed      OR company_id      = NEW.author_id,
      professional_reviewed = professional_reviewed OR professional_id = NEW.author_id
  WHERE id = NEW.contract_id
  RETURNING * INTO agreed;
  IF agreed.company_reviewed AND agreed.professional_reviewed THEN
    UPDATE public.reviews SET published_at = now() WHERE contract_id = NEW.contract_id AND published_at > now();
    PERFORM private.publish_due_reviews();
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.settle_review() OWNER TO service_role;
CREATE TRIGGER settle AFTER INSERT ON public.reviews
  FOR EACH ROW EXECUTE FUNCTION private.settle_review();

-- +goose StatementBegin
CREATE FUNCTION private.date_answer() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  NEW.answered_at := now();
  RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER date_answer BEFORE UPDATE OF answer ON public.reviews
  FOR EACH ROW EXECUTE FUNCTION private.date_answer();

ALTER TABLE public.reviews ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.reviews FORCE  ROW LEVEL SECURITY;
CREATE POLICY "everybody reads published reviews" ON public.reviews
  FOR SELECT TO anon, authenticated USING (published_at <= now());
CREATE POLICY "authors read their reviews" ON public.reviews
  FOR SELECT TO authenticated USING (author_id = auth.uid());
CREATE POLICY "both sides review a completed contract" ON public.reviews
  FOR INSERT TO authenticated WITH CHECK (author_id = auth.uid() AND private.is_active(author_id));
CREATE POLICY "subjects answer a review once" ON public.reviews
  FOR UPDATE TO authenticated
  USING (subject_id = auth.uid() AND answer IS NULL AND published_at <= now() AND private.is_active(subject_id))
  WITH CHECK (subject_id = auth.uid() AND answer IS NOT NULL);
CREATE POLICY "the server keeps reviews" ON public.reviews
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT ON public.reviews TO anon, authenticated;
GRANT INSERT (id, contract_id, author_id, rating, content) ON public.reviews TO authenticated;
GRANT UPDATE (answer) ON public.reviews TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.reviews TO service_role;
SELECT realtime.watch('public.reviews');
