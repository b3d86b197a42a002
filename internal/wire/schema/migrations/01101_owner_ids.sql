-- Policies of an app compare the owner of a file as text with a claim of the
-- caller. The text follows the owner, whoever writes the row.

-- +goose Up
ALTER TABLE storage.objects ADD COLUMN owner_id text;
COMMENT ON COLUMN storage.objects.owner_id IS 'Its owner as text, as policies compare it with a claim';
GRANT SELECT (owner_id) ON storage.objects TO anon, authenticated;

-- +goose StatementBegin
CREATE FUNCTION storage.name_owner() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  NEW.owner_id := NEW.owner::text;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION storage.name_owner() FROM PUBLIC;

CREATE TRIGGER name_owner BEFORE INSERT OR UPDATE OF owner ON storage.objects
  FOR EACH ROW EXECUTE FUNCTION storage.name_owner();
CREATE TRIGGER name_owner BEFORE INSERT OR UPDATE OF owner ON storage.buckets
  FOR EACH ROW EXECUTE FUNCTION storage.name_owner();
