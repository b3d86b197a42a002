package schema_test

import (
	"testing"

	"automacao/internal/postgres/dbtest"
	"automacao/internal/postgres/schema"
)

const made = `
CREATE SCHEMA shop;
GRANT USAGE ON SCHEMA shop TO pg_monitor;
CREATE TYPE shop.colour AS ENUM ('red', 'deep blue');
CREATE DOMAIN shop.cents AS bigint NOT NULL CONSTRAINT cents_positive CHECK (VALUE > 0);
CREATE SEQUENCE shop.numbers;
CREATE TABLE shop.makers (id int CONSTRAINT makers_pkey PRIMARY KEY, "Full name" text COLLATE "C" NOT NULL DEFAULT 'it''s');
CREATE UNLOGGED TABLE shop.goods (
  id      int GENERATED ALWAYS AS IDENTITY CONSTRAINT goods_pkey PRIMARY KEY,
  price   shop.cents,
  twice   bigint GENERATED ALWAYS AS (2 * id) STORED,
  maker   int CONSTRAINT goods_maker_fkey REFERENCES shop.makers ON DELETE CASCADE,
  dropped int
) WITH (fillfactor = 70);
ALTER TABLE shop.goods DROP COLUMN dropped;
ALTER TABLE shop.goods ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE INDEX goods_odd ON shop.goods (maker) WHERE id % 2 = 1;
COMMENT ON TABLE shop.goods IS 'all of it, 100%';
COMMENT ON COLUMN shop.goods.price IS 'in centavos';
GRANT SELECT (id, price), UPDATE (price), DELETE ON shop.goods TO pg_monitor;
GRANT SELECT (id, price), UPDATE (price), DELETE ON shop.goods TO pg_signal_backend;
CREATE POLICY "one sees one's own" ON shop.goods FOR SELECT TO pg_monitor
  USING (maker = (SELECT m.id FROM shop.makers m WHERE m."Full name" = 'a  b'));
CREATE POLICY "nothing is dear" ON shop.goods AS RESTRICTIVE FOR ALL USING (true) WITH CHECK (price < 10);
CREATE FUNCTION shop.sell() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION shop.sell FROM PUBLIC;
CREATE TRIGGER sold BEFORE DELETE ON shop.goods FOR EACH ROW EXECUTE FUNCTION shop.sell();
CREATE FUNCTION shop.double(n int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 2 * n';
CREATE VIEW shop.cheap WITH (security_invoker = true) AS SELECT 1 AS one;
`

const told = `
CREATE SCHEMA shop;
GRANT USAGE ON SCHEMA shop TO pg_monitor;

CREATE DOMAIN shop.cents AS bigint NOT NULL CONSTRAINT cents_positive CHECK (VALUE > 0);

CREATE TYPE shop.colour AS ENUM ('red', 'deep blue');

CREATE SEQUENCE shop.numbers;

CREATE UNLOGGED TABLE shop.goods (
  id    integer    NOT NULL GENERATED ALWAYS AS IDENTITY,
  price shop.cents,
  twice bigint     GENERATED ALWAYS AS ((2 * id)) STORED,
  maker integer,
  CONSTRAINT goods_pkey PRIMARY KEY (id),
  CONSTRAINT goods_maker_fkey FOREIGN KEY (maker) REFERENCES shop.makers(id) ON DELETE CASCADE
) WITH (fillfactor=70);
ALTER TABLE shop.goods ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.goods FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE shop.goods IS 'all of it, 100%';
COMMENT ON COLUMN shop.goods.price IS 'in centavos';
CREATE INDEX goods_odd ON shop.goods USING btree (maker) WHERE ((id % 2) = 1);
GRANT DELETE, SELECT (id, price), UPDATE (price) ON shop.goods TO pg_monitor, pg_signal_backend;
CREATE POLICY "one sees one's own" ON shop.goods FOR SELECT TO pg_monitor
  USING (maker = (( SELECT m.id FROM shop.makers m WHERE m."Full name" = 'a  b'::text)));
CREATE POLICY "nothing is dear" ON shop.goods AS RESTRICTIVE FOR ALL TO PUBLIC
  USING (true)
  WITH CHECK (price::bigint < 10);
CREATE TRIGGER sold BEFORE DELETE ON shop.goods FOR EACH ROW EXECUTE FUNCTION shop.sell();

CREATE TABLE shop.makers (
  id          integer NOT NULL,
  "Full name" text    COLLATE pg_catalog."C" NOT NULL DEFAULT 'it''s'::text,
  CONSTRAINT makers_pkey PRIMARY KEY (id)
);

CREATE VIEW shop.cheap WITH (security_invoker=true) AS
 SELECT 1 AS one;

CREATE OR REPLACE FUNCTION shop.double(n integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$SELECT 2 * n$function$;
GRANT EXECUTE ON FUNCTION shop.double(integer) TO PUBLIC;

CREATE OR REPLACE FUNCTION shop.sell()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  RETURN NEW;
END $function$;
`

func TestTextTellsWhatIsInForce(t *testing.T) {
	t.Parallel()
	pool := dbtest.Empty(t)
	bare, err := schema.Text(t.Context(), pool, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), made); err != nil {
		t.Fatal(err)
	}
	text, err := schema.Text(t.Context(), pool, []string{"shop"})
	if err != nil {
		t.Fatal(err)
	}
	if want := bare + "\n" + told; text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }
