-- A company invites professionals to propose to an open project of its own. Each professional is invited
-- to a project once, and answers until the invitation expires. That it has expired is no state:
-- expires_at decides it, and a project that no longer receives proposals ends its invitations. A row names neither the company nor who invited, because the company of a confidential
-- project is not told, and the owner of the project is known elsewhere.

-- +goose Up
ALTER TABLE private.limits NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.limits (name, value, meaning) VALUES
  ('project_invitations_max',       10, 'How many professionals may be invited to a project.'),
  ('project_invitations_daily_max', 30, 'How many professionals a company may invite in 24 hours, to all of its projects.'),
  ('invitations_weekly_max',         5, 'How many invitations to propose a professional gets in seven days, from all companies.'),
  ('invitation_to_propose_days',    14, 'How long an invitation to propose waits for an answer.');
ALTER TABLE private.limits FORCE ROW LEVEL SECURITY;

ALTER TABLE private.transitions NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.transitions (noun, from_state, to_state)
SELECT 'invitation_to_propose', steps.from_state, unnest(steps.to_states)
FROM (VALUES
  ('sent',       ARRAY['interested', 'busy', 'declined', 'proposed']),
  ('interested', ARRAY['busy', 'declined', 'proposed']),
  ('busy',       ARRAY['interested', 'declined', 'proposed']),
  ('declined',   ARRAY['interested', 'busy', 'proposed'])) AS steps (from_state, to_states);
ALTER TABLE private.transitions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.invitations_to_propose (
  id              uuid        NOT NULL DEFAULT private.uuid_v7(),
  project_id      uuid        NOT NULL,
  professional_id uuid        NOT NULL,
  note            text        NOT NULL DEFAULT '',
  status          text        NOT NULL DEFAULT 'sent',
  created_at      timestamptz NOT NULL DEFAULT now(),
  expires_at      timestamptz NOT NULL,
  answered_at     timestamptz,
  CONSTRAINT invitations_to_propose_pkey                 PRIMARY KEY (id),
  CONSTRAINT invitations_to_propose_professional_key     UNIQUE (project_id, professional_id),
  CONSTRAINT invitations_to_propose_project_id_fkey      FOREIGN KEY (project_id)      REFERENCES public.projects (id) ON DELETE CASCADE,
  CONSTRAINT invitations_to_propose_professional_id_fkey FOREIGN KEY (professional_id) REFERENCES public.profiles (id) ON DELETE CASCADE,
  CONSTRAINT invitations_to_propose_answer_told          CHECK ((status = 'sent') = (answered_at IS NULL)),
  CONSTRAINT invitations_to_propose_expires_later        CHECK (expires_at >= created_at),
  CONSTRAINT invitations_to_propose_note_bounded         CHECK (length(note) <= 500),
  CONSTRAINT invitations_to_propose_status_known         CHECK (status IN ('sent', 'interested', 'busy', 'declined', 'proposed'))
);
CREATE INDEX invitations_to_propose_professional_id_idx ON public.invitations_to_propose (professional_id, created_at DESC, id DESC);
COMMENT ON TABLE  public.invitations_to_propose IS 'An invitation of a company to a professional to propose to a project';
COMMENT ON COLUMN public.invitations_to_propose.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.invitations_to_propose.project_id IS 'The project it is about';
COMMENT ON COLUMN public.invitations_to_propose.professional_id IS 'Who is invited';
COMMENT ON COLUMN public.invitations_to_propose.note IS 'What the company says to the professional';
COMMENT ON COLUMN public.invitations_to_propose.status IS 'sent, interested, busy, declined or proposed';
COMMENT ON COLUMN public.invitations_to_propose.created_at IS 'When it was sent';
COMMENT ON COLUMN public.invitations_to_propose.expires_at IS 'Until when it can be answered';
COMMENT ON COLUMN public.invitations_to_propose.answered_at IS 'When it was first answered';

CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF note ON public.invitations_to_propose
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.note)) EXECUTE FUNCTION private.settle_texts('note:text');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.invitations_to_propose
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('invitation_to_propose');
SELECT realtime.watch('public.invitations_to_propose');

-- Whoever closes a project may have waited for the lock of somebody who invites.
-- +goose StatementBegin
CREATE FUNCTION private.end_invitations_to_propose() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  UPDATE public.invitations_to_propose SET expires_at = greatest(now(), created_at) WHERE project_id = NEW.id AND expires_at > now();
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.end_invitations_to_propose() OWNER TO definer;
REVOKE EXECUTE ON FUNCTION private.end_invitations_to_propose() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.end_invitations_to_propose() TO service_role;
CREATE TRIGGER end_invitations AFTER UPDATE OF status ON public.projects FOR EACH ROW
  WHEN (OLD.status = 'open' AND NEW.status <> 'open') EXECUTE FUNCTION private.end_invitations_to_propose();

