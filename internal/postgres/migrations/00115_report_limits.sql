-- How many complaints one reporter may file, said where every limit is.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('reports_daily_max', 20, 'How many reports one reporter may file in 24 hours.');
