package standalone

import (
	"bytes"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/notify/mail/mailtest"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/oauthserver"
)

var update = flag.Bool("update", false, "write the table of settings")

const (
	reference = "../../../docs/reference/wire-settings.md"
	preamble  = `<!-- Written by "make types" (go test ./internal/wire/standalone -run TheSettings -update); do not edit. -->
# Settings of automacao wire

Each setting is a flag and an environment variable. The guide to this server is
[wire.md](../guide/wire.md).

`
)

// settingsTable is a row for each setting, and one for each limit.
func settingsTable(t *testing.T) string {
	t.Helper()
	var cfg Config
	parser, err := kong.New(&cfg, kong.Name("automacao wire"))
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	table.WriteString(preamble + "| setting | variable | default | meaning |\n|---|---|---|---|\n")
	for _, one := range parser.Model.Flags {
		if one.Name == "help" {
			continue
		}
		standard := "-"
		if one.HasDefault {
			standard = "`" + one.Default + "`"
		}
		fmt.Fprintf(&table, "| `--%s` | `%s` | %s | %s |\n", one.Name, strings.Join(one.Envs, " "), standard, strings.ReplaceAll(one.Help, "|", `\|`))
	}
	table.WriteString("\n## Rate limits of /auth/v1\n\n| limit | default | routes |\n|---|---|---|\n")
	for _, row := range measured() {
		var of []string
		for _, route := range row.Routes {
			of = append(of, "`"+strings.Replace(route, core.Base, "", 1)+"`")
		}
		fmt.Fprintf(&table, "| `%s` | `%s` per network | %s |\n", row.Name, row.Address[0], strings.Join(of, ", "))
	}
	table.WriteString("\n## Limits of what is sent and tried\n\n`requests=none` does not turn these limits off.\n\n| limit | default | counts |\n|---|---|---|\n")
	limits := core.Limits{}.WithDefaults()
	for _, count := range counted(&limits) {
		standard := "no limit"
		if count.rate.Max > 0 {
			standard = "`" + count.rate.String() + "`"
		}
		fmt.Fprintf(&table, "| `%s` | %s | %s |\n", count.name, standard, count.meaning)
	}
	return table.String()
}

