package app_test

import (
	"flag"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"

	"automacao/internal/app"
	"automacao/internal/edge/ratelimit"
	"automacao/internal/market/limits"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/token"
	"automacao/verify/apptest"
)

// TestEveryRouteHasAMeasure checks that the table of rate limits has every route of the routers and
// of the catalogue, and no other.
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

// TestTheLimitsAreWrittenDown checks that docs/reference/limits.md shows the table.
func TestTheLimitsAreWrittenDown(t *testing.T) {
	t.Parallel()
	const path = "../../docs/reference/limits.md"
	want := limitsDocument()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("docs/reference/limits.md is out of date (%v): go test ./internal/app -run LimitsAreWrittenDown -update", err)
	}
}

func limitsDocument() string {
	var text strings.Builder
	text.WriteString(`<!-- Written by "make types" (go test ./internal/app -run LimitsAreWrittenDown -update); do not edit. -->
# Rate limits

Each route has one row. The server answers a caller who exceeds a rate with 429 and
Retry-After. An anonymous caller is identified by network: an IPv4 address, or the /64
of an IPv6 address. A member is identified by account.

An exact row is counted in the database, for all nodes together, in a fixed window that
begins with the first request. Each node counts the other rows by itself. The numbers
under "also counted" are quotas on what a member writes, from private.limits: they count
rows written in a sliding window, and deleting a row does not lower the count.

AUTOMACAO_LIMITS changes a row (reads=900/1m) or a quota (messages_daily_max=2000). One rate
replaces all rates of its row, of networks and of members.

| row | per network | per member | exact | also counted | routes |
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

func TestGeneratedFilesAreAsTheyOughtToBe(t *testing.T) {
	t.Parallel()
	signing, err := token.FromSecret("a secret of at least thirty-two bytes")
	if err != nil {
		t.Fatal(err)
	}
	sources, err := app.SaidOnce(t.Context(), apptest.Config(), dbtest.New(t), signing, "../..", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	drifted, err := sources.Drift(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(drifted) > 0 {
		t.Errorf("%q are out of date: run make types", drifted)
	}
}
