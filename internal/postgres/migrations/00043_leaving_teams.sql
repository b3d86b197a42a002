-- Leaving the product (LGPD, art. 18) when one belongs to organisations: who
-- somebody was goes, a party goes only with its last person. A party that goes
-- on keeps its public face, also when that has its founder's key, and an owner:
-- its last owner passes it on before he leaves.

-- +goose Up

-- An organisation keeps an owner as long as there is one at all: nobody leaves
-- it without people either. It goes with the account of its last person.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.keep_an_owner() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  PERFORM FROM public.organisations WHERE id = OLD.organisation_id FOR UPDATE;
  IF FOUND AND NOT EXISTS (SELECT FROM public.memberships WHERE organisation_id = OLD.organisation_id AND role = 'owner') THEN
    PERFORM private.refuse(409, 'last_owner', 'A organização precisa de pelo menos um proprietário. Passe a propriedade antes.');
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd

-- The parties that nobody acts for once a person is gone.
-- +goose StatementBegin
CREATE FUNCTION private.parties_ending_with(person uuid) RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT ARRAY(
    SELECT p.id FROM public.profiles p
    WHERE p.id = person AND p.is_party AND NOT EXISTS (SELECT FROM public.organisations o WHERE o.id = p.id)
    UNION ALL
    SELECT m.organisation_id FROM public.memberships m
    WHERE m.person_id = person
      AND NOT EXISTS (SELECT FROM public.memberships other WHERE other.organisation_id = m.organisation_id AND other.person_id <> person)
    ORDER BY 1)
$$;
-- +goose StatementEnd
ALTER FUNCTION private.parties_ending_with(uuid) OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.parties_ending_with(uuid) TO service_role;

-- What a profile showed; the bytes of its pictures go with the next sweep.
-- +goose StatementBegin
CREATE FUNCTION private.blank_profile(profile uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  DELETE FROM public.profile_view_days WHERE profile_id = profile;
  DELETE FROM storage.objects
  WHERE bucket_id = 'public-uploads' AND name LIKE ANY (ARRAY['avatars/' || profile || '%', 'banners/' || profile || '%', 'portfolio/' || profile || '%']);
  UPDATE public.profiles
  SET name = 'Usuário removido', status = 'blocked', removed_at = now(), avatar_seed = encode(uuid_send(gen_random_uuid()), 'hex'),
      avatar_url = NULL, banner_url = NULL, headline = '', title = '', location = '', about = '', experience = NULL, skills = '{}'
  WHERE id = profile;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.blank_profile(uuid) OWNER TO service_role;

-- A party leaves the market: what it offered and asked for ends, what the other
-- side of a contract or conversation needs stays under no name.
-- +goose StatementBegin
CREATE FUNCTION private.remove_party(party uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  UPDATE public.proposals SET status = 'withdrawn', decided_at = now()
  WHERE professional_id = party AND status = 'pending';
  UPDATE public.proposals SET status = 'declined', decided_at = now(), decline_reason = 'O projeto foi encerrado.'
  WHERE status = 'pending' AND project_id IN (SELECT project_id FROM public.project_owners WHERE company_id = party);
  UPDATE public.projects SET status = 'closed'
  WHERE status = 'open' AND id IN (SELECT project_id FROM public.project_owners WHERE company_id = party);
  DELETE FROM public.portfolio_projects WHERE profile_id = party;
  DELETE FROM public.organisations      WHERE id = party;
  PERFORM private.blank_profile(party);
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.remove_party(uuid) OWNER TO service_role;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.remove_member() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  -- Whoever joins or leaves one of them meanwhile waits.
  PERFORM FROM public.organisations WHERE id IN (SELECT organisation_id FROM public.memberships WHERE person_id = NEW.id) ORDER BY id FOR UPDATE;
  PERFORM private.remove_party(party) FROM unnest(private.parties_ending_with(NEW.id)) AS party;
  DELETE FROM public.memberships   WHERE person_id  = NEW.id;
  SET CONSTRAINTS public.keep_an_owner IMMEDIATE;
  DELETE FROM public.invitations   WHERE email      = OLD.email;
  DELETE FROM public.notifications WHERE profile_id = NEW.id;
  DELETE FROM public.preferences   WHERE profile_id = NEW.id;
  DELETE FROM public.conversations WHERE owner_id   = NEW.id;
  DELETE FROM public.accounts      WHERE profile_id = NEW.id;
  PERFORM private.blank_profile(p.id) FROM public.profiles p
  WHERE p.id = NEW.id AND p.removed_at IS NULL AND NOT EXISTS (SELECT FROM public.organisations o WHERE o.id = p.id);
  RETURN NULL;
END
$$;
-- +goose StatementEnd

-- An address that was invited and never came is nobody's business for long.
-- +goose StatementBegin
CREATE FUNCTION private.forget_invitations(unused_for interval) RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = ''
AS $$
  DELETE FROM public.invitations WHERE coalesce(decided_at, expires_at) < now() - unused_for
$$;
-- +goose StatementEnd
ALTER FUNCTION private.forget_invitations(interval) OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.forget_invitations(interval) TO service_role;
