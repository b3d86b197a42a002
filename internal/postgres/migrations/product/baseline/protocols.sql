-- What the product adds to the tables and functions of the protocols, and what it changes in them.

-- Keys of the product's people and files grow with time, as its own do.
ALTER TABLE auth.users              ALTER COLUMN id SET DEFAULT private.uuid_v7();
ALTER TABLE auth.identities         ALTER COLUMN id SET DEFAULT private.uuid_v7();
ALTER TABLE auth.sessions           ALTER COLUMN id SET DEFAULT private.uuid_v7();
ALTER TABLE auth.flow_states        ALTER COLUMN id SET DEFAULT private.uuid_v7();
ALTER TABLE auth.one_time_tokens    ALTER COLUMN id SET DEFAULT private.uuid_v7();
ALTER TABLE auth.mfa_factors        ALTER COLUMN id SET DEFAULT private.uuid_v7();
ALTER TABLE auth.mfa_challenges     ALTER COLUMN id SET DEFAULT private.uuid_v7();
ALTER TABLE auth.passkey_challenges ALTER COLUMN id SET DEFAULT private.uuid_v7();
ALTER TABLE auth.audit_log_entries  ALTER COLUMN id SET DEFAULT private.uuid_v7();
ALTER TABLE storage.objects         ALTER COLUMN id SET DEFAULT private.uuid_v7();

-- No publication says which tables are live: the migrations do. What would follow one belongs to
-- nobody.
GRANT CREATE ON SCHEMA realtime TO definer;
GRANT EXECUTE ON FUNCTION realtime.follow_publication() TO service_role;
GRANT EXECUTE ON FUNCTION realtime.change_trigger(regclass, text) TO definer;
ALTER FUNCTION realtime.publication_changed() OWNER TO definer;
ALTER FUNCTION realtime.follow_publication()  OWNER TO definer;
REVOKE CREATE ON SCHEMA realtime FROM definer;

-- An owner of the schema that is no superuser is bound by the policies.
ALTER TABLE storage.buckets NO FORCE ROW LEVEL SECURITY;
INSERT INTO storage.buckets (id, name, public, file_size_limit, allowed_mime_types) VALUES
  ('public-uploads', 'public-uploads', true,  10485760, '{image/png,image/jpeg,image/webp,image/gif}'),
  ('deals',          'deals',          false, 10485760, '{application/pdf,image/png,image/jpeg,image/webp,application/xml,text/xml}'),
  ('messages',       'messages',       false, 10485760, '{application/pdf,image/png,image/jpeg,image/webp,text/plain,text/csv,application/zip,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.openxmlformats-officedocument.wordprocessingml.document}'),
  ('projects',       'projects',       false, 10485760, '{application/pdf,image/png,image/jpeg,image/webp,text/plain,text/csv,application/zip,image/vnd.dwg,image/vnd.dxf,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.openxmlformats-officedocument.wordprocessingml.document}');
ALTER TABLE storage.buckets FORCE ROW LEVEL SECURITY;

GRANT SELECT (id, name, public, file_size_limit, allowed_mime_types, created_at, updated_at, type, owner, owner_id) ON storage.buckets TO anon, authenticated;

GRANT SELECT (id, bucket_id, name, owner, version, size_bytes, metadata, user_metadata, created_at, updated_at, last_accessed_at,
  owner_id, path_tokens) ON storage.objects TO anon;
GRANT DELETE, SELECT (id, bucket_id, name, owner, version, size_bytes, metadata, user_metadata, created_at, updated_at,
  last_accessed_at, owner_id, path_tokens), INSERT (bucket_id, name, owner, version, size_bytes, metadata, user_metadata),
  UPDATE (bucket_id, name, owner, version, size_bytes, metadata, user_metadata, updated_at) ON storage.objects TO authenticated;

-- A version of a file is an upload, whether it is new, replaces another or is a
-- copy. The protocol tries the row, without bytes, before it takes the bytes.
CREATE FUNCTION private.measure_upload() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  wait interval;
BEGIN
  IF auth.uid() IS NULL THEN
    RETURN NULL;
  END IF;
  wait := private.measure(auth.uid(), 'uploads', 1, 'uploads_hourly_max', interval '1 hour');
  IF wait IS NOT NULL THEN
    PERFORM private.refuse(429, 'too_many_uploads', 'Você atingiu o limite de {uploads_hourly_max} arquivos enviados em uma hora. Tente novamente mais tarde.', wait);
  END IF;
  wait := private.measure(auth.uid(), 'upload_bytes', NEW.size_bytes, 'upload_megabytes_daily_max', interval '1 day', 1000000);
  IF wait IS NOT NULL THEN
    PERFORM private.refuse(429, 'too_much_uploaded', 'Você atingiu o limite de {upload_megabytes_daily_max} MB de arquivos enviados em 24 horas. Tente novamente mais tarde.', wait);
  END IF;
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.measure_upload() TO service_role;
ALTER FUNCTION private.measure_upload() OWNER TO definer;

