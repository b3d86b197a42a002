-- What a database that serves the protocols alone has besides: what apps written for the rented
-- backend expect. The product's database does not run this file.

-- The service key passes the policies of an app's tables; only a superuser can say so.
DO $$
BEGIN
  ALTER ROLE service_role BYPASSRLS;
EXCEPTION
  WHEN insufficient_privilege THEN
    RAISE NOTICE 'the service key is held to policies: the role is no superuser';
END
$$;

-- Apps find these extensions there.
DO $$
DECLARE
  wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['pgcrypto', 'uuid-ossp'] LOOP
    BEGIN
      EXECUTE format('CREATE EXTENSION IF NOT EXISTS %I WITH SCHEMA extensions', wanted);
    EXCEPTION
      WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
        RAISE NOTICE 'without the extension %', wanted;
    END;
  END LOOP;
END
$$;

-- An app's own policies decide what of its files is read and written.
GRANT SELECT, INSERT, UPDATE, DELETE, SELECT (type, owner, owner_id) ON storage.buckets TO anon, authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE, SELECT (owner_id, path_tokens) ON storage.objects TO anon, authenticated;

-- Apps say here which tables' changes are live.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_publication WHERE pubname = 'supabase_realtime') THEN
    CREATE PUBLICATION supabase_realtime;
  END IF;
END
$$;
