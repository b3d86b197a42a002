-- Work that a contract did not name is agreed on beside it, in numbered
-- amendments. What was proposed is never rewritten: what was read is what is
-- accepted. An accepted one is a milestone like any other.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('amendments_open_max', 3,   'How many amendments of one contract may wait for an answer.'),
  ('amendments_max',      50,  'How many amendments one contract may have, answered or not.'),
  ('amendment_days',      14,  'How long an amendment waits for its answer.'),
  ('amendment_shift_max', 365, 'By how many working days one amendment may move the dates of a contract.');

CREATE TABLE public.amendments (
  id              uuid          NOT NULL DEFAULT private.uuid_v7(),
  contract_id     uuid          NOT NULL,
  -- AD-01 and on, in the order they were proposed.
  number          integer       NOT NULL,
  label           text          NOT NULL GENERATED ALWAYS AS ('AD-' || CASE WHEN number < 10 THEN '0' ELSE '' END || number::text) STORED,
  -- Whose side proposed it.
  author          text          NOT NULL,
  title           text          NOT NULL,
  description     text          NOT NULL,
  reason          text          NOT NULL,
  hours           integer,
  price_cents     bigint        NOT NULL,
  price           numeric(14,2) NOT NULL GENERATED ALWAYS AS (price_cents / 100.0) STORED,
  -- In working days, of every milestone that has yet to be delivered.
  shift_days      integer       NOT NULL DEFAULT 0,
  status          text          NOT NULL DEFAULT 'proposed',
  proposed_by     uuid          NOT NULL,
  created_at      timestamptz   NOT NULL DEFAULT now(),
  lapses_at       timestamptz   NOT NULL,
  -- Whoever accepted or refused it.
  answered_by     uuid,
  answer_reason   text,
  closed_at       timestamptz,
  -- What it became when it was accepted.
  milestone_id    uuid,
  CONSTRAINT amendments_pkey                PRIMARY KEY (id),
  CONSTRAINT amendments_number_key          UNIQUE (contract_id, number),
  CONSTRAINT amendments_contract_id_fkey    FOREIGN KEY (contract_id)  REFERENCES public.contracts (id)  ON DELETE RESTRICT,
  CONSTRAINT amendments_milestone_id_fkey   FOREIGN KEY (milestone_id) REFERENCES public.milestones (id) ON DELETE RESTRICT,
  CONSTRAINT amendments_proposed_by_fkey    FOREIGN KEY (proposed_by)  REFERENCES public.profiles (id)   ON DELETE RESTRICT,
  CONSTRAINT amendments_answered_by_fkey    FOREIGN KEY (answered_by)  REFERENCES public.profiles (id)   ON DELETE RESTRICT,
  CONSTRAINT amendments_number_positive     CHECK (number > 0),
  CONSTRAINT amendments_author_known        CHECK (author IN ('company', 'professional')),
  CONSTRAINT amendments_title_bounded       CHECK (btrim(title) <> '' AND length(title) <= 110),
  CONSTRAINT amendments_description_bounded CHECK (btrim(description) <> '' AND length(description) <= 1000),
  CONSTRAINT amendments_reason_bounded      CHECK (btrim(reason) <> '' AND length(reason) <= 800),
  CONSTRAINT amendments_answer_bounded      CHECK (btrim(answer_reason) <> '' AND length(answer_reason) <= 800),
  CONSTRAINT amendments_hours_range         CHECK (hours BETWEEN 1 AND 10000),
  CONSTRAINT amendments_price_range         CHECK (price_cents > 0 AND price_cents <= 99999999999),
  CONSTRAINT amendments_shift_range         CHECK (shift_days >= 0),
  CONSTRAINT amendments_status_known        CHECK (status IN ('proposed', 'accepted', 'refused', 'withdrawn', 'lapsed')),
  CONSTRAINT amendments_end_told            CHECK ((status = 'proposed') = (closed_at IS NULL)
    AND (status IN ('accepted', 'refused')) = (answered_by IS NOT NULL)
    AND (status = 'refused') = (answer_reason IS NOT NULL)
    AND (status = 'accepted') = (milestone_id IS NOT NULL)),
  CONSTRAINT amendments_not_by_who_proposed CHECK (answered_by <> proposed_by)
);
CREATE UNIQUE INDEX amendments_milestone_id_idx ON public.amendments (milestone_id) WHERE milestone_id IS NOT NULL;
CREATE INDEX amendments_proposed_by_idx ON public.amendments (proposed_by);
CREATE INDEX amendments_answered_by_idx ON public.amendments (answered_by) WHERE answered_by IS NOT NULL;
CREATE INDEX amendments_open_idx        ON public.amendments (lapses_at)   WHERE status = 'proposed';

