-- Files: what they are called, whose they are and who may touch them. The
-- bytes lie in the object store under a version that these rows name, so a
-- row and its bytes appear, change and vanish together with a commit.

-- +goose Up
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
  CONSTRAINT buckets_pkey                     PRIMARY KEY (id),
  CONSTRAINT buckets_name_key                 UNIQUE (name),
  CONSTRAINT buckets_id_speakable             CHECK (id ~ '^[A-Za-z0-9_!.*''() &$=@;:+,?-]{1,100}$' AND id !~ '^\.\.?$'),
  CONSTRAINT buckets_file_size_limit_positive CHECK (file_size_limit > 0),
  CONSTRAINT buckets_allowed_mime_types_few   CHECK (cardinality(allowed_mime_types) <= 100)
);

-- Names compare byte by byte, so that a folder is a range of the index.
CREATE TABLE storage.objects (
  id               uuid        NOT NULL DEFAULT private.uuid_v7(),
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
  CONSTRAINT objects_pkey              PRIMARY KEY (id),
  CONSTRAINT objects_bucket_id_name_key UNIQUE (bucket_id, name),
  CONSTRAINT objects_version_key       UNIQUE (version),
  CONSTRAINT objects_size_bytes_real   CHECK (size_bytes >= 0),
  CONSTRAINT objects_name_speakable    CHECK (length(name) <= 1000 AND name ~ '^[A-Za-z0-9_/!.*''() &$=@;:+,?-]+$'),
  CONSTRAINT objects_name_goes_nowhere CHECK (NOT string_to_array(name, '/') && ARRAY['', '.', '..']),
  CONSTRAINT objects_bucket_id_fkey    FOREIGN KEY (bucket_id) REFERENCES storage.buckets (id) ON DELETE RESTRICT,
  CONSTRAINT objects_owner_fkey        FOREIGN KEY (owner) REFERENCES auth.users (id) ON DELETE SET NULL
);
CREATE INDEX objects_owner_idx ON storage.objects (owner) INCLUDE (size_bytes);

-- What a policy asks about a name: 'a/b/c.png' is in {a,b}, called c.png, a png.
CREATE FUNCTION storage.foldername(name text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (string_to_array(name, '/'))[1 : cardinality(string_to_array(name, '/')) - 1];

CREATE FUNCTION storage.filename(name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))];

CREATE FUNCTION storage.extension(name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN substring(storage.filename(name) FROM '\.([^.]*)$');

-- A person keeps their own pictures, an administrator those of the site. The
-- body is bound when it runs: is_admin belongs to a later migration.
-- +goose StatementBegin
CREATE FUNCTION storage.may_write(bucket_id text, name text) RETURNS boolean
LANGUAGE plpgsql STABLE
SET search_path = ''
AS $$
DECLARE
  folder text := split_part(name, '/', 1);
  rest   text := substr(name, length(folder) + 2);
  uid    text := auth.uid()::text;
BEGIN
  IF bucket_id <> 'public-uploads' OR uid IS NULL OR rest = '' THEN
    RETURN false;
  END IF;
  CASE folder
    WHEN 'avatars', 'banners' THEN
      RETURN starts_with(rest, uid || '-') AND strpos(rest, '/') = 0;
    WHEN 'portfolio' THEN
      RETURN starts_with(rest, uid || '-') OR starts_with(rest, uid || '/');
    WHEN 'site-images' THEN
      RETURN private.is_admin();
    ELSE
      RETURN false;
  END CASE;
END
$$;
-- +goose StatementEnd

GRANT EXECUTE ON FUNCTION
  storage.foldername(text),
  storage.filename(text),
  storage.extension(text),
  storage.may_write(text, text)
TO anon, authenticated, service_role;

-- Public pictures, re-encoded on arrival. Inserted before the policies, which
-- bind the owner of the table too.
INSERT INTO storage.buckets (id, name, public, file_size_limit, allowed_mime_types) VALUES
  ('public-uploads', 'public-uploads', true, 10 * 1024 * 1024, ARRAY['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

ALTER TABLE storage.buckets ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage.buckets FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps the buckets" ON storage.buckets
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, name, public, file_size_limit, allowed_mime_types, created_at, updated_at) ON storage.buckets TO anon, authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON storage.buckets TO service_role;

-- Nobody lists a public bucket: its files are read by their names, past these
-- policies, and only their owners see which names there are.
ALTER TABLE storage.objects ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage.objects FORCE  ROW LEVEL SECURITY;
CREATE POLICY "owners see their files" ON storage.objects
  FOR SELECT TO authenticated USING (storage.may_write(bucket_id, name));
CREATE POLICY "owners upload their files" ON storage.objects
  FOR INSERT TO authenticated WITH CHECK (storage.may_write(bucket_id, name) AND owner = auth.uid());
CREATE POLICY "owners replace their files" ON storage.objects
  FOR UPDATE TO authenticated USING (storage.may_write(bucket_id, name)) WITH CHECK (storage.may_write(bucket_id, name));
CREATE POLICY "owners remove their files" ON storage.objects
  FOR DELETE TO authenticated USING (storage.may_write(bucket_id, name));
CREATE POLICY "the server keeps the files" ON storage.objects
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, bucket_id, name, owner, version, size_bytes, metadata, user_metadata, created_at, updated_at, last_accessed_at)
  ON storage.objects TO anon, authenticated;
GRANT INSERT (bucket_id, name, owner, version, size_bytes, metadata, user_metadata) ON storage.objects TO authenticated;
GRANT UPDATE (bucket_id, name, owner, version, size_bytes, metadata, user_metadata, updated_at) ON storage.objects TO authenticated;
GRANT DELETE ON storage.objects TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON storage.objects TO service_role;
