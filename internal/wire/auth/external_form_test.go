package auth

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"automacao/internal/wire/auth/provider"
	"automacao/internal/wire/auth/providertest"
)

// TestANameThatIsToldOnceStays signs in with Apple, which returns by a form post.
func TestANameThatIsToldOnceStays(t *testing.T) {
	o := setupOuter(t)
	o.issuer.WithoutPKCE = true
	b := setupOn(t, o.pool, func(c *Config) {
		c.Now, c.Federation.PrivateAddresses = o.clock.Now, true
		c.Federation.Providers = map[string]provider.Settings{"apple": {Issuer: o.issuer.URL, ClientID: providertest.ClientID, Secret: providertest.Secret}}
	})
	at := outer{b, o.issuer}
	at.issuer.Tell(map[string]any{"sub": "001234.a", "email": marina, "email_verified": "true"}, nil)
	comes := func(user string) map[string]any {
		t.Helper()
		left := at.do(request{method: "GET", path: "/authorize?provider=apple"})
		cookie := left.header.Get("Set-Cookie")
		if !strings.Contains(cookie, "SameSite=None") || !strings.Contains(cookie, "Secure") {
			t.Errorf("the mark is %s: a form of another page would not bring it", cookie)
		}
		back, err := url.Parse(at.agree(left.header.Get("Location")))
		if err != nil {
			t.Fatal(err)
		}
		form := back.Query()
		form.Set("user", user)
		mark, _, _ := strings.Cut(cookie, ";")
		got := at.do(request{method: "POST", path: "/callback", body: form.Encode(), header: http.Header{"Content-Type": {formType}, "Cookie": {mark}}})
		values := fragmentOf(t, got.header.Get("Location"))
		if got.status != http.StatusSeeOther || values.Get("access_token") == "" {
			t.Fatalf("got %d %s", got.status, got.header.Get("Location"))
		}
		return at.me(device{AccessToken: values.Get("access_token")}).body
	}
	const said = `{"name":{"firstName":"Marina","lastName":"Alves"},"email":"another@b.co"}`
	for _, form := range []string{said, ""} {
		me := comes(form)
		kept := me["identities"].([]any)[0].(map[string]any)["identity_data"].(map[string]any)
		if me["user_metadata"].(map[string]any)["full_name"] != "Marina Alves" || kept["name"] != "Marina Alves" || me["email"] != marina {
			t.Errorf("with %q the user is %v", form, me)
		}
	}
}
