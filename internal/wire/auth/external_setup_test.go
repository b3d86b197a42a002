package auth

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/provider"
	"automacao/internal/wire/auth/providertest"
)

// outer is a server with an external issuer.
type outer struct {
	*bundle
	issuer *providertest.Issuer
}

func setupOuter(t *testing.T, adjust ...func(*Config)) outer {
	t.Helper()
	t.Parallel()
	return outerOn(t, adjust...)
}

func outerOn(t *testing.T, adjust ...func(*Config)) outer {
	t.Helper()
	var now = time.Now
	issuer := providertest.New(func() time.Time { return now() })
	t.Cleanup(issuer.Close)
	b := setupOn(t, dbtest.New(t), append([]func(*Config){func(c *Config) {
		c.Federation.PrivateAddresses, c.Federation.ManualLinking = true, true
		c.Federation.Providers = map[string]provider.Settings{
			"keycloak": {Issuer: issuer.URL, ClientID: providertest.ClientID, Secret: providertest.Secret},
			"acme":     {Issuer: issuer.URL, ClientID: providertest.ClientID, Secret: providertest.Secret, EmailOptional: true},
		}
	}}, adjust...)...)
	now = b.clock.Now
	return outer{b, issuer}
}

func (o outer) in(t *testing.T) outer { return outer{o.bundle.in(t), o.issuer} }

// comes sets the person at the provider's page.
func (o outer) comes(subject, email string, verified bool) {
	o.issuer.Tell(map[string]any{"sub": subject, "email": email, "email_verified": verified, "name": "Marina Alves", "picture": "https://pictures.example/m.png"}, nil)
}

// leave begins and returns the provider's page, with the browser's cookie.
func (o outer) leave(query string, bearer ...string) (page string, cookie string) {
	o.t.Helper()
	sent := request{method: "GET", path: "/authorize?" + query}
	if len(bearer) > 0 {
		sent.path, sent.bearer = "/user/identities/authorize?"+query, bearer[0]
	}
	got := o.do(sent)
	cookie, _, _ = strings.Cut(got.header.Get("Set-Cookie"), ";")
	if got.status == http.StatusOK {
		return got.body["url"].(string), cookie
	}
	if got.status != http.StatusFound {
		o.t.Fatalf("got %d %s", got.status, got.raw)
	}
	return got.header.Get("Location"), cookie
}

// agree requests the provider's page, which consents, and returns the redirect.
func (o outer) agree(page string) string {
	o.t.Helper()
	asked, err := http.NewRequestWithContext(o.t.Context(), http.MethodGet, page, nil)
	if err != nil {
		o.t.Fatal(err)
	}
	got, err := http.DefaultTransport.RoundTrip(asked)
	if err != nil {
		o.t.Fatal(err)
	}
	_ = got.Body.Close()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	back := got.Header.Get("Location")
	if got.StatusCode != http.StatusFound || !strings.HasPrefix(back, publicURL+"/auth/v1/callback?") {
		o.t.Fatalf("the provider answers %d %s to %s", got.StatusCode, back, page)
	}
	return strings.TrimPrefix(back, publicURL+"/auth/v1")
}

// arrive requests the callback and returns its redirect.
func (o outer) arrive(path, cookie string) *url.URL {
	o.t.Helper()
	header := http.Header{}
	if cookie != "" {
		header.Set("Cookie", cookie)
	}
	got := o.do(request{method: "GET", path: path, header: header})
	location, err := url.Parse(got.header.Get("Location"))
	if err != nil || got.status != http.StatusFound {
		o.t.Fatalf("got %d %s", got.status, got.raw)
	}
	return location
}

// through goes through the whole flow.
func (o outer) through(query string, bearer ...string) *url.URL {
	o.t.Helper()
	page, cookie := o.leave(query, bearer...)
	return o.arrive(o.agree(page), cookie)
}

// enters goes through the flow and returns the session.
func (o outer) enters(query string, bearer ...string) device {
	o.t.Helper()
	location := o.through(query, bearer...)
	values := fragmentOf(o.t, location.String())
	d := device{AccessToken: values.Get("access_token"), RefreshToken: values.Get("refresh_token")}
	if d.AccessToken == "" {
		o.t.Fatalf("no session in %s", location)
	}
	if err := json.Unmarshal(o.me(d).raw, &d.User); err != nil {
		o.t.Fatal(err)
	}
	return d
}

// refused goes through the flow and compares the error.
func (o outer) refused(query, code string) {
	o.t.Helper()
	location := o.through(query)
	if got := location.Query().Get("error_code"); got != code || fragmentOf(o.t, location.String()).Get("error_code") != code {
		o.t.Errorf("got %s, want %s", location, code)
	}
}

var pkceVerifier = strings.Repeat("v", 64)

func pkceQuery() string {
	sum := sha256.Sum256([]byte(pkceVerifier))
	return "&code_challenge_method=s256&code_challenge=" + base64.RawURLEncoding.EncodeToString(sum[:])
}
