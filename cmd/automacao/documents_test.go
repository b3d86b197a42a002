package main

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// documents are those whose commands readers may run as written.
var documents = []string{
	"README.md", "CONTRIBUTING.md", "docs/guide/wire.md",
	"docs/operate/backup.md", "docs/operate/deploy.md", "docs/operate/install.md", "docs/operate/observe.md", "docs/operate/operate.md", "docs/operate/upgrade.md",
}

var (
	fencePattern      = regexp.MustCompile("(?ms)^ *```([a-z]*)\n(.*?)^ *```$")
	headingPattern    = regexp.MustCompile(`(?m)^#+ [A-Z].*$`)
	spanPattern       = regexp.MustCompile("`([^`]+)`")
	assignmentPattern = regexp.MustCompile(`^[A-Z_]+=`)
	commentPattern    = regexp.MustCompile(`\s+# .*$`)
	rowPattern        = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| ([^|]+) \\| ([^|]+) \\|$")
	holderPattern     = regexp.MustCompile("`([a-z/]+)`: \\*(Test\\w+)\\*")
	programPattern    = regexp.MustCompile(`(?:^|\(|\w=\S+ )automacao ([a-z][a-z-]*(?: [a-z][a-z-]*)*)`)
)

// fence is a code block of a document, with the heading above it.
type fence struct{ heading, language, text string }

// readDocument returns a document without its code blocks, and the blocks.
func readDocument(t *testing.T, document string) (prose string, fences []fence) {
	t.Helper()
	content, err := os.ReadFile("../../" + document)
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	for _, at := range fencePattern.FindAllStringSubmatchIndex(text, -1) {
		under := ""
		if headings := headingPattern.FindAllString(text[:at[0]], -1); len(headings) > 0 {
			under = headings[len(headings)-1]
		}
		fences = append(fences, fence{under, text[at[2]:at[3]], text[at[4]:at[5]]})
	}
	return fencePattern.ReplaceAllString(text, ""), fences
}

