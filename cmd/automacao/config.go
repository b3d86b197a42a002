package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/alecthomas/kong"

	"automacao/internal/app"
)

type configCommand struct {
	app.Config
	JSON bool `help:"Print a JSON array."`
}

// inForce is a setting as printed, without secrets.
type inForce struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"`
}

// Run prints the effective settings and the source of each. Then it returns an error for invalid
// settings, as serve would.
func (c *configCommand) Run(parsed *kong.Context, from *settings, out output) error {
	var list []inForce
	for _, flag := range parsed.Selected().Flags {
		if len(flag.Envs) > 0 {
			list = append(list, inForce{flag.Envs[0], shown(flag), from.originOf(parsed, flag)})
		}
	}
	if err := printSettings(out, list, c.JSON); err != nil {
		return err
	}
	return validated(&c.Config)
}

func printSettings(out output, list []inForce, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(list)
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, one := range list {
		value := one.Value
		if value == "" {
			value = "-"
		}
		if _, err := fmt.Fprintf(table, "%s\t%s\t%s\n", one.Name, value, one.From); err != nil {
			return err
		}
	}
	return table.Flush()
}

// shown returns a setting's value without its secret parts.
func shown(flag *kong.Flag) string {
	value := fmt.Sprint(flag.Target.Interface())
	if flag.Target.Kind() == reflect.Slice {
		texts, _ := flag.Target.Interface().([]string)
		value = strings.Join(texts, ",")
	}
	kind := flag.Tag.Get("secret")
	switch {
	case value == "" || kind == "":
		return value
	case kind == "url":
		return shownURL(value)
	default:
		return "(set, not shown)"
	}
}

// shownURL hides the user and password, and the query, which may contain tokens.
func shownURL(value string) string {
	parsed, err := url.Parse(value)
	if err != nil || parsed.Opaque != "" || parsed.Host == "" && parsed.Path == "" {
		return "(set, not shown)"
	}
	hidden := ""
	if parsed.User != nil {
		hidden = "…@"
	}
	text := parsed.Scheme + "://" + hidden + parsed.Host + parsed.EscapedPath()
	if parsed.RawQuery != "" {
		text += "?…"
	}
	return text
}

// settingPrefix begins the names of this program's own environment variables.
const settingPrefix = "AUTOMACAO_"

// othersVariables match names with the prefix that are not settings: those of the project's own
// tests, the address for its browser tests and development server, and those that Kubernetes and
// Docker set for a service named automacao.
var othersVariables = regexp.MustCompile(`^AUTOMACAO_(TEST_[A-Z0-9_]+|URL|IMAGE|POISON_URL|ROUNDS_MAX|([A-Z0-9_]+_)?SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)|([A-Z0-9_]+_)?PORT(_[0-9]+_(TCP|UDP)(_[A-Z]+)?)?|ENV_[A-Z0-9_]+|NAME)$`)

// misspeltMax is the largest edit distance at which a name still counts as misspelt.
const misspeltMax = 3

// refuseMisspelt returns an error for an environment variable that is meant for this program but is
// no setting, as readSettings does for a settings file. The error does not repeat the value.
func refuseMisspelt(environment, known []string) error {
	for _, line := range environment {
		name, value, _ := strings.Cut(line, "=")
		if value == "" || slices.Contains(known, name) || !isMeantForUs(name, known) {
			continue
		}
		if meant := nearest(name, known); meant != "" {
			return fmt.Errorf("%s of the environment is the name of no setting: is %s meant? `automacao serve --help` lists them", name, meant)
		}
		return fmt.Errorf("%s of the environment is the name of no setting: take it out; `automacao serve --help` lists those there are", name)
	}
	return nil
}

// isMeantForUs recognises a variable by its prefix, even if the prefix itself is misspelt.
func isMeantForUs(name string, known []string) bool {
	if strings.HasPrefix(name, settingPrefix) {
		return !othersVariables.MatchString(name)
	}
	return slices.ContainsFunc(known, func(one string) bool {
		return strings.HasPrefix(one, settingPrefix) && strings.HasSuffix(name, one[len(settingPrefix)-1:]) && distance(name, one) <= misspeltMax
	})
}

func nearest(name string, known []string) (found string) {
	least := misspeltMax + 1
	for _, one := range known {
		if d := distance(name, one); d < least {
			found, least = one, d
		}
	}
	return found
}

// distance counts the wrong, missing, extra and swapped adjacent letters between two names (optimal
// string alignment).
func distance(a, b string) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(change, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
