package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

var update = flag.Bool("update", false, "write what is generated")

// TestTheReferenceIsWrittenDown checks that docs/reference/settings.md and commands.md match the
// program's own description.
func TestTheReferenceIsWrittenDown(t *testing.T) {
	parser, err := kong.New(&commands{}, kong.Name("automacao"))
	if err == nil {
		err = listOnlyUsed(parser.Model)
	}
	if err != nil {
		t.Fatal(err)
	}
	serving, found := commandOf(parser.Model.Node, "serve")
	if !found {
		t.Fatal("there is no command serve")
	}
	for name, want := range map[string]string{"settings.md": settingsReference(serving), "commands.md": commandsReference(parser.Model.Node, serving)} {
		path := filepath.Join("..", "..", "docs", "reference", name)
		if *update {
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("docs/reference/%s is out of date (%v): make types", name, err)
		}
	}
}

const written = "<!-- Written by \"make types\" (go test ./cmd/automacao -run ReferenceIsWrittenDown -update); do not edit. -->\n"

// settingsReference writes one row for each flag of `automacao serve`.
func settingsReference(serving *kong.Node) string {
	var text strings.Builder
	text.WriteString(written + `# Settings of automacao serve

Each setting is a flag and an environment variable. A flag overrides the
environment, and the environment overrides the file that AUTOMACAO_CONFIG names. An empty
variable counts as not set. [operate.md](../operate/operate.md#settings) describes their use.

`)
	flagRows(&text, serving.Flags)
	return text.String()
}

func flagRows(text *strings.Builder, flags []*kong.Flag) {
	text.WriteString("| setting | variable | default | meaning |\n|---|---|---|---|\n")
	for _, flag := range flags {
		if flag.Name == "help" {
			continue
		}
		variable, standard := "-", "-"
		if len(flag.Envs) > 0 {
			variable = "`" + strings.Join(flag.Envs, "`, `") + "`"
		}
		if flag.HasDefault {
			standard = "`" + flag.Default + "`"
		}
		fmt.Fprintf(text, "| `--%s` | %s | %s | %s |\n", flag.Name, variable, standard, cell(flag.Help))
	}
}

// commandsReference writes one section for each command, with the flags that its help lists.
// Settings shared with serve are named without their description.
func commandsReference(root, serving *kong.Node) string {
	var text strings.Builder
	text.WriteString(written + `# Commands

Every command also takes ` + "`--help`" + `. It exits with 0 on success, with 1 on failure, and
with 2 if a flag or setting is invalid. Settings are described in [settings.md](settings.md).

`)
	nodes := map[string]*kong.Node{"": root}
	places := placesOf(root)
	for _, here := range places {
		for _, child := range here.words {
			nodes[here.at+" "+child.Name] = child
		}
	}
	for _, here := range places {
		if here.at == "" {
			continue
		}
		node := nodes[here.at]
		fmt.Fprintf(&text, "## automacao%s\n\n%s\n", here.at, cell(node.Help))
		switch {
		case node == serving:
			text.WriteString("\nIts flags are the settings of [settings.md](settings.md).\n")
		case node.Name == "wire":
			text.WriteString("\nIts flags are the settings of [wire-settings.md](wire-settings.md).\n")
		default:
			describeCommand(&text, node, here, serving)
		}
		text.WriteString("\n")
	}
	return strings.TrimSuffix(text.String(), "\n")
}

func describeCommand(text *strings.Builder, node *kong.Node, here place, serving *kong.Node) {
	if len(here.words) > 0 {
		text.WriteString("\n")
		for _, child := range here.words {
			usual := ""
			if child == node.DefaultCmd {
				usual = " This is the default."
			}
			fmt.Fprintf(text, "- `%s`: %s%s\n", child.Name, cell(child.Help), usual)
		}
		return
	}
	for _, argument := range node.Positional {
		fmt.Fprintf(text, "\nArgument `%s`: %s\n", argument.Name, cell(argument.Help))
	}
	var own []*kong.Flag
	var shared []string
	for _, flag := range here.flags {
		isShared := slices.ContainsFunc(serving.Flags, func(s *kong.Flag) bool {
			return s.Name == flag.Name && s.Help == flag.Help && s.Default == flag.Default
		})
		switch {
		case flag.Name == "help":
		case isShared:
			shared = append(shared, "`--"+flag.Name+"`")
		default:
			own = append(own, flag)
		}
	}
	if len(own) > 0 {
		text.WriteString("\n")
		flagRows(text, own)
	}
	switch {
	case len(shared) > len(serving.Flags)/2:
		text.WriteString("\nIt takes every setting of `automacao serve`.\n")
	case len(shared) > 0:
		fmt.Fprintf(text, "\nIt also uses these settings: %s.\n", strings.Join(shared, ", "))
	}
}

