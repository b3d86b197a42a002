package acceptance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// openDocument is what the API's description says of tables and functions.
type openDocument struct {
	Paths       map[string]map[string]any `json:"paths"`
	Definitions map[string]struct {
		Properties map[string]struct {
			Description string `json:"description"`
		} `json:"properties"`
	} `json:"definitions"`
}

var describedKey = regexp.MustCompile(`<fk table='([^']+)' column='[^']+'/>`)

// starred are the requests for whole rows of a described table: the rows, their number, and
// embedded along every foreign key in both directions.
func (d openDocument) starred(t *testing.T) (reads []request) {
	t.Helper()
	isRead := func(table string) bool { return d.Paths["/"+table]["get"] != nil }
	for table, is := range d.Definitions {
		if !isRead(table) {
			continue
		}
		reads = append(reads,
			request{Method: "GET", Path: "/rest/v1/" + table + "?select=*&limit=1"},
			request{Method: "HEAD", Path: "/rest/v1/" + table + "?select=*&limit=1", Headers: map[string]string{"Prefer": "count=exact"}})
		for column, of := range is.Properties {
			to := describedKey.FindStringSubmatch(of.Description)
			if to == nil || to[1] == table || !isRead(to[1]) {
				continue
			}
			for _, pair := range [][2]string{{table, to[1]}, {to[1], table}} {
				reads = append(reads, request{Method: "GET", Path: fmt.Sprintf("/rest/v1/%s?select=*,embedded:%s!%s(*)&limit=1", pair[0], pair[1], column)})
			}
		}
	}
	return reads
}

// TestEveryTableIsReadWhole checks that every table in a caller's description answers to select=*,
// alone, embedded and counted, with the columns that the caller may read.
func TestEveryTableIsReadWhole(t *testing.T) {
	t.Parallel()
	b := setup(t)
	marina, serra, admin := b.Member("professional", "Marina Alves"), b.Member("company", "Serra Azul"), b.Member("admin", "Ana")
	tables := 0
	for who, token := range map[string]string{"AVisitor": "", "AProfessional": b.Session(marina), "ACompany": b.Session(serra), "AnAdministrator": b.Session(admin), "TheServer": b.App.Keys().ServiceRoleKey} {
		t.Run(who, func(t *testing.T) {
			b := b.in(t)
			var told openDocument
			got := b.Ask(request{Method: "GET", Path: "/rest/v1/", Token: token})
			if err := json.Unmarshal([]byte(got.Body), &told); err != nil {
				t.Fatalf("the description is %.200s: %v", got.Body, err)
			}
			reads := told.starred(t)
			if len(reads) < 10 {
				t.Fatalf("only %d reads of %d tables", len(reads), len(told.Definitions))
			}
			tables = max(tables, len(told.Definitions))
			for _, one := range reads {
				one.Token = token
				got := b.Ask(one)
				// A view has no foreign keys along which it could be embedded.
				isNoWay := strings.Contains(one.Path, "embedded:") && strings.Contains(got.Body, "PGRST20")
				if got.Status != http.StatusOK && got.Status != http.StatusPartialContent && !isNoWay {
					t.Errorf("%s %s is answered %d %s", one.Method, one.Path, got.Status, got.Body)
				}
			}
		})
	}
	t.Attr("figure", fmt.Sprintf("%d tables", tables))
}

// TestAStarOmitsUnreadableColumns checks that select=* leaves out a secret column, also of the
// reader's own row.
func TestAStarOmitsUnreadableColumns(t *testing.T) {
	t.Parallel()
	b := setup(t)
	marina := b.Member("professional", "Marina Alves")
	token := b.Session(marina)
	b.Exec(`INSERT INTO public.notifications (profile_id, kind, title, subject_kind, group_key) VALUES ($1, 'message', 'Novidade', 'conversation', 'a-secret-group')`, marina)
	got := b.Ask(request{Method: "GET", Path: "/rest/v1/notifications?select=*", Token: token})
	if got.Status != http.StatusOK || !strings.Contains(got.Body, "Novidade") || strings.Contains(got.Body, "a-secret-group") || strings.Contains(got.Body, "group_key") {
		t.Errorf("it is answered %d %s", got.Status, got.Body)
	}
	changed := b.Ask(request{Method: "PATCH", Path: "/rest/v1/notifications?profile_id=eq." + marina.String(), Token: token, Body: map[string]any{"read": true},
		Headers: map[string]string{"Prefer": "return=representation"}})
	if changed.Status != http.StatusOK || strings.Contains(changed.Body, "a-secret-group") {
		t.Errorf("a change is answered %d %s", changed.Status, changed.Body)
	}
	if got := b.Ask(request{Method: "GET", Path: "/rest/v1/notifications?select=group_key", Token: token}); got.Status != http.StatusForbidden {
		t.Errorf("by its name it is answered %d %s", got.Status, got.Body)
	}
}

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
