-- Organisations and the people who act for them, with which rights.

-- A party owns what is agreed on: an organisation, or a person working alone. Projects, proposals,
-- contracts, reviews and portfolios belong to parties; messages, sessions, notices and the log
-- belong to people, who act for a party by membership. A party has the key of the profile it shows,
-- and that is the key of the person who founded it (docs/decisions/0009).
CREATE TABLE public.organisations (
  id         uuid        NOT NULL,
  role       text        NOT NULL,
  kind       text        NOT NULL DEFAULT 'company',
  legal_name text        NOT NULL,
  document   text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  is_simples boolean     NOT NULL DEFAULT false,
  CONSTRAINT organisations_pkey              PRIMARY KEY (id),
  CONSTRAINT organisations_id_fkey           FOREIGN KEY (id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT organisations_document_form     CHECK (document ~ '^[0-9A-Z]{12}[0-9]{2}$'),
  CONSTRAINT organisations_kind_known        CHECK (kind IN ('company', 'pj', 'mei')),
  CONSTRAINT organisations_kind_of_role      CHECK ((kind = 'company') = (role = 'company')),
  CONSTRAINT organisations_legal_name_filled CHECK (btrim(legal_name) <> '' AND length(legal_name) <= 160),
  CONSTRAINT organisations_role_known        CHECK (role IN ('company', 'professional')),
  CONSTRAINT organisations_simples_of_firms  CHECK (NOT is_simples OR kind = 'pj')
);
COMMENT ON TABLE public.organisations IS 'Companies with a team, and professionals who act as PJ or MEI';
COMMENT ON COLUMN public.organisations.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.organisations.role IS 'company or professional';
COMMENT ON COLUMN public.organisations.kind IS 'company, pj or mei';
COMMENT ON COLUMN public.organisations.legal_name IS 'The legal name';
COMMENT ON COLUMN public.organisations.document IS 'CNPJ, digits and letters alone';
COMMENT ON COLUMN public.organisations.created_at IS 'When it was written';
COMMENT ON COLUMN public.organisations.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.organisations.is_simples IS 'Whether a professional''s firm declares that it is in the Simples Nacional';

-- One firm, one account on each side of the market.
CREATE UNIQUE INDEX organisations_document_role_key ON public.organisations (document, role);
ALTER TABLE public.organisations ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.organisations FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, role, kind, legal_name, document, created_at, updated_at, is_simples) ON public.organisations TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.organisations TO service_role;

-- Every party that somebody acts for with a right. Reading outlives a block, so that nobody loses
-- sight of what they are bound to; nothing else does.
CREATE FUNCTION private.parties(needed text DEFAULT 'read', person uuid DEFAULT auth.uid()) RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  RETURN ARRAY(
    SELECT m.organisation_id
    FROM public.memberships m
    JOIN private.role_rights r ON r.role = m.role AND r."right" = needed
    JOIN public.profiles party ON party.id = m.organisation_id
    JOIN public.profiles me    ON me.id    = m.person_id
    WHERE m.person_id = person AND (needed = 'read' OR party.status = 'active' AND me.status = 'active')
    UNION ALL
    SELECT me.id
    FROM public.profiles me
    WHERE me.id = person AND me.is_party AND (needed = 'read' OR me.status = 'active')
      AND NOT EXISTS (SELECT FROM public.organisations o WHERE o.id = me.id)
  );
END
$$;
GRANT EXECUTE ON FUNCTION private.parties(text,uuid) TO anon, authenticated, service_role;
ALTER FUNCTION private.parties(text,uuid) OWNER TO definer;

CREATE POLICY "administrators see every organisation" ON public.organisations
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "members see their organisation" ON public.organisations
  FOR SELECT TO authenticated USING (id = ANY ((SELECT private.parties())::uuid[]));
CREATE POLICY "the server keeps organisations" ON public.organisations
  TO service_role USING (true) WITH CHECK (true);
