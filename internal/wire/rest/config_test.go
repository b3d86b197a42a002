package rest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/rest"
)

// keeping creates a role with stored settings for a bundle's engine.
func keeping(t *testing.T, b *bundle) (role string, keep func(name, value string)) {
	t.Helper()
	var database string
	if err := b.pool.QueryRow(t.Context(), `SELECT current_database()`).Scan(&database); err != nil {
		t.Fatal(err)
	}
	role = "keeper_of_" + database
	run := func(sql string) {
		t.Helper()
		if _, err := b.pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	quoted := pgx.Identifier{role}.Sanitize()
	run(`DROP ROLE IF EXISTS ` + quoted)
	run(`CREATE ROLE ` + quoted)
	return role, func(name, value string) {
		t.Helper()
		run(fmt.Sprintf(`ALTER ROLE %s IN DATABASE %s SET %s = '%s'`, quoted, pgx.Identifier{database}.Sanitize(), name, value))
	}
}

// lines passes log lines on.
type lines chan string

func (l lines) Write(line []byte) (int, error) { l <- string(line); return len(line), nil }

func (l lines) await(t *testing.T, what string) string {
	t.Helper()
	for {
		select {
		case line := <-l:
			if strings.Contains(line, what) {
				return line
			}
		case <-t.Context().Done():
			t.Fatalf("nothing was told of %s", what)
		}
	}
}

func TestABadSettingLeavesAllThatWasInForce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	role, keep := keeping(t, b)
	keep("pgrst.db_max_rows", "1")
	keep("pgrst.jwt_secret", "short and not to be told")
	keep("pgrst.log_level", "debug")
	with := func(cfg *rest.Config) {
		cfg.Stored = &rest.Stored{Role: role, Closed: []string{"auth"}, RowsMaxHighest: 100, Fixed: []string{"jwt_secret"}}
	}
	told := make(lines, 1000)
	b = setupLogging(t, b, slog.New(slog.NewTextHandler(told, nil)), with)
	for range 2 { // in the order of a map
		if line := told.await(t, "an unsupported setting"); !strings.Contains(line, "pgrst.log_level") && !strings.Contains(line, "pgrst.jwt_secret") {
			t.Error(line)
		}
	}
	running, stop := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	ended.Go(func() { _ = b.engine.Run(running) })
	defer func() { stop(); ended.Wait() }()
	told.await(t, "an unsupported setting") // it has read them again, and listens
	for _, bad := range [][2]string{
		{"pgrst.db_max_rows", "many"}, {"pgrst.db_max_rows", "101"}, {"pgrst.db_max_rows", "0"}, {"pgrst.db_schemas", "public,auth"}, {"pgrst.db_schemas", "pg_catalog"}, {"pgrst.db_schemas", "public,,personal"},
		{"pgrst.db_tx_end", "never"}, {"pgrst.jwt_role_claim_key", "role"}, {"pgrst.jwt_role_claim_key", ".a[?(@ = 1)]"}, {"pgrst.openapi_mode", "open"}, {"pgrst.openapi_server_proxy_uri", "ftp://x"}, {"pgrst.db_plan_enabled", "perhaps"},
	} {
		keep(bad[0], bad[1])
		if _, err := rest.New(t.Context(), b.pool, b.keys, configWith(with), slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), bad[0]) {
			t.Errorf("a start goes by %v: %v", bad, err)
		}
		if _, err := b.pool.Exec(t.Context(), `NOTIFY pgrst, 'reload config'`); err != nil {
			t.Fatal(err)
		}
		if line := told.await(t, "keeping the previous ones"); !strings.Contains(line, bad[0]) || strings.Contains(line, "not to be told") {
			t.Errorf("the refusal of %v is %s", bad, line)
		}
		b.check(t, call{path: "/clients?select=id&order=id", status: 200, want: `[{"id":1}]`})
		keep(bad[0], "")
	}
}

func configWith(changes ...func(*rest.Config)) rest.Config {
	cfg := rest.Config{Schemas: []string{"public"}}
	for _, change := range changes {
		change(&cfg)
	}
	return cfg
}

