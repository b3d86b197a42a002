-- A project may say its scope as answers to a model: what the platform is, how many inputs and
-- outputs, who supplies what. A model is data: a JSON Schema of the answers and the words that a
-- scope is written with. Administrators change it by adding a version; a scope keeps the version
-- that it answered. How clear a scope is, in percent, is the weight of what has been answered in
-- the weight of everything the model asks, and is worked out here, whoever writes.

-- +goose Up
CREATE TABLE public.project_models (
  slug       text        NOT NULL,
  version    integer     NOT NULL DEFAULT 1,
  name       text        NOT NULL,
  position   smallint    NOT NULL DEFAULT 1000,
  fields     jsonb       NOT NULL,
  texts      jsonb       NOT NULL,
  is_current boolean     NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT project_models_pkey             PRIMARY KEY (slug, version),
  CONSTRAINT project_models_slug_form        CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 60),
  CONSTRAINT project_models_version_positive CHECK (version > 0),
  CONSTRAINT project_models_name_filled      CHECK (btrim(name) <> '' AND length(name) <= 80),
  CONSTRAINT project_models_fields_bounded   CHECK (jsonb_typeof(fields) = 'object' AND length(fields::text) <= 60000),
  CONSTRAINT project_models_texts_bounded    CHECK (jsonb_typeof(texts) = 'object' AND length(texts::text) <= 60000)
);
CREATE UNIQUE INDEX project_models_current_idx ON public.project_models (slug) WHERE is_current;
COMMENT ON TABLE  public.project_models IS 'The models of scopes, in all their versions';
COMMENT ON COLUMN public.project_models.slug IS 'Which model it is, the same in all versions';
COMMENT ON COLUMN public.project_models.version IS 'Which version it is, from 1';
COMMENT ON COLUMN public.project_models.name IS 'What it is called';
COMMENT ON COLUMN public.project_models.position IS 'Its place among the models, from the first';
COMMENT ON COLUMN public.project_models.fields IS 'The JSON Schema of the answers; x-weight is what a field counts in the clarity';
COMMENT ON COLUMN public.project_models.texts IS 'The introduction, sections, sentences, reasons, deliverables and milestones';
COMMENT ON COLUMN public.project_models.is_current IS 'Whether new scopes answer this version';
COMMENT ON COLUMN public.project_models.created_at IS 'When it was written';

CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.project_models
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.name)) EXECUTE FUNCTION private.settle_texts('name');

