-- A volume of synthetic rows was stored in one transaction, and lost whole when
-- that was interrupted. It is stored in batches now, and how far it has come is
-- written with each.

-- +goose Up
CREATE TABLE private.seeding (
  is_only       boolean     NOT NULL DEFAULT true,
  projects      integer     NOT NULL,
  professionals integer     NOT NULL,
  companies     integer     NOT NULL,
  messages      integer     NOT NULL,
  begun_at      timestamptz NOT NULL,
  finished_at   timestamptz,
  stored        jsonb       NOT NULL DEFAULT '{}',
  CONSTRAINT seeding_pkey PRIMARY KEY (is_only),
  CONSTRAINT seeding_is_one CHECK (is_only),
  CONSTRAINT seeding_stored_is_by_step CHECK (jsonb_typeof(stored) = 'object')
);
COMMENT ON TABLE private.seeding IS 'The one volume of synthetic rows that was asked for, and how many rows of each step are stored.';
ALTER TABLE private.seeding ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.seeding FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps how far a volume has come" ON private.seeding TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON private.seeding TO service_role;
