-- A no is not the end: it can be taken back, made up for by another proposal,
-- or turn when the chosen contract ends. Proposals may wait for that.

-- +goose Up
ALTER TABLE public.proposals
  -- Whose no it is: the company's, another's luck, or the project's end.
  ADD COLUMN decline_cause    text,
  ADD COLUMN invites_new      boolean NOT NULL DEFAULT false,
  ADD COLUMN project_revision integer NOT NULL DEFAULT 1,
  DROP CONSTRAINT proposals_status_known,
  ADD CONSTRAINT proposals_status_known           CHECK (status IN ('pending', 'waiting', 'accepted', 'declined', 'withdrawn', 'ended')),
  ADD CONSTRAINT proposals_decline_cause_known    CHECK (decline_cause IN ('company', 'other_chosen', 'project_closed')),
  ADD CONSTRAINT proposals_decline_cause_declined CHECK (status = 'declined' OR decline_cause IS NULL AND NOT invites_new),
  ADD CONSTRAINT proposals_revision_positive      CHECK (project_revision > 0);
UPDATE public.proposals o SET decline_cause = CASE p.status WHEN 'open' THEN 'company' WHEN 'closed' THEN 'project_closed' ELSE 'other_chosen' END
FROM public.projects p WHERE p.id = o.project_id AND o.status = 'declined';

-- One living proposal a party and project; three in all.
DROP INDEX public.proposals_one_live;
CREATE UNIQUE INDEX proposals_one_live ON public.proposals (project_id, professional_id) WHERE status IN ('pending', 'waiting', 'accepted');
CREATE INDEX proposals_of_party_idx    ON public.proposals (project_id, professional_id);
GRANT SELECT (decline_cause, invites_new, project_revision) ON public.proposals TO authenticated;

-- Locks the project, so that closing it and proposing to it cannot cross.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.check_proposal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  proposals_max CONSTANT integer := 3;
  state text;
BEGIN
  SELECT status INTO state FROM public.projects WHERE id = NEW.project_id FOR UPDATE;
  IF state IS NULL THEN
    PERFORM private.refuse(404, 'project_not_found', 'Projeto não encontrado.');
  ELSIF state <> 'open' THEN
    PERFORM private.refuse(409, 'project_not_open', 'Este projeto não está recebendo propostas.');
  ELSIF EXISTS (SELECT FROM public.project_owners WHERE project_id = NEW.project_id AND company_id = NEW.professional_id) THEN
    PERFORM private.refuse(409, 'own_project', 'Você não pode enviar uma proposta para o próprio projeto.');
  ELSIF EXISTS (SELECT FROM public.proposals WHERE project_id = NEW.project_id AND professional_id = NEW.professional_id AND status IN ('pending', 'waiting', 'accepted')) THEN
    PERFORM private.refuse(409, 'already_proposed', 'Você já enviou uma proposta para este projeto.');
  ELSIF (SELECT count(*) FROM public.proposals WHERE project_id = NEW.project_id AND professional_id = NEW.professional_id) >= proposals_max THEN
    PERFORM private.refuse(409, 'too_many_proposals', 'Você já enviou três propostas para este projeto.');
  END IF;
  RETURN NEW;
END
$$;
-- +goose StatementEnd

-- Only what enters or leaves the count touches it: declining many proposals at
-- once must not lock the profiles of all their senders in no order.
DROP TRIGGER count_for_project ON public.proposals;
CREATE TRIGGER count_for_project AFTER INSERT OR DELETE ON public.proposals
  FOR EACH ROW EXECUTE FUNCTION private.count_proposals();
CREATE TRIGGER count_withdrawn AFTER UPDATE OF status ON public.proposals
  FOR EACH ROW WHEN ((OLD.status = 'withdrawn') <> (NEW.status = 'withdrawn'))
  EXECUTE FUNCTION private.count_proposals();
