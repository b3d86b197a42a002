package standalone

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres/dbtest"
)

// TestTheOfficialClientBuildsEveryRequest runs verify/e2e/wire/rest.mjs.
func TestTheOfficialClientBuildsEveryRequest(t *testing.T) {
	t.Parallel()
	cfg, pool := config(t)
	load(t, pool, "rest.sql")
	cfg.Schemas, cfg.JWTSecret, cfg.ForeignTokens = []string{"public", "shop"}, "a secret that an app's own server knows too", true
	runTold(t, serve(t, cfg), []string{"WIRE_JWT_SECRET=" + cfg.JWTSecret}, "rest.mjs", "select", "filters", "transforms", "counts", "writes", "calls", "schemas", "foreignTokens", "ownHeaders", "failures")
}

// TestTheOfficialClientIsHeardLive runs verify/e2e/wire/realtime.mjs.
func TestTheOfficialClientIsHeardLive(t *testing.T) {
	t.Parallel()
	cfg, pool := config(t)
	s := serve(t, cfg)
	load(t, pool, "realtime.sql")
	awaitTable(t, s, "notes")
	runOfficial(t, s, "realtime.mjs", "publicChannels", "privateChannels", "presence", "changes", "renewal", "replay", "removal", "failures")
}

// load runs a file of testdata as the owner of the schema.
func load(t *testing.T, pool *pgxpool.Pool, name string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), string(text)); err != nil {
		t.Fatal(err)
	}
}

// awaitTable triggers a schema reload and waits until the table is known.
func awaitTable(t *testing.T, s *Server, name string) {
	t.Helper()
	if _, err := s.pool.Exec(t.Context(), `NOTIFY pgrst, 'reload schema'`); err != nil {
		t.Fatal(err)
	}
	for t.Context().Err() == nil {
		if get(t, s, "/rest/v1/"+name+"?select=id", s.keys.Publishable) == http.StatusOK {
			return
		}
	}
}

// runOfficial runs a program of verify/e2e/wire, part by part, which calls a server with the
// official client.
func runOfficial(t *testing.T, s *Server, program string, parts ...string) {
	t.Helper()
	runTold(t, s, nil, program, parts...)
}

// runTold is runOfficial with more environment variables.
func runTold(t *testing.T, s *Server, more []string, program string, parts ...string) {
	t.Helper()
	needOfficial(t)
	script := exec.CommandContext(t.Context(), "node", filepath.Join("wire", program))
	script.Dir = officialFolder
	script.Env = slices.Concat(os.Environ(), more, []string{
		"WIRE_URL=" + s.URL(), "WIRE_PUBLISHABLE=" + s.keys.Publishable, "WIRE_SECRET=" + s.keys.Secret, "WIRE_ANON=" + s.keys.AnonKey, "WIRE_PARTS=" + strings.Join(parts, ","),
	})
	said, err := script.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	for _, part := range parts {
		if !strings.Contains(string(said), part+" ok") {
			t.Errorf("%s was not tried: %s", part, said)
		}
	}
}

// officialFolder contains the official client and the programs that use it.
const officialFolder = "../../../verify/e2e"

func needOfficial(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(officialFolder, "node_modules/@supabase/supabase-js")); err != nil {
		t.Skip("the official client is not installed: npm ci in e2e")
	}
}

func TestBehindAPooler(t *testing.T) {
	t.Parallel()
	cfg, pool := config(t)
	cfg.DirectURL, cfg.DB, cfg.MetricsAddr = cfg.DB, dbtest.Pooled(t, cfg.DB), "127.0.0.1:0"
	s := serve(t, cfg)
	load(t, pool, "realtime.sql")
	awaitTable(t, s, "notes")
	t.Run("ChangesAreHeardPastIt", func(t *testing.T) { runOfficial(t, s, "realtime.mjs", "changes") })
	t.Run("TheOperatorIsToldWhatHappens", func(t *testing.T) {
		told := fetch(t, "http://"+s.metricsListener.Addr().String()+"/metrics")
		for _, line := range []string{`automacao_realtime_listening 1`, `automacao_pool_connections_max{pool="realtime"} 4`, `automacao_http_requests_total{`} {
			if !strings.Contains(told, line) {
				t.Errorf("the metrics have no %s: %s", line, told)
			}
		}
		if get(t, s, "/metrics", s.keys.Secret) != http.StatusNotFound {
			t.Error("the metrics are open to everybody")
		}
	})
}

func fetch(t *testing.T, address string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	answer, err := (&http.Client{Transport: transport}).Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}
