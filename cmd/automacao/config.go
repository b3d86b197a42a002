package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
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