ALTER TABLE public.invitations_to_propose ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.invitations_to_propose FORCE  ROW LEVEL SECURITY;
CREATE POLICY "administrators see every invitation to propose" ON public.invitations_to_propose
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "companies see whom they invited to propose" ON public.invitations_to_propose
  FOR SELECT TO authenticated USING (private.owns_project(project_id));
CREATE POLICY "professionals see their invitations to propose" ON public.invitations_to_propose
  FOR SELECT TO authenticated USING (professional_id = ANY ((SELECT private.parties())::uuid[]));
CREATE POLICY "the server keeps invitations to propose" ON public.invitations_to_propose
  FOR ALL TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, project_id, professional_id, note, status, created_at, expires_at, answered_at) ON public.invitations_to_propose TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.invitations_to_propose TO service_role;

-- Whoever turns invitations off is not invited. A firm is not, once nobody who negotiates for it wants
-- to be.
ALTER TABLE public.preferences ADD COLUMN new_invitations boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN public.preferences.new_invitations IS 'Whether companies may invite the person to propose';
GRANT SELECT (new_invitations), INSERT (new_invitations), UPDATE (new_invitations) ON public.preferences TO authenticated;

ALTER TABLE public.notifications
  DROP CONSTRAINT notifications_kind_known,
  ADD CONSTRAINT notifications_kind_known CHECK (kind IN ('message', 'proposal', 'decision', 'contract', 'review', 'account', 'report', 'organisation', 'question', 'search', 'invitation')) NOT VALID;

-- Whether two parties are one: the same people act for both, or they have the same CPF, the same CNPJ
-- or CNPJs of the same firm, which share the first eight characters. People are compared by their own
-- documents too, and by those that another account had first, so that a second account changes nothing.
-- +goose StatementBegin
CREATE FUNCTION private.is_same_firm(one uuid, other uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  WITH people AS (
    SELECT side.party, side.party AS person FROM unnest(ARRAY[one, other]) AS side (party)
    UNION
    SELECT m.organisation_id, m.person_id FROM public.memberships m WHERE m.organisation_id IN (one, other)
  ), numbers AS (
    SELECT p.party, a.document FROM people p JOIN public.accounts a ON a.profile_id = p.person WHERE a.document IS NOT NULL
    UNION
    SELECT p.party, c.document FROM people p JOIN public.document_conflicts c ON c.profile_id = p.person
    UNION
    SELECT o.id, o.document FROM public.organisations o WHERE o.id IN (one, other) AND o.document IS NOT NULL
  )
  SELECT EXISTS (SELECT FROM people a JOIN people b ON b.person = a.person WHERE a.party = one AND b.party = other)
      OR EXISTS (SELECT FROM numbers a JOIN numbers b ON length(b.document) = length(a.document)
                   AND CASE length(a.document) WHEN 14 THEN left(b.document, 8) = left(a.document, 8) ELSE b.document = a.document END
                 WHERE a.party = one AND b.party = other)
$$;
-- +goose StatementEnd
ALTER FUNCTION private.is_same_firm(uuid, uuid) OWNER TO definer;
REVOKE EXECUTE ON FUNCTION private.is_same_firm(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.is_same_firm(uuid, uuid) TO service_role;

-- How a professional answers invitations. One without an answer counts once it has waited its whole
-- time, and not if its project ended before. Nothing is told of too few.
-- +goose StatementBegin
CREATE FUNCTION public.response_figures(professional uuid) RETURNS TABLE (invitations integer, answered integer, median_hours integer)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT count(*)::integer, count(i.answered_at)::integer,
         ceil(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM i.answered_at - i.created_at)) / 3600)::integer
  FROM (
    SELECT r.created_at, r.answered_at FROM public.invitations_to_propose r
    WHERE r.professional_id = professional AND private.is_party_of(professional, 'professional')
      AND (r.answered_at IS NOT NULL OR r.expires_at <= now() AND r.expires_at >= r.created_at + private.limit_of('invitation_to_propose_days') * interval '1 day')
    ORDER BY r.created_at DESC, r.id DESC LIMIT 100) AS i
  HAVING count(*) >= 3
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION public.response_figures(uuid) IS 'How a professional answers invitations
Of the last 100 invitations that were answered or expired, how many were answered, and the median time; nothing for fewer than three.';
ALTER FUNCTION public.response_figures(uuid) OWNER TO definer;
REVOKE EXECUTE ON FUNCTION public.response_figures(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.response_figures(uuid) TO authenticated;