-- A person keeps their own pictures, an administrator those of the site.
CREATE FUNCTION storage.may_write(bucket_id text, name text) RETURNS boolean
LANGUAGE plpgsql STABLE
SET search_path = ''
AS $$
DECLARE
  folder text := split_part(name, '/', 1);
  rest   text := substr(name, length(folder) + 2);
  -- Every path begins with the key of whose picture it is.
  owner  text := left(rest, 36);
BEGIN
  IF bucket_id <> 'public-uploads' OR auth.uid() IS NULL OR rest = '' THEN
    RETURN false;
  ELSIF folder = 'site-images' THEN
    RETURN private.is_admin();
  ELSIF owner !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN
    RETURN false;
  END IF;
  CASE folder
    WHEN 'avatars', 'banners' THEN
      RETURN substr(rest, 37, 1) = '-' AND strpos(rest, '/') = 0
         AND (private.acts_for(owner::uuid, 'manage') OR owner::uuid = auth.uid() AND NOT EXISTS (SELECT FROM public.profiles p WHERE p.id = owner::uuid AND p.is_party));
    WHEN 'portfolio' THEN
      RETURN substr(rest, 37, 1) IN ('-', '/') AND private.acts_for(owner::uuid, 'publish');
    ELSE
      RETURN false;
  END CASE;
END
$$;
GRANT EXECUTE ON FUNCTION storage.may_write(text,text) TO anon, authenticated, service_role;

CREATE POLICY "active members store files for their messages" ON storage.objects FOR INSERT TO authenticated
  WITH CHECK (bucket_id = 'messages' AND owner = (SELECT auth.uid()) AND private.is_reachable(owner)
    AND name ~ '^[0-9a-f-]{36}/[^/]+$' AND split_part(name, '/', 1) = owner::text);
CREATE POLICY "administrators read the papers of a contract in dispute" ON storage.objects FOR SELECT TO authenticated
  USING (bucket_id = 'deals' AND (SELECT private.is_admin())
    AND EXISTS (SELECT FROM public.disputes d WHERE d.contract_id = private.contract_of_file(objects.bucket_id, objects.name)));
CREATE POLICY "administrators read what is stored of papers that they decide" ON storage.objects
  FOR SELECT TO authenticated USING (bucket_id = 'deals' AND (SELECT private.is_admin()) AND EXISTS (
    SELECT FROM public.deal_files f JOIN public.withholding_proof_rounds r ON r.file_id = f.id JOIN public.withholding_proofs p ON p.id = r.proof_id
    WHERE f.path = objects.name AND (p.status = 'mediation' OR p.decided_at IS NOT NULL)));

CREATE POLICY "both sides add papers to their contract" ON storage.objects FOR INSERT TO authenticated
  WITH CHECK (
    bucket_id = 'deals' AND owner = (SELECT auth.uid())
    AND (private.is_side_of(private.contract_of_file(bucket_id, name), 'fulfil')
         OR private.is_side_of(private.contract_of_file(bucket_id, name), 'pay')
         OR private.is_side_of(private.contract_of_file(bucket_id, name), 'negotiate')));
CREATE POLICY "both sides read the files of their messages" ON storage.objects FOR SELECT TO authenticated
  USING (bucket_id = 'messages' AND (owner = (SELECT auth.uid()) OR EXISTS (SELECT FROM public.message_files f WHERE f.path = objects.name)));
CREATE POLICY "both sides read the papers of their contract" ON storage.objects
  FOR SELECT TO authenticated USING (bucket_id = 'deals' AND private.is_side_of(private.contract_of_file(bucket_id, name)));
CREATE POLICY "companies store files for their projects" ON storage.objects FOR INSERT TO authenticated
  WITH CHECK (bucket_id = 'projects' AND owner = (SELECT auth.uid()) AND private.may_store_for_project(name));
