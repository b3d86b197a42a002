-- What professionals ask of a project before they answer it, and what its
-- company makes clear to all of them. Who asked is kept apart and never told:
-- it would say who competes.

-- +goose Up
CREATE TABLE public.project_questions (
  id          uuid        NOT NULL DEFAULT private.uuid_v7(),
  project_id  uuid        NOT NULL,
  -- Empty where the company makes something clear unasked.
  content     text,
  answer      text,
  answered_at timestamptz,
  created_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT project_questions_pkey            PRIMARY KEY (id),
  CONSTRAINT project_questions_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects (id) ON DELETE CASCADE,
  CONSTRAINT project_questions_says_something  CHECK (content IS NOT NULL OR answer IS NOT NULL),
  CONSTRAINT project_questions_content_filled  CHECK (content ~ '[^[:space:]]' AND length(content) <= 1000),
  CONSTRAINT project_questions_answer_filled   CHECK (answer ~ '[^[:space:]]' AND length(answer) <= 1000),
  CONSTRAINT project_questions_answer_told     CHECK ((answer IS NULL) = (answered_at IS NULL))
);
CREATE INDEX project_questions_project_id_idx ON public.project_questions (project_id, created_at DESC, id DESC);

CREATE TABLE private.question_askers (
  question_id uuid NOT NULL,
  party_id    uuid NOT NULL,
  person_id   uuid NOT NULL,
  CONSTRAINT question_askers_pkey             PRIMARY KEY (question_id),
  CONSTRAINT question_askers_question_id_fkey FOREIGN KEY (question_id) REFERENCES public.project_questions (id) ON DELETE CASCADE,
  CONSTRAINT question_askers_party_id_fkey    FOREIGN KEY (party_id)    REFERENCES public.profiles (id)          ON DELETE CASCADE,
  CONSTRAINT question_askers_person_id_fkey   FOREIGN KEY (person_id)   REFERENCES public.profiles (id)          ON DELETE CASCADE
);
CREATE INDEX question_askers_party_id_idx  ON private.question_askers (party_id);
CREATE INDEX question_askers_person_id_idx ON private.question_askers (person_id);
ALTER TABLE private.question_askers ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.question_askers FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps who asked" ON private.question_askers TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON private.question_askers TO service_role;

-- Whether one of the caller's parties asked.
-- +goose StatementBegin
CREATE FUNCTION private.has_asked(question_id uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  RETURN EXISTS (SELECT FROM private.question_askers a WHERE a.question_id = has_asked.question_id AND a.party_id = ANY (private.parties()));
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.has_asked(uuid) OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.has_asked(uuid) TO authenticated, service_role;

ALTER TABLE public.project_questions ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.project_questions FORCE  ROW LEVEL SECURITY;
CREATE POLICY "companies read what is asked of their projects" ON public.project_questions
  FOR SELECT TO authenticated USING (private.owns_project(project_id));
CREATE POLICY "professionals read what they asked" ON public.project_questions
  FOR SELECT TO authenticated USING (private.has_asked(id));
CREATE POLICY "proposers read what is asked of a project" ON public.project_questions
  FOR SELECT TO authenticated USING (private.has_proposed(project_id));
CREATE POLICY "administrators read every question" ON public.project_questions
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps questions" ON public.project_questions
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, project_id, content, answer, answered_at, created_at) ON public.project_questions TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.project_questions TO service_role;
SELECT realtime.watch('public.project_questions');
