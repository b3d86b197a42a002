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

const preamble = `<!-- Written by "go test ./internal/wire/rest/differential -update"; do not edit. -->
# Differences from PostgREST

`

// listed is the document's text: how much is compared, and what may differ.
func listed(asked int) string {
	var text strings.Builder
	fmt.Fprintf(&text, preamble+"%d requests are compared with PostgREST 12.0.2: their status, headers and bodies, and what they leave in the database.\nEvery difference is one of these %d:\n\n", asked, len(rules))
	text.WriteString("| what differs | why |\n|---|---|\n")
	for _, rule := range rules {
		fmt.Fprintf(&text, "| %s | %s |\n", rule.name, rule.why)
	}
	return text.String()
}

// checkDocument checks docs/reference/wire-differences.md against the rules.
func checkDocument(t *testing.T, asked int) {
	t.Helper()
	path := filepath.Join("..", "..", "..", "..", "docs", "reference", "wire-differences.md")
	want := listed(asked)
	if document, err := os.ReadFile(path); err == nil && string(document) == want {
		return
	}
	if !*update {
		t.Errorf("%s says something else of what differs: run with -update", path)
		return
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}
