package oauth_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
)

func TestAnAppThatIsDeletedHoldsNothing(t *testing.T) {
	h := authtest.SetupHost(t)
	d := h.SignUp(authtest.Marina)
	a := h.Register(nil)
	held, code := h.Enters(d, a), h.Agrees(d, a)
	h.Want(h.Admin("DELETE", "/admin/oauth/clients/"+a.ClientID, nil), 204, "")
	h.Want(h.Admin("DELETE", "/admin/oauth/clients/"+a.ClientID, nil), 404, "oauth_client_not_found")
	h.Want(h.Admin("GET", "/admin/oauth/clients/"+a.ClientID, nil), 404, "oauth_client_not_found")
	h.Want(h.Me(held), 403, "session_not_found")
	if _, err := h.Exchanges(a, code); err == nil {
		t.Error("its code is taken")
	}
	h.Want(h.Me(d), 200, "")
	h.Want(h.Admin("DELETE", "/admin/users/"+d.User.ID.String(), nil), 200, "")
}

func TestAdministratorsKeepApps(t *testing.T) {
	h := authtest.SetupHost(t)
	a, second := h.Register(nil), h.Register(nil)
	list := h.Admin("GET", "/admin/oauth/clients?per_page=1", nil)
	if list.Header.Get("X-Total-Count") != "2" || !strings.Contains(list.Header.Get("Link"), `/admin/oauth/clients?page=2&per_page=1>; rel="next"`) || len(list.Body["clients"].([]any)) != 1 ||
		strings.Contains(string(list.Raw), "client_secret\"") {
		t.Errorf("listed %v %s", list.Header, list.Raw)
	}
	changed := h.Admin("PUT", "/admin/oauth/clients/"+a.ClientID, map[string]any{"client_name": "Loja nova", "logo_uri": "https://app.example/l.png", "token_endpoint_auth_method": "client_secret_post"})
	if changed.Body["client_name"] != "Loja nova" || changed.Body["token_endpoint_auth_method"] != "client_secret_post" || changed.Body["client_type"] != "confidential" || changed.Body["registration_type"] != "manual" {
		t.Errorf("changed to %s", changed.Raw)
	}
	for _, bad := range []map[string]any{
		{}, {"token_endpoint_auth_method": "none"}, {"redirect_uris": []string{}}, {"grant_types": []string{"password"}}, {"client_uri": "javascript:alert(1)"}, {"client_name": "Loja\u202e"},
		{"redirect_uris": []string{"javascript:alert(1)"}}, {"redirect_uris": []string{"http://app.example/"}}, {"redirect_uris": []string{"https://app.example/#x"}}, {"redirect_uris": []string{"https://*.example/"}},
		{"redirect_uris": []string{"https://a@app.example/"}}, {"redirect_uris": []string{"https://app.example/,https://evil.example/"}}, {"redirect_uris": []string{"data:text/html,x"}}, {"redirect_uris": []string{"https://app.example/?code=1"}},
	} {
		h.Want(h.Admin("PUT", "/admin/oauth/clients/"+second.ClientID, bad), 400, "validation_failed")
	}
	h.Want(h.Admin("POST", "/admin/oauth/clients", map[string]any{"client_name": "x"}), 400, "validation_failed")
	h.Want(h.Admin("POST", "/admin/oauth/clients", map[string]any{"redirect_uris": []string{authtest.AppURL}, "client_type": "public", "token_endpoint_auth_method": "client_secret_post"}), 400, "validation_failed")
	h.Want(h.Admin("GET", "/admin/oauth/clients/x", nil), 400, "validation_failed")
	visitor := h.SignUp(authtest.Marina)
	h.Want(h.Do(authtest.Request{Method: "GET", Path: "/admin/oauth/clients", Bearer: visitor.AccessToken}), 403, "not_admin")
}

func TestAppsRegisterThemselvesWhereThatIsLet(t *testing.T) {
	h := authtest.SetupHost(t, func(c *core.Config) { c.OAuthServer.ClientsMax = 2 })
	said := map[string]any{"client_name": "Assistente", "redirect_uris": []string{"com.example.app:/volta"}, "token_endpoint_auth_method": "none"}
	got := h.Post("/oauth/clients/register", said)
	if got.Status != 201 || got.Body["client_type"] != "public" || got.Body["registration_type"] != "dynamic" || got.Body["client_secret"] != nil {
		t.Errorf("got %d %s", got.Status, got.Raw)
	}
	h.Refused(h.Post("/oauth/clients/register", map[string]any{"redirect_uris": []string{"http://evil.example"}}), 400, "invalid_redirect_uri")
	h.Refused(h.Post("/oauth/clients/register", map[string]any{"redirect_uris": []string{authtest.AppURL}, "grant_types": []string{"implicit"}}), 400, "invalid_client_metadata")
	h.Refused(h.Post("/oauth/clients/register", "{"), 400, "invalid_request")
	if second := h.Post("/oauth/clients/register", said); second.Status != 201 {
		t.Errorf("got %d %s", second.Status, second.Raw)
	}
	t.Run("ThoseThatNobodyUsesAreForgotten", func(t *testing.T) {
		h := h.In(t)
		h.Clock.Advance(7*24*time.Hour + time.Minute)
		if err := h.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left := authtest.Scalar[int](h.Bundle, `SELECT count(*) FROM auth.oauth_clients`); left != 0 {
			t.Errorf("%d are left", left)
		}
		if again := h.Post("/oauth/clients/register", said); again.Status != 201 {
			t.Errorf("got %d %s", again.Status, again.Raw)
		}
	})
	closed := authtest.Host{Bundle: authtest.Beside(h.Bundle, func(c *core.Config) { c.OAuthServer.DynamicRegistration = false }), Address: h.Address}
	closed.Refused(closed.Post("/oauth/clients/register", said), 403, "oauth_dynamic_client_registration_disabled")
}

