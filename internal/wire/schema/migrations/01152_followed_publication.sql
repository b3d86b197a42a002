-- Apps say which tables are live with ALTER PUBLICATION supabase_realtime ADD TABLE.
-- Here changes are told by triggers, which therefore follow that publication, where
-- there is one: at once where the migrating role may make event triggers, else when the
-- hub next asks. Tables that were watched by name are left as they are.

-- +goose Up
-- What has been made for the publication says so, and how, in its comment.
-- +goose StatementBegin
CREATE FUNCTION realtime.follow_publication() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
SET lock_timeout = '5s'
AS $$
DECLARE
  step record;
BEGIN
  FOR step IN
    WITH named AS (
      SELECT DISTINCT c.oid,
             concat_ws(' OR ', CASE WHEN p.pubinsert THEN 'INSERT' END, CASE WHEN p.pubupdate THEN 'UPDATE' END, CASE WHEN p.pubdelete THEN 'DELETE' END) AS events
        FROM pg_catalog.pg_publication_tables t
        JOIN pg_catalog.pg_publication p ON p.pubname = t.pubname
        JOIN pg_catalog.pg_namespace n   ON n.nspname = t.schemaname
        JOIN pg_catalog.pg_class root    ON root.relnamespace = n.oid AND root.relname = t.tablename
        LEFT JOIN LATERAL pg_catalog.pg_partition_tree(root.oid) AS part ON part.isleaf
        JOIN pg_catalog.pg_class c       ON c.oid = coalesce(part.relid, root.oid) AND c.relkind = 'r'
       WHERE t.pubname = 'supabase_realtime' AND n.nspname NOT IN ('realtime', 'migrations')),
    wanted AS (
      SELECT oid, realtime.change_trigger(oid, events) AS form FROM named WHERE events <> ''),
    made AS (
      SELECT g.tgrelid AS oid, d.description AS comment
        FROM pg_catalog.pg_trigger g
        LEFT JOIN pg_catalog.pg_description d ON d.classoid = 'pg_catalog.pg_trigger'::regclass AND d.objoid = g.oid AND d.objsubid = 0
       WHERE g.tgname = 'realtime_change')
    SELECT coalesce(w.oid, m.oid)::regclass AS about, w.form
      FROM wanted w FULL JOIN made m ON m.oid = w.oid
     WHERE m.oid IS NULL OR m.comment LIKE 'follows supabase_realtime: %' AND m.comment IS DISTINCT FROM 'follows supabase_realtime: ' || w.form
  LOOP
    BEGIN
      IF step.form IS NULL THEN
        EXECUTE format('DROP TRIGGER realtime_change ON %s', step.about);
      ELSE
        EXECUTE 'CREATE OR REPLACE TRIGGER realtime_change ' || step.form;
        EXECUTE format('COMMENT ON TRIGGER realtime_change ON %s IS %L', step.about, 'follows supabase_realtime: ' || step.form);
      END IF;
    EXCEPTION
      WHEN insufficient_privilege OR lock_not_available OR undefined_table OR undefined_object THEN
        RAISE WARNING 'changes of % do not follow the publication yet: %', step.about, SQLERRM;
    END;
  END LOOP;
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION realtime.follow_publication() IS 'Makes the changes of those tables live that the publication supabase_realtime names';
REVOKE EXECUTE ON FUNCTION realtime.follow_publication() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION realtime.follow_publication() TO service_role;

-- +goose StatementBegin
CREATE FUNCTION realtime.publication_changed() RETURNS event_trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS 'BEGIN PERFORM realtime.follow_publication(); END';
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION realtime.publication_changed() FROM PUBLIC;

-- Who made the tables may make triggers on them: the migrating role in a database of an
-- app. Where no app's publication is, nothing of it is needed, and both belong to nobody.
-- +goose StatementBegin
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_publication WHERE pubname = 'supabase_realtime') THEN
    GRANT CREATE ON SCHEMA realtime TO definer;
    ALTER FUNCTION realtime.publication_changed() OWNER TO definer;
    ALTER FUNCTION realtime.follow_publication()  OWNER TO definer;
    GRANT EXECUTE ON FUNCTION realtime.follow_publication() TO service_role;
    GRANT EXECUTE ON FUNCTION realtime.change_trigger(regclass, text) TO definer;
    REVOKE CREATE ON SCHEMA realtime FROM definer;
  END IF;
END
$$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
  CREATE EVENT TRIGGER publication_changed ON ddl_command_end
    WHEN TAG IN ('CREATE PUBLICATION', 'ALTER PUBLICATION', 'DROP PUBLICATION', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE')
    EXECUTE FUNCTION realtime.publication_changed();
EXCEPTION
  WHEN insufficient_privilege THEN
    RAISE NOTICE 'no event trigger: the role is no superuser';
END
$$;
-- +goose StatementEnd