// TestTheDocumentListsTheSettings checks docs/reference/wire-settings.md against the flags and the
// limits.
func TestTheDocumentListsTheSettings(t *testing.T) {
	t.Parallel()
	want := settingsTable(t)
	if *update {
		if err := os.WriteFile(reference, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if listed, err := os.ReadFile(reference); err != nil || string(listed) != want {
		t.Errorf("docs/reference/wire-settings.md is out of date (%v): make types", err)
	}
}

// TestSettingsOfSignInReachTheEngine starts with every setting set and checks its effect.
func TestSettingsOfSignInReachTheEngine(t *testing.T) {
	t.Parallel()
	cfg, _ := config(t)
	post, letters := mailtest.PostOffice(t)
	args := []string{
		"--smtp-url", post, "--confirm-email", "--anonymous-sign-in", "--password-min", "8", "--password-needs", "digit,symbol", "--refuse-common-passwords",
		"--mfa-totp", "verify", "--code-digits", "8", "--link-ttl", "30m", "--session-lifetime", "48h", "--session-idle", "24h", "--single-session", "--plain-pkce", "--tell-known",
		"--limits", "anonymous=1/1h,mail_interval=5/1m", "--hook-send-sms", "http://127.0.0.1:1/sms", "--hook-send-sms-secrets", "v1,whsec_" + strings.Repeat("A", 32),
		"--mfa-phone", "on", "--confirm-phone", "--trusted-proxies", "127.0.0.1/32",
	}
	parsed := cfg
	parser, err := kong.New(&parsed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(append(args, "--db", cfg.DB, "--addr", cfg.Addr, "--data", cfg.Data)); err != nil {
		t.Fatal(err)
	}
	s := serve(t, parsed)
	anyone := http.Header{"X-Forwarded-For": {"203.0.113.7"}}
	for _, c := range []struct {
		path, body string
		status     int
		says       string
	}{
		{"/signup", `{}`, 200, "access_token"},
		{"/signup", `{}`, 429, "over_request_rate_limit"},
		{"/signup", `{"email":"ana@example.com","password":"short1!"}`, 422, "weak_password"},
		{"/signup", `{"email":"ana@example.com","password":"correct horse"}`, 422, "weak_password"},
		{"/signup", `{"email":"ana@example.com","password":"correct horse 7!"}`, 200, "confirmation_sent_at"},
		{"/token?grant_type=password", `{"email":"ana@example.com","password":"correct horse 7!"}`, 400, "email_not_confirmed"},
		{"/signup", `{"phone":"5547999990000","password":"correct horse 7!"}`, 422, "hook_timeout_after_retry"},
	} {
		if status, said := send(t, s, c.path, c.body, anyone); status != c.status || !strings.Contains(said, c.says) {
			t.Errorf("%s %s: %d %s", c.path, c.body, status, said)
		}
	}
	if status, said := send(t, s, "/signup", `{}`, http.Header{"X-Forwarded-For": {"198.51.100.9"}}); status != 200 {
		t.Errorf("another network is answered %d %s", status, said)
	}
	letter := <-letters
	if !strings.Contains(letter, "ana@example.com") || !strings.Contains(letter, "Confirm your e-mail address") || strings.Contains(letter, "Automa") {
		t.Errorf("the letter is %s", letter)
	}
}

// send posts to /auth/v1 with the publishable key.
func send(t *testing.T, s *Server, path, body string, more http.Header) (int, string) {
	t.Helper()
	return sends(t, s, http.MethodPost, path, body, more)
}

func sends(t *testing.T, s *Server, method, path, body string, more http.Header) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.URL()+"/auth/v1"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header = more.Clone()
	request.Header.Set("Apikey", s.keys.Publishable)
	request.Header.Set("Content-Type", "application/json")
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	answer, err := (&http.Client{Transport: transport, CheckRedirect: stay}).Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var said bytes.Buffer
	if _, err := said.ReadFrom(answer.Body); err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, said.String()
}

// TestEveryMeasuredRouteIsServed checks that every rate-limited route exists.
func TestEveryMeasuredRouteIsServed(t *testing.T) {
	t.Parallel()
	cfg, pool := config(t)
	set, err := cfg.authSettings()
	if err != nil {
		t.Fatal(err)
	}
	set.PublicURL = "http://localhost"
	set.OAuthServer = oauthserver.Settings{Enabled: true, DynamicRegistration: true, ConsentURL: "http://localhost/oauth/consent"}
	signing, _, err := openKeys(cfg)
	if err != nil {
		t.Fatal(err)
	}
	served := auth.New(pool, signing, set, slog.New(slog.DiscardHandler))
	defer served.Close()
	paths := strings.Join(served.Paths(), "\n") + "\n"
	for _, row := range measured() {
		for _, route := range row.Routes {
			if !strings.Contains(paths, route+"\n") {
				t.Errorf("%s measures %s", row.Name, route)
			}
		}
	}
}

// TestWaysInByOthersAreCounted requests each route as often as its limit allows from one network,
// once more, and once from another network: all within one hour, which is longer than any test.
func TestWaysInByOthersAreCounted(t *testing.T) {
	t.Parallel()
	rows := map[string][]string{
		"providers": {"GET /authorize?provider=x"}, "returns": {"GET /callback?state=x", "POST /callback"}, "sso": {"POST /sso"}, "assertions": {"POST /sso/saml/acs"},
		"app_registrations": {"POST /oauth/clients/register"}, "agreements": {"GET /oauth/authorize", "GET /oauth/authorizations/x", "POST /oauth/authorizations/x/consent"},
		"app_tokens": {"POST /oauth/token"}, "app_people": {"GET /oauth/userinfo", "POST /oauth/userinfo"},
	}
	cfg, _ := config(t)
	cfg.OAuthServer, cfg.OAuthRegister, cfg.OAuthConsent = true, true, "/oauth/consent"
	cfg.TrustedProxies = []string{"127.0.0.1/32"}
	for name := range rows {
		cfg.Limits = append(cfg.Limits, name+"=3/1h")
	}
	s := serve(t, cfg)
	for name, routes := range rows {
		t.Run(name, func(t *testing.T) {
			for i := range 3 {
				if status, said := asks(t, s, routes[i%len(routes)], "203.0.113.7"); status == http.StatusTooManyRequests {
					t.Fatalf("%d times is too often: %s", i+1, said)
				}
			}
			// All routes of a row share one limit.
			for _, route := range routes {
				status, said := asks(t, s, route, "203.0.113.7")
				if status != http.StatusTooManyRequests || !strings.Contains(said, "over_request_rate_limit") && !strings.Contains(said, "temporarily_unavailable") {
					t.Errorf("%s: got %d %s", route, status, said)
				}
			}
			if status, said := asks(t, s, routes[0], "203.0.113.8"); status == http.StatusTooManyRequests {
				t.Errorf("another network is answered %s", said)
			}
		})
	}
}

// asks requests a route as a browser or an app from a network does, without valid parameters.
func asks(t *testing.T, s *Server, route, ip string) (int, string) {
	t.Helper()
	method, path, _ := strings.Cut(route, " ")
	return sends(t, s, method, path, `{}`, http.Header{"X-Forwarded-For": {ip}})
}

// TestTheProtocolsNumbersAreInForce checks the limits of the protocol's own server.
func TestTheProtocolsNumbersAreInForce(t *testing.T) {
	t.Parallel()
	want := map[string]ratelimit.Rate{
		"tokens": {Max: 150, Per: 5 * time.Minute}, "verifications": {Max: 30, Per: 5 * time.Minute}, "asking": {Max: 30, Per: 5 * time.Minute}, "anonymous": {Max: 30, Per: time.Hour},
		"factors": {Max: 15, Per: time.Minute}, "wallets": {Max: 30, Per: 5 * time.Minute}, "passkeys": {Max: 30, Per: 5 * time.Minute},
		// An office behind one address signs in by SAML as often as by password.
		"sso":               {Max: 150, Per: 5 * time.Minute},
		"app_registrations": {Max: 10, Per: 5 * time.Minute},
	}
	for _, row := range measured() {
		if rate, isTheirs := want[row.Name]; isTheirs && (len(row.Address) != 1 || row.Address[0] != rate || !row.IsExact) {
			t.Errorf("%s is %v", row.Name, row.Address)
		}
		delete(want, row.Name)
	}
	if len(want) > 0 {
		t.Errorf("nothing counts %v", want)
	}
}
