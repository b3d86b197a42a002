package rest_test

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
	"automacao/internal/wire/rest/query"
)

// asName matches the names that a statement assigns.
var asName = regexp.MustCompile(`(?:AS |WITH |, )"?([a-z_][a-z_0-9]*)"?(?: AS \(|[,( )]|$)`)

// internalNames are the names in the SQL of all kinds of statements.
func internalNames(t *testing.T, known *catalog.Catalog) []string {
	t.Helper()
	clients := catalog.Name{Schema: "public", Name: "clients"}
	parse := func(raw string) *query.Query {
		q, err := query.Parse(raw, false)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	const embeds = "select=id,projects!inner(id,users(id)),...first_project(x:id)&order=id"
	spread := "select=id,...projects(x:id)"
	payload := []byte(`[{"id":1,"name":"x"}]`)
	options := plan.Options{Count: "estimated", RowsMax: 10, BytesMax: 1 << 20, Representation: true, Keys: true}
	names := []string{"t", "k", "excluded", "old", "new", "projects_1", "clients_1", "pgrst_scalar", "things", "parts"}
	add := func(statement plan.Statement, err error) {
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range asName.FindAllStringSubmatch(statement.SQL+" "+statement.Estimate, -1) {
			names = append(names, match[1])
		}
	}
	add(plan.Read(known, clients, parse(embeds), options))
	add(plan.Read(known, clients, parse(spread), options))
	csv := options
	csv.Shape = plan.CSV
	add(plan.Read(known, clients, parse("select=id"), csv))
	add(plan.Update(known, clients, parse("id=eq.1"), options, []string{"name"}, payload))
	add(plan.Delete(known, clients, parse("id=eq.1"), options))
	for _, keys := range [][]string{{"id", "name"}, {"id"}} {
		merging := options
		merging.Resolution, merging.MissingDefault = "merge-duplicates", true
		add(plan.Insert(known, clients, parse(""), merging, keys, payload))
	}
	for _, name := range []string{"big_projects", "add"} {
		function := known.Functions[catalog.Name{Schema: "public", Name: name}][0]
		add(plan.Invoke(known, plan.Call{Function: function, Payload: []byte(`{"minimum":1,"a":1}`)}, parse(""), options))
	}
	slices.Sort(names)
	isAsked := func(name string) bool { return slices.Contains([]string{"id", "name", "x"}, name) }
	return slices.DeleteFunc(slices.Compact(names), isAsked)
}

// TestRequestsMayUseEveryNameThatStatementsUse gives columns, keys and tables each name that the
// generated SQL uses itself.
func TestRequestsMayUseEveryNameThatStatementsUse(t *testing.T) {
	t.Parallel()
	b := setup(t)
	known, err := catalog.Load(t.Context(), b.pool, []string{"public"})
	if err != nil {
		t.Fatal(err)
	}
	names := internalNames(t, known)
	for _, name := range []string{"page", "rows", "written", "stored", "merged", "payload", "source", "answer", "counted", "pgrst_present", "pgrst_list", "pgrst_values_0", "body", "total"} {
		if !slices.Contains(names, name) {
			t.Errorf("%q was not found in %q", name, names)
		}
	}
	t.Run("AsAKeyOfTheAnswer", func(t *testing.T) { keysNamed(t, b, names) })
	t.Run("AsAColumn", func(t *testing.T) { columnsNamed(t, setup(t), names) })
	t.Run("AsATable", func(t *testing.T) { tablesNamed(t, setup(t), names) })
}

var (
	wantsRows = map[string]string{"Prefer": "return=representation"}
	wantsCSV  = map[string]string{"Accept": "text/csv"}
	merges    = map[string]string{"Prefer": "return=representation,resolution=merge-duplicates"}
)

func keysNamed(t *testing.T, b *bundle, names []string) {
	for _, name := range names {
		b.check(t, call{path: "/projects?select=" + name + ":name,id&id=eq.2", status: 200, want: fmt.Sprintf(`[{%q:"Visão","id":2}]`, name)})
		b.check(t, call{path: "/projects?select=" + name + ":name,id&id=eq.2", headers: wantsCSV, status: 200, wantRaw: name + ",id\nVisão,2"})
		b.check(t, call{path: "/clients?select=name," + name + ":projects(" + name + ":id,active)&id=eq.2", status: 200, want: fmt.Sprintf(`[{"name":"Três Rios",%q:[{%q:3,"active":false}]}]`, name, name)})
		b.check(t, call{path: "/projects?select=budget::text," + name + ":clients(" + name + ":name,joined)&id=eq.3", status: 200, want: fmt.Sprintf(`[{"budget":"8000.00",%q:{%q:"Três Rios","joined":"2021-05-06"}}]`, name, name)})
		b.check(t, call{path: "/projects?select=id,...clients(" + name + ":name)&id=eq.3", status: 200, want: fmt.Sprintf(`[{"id":3,%q:"Três Rios"}]`, name)})
		b.check(t, call{path: "/clients?select=id,...projects(" + name + ":name,active)&id=eq.2", status: 200, want: fmt.Sprintf(`[{"id":2,%q:["Rede"],"active":[false]}]`, name)})
		b.check(t, call{path: "/clients?select=id," + name + ":projects()&" + name + "=is.null", status: 200, want: `[{"id":3}]`})
		b.check(t, call{path: "/projects?select=id," + name + ":clients()&" + name + "=is.null", status: 200, want: `[{"id":4}]`})
		b.check(t, call{method: "PATCH", path: "/clients?select=" + name + ":name,id,projects(" + name + ":id)&id=eq.2", body: `{"facts":{}}`, headers: wantsRows, as: "ana", status: 200, want: fmt.Sprintf(`[{%q:"Três Rios","id":2,"projects":[{%q:3}]}]`, name, name)})
		b.check(t, call{method: "POST", path: "/clients?select=" + name + ":name,id", body: `{"id":2,"name":"Três Rios"}`, headers: merges, as: "ana", status: 200, want: fmt.Sprintf(`[{%q:"Três Rios","id":2}]`, name)})
		b.check(t, call{method: "POST", path: "/rpc/big_projects?select=" + name + ":name,id", body: `{"minimum":40000}`, status: 200, want: fmt.Sprintf(`[{%q:"Migração S7","id":1}]`, name)})
	}
}

// grow adds tables and reloads the engine's schema.
func grow(t *testing.T, b *bundle, sql string) {
	t.Helper()
	if _, err := b.pool.Exec(context.Background(), sql); err != nil {
		t.Fatal(err)
	}
	b.reload(t)
}

// columnsNamed has two tables with a column of every name.
func columnsNamed(t *testing.T, b *bundle, names []string) {
	columns, values, row := []string{}, []string{}, []string{}
	for i, name := range names {
		columns = append(columns, fmt.Sprintf(`"%s" integer NOT NULL DEFAULT %d`, name, i))
		values = append(values, fmt.Sprintf(`%q:%d`, name, i))
		row = append(row, fmt.Sprint(i))
	}
	grow(t, b, `CREATE TABLE public.things (id integer PRIMARY KEY, `+strings.Join(columns, ", ")+`);
		CREATE TABLE public.parts (id integer PRIMARY KEY, thing integer REFERENCES public.things (id), `+strings.Join(columns, ", ")+`);
		CREATE FUNCTION public.things_of(given integer) RETURNS SETOF public.things LANGUAGE sql AS 'SELECT * FROM public.things WHERE id = $1';
		CREATE FUNCTION public.label(public.things) RETURNS text LANGUAGE sql STABLE AS 'SELECT ''thing '' || $1.id';
		GRANT ALL ON public.things, public.parts TO authenticated;`)
	object := func(extra string) string { return "{" + extra + strings.Join(values, ",") + "}" }
	thing, part := object(`"id":1,`), object(`"id":7,"thing":1,`)
	for _, c := range []call{
		{name: "Insert", method: "POST", path: "/things", body: `{"id":1}`, headers: wantsRows, status: 201, want: "[" + thing + "]"},
		{name: "InsertWithDefaults", method: "POST", path: "/parts?columns=id,thing,k", body: `{"id":7,"thing":1}`, headers: map[string]string{"Prefer": "return=representation,missing=default"}, status: 201, want: "[" + part + "]"},
		{name: "UpsertOfKeys", method: "POST", path: "/things", body: `{"id":1}`, headers: merges, status: 200, want: "[" + thing + "]"},
		{name: "Upsert", method: "POST", path: "/things?on_conflict=id", body: thing, headers: merges, status: 200, want: "[" + thing + "]"},
		{name: "Update", method: "PATCH", path: "/things?id=eq.1", body: `{"t":` + fmt.Sprint(slices.Index(names, "t")) + `}`, headers: wantsRows, status: 200, want: "[" + thing + "]"},
		{name: "Read", path: "/things", status: 200, want: "[" + thing + "]"},
		{name: "ReadBounded", path: "/things?k=gte.0&order=t,page,rows&limit=1", headers: map[string]string{"Prefer": "count=estimated"}, status: 200, want: "[" + thing + "]"},
		{name: "CSV", path: "/things", headers: wantsCSV, status: 200, wantRaw: "id," + strings.Join(names, ",") + "\n1," + strings.Join(row, ",")},
		{name: "Computed", path: "/things?select=label&label=eq.thing 1", status: 200, want: `[{"label":"thing 1"}]`},
		{name: "EmbedMany", path: "/things?select=id,parts(*)", status: 200, want: `[{"id":1,"parts":[` + part + `]}]`},
		{name: "EmbedOne", path: "/parts?select=id,held:things(*)", status: 200, want: `[{"id":7,"held":` + thing + `}]`},
		{name: "SpreadOne", path: "/parts?select=...things(*)", status: 200, want: "[" + thing + "]"},
		{name: "Call", method: "POST", path: "/rpc/things_of", body: `{"given":1}`, status: 200, want: "[" + thing + "]"},
		{name: "CallWithGet", method: "POST", path: "/rpc/things_of?select=t,parts(id)", body: `{"given":1}`, status: 200, want: fmt.Sprintf(`[{"t":%d,"parts":[{"id":7}]}]`, slices.Index(names, "t"))},
		{name: "Delete", method: "DELETE", path: "/parts?k=gte.0", headers: wantsRows, status: 200, want: "[" + part + "]"},
	} {
		c.as, c.path = "ana", strings.ReplaceAll(c.path, " ", "%20")
		t.Run(c.name, func(t *testing.T) { b.check(t, c) })
	}
}

// tablesNamed has a table and a function of every name.
func tablesNamed(t *testing.T, b *bundle, names []string) {
	var sql strings.Builder
	known, err := catalog.Load(t.Context(), b.pool, []string{"public"})
	if err != nil {
		t.Fatal(err)
	}
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		called := catalog.Name{Schema: "public", Name: name}
		return known.Relations[called] != nil || known.Functions[called] != nil
	})
	for _, name := range names {
		fmt.Fprintf(&sql, `CREATE TABLE public.%[1]q (id integer PRIMARY KEY, up integer REFERENCES public.%[1]q (id), %[2]q text, other text);
			CREATE FUNCTION public.%[1]q(a integer) RETURNS SETOF public.%[1]q LANGUAGE sql AS $$ SELECT * FROM public.%[1]q WHERE id = a $$;
			GRANT ALL ON public.%[1]q TO authenticated;`+"\n", name, name)
	}
	grow(t, b, sql.String())
	for _, name := range names {
		row := fmt.Sprintf(`{"id":1,"up":null,%q:"x","other":"y"}`, name)
		path := "/" + url.PathEscape(name)
		for _, c := range []call{
			{method: "POST", path: path, body: row, headers: wantsRows, status: 201, want: "[" + row + "]"},
			{method: "POST", path: path, body: row, headers: merges, status: 200, want: "[" + row + "]"},
			{method: "POST", path: path, body: `{"id":1}`, headers: merges, status: 200, want: "[" + row + "]"},
			{method: "PATCH", path: path + "?" + name + "=eq.x", body: `{"other":"y"}`, headers: wantsRows, status: 200, want: "[" + row + "]"},
			{path: path, status: 200, want: "[" + row + "]"},
			{path: path + "?select=id,up(id)&up=is.null", status: 200, want: `[{"id":1,"up":null}]`},
			{method: "POST", path: "/rpc" + path, body: `{"a":1}`, status: 200, want: "[" + row + "]"},
			{method: "DELETE", path: path + "?" + name + "=eq.x", headers: wantsRows, status: 200, want: "[" + row + "]"},
		} {
			c.as = "ana"
			b.check(t, c)
		}
	}
}

func TestLongNamesStayApart(t *testing.T) {
	t.Parallel()
	b := setup(t)
	long := strings.Repeat("a", 62)
	b.check(t, call{path: "/letters?select=" + long + "b:users!letters_from(name)," + long + "c:users!letters_to(name)&id=eq.1", status: 200,
		want: fmt.Sprintf(`[{"%sb":{"name":"Marina"},"%sc":{"name":"Rafael"}}]`, long, long)})
}
