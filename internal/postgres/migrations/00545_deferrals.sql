-- A person sets aside what waits for him until a working day of the market's
-- calendar. It is his own, not his organisation's, and the same on each of his
-- devices. What he set aside is a matter as it stood: another state of it waits
-- anew. No deadline passes behind it: it comes back at the latest on the working
-- day before, which is reckoned when it is read, whatever was written.

-- +goose Up
CREATE TABLE private.deferrals (
  person_id  uuid        NOT NULL,
  party_id   uuid        NOT NULL,
  kind       text        NOT NULL,
  -- What it is about, as a list of turns names it.
  matter     uuid        NOT NULL,
  -- How it stood then.
  state      text        NOT NULL,
  until      timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT deferrals_pkey           PRIMARY KEY (person_id, party_id, kind, matter),
  CONSTRAINT deferrals_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.profiles (id) ON DELETE CASCADE,
  CONSTRAINT deferrals_party_id_fkey  FOREIGN KEY (party_id)  REFERENCES public.profiles (id) ON DELETE CASCADE,
  CONSTRAINT deferrals_bounded        CHECK (length(kind) <= 40 AND length(state) <= 200)
);
CREATE INDEX deferrals_party_id_idx ON private.deferrals (party_id);
ALTER TABLE private.deferrals ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.deferrals FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON private.deferrals TO service_role;
CREATE POLICY "the server keeps what people set aside" ON private.deferrals FOR ALL TO service_role
  USING (true) WITH CHECK (true);

-- The day that a choice means; null for what is none.
CREATE FUNCTION private.deferral_day(choice text, today date) RETURNS date
LANGUAGE sql IMMUTABLE
SET search_path = ''
RETURN CASE choice
  WHEN 'tomorrow'   THEN private.working_days_after(today, 1)
  WHEN 'three_days' THEN private.working_days_after(today, 3)
  WHEN 'monday'     THEN private.working_days_after(today + 7 - extract(isodow FROM today)::integer, 1) END;
REVOKE ALL ON FUNCTION private.deferral_day(text, date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.deferral_day(text, date) TO service_role;

-- From when on a deadline is so near that nothing hides it: the working day
-- before it.
CREATE FUNCTION private.deadline_shows_at(due_at timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE
SET search_path = ''
RETURN (SELECT max(one)::date::timestamp AT TIME ZONE 'America/Sao_Paulo'
        FROM generate_series(private.market_day(due_at) - 14, private.market_day(due_at) - 1, interval '1 day') AS one
        WHERE private.is_working_day(one::date));
REVOKE ALL ON FUNCTION private.deadline_shows_at(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.deadline_shows_at(timestamptz) TO service_role;

-- All that waits for a person of a party, with what he set aside of it. `matter`
-- tells one of a kind from another, `state` how it stands.
-- +goose StatementBegin
CREATE FUNCTION private.turns(party uuid, person uuid) RETURNS TABLE (
  kind text, due_at timestamptz, since timestamptz, contract_id uuid, project_id uuid, subject_id uuid, milestone_id uuid, number bigint, title text, part text, partner text, what text, count integer,
  value_cents bigint, partner_id uuid, matter uuid, state text, shows_at timestamptz, until timestamptz)
LANGUAGE plpgsql STABLE ROWS 20
SET search_path = ''
AS $$
BEGIN
  RETURN QUERY
  SELECT w.kind, w.due_at, w.since, w.contract_id, w.project_id, w.subject_id, w.milestone_id, w.number, w.title, w.part, w.partner, w.what, w.count, w.value_cents, w.partner_id,
         named.matter, named.state, private.deadline_shows_at(w.due_at), d.until
  FROM (
    SELECT t.kind, t.due_at, t.since, t.contract_id, c.project_id, t.subject_id, t.milestone_id, c.number, coalesce(nullif(c.scope ->> 'title', ''), p.title) AS title,
           CASE WHEN (SELECT count(*) FROM public.milestones every WHERE every.contract_id = c.id) > 1 THEN m.title END AS part,
           o.name AS partner, t.what, 1 AS count, t.value_cents, o.id AS partner_id
    FROM private.contract_turns(party, person) AS t
    JOIN public.contracts c ON c.id = t.contract_id
    JOIN public.projects p ON p.id = c.project_id
    JOIN public.profiles o ON o.id = CASE party WHEN c.company_id THEN c.professional_id ELSE c.company_id END
    LEFT JOIN public.milestones m ON m.id = t.milestone_id
    UNION ALL
    SELECT t.kind, t.due_at, t.since, NULL, t.project_id, t.subject_id, NULL, p.number, p.title, NULL,
           CASE t.kind WHEN 'messages' THEN (SELECT f.name FROM public.profiles f WHERE f.id = t.subject_id) END, NULL, t.count, t.value_cents, NULL
    FROM private.other_turns(party, person) AS t LEFT JOIN public.projects p ON p.id = t.project_id) AS w
  CROSS JOIN LATERAL (
    SELECT coalesce(w.subject_id, w.contract_id, party) AS matter,
           concat_ws(' ', extract(epoch FROM w.since), coalesce(extract(epoch FROM w.due_at)::text, '-'), w.count, coalesce(w.value_cents::text, '-'), left(w.what, 60)) AS state) AS named
  LEFT JOIN private.deferrals d ON d.person_id = person AND d.party_id = party AND d.kind = w.kind AND d.matter = named.matter AND d.state = named.state AND d.until > now();
END
$$;
-- +goose StatementEnd
REVOKE ALL ON FUNCTION private.turns(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.end_of(date), private.contract_turns(uuid, uuid), private.other_turns(uuid, uuid), private.turns(uuid, uuid) TO service_role;

-- The most pressing first: by when something happens by itself, and what has no
-- date as if it had one two days after it began to wait; what is set aside comes
-- after. A hundred at most. What came back before its day for its deadline says so.
DROP FUNCTION public.my_turn(uuid);
-- +goose StatementBegin
CREATE FUNCTION public.my_turn(party uuid DEFAULT auth.uid()) RETURNS TABLE (
  kind text, due_at timestamptz, since timestamptz, contract_id uuid, project_id uuid, subject_id uuid, milestone_id uuid, number bigint, title text, part text, partner text, what text, count integer,
  value_cents bigint, partner_id uuid, matter uuid, may_defer boolean, deferred_until timestamptz, is_early boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF auth.uid() IS NULL OR NOT private.acts_for(party) THEN
    RETURN;
  END IF;
  RETURN QUERY
  SELECT t.kind, t.due_at, t.since, t.contract_id, t.project_id, t.subject_id, t.milestone_id, t.number, t.title, t.part, t.partner, t.what, t.count, t.value_cents, t.partner_id, t.matter,
         coalesce(t.shows_at > now(), true), CASE WHEN t.is_aside THEN least(t.until, t.shows_at) END, coalesce(t.shows_at < t.until, false)
  FROM (SELECT turn.*, turn.until IS NOT NULL AND least(turn.until, turn.shows_at) > now() AS is_aside FROM private.turns(party, auth.uid()) AS turn) AS t
  ORDER BY t.is_aside, coalesce(t.due_at, t.since + interval '2 days'), t.since, t.subject_id LIMIT 100;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION public.my_turn(uuid) OWNER TO definer;
REVOKE EXECUTE ON FUNCTION public.my_turn(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.my_turn(uuid) TO authenticated;
