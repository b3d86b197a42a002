package openapi

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/rest/catalog"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

const shop = `
	CREATE SCHEMA shop;
	CREATE TABLE shop.valves (id int PRIMARY KEY, tag text NOT NULL, price numeric, secret text, state text DEFAULT 'new');
	COMMENT ON TABLE shop.valves IS E'Valves\nOf all plants.';
	CREATE TABLE shop.hidden (id int PRIMARY KEY);
	CREATE FUNCTION shop.open(tag text, by_hand boolean DEFAULT false) RETURNS int LANGUAGE sql STABLE AS $$ SELECT 1 $$;
	CREATE FUNCTION shop.close(tag text) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;`

// document is what a role is told that may read three columns of the valves and write one.
func document(t *testing.T) Document {
	t.Helper()
	pool := dbtest.Open(t).Owner
	if _, err := pool.Exec(t.Context(), shop); err != nil {
		t.Fatal(err)
	}
	known, err := catalog.Load(t.Context(), pool, []string{"shop"})
	if err != nil {
		t.Fatal(err)
	}
	type answer struct {
		ID int `json:"id"`
	}
	type order struct {
		Tag   string  `json:"tag"`
		Items []int   `json:"items,omitempty"`
		Note  *string `json:"note"`
	}
	return Of(Source{
		Catalog: known, Schema: "shop", Host: "exemplo.test", BasePath: "/rest/v1/", Scheme: "https",
		Rights: Rights{About: "The shop", Functions: []string{"open"}, Relations: map[string]Grants{
			"valves": {Select: []string{"id", "tag", "state"}, Insert: []string{"tag"}},
		}},
		Functions: []Function{{Name: "order_valve", About: "Orders a valve.", In: reflect.TypeFor[order](), Out: reflect.TypeFor[answer]()}},
	})
}

func TestADocumentTellsOnlyWhatTheRoleMayDo(t *testing.T) {
	t.Parallel()
	d := document(t)
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, unseen := range []string{"hidden", "secret", "price", "/rpc/close"} {
		if strings.Contains(string(text), unseen) {
			t.Errorf("%s is told", unseen)
		}
	}
	var told struct {
		Swagger     string
		Host        string
		BasePath    string `json:"basePath"`
		Schemes     []string
		Paths       map[string]map[string]struct{ Summary, Description string }
		Definitions map[string]struct {
			Description string
			Required    []string
			Properties  map[string]struct {
				Type    string
				Default any
			}
		}
	}
	if err := json.Unmarshal(text, &told); err != nil {
		t.Fatal(err)
	}
	if told.Swagger != "2.0" || told.Host != "exemplo.test" || told.BasePath != "/rest/v1/" || !slices.Equal(told.Schemes, []string{"https"}) {
		t.Errorf("the document is of %+v", told)
	}
	for path, methods := range map[string]string{"/valves": "get post", "/rpc/open": "get post", "/rpc/order_valve": "post"} {
		var found []string
		for method := range told.Paths[path] {
			found = append(found, method)
		}
		slices.Sort(found)
		if strings.Join(found, " ") != methods {
			t.Errorf("%s is asked by %v, want %s", path, found, methods)
		}
	}
	if valves := told.Definitions["valves"]; len(valves.Properties) != 3 || valves.Properties["id"].Type != "integer" || valves.Properties["state"].Default != "new" {
		t.Errorf("a valve is %+v", valves)
	}
	if get := told.Paths["/valves"]["get"]; get.Summary != "Valves" || get.Description != "Of all plants." {
		t.Errorf("the comment is told as %+v", get)
	}
}
