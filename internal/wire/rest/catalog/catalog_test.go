package catalog

import (
	"slices"
	"testing"

	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// shop is a schema with one of everything that the engine asks about.
const shop = `
	CREATE SCHEMA shop;
	CREATE TABLE shop.makers (id int PRIMARY KEY, name text NOT NULL);
	CREATE TABLE shop.valves (id int PRIMARY KEY, maker_id int NOT NULL CONSTRAINT valves_maker REFERENCES shop.makers, size text DEFAULT 'DN50');
	CREATE TABLE shop.sheets (valve_id int PRIMARY KEY CONSTRAINT sheets_valve REFERENCES shop.valves, bytes int);
	CREATE TABLE shop.plants (id int PRIMARY KEY);
	CREATE TABLE shop.installed (plant_id int CONSTRAINT installed_plant REFERENCES shop.plants, valve_id int CONSTRAINT installed_valve REFERENCES shop.valves, PRIMARY KEY (plant_id, valve_id));
	CREATE VIEW shop.large AS SELECT id, maker_id FROM shop.valves WHERE size > 'DN50';
	CREATE FUNCTION shop.label(shop.valves) RETURNS text LANGUAGE sql STABLE AS $$ SELECT $1.size $$;
	CREATE FUNCTION shop.find(size text, most int DEFAULT 10) RETURNS SETOF shop.valves LANGUAGE sql STABLE AS $$ SELECT * FROM shop.valves $$;
	CREATE FUNCTION shop.take(json) RETURNS void LANGUAGE sql AS $$ SELECT $$;
	CREATE FUNCTION shop.odd(int) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;`

// loaded is the catalog of a schema on a database of its own.
func loaded(t *testing.T, statements string) *Catalog {
	t.Helper()
	pool := dbtest.Open(t).Owner
	if _, err := pool.Exec(t.Context(), statements); err != nil {
		t.Fatal(err)
	}
	found, err := Load(t.Context(), pool, []string{"shop"})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func in(name string) Name { return Name{"shop", name} }

func TestRelationsAreReadWithTheirColumnsAndKeys(t *testing.T) {
	t.Parallel()
	c := loaded(t, shop)
	valves := c.Relations[in("valves")]
	if valves == nil || valves.IsView || !valves.Insertable || !slices.Equal(valves.PrimaryKey, []string{"id"}) {
		t.Fatalf("valves are %+v", valves)
	}
	if size := valves.Column("size"); size == nil || size.Type != "text" || !size.Nullable || size.Default == "" {
		t.Errorf("size is %+v", size)
	}
	if maker := valves.Column("maker_id"); maker == nil || maker.Nullable || valves.Column("colour") != nil {
		t.Errorf("maker_id is %+v", maker)
	}
	if large := c.Relations[in("large")]; large == nil || !large.IsView {
		t.Errorf("large is %+v", large)
	}
	if c.Relations[Name{"public", "projects"}] != nil {
		t.Error("a schema that is not exposed is known")
	}
}

func TestRelationshipsFollowForeignKeys(t *testing.T) {
	t.Parallel()
	c := loaded(t, shop)
	for _, want := range []struct {
		from, to, hint string
		cardinality    Cardinality
	}{
		{"valves", "makers", "", ManyToOne},
		{"makers", "valves", "", OneToMany},
		{"valves", "sheets", "", OneToOne},
		{"large", "makers", "", ManyToOne},
		{"plants", "valves", "", ManyToMany},
		{"valves", "plants", "installed", ManyToMany},
		{"valves", "makers", "valves_maker", ManyToOne},
	} {
		found := c.Find(in(want.from), want.to, want.hint)
		if len(found) != 1 || found[0].Cardinality != want.cardinality {
			t.Errorf("from %s to %s!%s there is %+v", want.from, want.to, want.hint, found)
		}
	}
	for _, none := range [][3]string{{"makers", "plants", ""}, {"valves", "makers", "sheets_valve"}, {"makers", "nothing", ""}} {
		if found := c.Find(in(none[0]), none[1], none[2]); len(found) != 0 {
			t.Errorf("from %s to %s!%s there is %+v", none[0], none[1], none[2], found)
		}
	}
}

// TestASecondWayNeedsAHint: a table between two that refer to each other already makes what was
// one way two, and each is still found by its name.
func TestASecondWayNeedsAHint(t *testing.T) {
	t.Parallel()
	c := loaded(t, shop+`CREATE TABLE shop.favourites (maker_id int CONSTRAINT favourites_maker REFERENCES shop.makers, valve_id int CONSTRAINT favourites_valve REFERENCES shop.valves, PRIMARY KEY (maker_id, valve_id))`)
	if found := c.Find(in("valves"), "makers", ""); len(found) != 2 {
		t.Errorf("without a hint there are %d ways", len(found))
	}
	for _, hint := range []string{"valves_maker", "favourites"} {
		if found := c.Find(in("valves"), "makers", hint); len(found) != 1 {
			t.Errorf("by %s there are %d ways", hint, len(found))
		}
	}
}

func TestFunctionsAreReadWithTheirParameters(t *testing.T) {
	t.Parallel()
	c := loaded(t, shop)
	find := c.Functions[in("find")]
	if len(find) != 1 || !find[0].IsSet || !find[0].IsCallable() || find[0].TakesWhole() || find[0].Returns == nil || *find[0].Returns != in("valves") || find[0].Volatility == "" {
		t.Fatalf("find is %+v", find)
	}
	if most := find[0].Parameters[1]; most.Name != "most" || !most.HasDefault || find[0].Parameters[0].HasDefault {
		t.Errorf("its parameters are %+v", find[0].Parameters)
	}
	if take := c.Functions[in("take")]; len(take) != 1 || !take[0].TakesWhole() || !take[0].IsVoid {
		t.Errorf("take is %+v", take)
	}
	if odd := c.Functions[in("odd")]; len(odd) == 1 && odd[0].IsCallable() {
		t.Error("a function without names of its parameters can be called")
	}
	if c.ComputedField(in("valves"), "label") == nil || c.ComputedField(in("makers"), "label") != nil {
		t.Error("a function of a row is no column of it, or of another's")
	}
}
