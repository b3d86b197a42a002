package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"
)

type manCommand struct {
	To string `required:"" help:"Folder for the pages; created if missing." placeholder:"DIR" type:"path"`
}

// Run writes one page for the program and one for each command that --help lists.
func (c *manCommand) Run(parsed *kong.Context) error {
	if err := os.MkdirAll(c.To, 0o755); err != nil {
		return fmt.Errorf("make the folder: %w", err)
	}
	all := placesOf(parsed.Model.Node)
	node := map[string]*kong.Node{"": parsed.Model.Node}
	for _, here := range all {
		for _, child := range here.words {
			node[here.at+" "+child.Name] = child
		}
		name := "automacao" + strings.ReplaceAll(here.at, " ", "-")
		if err := os.WriteFile(filepath.Join(c.To, name+".1"), []byte(page(name, here, node[here.at])), 0o644); err != nil {
			return fmt.Errorf("write the page of %s: %w", name, err)
		}
	}
	return nil
}

// page returns one page in the man(7) format.
func page(name string, here place, node *kong.Node) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"automacao %s\"\n.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n.B automacao%s\n", strings.ToUpper(name), roff(version), roff(name), roff(strings.TrimSuffix(node.Help, ".")), roff(here.at))
	if len(here.words) > 0 {
		b.WriteString(".I command\n")
	}
	for _, argument := range node.Positional {
		fmt.Fprintf(&b, ".I %s\n", roff(argument.Name))
	}
	b.WriteString("[\\fIflags\\fR]\n")
	if len(here.words) > 0 {
		b.WriteString(".SH COMMANDS\n")
	}
	for _, child := range here.words {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(child.Name), roff(child.Help))
	}
	b.WriteString(".SH OPTIONS\n")
	for _, flag := range here.flags {
		fmt.Fprintf(&b, ".TP\n.B \\-\\-%s", roff(flag.Name))
		if !flag.IsBool() {
			fmt.Fprintf(&b, "=\\fI%s\\fR", roff(flag.FormatPlaceHolder()))
		}
		fmt.Fprintf(&b, "\n%s\n", roff(describe(flag.Value)))
	}
	b.WriteString(".SH EXIT STATUS\n0 where it did what was asked, 1 where it could not, 2 where a flag or setting cannot be used.\n")
	if here.at != "" {
		b.WriteString(".SH SEE ALSO\n.BR automacao (1)\n")
	}
	return b.String()
}

// roff escapes a text so that it is shown unchanged: no line begins a control command, and a hyphen
// is the ASCII character.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		return `\&` + text
	}
	return text
}
