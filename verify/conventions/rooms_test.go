package conventions

import (
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// rooms are the folders of internal/, each with the rooms that it may import. Every room may import
// the kernel, and cmd any room. No room may import app.
var rooms = map[string][]string{
	"app":         {"codegen", "documents", "edge", "files", "institution", "market", "notify", "postgres", "site", "wire"},
	"codegen":     {"edge", "market", "postgres"},
	"market":      {"documents", "files", "institution", "notify", "postgres"},
	"wire":        {"edge", "files", "notify", "postgres"},
	"site":        {"documents", "edge", "postgres"},
	"edge":        {"files", "postgres"},
	"notify":      {"postgres"},
	"institution": {"files"},
	"postgres":    {"files"},
	"documents":   {},
	"files":       {},
	"kernel":      {},
}

// roomsMax is how many rooms a newcomer can keep in mind.
const roomsMax = 12

// engines are the protocols. Only wire/standalone and app may combine them.
var engines = []string{"internal/wire/auth", "internal/wire/functions", "internal/wire/realtime", "internal/wire/rest", "internal/wire/storage"}

// forTests are packages that only tests may import, each with the test helper packages that may
// import it too.
var forTests = map[string][]string{
	"internal/files/blob/blobtest":   {"verify/trust"},
	"internal/files/clamd/clamdtest": nil,
	"internal/kernel/leaktest":       {"internal/postgres/dbtest"},
	"internal/market/markettest":     {"verify/apptest"},
	"internal/postgres/dbtest":       {"internal/market/markettest", "internal/wire/auth/authtest", "verify/apptest"},
	"internal/wire/auth/authtest":    nil,
	"verify/apptest":                 nil,
}

// narrow are packages that may import less of the module than their room may.
var narrow = map[string][]string{
	"internal/market/transition":     {"internal/kernel", "internal/market/limits", "internal/market/people/notification", "internal/market/people/party"},
	"internal/market/limits":         {},
	"internal/market/money/ledger":   {"internal/kernel", "internal/market/people/notification"},
	"internal/institution/psp/asaas": {"internal/kernel"},
	"internal/edge/lru":              {},
	"internal/wire/rest/query":       {"internal/kernel"},
	"internal/wire/rest/catalog":     {},
}

func TestImportsFollowTheRooms(t *testing.T) {
	t.Parallel()
	for _, file := range sources(t) {
		if file.isTest {
			continue
		}
		for _, imported := range file.imports {
			if why := refused(file.folder, imported); why != "" {
				t.Errorf("%s imports %s: %s", file.path, imported, why)
			}
		}
	}
}

// TestEveryRoomIsDescribed checks that the table lists exactly the folders of internal/, that there
// are few of them, and that each has a package comment saying what it owns.
func TestEveryRoomIsDescribed(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir("../../internal")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, entry := range entries {
		found = append(found, entry.Name())
	}
	if want := slices.Sorted(maps.Keys(rooms)); !slices.Equal(found, want) {
		t.Errorf("internal/ has %v, the table of rooms has %v", found, want)
	}
	if len(found) > roomsMax {
		t.Errorf("internal/ has %d entries, at most %d", len(found), roomsMax)
	}
	doors := map[string]bool{}
	for _, file := range sources(t) {
		doors[file.folder] = doors[file.folder] || file.hasDoc && !file.isTest
	}
	for _, name := range found {
		if !doors["internal/"+name] {
			t.Errorf("internal/%s has no package comment that says what it owns, what it must not do and where to begin reading", name)
		}
	}
}

// refused returns why a package may not import another, or "".
func refused(from, imported string) string {
	if users, ok := forTests[imported]; ok && !slices.Contains(users, from) {
		return "only tests import it"
	}
	if allowed, ok := narrow[from]; ok && !slices.ContainsFunc(allowed, func(room string) bool { return within(imported, room) }) {
		return "this package imports less than its room may"
	}
	for _, engine := range engines {
		if within(imported, engine) && slices.ContainsFunc(engines, func(other string) bool { return other != engine && within(from, other) }) {
			return "protocols do not know each other"
		}
	}
	own, other := roomOf(from), roomOf(imported)
	if other == "" || own == "" || own == other || other == "kernel" {
		return ""
	}
	if !slices.Contains(rooms[own], other) {
		return "the table of rooms has no arrow from " + path.Base(own) + " to " + other
	}
	return ""
}

// roomOf returns the room that contains a folder, or "" outside internal/.
func roomOf(folder string) string {
	inside, ok := strings.CutPrefix(folder, "internal/")
	if !ok {
		return ""
	}
	room, _, _ := strings.Cut(inside, "/")
	return room
}

func TestRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from, imported string
		isRefused      bool
	}{
		{"internal/wire/rest", "internal/market/people/account", true},
		{"internal/market", "internal/wire/rest", true},
		{"internal/market/demo", "internal/app", true},
		{"internal/wire/rest/plan", "internal/wire/auth", true},
		{"internal/app", "internal/postgres/dbtest", true},
		{"internal/app", "internal/market/markettest", true},
		{"internal/app", "verify/apptest", true},
		{"verify/trust", "verify/apptest", true},
		{"internal/institution/psp", "internal/market/people/party", true},
		{"internal/institution/nfse", "internal/market/people/party", true},
		{"internal/institution/psp/simulado", "internal/postgres", true},
		{"internal/institution/pix", "internal/wire", true},
		{"internal/documents/pdf", "internal/market/limits", true},
		{"internal/edge/middleware", "internal/wire", true},
		{"internal/postgres/migrations", "internal/wire/rest", true},
		{"internal/kernel/money", "internal/postgres", true},
		{"internal/wire/rest", "internal/institution/psp", true},
		{"internal/wire/rest", "internal/wire/rest/plan", false},
		{"internal/market/people/account", "internal/institution/taxid", false},
		{"internal/market", "internal/institution/psp", false},
		{"internal/institution/psp/simulado", "internal/institution/psp/asaas", false},
		{"internal/wire/rest", "internal/wire/token", false},
		{"internal/wire/rest", "internal/edge/ratelimit", false},
		{"cmd/automacao", "internal/app", false},
		{"verify/apptest", "internal/postgres/dbtest", false},
		{"internal/app", "internal/market/people/account", false},
		{"internal/app", "internal/wire/rest", false},
	} {
		if why := refused(c.from, c.imported); (why != "") != c.isRefused {
			t.Errorf("%s imports %s: %q", c.from, c.imported, why)
		}
	}
}
