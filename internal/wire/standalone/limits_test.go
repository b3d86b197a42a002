package standalone

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"automacao/internal/edge/ratelimit"
)

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