// registers lets an app register itself from a network, a second after the last.
func registers(h authtest.Host, ip string) authtest.App {
	h.T.Helper()
	h.Clock.Advance(time.Second)
	got := h.Do(authtest.Request{Method: "POST", Path: "/oauth/clients/register", IP: ip, Body: map[string]any{"redirect_uris": []string{authtest.AppURL}, "token_endpoint_auth_method": "client_secret_post"}})
	if got.Status != 201 {
		h.T.Fatalf("got %d %s", got.Status, got.Raw)
	}
	made := authtest.App{Verifier: oauth2.GenerateVerifier()}
	made.ClientID, made.ClientSecret, made.RedirectURL = got.Body["client_id"].(string), got.Body["client_secret"].(string), authtest.AppURL
	made.Endpoint = oauth2.Endpoint{AuthURL: h.Address + "/oauth/authorize", TokenURL: h.Address + "/oauth/token", AuthStyle: oauth2.AuthStyleInParams}
	return made
}

func isKept(h authtest.Host, a authtest.App, isKept bool) {
	h.T.Helper()
	if got := h.Admin("GET", "/admin/oauth/clients/"+a.ClientID, nil); (got.Status == 200) != isKept {
		h.T.Errorf("got %d %s", got.Status, got.Raw)
	}
}

func withPlaces(all, perNetwork int) func(*core.Config) {
	return func(c *core.Config) {
		c.OAuthServer.ClientsMax, c.OAuthServer.ClientsPerNetworkMax = all, perNetwork
	}
}

func TestAppsThatNobodyAgreedToMakeRoom(t *testing.T) {
	const there, elsewhere = "198.51.100.1", "2001:db8:1::1"
	h := authtest.SetupHost(t, withPlaces(4, 2))
	d := h.SignUp(authtest.Marina)
	manual := h.Register(nil)
	used, revoked := registers(h, there), registers(h, elsewhere)
	h.Enters(d, used)
	h.Enters(d, revoked)
	h.Want(h.Do(authtest.Request{Method: "DELETE", Path: "/user/oauth/grants?client_id=" + revoked.ClientID, Bearer: d.AccessToken}), 204, "")
	first := registers(h, there)
	second := registers(h, there)
	isKept(h, first, false) // the network has two places, one of which is in use
	third := registers(h, authtest.HomeIP)
	isKept(h, second, true)
	fourth := registers(h, "203.0.113.8")
	isKept(h, second, false) // the total is four
	for _, a := range []authtest.App{manual, used, revoked, third, fourth} {
		isKept(h, a, true)
	}
	h.Enters(d, third)
	h.Enters(d, fourth)
	h.Refused(h.Do(authtest.Request{Method: "POST", Path: "/oauth/clients/register", IP: "203.0.113.9", Body: map[string]any{"redirect_uris": []string{authtest.AppURL}}}), 403, "access_denied")
	for _, a := range []authtest.App{manual, used, revoked, third, fourth} {
		isKept(h, a, true)
	}
}

// TestANetworkThatUsesItsPlacesTakesNobodyElses, even if it grants access to the clients that it
// registers.
func TestANetworkThatUsesItsPlacesTakesNobodyElses(t *testing.T) {
	h := authtest.SetupHost(t, withPlaces(8, 0), func(c *core.Config) { c.OAuthServer.ClientsPerNetworkMax = 0 })
	d := h.SignUp(authtest.Marina)
	for range 2 { // a quarter of the total
		h.Enters(d, registers(h, "2001:db8:1::1"))
	}
	h.Refused(h.Do(authtest.Request{Method: "POST", Path: "/oauth/clients/register", IP: "2001:db8:1::2", Body: map[string]any{"redirect_uris": []string{authtest.AppURL}}}), 403, "access_denied")
	registers(h, "2001:db8:2::1")
}

// TestWhoeverAgreesWhileOthersRegisterKeepsTheApp, or gets an error that it is gone.
func TestWhoeverAgreesWhileOthersRegisterKeepsTheApp(t *testing.T) {
	const places = 3
	h := authtest.SetupHost(t, withPlaces(places, places))
	d := h.SignUp(authtest.Marina)
	for range 4 {
		a := registers(h, authtest.HomeIP)
		number := h.Asks(a)
		h.Want(h.Read(d, number), 200, "")
		var group sync.WaitGroup
		var agreed authtest.Reply
		group.Go(func() { agreed = h.Answers(d, number, "approve") })
		for range 2 * places {
			group.Go(func() {
				h.Do(authtest.Request{Method: "POST", Path: "/oauth/clients/register", Body: map[string]any{"redirect_uris": []string{authtest.AppURL}}})
			})
		}
		group.Wait()
		if agreed.Status != 200 && agreed.Status != 404 {
			t.Errorf("got %d %s", agreed.Status, agreed.Raw)
		}
		isKept(h, a, agreed.Status == 200)
		if standing := authtest.Scalar[int](h.Bundle, `SELECT count(*) FROM auth.oauth_clients WHERE registration_type = 'dynamic'`); standing > places {
			t.Errorf("%d have registered themselves", standing)
		}
		h.Exec(`DELETE FROM auth.oauth_clients`)
	}
}

// TestMain checks that no goroutine outlives its test.
func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }
