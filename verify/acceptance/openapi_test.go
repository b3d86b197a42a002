package acceptance

import (
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
