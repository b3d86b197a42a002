package authtest

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
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/provider"
	"automacao/internal/wire/auth/providertest"
)

// Outer is a server with an external issuer.
type Outer struct {
	*Bundle
	Issuer *providertest.Issuer
}

// SetupOuter is Setup with two external providers at one issuer.
func SetupOuter(t *testing.T, adjust ...func(*core.Config)) Outer {
	t.Helper()
	t.Parallel()
	return outerOn(t, adjust...)
}

func outerOn(t *testing.T, adjust ...func(*core.Config)) Outer {
	t.Helper()
	var now = time.Now
	issuer := providertest.New(func() time.Time { return now() })
	t.Cleanup(issuer.Close)
	b := SetupOn(t, dbtest.New(t), append([]func(*core.Config){func(c *core.Config) {
		c.Federation.PrivateAddresses, c.Federation.ManualLinking = true, true
		c.Federation.Providers = map[string]provider.Settings{
			"keycloak": {Issuer: issuer.URL, ClientID: providertest.ClientID, Secret: providertest.Secret},
			"acme":     {Issuer: issuer.URL, ClientID: providertest.ClientID, Secret: providertest.Secret, EmailOptional: true},
		}
	}}, adjust...)...)
	now = b.Clock.Now
	return Outer{b, issuer}
}

// In returns the server for a subtest.
func (o Outer) In(t *testing.T) Outer { return Outer{o.Bundle.In(t), o.Issuer} }

// Comes sets the person at the provider's page.
func (o Outer) Comes(subject, email string, verified bool) {
	o.Issuer.Tell(map[string]any{"sub": subject, "email": email, "email_verified": verified, "name": "Marina Alves", "picture": "https://pictures.example/m.png"}, nil)
}

// Leave begins and returns the provider's page, with the browser's cookie.
func (o Outer) Leave(query string, bearer ...string) (page string, cookie string) {
	o.T.Helper()
	sent := Request{Method: "GET", Path: "/authorize?" + query}
	if len(bearer) > 0 {
		sent.Path, sent.Bearer = "/user/identities/authorize?"+query, bearer[0]
	}
	got := o.Do(sent)
	cookie, _, _ = strings.Cut(got.Header.Get("Set-Cookie"), ";")
	if got.Status == http.StatusOK {
		return got.Body["url"].(string), cookie
	}
	if got.Status != http.StatusFound {
		o.T.Fatalf("got %d %s", got.Status, got.Raw)
	}
	return got.Header.Get("Location"), cookie
}

// Agree requests the provider's page, which consents, and returns the redirect.
func (o Outer) Agree(page string) string {
	o.T.Helper()
	asked, err := http.NewRequestWithContext(o.T.Context(), http.MethodGet, page, nil)
	if err != nil {
		o.T.Fatal(err)
	}
	got, err := http.DefaultTransport.RoundTrip(asked)
	if err != nil {
		o.T.Fatal(err)
	}
	_ = got.Body.Close()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	back := got.Header.Get("Location")
	if got.StatusCode != http.StatusFound || !strings.HasPrefix(back, PublicURL+"/auth/v1/callback?") {
		o.T.Fatalf("the provider answers %d %s to %s", got.StatusCode, back, page)
	}
	return strings.TrimPrefix(back, PublicURL+"/auth/v1")
}

// Arrive requests the callback and returns its redirect.
func (o Outer) Arrive(path, cookie string) *url.URL {
	o.T.Helper()
	header := http.Header{}
	if cookie != "" {
		header.Set("Cookie", cookie)
	}
	got := o.Do(Request{Method: "GET", Path: path, Header: header})
	location, err := url.Parse(got.Header.Get("Location"))
	if err != nil || got.Status != http.StatusFound {
		o.T.Fatalf("got %d %s", got.Status, got.Raw)
	}
	return location
}

// Through goes through the whole flow.
func (o Outer) Through(query string, bearer ...string) *url.URL {
	o.T.Helper()
	page, cookie := o.Leave(query, bearer...)
	return o.Arrive(o.Agree(page), cookie)
}

// Enters goes through the flow and returns the session.
func (o Outer) Enters(query string, bearer ...string) Device {
	o.T.Helper()
	location := o.Through(query, bearer...)
	values := FragmentOf(o.T, location.String())
	d := Device{AccessToken: values.Get("access_token"), RefreshToken: values.Get("refresh_token")}
	if d.AccessToken == "" {
		o.T.Fatalf("no session in %s", location)
	}
	if err := json.Unmarshal(o.Me(d).Raw, &d.User); err != nil {
		o.T.Fatal(err)
	}
	return d
}

// Refused goes through the flow and compares the error.
func (o Outer) Refused(query, code string) {
	o.T.Helper()
	location := o.Through(query)
	if got := location.Query().Get("error_code"); got != code || FragmentOf(o.T, location.String()).Get("error_code") != code {
		o.T.Errorf("got %s, want %s", location, code)
	}
}

// PKCEVerifier is the verifier that PKCEQuery challenges.
var PKCEVerifier = strings.Repeat("v", 64)

// PKCEQuery is the part of a query that asks for a code instead of a session.
func PKCEQuery() string {
	sum := sha256.Sum256([]byte(PKCEVerifier))
	return "&code_challenge_method=s256&code_challenge=" + base64.RawURLEncoding.EncodeToString(sum[:])
}

// FormFrom is the header of a form that a page of this origin posts.
func FormFrom(site string) http.Header {
	return http.Header{"Content-Type": {core.FormType}, "Sec-Fetch-Site": {site}}
}

// QueryOf returns the values in an address's query.
func QueryOf(t *testing.T, address string) url.Values {
	t.Helper()
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return parsed.Query()
}

// FragmentOf returns the values in an address's fragment.
func FragmentOf(t *testing.T, address string) url.Values {
	t.Helper()
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	values, err := url.ParseQuery(parsed.Fragment)
	if err != nil {
		t.Fatal(err)
	}
	return values
}
