-- A proposal says what it is made of, and both sides may change it until it is
-- accepted. Every change is the next of its terms and stays readable; what the
-- company counters with is an offer until the professional answers it.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('proposal_valid_days',     30, 'How long a proposal is good for unless it says otherwise.'),
  ('proposal_valid_days_max', 365, 'How long a proposal may be good for.'),
  ('proposal_terms_max',      20, 'How often the terms of one proposal may be written, by both sides together.');

-- The day it is where the market is.
-- +goose StatementBegin
CREATE FUNCTION private.market_day(at timestamptz DEFAULT now()) RETURNS date
LANGUAGE sql STABLE
SET search_path = ''
AS $$ SELECT (at AT TIME ZONE 'America/Sao_Paulo')::date $$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.market_day(timestamptz) TO anon, authenticated, service_role;

-- +goose StatementBegin
CREATE FUNCTION private.usual_validity() RETURNS date
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$ SELECT private.market_day() + private.limit_of('proposal_valid_days')::integer $$;
-- +goose StatementEnd
ALTER FUNCTION private.usual_validity() OWNER TO service_role;
REVOKE EXECUTE ON FUNCTION private.usual_validity() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.usual_validity() TO authenticated, service_role;

ALTER TABLE public.proposals
  ADD COLUMN terms         integer NOT NULL DEFAULT 1,
  -- In working days from the start.
  ADD COLUMN deadline_days integer,
  -- The last day it can be accepted on; of what was sent before, from today on.
  ADD COLUMN valid_until   date NOT NULL DEFAULT private.usual_validity(),
  ADD COLUMN assumptions   text,
  ADD COLUMN exclusions    text,
  -- Paid beside the value, as a milestone of its own.
  ADD COLUMN travel        numeric NOT NULL DEFAULT 0,
  ADD COLUMN travel_cents  bigint  NOT NULL GENERATED ALWAYS AS ((travel * 100)::bigint) STORED;
ALTER TABLE public.proposals
  DROP CONSTRAINT proposals_status_known,
  ADD CONSTRAINT proposals_status_known        CHECK (status IN ('pending', 'waiting', 'accepted', 'declined', 'withdrawn', 'ended', 'expired')),
  ADD CONSTRAINT proposals_terms_positive      CHECK (terms > 0),
  ADD CONSTRAINT proposals_deadline_days_range CHECK (deadline_days BETWEEN 1 AND 1000),
  ADD CONSTRAINT proposals_assumptions_bounded CHECK (btrim(assumptions) <> '' AND length(assumptions) <= 5000),
  ADD CONSTRAINT proposals_exclusions_bounded  CHECK (btrim(exclusions) <> '' AND length(exclusions) <= 5000),
  ADD CONSTRAINT proposals_travel_range        CHECK (travel >= 0 AND travel <= 999999999.99),
  ADD CONSTRAINT proposals_travel_in_cents     CHECK (scale(trim_scale(travel)) <= 2);
CREATE INDEX proposals_expiring_idx ON public.proposals (valid_until) WHERE status IN ('pending', 'waiting');
GRANT SELECT (terms, deadline_days, valid_until, assumptions, exclusions, travel, travel_cents),
      INSERT (deadline_days, valid_until, assumptions, exclusions, travel) ON public.proposals TO authenticated;

-- Nobody may write the table, its owner neither.
ALTER TABLE private.transitions NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.transitions (noun, from_state, to_state) VALUES
  ('proposal', 'pending', 'expired'), ('proposal', 'waiting', 'expired'), ('proposal', 'expired', 'pending');
ALTER TABLE private.transitions FORCE ROW LEVEL SECURITY;

-- "prepare" of a proposal: before the check, which reads what it settles.
-- +goose StatementBegin
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
-- +goose StatementEnd
ALTER FUNCTION private.prepare_terms() OWNER TO service_role;
CREATE TRIGGER a_prepare_terms BEFORE INSERT OR UPDATE OF valid_until, assumptions, exclusions ON public.proposals
  FOR EACH ROW EXECUTE FUNCTION private.prepare_terms();

-- The milestones that make up a value: those given, or one over all of it.
-- +goose StatementBegin
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
  END IF;
  RETURN plan;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.milestone_plan(jsonb, numeric) OWNER TO service_role;
REVOKE EXECUTE ON FUNCTION private.milestone_plan(jsonb, numeric) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.milestone_plan(jsonb, numeric) TO service_role;