-- Whether a model asks and says what the writer of scopes can write: each field is of a known type,
-- has a weight, and stands with its sentence and its reason in exactly one section.
-- +goose StatementBegin
CREATE FUNCTION private.is_project_model(fields jsonb, texts jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE
SET search_path = ''
RETURN fields @> '{"type": "object"}'
  AND jsonb_typeof(fields -> 'properties') = 'object' AND fields -> 'properties' <> '{}'
  AND NOT EXISTS (
    SELECT FROM jsonb_each(fields -> 'properties') AS field (name, asked)
    WHERE field.name !~ '^[a-z][a-z0-9_]{0,39}$'
       OR coalesce(asked ->> 'type', '') NOT IN ('string', 'integer', 'boolean', 'array', 'object')
       OR coalesce(jsonb_typeof(asked -> 'title'), '') <> 'string'
       OR coalesce(jsonb_typeof(asked -> 'x-weight'), '') <> 'number' OR asked ->> 'x-weight' !~ '^(100|[1-9]?[0-9])$'
       OR asked ->> 'type' = 'array'  AND coalesce(jsonb_typeof(asked #> '{items,enum}'), '') <> 'array'
       OR asked ->> 'type' = 'object' AND coalesce(jsonb_typeof(asked -> 'properties'), '') <> 'object'
       OR coalesce(jsonb_typeof(texts #> ARRAY['words', field.name]), '') NOT IN ('string', 'object')
       OR coalesce(jsonb_typeof(texts #> ARRAY['why', field.name]), '') <> 'string')
  AND jsonb_typeof(texts -> 'intro') = 'string'
  AND jsonb_typeof(texts -> 'sections') = 'array'
  AND (SELECT array_agg(one #>> '{}' ORDER BY one #>> '{}' COLLATE "C") FROM jsonb_path_query(texts, 'lax $.sections[*].fields[*]') AS one)
    = (SELECT array_agg(name ORDER BY name COLLATE "C") FROM jsonb_object_keys(fields -> 'properties') AS name);
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.is_project_model(jsonb, jsonb) TO authenticated, service_role;
ALTER TABLE public.project_models ADD CONSTRAINT project_models_whole CHECK (private.is_project_model(fields, texts));

-- A new version comes after the last one and takes its place. Versions added at the same moment wait
-- for one another.
-- +goose StatementBegin
CREATE FUNCTION private.number_project_model() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('project_models:' || NEW.slug, 0));
  SELECT coalesce(max(version), 0) + 1, coalesce(min(position), NEW.position) INTO NEW.version, NEW.position FROM public.project_models WHERE slug = NEW.slug;
  NEW.is_current := true;
  UPDATE public.project_models SET is_current = false WHERE slug = NEW.slug AND is_current;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.number_project_model() OWNER TO definer;
REVOKE EXECUTE ON FUNCTION private.number_project_model() FROM PUBLIC;

ALTER TABLE public.project_models ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.project_models FORCE  ROW LEVEL SECURITY;
CREATE POLICY "everybody reads the models of scopes" ON public.project_models FOR SELECT TO anon, authenticated USING (true);
CREATE POLICY "administrators add versions of models" ON public.project_models FOR INSERT TO authenticated WITH CHECK ((SELECT private.is_admin()));
CREATE POLICY "the server keeps the models of scopes" ON public.project_models TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "definers retire versions" ON public.project_models TO definer USING (true) WITH CHECK (true);
GRANT SELECT (slug, version, name, position, fields, texts, is_current, created_at) ON public.project_models TO anon;
GRANT SELECT (slug, version, name, position, fields, texts, is_current, created_at), INSERT (slug, name, fields, texts) ON public.project_models TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.project_models TO service_role;
GRANT SELECT, UPDATE (is_current) ON public.project_models TO definer;
CREATE TRIGGER number BEFORE INSERT ON public.project_models FOR EACH ROW EXECUTE FUNCTION private.number_project_model();
SELECT private.announce_writes('public.project_models');

ALTER TABLE public.audit_log
  DROP CONSTRAINT audit_log_action_known,
  DROP CONSTRAINT audit_log_subject_known,
  ADD CONSTRAINT audit_log_action_known CHECK (action IN ('block_user', 'activate_user', 'replace_site_image', 'decide_report', 'close_project', 'decide_dispute',
    'change_member_role', 'remove_member', 'transfer_ownership', 'register_firm', 'read_sealed', 'lift_bar', 'handle_difference',
    'retry_order', 'request_correction', 'withdraw_correction', 'decide_correction', 'announce_owner_removal', 'decide_owner_removal',
    'decide_withheld', 'add_model_version')),
  ADD CONSTRAINT audit_log_subject_known CHECK (subject_kind IN ('profile', 'site_image', 'report', 'project', 'organisation', 'contract', 'bar', 'dispute', 'difference',
    'order', 'project_model'));

ALTER TABLE public.projects
  ADD COLUMN scope         jsonb,
  ADD COLUMN scope_clarity smallint,
  ADD CONSTRAINT projects_scope_form          CHECK (jsonb_typeof(scope) = 'object' AND length(scope::text) <= 20000) NOT VALID,
  ADD CONSTRAINT projects_scope_clarity_range CHECK (scope_clarity BETWEEN 0 AND 100) NOT VALID,
  ADD CONSTRAINT projects_scope_measured      CHECK ((scope IS NULL) = (scope_clarity IS NULL)) NOT VALID;
COMMENT ON COLUMN public.projects.scope IS 'The model it follows, its version, and the answers to it';
COMMENT ON COLUMN public.projects.scope_clarity IS 'How much of what the model asks has been answered, in percent';
GRANT SELECT (scope, scope_clarity) ON public.projects TO anon;
GRANT SELECT (scope, scope_clarity), INSERT (scope), UPDATE (scope) ON public.projects TO authenticated;

-- An answer as it is stored: a text without what nobody sees, without an empty answer. An answer
-- that the model does not ask for, or not in this form, is refused with the name of its field.
-- +goose StatementBegin
CREATE FUNCTION private.scope_answer(asked jsonb, given jsonb, field text) RETURNS jsonb
LANGUAGE plpgsql
SET search_path = ''
AS $$
DECLARE
  kind  CONSTANT text := jsonb_typeof(given);
  plain text;
BEGIN
  IF asked ->> 'type' = 'string' AND kind = 'string' THEN
    PERFORM private.check_text(given #>> '{}');
    plain := private.plain_paragraphs(given #>> '{}');
    IF asked ? 'enum' AND asked -> 'enum' @> given OR NOT asked ? 'enum' AND length(plain) <= coalesce((asked ->> 'maxLength')::integer, 1000) THEN
      RETURN to_jsonb(nullif(plain, ''));
    END IF;
  ELSIF asked ->> 'type' = 'boolean' AND kind = 'boolean' THEN
    RETURN given;
  ELSIF asked ->> 'type' = 'integer' AND kind = 'number' THEN
    IF given::numeric = trunc(given::numeric) AND given::numeric BETWEEN coalesce((asked ->> 'minimum')::numeric, 0) AND coalesce((asked ->> 'maximum')::numeric, 1000000) THEN
      RETURN to_jsonb(trunc(given::numeric)::bigint);
    END IF;
  ELSIF asked ->> 'type' = 'array' AND kind = 'array' THEN
    IF asked #> '{items,enum}' @> given AND jsonb_array_length(given) <= jsonb_array_length(asked #> '{items,enum}') AND NOT EXISTS (
      SELECT FROM jsonb_array_elements(given) AS one WHERE jsonb_typeof(one) <> 'string') THEN
      RETURN (SELECT jsonb_agg(one ORDER BY place) FROM (SELECT one, min(place) AS place FROM jsonb_array_elements(given) WITH ORDINALITY AS list (one, place) GROUP BY one) AS once);
    END IF;
  ELSIF asked ->> 'type' = 'object' AND kind = 'object' THEN
    RETURN private.scope_answers(asked, given, field || '.');
  END IF;
  PERFORM private.refuse(422, 'scope_answer_wrong', 'Há uma resposta do escopo que o modelo não aceita.', ARRAY[field]);
  RETURN NULL;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION private.scope_answers(asked jsonb, given jsonb, parent text DEFAULT '') RETURNS jsonb
LANGUAGE plpgsql
SET search_path = ''
AS $$
DECLARE
  answers jsonb := '{}';
  answer  jsonb;
  name    text;
BEGIN
  FOR name, answer IN SELECT one.key, one.value FROM jsonb_each(given) AS one ORDER BY one.key LOOP
    CONTINUE WHEN jsonb_typeof(answer) = 'null';
    IF asked #> ARRAY['properties', name] IS NULL THEN
      PERFORM private.refuse(422, 'scope_field_unknown', 'O modelo do escopo não tem este campo.', ARRAY[parent || name]);
    END IF;
    answer := private.scope_answer(asked #> ARRAY['properties', name], answer, parent || name);
    CONTINUE WHEN answer IS NULL;
    answers := answers || jsonb_build_object(name, answer);
  END LOOP;
  RETURN nullif(answers, CASE WHEN parent <> '' THEN '{}'::jsonb END);
END
$$;
-- +goose StatementEnd

CREATE FUNCTION private.scope_clarity(fields jsonb, answers jsonb) RETURNS smallint
LANGUAGE sql IMMUTABLE
SET search_path = ''
RETURN (
  SELECT coalesce(floor(100 * sum((asked ->> 'x-weight')::numeric) FILTER (WHERE answers ? name) / nullif(sum((asked ->> 'x-weight')::numeric), 0)), 0)::smallint
  FROM jsonb_each(fields -> 'properties') AS field (name, asked));

-- +goose StatementBegin
CREATE FUNCTION private.prepare_scope() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
DECLARE
  model public.project_models;
BEGIN
  IF NEW.scope IS NULL OR jsonb_typeof(NEW.scope) = 'null' THEN
    NEW.scope := NULL;
    NEW.scope_clarity := NULL;
    RETURN NEW;
  END IF;
  SELECT * INTO model FROM public.project_models m
  WHERE m.slug = NEW.scope ->> 'model' AND CASE WHEN NEW.scope ? 'version' THEN m.version::text = NEW.scope ->> 'version' ELSE m.is_current END;
  IF model.slug IS NULL OR coalesce(jsonb_typeof(NEW.scope -> 'answers'), '') <> 'object' THEN
    PERFORM private.refuse(422, 'scope_model_unknown', 'Não conhecemos este modelo de escopo. Escolha um da lista.');
  END IF;
  NEW.scope := jsonb_build_object('model', model.slug, 'version', model.version, 'answers', private.scope_answers(model.fields, NEW.scope -> 'answers'));
  NEW.scope_clarity := private.scope_clarity(model.fields, NEW.scope -> 'answers');
  RETURN NEW;
END
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.scope_answer(jsonb, jsonb, text), private.scope_answers(jsonb, jsonb, text), private.scope_clarity(jsonb, jsonb) TO authenticated, service_role;
CREATE TRIGGER prepare_scope BEFORE INSERT OR UPDATE OF scope ON public.projects
  FOR EACH ROW EXECUTE FUNCTION private.prepare_scope();

-- A scope is part of what a proposal answers.
CREATE OR REPLACE FUNCTION private.project_changes(before public.projects, after public.projects) RETURNS text[]
LANGUAGE sql IMMUTABLE
SET search_path = ''
AS $$
  SELECT array_remove(ARRAY[
    CASE WHEN before.title            IS DISTINCT FROM after.title            THEN 'title'            END,
    CASE WHEN before.description      IS DISTINCT FROM after.description      THEN 'description'      END,
    CASE WHEN before.category         IS DISTINCT FROM after.category         THEN 'category'         END,
    CASE WHEN before.experience_level IS DISTINCT FROM after.experience_level THEN 'experience_level' END,
    CASE WHEN before.budget           IS DISTINCT FROM after.budget           THEN 'budget'           END,
    CASE WHEN before.budget_min_cents IS DISTINCT FROM after.budget_min_cents THEN 'budget_min_cents' END,
    CASE WHEN before.budget_max_cents IS DISTINCT FROM after.budget_max_cents THEN 'budget_max_cents' END,
    CASE WHEN before.deadline         IS DISTINCT FROM after.deadline         THEN 'deadline'         END,
    CASE WHEN before.deadline_on      IS DISTINCT FROM after.deadline_on      THEN 'deadline_on'      END,
    CASE WHEN before.skills           IS DISTINCT FROM after.skills           THEN 'skills'           END,
    CASE WHEN (before.technologies, before.technology_levels) IS DISTINCT FROM (after.technologies, after.technology_levels) THEN 'technologies' END,
    CASE WHEN before.city             IS DISTINCT FROM after.city             THEN 'city'             END,
    CASE WHEN before.state            IS DISTINCT FROM after.state            THEN 'state'            END,
    CASE WHEN before.work_mode        IS DISTINCT FROM after.work_mode        THEN 'work_mode'        END,
    CASE WHEN before.starts_on        IS DISTINCT FROM after.starts_on        THEN 'starts_on'        END,
    CASE WHEN before.scope            IS DISTINCT FROM after.scope            THEN 'scope'            END
  ], NULL)
$$;

ALTER TABLE public.project_revisions ADD COLUMN scope jsonb;
COMMENT ON COLUMN public.project_revisions.scope IS 'The model it follows, its version, and the answers to it';
GRANT SELECT (scope) ON public.project_revisions TO authenticated;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.keep_revision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  INSERT INTO public.project_revisions AS kept (project_id, number, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents,
                                                deadline, deadline_on, skills, technologies, technology_levels, city, state, work_mode, starts_on, scope, changed)
  VALUES (NEW.id, NEW.revision, NEW.title, NEW.description, NEW.category, NEW.experience_level, NEW.budget, NEW.budget_min_cents, NEW.budget_max_cents,
          NEW.deadline, NEW.deadline_on, NEW.skills, NEW.technologies, NEW.technology_levels, NEW.city, NEW.state, NEW.work_mode, NEW.starts_on, NEW.scope,
          CASE WHEN NEW.revision = 1 THEN '{}' ELSE private.project_changes(OLD, NEW) END)
  ON CONFLICT (project_id, number) DO UPDATE
  SET title = excluded.title, description = excluded.description, category = excluded.category, experience_level = excluded.experience_level,
      budget = excluded.budget, budget_min_cents = excluded.budget_min_cents, budget_max_cents = excluded.budget_max_cents,
      deadline = excluded.deadline, deadline_on = excluded.deadline_on, skills = excluded.skills,
      technologies = excluded.technologies, technology_levels = excluded.technology_levels,
      city = excluded.city, state = excluded.state, work_mode = excluded.work_mode, starts_on = excluded.starts_on, scope = excluded.scope,
      changed = CASE WHEN kept.number = 1 THEN '{}' ELSE ARRAY(SELECT DISTINCT unnest(kept.changed || excluded.changed) ORDER BY 1) END;
  RETURN NULL;
END
$$;
-- +goose StatementEnd

CREATE OR REPLACE TRIGGER keep_next_revision AFTER UPDATE OF title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills,
  technologies, technology_levels, city, state, work_mode, starts_on, scope ON public.projects
  FOR EACH ROW WHEN (private.project_changes(OLD, NEW) <> '{}') EXECUTE FUNCTION private.keep_revision();
CREATE OR REPLACE TRIGGER revise BEFORE UPDATE OF title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills,
  technologies, technology_levels, city, state, work_mode, starts_on, scope ON public.projects
  FOR EACH ROW EXECUTE FUNCTION private.number_revision();
CREATE OR REPLACE TRIGGER touch BEFORE UPDATE OF title, description, category, skills, technologies, technology_levels, budget, deadline, city, state, work_mode, starts_on, scope, status ON public.projects
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
