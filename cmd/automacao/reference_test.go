package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
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
