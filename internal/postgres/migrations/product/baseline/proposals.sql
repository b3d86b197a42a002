-- Proposals, the terms they offered, and the notes of a company about them.

CREATE FUNCTION private.check_amounts() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  IF NOT (NEW.value > 0 AND NEW.value <= 999999999.99 AND scale(trim_scale(NEW.value)) <= 2) THEN
    PERFORM private.refuse(400, 'proposal_value_invalid', 'O valor da proposta precisa ser um número maior que zero, até R$ 999.999.999,99 e com no máximo duas casas decimais.');
  ELSIF NOT (NEW.travel >= 0 AND NEW.travel <= 999999999.99 AND scale(trim_scale(NEW.travel)) <= 2) THEN
    PERFORM private.refuse(400, 'proposal_travel_invalid', 'O valor do deslocamento precisa ser um número a partir de zero, até R$ 999.999.999,99 e com no máximo duas casas decimais.');
  END IF;
  RETURN NEW;
END
$$;

-- A plan is checked when it is written: its dates may pass while the proposal
-- is looked at.
CREATE FUNCTION private.check_milestones() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.fee_basis_points := CASE private.setting('settlement') WHEN 'guarantee' THEN private.setting('fee_basis_points')::integer ELSE 0 END;
    NEW.milestones := private.milestone_plan(NEW.milestones, NEW.value);
  ELSIF (SELECT sum((one ->> 'value')::numeric) FROM jsonb_array_elements(NEW.milestones) AS one) IS DISTINCT FROM NEW.value THEN
    PERFORM private.refuse(422, 'milestones_sum_wrong', 'A soma dos marcos precisa ser igual ao valor da proposta.');
  END IF;
  RETURN NEW;
END
$$;
GRANT EXECUTE ON FUNCTION private.check_milestones() TO service_role;
ALTER FUNCTION private.check_milestones() OWNER TO definer;

-- A proposal answers the revision that is in force when it is sent.
CREATE FUNCTION private.check_proposal() RETURNS trigger
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
GRANT EXECUTE ON FUNCTION private.check_proposal() TO service_role;
ALTER FUNCTION private.check_proposal() OWNER TO definer;

-- One count of proposals everywhere: the withdrawn are none. It is kept by the
-- database, beside the project's.
CREATE FUNCTION private.count_proposals() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  UPDATE public.projects
  SET proposals_count = (SELECT count(*) FROM public.proposals WHERE project_id = projects.id AND status <> 'withdrawn')
  WHERE id = coalesce(NEW.project_id, OLD.project_id);
  UPDATE public.profiles
  SET proposals_sent = (SELECT count(*) FROM public.proposals WHERE professional_id = profiles.id AND status <> 'withdrawn')
  WHERE id = coalesce(NEW.professional_id, OLD.professional_id);
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.count_proposals() TO service_role;
ALTER FUNCTION private.count_proposals() OWNER TO definer;

-- An offer stands only as long as the proposal can be answered.
CREATE FUNCTION private.end_offers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  UPDATE public.proposal_terms SET state = 'withdrawn', answered_at = now() WHERE proposal_id = NEW.id AND state = 'offered';
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.end_offers() TO service_role;
ALTER FUNCTION private.end_offers() OWNER TO definer;

-- What a proposal says now is always the newest of its terms that both sides
-- know as the professional's word.
CREATE FUNCTION private.keep_terms() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  INSERT INTO public.proposal_terms (proposal_id, number, author, state, value_cents, travel_cents, milestones, deadline_days, valid_until, assumptions, exclusions, created_at)
  VALUES (NEW.id, NEW.terms, 'professional', 'current', NEW.value_cents, NEW.travel_cents, NEW.milestones, NEW.deadline_days, NEW.valid_until, NEW.assumptions, NEW.exclusions, NEW.created_at);
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.keep_terms() TO service_role;
ALTER FUNCTION private.keep_terms() OWNER TO definer;

