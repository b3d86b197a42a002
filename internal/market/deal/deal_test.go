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
)

// TestStatesAreSetInOnePlace reads the server's own sources: a state that is
// set beside its table, or a proposal that is stored without being announced,
// would pass every other test.
func TestStatesAreSetInOnePlace(t *testing.T) {
	t.Parallel()
	for _, rule := range []struct {
		name    string
		pattern *regexp.Regexp
		files   []string
	}{
		// An invoice is sent into the row that waited for it, with all that it says.
		{"sets a state beside package transition", setsAState(), []string{"market/money/invoice/send.go"}},
		{"makes a contract", regexp.MustCompile(`INSERT INTO public\.contracts\b`), []string{"market/deal/contract.go"}},
		// The volume stores each announcement beside its proposal.
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
			t.Errorf("what %s is in %v, and ought to be in %v", rule.name, found, rule.files)
		}
	}
}

// setsAState finds the UPDATE of the state of any noun that has a table of steps.
func setsAState() *regexp.Regexp {
	var tables []string
	for _, m := range transition.Machines() {
		tables = append(tables, m.Noun+"s")
	}
	return regexp.MustCompile(`UPDATE public\.(` + strings.Join(tables, "|") + `)\b[^;` + "`" + `]*?\bSET\s+(status\s*=|[^;` + "`" + `]*?,\s*status\s*=)`)
}

// sources are the server's Go files without tests and their stage, by path
// below internal.
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

// TestWhatBindsIsTheSameForEverybody asks the database and Go of every state.
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