// cell escapes a text for a table cell.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// typed makes a shell complete a command line, given its words so far; the last one may be empty.
var typed = map[string]func(script string, words []string) string{
	"bash": func(script string, words []string) string {
		return script + "\nCOMP_WORDS=(" + quotedAll(words) + ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_automacao automacao\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n"
	},
	// Print all candidates at a position: zsh itself filters them by prefix.
	"zsh": func(script string, words []string) string {
		return "compdef() { : }\n_files() { print files }\n_describe() { print -l -- ${(P)2%%:*} }\n" + script +
			"\nwords=(" + quotedAll(words) + ")\nCURRENT=${#words}\n_automacao\n"
	},
	"fish": func(script string, words []string) string {
		return script + "\ncomplete -C " + quoted(strings.Join(words, " ")) + " | string replace -r '\\t.*' ''; true\n"
	},
}

func quotedAll(words []string) string {
	var all []string
	for _, word := range words {
		all = append(all, quoted(word))
	}
	return strings.Join(all, " ")
}

func TestShellsCompleteWhatHelpLists(t *testing.T) {
	for shell, complete := range typed {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skipf("there is no %s here", shell)
			}
			folder := t.TempDir()
			if err := os.WriteFile(filepath.Join(folder, "settings.env"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			script := command(t, "completion", shell).out
			for line, want := range map[string]string{
				"automacao|ser": "serve", "automacao|admin|cre": "create", "automacao|serve|--metrics-a": "--metrics-addr",
				"automacao|completion|fi": "fish", "automacao|admin|reset-password|--database-u": "--database-url",
			} {
				program := exec.Command(shell, "-c", complete(script, strings.Split(line, "|")))
				program.Dir, program.Env = folder, append(os.Environ(), "HOME="+folder, "XDG_CONFIG_HOME="+folder)
				out, err := program.CombinedOutput()
				if err != nil {
					t.Fatalf("%s: %v: %s", line, err, out)
				}
				got := strings.Fields(string(out))
				if !slices.Contains(got, want) {
					t.Errorf("%s does not complete to %s but %v", line, want, got)
				}
				if slices.Contains(got, "--new-market") && strings.Contains(line, "serve") {
					t.Errorf("%s offers what help hides", line)
				}
			}
		})
	}
}

var flagInHelp = regexp.MustCompile(`(?m)^ +(?:-\w, )?(?:    )?(--(?:\[no-\])?[a-z-]+)`)

func TestManualPagesSayWhatHelpSays(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "man")
	if got := command(t, "man", "--to", folder); got.code != 0 {
		t.Fatal(got)
	}
	pages, err := filepath.Glob(filepath.Join(folder, "*.1"))
	if err != nil || len(pages) < 15 {
		t.Fatalf("there are %d pages: %v", len(pages), err)
	}
	for _, name := range []string{"serve", "backup make", "admin create", "keys"} {
		page, err := os.ReadFile(filepath.Join(folder, "automacao-"+strings.ReplaceAll(name, " ", "-")+".1"))
		if err != nil {
			t.Fatal(err)
		}
		plain := strings.ReplaceAll(string(page), `\-`, "-")
		flags := flagInHelp.FindAllStringSubmatch(command(t, append(strings.Fields(name), "--help")...).out, -1)
		if len(flags) < 3 {
			t.Fatalf("the help of %s lists %v", name, flags)
		}
		for _, flag := range flags {
			if !strings.Contains(plain, "\n.B "+flag[1]) {
				t.Errorf("the page of %s lacks %s", name, flag[1])
			}
		}
	}
	if _, err := exec.LookPath("mandoc"); err != nil {
		t.Skip("there is no mandoc here to read the pages")
	}
	out, _ := exec.Command("mandoc", append([]string{"-T", "lint", "-W", "warning"}, pages...)...).CombinedOutput()
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		// The pages have no date, so that every build is identical.
		if line != "" && !strings.Contains(line, "missing date") {
			t.Error(line)
		}
	}
}