SELECT private.announce_writes('public.organisations');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF legal_name ON public.organisations
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.legal_name)) EXECUTE FUNCTION private.settle_texts('legal_name');
CREATE TRIGGER refuse_imitation BEFORE INSERT OR UPDATE OF legal_name ON public.organisations
  FOR EACH ROW EXECUTE FUNCTION private.refuse_imitation('legal_name');
CREATE TRIGGER touch BEFORE UPDATE ON public.organisations
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- What each role of a membership may do. The rights: read everything of the
-- party; publish (projects, their questions, portfolios); negotiate (send,
-- withdraw, accept and decline proposals, end contracts, review); fulfil
-- (deliver, accept a delivery, ask for adjustments); pay; manage (members, the
-- public profile, the firm's data).
CREATE TABLE private.role_rights (
  role    text NOT NULL,
  "right" text NOT NULL,
  CONSTRAINT role_rights_pkey        PRIMARY KEY (role, "right"),
  CONSTRAINT role_rights_right_known CHECK ("right" IN ('read', 'publish', 'negotiate', 'fulfil', 'pay', 'manage')),
  CONSTRAINT role_rights_role_known  CHECK (role IN ('owner', 'buyer', 'engineer', 'finance', 'reader'))
);

INSERT INTO private.role_rights (role, "right") VALUES
  ('owner',    'read'),
  ('owner',    'publish'),
  ('owner',    'negotiate'),
  ('owner',    'fulfil'),
  ('owner',    'pay'),
  ('owner',    'manage'),
  ('buyer',    'read'),
  ('buyer',    'publish'),
  ('buyer',    'negotiate'),
  ('buyer',    'fulfil'),
  ('engineer', 'read'),
  ('engineer', 'publish'),
  ('engineer', 'fulfil'),
  ('finance',  'read'),
  ('finance',  'pay'),
  ('reader',   'read');
ALTER TABLE private.role_rights ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.role_rights FORCE  ROW LEVEL SECURITY;
GRANT SELECT ON private.role_rights TO service_role;
CREATE POLICY "the server keeps the rights" ON private.role_rights TO service_role USING (true) WITH CHECK (true);
SELECT private.announce_writes('private.role_rights');

CREATE TABLE public.memberships (
  organisation_id uuid        NOT NULL,
  person_id       uuid        NOT NULL,
  role            text        NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT memberships_pkey                 PRIMARY KEY (organisation_id, person_id),
  CONSTRAINT memberships_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES public.organisations(id) ON DELETE CASCADE,
  CONSTRAINT memberships_person_id_fkey       FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT memberships_role_known           CHECK (role IN ('owner', 'buyer', 'engineer', 'finance', 'reader'))
);
COMMENT ON TABLE public.memberships IS 'Who belongs to which organisation, and as what';
COMMENT ON COLUMN public.memberships.organisation_id IS 'The organisation';
COMMENT ON COLUMN public.memberships.person_id IS 'The person';
COMMENT ON COLUMN public.memberships.role IS 'owner, buyer, engineer, finance or reader';
COMMENT ON COLUMN public.memberships.created_at IS 'When it was written';
CREATE INDEX memberships_person_id_idx ON public.memberships (person_id);
ALTER TABLE public.memberships ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.memberships FORCE  ROW LEVEL SECURITY;
GRANT SELECT (organisation_id, person_id, role, created_at) ON public.memberships TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.memberships TO service_role;

-- The rule itself: whatever the server is asked to do, an owner loses the role by their own
-- step, by a notice that ends in the same transaction, or as their account ends.
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
ALTER FUNCTION private.ask_the_owner() OWNER TO definer;

-- Somebody who left a party no longer speaks for it; what they wrote for it stays.
CREATE FUNCTION private.end_voice() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  UPDATE public.conversations SET partner_party_id = NULL
  WHERE partner_id = OLD.person_id AND partner_party_id = OLD.organisation_id;
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.end_voice() TO service_role;
ALTER FUNCTION private.end_voice() OWNER TO definer;

-- An organisation keeps an owner as long as there is one at all: nobody leaves
-- it without people either. It goes with the account of its last person.
CREATE FUNCTION private.keep_an_owner() RETURNS trigger
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
GRANT EXECUTE ON FUNCTION private.keep_an_owner() TO service_role;
ALTER FUNCTION private.keep_an_owner() OWNER TO definer;

-- Messages to a party reach its founder while they belong to it, else the owner of longest
-- standing.
CREATE FUNCTION private.settle_contact() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  party uuid := coalesce(NEW.organisation_id, OLD.organisation_id);
BEGIN
  UPDATE public.profiles SET contact_id = (
    SELECT nullif(m.person_id, party) FROM public.memberships m
    WHERE m.organisation_id = party AND (m.person_id = party OR m.role = 'owner')
    ORDER BY m.person_id = party DESC, m.created_at, m.person_id LIMIT 1)
  WHERE id = party;
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.settle_contact() TO service_role;
ALTER FUNCTION private.settle_contact() OWNER TO definer;

CREATE POLICY "administrators see every membership" ON public.memberships
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "members see who else belongs" ON public.memberships
  FOR SELECT TO authenticated USING (organisation_id = ANY ((SELECT private.parties())::uuid[]));
CREATE POLICY "the server keeps memberships" ON public.memberships
  TO service_role USING (true) WITH CHECK (true);
SELECT private.announce_writes('public.memberships');
CREATE TRIGGER ask_the_owner BEFORE DELETE OR UPDATE OF role ON public.memberships
  FOR EACH ROW WHEN (OLD.role = 'owner') EXECUTE FUNCTION private.ask_the_owner();
CREATE TRIGGER end_voice AFTER DELETE ON public.memberships
  FOR EACH ROW EXECUTE FUNCTION private.end_voice();
CREATE CONSTRAINT TRIGGER keep_an_owner AFTER UPDATE OF role OR DELETE ON public.memberships
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.role = 'owner')
  EXECUTE FUNCTION private.keep_an_owner();