CREATE FUNCTION private.measure_proposals() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  wait CONSTANT interval := private.measure_parties('proposals', ARRAY(SELECT professional_id FROM written));
BEGIN
  IF wait IS NOT NULL THEN
    PERFORM private.refuse(429, 'too_many_proposals_today', 'Você atingiu o limite de {proposals_daily_max} propostas enviadas em 24 horas. Tente novamente mais tarde.', wait);
  END IF;
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.measure_proposals() TO service_role;
ALTER FUNCTION private.measure_proposals() OWNER TO definer;

-- "prepare" of a proposal: before the check, which reads what it settles.
CREATE FUNCTION private.prepare_terms() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  NEW.assumptions := nullif(btrim(NEW.assumptions), '');
  NEW.exclusions  := nullif(btrim(NEW.exclusions), '');
  IF NEW.valid_until < private.market_day() OR NEW.valid_until > private.market_day() + private.limit_of('proposal_valid_days_max')::integer THEN
    PERFORM private.refuse(422, 'validity_out_of_range', 'A proposta pode valer de hoje a {proposal_valid_days_max} dias.');
  END IF;
  RETURN NEW;
END
$$;
GRANT EXECUTE ON FUNCTION private.prepare_terms() TO service_role;
ALTER FUNCTION private.prepare_terms() OWNER TO definer;

CREATE FUNCTION private.usual_validity() RETURNS date
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$ SELECT private.market_day() + private.limit_of('proposal_valid_days')::integer $$;
GRANT EXECUTE ON FUNCTION private.usual_validity() TO authenticated, service_role;
ALTER FUNCTION private.usual_validity() OWNER TO definer;

