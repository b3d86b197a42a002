-- Policies of an app ask for the folders of a file by path_tokens. They follow the name,
-- whoever writes the row.

-- +goose Up
ALTER TABLE storage.objects ADD COLUMN path_tokens text[];
COMMENT ON COLUMN storage.objects.path_tokens IS 'Its name between the slashes, as policies ask for its folders';
GRANT SELECT (path_tokens) ON storage.objects TO anon, authenticated;

-- +goose StatementBegin
CREATE FUNCTION storage.part_name() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  NEW.path_tokens := string_to_array(NEW.name, '/');
  RETURN NEW;
END
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION storage.part_name() FROM PUBLIC;

CREATE TRIGGER part_name BEFORE INSERT OR UPDATE OF name ON storage.objects
  FOR EACH ROW EXECUTE FUNCTION storage.part_name();
