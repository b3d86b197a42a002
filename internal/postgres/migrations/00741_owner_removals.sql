-- An owner leaves an organisation, or loses that role, by their own yes, or after a notice
-- of some days to every owner and the administrators. Without this an invited second owner
-- could take the firm and its contracts from the person who founded it. An owner who objects
-- stays until an administrator has decided.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('owner_notice_days',          7, 'For how many days a notice stands before it takes an owner out of an organisation.'),
  ('owner_removals_monthly_max', 3, 'How many notices about one owner an organisation may give within 30 days.');

CREATE TABLE public.owner_removals (
  id              uuid        NOT NULL DEFAULT private.uuid_v7(),
  organisation_id uuid        NOT NULL,
  -- The owner it is about.
  person_id       uuid        NOT NULL,
  -- What they become; NULL takes them out of the team.
  role            text,
  proposed_by     uuid        NOT NULL,
  status          text        NOT NULL DEFAULT 'announced',
  -- Why the owner objects, and why an administrator decided as they did.
  objection       text,
  decision        text,
  decided_by      uuid,
  created_at      timestamptz NOT NULL DEFAULT now(),
  takes_effect_at timestamptz NOT NULL,
  closed_at       timestamptz,
  CONSTRAINT owner_removals_pkey                 PRIMARY KEY (id),
  CONSTRAINT owner_removals_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES public.organisations (id) ON DELETE CASCADE,
  CONSTRAINT owner_removals_person_id_fkey       FOREIGN KEY (person_id)       REFERENCES public.profiles (id)      ON DELETE CASCADE,
  CONSTRAINT owner_removals_proposed_by_fkey     FOREIGN KEY (proposed_by)     REFERENCES public.profiles (id)      ON DELETE CASCADE,
  CONSTRAINT owner_removals_decided_by_fkey      FOREIGN KEY (decided_by)      REFERENCES public.profiles (id)      ON DELETE SET NULL,
  CONSTRAINT owner_removals_of_another           CHECK (proposed_by <> person_id),
  CONSTRAINT owner_removals_role_known           CHECK (role IN ('buyer', 'engineer', 'finance', 'reader')),
  CONSTRAINT owner_removals_status_known         CHECK (status IN ('announced', 'objected', 'executed', 'withdrawn', 'stopped', 'lapsed')),
  CONSTRAINT owner_removals_objection_bounded    CHECK (btrim(objection) <> '' AND length(objection) <= 1000),
  CONSTRAINT owner_removals_decision_bounded     CHECK (btrim(decision) <> '' AND length(decision) <= 1000),
  CONSTRAINT owner_removals_objection_told       CHECK (status <> 'objected' OR objection IS NOT NULL),
  CONSTRAINT owner_removals_end_told             CHECK ((status IN ('announced', 'objected')) = (closed_at IS NULL))
);
CREATE UNIQUE INDEX owner_removals_open_idx  ON public.owner_removals (organisation_id, person_id) WHERE closed_at IS NULL;
CREATE INDEX owner_removals_organisation_idx ON public.owner_removals (organisation_id, created_at DESC);
CREATE INDEX owner_removals_person_idx       ON public.owner_removals (person_id);
CREATE INDEX owner_removals_proposed_by_idx  ON public.owner_removals (proposed_by);
CREATE INDEX owner_removals_decided_by_idx   ON public.owner_removals (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX owner_removals_due_idx          ON public.owner_removals (takes_effect_at) WHERE closed_at IS NULL;

ALTER TABLE public.owner_removals ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.owner_removals FORCE  ROW LEVEL SECURITY;
CREATE POLICY "who manages an organisation reads the notices to its owners" ON public.owner_removals
  FOR SELECT TO authenticated USING (organisation_id = ANY ((SELECT private.parties('manage'))::uuid[]));
CREATE POLICY "administrators read every notice to an owner" ON public.owner_removals
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps notices to owners" ON public.owner_removals
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, organisation_id, person_id, role, proposed_by, status, objection, decision, decided_by, created_at, takes_effect_at, closed_at)
  ON public.owner_removals TO authenticated;
