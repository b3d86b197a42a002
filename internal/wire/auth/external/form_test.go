package external_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/provider"
	"automacao/internal/wire/auth/providertest"
)

// TestANameThatIsToldOnceStays signs in with Apple, which returns by a form post.
func TestANameThatIsToldOnceStays(t *testing.T) {
	o := authtest.SetupOuter(t)
	o.Issuer.WithoutPKCE = true
	b := authtest.SetupOn(t, o.Pool, func(c *core.Config) {
		c.Now, c.Federation.PrivateAddresses = o.Clock.Now, true
		c.Federation.Providers = map[string]provider.Settings{"apple": {Issuer: o.Issuer.URL, ClientID: providertest.ClientID, Secret: providertest.Secret}}
	})
	at := authtest.Outer{Bundle: b, Issuer: o.Issuer}
	at.Issuer.Tell(map[string]any{"sub": "001234.a", "email": authtest.Marina, "email_verified": "true"}, nil)
	comes := func(user string) map[string]any {
		t.Helper()
		left := at.Do(authtest.Request{Method: "GET", Path: "/authorize?provider=apple"})
		cookie := left.Header.Get("Set-Cookie")
		if !strings.Contains(cookie, "SameSite=None") || !strings.Contains(cookie, "Secure") {
			t.Errorf("the mark is %s: a form of another page would not bring it", cookie)
		}
		back, err := url.Parse(at.Agree(left.Header.Get("Location")))
		if err != nil {
			t.Fatal(err)
		}
		form := back.Query()
		form.Set("user", user)
		mark, _, _ := strings.Cut(cookie, ";")
		got := at.Do(authtest.Request{Method: "POST", Path: "/callback", Body: form.Encode(), Header: http.Header{"Content-Type": {core.FormType}, "Cookie": {mark}}})
		values := authtest.FragmentOf(t, got.Header.Get("Location"))
		if got.Status != http.StatusSeeOther || values.Get("access_token") == "" {
			t.Fatalf("got %d %s", got.Status, got.Header.Get("Location"))
		}
		return at.Me(authtest.Device{AccessToken: values.Get("access_token")}).Body
	}
	const said = `{"name":{"firstName":"Marina","lastName":"Alves"},"email":"another@b.co"}`
	for _, form := range []string{said, ""} {
		me := comes(form)
		kept := me["identities"].([]any)[0].(map[string]any)["identity_data"].(map[string]any)
		if me["user_metadata"].(map[string]any)["full_name"] != "Marina Alves" || kept["name"] != "Marina Alves" || me["email"] != authtest.Marina {
			t.Errorf("with %q the user is %v", form, me)
		}
	}
}
