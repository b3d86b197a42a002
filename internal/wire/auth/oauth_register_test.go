package auth

import (
	"sync"
	"testing"
	"time"

	"golang.org/x/oauth2"
)

func TestAppsRegisterThemselvesWhereThatIsLet(t *testing.T) {
	h := setupHost(t, func(c *Config) { c.OAuthServer.ClientsMax = 2 })
	said := map[string]any{"client_name": "Assistente", "redirect_uris": []string{"com.example.app:/volta"}, "token_endpoint_auth_method": "none"}
	got := h.post("/oauth/clients/register", said)
	if got.status != 201 || got.body["client_type"] != "public" || got.body["registration_type"] != "dynamic" || got.body["client_secret"] != nil {
		t.Errorf("got %d %s", got.status, got.raw)
	}
	h.refused(h.post("/oauth/clients/register", map[string]any{"redirect_uris": []string{"http://evil.example"}}), 400, "invalid_redirect_uri")
	h.refused(h.post("/oauth/clients/register", map[string]any{"redirect_uris": []string{appURL}, "grant_types": []string{"implicit"}}), 400, "invalid_client_metadata")
	h.refused(h.post("/oauth/clients/register", "{"), 400, "invalid_request")
	if second := h.post("/oauth/clients/register", said); second.status != 201 {
		t.Errorf("got %d %s", second.status, second.raw)
	}
	t.Run("ThoseThatNobodyUsesAreForgotten", func(t *testing.T) {
		h := h.in(t)
		h.clock.advance(7*24*time.Hour + time.Minute)
		if err := h.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left := scalar[int](h.bundle, `SELECT count(*) FROM auth.oauth_clients`); left != 0 {
			t.Errorf("%d are left", left)
		}
		if again := h.post("/oauth/clients/register", said); again.status != 201 {
			t.Errorf("got %d %s", again.status, again.raw)
		}
	})
	closed := host{beside(h.bundle, func(c *Config) { c.OAuthServer.DynamicRegistration = false }), h.address}
	closed.refused(closed.post("/oauth/clients/register", said), 403, "oauth_dynamic_client_registration_disabled")
}

// registers lets an app register itself from a network, a second after the last.
func (h host) registers(ip string) app {
	h.t.Helper()
	h.clock.advance(time.Second)
	got := h.do(request{method: "POST", path: "/oauth/clients/register", ip: ip, body: map[string]any{"redirect_uris": []string{appURL}, "token_endpoint_auth_method": "client_secret_post"}})
	if got.status != 201 {
		h.t.Fatalf("got %d %s", got.status, got.raw)
	}
	made := app{verifier: oauth2.GenerateVerifier()}
	made.ClientID, made.ClientSecret, made.RedirectURL = got.body["client_id"].(string), got.body["client_secret"].(string), appURL
	made.Endpoint = oauth2.Endpoint{AuthURL: h.address + "/oauth/authorize", TokenURL: h.address + "/oauth/token", AuthStyle: oauth2.AuthStyleInParams}
	return made
}

func (h host) isKept(a app, isKept bool) {
	h.t.Helper()
	if got := h.admin("GET", "/admin/oauth/clients/"+a.ClientID, nil); (got.status == 200) != isKept {
		h.t.Errorf("got %d %s", got.status, got.raw)
	}
}

func withPlaces(all, perNetwork int) func(*Config) {
	return func(c *Config) {
		c.OAuthServer.ClientsMax, c.OAuthServer.ClientsPerNetworkMax = all, perNetwork
	}
}

func TestAppsThatNobodyAgreedToMakeRoom(t *testing.T) {
	const there, elsewhere = "198.51.100.1", "2001:db8:1::1"
	h := setupHost(t, withPlaces(4, 2))
	d := h.signUp(marina)
	manual := h.register(nil)
	used, revoked := h.registers(there), h.registers(elsewhere)
	h.enters(d, used)
	h.enters(d, revoked)
	h.want(h.do(request{method: "DELETE", path: "/user/oauth/grants?client_id=" + revoked.ClientID, bearer: d.AccessToken}), 204, "")
	first := h.registers(there)
	second := h.registers(there)
	h.isKept(first, false) // the network has two places, one of which is in use
	third := h.registers(homeIP)
	h.isKept(second, true)
	fourth := h.registers("203.0.113.8")
	h.isKept(second, false) // the total is four
	for _, a := range []app{manual, used, revoked, third, fourth} {
		h.isKept(a, true)
	}
	h.enters(d, third)
	h.enters(d, fourth)
	h.refused(h.do(request{method: "POST", path: "/oauth/clients/register", ip: "203.0.113.9", body: map[string]any{"redirect_uris": []string{appURL}}}), 403, "access_denied")
	for _, a := range []app{manual, used, revoked, third, fourth} {
		h.isKept(a, true)
	}
}

// TestANetworkThatUsesItsPlacesTakesNobodyElses, even if it grants access to the clients that it
// registers.
func TestANetworkThatUsesItsPlacesTakesNobodyElses(t *testing.T) {
	h := setupHost(t, withPlaces(8, 0), func(c *Config) { c.OAuthServer.ClientsPerNetworkMax = 0 })
	d := h.signUp(marina)
	for range 2 { // a quarter of the total
		h.enters(d, h.registers("2001:db8:1::1"))
	}
	h.refused(h.do(request{method: "POST", path: "/oauth/clients/register", ip: "2001:db8:1::2", body: map[string]any{"redirect_uris": []string{appURL}}}), 403, "access_denied")
	h.registers("2001:db8:2::1")
}

// TestWhoeverAgreesWhileOthersRegisterKeepsTheApp, or gets an error that it is gone.
func TestWhoeverAgreesWhileOthersRegisterKeepsTheApp(t *testing.T) {
	const places = 3
	h := setupHost(t, withPlaces(places, places))
	d := h.signUp(marina)
	for range 4 {
		a := h.registers(homeIP)
		number := h.asks(a)
		h.want(h.read(d, number), 200, "")
		var group sync.WaitGroup
		var agreed reply
		group.Go(func() { agreed = h.answers(d, number, "approve") })
		for range 2 * places {
			group.Go(func() {
				h.do(request{method: "POST", path: "/oauth/clients/register", body: map[string]any{"redirect_uris": []string{appURL}}})
			})
		}
		group.Wait()
		if agreed.status != 200 && agreed.status != 404 {
			t.Errorf("got %d %s", agreed.status, agreed.raw)
		}
		h.isKept(a, agreed.status == 200)
		if standing := scalar[int](h.bundle, `SELECT count(*) FROM auth.oauth_clients WHERE registration_type = 'dynamic'`); standing > places {
			t.Errorf("%d have registered themselves", standing)
		}
		h.exec(`DELETE FROM auth.oauth_clients`)
	}
}
