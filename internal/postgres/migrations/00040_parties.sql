-- Who owns what is a party: an organisation, or a person working alone.
-- Projects, proposals, contracts, reviews and portfolios belong to parties;
-- messages, sessions, notices and the audit log belong to people. People act
-- for a party by membership, with a role.
--
-- A party has the key of the profile it shows, and that is the key of the
-- person who founded it: a company that signed up alone, and everything that
-- names it, stays what it was. See docs/decisions/0009.

-- +goose Up

-- An invited colleague has a profile, to write and to be written to, without
-- being a party: he is in no directory and owns nothing.
ALTER TABLE public.profiles ADD COLUMN is_party boolean NOT NULL DEFAULT true;
-- Who reads what is written to a party whose founder left; empty is itself.
ALTER TABLE public.profiles ADD COLUMN contact_id uuid;
ALTER TABLE public.profiles ADD CONSTRAINT profiles_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.profiles (id) ON DELETE SET NULL;
CREATE INDEX profiles_contact_id_idx ON public.profiles (contact_id);
GRANT SELECT (is_party, contact_id) ON public.profiles TO anon, authenticated;

CREATE TABLE public.organisations (
  id         uuid        NOT NULL,
  role       text        NOT NULL,
  kind       text        NOT NULL DEFAULT 'company',
  legal_name text        NOT NULL,
  document   text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT organisations_pkey              PRIMARY KEY (id),
  CONSTRAINT organisations_id_fkey           FOREIGN KEY (id) REFERENCES public.profiles (id) ON DELETE CASCADE,
  CONSTRAINT organisations_role_known        CHECK (role IN ('company', 'professional')),
  CONSTRAINT organisations_kind_known        CHECK (kind IN ('company', 'pj', 'mei')),
  CONSTRAINT organisations_kind_of_role      CHECK ((kind = 'company') = (role = 'company')),
  CONSTRAINT organisations_legal_name_filled CHECK (btrim(legal_name) <> '' AND length(legal_name) <= 160),
  CONSTRAINT organisations_document_form     CHECK (document ~ '^[0-9A-Z]{12}[0-9]{2}$')
);
-- One firm, one account on each side of the market.
CREATE UNIQUE INDEX organisations_document_role_key ON public.organisations (document, role);
CREATE TRIGGER touch BEFORE UPDATE ON public.organisations
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TABLE public.memberships (
  organisation_id uuid        NOT NULL,
  person_id       uuid        NOT NULL,
  role            text        NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT memberships_pkey                 PRIMARY KEY (organisation_id, person_id),
  CONSTRAINT memberships_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES public.organisations (id) ON DELETE CASCADE,
  CONSTRAINT memberships_person_id_fkey       FOREIGN KEY (person_id)       REFERENCES public.profiles (id)      ON DELETE CASCADE,
  CONSTRAINT memberships_role_known           CHECK (role IN ('owner', 'buyer', 'engineer', 'finance', 'reader'))
);
CREATE INDEX memberships_person_id_idx ON public.memberships (person_id);

CREATE TABLE public.invitations (
  id              uuid        NOT NULL DEFAULT private.uuid_v7(),
  organisation_id uuid        NOT NULL,
  email           text        NOT NULL,
  role            text        NOT NULL,
  -- The link's secret, hashed: who reads the table cannot accept.
  token_hash      bytea       NOT NULL,
  invited_by      uuid,
  status          text        NOT NULL DEFAULT 'pending',
  created_at      timestamptz NOT NULL DEFAULT now(),
  expires_at      timestamptz NOT NULL,
  decided_at      timestamptz,
  CONSTRAINT invitations_pkey                 PRIMARY KEY (id),
  CONSTRAINT invitations_token_hash_key       UNIQUE (token_hash),
  CONSTRAINT invitations_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES public.organisations (id) ON DELETE CASCADE,
  CONSTRAINT invitations_invited_by_fkey      FOREIGN KEY (invited_by)      REFERENCES public.profiles (id)      ON DELETE SET NULL,
  CONSTRAINT invitations_role_known           CHECK (role IN ('owner', 'buyer', 'engineer', 'finance', 'reader')),
  CONSTRAINT invitations_status_known         CHECK (status IN ('pending', 'accepted', 'revoked')),
  CONSTRAINT invitations_email_bounded        CHECK (length(email) BETWEEN 3 AND 255 AND email = lower(email)),
  CONSTRAINT invitations_token_hash_length    CHECK (octet_length(token_hash) = 32),
  CONSTRAINT invitations_decision_told        CHECK ((status = 'pending') = (decided_at IS NULL))
);
CREATE INDEX invitations_invited_by_idx ON public.invitations (invited_by);
CREATE UNIQUE INDEX invitations_one_pending ON public.invitations (organisation_id, email) WHERE status = 'pending';

