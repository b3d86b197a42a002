package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// openDocument is what the description at the root says of tables and functions.
type openDocument struct {
	Paths       map[string]map[string]any `json:"paths"`
	Definitions map[string]struct {
		Properties map[string]struct {
			Description string `json:"description"`
		} `json:"properties"`
	} `json:"definitions"`
}

var describedKey = regexp.MustCompile(`<fk table='([^']+)' column='[^']+'/>`)

// starred are the requests that ask for whole rows of what is described: of each table,
// how many there are of it, and along every foreign key, there and back.
func (d openDocument) starred(t *testing.T) (reads []request) {
	t.Helper()
	isRead := func(table string) bool { return d.Paths["/"+table]["get"] != nil }
	for table, is := range d.Definitions {
		if !isRead(table) {
			continue
		}
		reads = append(reads,
			request{method: "GET", path: "/rest/v1/" + table + "?select=*&limit=1"},
			request{method: "HEAD", path: "/rest/v1/" + table + "?select=*&limit=1", headers: map[string]string{"Prefer": "count=exact"}})
		for column, of := range is.Properties {
			to := describedKey.FindStringSubmatch(of.Description)
			if to == nil || to[1] == table || !isRead(to[1]) {
				continue
			}
			for _, pair := range [][2]string{{table, to[1]}, {to[1], table}} {
				reads = append(reads, request{method: "GET", path: fmt.Sprintf("/rest/v1/%s?select=*,embedded:%s!%s(*)&limit=1", pair[0], pair[1], column)})
			}
		}
	}
	return reads
}

// TestEveryTableIsReadWhole: whatever the description tells somebody of answers to *,
// alone, embedded and counted, with the columns that are theirs to read.
func TestEveryTableIsReadWhole(t *testing.T) {
	t.Parallel()
	b := setup(t)
	marina, serra, admin := b.Member("professional", "Marina Alves"), b.Member("company", "Serra Azul"), b.Member("admin", "Ana")
	tables := 0
	for who, token := range map[string]string{"AVisitor": "", "AProfessional": b.session(marina), "ACompany": b.session(serra), "AnAdministrator": b.session(admin), "TheServer": b.app.Keys().ServiceRoleKey} {
		t.Run(who, func(t *testing.T) {
			b := b.in(t)
			var told openDocument
			got := b.ask(request{method: "GET", path: "/rest/v1/", token: token})
			if err := json.Unmarshal([]byte(got.body), &told); err != nil {
				t.Fatalf("the description is %.200s: %v", got.body, err)
			}
			reads := told.starred(t)
			if len(reads) < 10 {
				t.Fatalf("only %d reads of %d tables", len(reads), len(told.Definitions))
			}
			tables = max(tables, len(told.Definitions))
			for _, one := range reads {
				one.token = token
				got := b.ask(one)
				// A view has no foreign keys of its own to be embedded along.
				isNoWay := strings.Contains(one.path, "embedded:") && strings.Contains(got.body, "PGRST20")
				if got.status != http.StatusOK && got.status != http.StatusPartialContent && !isNoWay {
					t.Errorf("%s %s is answered %d %s", one.method, one.path, got.status, got.body)
				}
			}
		})
	}
	t.Attr("figure", fmt.Sprintf("%d tables", tables))
}

// TestAStarHidesWhatIsNotTheReaders: a secret in a row of one's own stays where it is.
func TestAStarHidesWhatIsNotTheReaders(t *testing.T) {
	t.Parallel()
	b := setup(t)
	marina := b.Member("professional", "Marina Alves")
	token := b.session(marina)
	b.Exec(`INSERT INTO public.notifications (profile_id, kind, title, subject_kind, group_key) VALUES ($1, 'message', 'Novidade', 'conversation', 'a-secret-group')`, marina)
	got := b.ask(request{method: "GET", path: "/rest/v1/notifications?select=*", token: token})
	if got.status != http.StatusOK || !strings.Contains(got.body, "Novidade") || strings.Contains(got.body, "a-secret-group") || strings.Contains(got.body, "group_key") {
		t.Errorf("it is answered %d %s", got.status, got.body)
	}
	changed := b.ask(request{method: "PATCH", path: "/rest/v1/notifications?profile_id=eq." + marina.String(), token: token, body: map[string]any{"read": true},
		headers: map[string]string{"Prefer": "return=representation"}})
	if changed.status != http.StatusOK || strings.Contains(changed.body, "a-secret-group") {
		t.Errorf("a change is answered %d %s", changed.status, changed.body)
	}
	if got := b.ask(request{method: "GET", path: "/rest/v1/notifications?select=group_key", token: token}); got.status != http.StatusForbidden {
		t.Errorf("by its name it is answered %d %s", got.status, got.body)
	}
}
