package rest_test

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/rest"
)

// watch records every reaction to writes of a table: the verb and the values of one column, in
// order.
func watch(t *testing.T, b *bundle, table, column string) *[]string {
	t.Helper()
	seen := []string{}
	note := func(verb rest.Verb) rest.Reaction {
		return func(_ context.Context, _ pgx.Tx, rows []json.RawMessage) error {
			entry := string(verb)
			for _, row := range rows {
				var values map[string]json.RawMessage
				if err := json.Unmarshal(row, &values); err != nil {
					return err
				}
				entry += " " + string(values[column])
			}
			seen = append(seen, entry)
			return nil
		}
	}
	b.register(t, b.engine.React("public", table, rest.Insert, note(rest.Insert)), b.engine.React("public", table, rest.Update, note(rest.Update)))
	return &seen
}

// reactedTo are writes with their preferences and the expected reactions.
var reactedTo = []struct {
	name   string
	call   call
	prefer string
	seen   []string
}{
	{"Insert", call{method: "POST", path: "/clients", body: `{"id":9,"name":"n"}`, status: 201}, "", []string{"insert 9"}},
	{"BulkInsert", call{method: "POST", path: "/clients", body: `[{"id":9,"name":"n"},{"id":7,"name":"s"},{"id":8,"name":"o"}]`, status: 201}, "", []string{"insert 9 7 8"}},
	{"BulkInsertOfAPage", call{method: "POST", path: "/clients?select=id&limit=1", body: `[{"id":9,"name":"n"},{"id":7,"name":"s"}]`, status: 201}, "", []string{"insert 9 7"}},
	{"InsertOfNone", call{method: "POST", path: "/clients?columns=id", body: `[]`, status: 201}, "", []string{}},
	{"UpsertInserts", call{method: "POST", path: "/clients", body: `{"id":9,"name":"n"}`, status: 201}, "resolution=merge-duplicates", []string{"insert 9"}},
	{"UpsertUpdates", call{method: "POST", path: "/clients", body: `{"id":2,"name":"n"}`, status: 200}, "resolution=merge-duplicates", []string{"update 2"}},
	{"UpsertDoesBoth", call{method: "POST", path: "/clients", body: `[{"id":9,"name":"n"},{"id":2,"name":"n"},{"id":8,"name":"o"},{"id":1,"name":"u"}]`, status: 201}, "resolution=merge-duplicates", []string{"insert 9 8", "update 2 1"}},
	{"UpsertIgnores", call{method: "POST", path: "/clients", body: `[{"id":9,"name":"n"},{"id":2,"name":"n"}]`, status: 201}, "resolution=ignore-duplicates", []string{"insert 9"}},
	{"PutInserts", call{method: "PUT", path: "/clients?id=eq.9", body: `{"id":9,"name":"n"}`, status: 204}, "", []string{"insert 9"}},
	{"PutUpdates", call{method: "PUT", path: "/clients?id=eq.2", body: `{"id":2,"name":"n"}`, status: 204}, "", []string{"update 2"}},
	{"Update", call{method: "PATCH", path: "/clients?id=eq.2", body: `{"name":"n"}`, status: 204}, "", []string{"update 2"}},
	{"BulkUpdate", call{method: "PATCH", path: "/clients?id=gt.0", body: `{"name":"n"}`, status: 204}, "", []string{"update 1 2 3"}},
	{"UpdateOfTheKey", call{method: "PATCH", path: "/clients?id=eq.3", body: `{"id":30}`, status: 204}, "", []string{"update 30"}},
	{"UpdateOfNone", call{method: "PATCH", path: "/clients?id=eq.99", body: `{"name":"n"}`, status: 204}, "", []string{}},
	{"Delete", call{method: "DELETE", path: "/clients?id=eq.3", status: 204}, "", []string{}},
	{"RolledBack", call{method: "POST", path: "/clients", body: `{"id":9,"name":"n"}`, status: 201}, "tx=rollback", []string{"insert 9"}},
	{"TooMany", call{method: "PATCH", path: "/clients?id=gt.0", body: `{"name":"n"}`, status: 400}, "handling=strict,max-affected=2", []string{}},
}

// TestReactionsRunOnceForAllRowsThatWereWritten, whatever the request asks to have returned.
func TestReactionsRunOnceForAllRowsThatWereWritten(t *testing.T) {
	t.Parallel()
	minimal, whole, headers := "return=minimal", "return=representation", "return=headers-only"
	for _, c := range reactedTo {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			returned := []string{""}
			if strings.Contains(c.name, "Bulk") || strings.Contains(c.name, "Both") {
				returned = []string{"", minimal, headers, whole}
			}
			for _, returning := range returned {
				b := setup(t)
				seen := watch(t, b, "clients", "id")
				asked := c.call
				asked.as, asked.headers = "ana", map[string]string{"Prefer": c.prefer + "," + returning}
				if returning == whole && asked.status == http.StatusNoContent {
					asked.status = http.StatusOK
				}
				b.check(t, asked)
				if !slices.Equal(*seen, c.seen) {
					t.Errorf("with %q: saw %q, want %q", returning, *seen, c.seen)
				}
			}
		})
	}
}

// TestAnUpsertOfKeysOnlyIsReactedToWhereItInserts, since it changes nothing else.
func TestAnUpsertOfKeysOnlyIsReactedToWhereItInserts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	seen := watch(t, b, "assignments", "project_id")
	b.check(t, call{method: "POST", path: "/assignments", body: `[{"user_id":1,"project_id":1},{"user_id":1,"project_id":3}]`, headers: merges, as: "ana", status: 201})
	if want := []string{"insert 3"}; !slices.Equal(*seen, want) {
		t.Errorf("saw %q, want %q", *seen, want)
	}
}

func TestReactionsGetWholeRowsAndMayRefuse(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var got []map[string]any
	b.register(t, b.engine.React("public", "users", rest.Insert, func(ctx context.Context, tx pgx.Tx, rows []json.RawMessage) error {
		got = make([]map[string]any, len(rows))
		for i, row := range rows {
			if err := json.Unmarshal(row, &got[i]); err != nil {
				return err
			}
		}
		if got[0]["name"] == "não" {
			return fault.New(http.StatusConflict, "refused", "Recusado.")
		}
		// The server may do what the caller may not, and sees rows that the caller cannot.
		_, err := tx.Exec(ctx, `INSERT INTO public.badges VALUES ($1, 'B')`, got[0]["id"])
		return err
	}))
	b.check(t, call{method: "POST", path: "/users", body: `{"id":9,"name":"sim"}`, as: "ana", status: 201})
	if want := []map[string]any{{"id": 9.0, "name": "sim", "secret": nil}}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	b.check(t, call{path: "/badges?select=code&user_id=eq.9", status: 200, want: `[{"code":"B"}]`})
	b.check(t, call{method: "POST", path: "/users", body: `{"id":10,"name":"não"}`, as: "ana", status: 409, want: `{"code":"refused","message":"Recusado.","details":null,"hint":null}`})
	b.check(t, call{path: "/users?select=id&id=eq.10", status: 200, want: `[]`})
}
