-- Contracts: their events, acceptances, texts, files, additions and checklists.

-- What two sides agreed on. It outlives edits of the project and names both sides, the company of a
-- confidential project included. Each step belongs to one side, silence has a date, and there is a
-- way out at every point.
CREATE TABLE public.contracts (
  id                      uuid          NOT NULL DEFAULT private.uuid_v7(),
  number                  bigint        NOT NULL GENERATED ALWAYS AS IDENTITY,
  project_id              uuid          NOT NULL,
  proposal_id             uuid          NOT NULL,
  company_id              uuid          NOT NULL,
  professional_id         uuid          NOT NULL,
  status                  text          NOT NULL DEFAULT 'agreed',
  company_reviewed        boolean       NOT NULL DEFAULT false,
  professional_reviewed   boolean       NOT NULL DEFAULT false,
  delivered_by            uuid,
  delivered_at            timestamptz,
  completed_by            uuid,
  completed_at            timestamptz,
  created_at              timestamptz   NOT NULL DEFAULT now(),
  updated_at              timestamptz   NOT NULL DEFAULT now(),
  started_at              timestamptz,
  acceptance_due_at       timestamptz,
  adjustments_count       integer       NOT NULL DEFAULT 0,
  end_reason              text,
  ended_at                timestamptz,
  ended_by                uuid,
  project_revision        integer       NOT NULL DEFAULT 1,
  scope                   jsonb         NOT NULL DEFAULT '{}',
  termination_by          uuid,
  termination_reason      text,
  termination_proposed_at timestamptz,
  termination_lapses_at   timestamptz,
  termination_reopens     boolean,
  value_cents             bigint        NOT NULL,
  value                   numeric(14,2) NOT NULL GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  settlement              text          NOT NULL DEFAULT 'direct',
  fee_basis_points        integer       NOT NULL DEFAULT 0,
  fee_percent             numeric(5,2)  NOT NULL GENERATED ALWAYS AS ((fee_basis_points::numeric / 100.0)) STORED,
  termination_settlement  jsonb,
  terms                   jsonb         NOT NULL DEFAULT '{}',
  CONSTRAINT contracts_pkey                   PRIMARY KEY (id),
  CONSTRAINT contracts_number_key             UNIQUE (number),
  CONSTRAINT contracts_proposal_id_key        UNIQUE (proposal_id),
  CONSTRAINT contracts_company_id_fkey        FOREIGN KEY (company_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT contracts_completed_by_fkey      FOREIGN KEY (completed_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT contracts_delivered_by_fkey      FOREIGN KEY (delivered_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT contracts_ended_by_fkey          FOREIGN KEY (ended_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT contracts_professional_id_fkey   FOREIGN KEY (professional_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT contracts_project_id_fkey        FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE RESTRICT,
  CONSTRAINT contracts_proposal_id_fkey       FOREIGN KEY (proposal_id) REFERENCES public.proposals(id) ON DELETE RESTRICT,
  CONSTRAINT contracts_termination_by_fkey    FOREIGN KEY (termination_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT contracts_acceptance_due         CHECK (acceptance_due_at IS NULL OR status = 'delivered'),
  CONSTRAINT contracts_adjustments_range      CHECK (adjustments_count >= 0),
  CONSTRAINT contracts_completion_told        CHECK ((status = 'completed') = (completed_at IS NOT NULL) AND (completed_by IS NULL OR completed_at IS NOT NULL)),
  CONSTRAINT contracts_delivery_told          CHECK ((delivered_at IS NULL) = (delivered_by IS NULL) AND CASE status WHEN 'agreed' THEN delivered_at IS NULL WHEN 'active' THEN delivered_at IS NULL
    WHEN 'delivered' THEN delivered_at IS NOT NULL ELSE true END),
  CONSTRAINT contracts_direct_is_free         CHECK (settlement = 'guarantee' OR fee_basis_points = 0),
  CONSTRAINT contracts_end_told               CHECK ((status IN ('withdrawn', 'terminated', 'cancelled')) = (ended_at IS NOT NULL) AND (ended_at IS NOT NULL OR ended_by IS NULL
    AND end_reason IS NULL)),
  CONSTRAINT contracts_fee_range              CHECK (fee_basis_points >= 0 AND fee_basis_points <= 5000),
  CONSTRAINT contracts_not_by_who_delivered   CHECK (completed_by <> delivered_by),
  CONSTRAINT contracts_reasons_bounded        CHECK (btrim(end_reason) <> '' AND length(end_reason) <= 1000 AND btrim(termination_reason) <> '' AND length(termination_reason) <= 1000),
  CONSTRAINT contracts_settlement_known       CHECK (settlement IN ('direct', 'guarantee')),
  CONSTRAINT contracts_status_known           CHECK (status IN ('agreed', 'active', 'delivered', 'completed', 'withdrawn', 'terminated', 'cancelled')),
  CONSTRAINT contracts_termination_by_side    CHECK (termination_by = company_id OR termination_by = professional_id),
  CONSTRAINT contracts_termination_settlement CHECK (termination_settlement IS NULL OR termination_by IS NOT NULL AND jsonb_typeof(termination_settlement) = 'array'),
  CONSTRAINT contracts_termination_told       CHECK ((num_nulls(termination_by, termination_reason, termination_proposed_at, termination_lapses_at) IN (0, 4)) AND (termination_by IS NULL
    OR (status IN ('agreed', 'active', 'delivered')))),
  CONSTRAINT contracts_two_people             CHECK (company_id <> professional_id),
  CONSTRAINT contracts_value_cents_positive   CHECK (value_cents > 0)
);
COMMENT ON TABLE public.contracts IS 'Deals between a company and a professional, made when a proposal is accepted
Changed by functions alone.';
COMMENT ON COLUMN public.contracts.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.contracts.number IS 'Its number, written CTR-0001';
COMMENT ON COLUMN public.contracts.project_id IS 'The project it is of';
COMMENT ON COLUMN public.contracts.proposal_id IS 'The proposal it is of';
COMMENT ON COLUMN public.contracts.company_id IS 'The company';
COMMENT ON COLUMN public.contracts.professional_id IS 'The professional';
COMMENT ON COLUMN public.contracts.status IS 'agreed, active, delivered, completed, withdrawn, terminated or cancelled';
COMMENT ON COLUMN public.contracts.company_reviewed IS 'Whether the company wrote its review';
COMMENT ON COLUMN public.contracts.professional_reviewed IS 'Whether the professional wrote his review';
COMMENT ON COLUMN public.contracts.delivered_by IS 'Who delivered it';
COMMENT ON COLUMN public.contracts.delivered_at IS 'When it was delivered';
COMMENT ON COLUMN public.contracts.completed_by IS 'Who completed it; null is time';
COMMENT ON COLUMN public.contracts.completed_at IS 'When it was completed';
COMMENT ON COLUMN public.contracts.created_at IS 'When it was written';
COMMENT ON COLUMN public.contracts.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.contracts.started_at IS 'When work began';
COMMENT ON COLUMN public.contracts.acceptance_due_at IS 'When what was delivered is accepted by silence';
COMMENT ON COLUMN public.contracts.adjustments_count IS 'How often adjustments were asked for';
COMMENT ON COLUMN public.contracts.end_reason IS 'Why it ended';
COMMENT ON COLUMN public.contracts.ended_at IS 'When it ended';
COMMENT ON COLUMN public.contracts.ended_by IS 'Who ended it';
COMMENT ON COLUMN public.contracts.project_revision IS 'The version of the project it was written for';
COMMENT ON COLUMN public.contracts.scope IS 'The project as it was agreed on';
COMMENT ON COLUMN public.contracts.termination_by IS 'The party that proposes to end it';
COMMENT ON COLUMN public.contracts.termination_reason IS 'Why it is to end';
COMMENT ON COLUMN public.contracts.termination_proposed_at IS 'When its end was proposed';
COMMENT ON COLUMN public.contracts.termination_lapses_at IS 'When that proposal lapses';
COMMENT ON COLUMN public.contracts.termination_reopens IS 'Whether the project opens again then';
COMMENT ON COLUMN public.contracts.value_cents IS 'Its value in centavos';
COMMENT ON COLUMN public.contracts.value IS 'Its value in reais';
COMMENT ON COLUMN public.contracts.settlement IS 'direct or guarantee: how it is paid';
COMMENT ON COLUMN public.contracts.fee_basis_points IS 'The platform''s fee in hundredths of a percent';
COMMENT ON COLUMN public.contracts.fee_percent IS 'The platform''s fee in percent';
COMMENT ON COLUMN public.contracts.termination_settlement IS 'How each milestone is settled then';
COMMENT ON COLUMN public.contracts.terms IS 'The terms as they were agreed on';
CREATE INDEX contracts_company_id_idx      ON public.contracts (company_id, created_at DESC);
CREATE INDEX contracts_completed_by_idx    ON public.contracts (completed_by)   WHERE completed_by   IS NOT NULL;
CREATE INDEX contracts_delivered_by_idx    ON public.contracts (delivered_by)   WHERE delivered_by   IS NOT NULL;
CREATE INDEX contracts_ended_by_idx        ON public.contracts (ended_by)       WHERE ended_by       IS NOT NULL;
CREATE INDEX contracts_lapsing_idx         ON public.contracts (termination_lapses_at) WHERE termination_by IS NOT NULL;

-- One contract a project at a time; one that ended early makes room for another.
CREATE UNIQUE INDEX contracts_one_standing ON public.contracts (project_id) WHERE status IN ('agreed', 'active', 'delivered', 'completed');
CREATE INDEX contracts_professional_id_idx ON public.contracts (professional_id, created_at DESC);
CREATE INDEX contracts_project_id_idx      ON public.contracts (project_id, created_at DESC);
CREATE INDEX contracts_termination_by_idx  ON public.contracts (termination_by) WHERE termination_by IS NOT NULL;
ALTER TABLE public.contracts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.contracts FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, number, project_id, proposal_id, company_id, professional_id, status, company_reviewed, professional_reviewed,
  delivered_by, delivered_at, completed_by, completed_at, created_at, updated_at, started_at, acceptance_due_at,
  adjustments_count, end_reason, ended_at, ended_by, project_revision, scope, termination_by, termination_reason,
  termination_proposed_at, termination_lapses_at, termination_reopens, value_cents, value, settlement, fee_basis_points,
  fee_percent, termination_settlement, terms) ON public.contracts TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.contracts TO service_role;
GRANT USAGE ON SEQUENCE public.contracts_number_seq TO service_role;

-- Work is active until it is finished or was given up.
CREATE FUNCTION private.count_active_projects() RETURNS trigger
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
GRANT EXECUTE ON FUNCTION private.count_active_projects() TO service_role;
ALTER FUNCTION private.count_active_projects() OWNER TO definer;

CREATE FUNCTION private.count_completed_contracts() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  PERFORM private.settle_reputation(ARRAY[NEW.company_id, NEW.professional_id]);
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.count_completed_contracts() TO service_role;
ALTER FUNCTION private.count_completed_contracts() OWNER TO definer;

CREATE FUNCTION private.stop_acceptances() RETURNS trigger
LANGUAGE plpgsql SET search_path = ''
AS $$
BEGIN
  IF EXISTS (SELECT FROM private.debts_of(NEW.company_id) AS d WHERE d.stops_on <= private.market_day()) THEN
    PERFORM private.refuse(409, 'company_in_debt', 'Sua empresa tem um pagamento vencido, e o prazo para regularizá-lo terminou. Pague e informe o comprovante, ou, se o valor é de tributos retidos, peça ao profissional que confirme o recebimento, para voltar a aceitar propostas.');
  END IF;
  RETURN NEW;
END
$$;

CREATE POLICY "administrators see every contract" ON public.contracts
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "both sides see their contract" ON public.contracts
  FOR SELECT TO authenticated
  USING (company_id = ANY ((SELECT private.parties())::uuid[]) OR professional_id = ANY ((SELECT private.parties())::uuid[]));
CREATE POLICY "the server keeps contracts" ON public.contracts
  TO service_role USING (true) WITH CHECK (true);
SELECT private.announce_writes('public.contracts');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF end_reason, termination_reason ON public.contracts
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.end_reason) OR NOT private.is_settled_text(NEW.termination_reason)) EXECUTE FUNCTION private.settle_texts('end_reason:text', 'termination_reason:text');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.contracts
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('contract');
CREATE TRIGGER count_active AFTER INSERT OR UPDATE OF status ON public.contracts
  FOR EACH ROW EXECUTE FUNCTION private.count_active_projects();
CREATE TRIGGER count_completed AFTER INSERT OR UPDATE OF status ON public.contracts
  FOR EACH ROW WHEN (NEW.status = 'completed') EXECUTE FUNCTION private.count_completed_contracts();
SELECT realtime.watch('public.contracts');
CREATE TRIGGER stop_acceptances BEFORE INSERT ON public.contracts FOR EACH ROW EXECUTE FUNCTION private.stop_acceptances();
CREATE TRIGGER touch BEFORE UPDATE ON public.contracts
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

ALTER TABLE private.sealed_parties ADD CONSTRAINT sealed_parties_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT;

CREATE TABLE public.contract_events (
  id           uuid        NOT NULL DEFAULT private.uuid_v7(),
  contract_id  uuid        NOT NULL,
  action       text        NOT NULL,
  from_status  text,
  to_status    text        NOT NULL,
  actor_id     uuid,
  party_id     uuid,
  reason       text,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  milestone_id uuid,
  CONSTRAINT contract_events_pkey             PRIMARY KEY (id),
  CONSTRAINT contract_events_actor_id_fkey    FOREIGN KEY (actor_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT contract_events_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT contract_events_party_id_fkey    FOREIGN KEY (party_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT contract_events_action_known     CHECK (action IN ('accept_amendment', 'accept_by_silence', 'accept_proposal', 'accept_withheld_proof', 'agree_checklist',
    'agree_withholdings', 'announce_stop', 'answer_termination', 'approve_milestone', 'cancel_contract', 'cancel_milestone',
    'complete_contract', 'confirm_invoice', 'confirm_receipt', 'confirm_withheld', 'contest_receipt', 'contest_withheld_proof',
    'contest_withholdings', 'deliver_contract', 'deliver_milestone', 'dispute_payment', 'end_amendment', 'end_dispute_cancelled',
    'end_dispute_owed', 'end_dispute_refunded', 'end_dispute_released', 'end_dispute_split', 'execute_tac', 'expire_charge',
    'follow_milestones', 'fund_milestone', 'hold_payment', 'lapse_amendment', 'lapse_termination', 'lapse_withholdings',
    'leave', 'lose_hold', 'lose_withheld', 'mediate_withheld', 'open_dispute', 'owe_withheld', 'pause_acceptance', 'propose_amendment',
    'propose_termination', 'prove_withheld', 'prove_withheld_by_silence', 'receive_by_silence', 'record_payment', 'record_withholdings',
    'refund_milestone', 'refuse_amendment', 'refuse_invoice', 'refuse_termination', 'release_milestone', 'release_withheld',
    'replace_invoice', 'replace_withholdings', 'request_adjustments', 'resume_acceptance', 'send_invoice', 'settle_milestone',
    'sign_checklist', 'split_milestone', 'start_checklist', 'start_contract', 'uphold_payment', 'uphold_withheld_proof',
    'waive_guarantee', 'withdraw_amendment', 'withdraw_contract', 'withdraw_dispute', 'withdraw_dispute_adjusting', 'withdraw_dispute_funded',
    'withdraw_dispute_planned', 'withdraw_termination', 'withhold_by_silence', 'witness_by_silence', 'witness_result')),
  CONSTRAINT contract_events_reason_bounded   CHECK (btrim(reason) <> '' AND length(reason) <= 1000)
);
COMMENT ON TABLE public.contract_events IS 'Every step of a contract and its milestones, in order
Only added to, in the transaction of the step.';
COMMENT ON COLUMN public.contract_events.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.contract_events.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.contract_events.action IS 'What was done';
COMMENT ON COLUMN public.contract_events.from_status IS 'Where it stood before; null at its beginning';
COMMENT ON COLUMN public.contract_events.to_status IS 'Where it stood after';
COMMENT ON COLUMN public.contract_events.actor_id IS 'Who did it';
COMMENT ON COLUMN public.contract_events.party_id IS 'The party (a profile that makes deals) it is of';
COMMENT ON COLUMN public.contract_events.reason IS 'Why, in the words of who did it';
COMMENT ON COLUMN public.contract_events.created_at IS 'When it was written';
COMMENT ON COLUMN public.contract_events.milestone_id IS 'The milestone it is of';
CREATE INDEX contract_events_actor_id_idx     ON public.contract_events (actor_id);
CREATE INDEX contract_events_contract_id_idx  ON public.contract_events (contract_id, created_at, id);
CREATE INDEX contract_events_milestone_id_idx ON public.contract_events (milestone_id) WHERE milestone_id IS NOT NULL;
CREATE INDEX contract_events_party_id_idx     ON public.contract_events (party_id);
ALTER TABLE public.contract_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.contract_events FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, contract_id, action, from_status, to_status, actor_id, party_id, reason, created_at, milestone_id) ON public.contract_events TO authenticated;
GRANT SELECT, INSERT ON public.contract_events TO service_role;

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
GRANT EXECUTE ON FUNCTION private.is_side_of(uuid,text) TO authenticated, service_role;
ALTER FUNCTION private.is_side_of(uuid,text) OWNER TO definer;

CREATE POLICY "both sides read what happened to their contract" ON public.contract_events
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "the server adds to the log of contracts" ON public.contract_events
  FOR INSERT TO service_role WITH CHECK (true);
CREATE POLICY "the server keeps the log of contracts" ON public.contract_events
  FOR SELECT TO service_role USING (true);
SELECT private.announce_writes('public.contract_events');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF reason ON public.contract_events
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.reason)) EXECUTE FUNCTION private.settle_texts('reason:text');
SELECT realtime.watch('public.contract_events');

CREATE TABLE public.contract_acceptances (
  contract_id uuid        NOT NULL,
  side        text        NOT NULL,
  person_id   uuid        NOT NULL,
  at          timestamptz NOT NULL DEFAULT now(),
  address     text,
  sha256      text        NOT NULL,
  CONSTRAINT contract_acceptances_pkey             PRIMARY KEY (contract_id, side),
  CONSTRAINT contract_acceptances_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT contract_acceptances_person_id_fkey   FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT contract_acceptances_address_short    CHECK (btrim(address) <> '' AND length(address) <= 64),
  CONSTRAINT contract_acceptances_sha256_form      CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  CONSTRAINT contract_acceptances_side_known       CHECK (side IN ('company', 'professional'))
);
COMMENT ON TABLE public.contract_acceptances IS 'Who accepted a contract''s document for each side, when, and which document';
COMMENT ON COLUMN public.contract_acceptances.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.contract_acceptances.side IS 'Which side: company or professional';
COMMENT ON COLUMN public.contract_acceptances.person_id IS 'The person';
COMMENT ON COLUMN public.contract_acceptances.at IS 'When';
COMMENT ON COLUMN public.contract_acceptances.address IS 'The network address it was accepted from';
COMMENT ON COLUMN public.contract_acceptances.sha256 IS 'SHA-256 of the document, in hexadecimal';
CREATE INDEX contract_acceptances_person_id_idx ON public.contract_acceptances (person_id);
ALTER TABLE public.contract_acceptances ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.contract_acceptances FORCE  ROW LEVEL SECURITY;
GRANT SELECT (contract_id, side, person_id, at, address, sha256) ON public.contract_acceptances TO authenticated;
GRANT SELECT, INSERT, UPDATE (address) ON public.contract_acceptances TO service_role;
CREATE POLICY "both sides read who agreed to their contract" ON public.contract_acceptances
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps who agreed" ON public.contract_acceptances
  TO service_role USING (true) WITH CHECK (true);

CREATE TABLE private.contract_texts (
  contract_id uuid        NOT NULL,
  content     text        NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT contract_texts_pkey             PRIMARY KEY (contract_id),
  CONSTRAINT contract_texts_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT contract_texts_content_filled   CHECK (btrim(content) <> '')
);
ALTER TABLE private.contract_texts ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.contract_texts FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON private.contract_texts TO service_role;
CREATE POLICY "the server keeps what was agreed to" ON private.contract_texts
  TO service_role USING (true) WITH CHECK (true);

CREATE TABLE private.contract_files (
  subject_id  uuid        NOT NULL,
  contract_id uuid        NOT NULL,
  content     bytea       NOT NULL,
  sha256      text        NOT NULL GENERATED ALWAYS AS (encode(sha256(content), 'hex')) STORED,
  created_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT contract_files_pkey             PRIMARY KEY (subject_id),
  CONSTRAINT contract_files_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT contract_files_content_filled   CHECK (length(content) > 0)
);
CREATE INDEX contract_files_contract_id_idx ON private.contract_files (contract_id);
ALTER TABLE private.contract_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.contract_files FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON private.contract_files TO service_role;
CREATE POLICY "the server keeps what was printed" ON private.contract_files
  TO service_role USING (true) WITH CHECK (true);

-- Who the sides of a contract were when somebody acted. A document is printed from what was stored
-- at the step, so that a party that renames itself, merges or leaves changes nothing of the past.
-- It stays as long as the text of the contract does (LGPD, art. 16, I); the server alone reads it,
-- for people who may read the document.
CREATE TABLE private.party_snapshots (
  contract_id           uuid        NOT NULL,
  act                   text        NOT NULL,
  subject_id            uuid        NOT NULL,
  version               integer     NOT NULL DEFAULT 1,
  side                  text        NOT NULL,
  company_name          text        NOT NULL,
  company_document      text        NOT NULL,
  professional_name     text        NOT NULL,
  professional_document text        NOT NULL,
  person_id             uuid,
  person_name           text,
  address               text,
  taken_at              timestamptz NOT NULL DEFAULT now(),
  is_late               boolean     NOT NULL DEFAULT false,
  CONSTRAINT party_snapshots_pkey             PRIMARY KEY (act, subject_id, version, side),
  CONSTRAINT party_snapshots_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT party_snapshots_person_id_fkey   FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT party_snapshots_act_known        CHECK (act IN ('agreement', 'amendment', 'checklist', 'dispute', 'fee_receipt')),
  CONSTRAINT party_snapshots_person_named     CHECK ((person_id IS NULL) = (person_name IS NULL)),
  CONSTRAINT party_snapshots_side_known       CHECK (side IN ('company', 'professional')),
  CONSTRAINT party_snapshots_version_positive CHECK (version > 0)
);
CREATE INDEX party_snapshots_contract_id_idx ON private.party_snapshots (contract_id);
CREATE INDEX party_snapshots_person_id_idx   ON private.party_snapshots (person_id);
ALTER TABLE private.party_snapshots ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.party_snapshots FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON private.party_snapshots TO service_role;
CREATE POLICY "the server keeps who the sides were" ON private.party_snapshots
  TO service_role USING (true) WITH CHECK (true);

CREATE TABLE private.terms_consents (
  proposal_id uuid        NOT NULL,
  number      integer     NOT NULL,
  person_id   uuid        NOT NULL,
  at          timestamptz NOT NULL DEFAULT now(),
  address     text,
  CONSTRAINT terms_consents_pkey             PRIMARY KEY (proposal_id, number),
  CONSTRAINT terms_consents_person_id_fkey   FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT terms_consents_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES public.proposals(id) ON DELETE CASCADE,
  CONSTRAINT terms_consents_address_short    CHECK (btrim(address) <> '' AND length(address) <= 64)
);
CREATE INDEX terms_consents_person_id_idx ON private.terms_consents (person_id);
ALTER TABLE private.terms_consents ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.terms_consents FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON private.terms_consents TO service_role;
CREATE POLICY "the server keeps who agreed to terms" ON private.terms_consents
  TO service_role USING (true) WITH CHECK (true);

-- A person sets aside what waits for them until a working day. It is theirs, not their
-- organisation's. It is set aside as it stood: another state of it waits again. It comes back at
-- the latest on the working day before its deadline.
CREATE TABLE private.deferrals (
  person_id  uuid        NOT NULL,
  party_id   uuid        NOT NULL,
  kind       text        NOT NULL,
  matter     uuid        NOT NULL,
  state      text        NOT NULL,
  until      timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT deferrals_pkey           PRIMARY KEY (person_id, party_id, kind, matter),
  CONSTRAINT deferrals_party_id_fkey  FOREIGN KEY (party_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT deferrals_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT deferrals_bounded        CHECK (length(kind) <= 40 AND length(state) <= 200)
);
CREATE INDEX deferrals_party_id_idx ON private.deferrals (party_id);
ALTER TABLE private.deferrals ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.deferrals FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON private.deferrals TO service_role;
CREATE POLICY "the server keeps what people set aside" ON private.deferrals FOR ALL TO service_role
  USING (true) WITH CHECK (true);

-- As the indexes have it, so that the planner knows it for theirs.
CREATE FUNCTION private.is_binding(status text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN status IN ('agreed', 'active', 'delivered');
GRANT EXECUTE ON FUNCTION private.is_binding(text) TO authenticated, service_role;

-- What the sides of a contract were called when they agreed, for people of either
-- side: what they export is read under their own role.
CREATE FUNCTION private.agreed_names(contract_id uuid, OUT company text, OUT professional text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT s.company_name, s.professional_name FROM private.party_snapshots s
  WHERE s.act = 'agreement' AND s.subject_id = agreed_names.contract_id AND s.side = 'company' AND private.is_side_of(agreed_names.contract_id)
$$;
GRANT EXECUTE ON FUNCTION private.agreed_names(uuid) TO authenticated, service_role;
ALTER FUNCTION private.agreed_names(uuid) OWNER TO definer;

-- Whether the caller's side has a contract over a project, or a living proposal
-- on which the company made an offer that it did not take back.
CREATE FUNCTION private.deals_over(project_id uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  RETURN EXISTS (
      SELECT FROM public.contracts c
      WHERE c.project_id = deals_over.project_id AND c.professional_id = ANY (private.parties()))
    OR EXISTS (
      SELECT FROM public.proposals o JOIN public.proposal_terms t ON t.proposal_id = o.id AND t.author = 'company' AND t.state <> 'withdrawn'
      WHERE o.project_id = deals_over.project_id AND o.professional_id = ANY (private.parties()) AND o.status IN ('pending', 'waiting'));
END
$$;
GRANT EXECUTE ON FUNCTION private.deals_over(uuid) TO authenticated, service_role;
ALTER FUNCTION private.deals_over(uuid) OWNER TO definer;

-- The company of a confidential project is not told by being blocked.
CREATE FUNCTION private.deals_with(profile uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
COST 10000
AS $$
DECLARE
  mine uuid[] := private.parties();
BEGIN
  RETURN profile = ANY (mine)
      OR private.is_colleague(profile)
      OR EXISTS (SELECT FROM public.conversations c WHERE c.owner_id = auth.uid() AND c.partner_id = profile)
      OR EXISTS (SELECT FROM public.contracts c WHERE c.company_id = profile AND c.professional_id = ANY (mine))
      OR EXISTS (SELECT FROM public.contracts c WHERE c.professional_id = profile AND c.company_id = ANY (mine))
      OR EXISTS (SELECT FROM public.proposals o JOIN public.project_owners w ON w.project_id = o.project_id
                 WHERE o.professional_id = profile AND w.company_id = ANY (mine))
      OR EXISTS (SELECT FROM public.proposals o JOIN public.projects p ON p.id = o.project_id
                 WHERE p.company_id = profile AND o.professional_id = ANY (mine));
END
$$;
GRANT EXECUTE ON FUNCTION private.deals_with(uuid) TO authenticated, service_role;
ALTER FUNCTION private.deals_with(uuid) OWNER TO definer;

-- The day that a choice means; null for what is none.
CREATE FUNCTION private.deferral_day(choice text, today date) RETURNS date
LANGUAGE sql IMMUTABLE
SET search_path = ''
RETURN CASE choice
  WHEN 'tomorrow'   THEN private.working_days_after(today, 1)
  WHEN 'three_days' THEN private.working_days_after(today, 3)
  WHEN 'monday'     THEN private.working_days_after(today + 7 - extract(isodow FROM today)::integer, 1) END;
GRANT EXECUTE ON FUNCTION private.deferral_day(text,date) TO service_role;

-- The contracts among the turns of a party: a list of contracts is filtered by it, a page at a
-- time.
CREATE FUNCTION public.waiting_contracts(party uuid DEFAULT auth.uid()) RETURNS TABLE (contract_id uuid, turns integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF auth.uid() IS NULL OR NOT private.acts_for(party) THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT t.contract_id, count(*)::integer FROM private.contract_turns(party, auth.uid()) AS t GROUP BY 1 ORDER BY 1 DESC LIMIT 100;
END
$$;
COMMENT ON FUNCTION public.waiting_contracts(uuid) IS 'The contracts in which it is a party''s turn
100 at most.';
GRANT EXECUTE ON FUNCTION public.waiting_contracts(uuid) TO authenticated;
ALTER FUNCTION public.waiting_contracts(uuid) OWNER TO definer;

CREATE POLICY "who deals with somebody sees who it is, also when he is blocked" ON public.profiles
  FOR SELECT TO authenticated USING (status <> 'active' AND private.deals_with(id));

CREATE POLICY "who negotiates or was hired reads every file of a project" ON public.project_files
  FOR SELECT TO authenticated USING (private.deals_over(project_id));