CREATE TABLE public.proposals (
  id               uuid         NOT NULL DEFAULT private.uuid_v7(),
  project_id       uuid         NOT NULL,
  professional_id  uuid         NOT NULL,
  value            numeric      NOT NULL,
  cover_letter     text         NOT NULL,
  status           text         NOT NULL DEFAULT 'pending',
  created_at       timestamptz  NOT NULL DEFAULT now(),
  updated_at       timestamptz  NOT NULL DEFAULT now(),
  decline_reason   text,
  decided_at       timestamptz,
  decline_cause    text,
  invites_new      boolean      NOT NULL DEFAULT false,
  project_revision integer      NOT NULL DEFAULT 1,
  value_cents      bigint       NOT NULL GENERATED ALWAYS AS ((value * 100::numeric)::bigint) STORED,
  fee_basis_points integer      NOT NULL DEFAULT 0,
  fee_percent      numeric(5,2) NOT NULL GENERATED ALWAYS AS ((fee_basis_points::numeric / 100.0)) STORED,
  milestones       jsonb        NOT NULL DEFAULT '[]',
  terms            integer      NOT NULL DEFAULT 1,
  deadline_days    integer,
  valid_until      date         NOT NULL DEFAULT private.usual_validity(),
  assumptions      text,
  exclusions       text,
  travel           numeric      NOT NULL DEFAULT 0,
  travel_cents     bigint       NOT NULL GENERATED ALWAYS AS ((travel * 100::numeric)::bigint) STORED,
  CONSTRAINT proposals_pkey                    PRIMARY KEY (id),
  CONSTRAINT proposals_professional_id_fkey    FOREIGN KEY (professional_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT proposals_project_id_fkey         FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE RESTRICT,
  CONSTRAINT proposals_assumptions_bounded     CHECK (btrim(assumptions) <> '' AND length(assumptions) <= 5000),
  CONSTRAINT proposals_cover_letter_filled     CHECK (btrim(cover_letter) <> '' AND length(cover_letter) <= 10000),
  CONSTRAINT proposals_deadline_days_range     CHECK (deadline_days >= 1 AND deadline_days <= 1000),
  CONSTRAINT proposals_decline_cause_declined  CHECK (status = 'declined' OR decline_cause IS NULL AND NOT invites_new),
  CONSTRAINT proposals_decline_cause_known     CHECK (decline_cause IN ('company', 'other_chosen', 'project_closed')),
  CONSTRAINT proposals_decline_reason_bounded  CHECK (btrim(decline_reason) <> '' AND length(decline_reason) <= 1000),
  CONSTRAINT proposals_decline_reason_declined CHECK (decline_reason IS NULL OR status = 'declined'),
  CONSTRAINT proposals_exclusions_bounded      CHECK (btrim(exclusions) <> '' AND length(exclusions) <= 5000),
  CONSTRAINT proposals_fee_range               CHECK (fee_basis_points >= 0 AND fee_basis_points <= 5000),
  CONSTRAINT proposals_milestones_list         CHECK (jsonb_typeof(milestones) = 'array'),
  CONSTRAINT proposals_revision_positive       CHECK (project_revision > 0),
  CONSTRAINT proposals_status_known            CHECK (status IN ('pending', 'waiting', 'accepted', 'declined', 'withdrawn', 'ended', 'expired')),
  CONSTRAINT proposals_terms_positive          CHECK (terms > 0),
  CONSTRAINT proposals_travel_in_cents         CHECK (scale(trim_scale(travel)) <= 2),
  CONSTRAINT proposals_travel_range            CHECK (travel >= 0::numeric AND travel <= 999999999.99),
  CONSTRAINT proposals_value_in_cents          CHECK (scale(trim_scale(value)) <= 2),
  CONSTRAINT proposals_value_positive          CHECK (value > 0::numeric AND value <= 999999999.99)
);
COMMENT ON TABLE public.proposals IS 'What professionals offer for a project';
COMMENT ON COLUMN public.proposals.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.proposals.project_id IS 'The project it is of';
COMMENT ON COLUMN public.proposals.professional_id IS 'The professional';
COMMENT ON COLUMN public.proposals.value IS 'Its value in reais';
COMMENT ON COLUMN public.proposals.cover_letter IS 'The letter';
COMMENT ON COLUMN public.proposals.status IS 'pending, waiting, accepted, declined, withdrawn, ended or expired';
COMMENT ON COLUMN public.proposals.created_at IS 'When it was written';
COMMENT ON COLUMN public.proposals.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.proposals.decline_reason IS 'Why it was declined, in words';
COMMENT ON COLUMN public.proposals.decided_at IS 'When it was decided';
COMMENT ON COLUMN public.proposals.decline_cause IS 'What led to its being declined: company, other_chosen or project_closed';
COMMENT ON COLUMN public.proposals.invites_new IS 'Whether a better one is welcome';
COMMENT ON COLUMN public.proposals.project_revision IS 'The version of the project it was written for';
COMMENT ON COLUMN public.proposals.value_cents IS 'Its value in centavos';
COMMENT ON COLUMN public.proposals.fee_basis_points IS 'The platform''s fee in hundredths of a percent';
COMMENT ON COLUMN public.proposals.fee_percent IS 'The platform''s fee in percent';
COMMENT ON COLUMN public.proposals.milestones IS 'Its parts with values in centavos, in order';
COMMENT ON COLUMN public.proposals.terms IS 'Which round of terms it stands at';
COMMENT ON COLUMN public.proposals.deadline_days IS 'Days from the start to the end';
COMMENT ON COLUMN public.proposals.valid_until IS 'Until which day it is good';
COMMENT ON COLUMN public.proposals.assumptions IS 'What it rests on';
COMMENT ON COLUMN public.proposals.exclusions IS 'What it leaves out';
COMMENT ON COLUMN public.proposals.travel IS 'Travel costs in reais';
COMMENT ON COLUMN public.proposals.travel_cents IS 'Travel costs in centavos';
CREATE INDEX proposals_created_at_idx      ON public.proposals (created_at);
CREATE INDEX proposals_expiring_idx        ON public.proposals (valid_until) WHERE status IN ('pending', 'waiting');
CREATE INDEX proposals_of_party_idx        ON public.proposals (project_id, professional_id);
CREATE UNIQUE INDEX proposals_one_accepted ON public.proposals (project_id) WHERE status = 'accepted';
CREATE UNIQUE INDEX proposals_one_live     ON public.proposals (project_id, professional_id) WHERE status IN ('pending', 'waiting', 'accepted');
CREATE INDEX proposals_professional_id_idx ON public.proposals (professional_id, created_at DESC);
CREATE INDEX proposals_project_id_idx      ON public.proposals (project_id, created_at DESC);
ALTER TABLE public.proposals ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.proposals FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, project_id, professional_id, value, cover_letter, status, created_at, updated_at, decline_reason, decided_at,
  decline_cause, invites_new, project_revision, value_cents, fee_basis_points, fee_percent, milestones, terms, deadline_days,
  valid_until, assumptions, exclusions, travel, travel_cents), INSERT (id, project_id, professional_id, value, cover_letter,
  status, milestones, deadline_days, valid_until, assumptions, exclusions, travel) ON public.proposals TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.proposals TO service_role;
