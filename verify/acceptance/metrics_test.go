package acceptance

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/app"
	"automacao/internal/edge/middleware"
	"automacao/internal/edge/requestid"
	"automacao/internal/edge/telemetry"
	"automacao/verify/apptest"
)

// watched is a server with metrics.
func watched(t *testing.T, change ...func(*app.Config)) *bundle {
	t.Helper()
	return setup(t, append(change, func(c *app.Config) { c.MetricsAddr = "127.0.0.1:0" })...)
}

// operator sends a request to the address of the metrics.
func (b *bundle) operator(method, path string) answer {
	b.T.Helper()
	sent, err := http.NewRequestWithContext(b.T.Context(), method, "http://"+b.App.MetricsAddr()+path, http.NoBody)
	if err != nil {
		b.T.Fatal(err)
	}
	got, err := http.DefaultTransport.RoundTrip(sent)
	if err != nil {
		b.T.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }()
	body, err := io.ReadAll(got.Body)
	if err != nil {
		b.T.Fatal(err)
	}
	return answer{Status: got.StatusCode, Headers: got.Header, Body: string(body)}
}

// scraped returns /metrics once it has every given line. A request is counted after its answer was
// sent.
func (b *bundle) scraped(lines ...string) string {
	b.T.Helper()
	waiting, cancel := context.WithTimeout(b.T.Context(), apptest.Patience)
	defer cancel()
	for {
		got := b.operator(http.MethodGet, "/metrics")
		if got.Status != http.StatusOK {
			b.T.Fatalf("/metrics is answered %d %s", got.Status, got.Body)
		}
		missing := slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return strings.Contains(got.Body, "\n"+line+"\n") })
		if len(missing) == 0 {
			return got.Body
		}
		if waiting.Err() != nil {
			b.T.Fatalf("%v are missing in\n%s", missing, got.Body)
		}
	}
}

func TestMetricsAreOffByDefault(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if b.App.MetricsAddr() != "" {
		t.Error("metrics are open unasked")
	}
	for _, path := range []string{"/metrics", "/debug/pprof/"} {
		if got := b.Ask(request{Method: "GET", Path: path}); got.Status != http.StatusNotFound {
			t.Errorf("the public address answers %s with %d", path, got.Status)
		}
	}
}

func TestMetricsCountByRouteAndNameNobody(t *testing.T) {
	t.Parallel()
	b := watched(t)
	member := b.Member("professional", "Marina")
	private, session := "marina@exemplo.test", b.Session(member)
	b.Reads("", "skills?select=slug&label=eq."+private)
	b.Reads(session, "accounts?select=email&profile_id=eq."+member.String())
	for _, path := range []string{"/rest/v1/" + private, "/rest/v1/rpc/" + private, "/auth/v1/" + private, "/storage/v1/object/public/" + private, "/perfil/" + uuid.NewString(), "/" + private, "/functions/v1/" + private} {
		b.Ask(request{Method: "GET", Path: path})
		b.Ask(request{Method: "PATCH", Path: path, Body: map[string]string{"email": private}})
	}
	b.Ask(request{Method: "MARINA", Path: "/"})
	said := b.scraped(
		`automacao_http_requests_total{class="2xx",route="GET /rest/v1/skills"} 1`,
		`automacao_http_requests_total{class="2xx",route="GET /rest/v1/accounts"} 1`,
		`automacao_http_request_seconds_count{route="GET /rest/v1/skills"} 1`,
		`automacao_http_requests_total{class="4xx",route="none"} 1`,
		`automacao_http_requests_in_flight 0`,
		`automacao_missing{part="database"} 0`,
		`automacao_jobs_known 1`,
		`automacao_pool_connections_max{pool="health"} 1`,
		`automacao_mails_total{outcome="sent"} 0`,
		`automacao_limited_total{limit="reads"} 0`,
	)
	for _, secret := range []string{"arina", member.String(), session, strings.Repeat("s", 32), b.Config.Data} {
		if strings.Contains(said, secret) {
			t.Errorf("the metrics hold %q", secret)
		}
	}
	known := slices.Concat(b.App.Paths(), []string{"none", "unknown", "/auth/v1/", "/rest/v1/", "/storage/v1/", "/realtime/v1/", "/functions/v1/"})
	for _, found := range regexp.MustCompile(`automacao_http_requests_total\{.*route="([^"]*)"`).FindAllStringSubmatch(said, -1) {
		if !slices.Contains(known, found[1]) {
			t.Errorf("%q is no route", found[1])
		}
	}
}