GRANT SELECT, INSERT, UPDATE (status, objection, decision, decided_by, closed_at), DELETE ON public.owner_removals TO service_role;
SELECT realtime.watch('public.owner_removals');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF objection, decision ON public.owner_removals
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.objection) OR NOT private.is_settled_text(NEW.decision)) EXECUTE FUNCTION private.settle_texts('objection:text', 'decision:text');

COMMENT ON TABLE  public.owner_removals IS E'Notices that an owner is to leave an organisation or to lose that role\nThe owner agrees, or objects and an administrator decides; without a word it takes effect at its date.';
COMMENT ON COLUMN public.owner_removals.id              IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.owner_removals.organisation_id IS 'The organisation';
COMMENT ON COLUMN public.owner_removals.person_id       IS 'The owner it is about';
COMMENT ON COLUMN public.owner_removals.role            IS 'What they become, null where they leave the team';
COMMENT ON COLUMN public.owner_removals.proposed_by     IS 'The owner who gave the notice';
COMMENT ON COLUMN public.owner_removals.status          IS 'announced, objected, executed, withdrawn, stopped or lapsed';
COMMENT ON COLUMN public.owner_removals.objection       IS 'Why the owner objects';
COMMENT ON COLUMN public.owner_removals.decision        IS 'Why an administrator decided as they did';
COMMENT ON COLUMN public.owner_removals.decided_by      IS 'The administrator who decided';
COMMENT ON COLUMN public.owner_removals.created_at      IS 'When it was given';
COMMENT ON COLUMN public.owner_removals.takes_effect_at IS 'When it takes effect without an objection';
COMMENT ON COLUMN public.owner_removals.closed_at       IS 'When it ended';

-- Nobody may write the table, its owner neither.
ALTER TABLE private.transitions NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.transitions (noun, from_state, to_state) VALUES
  ('owner_removal', 'announced', 'executed'), ('owner_removal', 'announced', 'objected'), ('owner_removal', 'announced', 'withdrawn'),
  ('owner_removal', 'announced', 'stopped'), ('owner_removal', 'announced', 'lapsed'), ('owner_removal', 'objected', 'executed'),
  ('owner_removal', 'objected', 'withdrawn'), ('owner_removal', 'objected', 'stopped'), ('owner_removal', 'objected', 'lapsed');
ALTER TABLE private.transitions FORCE ROW LEVEL SECURITY;
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.owner_removals
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('owner_removal');

ALTER TABLE public.audit_log DROP CONSTRAINT audit_log_action_known;
ALTER TABLE public.audit_log ADD  CONSTRAINT audit_log_action_known CHECK (action IN ('block_user', 'activate_user', 'replace_site_image', 'decide_report',
  'close_project', 'decide_dispute', 'change_member_role', 'remove_member', 'transfer_ownership', 'register_firm', 'read_sealed', 'lift_bar',
  'handle_difference', 'retry_order', 'request_correction', 'withdraw_correction', 'decide_correction', 'announce_owner_removal', 'decide_owner_removal'));

-- The rule itself: whatever the server is asked to do, an owner loses the role by their own
-- step, by a notice that ends in the same transaction, or as their account ends.
-- +goose StatementBegin
CREATE FUNCTION private.ask_the_owner() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF auth.uid() IS NULL OR auth.uid() = OLD.person_id OR private.is_admin()
     OR TG_OP = 'UPDATE' AND NEW.role = 'owner'
     OR EXISTS (SELECT FROM public.owner_removals r
                WHERE r.organisation_id = OLD.organisation_id AND r.person_id = OLD.person_id AND r.status = 'executed' AND r.closed_at = now()) THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  PERFORM private.refuse(409, 'owner_consent_needed',
    'Um proprietário só sai ou muda de papel com o próprio consentimento, ou {owner_notice_days} dias depois de um aviso a todos os proprietários e à administração.');
  RETURN NULL;
