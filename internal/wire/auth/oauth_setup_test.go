package auth

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/oauth2"

	"automacao/internal/kernel/caller"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/oauthserver"
	"automacao/internal/wire/token"
)

const (
	consentURL = "https://automacao.example/permissao?tema=claro"
	appURL     = "https://app.example/volta?loja=1"
)

// host is a server with other apps, reached over HTTP as they reach it.
type host struct {
	*bundle
	address string
}

func setupHost(t *testing.T, adjust ...func(*Config)) host {
	t.Helper()
	t.Parallel()
	return hostOn(t, adjust...)
}

func hostOn(t *testing.T, adjust ...func(*Config)) host {
	t.Helper()
	var served atomic.Pointer[Server]
	listener := httptest.NewServer(http.StripPrefix(Base, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		served.Load().ServeHTTP(w, r.WithContext(caller.NewContext(r.Context(), caller.Caller{IP: homeIP})))
	})))
	t.Cleanup(listener.Close)
	b := setupUnder(t, append([]func(*Config){func(c *Config) {
		c.PublicURL, c.SiteURL = listener.URL, listener.URL
		c.OAuthServer = oauthserver.Settings{Enabled: true, DynamicRegistration: true, ConsentURL: consentURL}
	}}, adjust...)...)
	served.Store(b.Server)
	return host{b, listener.URL + Base}
}

// setupUnder is setup with a key whose signatures others can verify.
func setupUnder(t *testing.T, adjust ...func(*Config)) *bundle {
	t.Helper()
	b := setupOn(t, dbtest.New(t), adjust...)
	b.Server = New(b.pool, publicKeys(t), b.cfg, b.log)
	t.Cleanup(b.Server.Close)
	return b
}

func publicKeys(t *testing.T) *token.Keys {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	part := func(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }
	public, err := private.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	secret, err := private.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	document, err := json.Marshal(map[string]any{"keys": []any{map[string]string{
		"kty": "EC", "kid": "ec-1", "crv": "P-256", "x": part(public[1:33]), "y": part(public[33:]), "d": part(secret),
	}}})
	if err != nil {
		t.Fatal(err)
	}
	keys, err := token.FromJWKS(document)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// app is a client with the OAuth library that it uses.
type app struct {
	oauth2.Config
	verifier string
}

func (h host) in(t *testing.T) host { return host{h.bundle.in(t), h.address} }

// library is the context for the library's requests.
func (h host) library() context.Context {
	transport := &http.Transport{}
	h.t.Cleanup(transport.CloseIdleConnections)
	return context.WithValue(h.t.Context(), oauth2.HTTPClient, &http.Client{Transport: transport})
}

// register creates an app as an administrator does.
func (h host) register(said map[string]any, scopes ...string) app {
	h.t.Helper()
	body := map[string]any{"client_name": "Loja", "redirect_uris": []string{appURL}}
	for name, value := range said {
		body[name] = value
	}
	got := h.admin("POST", "/admin/oauth/clients", body)
	if got.status != http.StatusCreated {
		h.t.Fatalf("got %d %s", got.status, got.raw)
	}
	made := app{verifier: oauth2.GenerateVerifier()}
	made.ClientID = got.body["client_id"].(string)
	made.ClientSecret, _ = got.body["client_secret"].(string)
	made.RedirectURL = got.body["redirect_uris"].([]any)[0].(string)
	made.Scopes = scopes
	made.Endpoint = oauth2.Endpoint{AuthURL: h.address + "/oauth/authorize", TokenURL: h.address + "/oauth/token", AuthStyle: oauth2.AuthStyleInParams}
	if got.body["token_endpoint_auth_method"] == "client_secret_basic" {
		made.Endpoint.AuthStyle = oauth2.AuthStyleInHeader
	}
	return made
}

// asks begins an authorization and returns its id.
func (h host) asks(a app, more ...oauth2.AuthCodeOption) string {
	h.t.Helper()
	location := h.sent(a.AuthCodeURL("a state", append([]oauth2.AuthCodeOption{oauth2.S256ChallengeOption(a.verifier)}, more...)...))
	number := location.Query().Get("authorization_id")
	if number == "" || location.Query().Get("tema") != "claro" || location.Host != "automacao.example" {
		h.t.Fatalf("led to %s", location)
	}
	return number
}

// sent opens a URL of the server and returns its redirect.
func (h host) sent(address string) *url.URL {
	h.t.Helper()
	got := h.do(request{method: "GET", path: strings.TrimPrefix(address, h.address)})
	location, err := url.Parse(got.header.Get("Location"))
	if err != nil || got.status != http.StatusFound {
		h.t.Fatalf("got %d %s", got.status, got.raw)
	}
	return location
}

func (h host) read(d device, number string) reply {
	h.t.Helper()
	return h.do(request{method: "GET", path: "/oauth/authorizations/" + number, bearer: d.AccessToken})
}

func (h host) answers(d device, number, action string) reply {
	h.t.Helper()
	return h.do(request{method: "POST", path: "/oauth/authorizations/" + number + "/consent", bearer: d.AccessToken, body: map[string]any{"action": action}})
}

// agrees lets a user consent and returns the code that the app is sent.
func (h host) agrees(d device, a app, more ...oauth2.AuthCodeOption) string {
	h.t.Helper()
	number := h.asks(a, more...)
	got := h.read(d, number)
	if got.body["redirect_url"] == nil {
		got = h.answers(d, number, "approve")
	}
	return h.codeIn(got)
}

func (h host) codeIn(got reply) string {
	h.t.Helper()
	address, _ := got.body["redirect_url"].(string)
	location, err := url.Parse(address)
	if err != nil || location.Query().Get("code") == "" || location.Query().Get("state") != "a state" || location.Query().Get("iss") != h.address {
		h.t.Fatalf("got %d %s", got.status, got.raw)
	}
	return location.Query().Get("code")
}

// exchanges redeems a code as the library does.
func (h host) exchanges(a app, code string) (*oauth2.Token, error) {
	return a.Exchange(h.library(), code, oauth2.VerifierOption(a.verifier))
}

// enters goes through the whole flow and returns the app's tokens.
func (h host) enters(d device, a app) device {
	h.t.Helper()
	given, err := h.exchanges(a, h.agrees(d, a))
	if err != nil {
		h.t.Fatal(err)
	}
	return device{AccessToken: given.AccessToken, RefreshToken: given.RefreshToken}
}

// form posts what a library never would.
func (h host) form(path string, values url.Values, header ...string) reply {
	h.t.Helper()
	sent := request{method: "POST", path: path, body: values.Encode(), header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}}
	if len(header) == 2 {
		sent.header.Set(header[0], header[1])
	}
	return h.do(sent)
}

func (h host) refused(got reply, status int, word string) {
	h.t.Helper()
	if got.status != status || got.body["error"] != word || got.body["error_description"] == "" {
		h.t.Errorf("got %d %s, want %d %s", got.status, got.raw, status, word)
	}
}
