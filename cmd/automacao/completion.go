package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run prints the completion script for the commands that --help lists.
func (c *completionCommand) Run(parsed *kong.Context, out output) error {
	script := map[string]func([]place) string{"bash": bashScript, "zsh": zshScript, "fish": fishScript}[c.Shell]
	_, err := fmt.Fprint(out, script(placesOf(parsed.Model.Node)))
	return err
}

// place is a position in the command line: after the program's name, or after a command.
type place struct {
	// at holds the commands so far, each preceded by a space.
	at    string
	words []*kong.Node
	// values are the allowed values of the argument.
	values []string
	flags  []*kong.Flag
}

func placesOf(root *kong.Node) []place {
	var all []place
	var visit func(node *kong.Node, at string)
	visit = func(node *kong.Node, at string) {
		here := place{at: at, flags: flagsOf(node)}
		if node.DefaultCmd != nil {
			here.flags = append(here.flags, flagsOf(node.DefaultCmd)...)
		}
		for _, argument := range node.Positional {
			here.values = append(here.values, argument.EnumSlice()...)
		}
		here.values = slices.DeleteFunc(here.values, func(value string) bool { return value == "" })
		here.words = commandsOf(node)
		all = append(all, here)
		for _, child := range here.words {
			visit(child, at+" "+child.Name)
		}
	}
	visit(root, "")
	return all
}

// commandsOf returns the subcommands that help lists.
func commandsOf(node *kong.Node) []*kong.Node {
	return slices.DeleteFunc(slices.Clone(node.Children), func(child *kong.Node) bool { return child.Hidden })
}

// flagsOf returns the flags that help lists for a command, including those of its parents such as
// --help.
func flagsOf(node *kong.Node) []*kong.Flag {
	var listed []*kong.Flag
	for at := node; at != nil; at = at.Parent {
		listed = append(listed, slices.DeleteFunc(slices.Clone(at.Flags), func(flag *kong.Flag) bool { return flag.Hidden })...)
	}
	return listed
}

// takesFile reports whether a flag's value is a path.
func takesFile(flag *kong.Flag) bool {
	return flag.Tag.Type == "path" || slices.Contains([]string{"FILE", "DIR", "PLACE"}, flag.PlaceHolder)
}

// flagsWithValues returns the names of flags whose value is a path, and those of other flags with a
// value. A name that takes a path in any command counts as a path.
func flagsWithValues(all []place) (files, others []string) {
	for _, here := range all {
		for _, flag := range here.flags {
			switch name := "--" + flag.Name; {
			case flag.IsBool():
			case takesFile(flag):
				files = append(files, name)
			default:
				others = append(others, name)
			}
		}
	}
	slices.Sort(files)
	slices.Sort(others)
	files, others = slices.Compact(files), slices.Compact(others)
	return files, slices.DeleteFunc(others, func(name string) bool { return slices.Contains(files, name) })
}

// steps returns the command lines of all commands as shell patterns.
func steps(all []place, between string) string {
	var patterns []string
	for _, here := range all[1:] {
		patterns = append(patterns, "'"+here.at+"'")
	}
	return strings.Join(patterns, between)
}

// quoted returns a text in single quotes, valid in bash and zsh.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// brief returns the first sentence of a help text.
func brief(help string) string {
	for _, end := range []string{"; ", ": ", ". "} {
		help, _, _ = strings.Cut(help, end)
	}
	return strings.TrimSuffix(help, ".")
}

func bashScript(all []place) string {
	files, others := flagsWithValues(all)
	var b strings.Builder
	fmt.Fprintf(&b, `# Completes automacao in bash: source <(automacao completion bash)
_automacao() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} at='' words='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at ${COMP_WORDS[i]}" in
      %s) at="$at ${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case $previous in
    %s)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return ;;
    %s) return ;;
  esac
  case $at in
`, steps(all, "|"), strings.Join(files, "|"), strings.Join(others, "|"))
	for _, here := range all {
		var words []string
		for _, word := range here.words {
			words = append(words, word.Name)
		}
		words = append(words, here.values...)
		for _, flag := range here.flags {
			words = append(words, "--"+flag.Name)
		}
		fmt.Fprintf(&b, "    '%s') words='%s' ;;\n", here.at, strings.Join(words, " "))
	}
	b.WriteString("  esac\n  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n}\ncomplete -F _automacao automacao\n")
	return b.String()
}

func zshScript(all []place) string {
	files, others := flagsWithValues(all)
	described := func(name, help string) string {
		return " " + quoted(strings.ReplaceAll(name, ":", `\:`)+":"+brief(help))
	}
	var b strings.Builder
	fmt.Fprintf(&b, `#compdef automacao
# Completes automacao in zsh: put it as _automacao into a folder of $fpath.
_automacao() {
  local at='' word
  local -a found
  for word in ${words[2,CURRENT-1]}; do
    case "$at $word" in
      (%s) at="$at $word" ;;
    esac
  done
  case ${words[CURRENT-1]} in
    (%s) _files; return ;;
    (%s) return ;;
  esac
  case $at in
`, steps(all, "|"), strings.Join(files, "|"), strings.Join(others, "|"))
	for _, here := range all {
		fmt.Fprintf(&b, "    ('%s') found=(", here.at)
		for _, word := range here.words {
			b.WriteString(described(word.Name, word.Help))
		}
		for _, value := range here.values {
			b.WriteString(" " + quoted(value))
		}
		for _, flag := range here.flags {
			b.WriteString(described("--"+flag.Name, flag.Help))
		}
		b.WriteString(" ) ;;\n")
	}
	b.WriteString("  esac\n  _describe automacao found\n}\nif [[ ${funcstack[1]} = _automacao ]]; then _automacao \"$@\"; else compdef _automacao automacao; fi\n")
	return b.String()
}

func fishScript(all []place) string {
	// Fish escapes a single quote inside a quoted text with a backslash.
	quoted := func(text string) string { return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'" }
	var b strings.Builder
	fmt.Fprintf(&b, `# Completes automacao in fish: automacao completion fish | source
function __automacao_at
    set -l at
    for word in (commandline -opc)[2..-1]
        switch "$at $word"
            case %s
                set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
complete -c automacao -f
`, steps(all, " "))
	for _, here := range all {
		begin := "complete -c automacao -n " + quoted("__automacao_at "+quoted(here.at))
		for _, word := range here.words {
			fmt.Fprintf(&b, "%s -a %s -d %s\n", begin, word.Name, quoted(brief(word.Help)))
		}
		for _, value := range here.values {
			fmt.Fprintf(&b, "%s -a %s\n", begin, value)
		}
		for _, flag := range here.flags {
			value := " -x"
			if flag.IsBool() {
				value = ""
			} else if takesFile(flag) {
				value = " -r -F"
			}
			fmt.Fprintf(&b, "%s -l %s%s -d %s\n", begin, flag.Name, value, quoted(brief(flag.Help)))
		}
	}
	return b.String()
}