END
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION private.ask_the_owner() FROM PUBLIC;
ALTER FUNCTION private.ask_the_owner() OWNER TO definer;
CREATE TRIGGER ask_the_owner BEFORE DELETE OR UPDATE OF role ON public.memberships
  FOR EACH ROW WHEN (OLD.role = 'owner') EXECUTE FUNCTION private.ask_the_owner();

-- With the notice that an owner is given.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.other_turns(party uuid, person uuid)
 RETURNS TABLE(kind text, due_at timestamp with time zone, since timestamp with time zone, project_id uuid, subject_id uuid, count integer, value_cents bigint)
 LANGUAGE plpgsql
 STABLE ROWS 20
 SET search_path TO ''
AS $$
DECLARE
  negotiates CONSTANT boolean := private.acts_for(party, 'negotiate', person);
  publishes  CONSTANT boolean := private.acts_for(party, 'publish', person);
  pays       CONSTANT boolean := private.acts_for(party, 'pay', person);
BEGIN
  RETURN QUERY
  SELECT 'proposals', private.end_of(min(o.valid_until)), min(o.created_at), p.id, p.id, count(*)::integer, NULL::bigint
  FROM public.project_owners w JOIN public.projects p ON p.id = w.project_id
  JOIN public.proposals o ON o.project_id = p.id AND o.status = 'pending' AND o.project_revision = p.revision
  JOIN public.profiles sender ON sender.id = o.professional_id AND sender.status = 'active'
  WHERE negotiates AND w.company_id = party AND p.status = 'open'
    AND NOT EXISTS (SELECT FROM public.proposal_terms t WHERE t.proposal_id = o.id AND t.state = 'offered')
  GROUP BY p.id
  UNION ALL
  SELECT 'questions', NULL, min(q.created_at), p.id, p.id, count(*)::integer, NULL
  FROM public.project_owners w JOIN public.projects p ON p.id = w.project_id JOIN public.project_questions q ON q.project_id = p.id AND q.answer IS NULL
  WHERE publishes AND w.company_id = party AND p.status = 'open'
  GROUP BY p.id
  UNION ALL
  SELECT 'counter', private.end_of(t.valid_until), t.created_at, o.project_id, o.id, 1, t.value_cents
  FROM public.proposals o JOIN public.proposal_terms t ON t.proposal_id = o.id AND t.state = 'offered'
  WHERE negotiates AND o.professional_id = party AND o.status = 'pending'
  UNION ALL
  SELECT 'revision', private.end_of(o.valid_until), p.updated_at, p.id, o.id, 1, o.value_cents
  FROM public.proposals o JOIN public.projects p ON p.id = o.project_id
  WHERE negotiates AND o.professional_id = party AND o.status = 'pending' AND p.status = 'open' AND o.project_revision < p.revision
  UNION ALL
  SELECT 'messages', NULL, min(v.last_at), NULL, CASE WHEN count(*) = 1 THEN min(v.partner_id::text)::uuid END, sum(v.unread_count)::integer, NULL
  FROM public.conversations v WHERE v.owner_id = person AND v.unread_count > 0
  HAVING count(*) > 0
  UNION ALL
  SELECT 'owner_notice', r.takes_effect_at, r.created_at, NULL, r.id, 1, NULL
  FROM public.owner_removals r WHERE r.organisation_id = party AND r.person_id = person AND r.status = 'announced'
  UNION ALL
  SELECT 'receiver', NULL, r.updated_at, NULL, NULL, 1, NULL
  FROM public.receivers r WHERE pays AND r.party_id = party AND r.status IN ('pending', 'rejected');
END
$$;
-- +goose StatementEnd
