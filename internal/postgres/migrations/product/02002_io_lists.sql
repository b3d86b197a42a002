-- A company attaches the list of the inputs and outputs of a machine or plant to its project. The list is
-- a file of the project, and each one that was attached is kept as its counts by kind, its SHA-256 and
-- what changed since the list before, so that whoever calculated a price with one version sees what
-- the next one adds and removes. A new list replaces the file of the earlier one. All rows then belong
-- to the new file, and whoever reads it reads its history. A file that is removed from the project
-- leaves rows without a file, which only the company reads.

-- +goose Up
ALTER TABLE private.limits NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.limits (name, value, meaning) VALUES ('project_lists_max', 50, 'How many I/O lists may be attached to a project, one after the other.');
ALTER TABLE private.limits FORCE ROW LEVEL SECURITY;

-- Engineering tools export lists as XML, also with the extensions .l5x and .aml, and as JSON.
ALTER TABLE storage.buckets NO FORCE ROW LEVEL SECURITY;
UPDATE storage.buckets SET allowed_mime_types = allowed_mime_types || '{application/xml,text/xml,application/json}' WHERE id = 'projects';
ALTER TABLE storage.buckets FORCE ROW LEVEL SECURITY;

CREATE TABLE public.project_io_lists (
  id           uuid        NOT NULL DEFAULT private.uuid_v7(),
  project_id   uuid        NOT NULL,
  file_id      uuid,
  number       integer     NOT NULL,
  name         text        NOT NULL,
  sha256       text        NOT NULL,
  format       text        NOT NULL,
  rows         integer     NOT NULL,
  by_kind      jsonb       NOT NULL,
  errors_count integer     NOT NULL,
  changes      jsonb,
  created_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT project_io_lists_pkey               PRIMARY KEY (id),
  CONSTRAINT project_io_lists_number_key         UNIQUE (project_id, number),
  CONSTRAINT project_io_lists_project_id_fkey    FOREIGN KEY (project_id) REFERENCES public.projects (id)      ON DELETE CASCADE,
  CONSTRAINT project_io_lists_file_id_fkey       FOREIGN KEY (file_id)    REFERENCES public.project_files (id) ON DELETE SET NULL,
  CONSTRAINT project_io_lists_number_positive    CHECK (number > 0),
  CONSTRAINT project_io_lists_name_bounded       CHECK (btrim(name) <> '' AND length(name) <= 255),
  CONSTRAINT project_io_lists_name_plain         CHECK (private.is_plain_name(name)),
  CONSTRAINT project_io_lists_sha256_hex         CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  CONSTRAINT project_io_lists_format_known       CHECK (format IN ('csv', 'xlsx', 'tia_portal', 'studio_5000', 'l5x', 'codesys', 'plcopen', 'ignition', 'elipse_e3', 'eplan', 'automationml')),
  CONSTRAINT project_io_lists_rows_positive      CHECK (rows > 0),
  CONSTRAINT project_io_lists_by_kind_object     CHECK (jsonb_typeof(by_kind) = 'object'),
  CONSTRAINT project_io_lists_errors_count_real  CHECK (errors_count >= 0),
  CONSTRAINT project_io_lists_changes_object     CHECK (changes IS NULL OR jsonb_typeof(changes) = 'object')
);
CREATE INDEX project_io_lists_file_id_idx ON public.project_io_lists (file_id);
COMMENT ON TABLE  public.project_io_lists IS 'Each I/O list that was attached to a project';
COMMENT ON COLUMN public.project_io_lists.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.project_io_lists.project_id IS 'The project it is of';
COMMENT ON COLUMN public.project_io_lists.file_id IS 'The file of the project that is its list now, or nothing once that was removed';
COMMENT ON COLUMN public.project_io_lists.number IS 'Its version, from 1';
COMMENT ON COLUMN public.project_io_lists.name IS 'What its file was called';
COMMENT ON COLUMN public.project_io_lists.sha256 IS 'SHA-256 of its file, in hexadecimal';
COMMENT ON COLUMN public.project_io_lists.format IS 'The tool or the format that its file was recognised as';
COMMENT ON COLUMN public.project_io_lists.rows IS 'How many signals it has';
COMMENT ON COLUMN public.project_io_lists.by_kind IS 'How many signals it has of each kind';
COMMENT ON COLUMN public.project_io_lists.errors_count IS 'How many errors its rows have';
COMMENT ON COLUMN public.project_io_lists.changes IS 'How many signals of each kind it added and removed; nothing if there was no list to compare it with';
COMMENT ON COLUMN public.project_io_lists.created_at IS 'When it was attached';

CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.project_io_lists
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.name)) EXECUTE FUNCTION private.settle_texts('name');
SELECT realtime.watch('public.project_io_lists');

ALTER TABLE public.project_io_lists ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.project_io_lists FORCE  ROW LEVEL SECURITY;
CREATE POLICY "whoever reads the file of a list reads its versions" ON public.project_io_lists
  FOR SELECT TO authenticated USING (
    EXISTS (SELECT FROM public.project_files f WHERE f.id = file_id) OR file_id IS NULL AND private.owns_project(project_id));
CREATE POLICY "the server keeps lists" ON public.project_io_lists
  FOR ALL TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, project_id, file_id, number, name, sha256, format, rows, by_kind, errors_count, changes, created_at)
  ON public.project_io_lists TO authenticated;
GRANT SELECT, INSERT, DELETE, UPDATE (file_id) ON public.project_io_lists TO service_role;