CREATE POLICY "administrators see every proposal" ON public.proposals
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "companies see proposals for their projects" ON public.proposals
  FOR SELECT TO authenticated USING (EXISTS (
    SELECT FROM public.project_owners o
    WHERE o.project_id = proposals.project_id AND o.company_id = ANY ((SELECT private.parties())::uuid[])));
CREATE POLICY "professionals see their proposals" ON public.proposals
  FOR SELECT TO authenticated USING (professional_id = ANY ((SELECT private.parties())::uuid[]));
CREATE POLICY "professionals send proposals" ON public.proposals
  FOR INSERT TO authenticated
  WITH CHECK (professional_id = ANY ((SELECT private.parties('negotiate'))::uuid[]) AND status = 'pending' AND private.is_party_of(professional_id, 'professional'));
CREATE POLICY "the server keeps proposals" ON public.proposals
  TO service_role USING (true) WITH CHECK (true);

-- Triggers run by name: before the one that fills in the plan of milestones.
CREATE TRIGGER a_check_amounts BEFORE INSERT OR UPDATE OF value, travel ON public.proposals
  FOR EACH ROW EXECUTE FUNCTION private.check_amounts();
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF cover_letter, decline_reason, assumptions, exclusions, milestones ON public.proposals
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.cover_letter) OR NOT private.is_settled_text(NEW.decline_reason) OR NOT private.is_settled_text(NEW.assumptions) OR NOT private.is_settled_text(NEW.exclusions) OR NEW.milestones <> '[]') EXECUTE FUNCTION private.settle_texts('cover_letter:text', 'decline_reason:text', 'assumptions:text', 'exclusions:text', 'milestones:plan');
CREATE TRIGGER a_prepare_terms BEFORE INSERT OR UPDATE OF valid_until, assumptions, exclusions ON public.proposals
  FOR EACH ROW EXECUTE FUNCTION private.prepare_terms();
CREATE TRIGGER check_first BEFORE INSERT ON public.proposals
  FOR EACH ROW EXECUTE FUNCTION private.check_proposal();
CREATE TRIGGER check_milestones BEFORE INSERT OR UPDATE OF milestones, value ON public.proposals
  FOR EACH ROW EXECUTE FUNCTION private.check_milestones();
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.proposals
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('proposal');
CREATE TRIGGER count_for_project AFTER INSERT OR DELETE ON public.proposals
  FOR EACH ROW EXECUTE FUNCTION private.count_proposals();
CREATE TRIGGER count_withdrawn AFTER UPDATE OF status ON public.proposals
  FOR EACH ROW WHEN ((OLD.status = 'withdrawn') <> (NEW.status = 'withdrawn'))
  EXECUTE FUNCTION private.count_proposals();