-- What each role of a membership may do. The rights: read everything of the
-- party; publish (projects, their questions, portfolios); negotiate (send,
-- withdraw, accept and decline proposals, end contracts, review); fulfil
-- (deliver, accept a delivery, ask for adjustments); pay; manage (members, the
-- public profile, the firm's data).
CREATE TABLE private.role_rights (
  role    text NOT NULL,
  "right" text NOT NULL,
  CONSTRAINT role_rights_pkey        PRIMARY KEY (role, "right"),
  CONSTRAINT role_rights_role_known  CHECK (role IN ('owner', 'buyer', 'engineer', 'finance', 'reader')),
  CONSTRAINT role_rights_right_known CHECK ("right" IN ('read', 'publish', 'negotiate', 'fulfil', 'pay', 'manage'))
);
ALTER TABLE private.role_rights ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.role_rights FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps the rights" ON private.role_rights TO service_role USING (true) WITH CHECK (true);
GRANT SELECT ON private.role_rights TO service_role;
INSERT INTO private.role_rights (role, "right") VALUES
  ('owner',    'read'), ('owner',    'publish'), ('owner',    'negotiate'), ('owner',    'fulfil'), ('owner', 'pay'), ('owner', 'manage'),
  ('buyer',    'read'), ('buyer',    'publish'), ('buyer',    'negotiate'), ('buyer',    'fulfil'),
  ('engineer', 'read'), ('engineer', 'publish'), ('engineer', 'fulfil'),
  ('finance',  'read'), ('finance',  'pay'),
  ('reader',   'read');

-- Every party somebody acts for with a right. Reading outlives a block, so that
-- nobody loses sight of what he is bound to; nothing else does.
-- +goose StatementBegin
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
-- +goose StatementEnd
ALTER FUNCTION private.parties(text, uuid) OWNER TO service_role;

-- The one question about a party: does somebody act for it, with this right?
-- Policies ask it of whole statements: party = ANY ((SELECT private.parties())::uuid[]).
-- +goose StatementBegin
CREATE FUNCTION private.acts_for(party uuid, needed text DEFAULT 'read', person uuid DEFAULT auth.uid()) RETURNS boolean
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT coalesce(party = ANY (private.parties(needed, person)), false)
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.parties(text, uuid), private.acts_for(uuid, text, uuid) TO anon, authenticated, service_role;

-- Whether a party is active and on this side of the market.
-- +goose StatementBegin
CREATE FUNCTION private.is_party_of(party uuid, side text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT EXISTS (SELECT FROM public.profiles WHERE id = party AND role = side AND is_party AND status = 'active')
$$;
-- +goose StatementEnd
ALTER FUNCTION private.is_party_of(uuid, text) OWNER TO service_role;

-- Whether somebody reads what is written to him: an active person who did not
-- leave the organisation that carries his key.
-- +goose StatementBegin
CREATE FUNCTION private.is_reachable(person uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT EXISTS (SELECT FROM public.profiles WHERE id = person AND status = 'active')
     AND (NOT EXISTS (SELECT FROM public.organisations WHERE id = person)
       OR EXISTS (SELECT FROM public.memberships WHERE organisation_id = person AND person_id = person))
$$;
-- +goose StatementEnd
ALTER FUNCTION private.is_reachable(uuid) OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.is_party_of(uuid, text), private.is_reachable(uuid) TO authenticated, service_role;

-- Two people are colleagues when one organisation has both.
-- +goose StatementBegin
CREATE FUNCTION private.is_colleague(person uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT EXISTS (SELECT FROM public.memberships m WHERE m.person_id = person AND m.organisation_id = ANY (private.parties()))
$$;
-- +goose StatementEnd
ALTER FUNCTION private.is_colleague(uuid) OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.is_colleague(uuid) TO authenticated, service_role;

-- An organisation with members keeps an owner, whoever leaves and however many
-- leave at once: its row is locked by whoever changes a membership.
-- +goose StatementBegin
CREATE FUNCTION private.keep_an_owner() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  PERFORM FROM public.organisations WHERE id = OLD.organisation_id FOR UPDATE;
  IF EXISTS (SELECT FROM public.memberships WHERE organisation_id = OLD.organisation_id)
     AND NOT EXISTS (SELECT FROM public.memberships WHERE organisation_id = OLD.organisation_id AND role = 'owner') THEN
    PERFORM private.refuse(409, 'last_owner', 'A organização precisa de pelo menos um proprietário. Passe a propriedade antes.');
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.keep_an_owner() OWNER TO service_role;
CREATE CONSTRAINT TRIGGER keep_an_owner AFTER UPDATE OF role OR DELETE ON public.memberships
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.role = 'owner')
  EXECUTE FUNCTION private.keep_an_owner();

-- Messages to a party reach its founder while he belongs to it, else the owner
-- of longest standing.
-- +goose StatementBegin
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
-- +goose StatementEnd
ALTER FUNCTION private.settle_contact() OWNER TO service_role;
CREATE TRIGGER settle_contact AFTER INSERT OR UPDATE OF role OR DELETE ON public.memberships
  FOR EACH ROW EXECUTE FUNCTION private.settle_contact();

-- Companies that signed up before are organisations of one; a document that
-- two gave stays with the first.
INSERT INTO public.organisations (id, role, kind, legal_name, document, created_at)
SELECT p.id, 'company', 'company', p.name,
       CASE WHEN row_number() OVER (PARTITION BY a.document ORDER BY p.created_at, p.id) = 1 AND a.document ~ '^[0-9A-Z]{12}[0-9]{2}$' THEN a.document END,
       p.created_at
FROM public.profiles p JOIN public.accounts a ON a.profile_id = p.id
WHERE p.role = 'company';
INSERT INTO public.memberships (organisation_id, person_id, role, created_at)
SELECT id, id, 'owner', created_at FROM public.organisations;

ALTER TABLE public.organisations ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.organisations FORCE  ROW LEVEL SECURITY;
ALTER TABLE public.memberships   ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.memberships   FORCE  ROW LEVEL SECURITY;
ALTER TABLE public.invitations   ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.invitations   FORCE  ROW LEVEL SECURITY;
CREATE POLICY "members see their organisation" ON public.organisations
  FOR SELECT TO authenticated USING (id = ANY ((SELECT private.parties())::uuid[]));
CREATE POLICY "administrators see every organisation" ON public.organisations
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps organisations" ON public.organisations
  TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "members see who else belongs" ON public.memberships
  FOR SELECT TO authenticated USING (organisation_id = ANY ((SELECT private.parties())::uuid[]));
CREATE POLICY "administrators see every membership" ON public.memberships
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps memberships" ON public.memberships
  TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "who manages an organisation sees its invitations" ON public.invitations
  FOR SELECT TO authenticated USING (organisation_id = ANY ((SELECT private.parties('manage'))::uuid[]));
CREATE POLICY "the server keeps invitations" ON public.invitations
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, role, kind, legal_name, document, created_at, updated_at) ON public.organisations TO authenticated;
GRANT SELECT (organisation_id, person_id, role, created_at) ON public.memberships TO authenticated;
GRANT SELECT (id, organisation_id, email, role, invited_by, status, created_at, expires_at, decided_at) ON public.invitations TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.organisations, public.memberships, public.invitations TO service_role;
SELECT realtime.watch('public.memberships');
