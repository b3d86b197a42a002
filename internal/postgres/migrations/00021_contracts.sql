-- From a chosen proposal to finished work. A contract is what two sides agreed
-- on: it outlives edits of the project and names both of them, the company of
-- a confidential project included. Its states are active, delivered and
-- completed; payment will hang on their changes.

-- +goose Up
ALTER TABLE public.proposals
  ADD COLUMN decline_reason text,
  ADD COLUMN decided_at     timestamptz,
  ADD CONSTRAINT proposals_decline_reason_bounded  CHECK (btrim(decline_reason) <> '' AND length(decline_reason) <= 1000),
  ADD CONSTRAINT proposals_decline_reason_declined CHECK (decline_reason IS NULL OR status = 'declined');
CREATE UNIQUE INDEX proposals_one_accepted ON public.proposals (project_id) WHERE status = 'accepted';

CREATE TABLE public.contracts (
  id                    uuid          NOT NULL DEFAULT private.uuid_v7(),
  number                bigint        GENERATED ALWAYS AS IDENTITY,
  project_id            uuid          NOT NULL,
  proposal_id           uuid          NOT NULL,
  company_id            uuid          NOT NULL,
  professional_id       uuid          NOT NULL,
  value                 numeric(14,2) NOT NULL,
  status                text          NOT NULL DEFAULT 'active',
  company_reviewed      boolean       NOT NULL DEFAULT false,
  professional_reviewed boolean       NOT NULL DEFAULT false,
  delivered_by          uuid,
  delivered_at          timestamptz,
  completed_by          uuid,
  completed_at          timestamptz,
  created_at            timestamptz   NOT NULL DEFAULT now(),
  updated_at            timestamptz   NOT NULL DEFAULT now(),
  CONSTRAINT contracts_pkey                 PRIMARY KEY (id),
  CONSTRAINT contracts_number_key           UNIQUE (number),
  CONSTRAINT contracts_project_id_key       UNIQUE (project_id),
  CONSTRAINT contracts_proposal_id_key      UNIQUE (proposal_id),
  CONSTRAINT contracts_project_id_fkey      FOREIGN KEY (project_id)      REFERENCES public.projects (id)  ON DELETE RESTRICT,
  CONSTRAINT contracts_proposal_id_fkey     FOREIGN KEY (proposal_id)     REFERENCES public.proposals (id) ON DELETE RESTRICT,
  CONSTRAINT contracts_company_id_fkey      FOREIGN KEY (company_id)      REFERENCES public.profiles (id)  ON DELETE RESTRICT,
  CONSTRAINT contracts_professional_id_fkey FOREIGN KEY (professional_id) REFERENCES public.profiles (id)  ON DELETE RESTRICT,
  CONSTRAINT contracts_two_people           CHECK (company_id <> professional_id),
  CONSTRAINT contracts_value_positive       CHECK (value > 0),
  CONSTRAINT contracts_status_known         CHECK (status IN ('active', 'delivered', 'completed')),
  CONSTRAINT contracts_delivery_told        CHECK ((status = 'active') = (delivered_at IS NULL) AND (delivered_at IS NULL) = (delivered_by IS NULL)),
  CONSTRAINT contracts_completion_told      CHECK ((status = 'completed') = (completed_at IS NOT NULL) AND (completed_at IS NULL) = (completed_by IS NULL)),
  CONSTRAINT contracts_by_its_sides         CHECK (delivered_by IN (company_id, professional_id) AND completed_by IN (company_id, professional_id))
);
CREATE INDEX contracts_company_id_idx      ON public.contracts (company_id, created_at DESC);
CREATE INDEX contracts_professional_id_idx ON public.contracts (professional_id, created_at DESC);
CREATE TRIGGER touch BEFORE UPDATE ON public.contracts
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Locked in the order of their keys, so that two contracts between the same
-- people cannot wait for one another.
-- +goose StatementBegin
CREATE FUNCTION private.count_active_projects() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  PERFORM FROM public.profiles WHERE id IN (NEW.company_id, NEW.professional_id) ORDER BY id FOR NO KEY UPDATE;
  UPDATE public.profiles p
  SET active_projects = (
    SELECT count(*) FROM public.contracts c
    WHERE c.status <> 'completed' AND (c.company_id = p.id OR c.professional_id = p.id))
  WHERE p.id IN (NEW.company_id, NEW.professional_id);
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.count_active_projects() OWNER TO service_role;
CREATE TRIGGER count_active AFTER INSERT OR UPDATE OF status ON public.contracts
  FOR EACH ROW EXECUTE FUNCTION private.count_active_projects();

ALTER TABLE public.contracts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.contracts FORCE  ROW LEVEL SECURITY;
CREATE POLICY "both sides see their contract" ON public.contracts
  FOR SELECT TO authenticated USING (auth.uid() IN (company_id, professional_id));
CREATE POLICY "administrators see every contract" ON public.contracts
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps contracts" ON public.contracts
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT ON public.contracts TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.contracts TO service_role;
GRANT USAGE ON SEQUENCE public.contracts_number_seq TO service_role;

SELECT realtime.watch('public.contracts');
SELECT realtime.watch('public.projects');
