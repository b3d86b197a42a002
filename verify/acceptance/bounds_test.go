package acceptance

import (
	"bytes"
	"net/http"
	"testing"
)

// TestAnAnswerHasBounds checks that an answer has as much as is allowed, and no more.
func TestAnAnswerHasBounds(t *testing.T) {
	t.Parallel()
	const rowsMax = 1000
	b := setup(t)
	who := b.Member("professional", "Marina Alves")
	token := b.Session(who)
	b.Exec(`INSERT INTO public.notifications (profile_id, kind, title, subject_kind) SELECT $1, 'account', 'Aviso ' || n, 'account' FROM generate_series(1, $2) n`, who, rowsMax+1)
	for query, want := range map[string]int{
		"": rowsMax, "&limit=999": rowsMax - 1, "&limit=1000": rowsMax, "&limit=1001": rowsMax, "&limit=5000": rowsMax, "&offset=1": rowsMax, "&offset=2": rowsMax - 1, "&offset=1001": 0,
	} {
		var rows []struct{ ID string }
		b.Must(request{Method: "GET", Path: "/rest/v1/notifications?select=id&order=id" + query, Token: token}, &rows)
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
		got := b.Ask(request{Method: "GET", Path: "/rest/v1/skills?select=slug&order=slug&" + page.query, Headers: map[string]string{"Prefer": "count=exact"}})
		if got.Status != page.status || got.Headers.Get("Content-Range") != page.ranges {
			t.Errorf("%s of 22 skills is answered %d %s %s", page.query, got.Status, got.Headers.Get("Content-Range"), got.Body)
		}
	}
	const once, twice, thrice = "projects(id)", "projects(profiles(id))", "projects(profiles(projects(id)))"
	for embed, want := range map[string]string{once: "", twice: "", thrice: "", "projects(profiles(projects(profiles(id))))": "PGRST100"} {
		if got := b.Ask(request{Method: "GET", Path: "/rest/v1/profiles?select=id," + embed}); got.Code() != want {
			t.Errorf("%s is answered %d %s", embed, got.Status, got.Body)
		}
	}
	b.boundsOfWrites(token)
}

// boundsOfWrites checks that nobody changes all rows at once, or sends more than a megabyte.
func (b *bundle) boundsOfWrites(token string) {
	b.T.Helper()
	for query, want := range map[string]int{"": http.StatusBadRequest, "?id=not.is.null": http.StatusNoContent} {
		got := b.Ask(request{Method: "PATCH", Path: "/rest/v1/notifications" + query, Token: token, Body: map[string]any{"read": true}, Headers: map[string]string{"Prefer": "return=minimal"}})
		if got.Status != want {
			b.T.Errorf("to change %q is answered %d %s", query, got.Status, got.Body)
		}
	}
	for _, path := range []string{"/rest/v1/notifications", "/rest/v1/portfolio_projects"} {
		if got := b.Ask(request{Method: "DELETE", Path: path, Token: token}); got.Status != http.StatusBadRequest || got.Code() != "21000" {
			b.T.Errorf("to remove all of %s is answered %d %s", path, got.Status, got.Body)
		}
	}
	const most = 1 << 20
	for size, isTooLarge := range map[int]bool{most: false, most + 1: true} {
		body := append([]byte(`{"profile_id":null}`), bytes.Repeat([]byte(" "), size-len(`{"profile_id":null}`))...)
		got := b.Ask(request{Method: "POST", Path: "/rest/v1/rpc/view_profile", Body: body})
		if (got.Status == http.StatusRequestEntityTooLarge) != isTooLarge {
			b.T.Errorf("%d bytes are answered %d %s", size, got.Status, got.Body)
		}
	}
}
