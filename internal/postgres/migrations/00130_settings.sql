-- What whoever runs the server chose and the database has to know: written by
-- the server when it starts, read by name. What was agreed on under another
-- choice keeps it, since proposals and contracts copy what is in force.

-- +goose Up
CREATE TABLE private.settings (
  name       text        NOT NULL,
  value      text        NOT NULL,
  meaning    text        NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT settings_pkey           PRIMARY KEY (name),
  CONSTRAINT settings_meaning_filled CHECK (meaning ~ '^[A-Z].*\.$'),
  CONSTRAINT settings_fee_in_range   CHECK (name <> 'fee_basis_points' OR CASE WHEN value ~ '^\d{1,4}$' THEN value::integer <= 5000 ELSE false END),
  CONSTRAINT settings_settlement_known CHECK (name <> 'settlement' OR value IN ('direct', 'guarantee'))
);
INSERT INTO private.settings (name, value, meaning) VALUES
  ('fee_basis_points', '1000',   'What of a payment is the fee, in hundredths of a percent, for proposals from now on.'),
  ('settlement',       'direct', 'How contracts from now on are paid: direct between the sides, or guarantee, held by an institution.');
ALTER TABLE private.settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.settings FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server reads what was chosen"   ON private.settings FOR SELECT TO service_role USING (true);
CREATE POLICY "the server writes what was chosen" ON private.settings FOR UPDATE TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE (value, changed_at) ON private.settings TO service_role;

-- +goose StatementBegin
CREATE FUNCTION private.setting(wanted text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  found text;
BEGIN
  SELECT value INTO STRICT found FROM private.settings WHERE name = wanted;
  RETURN found;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.setting(text) OWNER TO service_role;
REVOKE EXECUTE ON FUNCTION private.setting(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.setting(text) TO service_role;