ALTER TABLE public.amendments ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.amendments FORCE  ROW LEVEL SECURITY;
CREATE POLICY "both sides read the amendments of their contract" ON public.amendments
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "administrators read every amendment" ON public.amendments
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps amendments" ON public.amendments
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, contract_id, number, label, author, title, description, reason, hours, price_cents, price, shift_days, status, proposed_by, created_at, lapses_at,
  answered_by, answer_reason, closed_at, milestone_id) ON public.amendments TO authenticated;
GRANT SELECT, INSERT, UPDATE (status, answered_by, answer_reason, closed_at, milestone_id) ON public.amendments TO service_role;
SELECT realtime.watch('public.amendments');

-- Nobody may write the table, its owner neither.
ALTER TABLE private.transitions NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.transitions (noun, from_state, to_state) VALUES
  ('amendment', 'proposed', 'accepted'), ('amendment', 'proposed', 'refused'), ('amendment', 'proposed', 'withdrawn'), ('amendment', 'proposed', 'lapsed');
ALTER TABLE private.transitions FORCE ROW LEVEL SECURITY;
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.amendments
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('amendment');

-- What the log of a contract takes, and a few names more: whichever were added
-- before stay.
-- +goose StatementBegin
CREATE FUNCTION private.log_knows(VARIADIC more text[]) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
AS $$
DECLARE
  known text[];
BEGIN
  SELECT array_agg(DISTINCT name ORDER BY name) INTO known FROM (
    SELECT quoted[1] AS name FROM pg_catalog.pg_constraint k, regexp_matches(pg_catalog.pg_get_constraintdef(k.oid), '''([a-z_]+)''', 'g') AS quoted
    WHERE k.conrelid = 'public.contract_events'::regclass AND k.conname = 'contract_events_action_known'
    UNION SELECT unnest(more)) AS names;
  ALTER TABLE public.contract_events DROP CONSTRAINT contract_events_action_known;
  EXECUTE format('ALTER TABLE public.contract_events ADD CONSTRAINT contract_events_action_known CHECK (action IN (%s))',
    (SELECT string_agg(quote_literal(name), ', ') FROM unnest(known) AS name));
END
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION private.log_knows(text[]) FROM PUBLIC;
SELECT private.log_knows('propose_amendment', 'accept_amendment', 'refuse_amendment', 'withdraw_amendment', 'lapse_amendment');

-- Sunday of Easter, by the Gregorian calendar (Meeus, Jones and Butcher).
-- +goose StatementBegin
CREATE FUNCTION private.easter(year integer) RETURNS date
LANGUAGE plpgsql IMMUTABLE
SET search_path = ''
AS $$
DECLARE
  a integer := year % 19;
  b integer := year / 100;
  c integer := year % 100;
  h integer := (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
  l integer := (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
  m integer := (a + 11 * h + 22 * l) / 451;
BEGIN
  RETURN make_date(year, (h + l - 7 * m + 114) / 31, (h + l - 7 * m + 114) % 31 + 1);
END
$$;
-- +goose StatementEnd

-- Whether a day is worked in all of Brazil: no weekend, no national holiday
-- (Leis 662/1949, 6.802/1980 and 14.759/2023) and no Good Friday. What states
-- and towns keep is theirs to count.
-- +goose StatementBegin
CREATE FUNCTION private.is_working_day(day date) RETURNS boolean
LANGUAGE sql IMMUTABLE
SET search_path = ''
AS $$
  SELECT extract(isodow FROM day) < 6
    AND to_char(day, 'MM-DD') NOT IN ('01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25')
    AND day <> private.easter(extract(year FROM day)::integer) - 2
$$;
-- +goose StatementEnd

-- So many working days after a day; none leaves it as it is. Of three days at
-- least one is worked, but in the week of Christmas and New Year.
-- +goose StatementBegin
CREATE FUNCTION private.working_days_after(day date, days integer) RETURNS date
LANGUAGE sql IMMUTABLE
SET search_path = ''
AS $$
  SELECT CASE WHEN days <= 0 THEN day ELSE (
    SELECT one::date FROM generate_series(day + 1, day + 3 * days + 10, interval '1 day') AS one
    WHERE private.is_working_day(one::date) ORDER BY one OFFSET days - 1 LIMIT 1) END
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.easter(integer), private.is_working_day(date), private.working_days_after(date, integer) TO service_role;
