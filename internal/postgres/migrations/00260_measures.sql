-- A member has a measure. What he writes is counted when it is written, not by
-- what is left of it: who deletes has written all the same. The count slides
-- with the clock of the database, and waits for what the same member writes at
-- the same moment, so that a limit of ten refuses the eleventh, however many
-- come at once and through however many servers. What the product does itself,
-- without a caller, is not measured.

-- +goose Up
CREATE TABLE private.measured (
  id     bigint      GENERATED ALWAYS AS IDENTITY,
  who    uuid        NOT NULL,
  matter text        NOT NULL,
  amount bigint      NOT NULL,
  at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT measured_pkey         PRIMARY KEY (id),
  CONSTRAINT measured_amount_range CHECK (amount >= 0)
);
CREATE INDEX measured_window_idx ON private.measured (who, matter, at DESC) INCLUDE (amount);
CREATE INDEX measured_at_idx     ON private.measured (at);
ALTER TABLE private.measured ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.measured FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps what was measured" ON private.measured TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON private.measured TO service_role;

INSERT INTO private.limits (name, value, meaning) VALUES
  ('messages_minute_max',        60,   'How many messages a member may send in a minute.'),
  ('messages_person_minute_max', 30,   'How many messages a member may send to one person in a minute.'),
  ('messages_daily_max',         1000, 'How many messages a member may send in 24 hours.'),
  ('projects_daily_max',         20,   'How many projects a party may publish in 24 hours, and a member for all of his.'),
  ('revisions_daily_max',        100,  'How many versions of projects a member may write in 24 hours.'),
  ('proposals_daily_max',        50,   'How many proposals a party may send in 24 hours, and a member for all of his.'),
  ('questions_daily_max',        50,   'How many questions a party may ask in 24 hours, and a member for all of his.'),
  ('portfolio_daily_max',        60,   'How many projects a member may add to portfolios in 24 hours.'),
  ('uploads_hourly_max',         100,  'How many files a member may upload in an hour.'),
  ('upload_megabytes_daily_max', 500,  'How much a member may upload in 24 hours, in millions of bytes.');

-- A refusal for now: it says after how long the same would be accepted.
-- +goose StatementBegin
CREATE FUNCTION private.refuse(status integer, code text, message text, wait interval) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  RAISE EXCEPTION USING
    ERRCODE = 'PGRST',
    MESSAGE = json_build_object('code', code, 'message', private.say(message), 'details', NULL, 'hint', NULL)::text,
    DETAIL  = json_build_object('status', status, 'headers', json_build_object('Retry-After', greatest(ceil(extract(epoch FROM wait)), 1)::text))::text;
END
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.refuse(integer, text, text, interval) TO anon, authenticated, service_role;

-- A limit of a billion is none: a measurement of the server's speed sets it.
-- +goose StatementBegin
CREATE FUNCTION private.is_measured(at_most bigint) RETURNS boolean
LANGUAGE sql IMMUTABLE
SET search_path = ''
AS $$
  SELECT at_most < 1000000000
$$;
-- +goose StatementEnd

-- Counts what somebody writes, unless it is more than he may in a span of time:
-- then it returns how long he has to wait. Whoever else counts for him waits
-- until this transaction ends.
-- +goose StatementBegin
CREATE FUNCTION private.measure(who uuid, matter text, more bigint, limit_name text, span interval, unit bigint DEFAULT 1) RETURNS interval
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  at_most bigint := private.limit_of(limit_name);
  since           timestamptz;
  last_in_the_way timestamptz;
BEGIN
  IF NOT private.is_measured(at_most) THEN
    RETURN NULL;
  END IF;
  at_most := at_most * unit;
  PERFORM pg_advisory_xact_lock(hashtextextended('measure ' || matter || ' ' || who, 0));
  since := clock_timestamp() - span;
  SELECT max(earlier.at) INTO last_in_the_way
  FROM (SELECT m.at, sum(m.amount) OVER (ORDER BY m.at DESC, m.id DESC) + more > at_most AS is_in_the_way
        FROM private.measured m
        WHERE m.who = measure.who AND m.matter = measure.matter AND m.at > since) AS earlier
  WHERE earlier.is_in_the_way;
  IF last_in_the_way IS NOT NULL OR more > at_most THEN
    RETURN coalesce(last_in_the_way - since, span);
  END IF;
  INSERT INTO private.measured (who, matter, amount) VALUES (measure.who, measure.matter, more);
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.measure(uuid, text, bigint, text, interval, bigint) OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.is_measured(bigint), private.measure(uuid, text, bigint, text, interval, bigint) TO service_role;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.purge_traces() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  DELETE FROM private.profile_visits WHERE visited_on < current_date - 2;
  DELETE FROM private.measured       WHERE at < now() - interval '2 days';
  DELETE FROM public.notifications   WHERE read AND created_at < now() - interval '90 days';
END
$$;
-- +goose StatementEnd

-- What the configuration says otherwise is written here when the server starts.
GRANT UPDATE (value) ON private.limits TO service_role;
