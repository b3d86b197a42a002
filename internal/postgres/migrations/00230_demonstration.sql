-- The deals of a demonstration are made in many transactions, since an
-- institution takes part in them. Where that was cut short it goes on.

-- +goose Up
ALTER TABLE private.settings NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.settings (name, value, meaning) VALUES
  ('demonstration', '', 'How many steps of the deals of a demonstration were taken, or nothing where none are to be taken.');
ALTER TABLE private.settings FORCE ROW LEVEL SECURITY;
