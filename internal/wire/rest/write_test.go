package rest_test

import (
	"context"
	"testing"
	"time"

	"automacao/internal/wire/rest"
)

func TestWrites(t *testing.T) {
	t.Parallel()
	representation := map[string]string{"Prefer": "return=representation"}
	for _, c := range []call{
		{name: "InsertMinimal", method: "POST", path: "/projects", body: `{"name":"novo"}`, status: 201, with: map[string]string{"Content-Range": "*/*"}},
		{name: "InsertRepresentation", method: "POST", path: "/projects?select=name,clients(name)", body: `{"name":"novo","client_id":1}`, headers: representation, status: 201, want: `[{"name":"novo","clients":{"name":"Serra Azul"}}]`},
		{name: "InsertBulk", method: "POST", path: "/projects?select=id", body: `[{"id":11,"name":"a"},{"id":12,"name":"b"}]`, headers: representation, status: 201, want: `[{"id":11},{"id":12}]`},
		{name: "InsertWithColumnsAndDefaults", method: "POST", path: `/projects?columns="id","active"&select=id,active`, body: `[{"id":11,"active":false},{"id":12}]`, headers: map[string]string{"Prefer": "return=representation,missing=default"}, status: 400},
		{name: "MissingDefault", method: "POST", path: `/projects?columns="id","name","active"&select=id,active`, body: `[{"id":11,"name":"a","active":false},{"id":12,"name":"b"}]`, headers: map[string]string{"Prefer": "return=representation,missing=default"}, status: 201, want: `[{"id":11,"active":false},{"id":12,"active":true}]`, with: map[string]string{"Preference-Applied": "missing=default, return=representation"}},
		{name: "InsertHeadersOnlyOfALargeKey", method: "POST", path: "/clients", body: `{"id":1000000,"name":"c"}`, headers: map[string]string{"Prefer": "return=headers-only"}, status: 201, with: map[string]string{"Location": "/clients?id=eq.1000000"}},
		{name: "InsertHeadersOnly", method: "POST", path: "/clients", body: `{"id":9,"name":"c"}`, headers: map[string]string{"Prefer": "return=headers-only"}, status: 201, with: map[string]string{"Location": "/clients?id=eq.9"}},
		{name: "InsertCSV", method: "POST", path: "/clients?select=id,joined", body: "id,name,joined\n7,x,NULL", headers: map[string]string{"Content-Type": "text/csv", "Prefer": "return=representation"}, status: 201, want: `[{"id":7,"joined":null}]`},
		{name: "UpsertMerges", method: "POST", path: "/clients?select=id,name", body: `[{"id":1,"name":"Nova"},{"id":8,"name":"Oito"}]`, headers: map[string]string{"Prefer": "resolution=merge-duplicates,return=representation"}, status: 201, want: `[{"id":1,"name":"Nova"},{"id":8,"name":"Oito"}]`},
		{name: "UpsertOnlyInserts", method: "POST", path: "/clients?select=id", body: `[{"id":8,"name":"Oito"},{"id":9,"name":"Nove"}]`, headers: map[string]string{"Prefer": "resolution=merge-duplicates,return=representation"}, status: 201, want: `[{"id":8},{"id":9}]`},
		{name: "UpsertOnlyUpdates", method: "POST", path: "/clients?select=id,name", body: `[{"id":1,"name":"Um"},{"id":2,"name":"Dois"}]`, headers: map[string]string{"Prefer": "resolution=merge-duplicates,return=representation"}, status: 200, want: `[{"id":1,"name":"Um"},{"id":2,"name":"Dois"}]`},
		{name: "UpsertShowsAllItWrote", method: "POST", path: "/clients?select=id&limit=1", body: `[{"id":1,"name":"Um"},{"id":8,"name":"Oito"}]`, headers: map[string]string{"Prefer": "resolution=merge-duplicates,return=representation"}, status: 201, want: `[{"id":1},{"id":8}]`},
		{name: "UpsertMinimalUpdates", method: "POST", path: "/clients", body: `{"id":1,"name":"Um"}`, headers: map[string]string{"Prefer": "resolution=merge-duplicates"}, status: 200},
		{name: "UpsertMinimalInserts", method: "POST", path: "/clients", body: `{"id":8,"name":"Oito"}`, headers: map[string]string{"Prefer": "resolution=merge-duplicates"}, status: 201},
		{name: "UpsertSingle", method: "POST", path: "/clients?select=id", body: `{"id":1,"name":"Um"}`, headers: map[string]string{"Accept": "application/vnd.pgrst.object+json", "Prefer": "resolution=merge-duplicates,return=representation"}, status: 200, want: `{"id":1}`},
		{name: "UpsertOfKeysOnly", method: "POST", path: "/assignments", body: `{"user_id":1,"project_id":1}`, headers: map[string]string{"Prefer": "resolution=merge-duplicates"}, status: 200},
		{name: "UpsertOfKeysOnlyAnswersTheRows", method: "POST", path: "/assignments?select=user_id,project_id,users(name)&order=user_id", body: `[{"user_id":3,"project_id":1},{"user_id":1,"project_id":1}]`, headers: map[string]string{"Prefer": "resolution=merge-duplicates,return=representation,count=exact"}, status: 201, want: `[{"user_id":1,"project_id":1,"users":{"name":"Marina"}},{"user_id":3,"project_id":1,"users":{"name":"Edson"}}]`, with: map[string]string{"Content-Range": "*/2"}},
		{name: "UpsertOfOneKeyAnswersTheRow", method: "POST", path: "/assignments", body: `{"user_id":1,"project_id":1}`, headers: map[string]string{"Accept": "application/vnd.pgrst.object+json", "Prefer": "resolution=merge-duplicates,return=representation"}, status: 200, want: `{"user_id":1,"project_id":1}`},
		{name: "UpsertOfKeysOnlyTwiceTheSame", method: "POST", path: "/assignments?select=user_id", body: `[{"user_id":1,"project_id":1},{"user_id":1,"project_id":1}]`, headers: map[string]string{"Prefer": "resolution=merge-duplicates,return=representation"}, status: 200, want: `[{"user_id":1}]`},
		{name: "UpsertIgnoresAll", method: "POST", path: "/clients", body: `{"id":1,"name":"Um"}`, headers: map[string]string{"Prefer": "resolution=ignore-duplicates"}, status: 201},
		{name: "UpsertOfReadableColumns", method: "POST", path: "/users?select=id,name", body: `{"id":1,"name":"M"}`, headers: map[string]string{"Prefer": "resolution=merge-duplicates,return=representation"}, status: 200, want: `[{"id":1,"name":"M"}]`},
		{name: "UpsertIgnores", method: "POST", path: "/clients?on_conflict=id&select=id", body: `[{"id":1,"name":"Nova"},{"id":8,"name":"Oito"}]`, headers: map[string]string{"Prefer": "resolution=ignore-duplicates,return=representation"}, status: 201, want: `[{"id":8}]`},
		{name: "Update", method: "PATCH", path: "/projects?id=eq.1&select=id,name", body: `{"name":"x"}`, headers: representation, status: 200, want: `[{"id":1,"name":"x"}]`},
		{name: "UpdateMinimal", method: "PATCH", path: "/projects?id=lt.3", body: `{"active":false}`, headers: map[string]string{"Prefer": "count=exact"}, status: 204, with: map[string]string{"Content-Range": "0-1/2"}},
		{name: "UpdateNothing", method: "PATCH", path: "/projects?id=eq.1&select=id", body: `{}`, headers: representation, status: 200, want: `[]`},
		{name: "UpdateAtMost", method: "PATCH", path: "/projects?id=lt.3", body: `{"active":false}`, headers: map[string]string{"Prefer": "handling=strict,max-affected=1"}, status: 400},
		{name: "UpdateSingle", method: "PATCH", path: "/projects?id=lt.3&select=id", body: `{"active":false}`, headers: map[string]string{"Prefer": "return=representation", "Accept": "application/vnd.pgrst.object+json"}, status: 406},
		{name: "Delete", method: "DELETE", path: "/projects?id=eq.4&select=id", headers: representation, status: 200, want: `[{"id":4}]`},
		{name: "DeleteMinimal", method: "DELETE", path: "/projects?id=eq.4", status: 204},
		{name: "PutOne", method: "PUT", path: "/clients?id=eq.3&select=name", body: `{"id":3,"name":"P"}`, headers: representation, status: 200, want: `[{"name":"P"}]`},
		{name: "PutOneAnew", method: "PUT", path: "/clients?id=eq.8&select=name", body: `{"id":8,"name":"P"}`, headers: representation, status: 201, want: `[{"name":"P"}]`},
		{name: "PutMinimal", method: "PUT", path: "/clients?id=eq.8", body: `{"id":8,"name":"P"}`, status: 204},
		{name: "PutNeedsTheKey", method: "PUT", path: "/clients?name=eq.x", body: `{"id":3,"name":"P"}`, status: 405},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.as = "ana"
			setup(t).check(t, c)
		})
	}
}

