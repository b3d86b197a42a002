package conventions

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// linesMax bounds the two documents that everybody reads first.
var linesMax = map[string]int{"README.md": 90, "ARCHITECTURE.md": 150}

var (
	linkPattern    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	titlePattern   = regexp.MustCompile(`(?m)^#+ (.*)$`)
	writtenPattern = regexp.MustCompile(`^<!-- (Written|Drawn) .*"make (types|trust)"|^<!-- Written by "go test `)
	// A path of a source file, which may have alternatives in braces: market/deal/{add,due}.go.
	sourcePattern   = regexp.MustCompile(`[\w./-]*/(\w[\w.-]*|\{[\w,.-]+\})\.(go|tsx?|sql|json|sh)\b`)
	unlinkedPattern = regexp.MustCompile(`[^\pL\pN _-]`)
)

// documentsIn returns the documents at the root and under docs, by path from the root.
func documentsIn(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md"} {
		paths, err := filepath.Glob(filepath.Join("../..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			found[strings.TrimPrefix(filepath.ToSlash(path), "../../")] = string(text)
		}
	}
	return found
}

// anchors returns the anchor names of a document's headings.
func anchors(text string) (names []string) {
	for _, title := range titlePattern.FindAllStringSubmatch(text, -1) {
		names = append(names, strings.ReplaceAll(unlinkedPattern.ReplaceAllString(strings.ToLower(title[1]), ""), " ", "-"))
	}
	return names
}

func TestLinksOfDocumentsLeadSomewhere(t *testing.T) {
	t.Parallel()
	documents, looked := documentsIn(t), 0
	for name, text := range documents {
		for _, link := range linkPattern.FindAllStringSubmatch(text, -1) {
			to, anchor, _ := strings.Cut(link[1], "#")
			if strings.Contains(to, ":") {
				continue
			}
			looked++
			path := name
			if to != "" {
				path = filepath.ToSlash(filepath.Join(filepath.Dir(name), to))
			}
			if _, err := os.Stat(filepath.Join("../..", path)); err != nil {
				t.Errorf("%s links to %s, which is not there", name, link[1])
			}
			if anchor != "" && !slices.Contains(anchors(documents[path]), anchor) {
				t.Errorf("%s links to %s, which has no such heading", name, link[1])
			}
		}
	}
	if looked < 100 {
		t.Errorf("only %d links were looked at", looked)
	}
}

// TestAGeneratedDocumentSaysSo checks that a document is either generated completely, and names its
// generator in the first line, or written by hand.
// recorded are the documents that keep the names of files as they were then.
var recorded = []string{"CHANGELOG.md", "docs/evidence/trust.md"}

// TestDocumentsNameFilesThatExist checks that the path of each source file that a document names is
// the end of the path of a file.
func TestDocumentsNameFilesThatExist(t *testing.T) {
	t.Parallel()
	ends := map[string]bool{}
	eachFile(t, []string{"cmd", "deploy", "internal", "scripts", "verify", "web"}, func(path string) error {
		for rest, found := path, true; found; _, rest, found = strings.Cut(rest, "/") {
			ends[rest] = true
		}
		return nil
	})
	looked := 0
	for name, text := range documentsIn(t) {
		if slices.Contains(recorded, name) {
			continue
		}
		for _, path := range sourcePattern.FindAllString(text, -1) {
			for _, one := range alternatives(path) {
				looked++
				if !ends[strings.TrimLeft(one, "./")] {
					t.Errorf("%s names %s, which does not exist", name, one)
				}
			}
		}
	}
	if looked < 200 {
		t.Errorf("only %d paths were looked at", looked)
	}
}

// alternatives expands the braces of a path.
func alternatives(path string) (all []string) {
	before, rest, found := strings.Cut(path, "{")
	inner, after, closed := strings.Cut(rest, "}")
	if !found || !closed {
		return []string{path}
	}
	for one := range strings.SplitSeq(inner, ",") {
		all = append(all, before+one+after)
	}
	return all
}

func TestAGeneratedDocumentSaysSo(t *testing.T) {
	t.Parallel()
	for name, text := range documentsIn(t) {
		isGenerated := strings.HasPrefix(name, "docs/reference/") || name == "docs/evidence/trust.md"
		if says := writtenPattern.MatchString(text); says != isGenerated {
			t.Errorf("%s is generated: %v, and its first line says so: %v", name, isGenerated, says)
		}
		if !isGenerated && strings.Contains(text, "<!--") {
			t.Errorf("%s is written by hand and has a generated part", name)
		}
	}
}

// commitPattern finds the commits that documents name as the source of figures.
var commitPattern = regexp.MustCompile("\\bcommit `?([0-9a-f]{7,40})\\b|20\\d\\d-\\d\\d-\\d\\d, ([0-9a-f]{7,40})\\b")

func TestDocumentsNameCommitsThatExist(t *testing.T) {
	t.Parallel()
	if err := exec.Command("git", "-C", "../..", "cat-file", "-e", "HEAD").Run(); err != nil {
		t.Skipf("there is no history here: %v", err)
	}
	if shallow, err := exec.Command("git", "-C", "../..", "rev-parse", "--is-shallow-repository").Output(); err != nil || strings.TrimSpace(string(shallow)) != "false" {
		t.Skip("only a part of the history is here")
	}
	named := 0
	for name, text := range documentsIn(t) {
		for _, found := range commitPattern.FindAllStringSubmatch(text, -1) {
			named++
			commit := found[1] + found[2]
			if err := exec.Command("git", "-C", "../..", "merge-base", "--is-ancestor", commit, "HEAD").Run(); err != nil {
				t.Errorf("%s names commit %s, which is not in the history: %v", name, commit, err)
			}
		}
	}
	if named < 10 {
		t.Errorf("only %d commits were found", named)
	}
}

func TestTheFirstDocumentsAreShort(t *testing.T) {
	t.Parallel()
	documents := documentsIn(t)
	for name, most := range linesMax {
		if lines := strings.Count(documents[name], "\n"); lines == 0 || lines > most {
			t.Errorf("%s has %d lines, at most %d", name, lines, most)
		}
	}
}
