-- What the product bounds by a rule of its own is said here once: SQL asks for
-- it by name, and the constants of Go and of the web are written from it.
-- Bounds of a column stay in its check, which is where they are held; they are
-- written from there.

-- +goose Up
CREATE TABLE private.limits (
  name    text   NOT NULL,
  value   bigint NOT NULL,
  meaning text   NOT NULL,
  CONSTRAINT limits_pkey           PRIMARY KEY (name),
  CONSTRAINT limits_name_in_units  CHECK (name ~ '^[a-z]+(_[a-z]+)*_(days|hours|minutes|characters|max)$'),
  CONSTRAINT limits_value_positive CHECK (value > 0),
  CONSTRAINT limits_meaning_filled CHECK (meaning ~ '^[A-Z].*\.$')
);
ALTER TABLE private.limits ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.limits FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps the limits" ON private.limits TO service_role USING (true) WITH CHECK (true);
GRANT SELECT ON private.limits TO service_role;

INSERT INTO private.limits (name, value, meaning) VALUES
  ('review_days',               14,  'How long after completion both sides may review, and after which what was written is seen.'),
  ('review_hidden_hours',       24,  'How long after completion two reviews are seen at the earliest.'),
  ('review_agreed_hours',       72,  'How long after the agreement two reviews are seen at the earliest.'),
  ('closing_reason_characters', 900, 'How long the reason for closing a project may be.');

-- +goose StatementBegin
CREATE FUNCTION private.limit_of(wanted text) RETURNS bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  found bigint;
BEGIN
  SELECT value INTO STRICT found FROM private.limits WHERE name = wanted;
  RETURN found;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.limit_of(text) OWNER TO service_role;

-- A limit in time; its unit is the end of its name. Another has none and fails.
-- +goose StatementBegin
CREATE FUNCTION private.span_of(wanted text) RETURNS interval
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT private.limit_of(wanted) * ('1 ' || coalesce(substring(wanted FROM '_(days|hours|minutes)$'), wanted))::interval
$$;
-- +goose StatementEnd

-- A sentence with its limits filled in, as Brazilians write numbers: "até
-- {closing_reason_characters} caracteres".
-- +goose StatementBegin
CREATE FUNCTION private.say(sentence text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  named record;
BEGIN
  FOR named IN SELECT name, value FROM private.limits WHERE strpos(sentence, '{' || name || '}') > 0 LOOP
    sentence := replace(sentence, '{' || named.name || '}', replace(to_char(named.value, 'FM999,999,999,999'), ',', '.'));
  END LOOP;
  RETURN sentence;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.say(text) OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.limit_of(text), private.span_of(text), private.say(text) TO anon, authenticated, service_role;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.refuse(status integer, code text, message text) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  RAISE EXCEPTION USING
    ERRCODE = 'PGRST',
    MESSAGE = json_build_object('code', code, 'message', private.say(message), 'details', NULL, 'hint', NULL)::text,
    DETAIL  = json_build_object('status', status, 'headers', json_build_object())::text;
END
$$;
-- +goose StatementEnd
