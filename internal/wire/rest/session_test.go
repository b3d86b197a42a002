package rest_test

import (
	"testing"

	"automacao/internal/wire/rest"
)

// TestAnEndedSessionIsRefused checks every way a request takes, and that it has no effect.
func TestAnEndedSessionIsRefused(t *testing.T) {
	t.Parallel()
	b := setupRenaming(t)
	b.register(t, b.engine.React("public", "projects", rest.Update, nothingFollows))
	const refusal = `{"code":"PT401","message":"Session ended","details":null,"hint":null}`
	for _, c := range []call{
		{name: "Read", path: "/projects"},
		{name: "CountedRead", path: "/projects", headers: map[string]string{"Prefer": "count=planned"}},
		{name: "Insert", method: "POST", path: "/clients", body: `{"id":9,"name":"x"}`},
		{name: "Update", method: "PATCH", path: "/clients?id=eq.1", body: `{"name":"x"}`},
		{name: "Delete", method: "DELETE", path: "/clients?id=eq.3"},
		{name: "ReactedWrite", method: "PATCH", path: "/projects?id=eq.1", body: `{"name":"x"}`},
		{name: "CallWithGet", path: "/rpc/add?a=1"},
		{name: "CallThatOnlyReads", method: "POST", path: "/rpc/add", body: `{"a":1}`},
		{name: "Call", method: "POST", path: "/rpc/rename_two", body: `{}`},
		{name: "GoFunction", method: "POST", path: "/rpc/rename_in_go", body: `{}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.as, c.status, c.want = "banned", 401, refusal
			b.check(t, c)
			b.check(t, call{path: "/clients?select=id,name&order=id", status: 200, want: `[{"id":1,"name":"Serra Azul"},{"id":2,"name":"Três Rios"},{"id":3,"name":"Planalto"}]`})
		})
	}
}