// commands returns the lines of a block that are commands.
func (f fence) commands() (lines []string) {
	if f.language != "sh" && f.language != "sql" {
		return nil
	}
	for line := range strings.Lines(f.text) {
		if line = commentPattern.ReplaceAllString(strings.TrimSpace(line), ""); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// block returns the first block under a heading that is not YAML, that is not another program's
// settings.
func block(t *testing.T, document, heading string) string {
	t.Helper()
	_, fences := readDocument(t, document)
	for _, one := range fences {
		if one.heading == heading && one.language != "yaml" {
			return strings.TrimSpace(one.text)
		}
	}
	t.Fatalf("%s has no block under %q", document, heading)
	return ""
}

// row is a row of docs/evidence/commands.md: a command, its document, and what runs it or, after
// "not here", why nothing does and what covers it instead.
type row struct{ command, document, held string }

func (r row) isRun() bool { return !strings.HasPrefix(r.held, "not here: ") }

func readRows(t *testing.T) (rows []row) {
	t.Helper()
	text, err := os.ReadFile("../../docs/evidence/commands.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range rowPattern.FindAllStringSubmatch(string(text), -1) {
		rows = append(rows, row{found[1], found[2], found[3]})
	}
	return rows
}

// testsIn returns the text of a folder's tests.
func testsIn(t *testing.T, folder string) string {
	t.Helper()
	paths, err := filepath.Glob("../../" + folder + "/*_test.go")
	var all strings.Builder
	for _, path := range paths {
		text, failed := os.ReadFile(path)
		all.Write(text)
		err = errors.Join(err, failed)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

func TestEveryCommandOfTheDocumentsHasARow(t *testing.T) {
	t.Parallel()
	rows := readRows(t)
	listed := map[[2]string]bool{}
	for _, one := range rows {
		if key := [2]string{one.document, one.command}; listed[key] {
			t.Errorf("%s: %s has two rows", one.document, one.command)
		} else {
			listed[key] = true
		}
	}
	for _, document := range documents {
		_, fences := readDocument(t, document)
		for _, one := range fences {
			if one.language == "" {
				t.Errorf("%s: the block under %q says no language: sh where somebody types it", document, one.heading)
			}
			for _, command := range one.commands() {
				key := [2]string{document, command}
				if _, isListed := listed[key]; !isListed {
					t.Errorf("docs/evidence/commands.md has no row of %s for %s", document, command)
				}
				listed[key] = false
			}
		}
	}
	for _, one := range rows {
		if listed[[2]string{one.document, one.command}] {
			t.Errorf("docs/evidence/commands.md has a row for %s, which %s does not say", one.command, one.document)
		}
		holders := holderPattern.FindAllStringSubmatch(one.held, -1)
		if len(holders) == 0 {
			t.Errorf("%s: %s names no test", one.document, one.command)
		}
		for _, holder := range holders {
			if !strings.Contains(testsIn(t, holder[1]), "\nfunc "+holder[2]+"(") {
				t.Errorf("%s: %s: there is no %s in %s", one.document, one.command, holder[2], holder[1])
			}
		}
	}
}

// withoutAssignments returns the words of a command without the settings before it, as in
// AUTOMACAO_ADDR=127.0.0.1:8081 make run.
func withoutAssignments(command string) []string {
	words := strings.Fields(command)
	for len(words) > 1 && assignmentPattern.MatchString(words[0]) {
		words = words[1:]
	}
	return words
}

// TestTheDocumentsAreShell checks every block's syntax without running it, and lets make check each
// of its targets in a dry run.
func TestTheDocumentsAreShell(t *testing.T) {
	t.Parallel()
	targets := map[string]bool{}
	for _, document := range documents {
		prose, fences := readDocument(t, document)
		for _, one := range fences {
			if one.language != "sh" {
				continue
			}
			if said, err := exec.Command("bash", "-n", "-c", one.text).CombinedOutput(); err != nil {
				t.Errorf("%s, %s: %v: %s", document, one.heading, err, said)
			}
			for _, command := range one.commands() {
				if target, isMake := strings.CutPrefix(command, "make "); isMake {
					targets[target] = true
				}
			}
		}
		for _, span := range spanPattern.FindAllStringSubmatch(prose, -1) {
			if words := withoutAssignments(span[1]); len(words) == 2 && words[0] == "make" {
				targets[words[1]] = true
			}
		}
	}
	if len(targets) < 10 {
		t.Errorf("make is asked for %v alone: the patterns look past the others", targets)
	}
	// One call names the first target that has no rule. Each call runs every $(shell …) of the Makefile.
	asking := exec.Command("make", append([]string{"--dry-run"}, slices.Sorted(maps.Keys(targets))...)...)
	asking.Dir = "../.."
	if said, err := asking.CombinedOutput(); err != nil {
		t.Errorf("make: %v: %s", err, said)
	}
}

// TestTheDocumentsNameCommandsOfTheProgram checks that the commands exist and have the flags.
func TestTheDocumentsNameCommandsOfTheProgram(t *testing.T) {
	looked := 0
	for _, document := range documents {
		prose, fences := readDocument(t, document)
		var lines []string
		for _, one := range fences {
			lines = append(lines, one.commands()...)
		}
		for _, span := range spanPattern.FindAllStringSubmatch(prose, -1) {
			if words := withoutAssignments(span[1]); len(words) > 1 && words[0] == "automacao" {
				lines = append(lines, strings.Join(words, " "))
			}
		}
		for _, line := range lines {
			found := programPattern.FindStringSubmatch(line)
			if found == nil {
				continue
			}
			looked++
			words := strings.Fields(found[1])
			// The words after a command without subcommands are its arguments.
			help := command(t, append(slices.Clone(words), "--help")...)
			for ; help.code != 0 && len(words) > 1; help = command(t, append(slices.Clone(words), "--help")...) {
				words = words[:len(words)-1]
			}
			if words[0] == "backup" && len(words) == 1 {
				help = command(t, "backup", "make", "--help")
			}
			if help.code != 0 {
				t.Errorf("%s: %s is no command: %s", document, line, help.errors)
			}
			for _, word := range strings.Fields(line) {
				name, _, _ := strings.Cut(word, "=")
				if strings.HasPrefix(name, "--") && name != "--help" && !slices.Contains(strings.FieldsFunc(help.out, func(r rune) bool { return strings.ContainsRune(" =\n,", r) }), name) && name != "--new-market" {
					t.Errorf("%s: %s: %s has no %s", document, line, strings.Join(words, " "), name)
				}
			}
		}
	}
	if looked < 30 {
		t.Errorf("only %d commands were looked at", looked)
	}
}
