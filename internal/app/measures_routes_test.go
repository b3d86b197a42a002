package app

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/market/limits"
)

// TestEveryRouteHasAMeasure: a route that the router or the catalogue knows and
// the table does not fails, and so does a row of no route.
func TestEveryRouteHasAMeasure(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.PixURL, c.Limits = "simulado:", nil })
	table, _, err := b.app.cfg.limits()
	if err != nil {
		t.Fatal(err)
	}
	served := append(b.app.Paths(), ratelimit.Unknown)
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

// TestARefusalIsInTheShapeOfItsProtocol: what is asked too often is answered 429
// with Retry-After, whatever the route, and others go on being served.
func TestARefusalIsInTheShapeOfItsProtocol(t *testing.T) {
	t.Parallel()
	once := []string{"sign_in=1/1h", "reads=1/1h", "writes=1/1h", "file_lists=1/1h", "sockets=1/1h", "functions=1/1h", "pages=1/1h", "sign_up=1/1h", "newsletter=1/1h"}
	b := setup(t, func(c *Config) { c.Limits, c.TrustedProxies = once, []string{"127.0.0.1/32"} })
	marina := b.session(b.Member("professional", "Marina Alves"))
	for _, one := range []struct {
		asked request
		shape string
	}{
		{request{method: "POST", path: "/auth/v1/token?grant_type=password", body: map[string]any{"email": "a@exemplo.test", "password": "x"}}, `"error_code":"over_request_rate_limit"`},
		{request{method: "POST", path: "/auth/v1/signup", body: map[string]any{"email": "a"}}, `"error_code":"over_request_rate_limit"`},
		{request{method: "GET", path: "/rest/v1/skills?select=slug"}, `"code":"over_request_rate_limit"`},
		{request{method: "PATCH", path: "/rest/v1/preferences?profile_id=eq.00000000-0000-0000-0000-000000000000", token: marina, body: map[string]any{"newsletter": true}}, `"code":"over_request_rate_limit"`},
		{request{method: "GET", path: "/storage/v1/bucket"}, `"error":"SlowDown"`},
		{request{method: "GET", path: "/realtime/v1/api/ping"}, `{"error":"Too many requests"}`},
		{request{method: "POST", path: "/functions/v1/x"}, `"code":"over_request_rate_limit"`},
		{request{method: "GET", path: "/"}, `"message":"Muitos pedidos em pouco tempo.`},
		{request{method: "GET", path: "/newsletter/sair"}, `"message":"Muitos pedidos em pouco tempo.`},
	} {
		if got := b.ask(one.asked); got.status == http.StatusTooManyRequests {
			t.Errorf("the first %s %s is answered %d %s", one.asked.method, one.asked.path, got.status, got.body)
		}
		got := b.ask(one.asked)
		if got.status != http.StatusTooManyRequests || !strings.Contains(got.body, one.shape) || got.headers.Get("Retry-After") != "3600" {
			t.Errorf("the second %s %s is answered %d %s, to be asked again after %q", one.asked.method, one.asked.path, got.status, got.body, got.headers.Get("Retry-After"))
		}
		if one.asked.token != "" {
			continue
		}
		one.asked.headers = map[string]string{"X-Forwarded-For": "203.0.113.9"}
		if got := b.ask(one.asked); got.status == http.StatusTooManyRequests {
			t.Errorf("another address is answered %d %s", got.status, got.body)
		}
	}
}

var update = flag.Bool("update", false, "write what is generated")

// TestTheLimitsAreWrittenDown: docs/reference/limits.md is the table, for whoever sets it.
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

AUTOMACAO_LIMITS changes a rate (reads=900/1m) or a quota (messages_daily_max=2000).

| row | per network | per member | exact | also counted | routes |
|---|---|---|---|---|---|
`)
	for _, row := range measures() {
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
