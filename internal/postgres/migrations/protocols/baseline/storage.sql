-- Buckets and the files in them. The bytes are in the object store.

CREATE SCHEMA storage;
GRANT USAGE ON SCHEMA storage TO anon, authenticated, service_role;

CREATE TABLE storage.buckets (
  id                 text        NOT NULL,
  name               text        NOT NULL,
  public             boolean     NOT NULL DEFAULT false,
  file_size_limit    bigint,
  allowed_mime_types text[],
  created_at         timestamptz NOT NULL DEFAULT now(),
  updated_at         timestamptz NOT NULL DEFAULT now(),
  type               text        NOT NULL DEFAULT 'STANDARD',
  owner              uuid,
  owner_id           text,
  CONSTRAINT buckets_pkey                     PRIMARY KEY (id),
  CONSTRAINT buckets_name_key                 UNIQUE (name),
  CONSTRAINT buckets_allowed_mime_types_few   CHECK (cardinality(allowed_mime_types) <= 100),
  CONSTRAINT buckets_file_size_limit_positive CHECK (file_size_limit > 0),
  CONSTRAINT buckets_id_speakable             CHECK (id ~ '^[A-Za-z0-9_!.*''() &$=@;:+,?-]{1,100}$' AND id !~ '^\.\.?$'),
  CONSTRAINT buckets_type_known               CHECK (type = 'STANDARD')
);
COMMENT ON COLUMN storage.buckets.type IS 'What it holds: files';
COMMENT ON COLUMN storage.buckets.owner IS 'Who made it; nobody where the server did';
COMMENT ON COLUMN storage.buckets.owner_id IS 'Its owner as text, as policies compare it with a claim';
ALTER TABLE storage.buckets ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage.buckets FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON storage.buckets TO service_role;

CREATE FUNCTION storage.name_owner() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  NEW.owner_id := NEW.owner::text;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION storage.name_owner() FROM PUBLIC;

CREATE FUNCTION storage.protect_delete() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  IF coalesce(current_setting('storage.allow_delete_query', true), '') <> 'true' THEN
    RAISE EXCEPTION USING ERRCODE = '42501',
      MESSAGE = 'Direct deletion from storage tables is not allowed. Use the Storage API instead.',
      HINT = 'This prevents accidental data loss from orphaned objects.';
  END IF;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION storage.protect_delete() IS 'Refuses deletions in transactions that have not set storage.allow_delete_query to true';
REVOKE ALL ON FUNCTION storage.protect_delete() FROM PUBLIC;

CREATE POLICY "the server keeps the buckets" ON storage.buckets FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER name_owner BEFORE INSERT OR UPDATE OF owner ON storage.buckets
  FOR EACH ROW EXECUTE FUNCTION storage.name_owner();
CREATE TRIGGER protect_buckets_delete BEFORE DELETE ON storage.buckets
  FOR EACH STATEMENT EXECUTE FUNCTION storage.protect_delete();
ALTER TABLE storage.buckets DISABLE TRIGGER protect_buckets_delete;

CREATE TABLE storage.objects (
  id               uuid        NOT NULL DEFAULT gen_random_uuid(),
  bucket_id        text        NOT NULL,
  name             text        COLLATE "C" NOT NULL,
  owner            uuid,
  version          uuid        NOT NULL,
  size_bytes       bigint      NOT NULL,
  metadata         jsonb       NOT NULL,
  user_metadata    jsonb,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  last_accessed_at timestamptz NOT NULL DEFAULT now(),
  owner_id         text,
  path_tokens      text[],
  CONSTRAINT objects_pkey               PRIMARY KEY (id),
  CONSTRAINT objects_bucket_id_name_key UNIQUE (bucket_id, name),
  CONSTRAINT objects_version_key        UNIQUE (version),
  CONSTRAINT objects_bucket_id_fkey     FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id) ON DELETE RESTRICT,
  CONSTRAINT objects_owner_fkey         FOREIGN KEY (owner) REFERENCES auth.users(id) ON DELETE SET NULL,
  CONSTRAINT objects_name_goes_nowhere  CHECK (NOT string_to_array(name, '/') && ARRAY['', '.', '..']),
  CONSTRAINT objects_name_speakable     CHECK (length(name) <= 1000 AND name ~ '^[A-Za-z0-9_/!.*''() &$=@;:+,?-]+$'),
  CONSTRAINT objects_size_bytes_real    CHECK (size_bytes >= 0)
);
COMMENT ON COLUMN storage.objects.owner_id IS 'Its owner as text, as policies compare it with a claim';
COMMENT ON COLUMN storage.objects.path_tokens IS 'Its name between the slashes, as policies ask for its folders';
CREATE INDEX objects_owner_idx ON storage.objects (owner) INCLUDE (size_bytes);
ALTER TABLE storage.objects ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage.objects FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON storage.objects TO service_role;

