package app

import (
	"bytes"
	"net/http"
	"testing"
)

// TestAnAnswerHasBounds: as much as is allowed is answered, and no more.
func TestAnAnswerHasBounds(t *testing.T) {
	t.Parallel()
	b := setup(t)
	who := b.Member("professional", "Marina Alves")
	token := b.session(who)
	b.Exec(`INSERT INTO public.notifications (profile_id, kind, title, subject_kind) SELECT $1, 'account', 'Aviso ' || n, 'account' FROM generate_series(1, $2) n`, who, rowsMax+1)
	for query, want := range map[string]int{
		"": rowsMax, "&limit=999": rowsMax - 1, "&limit=1000": rowsMax, "&limit=1001": rowsMax, "&limit=5000": rowsMax, "&offset=1": rowsMax, "&offset=2": rowsMax - 1, "&offset=1001": 0,
	} {
		var rows []struct{ ID string }
		b.must(request{method: "GET", path: "/rest/v1/notifications?select=id&order=id" + query, token: token}, &rows)
		if len(rows) != want {
			t.Errorf("%q is answered with %d rows, not %d", query, len(rows), want)
		}
	}
	for _, page := range []struct {
		query, ranges string
		status        int
	}{
		{"limit=21", "0-20/22", 206}, {"limit=22", "0-21/22", 200}, {"limit=23", "0-21/22", 200},
		{"offset=21", "21-21/22", 206}, {"offset=22", "*/22", 206}, {"offset=23", "*/22", 416},
	} {
		got := b.ask(request{method: "GET", path: "/rest/v1/skills?select=slug&order=slug&" + page.query, headers: map[string]string{"Prefer": "count=exact"}})
		if got.status != page.status || got.headers.Get("Content-Range") != page.ranges {
			t.Errorf("%s of 22 skills is answered %d %s %s", page.query, got.status, got.headers.Get("Content-Range"), got.body)
		}
	}
	const once, twice, thrice = "projects(id)", "projects(profiles(id))", "projects(profiles(projects(id)))"
	for embed, want := range map[string]string{once: "", twice: "", thrice: "", "projects(profiles(projects(profiles(id))))": "PGRST100"} {
		if got := b.ask(request{method: "GET", path: "/rest/v1/profiles?select=id," + embed}); got.code() != want {
			t.Errorf("%s is answered %d %s", embed, got.status, got.body)
		}
	}
	b.boundsOfWrites(token)
}

// boundsOfWrites: nobody changes all rows at once, or sends more than a megabyte.
func (b *bundle) boundsOfWrites(token string) {
	b.t.Helper()
	for query, want := range map[string]int{"": http.StatusBadRequest, "?id=not.is.null": http.StatusNoContent} {
		got := b.ask(request{method: "PATCH", path: "/rest/v1/notifications" + query, token: token, body: map[string]any{"read": true}, headers: map[string]string{"Prefer": "return=minimal"}})
		if got.status != want {
			b.t.Errorf("to change %q is answered %d %s", query, got.status, got.body)
		}
	}
	for _, path := range []string{"/rest/v1/notifications", "/rest/v1/portfolio_projects"} {
		if got := b.ask(request{method: "DELETE", path: path, token: token}); got.status != http.StatusBadRequest || got.code() != "21000" {
			b.t.Errorf("to remove all of %s is answered %d %s", path, got.status, got.body)
		}
	}
	const most = 1 << 20
	for size, isTooLarge := range map[int]bool{most: false, most + 1: true} {
		body := append([]byte(`{"profile_id":null}`), bytes.Repeat([]byte(" "), size-len(`{"profile_id":null}`))...)
		got := b.ask(request{method: "POST", path: "/rest/v1/rpc/view_profile", body: body})
		if (got.status == http.StatusRequestEntityTooLarge) != isTooLarge {
			b.t.Errorf("%d bytes are answered %d %s", size, got.status, got.body)
		}
	}
}