CREATE TRIGGER end_offers AFTER UPDATE OF status ON public.proposals
  FOR EACH ROW WHEN (NEW.status <> 'pending' AND NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.end_offers();
CREATE TRIGGER keep_terms AFTER INSERT ON public.proposals
  FOR EACH ROW EXECUTE FUNCTION private.keep_terms();
CREATE TRIGGER measure AFTER INSERT ON public.proposals REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.measure_proposals();
SELECT realtime.watch('public.proposals');
CREATE TRIGGER touch BEFORE UPDATE ON public.proposals
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Both sides may change what a proposal says until it is accepted. Every change is the next of its
-- terms and stays readable; a counter-offer of the company is an offer until the professional
-- answers it.
CREATE TABLE public.proposal_terms (
  proposal_id   uuid          NOT NULL,
  number        integer       NOT NULL,
  author        text          NOT NULL,
  state         text          NOT NULL,
  value_cents   bigint        NOT NULL,
  value         numeric(14,2) NOT NULL GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  travel_cents  bigint        NOT NULL,
  travel        numeric(14,2) NOT NULL GENERATED ALWAYS AS ((travel_cents::numeric / 100.0)) STORED,
  milestones    jsonb         NOT NULL,
  deadline_days integer,
  valid_until   date          NOT NULL,
  assumptions   text,
  exclusions    text,
  note          text,
  created_at    timestamptz   NOT NULL DEFAULT now(),
  answered_at   timestamptz,
  CONSTRAINT proposal_terms_pkey             PRIMARY KEY (proposal_id, number),
  CONSTRAINT proposal_terms_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES public.proposals(id) ON DELETE CASCADE,
  CONSTRAINT proposal_terms_answer_told      CHECK ((answered_at IS NULL) = (state = 'offered' OR author = 'professional')),
  CONSTRAINT proposal_terms_author_known     CHECK (author IN ('company', 'professional')),
  CONSTRAINT proposal_terms_note_bounded     CHECK (btrim(note) <> '' AND length(note) <= 1000),
  CONSTRAINT proposal_terms_number_positive  CHECK (number > 0),
  CONSTRAINT proposal_terms_offer_of_company CHECK (author = 'company' OR (state IN ('current', 'superseded'))),
  CONSTRAINT proposal_terms_state_known      CHECK (state IN ('current', 'superseded', 'offered', 'declined', 'withdrawn'))
);
COMMENT ON TABLE public.proposal_terms IS 'The rounds of a negotiation: what each side offered';
COMMENT ON COLUMN public.proposal_terms.proposal_id IS 'The proposal it is of';
COMMENT ON COLUMN public.proposal_terms.number IS 'Which round it is, from 1';
COMMENT ON COLUMN public.proposal_terms.author IS 'Which side wrote it: company or professional';
COMMENT ON COLUMN public.proposal_terms.state IS 'current, superseded, offered, declined or withdrawn';
COMMENT ON COLUMN public.proposal_terms.value_cents IS 'Its value in centavos';
COMMENT ON COLUMN public.proposal_terms.value IS 'Its value in reais';
COMMENT ON COLUMN public.proposal_terms.travel_cents IS 'Travel costs in centavos';
COMMENT ON COLUMN public.proposal_terms.travel IS 'Travel costs in reais';
COMMENT ON COLUMN public.proposal_terms.milestones IS 'Its parts with values in centavos, in order';
COMMENT ON COLUMN public.proposal_terms.deadline_days IS 'Days from the start to the end';
COMMENT ON COLUMN public.proposal_terms.valid_until IS 'Until which day it is good';
COMMENT ON COLUMN public.proposal_terms.assumptions IS 'What it rests on';
COMMENT ON COLUMN public.proposal_terms.exclusions IS 'What it leaves out';
COMMENT ON COLUMN public.proposal_terms.note IS 'A note, in the words of who wrote it';
COMMENT ON COLUMN public.proposal_terms.created_at IS 'When it was written';
COMMENT ON COLUMN public.proposal_terms.answered_at IS 'When it was answered';
CREATE UNIQUE INDEX proposal_terms_one_current ON public.proposal_terms (proposal_id) WHERE state = 'current';
CREATE UNIQUE INDEX proposal_terms_one_offer   ON public.proposal_terms (proposal_id) WHERE state = 'offered';
ALTER TABLE public.proposal_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.proposal_terms FORCE  ROW LEVEL SECURITY;
GRANT SELECT (proposal_id, number, author, state, value_cents, value, travel_cents, travel, milestones, deadline_days,
  valid_until, assumptions, exclusions, note, created_at, answered_at) ON public.proposal_terms TO authenticated;
GRANT SELECT, INSERT, UPDATE ON public.proposal_terms TO service_role;
CREATE POLICY "the server keeps the terms of proposals" ON public.proposal_terms
  FOR ALL TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "who reads a proposal reads its terms" ON public.proposal_terms
  FOR SELECT TO authenticated USING (proposal_id IN (SELECT p.id FROM public.proposals p));
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF assumptions, exclusions, note, milestones ON public.proposal_terms
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.assumptions) OR NOT private.is_settled_text(NEW.exclusions) OR NOT private.is_settled_text(NEW.note) OR NEW.milestones <> '[]') EXECUTE FUNCTION private.settle_texts('assumptions:text', 'exclusions:text', 'note:text', 'milestones:plan');
SELECT realtime.watch('public.proposal_terms');

