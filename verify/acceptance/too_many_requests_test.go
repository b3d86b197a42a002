package acceptance

import (
	"automacao/internal/app"
	"net/http"
	"strings"
	"testing"
)

// TestARefusalIsInTheShapeOfItsProtocol checks that each protocol answers too many requests with
// 429 and Retry-After in its own shape, and that others are still served.
func TestARefusalIsInTheShapeOfItsProtocol(t *testing.T) {
	t.Parallel()
	once := []string{"sign_in=1/1h", "reads=1/1h", "writes=1/1h", "file_lists=1/1h", "sockets=1/1h", "functions=1/1h", "pages=1/1h", "sign_up=1/1h", "newsletter=1/1h"}
	b := setup(t, func(c *app.Config) { c.Limits, c.TrustedProxies = once, []string{"127.0.0.1/32"} })
	marina := b.Session(b.Member("professional", "Marina Alves"))
	for _, one := range []struct {
		asked request
		shape string
	}{
		{request{Method: "POST", Path: "/auth/v1/token?grant_type=password", Body: map[string]any{"email": "a@exemplo.test", "password": "x"}}, `"error_code":"over_request_rate_limit"`},
		{request{Method: "POST", Path: "/auth/v1/signup", Body: map[string]any{"email": "a"}}, `"error_code":"over_request_rate_limit"`},
		{request{Method: "GET", Path: "/rest/v1/skills?select=slug"}, `"code":"over_request_rate_limit"`},
		{request{Method: "PATCH", Path: "/rest/v1/preferences?profile_id=eq.00000000-0000-0000-0000-000000000000", Token: marina, Body: map[string]any{"newsletter": true}}, `"code":"over_request_rate_limit"`},
		{request{Method: "GET", Path: "/storage/v1/bucket"}, `"error":"SlowDown"`},
		{request{Method: "GET", Path: "/realtime/v1/api/ping"}, `{"error":"Too many requests"}`},
		{request{Method: "POST", Path: "/functions/v1/x"}, `"code":"over_request_rate_limit"`},
		{request{Method: "GET", Path: "/"}, `"message":"Muitos pedidos em pouco tempo.`},
		{request{Method: "GET", Path: "/newsletter/sair"}, `"message":"Muitos pedidos em pouco tempo.`},
	} {
		if got := b.Ask(one.asked); got.Status == http.StatusTooManyRequests {
			t.Errorf("the first %s %s is answered %d %s", one.asked.Method, one.asked.Path, got.Status, got.Body)
		}
		got := b.Ask(one.asked)
		if got.Status != http.StatusTooManyRequests || !strings.Contains(got.Body, one.shape) || got.Headers.Get("Retry-After") != "3600" {
			t.Errorf("the second %s %s is answered %d %s, to be asked again after %q", one.asked.Method, one.asked.Path, got.Status, got.Body, got.Headers.Get("Retry-After"))
		}
		if one.asked.Token != "" {
			continue
		}
		one.asked.Headers = map[string]string{"X-Forwarded-For": "203.0.113.9"}
		if got := b.Ask(one.asked); got.Status == http.StatusTooManyRequests {
			t.Errorf("another address is answered %d %s", got.Status, got.Body)
		}
	}
}
