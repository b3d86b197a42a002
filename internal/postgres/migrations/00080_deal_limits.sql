-- The bounds of proposals, questions and contracts, said where every limit is.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('proposals_party_max',       3, 'How many proposals one party may send to one project.'),
  ('undo_decline_minutes',     10, 'How long a company may take back that it declined a proposal.'),
  ('questions_open_max',       10, 'How many questions of one party to one project may wait for an answer.'),
  ('acceptance_days',          14, 'How long after a delivery silence accepts it.'),
  ('acceptance_reminder_days',  3, 'How long before silence accepts the company is reminded.'),
  ('termination_days',         14, 'How long the termination of a contract waits for its answer.');

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.check_proposal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
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
  ELSIF (SELECT count(*) FROM public.proposals WHERE project_id = NEW.project_id AND professional_id = NEW.professional_id) >= private.limit_of('proposals_party_max') THEN
    PERFORM private.refuse(409, 'too_many_proposals', 'Você já enviou {proposals_party_max} propostas para este projeto.');
  END IF;
  NEW.project_revision := project.revision;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
