-- Who erases his account is not found by name afterwards: what moderation
-- copied of him and what the log calls him lose the name too. That something
-- was done, by whom and to whom, stays.

-- +goose Up

-- A text without some names, in whatever case they are written, as whole words.
-- +goose StatementBegin
CREATE FUNCTION private.without_names(content text, names text[]) RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT coalesce(regexp_replace(content, (
    SELECT '(?<!\w)(?:' || string_agg(regexp_replace(name, '([^[:alnum:]])', '\\\1', 'g'), '|' ORDER BY length(name) DESC) || ')(?!\w)'
    FROM unnest(names) AS name WHERE btrim(name) <> ''), 'Usuário removido', 'gi'), content)
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.without_names(text, text[]) TO service_role;

CREATE INDEX audit_log_subject_id_idx ON public.audit_log (subject_id);
GRANT UPDATE (subject_label, details) ON public.audit_log TO service_role;
CREATE POLICY "the server takes names out of the log" ON public.audit_log
  FOR UPDATE TO service_role USING (true) WITH CHECK (true);
-- Otherwise nobody changes what was written, the server included.
-- +goose StatementBegin
CREATE FUNCTION private.keep_the_log() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  gone CONSTANT text := 'Usuário removido';
BEGIN
  IF NEW.subject_label <> OLD.subject_label AND strpos(NEW.subject_label, gone) = 0
     OR NEW.details <> OLD.details AND (strpos(NEW.details::text, gone) = 0
       OR ARRAY(SELECT jsonb_object_keys(NEW.details) ORDER BY 1) <> ARRAY(SELECT jsonb_object_keys(OLD.details) ORDER BY 1)) THEN
    PERFORM private.refuse(403, 'log_is_final', 'A auditoria não se altera.');
  END IF;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.keep_the_log() OWNER TO service_role;
CREATE TRIGGER keep_the_log BEFORE UPDATE OF subject_label, details ON public.audit_log
  FOR EACH ROW EXECUTE FUNCTION private.keep_the_log();

-- Who has left before is still called by name where the whole text is one.
UPDATE public.reports r SET excerpt = 'Usuário removido'
FROM public.profiles p WHERE p.id = r.profile_id AND r.kind = 'profile' AND p.removed_at IS NOT NULL;
UPDATE public.audit_log l SET subject_label = 'Usuário removido'
FROM public.profiles p WHERE p.id::text = l.subject_id AND l.subject_kind IN ('profile', 'organisation') AND p.removed_at IS NOT NULL;
-- News of an organisation name it, not the colleague who changed something.
UPDATE public.notifications n SET actor_id = p.id, actor_name = p.name
FROM public.profiles p
WHERE n.subject_kind = 'organisation' AND p.id = n.subject_id AND strpos(n.title, p.name) > 0
  AND (n.actor_name IS NULL OR strpos(n.title, n.actor_name) = 0);