CREATE FUNCTION storage.part_name() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  NEW.path_tokens := string_to_array(NEW.name, '/');
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION storage.part_name() FROM PUBLIC;

CREATE POLICY "the server keeps the files" ON storage.objects FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER name_owner BEFORE INSERT OR UPDATE OF owner ON storage.objects
  FOR EACH ROW EXECUTE FUNCTION storage.name_owner();
CREATE TRIGGER part_name BEFORE INSERT OR UPDATE OF name ON storage.objects
  FOR EACH ROW EXECUTE FUNCTION storage.part_name();
CREATE TRIGGER protect_objects_delete BEFORE DELETE ON storage.objects
  FOR EACH STATEMENT EXECUTE FUNCTION storage.protect_delete();
ALTER TABLE storage.objects DISABLE TRIGGER protect_objects_delete;

CREATE TABLE storage.uploads (
  id            uuid        NOT NULL,
  bucket_id     text        NOT NULL,
  name          text        COLLATE "C" NOT NULL,
  role          text        NOT NULL,
  owner         uuid,
  is_upsert     boolean     NOT NULL,
  length_bytes  bigint      NOT NULL,
  offset_bytes  bigint      NOT NULL DEFAULT 0,
  content_type  text        NOT NULL,
  cache_control text        NOT NULL,
  user_metadata jsonb,
  said          text        NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  expires_at    timestamptz NOT NULL,
  finished_at   timestamptz,
  taken_by      uuid,
  taken_until   timestamptz,
  network       text,
  CONSTRAINT uploads_pkey           PRIMARY KEY (id),
  CONSTRAINT uploads_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id) ON DELETE CASCADE,
  CONSTRAINT uploads_owner_fkey     FOREIGN KEY (owner) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT uploads_offset_within  CHECK (offset_bytes >= 0 AND offset_bytes <= length_bytes),
  CONSTRAINT uploads_said_short     CHECK (length(said) <= 16384)
);
COMMENT ON TABLE storage.uploads IS 'Files that arrive in parts';
COMMENT ON COLUMN storage.uploads.role IS 'The role of who began it';
COMMENT ON COLUMN storage.uploads.said IS 'Upload-Metadata as it was sent, which is told again';
COMMENT ON COLUMN storage.uploads.finished_at IS 'When the file was whole; until it expires, whoever lost the answer is told again';
COMMENT ON COLUMN storage.uploads.taken_by IS 'The request that receives a part';
COMMENT ON COLUMN storage.uploads.taken_until IS 'How long that request is believed to live';
COMMENT ON COLUMN storage.uploads.network IS 'Where a visitor began it from';
CREATE INDEX uploads_bucket_id_idx  ON storage.uploads (bucket_id);
CREATE INDEX uploads_expires_at_idx ON storage.uploads (expires_at);
CREATE INDEX uploads_owner_idx      ON storage.uploads (owner);
ALTER TABLE storage.uploads ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage.uploads FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON storage.uploads TO service_role;
CREATE POLICY "the server keeps what arrives" ON storage.uploads      FOR ALL TO service_role USING (true) WITH CHECK (true);

CREATE TABLE storage.upload_parts (
  upload_id    uuid   NOT NULL,
  offset_bytes bigint NOT NULL,
  size_bytes   bigint NOT NULL,
  key          uuid   NOT NULL,
  CONSTRAINT upload_parts_pkey           PRIMARY KEY (upload_id, offset_bytes),
  CONSTRAINT upload_parts_key_key        UNIQUE (key),
  CONSTRAINT upload_parts_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES storage.uploads(id) ON DELETE CASCADE,
  CONSTRAINT upload_parts_size_real      CHECK (size_bytes > 0)
);
COMMENT ON TABLE storage.upload_parts IS 'Parts of files that arrive, in the order of their offsets';
COMMENT ON COLUMN storage.upload_parts.key IS 'Where the object store has its bytes';
ALTER TABLE storage.upload_parts ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage.upload_parts FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON storage.upload_parts TO service_role;
CREATE POLICY "the server keeps its parts"    ON storage.upload_parts FOR ALL TO service_role USING (true) WITH CHECK (true);

