package differential_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the document says of differences")

const (
	begins = "<!-- what differs: go test ./internal/wire/rest/differential -update -->\n"
	ends   = "<!-- end of what differs -->\n"
)

// listed is the document's text: how much is compared, and what may differ.
func listed(asked int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%d requests are compared with PostgREST 12.0.2, their status, headers, bodies and what they leave in the database.\nEvery difference is one of these %d:\n\n", asked, len(rules))
	text.WriteString("| what differs | why |\n|---|---|\n")
	for _, rule := range rules {
		fmt.Fprintf(&text, "| %s | %s |\n", rule.name, rule.why)
	}
	return text.String()
}

// checkDocument checks the list in docs/wire-coverage.md against the rules.
func checkDocument(t *testing.T, asked int) {
	t.Helper()
	path := filepath.Join("..", "..", "..", "..", "docs", "wire-coverage.md")
	document, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, hasBegin := strings.Cut(string(document), begins)
	said, after, hasEnd := strings.Cut(rest, ends)
	if !hasBegin || !hasEnd {
		t.Fatalf("%s has no place for what differs", path)
	}
	want := "\n" + listed(asked) + "\n"
	if said == want {
		return
	}
	if !*update {
		t.Errorf("%s says something else of what differs: run with -update", path)
		return
	}
	if err := os.WriteFile(path, []byte(before+begins+want+ends+after), 0o600); err != nil {
		t.Fatal(err)
	}
}
