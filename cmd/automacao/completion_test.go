package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

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