func TestProfilesLeaveOutTheCommandLine(t *testing.T) {
	t.Parallel()
	b := watched(t)
	for path, want := range map[string]int{"/debug/pprof/": 200, "/debug/pprof/goroutine?debug=1": 200, "/debug/pprof/heap": 200, "/debug/pprof/cmdline": 404, "/": 404} {
		if got := b.operator(http.MethodGet, path); got.Status != want {
			t.Errorf("%s is answered %d", path, got.Status)
		}
	}
	if got := b.operator(http.MethodPost, "/metrics"); got.Status != http.StatusMethodNotAllowed {
		t.Errorf("POST is answered %d", got.Status)
	}
}

// TestDashboardsAndAlertsNameExistingMetrics checks the dashboards and alerts: one about a metric
// that nobody exports would stay silent.
func TestDashboardsAndAlertsNameExistingMetrics(t *testing.T) {
	t.Parallel()
	b := watched(t)
	b.Reads("", "skills?select=slug")
	said := b.scraped(`automacao_http_requests_total{class="2xx",route="GET /rest/v1/skills"} 1`)
	there := map[string]bool{}
	for _, family := range regexp.MustCompile(`(?m)^# TYPE (\S+) (\S+)$`).FindAllStringSubmatch(said, -1) {
		there[family[1]] = true
		if family[2] == "histogram" {
			there[family[1]+"_bucket"], there[family[1]+"_sum"], there[family[1]+"_count"] = true, true, true
		}
	}
	guide, err := os.ReadFile("../../docs/operate/observe.md")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]string{}
	for _, path := range []string{"grafana.json", "alerts.yml"} {
		content, err := os.ReadFile(filepath.Join("../../deploy", path))
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(path) == ".json" && !json.Valid(content) {
			t.Errorf("%s is no JSON", path)
		}
		for _, name := range regexp.MustCompile(`\b(automacao|go|process)_[a-z0-9_]+`).FindAllString(string(content), -1) {
			named[name] = path
		}
	}
	if len(named) < 12 {
		t.Errorf("only %v are named", slices.Sorted(maps.Keys(named)))
	}
	for name, path := range named {
		if !there[name] {
			t.Errorf("%s names %s, which is not exported", path, name)
		}
	}
	for name := range there {
		if own, isOwn := strings.CutPrefix(name, "automacao_"); isOwn && !strings.Contains(string(guide), own) && !regexp.MustCompile(`_(bucket|sum|count)$`).MatchString(name) {
			t.Errorf("docs/operate/observe.md does not say what %s is", name)
		}
	}
}

// BenchmarkServing compares the middleware of all requests with and without metrics.
func BenchmarkServing(b *testing.B) {
	for _, name := range []string{"Unwatched", "Watched"} {
		b.Run(name, func(b *testing.B) {
			log := slog.New(slog.DiscardHandler)
			watch := telemetry.New(telemetry.Config{Metrics: name == "Watched"}, log)
			served := middleware.Observer{Log: log, Watch: watch}.Around(middleware.Protect(false, middleware.AllowMethods(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				requestid.SetRoute(r.Context(), "GET /rest/v1/skills")
				w.WriteHeader(http.StatusOK)
			}))))
			asked := httptest.NewRequest(http.MethodGet, "/rest/v1/skills", http.NoBody)
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					served.ServeHTTP(httptest.NewRecorder(), asked)
				}
			})
		})
	}
}
