package deal_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"automacao/internal/market/deal"
	"automacao/internal/market/markettest"
	"automacao/internal/market/transition"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// TestStatesAreSetInOnePlace searches the server's own sources, because a state that is set outside
// package transition, or a proposal that is stored without being announced, would pass every other
// test.
func TestStatesAreSetInOnePlace(t *testing.T) {
	t.Parallel()
	for _, rule := range []struct {
		name    string
		pattern *regexp.Regexp
		files   []string
	}{
		// An invoice is sent into the pending row that waited for it, together with its content.
		{"sets a state beside package transition", setsAState(), []string{"market/money/invoice/send.go"}},
		{"makes a contract", regexp.MustCompile(`INSERT INTO public\.contracts\b`), []string{"market/deal/contract.go"}},
		// Package volume stores each announcement together with its proposal.
		{"sends a proposal", regexp.MustCompile(`INSERT INTO public\.proposals\b`), []string{"market/deal/proposal/announce.go", "market/volume/proposals.go"}},
	} {
		var found []string
		for path, text := range sources(t) {
			if rule.pattern.MatchString(text) {
				found = append(found, path)
			}
		}
		slices.Sort(found)
		if !slices.Equal(found, rule.files) {
			t.Errorf("code for %s is in %v, want %v", rule.name, found, rule.files)
		}
	}
}

// setsAState matches an UPDATE of the state of any noun that has a state machine.
func setsAState() *regexp.Regexp {
	var tables []string
	for _, m := range transition.Machines() {
		tables = append(tables, m.Table())
	}
	return regexp.MustCompile(`UPDATE public\.(` + strings.Join(tables, "|") + `)\b[^;` + "`" + `]*?\bSET\s+(status\s*=|[^;` + "`" + `]*?,\s*status\s*=)`)
}

// sources returns the server's Go files by path below internal, without tests and without package
// markettest.
func sources(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir("../../../internal", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "markettest") {
			return err
		}
		text, err := os.ReadFile(path)
		found[filepath.ToSlash(strings.TrimPrefix(path, "../../../internal/"))] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestWhatBindsIsTheSameForEverybody compares the database with Go for every state.
func TestWhatBindsIsTheSameForEverybody(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	for _, state := range []string{"agreed", "active", "delivered", "completed", "withdrawn", "terminated", "cancelled"} {
		binds := s.Text(`SELECT private.is_binding($1)::text`, state) == "true"
		if runs := (deal.Contract{Status: state}).IsRunning(); runs != binds {
			t.Errorf("%s: %t in Go, %t in the database", state, runs, binds)
		}
	}
}
