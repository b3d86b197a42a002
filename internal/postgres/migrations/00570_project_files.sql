-- Files of a project: drawings, lists, photographs. Its company stores them in
-- the project's folder, also before it is published, and says of each whether
-- whoever may propose reads it, or only whom the company negotiates with or has
-- hired. How many there are is told to everybody. Stored is nobody's own once it
-- is a project's, so that a confidential company is not told by its files; what
-- belongs to none goes after a day.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('project_files_max',           20, 'How many files a project may have.'),
  ('project_files_megabytes_max', 50, 'How many megabytes (of 1,000,000 bytes) the files of a project may have together.');

INSERT INTO storage.buckets (id, name, public, file_size_limit, allowed_mime_types) VALUES
  ('projects', 'projects', false, 10 * 1024 * 1024, ARRAY[
    'application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'text/plain', 'text/csv', 'application/zip', 'image/vnd.dwg', 'image/vnd.dxf',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document']);

ALTER TABLE public.projects
  ADD COLUMN files_count smallint NOT NULL DEFAULT 0,
  ADD CONSTRAINT projects_files_count_range CHECK (files_count >= 0);
GRANT SELECT (files_count) ON public.projects TO anon, authenticated;

CREATE TABLE public.project_files (
  id         uuid        NOT NULL DEFAULT private.uuid_v7(),
  project_id uuid        NOT NULL,
  position   smallint    NOT NULL,
  -- proposers: whoever may propose. dealers: whom the company negotiates with or has hired.
  audience   text        NOT NULL,
  name       text        NOT NULL,
  media_type text        NOT NULL,
  bytes      bigint      NOT NULL,
  -- The name of the object in the bucket projects.
  path       text        NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT project_files_pkey            PRIMARY KEY (id),
  CONSTRAINT project_files_path_key        UNIQUE (path),
  CONSTRAINT project_files_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects (id) ON DELETE CASCADE,
  CONSTRAINT project_files_audience_known  CHECK (audience IN ('proposers', 'dealers')),
  CONSTRAINT project_files_name_bounded    CHECK (btrim(name) <> '' AND length(name) <= 255),
  CONSTRAINT project_files_name_plain      CHECK (private.is_plain_name(name)),
  CONSTRAINT project_files_bytes_real      CHECK (bytes >= 0)
);
CREATE INDEX project_files_project_id_idx ON public.project_files (project_id, position);
ALTER TABLE public.project_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.project_files FORCE  ROW LEVEL SECURITY;

-- Whether the caller acts for a professional who may send proposals.
-- +goose StatementBegin
CREATE FUNCTION private.may_propose() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT EXISTS (SELECT FROM public.profiles p WHERE p.id = ANY (private.parties('negotiate')) AND p.role = 'professional')
$$;
-- +goose StatementEnd
ALTER FUNCTION private.may_propose() OWNER TO definer;
REVOKE EXECUTE ON FUNCTION private.may_propose() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.may_propose() TO authenticated, service_role;

