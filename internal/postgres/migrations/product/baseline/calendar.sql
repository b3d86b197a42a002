-- Days, spans and deadlines as the market counts them. A deadline in working days is the last second
-- of its day, as other dates are.

-- The day it is where the market is.
CREATE FUNCTION private.market_day(at timestamptz DEFAULT now()) RETURNS date
LANGUAGE sql STABLE
SET search_path = ''
AS $$ SELECT (at AT TIME ZONE 'America/Sao_Paulo')::date $$;
GRANT EXECUTE ON FUNCTION private.market_day(timestamptz) TO anon, authenticated, service_role;

-- The last second of a day on the market's calendar.
CREATE FUNCTION private.end_of(day date) RETURNS timestamptz
LANGUAGE sql STABLE
SET search_path = ''
RETURN (day + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo' - interval '1 second';
GRANT EXECUTE ON FUNCTION private.end_of(date) TO definer, service_role;

-- Sunday of Easter, by the Gregorian calendar (Meeus, Jones and Butcher).
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
GRANT EXECUTE ON FUNCTION private.easter(integer) TO service_role;

-- Whether a day is worked in all of Brazil: no weekend, no national holiday
-- (Leis 662/1949, 6.802/1980 and 14.759/2023) and no Good Friday. What states
-- and towns keep is theirs to count.
CREATE FUNCTION private.is_working_day(day date) RETURNS boolean
LANGUAGE sql IMMUTABLE
SET search_path = ''
AS $$
  SELECT extract(isodow FROM day) < 6
    AND to_char(day, 'MM-DD') NOT IN ('01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25')
    AND day <> private.easter(extract(year FROM day)::integer) - 2
$$;
GRANT EXECUTE ON FUNCTION private.is_working_day(date) TO service_role;

-- So many working days after a day; none leaves it as it is. Of three days at
-- least one is worked, but in the week of Christmas and New Year.
CREATE FUNCTION private.working_days_after(day date, days integer) RETURNS date
LANGUAGE sql IMMUTABLE
SET search_path = ''
AS $$
  SELECT CASE WHEN days <= 0 THEN day ELSE (
    SELECT one::date FROM generate_series(day + 1, day + 3 * days + 10, interval '1 day') AS one
    WHERE private.is_working_day(one::date) ORDER BY one OFFSET days - 1 LIMIT 1) END
$$;
GRANT EXECUTE ON FUNCTION private.working_days_after(date,integer) TO service_role;

-- A date as ISO 8601 writes it, or nothing.
CREATE FUNCTION private.read_date(given text) RETURNS date
LANGUAGE plpgsql IMMUTABLE
SET search_path = ''
AS $$
BEGIN
  IF given !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' THEN
    RETURN NULL;
  END IF;
  RETURN make_date(substr(given, 1, 4)::integer, substr(given, 6, 2)::integer, substr(given, 9, 2)::integer);
EXCEPTION WHEN datetime_field_overflow THEN
  RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION private.read_date(text) TO service_role;

-- A limit in time; its unit is the end of its name. Another has none and fails.
CREATE FUNCTION private.span_of(wanted text) RETURNS interval
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT private.limit_of(wanted) * ('1 ' || coalesce(substring(wanted FROM '_(days|hours|minutes)$'), wanted))::interval
$$;
GRANT EXECUTE ON FUNCTION private.span_of(text) TO anon, authenticated, service_role;

-- From when on a deadline is so near that nothing hides it: the working day
-- before it.
CREATE FUNCTION private.deadline_shows_at(due_at timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE
SET search_path = ''
RETURN (SELECT max(one)::date::timestamp AT TIME ZONE 'America/Sao_Paulo'
        FROM generate_series(private.market_day(due_at) - 14, private.market_day(due_at) - 1, interval '1 day') AS one
        WHERE private.is_working_day(one::date));
GRANT EXECUTE ON FUNCTION private.deadline_shows_at(timestamptz) TO service_role;
