-- Leaving the product (LGPD, art. 18): who somebody was goes, what the other
-- side of a contract or conversation needs stays under no name. It happens
-- with the deletion of the user, whichever way that came about.

-- +goose Up
ALTER TABLE public.profiles ADD COLUMN removed_at timestamptz;
GRANT SELECT (removed_at) ON public.profiles TO anon, authenticated;

-- +goose StatementBegin
CREATE FUNCTION private.remove_member() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  UPDATE public.proposals SET status = 'withdrawn', decided_at = now()
  WHERE professional_id = NEW.id AND status = 'pending';
  UPDATE public.proposals SET status = 'declined', decided_at = now(), decline_reason = 'O projeto foi encerrado.'
  WHERE status = 'pending' AND project_id IN (SELECT project_id FROM public.project_owners WHERE company_id = NEW.id);
  UPDATE public.projects SET status = 'closed'
  WHERE status = 'open' AND id IN (SELECT project_id FROM public.project_owners WHERE company_id = NEW.id);
  DELETE FROM public.portfolio_projects WHERE profile_id = NEW.id;
  DELETE FROM public.notifications      WHERE profile_id = NEW.id;
  DELETE FROM public.preferences        WHERE profile_id = NEW.id;
  DELETE FROM public.conversations      WHERE owner_id   = NEW.id;
  DELETE FROM public.profile_view_days  WHERE profile_id = NEW.id;
  DELETE FROM public.accounts           WHERE profile_id = NEW.id;
  -- The bytes go with the next sweep of the file store.
  DELETE FROM storage.objects           WHERE owner      = NEW.id;
  UPDATE public.profiles
  SET name = 'Usuário removido', status = 'blocked', removed_at = now(), avatar_seed = encode(uuid_send(gen_random_uuid()), 'hex'),
      avatar_url = NULL, banner_url = NULL, headline = '', title = '', location = '', about = '', experience = NULL, skills = '{}'
  WHERE id = NEW.id;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.remove_member() OWNER TO service_role;
CREATE TRIGGER remove_member AFTER UPDATE OF deleted_at ON auth.users
  FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL) EXECUTE FUNCTION private.remove_member();

-- Traces that are only needed for a while.
-- +goose StatementBegin
CREATE FUNCTION private.purge_traces() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  DELETE FROM private.profile_visits WHERE visited_on < current_date - 2;
  DELETE FROM public.notifications   WHERE read AND created_at < now() - interval '90 days';
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.purge_traces() OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.purge_traces() TO service_role;