SELECT realtime.watch('public.memberships');
CREATE TRIGGER settle_contact AFTER INSERT OR UPDATE OF role OR DELETE ON public.memberships
  FOR EACH ROW EXECUTE FUNCTION private.settle_contact();

CREATE TABLE public.invitations (
  id              uuid        NOT NULL DEFAULT private.uuid_v7(),
  organisation_id uuid        NOT NULL,
  email           text        NOT NULL,
  role            text        NOT NULL,
  token_hash      bytea       NOT NULL,
  invited_by      uuid,
  status          text        NOT NULL DEFAULT 'pending',
  created_at      timestamptz NOT NULL DEFAULT now(),
  expires_at      timestamptz NOT NULL,
  decided_at      timestamptz,
  accepted_by     uuid,
  CONSTRAINT invitations_pkey                 PRIMARY KEY (id),
  CONSTRAINT invitations_token_hash_key       UNIQUE (token_hash),
  CONSTRAINT invitations_accepted_by_fkey     FOREIGN KEY (accepted_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT invitations_invited_by_fkey      FOREIGN KEY (invited_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT invitations_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES public.organisations(id) ON DELETE CASCADE,
  CONSTRAINT invitations_accepted_by_told     CHECK (accepted_by IS NULL OR status = 'accepted'),
  CONSTRAINT invitations_decision_told        CHECK ((status = 'pending') = (decided_at IS NULL)),
  CONSTRAINT invitations_email_bounded        CHECK (((length(email) BETWEEN 3 AND 255) AND (email = lower(email)))),
  CONSTRAINT invitations_role_known           CHECK (role IN ('owner', 'buyer', 'engineer', 'finance', 'reader')),
  CONSTRAINT invitations_status_known         CHECK (status IN ('pending', 'accepted', 'revoked')),
  CONSTRAINT invitations_token_hash_length    CHECK (octet_length(token_hash) = 32)
);
COMMENT ON TABLE public.invitations IS 'Invitations to an organisation''s team';
COMMENT ON COLUMN public.invitations.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.invitations.organisation_id IS 'The organisation';
COMMENT ON COLUMN public.invitations.email IS 'E-mail address';
COMMENT ON COLUMN public.invitations.role IS 'owner, buyer, engineer, finance or reader';
COMMENT ON COLUMN public.invitations.token_hash IS 'SHA-256 of the token in the link';
COMMENT ON COLUMN public.invitations.invited_by IS 'Who invites';
COMMENT ON COLUMN public.invitations.status IS 'pending, accepted or revoked';
COMMENT ON COLUMN public.invitations.created_at IS 'When it was written';
COMMENT ON COLUMN public.invitations.expires_at IS 'Until when it is good';
COMMENT ON COLUMN public.invitations.decided_at IS 'When it was decided';
COMMENT ON COLUMN public.invitations.accepted_by IS 'Who accepted';
CREATE INDEX invitations_accepted_by_idx     ON public.invitations (accepted_by);
CREATE INDEX invitations_email_idx           ON public.invitations (email);
CREATE INDEX invitations_invited_by_idx      ON public.invitations (invited_by);
CREATE UNIQUE INDEX invitations_one_pending  ON public.invitations (organisation_id, email) WHERE status = 'pending';
CREATE INDEX invitations_organisation_id_idx ON public.invitations (organisation_id);
ALTER TABLE public.invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.invitations FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, organisation_id, email, role, invited_by, status, created_at, expires_at, decided_at, accepted_by) ON public.invitations TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.invitations TO service_role;
CREATE POLICY "the server keeps invitations" ON public.invitations
  TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "who manages an organisation sees its invitations" ON public.invitations
  FOR SELECT TO authenticated USING (organisation_id = ANY ((SELECT private.parties('manage'))::uuid[]));
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.invitations
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('invitation');
SELECT realtime.watch('public.invitations');

-- An owner leaves an organisation, or loses that role, by their own yes, or after a notice of some
-- days to every owner and the administrators. Without this an invited second owner could take the
-- firm and its contracts from the person who founded it. An owner who objects stays until an
-- administrator decides.
CREATE TABLE public.owner_removals (
  id              uuid        NOT NULL DEFAULT private.uuid_v7(),
  organisation_id uuid        NOT NULL,
  person_id       uuid        NOT NULL,
  role            text,
  proposed_by     uuid        NOT NULL,
  status          text        NOT NULL DEFAULT 'announced',
  objection       text,
  decision        text,
  decided_by      uuid,
  created_at      timestamptz NOT NULL DEFAULT now(),
  takes_effect_at timestamptz NOT NULL,
  closed_at       timestamptz,
  CONSTRAINT owner_removals_pkey                 PRIMARY KEY (id),
  CONSTRAINT owner_removals_decided_by_fkey      FOREIGN KEY (decided_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT owner_removals_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES public.organisations(id) ON DELETE CASCADE,
  CONSTRAINT owner_removals_person_id_fkey       FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT owner_removals_proposed_by_fkey     FOREIGN KEY (proposed_by) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT owner_removals_decision_bounded     CHECK (btrim(decision) <> '' AND length(decision) <= 1000),
  CONSTRAINT owner_removals_end_told             CHECK ((status IN ('announced', 'objected')) = (closed_at IS NULL)),
  CONSTRAINT owner_removals_objection_bounded    CHECK (btrim(objection) <> '' AND length(objection) <= 1000),
  CONSTRAINT owner_removals_objection_told       CHECK (status <> 'objected' OR objection IS NOT NULL),
  CONSTRAINT owner_removals_of_another           CHECK (proposed_by <> person_id),
  CONSTRAINT owner_removals_role_known           CHECK (role IN ('buyer', 'engineer', 'finance', 'reader')),
  CONSTRAINT owner_removals_status_known         CHECK (status IN ('announced', 'objected', 'executed', 'withdrawn', 'stopped', 'lapsed'))
);
COMMENT ON TABLE public.owner_removals IS 'Notices that an owner is to leave an organisation or to lose that role
The owner agrees, or objects and an administrator decides; without a word it takes effect at its date.';
COMMENT ON COLUMN public.owner_removals.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.owner_removals.organisation_id IS 'The organisation';
COMMENT ON COLUMN public.owner_removals.person_id IS 'The owner it is about';
COMMENT ON COLUMN public.owner_removals.role IS 'What they become, null where they leave the team';
COMMENT ON COLUMN public.owner_removals.proposed_by IS 'The owner who gave the notice';
COMMENT ON COLUMN public.owner_removals.status IS 'announced, objected, executed, withdrawn, stopped or lapsed';
COMMENT ON COLUMN public.owner_removals.objection IS 'Why the owner objects';
COMMENT ON COLUMN public.owner_removals.decision IS 'Why an administrator decided as they did';
COMMENT ON COLUMN public.owner_removals.decided_by IS 'The administrator who decided';
COMMENT ON COLUMN public.owner_removals.created_at IS 'When it was given';
COMMENT ON COLUMN public.owner_removals.takes_effect_at IS 'When it takes effect without an objection';
COMMENT ON COLUMN public.owner_removals.closed_at IS 'When it ended';
CREATE INDEX owner_removals_decided_by_idx   ON public.owner_removals (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX owner_removals_due_idx          ON public.owner_removals (takes_effect_at) WHERE closed_at IS NULL;
CREATE UNIQUE INDEX owner_removals_open_idx  ON public.owner_removals (organisation_id, person_id) WHERE closed_at IS NULL;
CREATE INDEX owner_removals_organisation_idx ON public.owner_removals (organisation_id, created_at DESC);
CREATE INDEX owner_removals_person_idx       ON public.owner_removals (person_id);
CREATE INDEX owner_removals_proposed_by_idx  ON public.owner_removals (proposed_by);
ALTER TABLE public.owner_removals ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.owner_removals FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, organisation_id, person_id, role, proposed_by, status, objection, decision, decided_by, created_at,
  takes_effect_at, closed_at) ON public.owner_removals TO authenticated;
GRANT SELECT, INSERT, DELETE, UPDATE (status, objection, decision, decided_by, closed_at) ON public.owner_removals TO service_role;
CREATE POLICY "administrators read every notice to an owner" ON public.owner_removals
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps notices to owners" ON public.owner_removals
  TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "who manages an organisation reads the notices to its owners" ON public.owner_removals
  FOR SELECT TO authenticated USING (organisation_id = ANY ((SELECT private.parties('manage'))::uuid[]));
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF objection, decision ON public.owner_removals
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.objection) OR NOT private.is_settled_text(NEW.decision)) EXECUTE FUNCTION private.settle_texts('objection:text', 'decision:text');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.owner_removals
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('owner_removal');
SELECT realtime.watch('public.owner_removals');

