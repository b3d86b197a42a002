package app_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"automacao/internal/app"
	"automacao/internal/edge/ratelimit"
	"automacao/internal/market/limits"
	"automacao/verify/apptest"
)

// TestEveryRouteHasAMeasure: a route that the router or the catalogue knows and
// the table does not fails, and so does a row of no route.
func TestEveryRouteHasAMeasure(t *testing.T) {
	t.Parallel()
	b := apptest.Start(t, func(c *app.Config) { c.PixURL, c.Limits = "simulado:", nil })
	table, _, err := b.Config.LimitsTable()
	if err != nil {
		t.Fatal(err)
	}
	served := append(b.App.Paths(), ratelimit.Unknown)
	for _, path := range served {
		if _, known := table.Row(path); !known {
			t.Errorf("%s has no measure", path)
		}
	}
	routes := 0
	for _, row := range table.Rows() {
		for _, route := range row.Routes {
			routes++
			if !slices.Contains(served, route) {
				t.Errorf("%s measures %s, which nothing serves", row.Name, route)
			}
		}
	}
	t.Attr("figure", fmt.Sprintf("all %d routes have a row", routes))
}

var update = flag.Bool("update", false, "write what is generated")

// TestTheLimitsAreWrittenDown: docs/limits.md is the table, for whoever sets it.
func TestTheLimitsAreWrittenDown(t *testing.T) {
	t.Parallel()
	const path = "../../docs/limits.md"
	want := limitsDocument()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("docs/limits.md is out of date (%v): go test ./internal/app -run LimitsAreWrittenDown -update", err)
	}
}

func limitsDocument() string {
	var text strings.Builder
	text.WriteString(`# How much may be asked

Written by a test from the one table in internal/app; what members write is counted
where it is written, by private.limits. Whoever asks for more is answered 429 with
Retry-After. An exact row is counted in the database, over all nodes, in spans that
begin with the first request; another by each node for itself. What is written is
counted over a span that slides, by what was written and not by what is left of it.
A visitor is his network: an IPv4 address, or the /64 of an IPv6 address.

AUTOMACAO_LIMITS sets a row (reads=900/1m) or a number (messages_daily_max=2000).

| row | one address | one member | exact | counted besides | routes |
|---|---|---|---|---|---|
`)
	for _, row := range app.Measures() {
		besides := slices.Clone(row.Account)
		for _, name := range row.Quotas {
			besides = append(besides, fmt.Sprintf("%s %d", name, limits.Of(name)))
		}
		shown := "`" + row.Routes[0] + "`"
		if len(row.Routes) > 1 {
			shown += fmt.Sprintf(" and %d more", len(row.Routes)-1)
		}
		fmt.Fprintf(&text, "| %s | %s | %s | %s | %s | %s |\n", row.Name, rates(row.Address), rates(row.Member), map[bool]string{true: "yes"}[row.IsExact], strings.Join(besides, "; "), shown)
	}
	return text.String()
}

func rates(all []ratelimit.Rate) string {
	said := make([]string, len(all))
	for i, one := range all {
		said[i] = one.String()
	}
	return strings.Join(said, ", ")
}
