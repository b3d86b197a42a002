-- What follows changes of the schema itself. The last file of the baseline, since nothing has to
-- follow its creation. Event triggers need a superuser; elsewhere the server notifies the protocol
-- engines after it migrates.
DO $$
BEGIN
  CREATE EVENT TRIGGER schema_changed ON ddl_command_end EXECUTE FUNCTION migrations.notify_schema_change();
  CREATE EVENT TRIGGER schema_dropped ON sql_drop        EXECUTE FUNCTION migrations.notify_schema_change();
  CREATE EVENT TRIGGER publication_changed ON ddl_command_end
    WHEN TAG IN ('CREATE PUBLICATION', 'ALTER PUBLICATION', 'DROP PUBLICATION', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE')
    EXECUTE FUNCTION realtime.publication_changed();
EXCEPTION
  WHEN insufficient_privilege THEN
    RAISE NOTICE 'no event trigger: the role is no superuser';
END
$$;
