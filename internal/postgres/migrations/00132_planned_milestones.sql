-- What a proposal offers is told in milestones that add up to its value, and
-- the fee it was sent under stays its own. A plain one has a single milestone.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('milestones_max',                   10,   'How many milestones a proposal may name.'),
  ('milestone_title_characters',       120,  'How long the title of a milestone may be.'),
  ('milestone_deliverable_characters', 1000, 'How long the text about what a milestone delivers may be.');

ALTER TABLE public.proposals
  ADD COLUMN fee_basis_points integer      NOT NULL DEFAULT 0,
  ADD COLUMN fee_percent      numeric(5,2) NOT NULL GENERATED ALWAYS AS (fee_basis_points / 100.0) STORED,
  ADD COLUMN milestones       jsonb        NOT NULL DEFAULT '[]',
  ADD CONSTRAINT proposals_fee_range       CHECK (fee_basis_points BETWEEN 0 AND 5000),
  ADD CONSTRAINT proposals_milestones_list CHECK (jsonb_typeof(milestones) = 'array');
GRANT SELECT (fee_basis_points, fee_percent, milestones), INSERT (milestones) ON public.proposals TO authenticated;

CREATE FUNCTION private.whole_milestone(value numeric) RETURNS jsonb
LANGUAGE sql IMMUTABLE
SET search_path = ''
RETURN jsonb_build_array(jsonb_build_object('title', 'Entrega do projeto', 'deliverable', '', 'value', round(value, 2), 'due_on', NULL));

-- Nobody changed these proposals: they say in other words what they said.
ALTER TABLE public.proposals DISABLE TRIGGER touch;
ALTER TABLE public.proposals DISABLE TRIGGER realtime_change;
UPDATE public.proposals SET milestones = private.whole_milestone(value);
ALTER TABLE public.proposals ENABLE TRIGGER realtime_change;
ALTER TABLE public.proposals ENABLE TRIGGER touch;

-- A date as ISO 8601 writes it, or nothing.
-- +goose StatementBegin
CREATE FUNCTION private.read_date(given text) RETURNS date
LANGUAGE plpgsql IMMUTABLE
SET search_path = ''
AS $$
BEGIN
  IF given !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' THEN
    RETURN NULL;
  END IF;
  RETURN make_date(substr(given, 1, 4)::integer, substr(given, 6, 2)::integer, substr(given, 9, 2)::integer);
EXCEPTION WHEN datetime_field_overflow THEN
  RETURN NULL;
END
$$;
-- +goose StatementEnd

-- One milestone as it is kept, or the refusal of it. Today is Brazil's.
-- +goose StatementBegin
CREATE FUNCTION private.planned_milestone(given jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE
SET search_path = ''
AS $$
DECLARE
  title       text := btrim(given ->> 'title', E' \t\r\n');
  deliverable text := btrim(coalesce(given ->> 'deliverable', ''), E' \t\r\n');
  amount      text := given ->> 'value';
  due         text := given ->> 'due_on';
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
  END IF;
  RETURN jsonb_build_object('title', title, 'deliverable', deliverable, 'value', round(amount::numeric, 2), 'due_on', due);
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION private.check_milestones() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.fee_basis_points := CASE private.setting('settlement') WHEN 'guarantee' THEN private.setting('fee_basis_points')::integer ELSE 0 END;
  END IF;
  IF coalesce(jsonb_typeof(NEW.milestones), '') <> 'array' THEN
    PERFORM private.refuse(422, 'milestones_unreadable', 'Os marcos da proposta não puderam ser lidos.');
  ELSIF jsonb_array_length(NEW.milestones) > private.limit_of('milestones_max') THEN
    PERFORM private.refuse(422, 'too_many_milestones', 'Uma proposta tem no máximo {milestones_max} marcos.');
  ELSIF NEW.milestones = '[]' THEN
    NEW.milestones := private.whole_milestone(NEW.value);
    RETURN NEW;
  END IF;
  SELECT jsonb_agg(private.planned_milestone(one) ORDER BY place) INTO NEW.milestones
  FROM jsonb_array_elements(NEW.milestones) WITH ORDINALITY AS given (one, place);
  IF (SELECT sum((one ->> 'value')::numeric) FROM jsonb_array_elements(NEW.milestones) AS one) <> NEW.value THEN
    PERFORM private.refuse(422, 'milestones_sum_wrong', 'A soma dos marcos precisa ser igual ao valor da proposta.');
  END IF;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.check_milestones() OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.whole_milestone(numeric), private.read_date(text), private.planned_milestone(jsonb) TO service_role;
CREATE TRIGGER check_milestones BEFORE INSERT OR UPDATE OF milestones, value ON public.proposals
  FOR EACH ROW EXECUTE FUNCTION private.check_milestones();