func TestFiltersMayBeRequired(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *rest.Config) { c.FiltersRequired = true })
	const noUpdate = `{"code":"21000","message":"UPDATE requires a WHERE clause","details":null,"hint":null}`
	const noDelete = `{"code":"21000","message":"DELETE requires a WHERE clause","details":null,"hint":null}`
	for _, c := range []call{
		{name: "Update", method: "PATCH", path: "/projects", body: `{"active":false}`, status: 400, want: noUpdate},
		{name: "UpdateOfAPage", method: "PATCH", path: "/projects?order=id&limit=1", body: `{"active":false}`, status: 400, want: noUpdate},
		{name: "Delete", method: "DELETE", path: "/projects", status: 400, want: noDelete},
		{name: "DeleteByAnEmbed", method: "DELETE", path: "/projects?select=clients(id)&clients.id=eq.1", status: 400, want: noDelete},
		{name: "NothingWasTouched", path: "/projects?select=id&active=is.true&order=id", status: 200, want: `[{"id":1},{"id":2},{"id":4}]`},
		{name: "FilteredUpdate", method: "PATCH", path: "/projects?or=(id.eq.1,id.eq.2)", body: `{"active":false}`, status: 204},
		{name: "FilteredDelete", method: "DELETE", path: "/projects?id=eq.4", status: 204},
		{name: "Insert", method: "POST", path: "/projects", body: `{"name":"novo"}`, status: 201},
		{name: "Put", method: "PUT", path: "/clients?id=eq.3", body: `{"id":3,"name":"P"}`, status: 204},
	} {
		c.as = "ana"
		t.Run(c.name, func(t *testing.T) { b.check(t, c) })
	}
}