-- Whether the caller's side has a contract over a project, or a living proposal
-- on which the company made an offer that it did not take back.
-- +goose StatementBegin
CREATE FUNCTION private.deals_over(project_id uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  RETURN EXISTS (
      SELECT FROM public.contracts c
      WHERE c.project_id = deals_over.project_id AND c.professional_id = ANY (private.parties()))
    OR EXISTS (
      SELECT FROM public.proposals o JOIN public.proposal_terms t ON t.proposal_id = o.id AND t.author = 'company' AND t.state <> 'withdrawn'
      WHERE o.project_id = deals_over.project_id AND o.professional_id = ANY (private.parties()) AND o.status IN ('pending', 'waiting'));
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.deals_over(uuid) OWNER TO definer;
REVOKE EXECUTE ON FUNCTION private.deals_over(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.deals_over(uuid) TO authenticated, service_role;

CREATE POLICY "companies read the files of their projects" ON public.project_files
  FOR SELECT TO authenticated USING (private.owns_project(project_id));
CREATE POLICY "who may propose reads the open files of open projects" ON public.project_files
  FOR SELECT TO authenticated
  USING (audience = 'proposers' AND (SELECT private.may_propose()) AND EXISTS (SELECT FROM public.projects p WHERE p.id = project_id AND p.status = 'open'));
CREATE POLICY "who has proposed goes on reading the open files" ON public.project_files
  FOR SELECT TO authenticated USING (audience = 'proposers' AND private.has_proposed(project_id));
CREATE POLICY "who negotiates or was hired reads every file of a project" ON public.project_files
  FOR SELECT TO authenticated USING (private.deals_over(project_id));
CREATE POLICY "administrators read the open files of projects" ON public.project_files
  FOR SELECT TO authenticated USING (audience = 'proposers' AND (SELECT private.is_admin()));
CREATE POLICY "the server keeps the files of projects" ON public.project_files
  FOR ALL TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, project_id, position, audience, name, media_type, bytes, path, created_at) ON public.project_files TO authenticated;
GRANT SELECT, INSERT, UPDATE (position, audience), DELETE ON public.project_files TO service_role;

CREATE POLICY "whoever reads a file of a project reads what is stored" ON storage.objects FOR SELECT TO authenticated
  USING (bucket_id = 'projects' AND (owner = (SELECT auth.uid()) OR EXISTS (SELECT FROM public.project_files f WHERE f.path = objects.name)));

-- Whether the caller may store a file in the folder of a project: of his own
-- company, or of one that is not published yet.
-- +goose StatementBegin
CREATE FUNCTION private.may_store_for_project(path text) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  folder uuid;
BEGIN
  IF path !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[^/]+$' THEN
    RETURN false;
  END IF;
  folder := split_part(path, '/', 1);
  IF EXISTS (SELECT FROM public.projects p WHERE p.id = folder) THEN
    RETURN private.owns_project(folder, 'publish');
  END IF;
  RETURN EXISTS (SELECT FROM public.profiles p WHERE p.id = ANY (private.parties('publish')) AND p.role = 'company');
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.may_store_for_project(text) OWNER TO definer;
REVOKE EXECUTE ON FUNCTION private.may_store_for_project(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.may_store_for_project(text) TO authenticated, service_role;
CREATE POLICY "companies store files for their projects" ON storage.objects FOR INSERT TO authenticated
  WITH CHECK (bucket_id = 'projects' AND owner = (SELECT auth.uid()) AND private.may_store_for_project(name));

-- Counts the files of a project, and lets go of what was stored for one that is gone.
-- +goose StatementBegin
CREATE FUNCTION private.count_project_files() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM storage.objects WHERE bucket_id = 'projects' AND name = OLD.path;
  END IF;
  UPDATE public.projects p
  SET files_count = (SELECT count(*) FROM public.project_files f WHERE f.project_id = p.id)
  WHERE p.id = coalesce(NEW.project_id, OLD.project_id);
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.count_project_files() OWNER TO definer;
REVOKE EXECUTE ON FUNCTION private.count_project_files() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.count_project_files() TO service_role;
CREATE TRIGGER count_files AFTER INSERT OR DELETE ON public.project_files FOR EACH ROW EXECUTE FUNCTION private.count_project_files();

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.forget_unsent_files(unsent_for interval) RETURNS bigint
LANGUAGE sql SECURITY DEFINER
SET search_path = ''
AS $$
  WITH gone AS (
    DELETE FROM storage.objects o
    WHERE o.bucket_id IN ('messages', 'projects')
      AND o.updated_at < now() - unsent_for
      AND NOT EXISTS (SELECT FROM public.message_files f WHERE f.path = o.name)
      AND NOT EXISTS (SELECT FROM public.project_files f WHERE f.path = o.name)
    RETURNING 1
  )
  SELECT count(*) FROM gone
$$;
-- +goose StatementEnd
