package conventions

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// shelf holds the tests of one kind: their text by the path that the coverage table uses.
type shelf map[string]string

// find returns the text of all tests whose path is the name or ends with it.
func (s shelf) find(name string) string {
	var text strings.Builder
	for path, content := range s {
		if path == name || strings.HasSuffix(path, "/"+name) {
			text.WriteString(content)
		}
	}
	return text.String()
}

// shelves reads every test. Go tests are listed by their folder.
func shelves(t *testing.T) map[string]shelf {
	t.Helper()
	kinds := map[string]shelf{"go": {}, "web": {}, "e2e": {}}
	for _, c := range []struct{ kind, top, ends string }{
		{"go", "internal", `_test\.go$`}, {"go", "cmd", `_test\.go$`}, {"go", "verify", `_test\.go$`}, {"web", "web/src", `\.test\.tsx?$`}, {"e2e", "verify/e2e/tests", `\.spec\.ts$`},
	} {
		ends := regexp.MustCompile(c.ends)
		eachFile(t, []string{c.top}, func(path string) error {
			if !ends.MatchString(path) {
				return nil
			}
			content, err := os.ReadFile(fullPath(path))
			name := strings.TrimPrefix(path, c.top+"/")
			if name = ends.ReplaceAllString(name, ""); c.kind == "go" {
				name = filepath.ToSlash(filepath.Dir(name))
			}
			kinds[c.kind][name] += string(content)
			return err
		})
	}
	return kinds
}

var (
	aside  = regexp.MustCompile(` \([^)]*\)`)
	fact   = regexp.MustCompile(`\*([^*]+)\*`)
	braced = regexp.MustCompile(`^(.*)\{(.*)\}$`)
)

// TestEveryPromiseNamesItsTest checks that the tests which docs/evidence/spec-coverage.md names for
// a promise exist: their kind, their files and, after a colon, the test names.
func TestEveryPromiseNamesItsTest(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("../../docs/evidence/spec-coverage.md")
	if err != nil {
		t.Fatal(err)
	}
	tests, promises := shelves(t), 0
	for line := range strings.Lines(string(table)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		if !strings.HasPrefix(line, "|") || len(cells) != 3 || strings.TrimSpace(cells[0]) == "what" {
			continue
		}
		promises++
		shown := 0
		for entry := range strings.SplitSeq(aside.ReplaceAllString(cells[2], ""), ";") {
			entry = strings.TrimSpace(entry)
			if strings.HasPrefix(entry, "*decided*") {
				continue
			}
			if shown++; strings.HasPrefix(entry, "**missing**") || strings.HasPrefix(entry, "`make ") {
				continue
			}
			for _, missing := range notThere(tests, entry) {
				t.Errorf("%s: there is no %s", strings.TrimSpace(cells[0]), missing)
			}
		}
		if shown == 0 {
			t.Errorf("%s: nothing shows it, and it does not say so", strings.TrimSpace(cells[0]))
		}
	}
	if promises == 0 {
		t.Error("there is no promise")
	}
}

// checks are the first cells of the rows of docs/evidence/money-checks.md, in this order.
var checks = []string{"A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10", "A11", "A12"}

// TestEveryMoneyCheckNamesItsTests checks that docs/evidence/money-checks.md names existing tests,
// by their whole function names, in the folders it gives.
func TestEveryMoneyCheckNamesItsTests(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("../../docs/evidence/money-checks.md")
	if err != nil {
		t.Fatal(err)
	}
	tests := shelves(t)
	var found []string
	for line := range strings.Lines(string(table)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		if !strings.HasPrefix(line, "|") || len(cells) != 4 || strings.TrimSpace(cells[0]) == "check" {
			continue
		}
		name, _, _ := strings.Cut(strings.TrimSpace(cells[0]), " ")
		found = append(found, name)
		for entry := range strings.SplitSeq(cells[2], ";") {
			entry = fact.ReplaceAllString(strings.TrimSpace(entry), "*func $1(*")
			for _, missing := range notThere(tests, entry) {
				t.Errorf("%s: there is no %s", name, missing)
			}
			if !fact.MatchString(entry) {
				t.Errorf("%s: %s names no test", name, entry)
			}
		}
	}
	if len(found) < len(checks) || !slices.Equal(found[:len(checks)], checks) {
		t.Errorf("the checks are %v, and begin with %v", found, checks)
	}
}

// notThere lists the tests that an entry names and that do not exist.
func notThere(tests map[string]shelf, entry string) (missing []string) {
	kind, rest, _ := strings.Cut(entry, " ")
	names, facts, _ := strings.Cut(rest, ":")
	var all strings.Builder
	for _, name := range unfold(names) {
		text := tests[kind].find(name)
		if text == "" {
			missing = append(missing, kind+" "+name)
		}
		all.WriteString(text)
	}
	for _, named := range fact.FindAllStringSubmatch(facts, -1) {
		if !strings.Contains(all.String(), strings.TrimRight(named[1], "… ")) {
			missing = append(missing, kind+" "+names+" called "+named[1])
		}
	}
	return missing
}

// unfold splits a list of names, of which the last may be pages/{one,other}.
func unfold(names string) (list []string) {
	if parts := braced.FindStringSubmatch(names); parts != nil {
		for name := range strings.SplitSeq(parts[2], ",") {
			list = append(list, parts[1]+strings.TrimSpace(name))
		}
		return list
	}
	for name := range strings.SplitSeq(names, ",") {
		list = append(list, strings.TrimSpace(name))
	}
	return list
}

func TestWhatIsNotThereIsFound(t *testing.T) {
	t.Parallel()
	tests := map[string]shelf{"go": {"market/people/review": "func TestAReview"}, "web": {"pages/team": "", "pages/company": "Membro desde"}, "e2e": {"team": "test('sai')"}}
	for entry, want := range map[string]string{
		"go review: *AReview*":             "",
		"go review: *AnotherReview*":       "go review called AnotherReview",
		"go view":                          "go view",
		"web pages/{company,project}":      "web pages/project",
		"web company: *Membro desde…*":     "",
		"e2e team, journey: *sai*":         "e2e journey",
		"something else":                   "something else",
		"e2e team: *sai*, *passa adiante*": "e2e team called passa adiante",
	} {
		if got := strings.Join(notThere(tests, entry), ", "); got != want {
			t.Errorf("%s: %q, want %q", entry, got, want)
		}
	}
}