-- A note and a place on the shortlist, for all people of the company to read and never for the
-- professional who proposed.
CREATE TABLE public.proposal_notes (
  proposal_id uuid        NOT NULL,
  company_id  uuid        NOT NULL,
  note        text        NOT NULL DEFAULT '',
  shortlisted boolean     NOT NULL DEFAULT false,
  updated_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT proposal_notes_pkey             PRIMARY KEY (proposal_id),
  CONSTRAINT proposal_notes_company_id_fkey  FOREIGN KEY (company_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT proposal_notes_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES public.proposals(id) ON DELETE CASCADE,
  CONSTRAINT proposal_notes_updated_by_fkey  FOREIGN KEY (updated_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT proposal_notes_note_bounded     CHECK (length(note) <= 2000)
);
COMMENT ON TABLE public.proposal_notes IS 'A company''s own notes on proposals; the professional never sees them';
COMMENT ON COLUMN public.proposal_notes.proposal_id IS 'The proposal it is of';
COMMENT ON COLUMN public.proposal_notes.company_id IS 'The company';
COMMENT ON COLUMN public.proposal_notes.note IS 'A note, in the words of who wrote it';
COMMENT ON COLUMN public.proposal_notes.shortlisted IS 'Whether it is among the best';
COMMENT ON COLUMN public.proposal_notes.updated_by IS 'Who wrote it last';
COMMENT ON COLUMN public.proposal_notes.updated_at IS 'When it last changed';
CREATE INDEX proposal_notes_company_id_idx ON public.proposal_notes (company_id);
CREATE INDEX proposal_notes_updated_by_idx ON public.proposal_notes (updated_by);
ALTER TABLE public.proposal_notes ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.proposal_notes FORCE  ROW LEVEL SECURITY;
GRANT SELECT (proposal_id, company_id, note, shortlisted, updated_by, updated_at), INSERT (proposal_id, note, shortlisted),
  UPDATE (note, shortlisted) ON public.proposal_notes TO authenticated;
GRANT SELECT, DELETE ON public.proposal_notes TO service_role;

-- Whose notes they are follows from the project; who wrote last, and when, is not the writer's to
-- say. It runs as the caller: somebody who does not see that the project is theirs has no notes
-- about what was proposed to it.
CREATE FUNCTION private.sign_note() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.company_id := (SELECT o.company_id FROM public.proposals p JOIN public.project_owners o ON o.project_id = p.project_id WHERE p.id = NEW.proposal_id);
  END IF;
  NEW.updated_by := auth.uid();
  NEW.updated_at := now();
  RETURN NEW;
END
$$;

CREATE POLICY "a company's people change its notes" ON public.proposal_notes
  FOR UPDATE TO authenticated USING (company_id = ANY ((SELECT private.parties('negotiate'))::uuid[]))
  WITH CHECK (company_id = ANY ((SELECT private.parties('negotiate'))::uuid[]));
CREATE POLICY "a company's people note what was proposed to it" ON public.proposal_notes
  FOR INSERT TO authenticated WITH CHECK (company_id = ANY ((SELECT private.parties('negotiate'))::uuid[]));
CREATE POLICY "a company's people read its notes" ON public.proposal_notes
  FOR SELECT TO authenticated USING (company_id = ANY ((SELECT private.parties())::uuid[]));
CREATE POLICY "the server keeps notes" ON public.proposal_notes
  FOR ALL TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF note ON public.proposal_notes
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.note)) EXECUTE FUNCTION private.settle_texts('note:text');
SELECT realtime.watch('public.proposal_notes');
CREATE TRIGGER sign_note BEFORE INSERT OR UPDATE ON public.proposal_notes
  FOR EACH ROW EXECUTE FUNCTION private.sign_note();