-- A registered CPF or CNPJ is corrected at the request of its owner, after an administrator has
-- looked at it: contracts, receipts and the institution that pays go by it, and it keeps one person
-- to one account.
CREATE TABLE public.corrections (
  id           uuid        NOT NULL DEFAULT private.uuid_v7(),
  party_id     uuid        NOT NULL,
  kind         text        NOT NULL,
  old_document text,
  new_document text        NOT NULL,
  reason       text        NOT NULL,
  status       text        NOT NULL DEFAULT 'waiting',
  asked_by     uuid        NOT NULL,
  answer       text,
  decided_by   uuid,
  created_at   timestamptz NOT NULL DEFAULT now(),
  decided_at   timestamptz,
  CONSTRAINT corrections_pkey             PRIMARY KEY (id),
  CONSTRAINT corrections_asked_by_fkey    FOREIGN KEY (asked_by) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT corrections_decided_by_fkey  FOREIGN KEY (decided_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT corrections_party_id_fkey    FOREIGN KEY (party_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT corrections_answer_filled    CHECK (btrim(answer) <> '' AND length(answer) <= 1000),
  CONSTRAINT corrections_decision_told    CHECK ((status = 'waiting') = (decided_at IS NULL)),
  CONSTRAINT corrections_kind_known       CHECK (kind IN ('cpf', 'cnpj')),
  CONSTRAINT corrections_numbers_differ   CHECK (new_document <> old_document),
  CONSTRAINT corrections_numbers_of_kind  CHECK (new_document ~ CASE kind WHEN 'cpf' THEN '^[0-9]{11}$' ELSE '^[0-9A-Z]{12}[0-9]{2}$' END AND old_document ~ CASE kind
    WHEN 'cpf' THEN '^[0-9]{11}$' ELSE '^[0-9A-Z]{12}[0-9]{2}$' END),
  CONSTRAINT corrections_reason_filled    CHECK (btrim(reason) <> '' AND length(reason) <= 1000),
  CONSTRAINT corrections_refusal_answered CHECK (status <> 'refused' OR answer IS NOT NULL),
  CONSTRAINT corrections_status_known     CHECK (status IN ('waiting', 'approved', 'refused', 'withdrawn'))
);
COMMENT ON TABLE public.corrections IS 'Requests to correct a CPF or CNPJ, decided by an administrator';
COMMENT ON COLUMN public.corrections.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.corrections.party_id IS 'The party (a profile that makes deals) it is of';
COMMENT ON COLUMN public.corrections.kind IS 'cpf or cnpj';
COMMENT ON COLUMN public.corrections.old_document IS 'The number as it is';
COMMENT ON COLUMN public.corrections.new_document IS 'The number as it should be';
COMMENT ON COLUMN public.corrections.reason IS 'Why, in the words of who did it';
COMMENT ON COLUMN public.corrections.status IS 'waiting, approved, refused or withdrawn';
COMMENT ON COLUMN public.corrections.asked_by IS 'Who asked';
COMMENT ON COLUMN public.corrections.answer IS 'The answer';
COMMENT ON COLUMN public.corrections.decided_by IS 'Who decided';
COMMENT ON COLUMN public.corrections.created_at IS 'When it was written';
COMMENT ON COLUMN public.corrections.decided_at IS 'When it was decided';
CREATE INDEX corrections_asked_by_idx       ON public.corrections (asked_by);
CREATE INDEX corrections_decided_by_idx     ON public.corrections (decided_by)                    WHERE decided_by IS NOT NULL;
CREATE UNIQUE INDEX corrections_one_waiting ON public.corrections (party_id, kind)                WHERE status = 'waiting';
CREATE INDEX corrections_party_id_idx       ON public.corrections (party_id, kind, created_at DESC);
CREATE INDEX corrections_status_idx         ON public.corrections (status, created_at, id);
ALTER TABLE public.corrections ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.corrections FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, party_id, kind, old_document, new_document, reason, status, asked_by, answer, created_at, decided_at) ON public.corrections TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.corrections TO service_role;
CREATE POLICY "administrators read every correction" ON public.corrections
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "owners read the corrections of their number" ON public.corrections
  FOR SELECT TO authenticated USING (
    CASE kind WHEN 'cpf' THEN party_id = (SELECT auth.uid()) ELSE party_id = ANY ((SELECT private.parties('manage'))::uuid[]) END);
CREATE POLICY "the server keeps corrections" ON public.corrections
  TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF reason, answer ON public.corrections
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.reason) OR NOT private.is_settled_text(NEW.answer)) EXECUTE FUNCTION private.settle_texts('reason:text', 'answer:text');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.corrections
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('correction');
SELECT realtime.watch('public.corrections');

