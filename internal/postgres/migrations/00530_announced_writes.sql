-- Servers keep what every visitor is answered alike until what it rests on
-- changes. The tables say so themselves, whoever writes to them and however: to
-- the connection that writes, at once and in the writer's transaction, by a
-- message, and to every server by NOTIFY once it is committed. What rests on a
-- table that does not is never kept, so that a new one is only slower.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION private.announce_write() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
DECLARE
  most CONSTANT integer := 20;
  keys text[];
  told text;
BEGIN
  IF TG_NARGS > 0 AND TG_OP <> 'TRUNCATE' THEN
    CASE TG_OP
      WHEN 'INSERT' THEN keys := ARRAY(SELECT w.id FROM written w LIMIT most + 1);
      WHEN 'DELETE' THEN keys := ARRAY(SELECT e.id FROM erased e LIMIT most + 1);
      ELSE keys := ARRAY(SELECT w.id FROM written w UNION SELECT e.id FROM erased e LIMIT most + 1);
    END CASE;
    IF keys = '{}' THEN
      RETURN NULL;
    END IF;
    IF cardinality(keys) > most THEN
      keys := NULL;
    END IF;
  END IF;
  told := jsonb_strip_nulls(jsonb_build_object('table', TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME, 'keys', to_jsonb(keys)))::text;
  -- INFO reaches the client whatever it asked to hear, and no log.
  RAISE INFO USING ERRCODE = 'MEMRY', MESSAGE = told;
  PERFORM pg_notify('memory', told);
  RETURN NULL;
END
$$;
-- +goose StatementEnd

-- Has a table announce what is written to it; by_id says which rows, where they
-- have an id.
-- +goose StatementBegin
CREATE FUNCTION private.announce_writes(relation regclass, by_id boolean DEFAULT false) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  IF NOT by_id THEN
    EXECUTE format('CREATE TRIGGER announce_write AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write()', relation);
    RETURN;
  END IF;
  EXECUTE format('CREATE TRIGGER announce_insert AFTER INSERT ON %s REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write(''id'')', relation);
  EXECUTE format('CREATE TRIGGER announce_update AFTER UPDATE ON %s REFERENCING OLD TABLE AS erased NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write(''id'')', relation);
  EXECUTE format('CREATE TRIGGER announce_delete AFTER DELETE ON %s REFERENCING OLD TABLE AS erased FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write(''id'')', relation);
  EXECUTE format('CREATE TRIGGER announce_truncate AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write(''id'')', relation);
END
$$;
-- +goose StatementEnd

SELECT private.announce_writes('public.projects', true);
SELECT private.announce_writes('public.profiles', true);
SELECT private.announce_writes('public.skills');
SELECT private.announce_writes('public.site_images');
SELECT private.announce_writes('public.portfolio_projects');
SELECT private.announce_writes('public.reviews');
-- What their rules and the record of deals read.
SELECT private.announce_writes('private.role_rights');
SELECT private.announce_writes('public.memberships');
SELECT private.announce_writes('public.organisations');
SELECT private.announce_writes('private.barred_documents');
SELECT private.announce_writes('public.contracts');
SELECT private.announce_writes('public.contract_events');
SELECT private.announce_writes('public.milestones');
SELECT private.announce_writes('public.direct_payments');