-- Whether the caller acts for a professional who may send proposals.
CREATE FUNCTION private.may_propose() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT EXISTS (SELECT FROM public.profiles p WHERE p.id = ANY (private.parties('negotiate')) AND p.role = 'professional')
$$;
GRANT EXECUTE ON FUNCTION private.may_propose() TO authenticated, service_role;
ALTER FUNCTION private.may_propose() OWNER TO definer;

-- Whether the caller's parties have answered a project.
CREATE FUNCTION private.has_proposed(project_id uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  RETURN EXISTS (SELECT FROM public.proposals o WHERE o.project_id = has_proposed.project_id AND o.professional_id = ANY (private.parties()));
END
$$;
GRANT EXECUTE ON FUNCTION private.has_proposed(uuid) TO authenticated, service_role;
ALTER FUNCTION private.has_proposed(uuid) OWNER TO definer;

-- The milestones that make up a value: those given, or one over all of it.
CREATE FUNCTION private.milestone_plan(given jsonb, value numeric) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  plan jsonb;
BEGIN
  IF given IS NULL OR given = '[]' THEN
    RETURN private.whole_milestone(milestone_plan.value);
  ELSIF jsonb_typeof(given) <> 'array' THEN
    PERFORM private.refuse(422, 'milestones_unreadable', 'Os marcos da proposta não puderam ser lidos.');
  ELSIF jsonb_array_length(given) > private.limit_of('milestones_max') THEN
    PERFORM private.refuse(422, 'too_many_milestones', 'Uma proposta tem no máximo {milestones_max} marcos.');
  END IF;
  SELECT jsonb_agg(private.planned_milestone(one) ORDER BY place) INTO plan FROM jsonb_array_elements(given) WITH ORDINALITY AS list (one, place);
  IF (SELECT sum((one ->> 'value')::numeric) FROM jsonb_array_elements(plan) AS one) <> milestone_plan.value THEN
    PERFORM private.refuse(422, 'milestones_sum_wrong', 'A soma dos marcos precisa ser igual ao valor da proposta.');
  ELSIF EXISTS (SELECT FROM jsonb_array_elements(plan) WITH ORDINALITY AS list (one, place)
                WHERE one ->> 'kind' = 'retention' AND (place < jsonb_array_length(plan) OR place = 1)) THEN
    PERFORM private.refuse(422, 'retention_not_last', 'A retenção é o último de dois ou mais marcos.');
  END IF;
  RETURN plan;
END
$$;
GRANT EXECUTE ON FUNCTION private.milestone_plan(jsonb,numeric) TO service_role;
ALTER FUNCTION private.milestone_plan(jsonb,numeric) OWNER TO definer;

-- One milestone as it is kept, or the refusal of it. Today is Brazil's.
CREATE FUNCTION private.planned_milestone(given jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE
SET search_path = ''
AS $$
DECLARE
  title       text := btrim(given ->> 'title', E' \t\r\n');
  deliverable text := btrim(coalesce(given ->> 'deliverable', ''), E' \t\r\n');
  amount      text := given ->> 'value';
  due         text := given ->> 'due_on';
  plan        jsonb;
BEGIN
  IF jsonb_typeof(given) <> 'object' OR coalesce(jsonb_typeof(given -> 'title'), '') <> 'string' OR title = '' OR length(title) > private.limit_of('milestone_title_characters') THEN
    PERFORM private.refuse(422, 'milestone_title_wrong', 'Dê a cada marco um título de até {milestone_title_characters} caracteres.');
  ELSIF coalesce(jsonb_typeof(given -> 'deliverable'), 'null') NOT IN ('string', 'null') OR length(deliverable) > private.limit_of('milestone_deliverable_characters') THEN
    PERFORM private.refuse(422, 'milestone_deliverable_too_long', 'Descreva o que o marco entrega em até {milestone_deliverable_characters} caracteres.');
  ELSIF coalesce(amount, '') !~ '^[0-9]{1,9}(\.[0-9]{1,20})?$' OR amount::numeric <= 0 OR scale(trim_scale(amount::numeric)) > 2 THEN
    PERFORM private.refuse(422, 'milestone_value_wrong', 'O valor de cada marco precisa ser maior que zero, com no máximo duas casas decimais.');
  ELSIF due IS NOT NULL AND private.read_date(due) IS NULL THEN
    PERFORM private.refuse(422, 'milestone_date_wrong', 'Informe a data do marco como dia, mês e ano.');
  ELSIF private.read_date(due) < (now() AT TIME ZONE 'America/Sao_Paulo')::date THEN
    PERFORM private.refuse(422, 'milestone_date_past', 'A data de um marco não pode estar no passado.');
  ELSIF coalesce(given -> 'kind', 'null') NOT IN ('null', '"work"', '"retention"') THEN
    PERFORM private.refuse(422, 'milestone_kind_wrong', 'Um marco da proposta é de trabalho ou de retenção.');
  ELSIF coalesce(jsonb_typeof(given -> 'waits_for_tac'), 'null') NOT IN ('boolean', 'null') THEN
    PERFORM private.refuse(422, 'milestone_tac_wrong', 'Diga com sim ou não se o aceite do marco depende do TAC.');
  END IF;
  plan := jsonb_build_object('title', title, 'deliverable', deliverable, 'value', round(amount::numeric, 2), 'due_on', due);
  IF given ->> 'kind' = 'retention' THEN
    plan := plan || '{"kind": "retention"}';
  END IF;
  IF given -> 'waits_for_tac' = 'true' THEN
    plan := plan || '{"waits_for_tac": true}';
  END IF;
  RETURN plan;
END
$$;
GRANT EXECUTE ON FUNCTION private.planned_milestone(jsonb) TO service_role;

-- A plan that is none is refused where it is read.
CREATE FUNCTION private.plain_plan(given jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN CASE WHEN jsonb_typeof(given) <> 'array' THEN given ELSE (
  SELECT coalesce(jsonb_agg(CASE WHEN jsonb_typeof(one) <> 'object' THEN one ELSE one
    || CASE jsonb_typeof(one -> 'title') WHEN 'string' THEN jsonb_build_object('title', private.plain_line(one ->> 'title')) ELSE '{}' END
    || CASE jsonb_typeof(one -> 'deliverable') WHEN 'string' THEN jsonb_build_object('deliverable', private.plain_paragraphs(one ->> 'deliverable')) ELSE '{}' END
  END ORDER BY place), '[]') FROM jsonb_array_elements(given) WITH ORDINALITY AS list (one, place)) END;
GRANT EXECUTE ON FUNCTION private.plain_plan(jsonb) TO anon, authenticated, definer, service_role;

CREATE FUNCTION private.whole_milestone(value numeric) RETURNS jsonb
LANGUAGE sql IMMUTABLE
SET search_path = ''
RETURN jsonb_build_array(jsonb_build_object('title', 'Entrega do projeto', 'deliverable', '', 'value', round(value, 2), 'due_on', NULL));
GRANT EXECUTE ON FUNCTION private.whole_milestone(numeric) TO service_role;

CREATE POLICY "proposers read the revisions of a project" ON public.project_revisions
  FOR SELECT TO authenticated USING (private.has_proposed(project_id));

CREATE POLICY "who has proposed goes on reading the open files" ON public.project_files
  FOR SELECT TO authenticated USING (audience = 'proposers' AND private.has_proposed(project_id));
CREATE POLICY "who may propose reads the open files of open projects" ON public.project_files
  FOR SELECT TO authenticated
  USING (audience = 'proposers' AND (SELECT private.may_propose()) AND EXISTS (SELECT FROM public.projects p WHERE p.id = project_id AND p.status = 'open'));

CREATE POLICY "proposers read what is asked of a project" ON public.project_questions
  FOR SELECT TO authenticated USING (private.has_proposed(project_id));
