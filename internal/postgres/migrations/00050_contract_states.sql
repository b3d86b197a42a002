-- A contract has two honest sides: each step belongs to one of them, silence
-- has a date, and there is a way out at every point. What was agreed on is
-- kept with it, and every step is told in a log that both sides read.

-- +goose Up
ALTER TABLE public.contracts
  ALTER COLUMN status SET DEFAULT 'agreed',
  ADD COLUMN started_at              timestamptz,
  -- When silence accepts a delivery.
  ADD COLUMN acceptance_due_at       timestamptz,
  ADD COLUMN reminded_at             timestamptz,
  ADD COLUMN adjustments_count       integer NOT NULL DEFAULT 0,
  ADD COLUMN end_reason              text,
  ADD COLUMN ended_at                timestamptz,
  ADD COLUMN ended_by                uuid,
  ADD COLUMN project_revision        integer NOT NULL DEFAULT 1,
  -- The project as both sides agreed on it, whatever is edited later.
  ADD COLUMN scope                   jsonb NOT NULL DEFAULT '{}',
  -- An open distrato: the party that proposes it, why, and until when.
  ADD COLUMN termination_by          uuid,
  ADD COLUMN termination_reason      text,
  ADD COLUMN termination_proposed_at timestamptz,
  ADD COLUMN termination_lapses_at   timestamptz,
  -- Whether the company wants the project open again; empty until it said so.
  ADD COLUMN termination_reopens     boolean,
  DROP CONSTRAINT contracts_project_id_key,
  DROP CONSTRAINT contracts_status_known,
  DROP CONSTRAINT contracts_delivery_told,
  DROP CONSTRAINT contracts_completion_told,
  DROP CONSTRAINT contracts_by_its_sides;

-- What is delivered already gets the whole time from today on. Until now either
-- side could complete: who accepted his own work counts as nobody who did.
UPDATE public.contracts c
SET started_at        = c.created_at,
    completed_by      = nullif(c.completed_by, c.delivered_by),
    acceptance_due_at = CASE WHEN c.status = 'delivered' THEN now() + interval '14 days' END,
    scope             = jsonb_build_object('title', p.title, 'description', p.description, 'skills', p.skills, 'budget', p.budget, 'deadline', p.deadline)
FROM public.projects p WHERE p.id = c.project_id;

ALTER TABLE public.contracts
  ADD CONSTRAINT contracts_delivered_by_fkey   FOREIGN KEY (delivered_by)   REFERENCES public.profiles (id) ON DELETE RESTRICT,
  ADD CONSTRAINT contracts_completed_by_fkey   FOREIGN KEY (completed_by)   REFERENCES public.profiles (id) ON DELETE RESTRICT,
  ADD CONSTRAINT contracts_ended_by_fkey       FOREIGN KEY (ended_by)       REFERENCES public.profiles (id) ON DELETE RESTRICT,
  ADD CONSTRAINT contracts_termination_by_fkey FOREIGN KEY (termination_by) REFERENCES public.profiles (id) ON DELETE RESTRICT,
  ADD CONSTRAINT contracts_status_known        CHECK (status IN ('agreed', 'active', 'delivered', 'completed', 'withdrawn', 'terminated', 'cancelled')),
  ADD CONSTRAINT contracts_delivery_told       CHECK ((delivered_at IS NULL) = (delivered_by IS NULL)
    AND CASE WHEN status IN ('agreed', 'active') THEN delivered_at IS NULL WHEN status IN ('delivered', 'completed') THEN delivered_at IS NOT NULL ELSE true END),
  ADD CONSTRAINT contracts_acceptance_due      CHECK ((status = 'delivered') = (acceptance_due_at IS NOT NULL)),
  ADD CONSTRAINT contracts_completion_told     CHECK ((status = 'completed') = (completed_at IS NOT NULL) AND (completed_by IS NULL OR completed_at IS NOT NULL)),
  ADD CONSTRAINT contracts_not_by_who_delivered CHECK (completed_by <> delivered_by),
  ADD CONSTRAINT contracts_end_told            CHECK ((status IN ('withdrawn', 'terminated', 'cancelled')) = (ended_at IS NOT NULL)
    AND (ended_at IS NOT NULL OR ended_by IS NULL AND end_reason IS NULL)),
  ADD CONSTRAINT contracts_reasons_bounded     CHECK (btrim(end_reason) <> '' AND length(end_reason) <= 1000 AND btrim(termination_reason) <> '' AND length(termination_reason) <= 1000),
  ADD CONSTRAINT contracts_termination_told    CHECK (num_nulls(termination_by, termination_reason, termination_proposed_at, termination_lapses_at) IN (0, 4)
    AND (termination_by IS NULL OR status IN ('agreed', 'active', 'delivered'))),
  ADD CONSTRAINT contracts_termination_by_side CHECK (termination_by IN (company_id, professional_id)),
  ADD CONSTRAINT contracts_adjustments_range   CHECK (adjustments_count >= 0);