-- Who a side of a contract was, after it left: under seal for as long as the other side may have to
-- claim or to answer for something, five years after the end of the contract (Código Civil, art.
-- 206, §5º, I; LGPD, art. 16, I). The other side finds it in the export of its data; an
-- administrator opens it by a call that is recorded.
CREATE TABLE private.sealed_parties (
  contract_id uuid        NOT NULL,
  side        text        NOT NULL,
  legal_name  text        NOT NULL,
  document    text,
  email       text        NOT NULL,
  sealed_at   timestamptz NOT NULL DEFAULT now(),
  keep_until  timestamptz NOT NULL,
  CONSTRAINT sealed_parties_pkey              PRIMARY KEY (contract_id, side),
  CONSTRAINT sealed_parties_document_form     CHECK (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  CONSTRAINT sealed_parties_email_bounded     CHECK (length(email) <= 255),
  CONSTRAINT sealed_parties_legal_name_filled CHECK (btrim(legal_name) <> '' AND length(legal_name) <= 160),
  CONSTRAINT sealed_parties_side_known        CHECK (side IN ('company', 'professional'))
);
CREATE INDEX sealed_parties_keep_until_idx ON private.sealed_parties (keep_until);
ALTER TABLE private.sealed_parties ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.sealed_parties FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON private.sealed_parties TO service_role;
CREATE POLICY "the server keeps what is sealed" ON private.sealed_parties TO service_role USING (true) WITH CHECK (true);

-- The one question about a party: does somebody act for it, with this right?
-- Policies ask it of whole statements: party = ANY ((SELECT private.parties())::uuid[]).
CREATE FUNCTION private.acts_for(party uuid, needed text DEFAULT 'read', person uuid DEFAULT auth.uid()) RETURNS boolean
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT coalesce(party = ANY (private.parties(needed, person)), false)
$$;
GRANT EXECUTE ON FUNCTION private.acts_for(uuid,text,uuid) TO anon, authenticated, service_role;

-- The parties that nobody acts for once a person is gone.
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
GRANT EXECUTE ON FUNCTION private.parties_ending_with(uuid) TO service_role;
ALTER FUNCTION private.parties_ending_with(uuid) OWNER TO definer;

-- Whether a party is active and on this side of the market.
CREATE FUNCTION private.is_party_of(party uuid, side text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT EXISTS (SELECT FROM public.profiles WHERE id = party AND role = side AND is_party AND status = 'active')
$$;
GRANT EXECUTE ON FUNCTION private.is_party_of(uuid,text) TO authenticated, service_role;
ALTER FUNCTION private.is_party_of(uuid,text) OWNER TO definer;

-- Two people are colleagues when one organisation has both.
CREATE FUNCTION private.is_colleague(person uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT EXISTS (SELECT FROM public.memberships m WHERE m.person_id = person AND m.organisation_id = ANY (private.parties()))
$$;
GRANT EXECUTE ON FUNCTION private.is_colleague(uuid) TO authenticated, service_role;
ALTER FUNCTION private.is_colleague(uuid) OWNER TO definer;

-- Whether administrators keep everybody of a party from speaking for it: the
-- party itself is blocked, or each person of it who might. Who left is not.
CREATE FUNCTION private.is_silenced(party uuid) RETURNS boolean
LANGUAGE sql STABLE
SET search_path = ''
RETURN EXISTS (SELECT FROM public.profiles p WHERE p.id = party AND p.status = 'blocked' AND p.removed_at IS NULL)
  OR (SELECT bool_and(me.status = 'blocked') FROM public.memberships m
      JOIN private.role_rights r ON r.role = m.role AND r."right" = 'negotiate'
      JOIN public.profiles me ON me.id = m.person_id
      WHERE m.organisation_id = party) IS TRUE;
GRANT EXECUTE ON FUNCTION private.is_silenced(uuid) TO service_role;

-- An address that was invited and never came is nobody's business for long.
CREATE FUNCTION private.forget_invitations(unused_for interval) RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = ''
AS $$
  DELETE FROM public.invitations WHERE coalesce(decided_at, expires_at) < now() - unused_for
$$;
GRANT EXECUTE ON FUNCTION private.forget_invitations(interval) TO service_role;
ALTER FUNCTION private.forget_invitations(interval) OWNER TO definer;

-- Counts for each party of what was written, and for who wrote it; the limit is
-- called after the matter.
CREATE FUNCTION private.measure_parties(matter text, parties uuid[]) RETURNS interval
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  party   record;
  longest interval;
BEGIN
  IF auth.uid() IS NULL OR cardinality(parties) = 0 THEN
    RETURN NULL;
  END IF;
  FOR party IN SELECT id, count(*) AS more FROM unnest(parties) AS id GROUP BY id ORDER BY id LOOP
    longest := greatest(longest, private.measure(party.id, matter, party.more, matter || '_daily_max', interval '1 day'));
  END LOOP;
  RETURN greatest(longest, private.measure(auth.uid(), matter || '_of_member', cardinality(parties), matter || '_daily_max', interval '1 day'));
END
$$;
GRANT EXECUTE ON FUNCTION private.measure_parties(text,uuid[]) TO service_role;
ALTER FUNCTION private.measure_parties(text,uuid[]) OWNER TO definer;

-- The document a party bills with, or is billed by: the firm's, else the
-- person's own.
CREATE FUNCTION private.document_of(party uuid) RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
RETURN (SELECT coalesce(o.document, a.document) FROM public.profiles p
  LEFT JOIN public.organisations o ON o.id = p.id LEFT JOIN public.accounts a ON a.profile_id = p.id WHERE p.id = party);
GRANT EXECUTE ON FUNCTION private.document_of(uuid) TO service_role;

-- What was issued keeps the number that was in force then.
CREATE FUNCTION private.document_of_at(party uuid, at timestamptz) RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
BEGIN ATOMIC
  WITH firm AS (
    SELECT o.document FROM public.organisations o
    WHERE o.id = party AND (o.role = 'company' OR o.created_at <= at))
  SELECT coalesce(
    (SELECT c.old_document FROM public.corrections c
     WHERE c.party_id = party AND c.status = 'approved' AND c.decided_at > at
       AND c.kind = CASE WHEN EXISTS (SELECT FROM firm) THEN 'cnpj' ELSE 'cpf' END
     ORDER BY c.decided_at LIMIT 1),
    (SELECT document FROM firm),
    (SELECT a.document FROM public.accounts a WHERE a.profile_id = party));
END;
GRANT EXECUTE ON FUNCTION private.document_of_at(uuid,timestamptz) TO service_role;

-- As whom a party is paid.
CREATE FUNCTION private.payee_of(party uuid) RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
RETURN CASE WHEN EXISTS (SELECT FROM public.organisations o WHERE o.id = party AND o.kind = 'mei') THEN 'mei'
            WHEN length(private.document_of(party)) = 11 THEN 'cpf' ELSE 'pj' END;
GRANT EXECUTE ON FUNCTION private.payee_of(uuid) TO service_role;

CREATE POLICY "who manages a party edits its profile" ON public.profiles
  FOR UPDATE TO authenticated
  USING (status = 'active' AND id = ANY ((SELECT private.parties('manage'))::uuid[]))
  WITH CHECK (id = ANY ((SELECT private.parties('manage'))::uuid[]));

CREATE POLICY "everybody sees the portfolio of an active professional" ON public.portfolio_projects
  FOR SELECT TO anon, authenticated USING (private.is_active(profile_id) OR profile_id = ANY ((SELECT private.parties())::uuid[]));
CREATE POLICY "professionals add to their portfolio" ON public.portfolio_projects
  FOR INSERT TO authenticated
  WITH CHECK (profile_id = ANY ((SELECT private.parties('publish'))::uuid[]) AND private.is_party_of(profile_id, 'professional'));
CREATE POLICY "professionals edit their portfolio" ON public.portfolio_projects
  FOR UPDATE TO authenticated
  USING (profile_id = ANY ((SELECT private.parties('publish'))::uuid[]))
  WITH CHECK (profile_id = ANY ((SELECT private.parties('publish'))::uuid[]));
CREATE POLICY "professionals remove from their portfolio" ON public.portfolio_projects
  FOR DELETE TO authenticated USING (profile_id = ANY ((SELECT private.parties('publish'))::uuid[]));

CREATE POLICY "owners see when they were viewed" ON public.profile_view_days
  FOR SELECT TO authenticated USING (profile_id = ANY ((SELECT private.parties())::uuid[]));
