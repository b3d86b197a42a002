-- A proposal may keep a part back until the documents as built are there: its
-- last milestone, of kind retention. And one may be accepted by a test at the
-- plant, whose day starts the time to answer. What says neither reads as before.

-- +goose Up
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.planned_milestone(given jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE
SET search_path = ''
AS $$
DECLARE
  title       text := btrim(given ->> 'title', E' \t\r\n');
  deliverable text := btrim(coalesce(given ->> 'deliverable', ''), E' \t\r\n');
  amount      text := given ->> 'value';
  due         text := given ->> 'due_on';
  plan        jsonb;
BEGIN
  IF jsonb_typeof(given) <> 'object' OR coalesce(jsonb_typeof(given -> 'title'), '') <> 'string' OR title = '' OR length(title) > private.limit_of('milestone_title_characters') THEN
    PERFORM private.refuse(422, 'milestone_title_wrong', 'Dê a cada marco um título de até {milestone_title_characters} caracteres.');
  ELSIF coalesce(jsonb_typeof(given -> 'deliverable'), 'null') NOT IN ('string', 'null') OR length(deliverable) > private.limit_of('milestone_deliverable_characters') THEN
    PERFORM private.refuse(422, 'milestone_deliverable_too_long', 'Descreva o que o marco entrega em até {milestone_deliverable_characters} caracteres.');
  ELSIF coalesce(amount, '') !~ '^[0-9]{1,9}(\.[0-9]{1,20})?$' OR amount::numeric <= 0 OR scale(trim_scale(amount::numeric)) > 2 THEN
    PERFORM private.refuse(422, 'milestone_value_wrong', 'O valor de cada marco precisa ser maior que zero, com no máximo duas casas decimais.');
  ELSIF due IS NOT NULL AND private.read_date(due) IS NULL THEN
    PERFORM private.refuse(422, 'milestone_date_wrong', 'Informe a data do marco como dia, mês e ano.');
  ELSIF private.read_date(due) < (now() AT TIME ZONE 'America/Sao_Paulo')::date THEN
    PERFORM private.refuse(422, 'milestone_date_past', 'A data de um marco não pode estar no passado.');
  ELSIF coalesce(given -> 'kind', 'null') NOT IN ('null', '"work"', '"retention"') THEN
    PERFORM private.refuse(422, 'milestone_kind_wrong', 'Um marco da proposta é de trabalho ou de retenção.');
  ELSIF coalesce(jsonb_typeof(given -> 'waits_for_tac'), 'null') NOT IN ('boolean', 'null') THEN
    PERFORM private.refuse(422, 'milestone_tac_wrong', 'Diga com sim ou não se o aceite do marco depende do TAC.');
  END IF;
  plan := jsonb_build_object('title', title, 'deliverable', deliverable, 'value', round(amount::numeric, 2), 'due_on', due);
  IF given ->> 'kind' = 'retention' THEN
    plan := plan || '{"kind": "retention"}';
  END IF;
  IF given -> 'waits_for_tac' = 'true' THEN
    plan := plan || '{"waits_for_tac": true}';
  END IF;
  RETURN plan;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.milestone_plan(given jsonb, value numeric) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  plan jsonb;
BEGIN
  IF given IS NULL OR given = '[]' THEN
    RETURN private.whole_milestone(milestone_plan.value);
  ELSIF jsonb_typeof(given) <> 'array' THEN
    PERFORM private.refuse(422, 'milestones_unreadable', 'Os marcos da proposta não puderam ser lidos.');
  ELSIF jsonb_array_length(given) > private.limit_of('milestones_max') THEN
    PERFORM private.refuse(422, 'too_many_milestones', 'Uma proposta tem no máximo {milestones_max} marcos.');
  END IF;
  SELECT jsonb_agg(private.planned_milestone(one) ORDER BY place) INTO plan FROM jsonb_array_elements(given) WITH ORDINALITY AS list (one, place);
  IF (SELECT sum((one ->> 'value')::numeric) FROM jsonb_array_elements(plan) AS one) <> milestone_plan.value THEN
    PERFORM private.refuse(422, 'milestones_sum_wrong', 'A soma dos marcos precisa ser igual ao valor da proposta.');
  ELSIF EXISTS (SELECT FROM jsonb_array_elements(plan) WITH ORDINALITY AS list (one, place)
                WHERE one ->> 'kind' = 'retention' AND (place < jsonb_array_length(plan) OR place = 1)) THEN
    PERFORM private.refuse(422, 'retention_not_last', 'A retenção é o último de dois ou mais marcos.');
  END IF;
  RETURN plan;
END
$$;
-- +goose StatementEnd
