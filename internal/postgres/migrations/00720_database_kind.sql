-- A database says what it is, a demonstration with accounts that everybody can open or
-- a market of real people, so that a server started with the wrong setting does not make
-- one of the other. It is said once: only taking the demonstration out, as the owner of
-- the schema, takes it back.

-- +goose Up
ALTER TABLE private.settings NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.settings (name, value, meaning) VALUES
  ('kind', '', 'What this database is: demonstration, market, or nothing while it holds nobody.'),
  ('market_since', '', 'Since when a demonstration is served without being demonstrated, or nothing.');
ALTER TABLE private.settings FORCE ROW LEVEL SECURITY;

-- +goose StatementBegin
CREATE FUNCTION private.keep_kind() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  IF NEW.value NOT IN ('demonstration', 'market') OR OLD.value NOT IN ('', NEW.value) THEN
    RAISE EXCEPTION 'a database stays what it is: %, not %', OLD.value, NEW.value USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION private.keep_kind() FROM PUBLIC;
CREATE TRIGGER keep_kind BEFORE UPDATE ON private.settings
  FOR EACH ROW WHEN (OLD.name = 'kind') EXECUTE FUNCTION private.keep_kind();