CREATE POLICY "owners remove their files" ON storage.objects
  FOR DELETE TO authenticated USING (storage.may_write(bucket_id, name));
CREATE POLICY "owners replace their files" ON storage.objects
  FOR UPDATE TO authenticated USING (storage.may_write(bucket_id, name)) WITH CHECK (storage.may_write(bucket_id, name));
CREATE POLICY "owners see their files" ON storage.objects
  FOR SELECT TO authenticated USING (storage.may_write(bucket_id, name));
CREATE POLICY "owners upload their files" ON storage.objects
  FOR INSERT TO authenticated WITH CHECK (storage.may_write(bucket_id, name) AND owner = (SELECT auth.uid()));
CREATE POLICY "whoever reads a file of a project reads what is stored" ON storage.objects FOR SELECT TO authenticated
  USING (bucket_id = 'projects' AND (owner = (SELECT auth.uid()) OR EXISTS (SELECT FROM public.project_files f WHERE f.path = objects.name)));
CREATE TRIGGER measure_new AFTER INSERT ON storage.objects
  FOR EACH ROW EXECUTE FUNCTION private.measure_upload();
CREATE TRIGGER measure_replaced AFTER UPDATE OF version ON storage.objects
  FOR EACH ROW WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION private.measure_upload();

CREATE TRIGGER follow_email AFTER UPDATE OF email ON auth.users
  FOR EACH ROW EXECUTE FUNCTION private.follow_email();
CREATE TRIGGER follow_password AFTER UPDATE OF password_hash ON auth.users
  FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash) EXECUTE FUNCTION private.follow_password();
CREATE TRIGGER keep_deletion AFTER DELETE ON auth.users
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL) EXECUTE FUNCTION private.keep_suppression('erased');
CREATE TRIGGER keep_erasure AFTER UPDATE OF deleted_at ON auth.users
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION private.keep_suppression('erased');

-- Typing and presence travel on conversation:{smaller id}:{greater id}, open to
-- the two people of it; user:{id} is a person's own channel.
CREATE POLICY "both sides listen to their conversation" ON realtime.messages FOR SELECT TO authenticated
  USING ((extension IN ('broadcast', 'presence')) AND (realtime.topic() = ('user:' || (((SELECT auth.uid()))::text)) OR realtime.topic() ~~ 'conversation:%' AND ((((SELECT auth.uid()))::text) = ANY (ARRAY[split_part(realtime.topic(), ':', 2), split_part(realtime.topic(), ':', 3)]))));
CREATE POLICY "both sides speak in their conversation" ON realtime.messages FOR INSERT TO authenticated
  WITH CHECK ((extension IN ('broadcast', 'presence')) AND realtime.topic() ~~ 'conversation:%' AND ((((SELECT auth.uid()))::text) = ANY (ARRAY[split_part(realtime.topic(), ':', 2), split_part(realtime.topic(), ':', 3)])));

CREATE OR REPLACE FUNCTION auth.check_session() RETURNS void
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  claims jsonb := auth.jwt();
  banned timestamptz;
  halfway boolean := false;
BEGIN
  IF claims ->> 'session_id' IS NOT NULL THEN
    SELECT u.banned_until, s.aal = 'aal1' AND EXISTS (SELECT FROM auth.mfa_factors f WHERE f.user_id = u.id AND f.status = 'verified')
      INTO banned, halfway
      FROM auth.sessions s
      JOIN auth.users u ON u.id = s.user_id
     WHERE s.id = (claims ->> 'session_id')::uuid
       AND s.user_id = (claims ->> 'sub')::uuid
       AND u.deleted_at IS NULL;
    IF NOT FOUND THEN
      banned := auth.banned_until((claims ->> 'sub')::uuid);
      IF banned IS NULL OR banned <= now() THEN
        RAISE EXCEPTION 'Session ended' USING ERRCODE = 'PT401', HINT = 'session_not_found';
      END IF;
    END IF;
  ELSIF claims ->> 'role' = 'authenticated' THEN
    banned := auth.banned_until(auth.uid());
  END IF;
  IF banned > now() THEN
    RAISE EXCEPTION 'User is banned' USING ERRCODE = 'PT401', HINT = 'user_banned';
  END IF;
  IF halfway THEN
    RAISE EXCEPTION 'Second factor needed' USING ERRCODE = 'PT401', HINT = 'insufficient_aal';
  END IF;
END
$$;
