-- Whoever publishes or proposes holds its party's profile from then on, and a
-- party that leaves holds it too: what somebody who leaves is bound to cannot
-- grow behind him. Locks are taken in one order: project, proposals, contract,
-- profiles by key.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION private.check_owner() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  PERFORM FROM public.profiles WHERE id = NEW.company_id AND removed_at IS NULL FOR SHARE;
  IF NOT FOUND AND NEW.company_id IS NOT NULL THEN
    PERFORM private.refuse(403, 'party_gone', 'Esta conta não existe mais.');
  END IF;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.check_owner() OWNER TO service_role;
CREATE TRIGGER check_owner BEFORE INSERT ON public.projects
  FOR EACH ROW EXECUTE FUNCTION private.check_owner();

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.check_proposal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  proposals_max CONSTANT integer := 3;
  project public.projects;
BEGIN
  SELECT * INTO project FROM public.projects WHERE id = NEW.project_id FOR UPDATE;
  PERFORM FROM public.profiles WHERE id = NEW.professional_id AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    PERFORM private.refuse(403, 'party_gone', 'Esta conta não existe mais.');
  END IF;
  IF project.id IS NULL THEN
    PERFORM private.refuse(404, 'project_not_found', 'Projeto não encontrado.');
  ELSIF project.status <> 'open' THEN
    PERFORM private.refuse(409, 'project_not_open', 'Este projeto não está recebendo propostas.');
  ELSIF EXISTS (SELECT FROM public.project_owners WHERE project_id = NEW.project_id AND company_id = NEW.professional_id) THEN
    PERFORM private.refuse(409, 'own_project', 'Você não pode enviar uma proposta para o próprio projeto.');
  ELSIF EXISTS (SELECT FROM public.proposals WHERE project_id = NEW.project_id AND professional_id = NEW.professional_id AND status IN ('pending', 'waiting', 'accepted')) THEN
    PERFORM private.refuse(409, 'already_proposed', 'Você já enviou uma proposta para este projeto.');
  ELSIF (SELECT count(*) FROM public.proposals WHERE project_id = NEW.project_id AND professional_id = NEW.professional_id) >= proposals_max THEN
    PERFORM private.refuse(409, 'too_many_proposals', 'Você já enviou três propostas para este projeto.');
  END IF;
  NEW.project_revision := project.revision;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