-- A plan is checked when it is written: its dates may pass while the proposal
-- is looked at.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.check_milestones() RETURNS trigger
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
-- +goose StatementEnd

CREATE TABLE public.proposal_terms (
  proposal_id   uuid        NOT NULL,
  number        integer     NOT NULL,
  -- Whose hand wrote them.
  author        text        NOT NULL,
  state         text        NOT NULL,
  value_cents   bigint      NOT NULL,
  value         numeric(14,2) NOT NULL GENERATED ALWAYS AS (value_cents / 100.0) STORED,
  travel_cents  bigint      NOT NULL,
  travel        numeric(14,2) NOT NULL GENERATED ALWAYS AS (travel_cents / 100.0) STORED,
  milestones    jsonb       NOT NULL,
  deadline_days integer,
  valid_until   date        NOT NULL,
  assumptions   text,
  exclusions    text,
  -- What the author says to the other side about them.
  note          text,
  created_at    timestamptz NOT NULL DEFAULT now(),
  answered_at   timestamptz,
  CONSTRAINT proposal_terms_pkey             PRIMARY KEY (proposal_id, number),
  CONSTRAINT proposal_terms_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES public.proposals (id) ON DELETE CASCADE,
  CONSTRAINT proposal_terms_author_known     CHECK (author IN ('company', 'professional')),
  CONSTRAINT proposal_terms_state_known      CHECK (state IN ('current', 'superseded', 'offered', 'declined', 'withdrawn')),
  CONSTRAINT proposal_terms_offer_of_company CHECK (author = 'company' OR state IN ('current', 'superseded')),
  CONSTRAINT proposal_terms_number_positive  CHECK (number > 0),
  CONSTRAINT proposal_terms_note_bounded     CHECK (btrim(note) <> '' AND length(note) <= 1000),
  CONSTRAINT proposal_terms_answer_told      CHECK ((answered_at IS NULL) = (state = 'offered' OR author = 'professional'))
);
CREATE UNIQUE INDEX proposal_terms_one_current ON public.proposal_terms (proposal_id) WHERE state = 'current';
CREATE UNIQUE INDEX proposal_terms_one_offer   ON public.proposal_terms (proposal_id) WHERE state = 'offered';

ALTER TABLE public.proposal_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.proposal_terms FORCE  ROW LEVEL SECURITY;
CREATE POLICY "who reads a proposal reads its terms" ON public.proposal_terms
  FOR SELECT TO authenticated USING (proposal_id IN (SELECT p.id FROM public.proposals p));
CREATE POLICY "the server keeps the terms of proposals" ON public.proposal_terms
  FOR ALL TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (proposal_id, number, author, state, value_cents, value, travel_cents, travel, milestones, deadline_days, valid_until, assumptions, exclusions, note, created_at, answered_at)
  ON public.proposal_terms TO authenticated;
GRANT SELECT, INSERT, UPDATE ON public.proposal_terms TO service_role;
SELECT realtime.watch('public.proposal_terms');

INSERT INTO public.proposal_terms (proposal_id, number, author, state, value_cents, travel_cents, milestones, valid_until, created_at)
SELECT id, 1, 'professional', 'current', value_cents, 0, milestones, valid_until, created_at FROM public.proposals;

-- What a proposal says now is always the newest of its terms that both sides
-- know as the professional's word.
-- +goose StatementBegin
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
-- +goose StatementEnd
ALTER FUNCTION private.keep_terms() OWNER TO service_role;
CREATE TRIGGER keep_terms AFTER INSERT ON public.proposals
  FOR EACH ROW EXECUTE FUNCTION private.keep_terms();

-- An offer stands only as long as the proposal can be answered.
-- +goose StatementBegin
CREATE FUNCTION private.end_offers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  UPDATE public.proposal_terms SET state = 'withdrawn', answered_at = now() WHERE proposal_id = NEW.id AND state = 'offered';
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.end_offers() OWNER TO service_role;
CREATE TRIGGER end_offers AFTER UPDATE OF status ON public.proposals
  FOR EACH ROW WHEN (NEW.status <> 'pending' AND NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.end_offers();

-- The contract keeps the terms it was made on; travel is part of its value.
ALTER TABLE public.contracts
  ADD COLUMN terms  jsonb NOT NULL DEFAULT '{}';
GRANT SELECT (terms) ON public.contracts TO authenticated;
