-- The times of a review, and the sentence that names one of them, follow the
-- limits.

-- +goose Up
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.review_times(OUT open_for interval, OUT after_completion interval, OUT after_agreement interval)
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT private.span_of('review_days'), private.span_of('review_hidden_hours'), private.span_of('review_agreed_hours')
$$;
-- +goose StatementEnd

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
    PERFORM private.refuse(409, 'review_window_over', 'O prazo de {review_days} dias para avaliar terminou.');
  ELSIF EXISTS (SELECT FROM public.reviews WHERE contract_id = NEW.contract_id AND author_id = NEW.author_id) THEN
    PERFORM private.refuse(409, 'already_reviewed', 'Você já avaliou este projeto.');
  END IF;
  NEW.subject_id   := other;
  NEW.published_at := agreed.completed_at + times.open_for;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
