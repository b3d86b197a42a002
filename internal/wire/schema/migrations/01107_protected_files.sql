-- A row that SQL deletes leaves bytes which nobody names. As in the protocol, only a
-- transaction that says so deletes files and buckets; the file server always does.

-- +goose Up
-- +goose StatementBegin
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
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION storage.protect_delete() FROM PUBLIC;
COMMENT ON FUNCTION storage.protect_delete() IS 'Refuses deletions in transactions that have not set storage.allow_delete_query to true';

CREATE TRIGGER protect_buckets_delete BEFORE DELETE ON storage.buckets
  FOR EACH STATEMENT EXECUTE FUNCTION storage.protect_delete();
CREATE TRIGGER protect_objects_delete BEFORE DELETE ON storage.objects
  FOR EACH STATEMENT EXECUTE FUNCTION storage.protect_delete();

-- Off where a program of 0.1.0 may still serve the same database: it does not say so.
ALTER TABLE storage.buckets DISABLE TRIGGER protect_buckets_delete;
ALTER TABLE storage.objects DISABLE TRIGGER protect_objects_delete;