-- One contract a project at a time; one that ended early makes room for another.
CREATE UNIQUE INDEX contracts_one_standing ON public.contracts (project_id) WHERE status IN ('agreed', 'active', 'delivered', 'completed');
CREATE INDEX contracts_project_id_idx      ON public.contracts (project_id, created_at DESC);
CREATE INDEX contracts_delivered_by_idx    ON public.contracts (delivered_by)   WHERE delivered_by   IS NOT NULL;
CREATE INDEX contracts_completed_by_idx    ON public.contracts (completed_by)   WHERE completed_by   IS NOT NULL;
CREATE INDEX contracts_ended_by_idx        ON public.contracts (ended_by)       WHERE ended_by       IS NOT NULL;
CREATE INDEX contracts_termination_by_idx  ON public.contracts (termination_by) WHERE termination_by IS NOT NULL;
CREATE INDEX contracts_acceptance_due_idx  ON public.contracts (acceptance_due_at)     WHERE status = 'delivered';
CREATE INDEX contracts_lapsing_idx         ON public.contracts (termination_lapses_at) WHERE termination_by IS NOT NULL;
GRANT SELECT (started_at, acceptance_due_at, adjustments_count, end_reason, ended_at, ended_by, project_revision, scope,
  termination_by, termination_reason, termination_proposed_at, termination_lapses_at, termination_reopens) ON public.contracts TO authenticated;

-- Work is active until it is finished or was given up.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.count_active_projects() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  PERFORM FROM public.profiles WHERE id IN (NEW.company_id, NEW.professional_id) ORDER BY id FOR NO KEY UPDATE;
  UPDATE public.profiles p
  SET active_projects = (
    SELECT count(*) FROM public.contracts c
    WHERE c.status IN ('agreed', 'active', 'delivered') AND (c.company_id = p.id OR c.professional_id = p.id))
  WHERE p.id IN (NEW.company_id, NEW.professional_id);
  RETURN NULL;
END
$$;
-- +goose StatementEnd

CREATE TABLE public.contract_events (
  id          uuid        NOT NULL DEFAULT private.uuid_v7(),
  contract_id uuid        NOT NULL,
  action      text        NOT NULL,
  from_status text,
  to_status   text        NOT NULL,
  -- The person, empty for time and for a side that left; the side, empty for time.
  actor_id    uuid,
  party_id    uuid,
  reason      text,
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT contract_events_pkey             PRIMARY KEY (id),
  CONSTRAINT contract_events_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts (id) ON DELETE RESTRICT,
  CONSTRAINT contract_events_actor_id_fkey    FOREIGN KEY (actor_id)    REFERENCES public.profiles (id)  ON DELETE RESTRICT,
  CONSTRAINT contract_events_party_id_fkey    FOREIGN KEY (party_id)    REFERENCES public.profiles (id)  ON DELETE RESTRICT,
  CONSTRAINT contract_events_action_bounded   CHECK (btrim(action) <> '' AND length(action) <= 40),
  CONSTRAINT contract_events_reason_bounded   CHECK (btrim(reason) <> '' AND length(reason) <= 1000)
);
CREATE INDEX contract_events_contract_id_idx ON public.contract_events (contract_id, created_at, id);
CREATE INDEX contract_events_actor_id_idx    ON public.contract_events (actor_id);
CREATE INDEX contract_events_party_id_idx    ON public.contract_events (party_id);

-- +goose StatementBegin
CREATE FUNCTION private.is_side_of(contract_id uuid, needed text DEFAULT 'read') RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM public.contracts c
    WHERE c.id = is_side_of.contract_id AND (c.company_id = ANY (private.parties(needed)) OR c.professional_id = ANY (private.parties(needed))));
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.is_side_of(uuid, text) OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.is_side_of(uuid, text) TO authenticated, service_role;

ALTER TABLE public.contract_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.contract_events FORCE  ROW LEVEL SECURITY;
CREATE POLICY "both sides read what happened to their contract" ON public.contract_events
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "administrators read what happened to a contract" ON public.contract_events
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps the log of contracts" ON public.contract_events
  FOR SELECT TO service_role USING (true);
CREATE POLICY "the server adds to the log of contracts" ON public.contract_events
  FOR INSERT TO service_role WITH CHECK (true);
GRANT SELECT (id, contract_id, action, from_status, to_status, actor_id, party_id, reason, created_at) ON public.contract_events TO authenticated;
-- Nobody changes or removes what happened, the server included.
GRANT SELECT, INSERT ON public.contract_events TO service_role;
SELECT realtime.watch('public.contract_events');