func TestUnfilteredWritesReachEveryRow(t *testing.T) {
	t.Parallel()
	b := setup(t)
	counted := map[string]string{"Prefer": "count=exact"}
	b.check(t, call{method: "PATCH", path: "/projects", body: `{"active":false}`, headers: counted, as: "ana", status: 204, with: map[string]string{"Content-Range": "0-3/4"}})
	if _, err := b.pool.Exec(t.Context(), `TRUNCATE public.assignments`); err != nil {
		t.Fatal(err)
	}
	b.check(t, call{method: "DELETE", path: "/projects", headers: counted, as: "ana", status: 204, with: map[string]string{"Content-Range": "*/4"}})
}

func TestRollbackUndoesAWrite(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.check(t, call{method: "DELETE", path: "/projects?id=eq.4", headers: map[string]string{"Prefer": "tx=rollback"}, as: "ana", status: 204})
	b.check(t, call{path: "/projects?id=eq.4&select=id", status: 200, want: `[{"id":4}]`})
}

// patience bounds every wait; a passing test never takes nearly as long.
const patience = 2 * time.Minute

// TestAnUpsertAnswersARowItHadToWaitFor inserts the same key concurrently, as a double click does.
func TestAnUpsertAnswersARowItHadToWaitFor(t *testing.T) {
	t.Parallel()
	decided := map[string]string{"Prefer": merges["Prefer"] + ",handling=strict,max-affected=1"}
	for name, headers := range map[string]map[string]string{"InOneRoundTrip": merges, "Decided": decided} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			other, err := b.pool.Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := other.Exec(t.Context(), `INSERT INTO public.assignments VALUES (2, 3)`); err != nil {
				t.Fatal(err)
			}
			done := make(chan struct{})
			go func() {
				defer close(done)
				b.check(t, call{method: "POST", path: "/assignments", body: `{"user_id":2,"project_id":3}`, headers: headers, as: "ana", status: 200, want: `[{"user_id":2,"project_id":3}]`})
			}()
			b.awaitWaiting(t)
			if err := other.Commit(t.Context()); err != nil {
				t.Fatal(err)
			}
			<-done
		})
	}
}

// awaitWaiting returns once a statement waits for another transaction.
func (b *bundle) awaitWaiting(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for ctx.Err() == nil {
		var waits bool
		err := b.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')`).Scan(&waits)
		if err != nil {
			t.Fatal(err)
		}
		if waits {
			return
		}
	}
	t.Fatal("nothing waits")
}