// TestWhatSettingsOfTheDatabaseOpenAndClose covers settings that the differential test's reference
// lacks or words differently.
func TestWhatSettingsOfTheDatabaseOpenAndClose(t *testing.T) {
	t.Parallel()
	b := setup(t)
	role, keep := keeping(t, b)
	start := func() *bundle {
		return setupOn(t, b, func(cfg *rest.Config) { cfg.Stored, cfg.PreRequest = &rest.Stored{Role: role}, "" })
	}
	for _, c := range []struct {
		name, setting, value string
		call                 call
	}{
		{"NoDocument", "openapi_mode", "disabled", call{path: "/", status: 404, want: `{"code":"PGRST126","message":"Root endpoint metadata is disabled","details":null,"hint":null}`}},
		{"NoVisitors", "db_anon_role", "", call{path: "/clients", status: 401, want: `{"code":"PGRST302","message":"Anonymous access is disabled","details":null,"hint":null}`, with: map[string]string{"WWW-Authenticate": "Bearer"}}},
		{"AudienceOfAToken", "jwt_aud", "api", call{path: "/clients?limit=0", as: "ana", status: 200, want: `[]`}},
		{"KeysOfTokens", "jwt_secret", `{"kty":"oct","k":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}`, call{path: "/clients", as: "ana", status: 401}},
		{"ARoleByAFilter", "jwt_role_claim_key", `.roles[?(@ ==^ "ed")]`, call{path: "/clients?limit=0", as: "ana", status: 200}},
	} {
		keep("pgrst."+c.setting, c.value)
		engine := start()
		t.Run(c.name, func(t *testing.T) { engine.check(t, c.call) })
		keep("pgrst."+c.setting, map[bool]string{true: "anon"}[c.setting == "db_anon_role"])
	}
	keep("pgrst.openapi_server_proxy_uri", "https://api.example.com:8443/v2")
	keep("pgrst.openapi_mode", "ignore-privileges")
	response := start().do(t, call{path: "/"})
	var document struct {
		Host, BasePath string
		Schemes        []string
		Paths          map[string]any
	}
	if err := json.NewDecoder(response.Body).Decode(&document); err != nil {
		t.Fatal(err)
	}
	if document.Host != "api.example.com:8443" || document.BasePath != "/v2" || !slices.Equal(document.Schemes, []string{"https"}) {
		t.Errorf("it is said to be at %+v", document)
	}
	if len(document.Paths) < 3 {
		t.Errorf("it tells of %d paths", len(document.Paths))
	}
}

// filtersByRegex are all the ways to filter by a regular expression.
var filtersByRegex = []call{
	{name: "Match", path: "/projects?select=id&name=match.^Vis"},
	{name: "IMatch", path: "/projects?select=id&name=imatch.^vis"},
	{name: "Any", path: "/projects?select=id&name=match(any).{^Vis,^Nada}"},
	{name: "Negated", path: "/projects?select=id&name=not.match.^[MRÓ]"},
	{name: "InATree", path: "/projects?select=id&or=(id.eq.99,and(id.gt.0,name.match.^Vis))"},
	{name: "NegatedInATree", path: "/projects?select=id&not.and=(id.gt.0,name.not.imatch.^vis)"},
	{name: "OnJSON", path: "/projects?select=id,clients!inner()&clients.facts->>city=match.^J&name=eq.Vis%C3%A3o"},
	{name: "OnAnEmbed", path: "/projects?select=id,clients!inner()&clients.name=match.^Serra&id=eq.2"},
	{name: "InATreeOnAnEmbed", path: "/projects?select=id,clients!inner()&clients.or=(name.match.^Serra)&id=eq.2"},
	{name: "OnACall", method: "POST", path: "/rpc/big_projects?select=id&name=match.^Vis", body: `{"minimum":1}`},
	{name: "OnAnUpdate", method: "PATCH", path: "/projects?select=id&name=match.^Vis", body: `{"active":true}`, headers: wantsRows},
}

func TestRegularExpressionsAreTheServersUnlessARoleIsNamed(t *testing.T) {
	t.Parallel()
	const refusal = `{"code":"regex_not_allowed","message":"Filtering by regular expressions (match, imatch) is not allowed","details":null,"hint":"Filter by like, ilike or a full-text search (fts, plfts, phfts, wfts) instead."}`
	strict := setup(t)
	named := setup(t, func(c *rest.Config) { c.RegexRoles = []string{"authenticated"} })
	all := setup(t, func(c *rest.Config) { c.RegexRoles = []string{"*"} })
	signed, err := strict.keys.Sign(jwt.MapClaims{"role": "service_role", "exp": time.Now().Add(time.Hour).Unix()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := strict.pool.Exec(t.Context(), `GRANT ALL ON public.projects, public.clients TO service_role`); err != nil {
		t.Fatal(err)
	}
	for _, c := range filtersByRegex {
		t.Run(c.name, func(t *testing.T) {
			refused := c
			refused.status, refused.want = 400, refusal
			for _, who := range []string{"", "ana"} {
				refused.as = who
				strict.check(t, refused)
			}
			refused.as = ""
			named.check(t, refused)

			allowed := c
			allowed.status, allowed.want, allowed.as = 200, `[{"id":2}]`, "ana"
			named.check(t, allowed)
			all.check(t, allowed)
			allowed.as, allowed.headers = "", map[string]string{"Authorization": "Bearer " + signed}
			for name, value := range c.headers {
				allowed.headers[name] = value
			}
			strict.check(t, allowed)
		})
	}
	strict.check(t, call{path: "/projects?select=id&name=like.Vis*", status: 200, want: `[{"id":2}]`})
}