-- What a policy asks about a name: 'a/b/c.png' is in {a,b}, called c.png, a png.
CREATE FUNCTION storage.foldername(name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (string_to_array(name, '/'::text))[1:(cardinality(string_to_array(name, '/'::text)) - 1)];
REVOKE ALL ON FUNCTION storage.foldername(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION storage.foldername(text) TO anon, authenticated, service_role;

CREATE FUNCTION storage.filename(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (string_to_array(name, '/'::text))[cardinality(string_to_array(name, '/'::text))];
REVOKE ALL ON FUNCTION storage.filename(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION storage.filename(text) TO anon, authenticated, service_role;

CREATE FUNCTION storage.extension(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN "substring"(storage.filename(name), '\.([^.]*)$'::text);
REVOKE ALL ON FUNCTION storage.extension(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION storage.extension(text) TO anon, authenticated, service_role;

CREATE FUNCTION storage.operation() RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
AS $$ SELECT current_setting('storage.operation', true) $$;
COMMENT ON FUNCTION storage.operation() IS 'What the request of this transaction does, such as storage.object.list';
REVOKE ALL ON FUNCTION storage.operation() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION storage.operation() TO anon, authenticated, service_role;

CREATE FUNCTION storage.allow_only_operation(expected_operation text) RETURNS boolean
LANGUAGE sql STABLE
SET search_path = ''
AS $$ SELECT storage.allow_any_operation(ARRAY[expected_operation]) $$;
REVOKE ALL ON FUNCTION storage.allow_only_operation(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION storage.allow_only_operation(text) TO anon, authenticated, service_role;

CREATE FUNCTION storage.allow_any_operation(expected_operations text[]) RETURNS boolean
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT coalesce(regexp_replace(storage.operation(), '^storage\.', '') = ANY (
    SELECT regexp_replace(wanted, '^storage\.', '') FROM unnest(expected_operations) AS wanted WHERE wanted <> ''), false)
$$;
REVOKE ALL ON FUNCTION storage.allow_any_operation(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION storage.allow_any_operation(text[]) TO anon, authenticated, service_role;

CREATE FUNCTION storage.search(
  prefix text, bucketname text, limits integer DEFAULT 100, levels integer DEFAULT 1, offsets integer DEFAULT 0,
  search text DEFAULT '', sortcolumn text DEFAULT 'name', sortorder text DEFAULT 'asc'
) RETURNS TABLE (name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb)
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  WITH inside AS (
    SELECT (string_to_array(o.name, '/'))[levels:] AS rest, o.*
    FROM storage.objects o
    WHERE o.bucket_id = bucketname AND o.name >= prefix || search AND o.name < prefix || search || chr(127)
  ), entries AS (
    SELECT DISTINCT i.rest[1] AS name, NULL::uuid AS id, NULL::timestamptz AS updated_at, NULL::timestamptz AS created_at,
           NULL::timestamptz AS last_accessed_at, NULL::jsonb AS metadata
    FROM inside i WHERE cardinality(i.rest) > 1
    UNION ALL
    SELECT i.rest[1], i.id, i.updated_at, i.created_at, i.last_accessed_at, i.metadata
    FROM inside i WHERE cardinality(i.rest) = 1
  )
  SELECT * FROM entries e
  ORDER BY e.id IS NOT NULL,
    CASE WHEN sortorder <> 'desc' THEN CASE sortcolumn WHEN 'updated_at' THEN e.updated_at WHEN 'created_at' THEN e.created_at WHEN 'last_accessed_at' THEN e.last_accessed_at END END,
    CASE WHEN sortorder =  'desc' THEN CASE sortcolumn WHEN 'updated_at' THEN e.updated_at WHEN 'created_at' THEN e.created_at WHEN 'last_accessed_at' THEN e.last_accessed_at END END DESC,
    CASE WHEN sortorder =  'desc' AND sortcolumn = 'name' THEN e.name END DESC,
    e.name
  LIMIT least(limits, 1000) OFFSET offsets
$$;
REVOKE ALL ON FUNCTION storage.search(text,text,integer,integer,integer,text,text,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION storage.search(text,text,integer,integer,integer,text,text,text) TO anon, authenticated, service_role;
