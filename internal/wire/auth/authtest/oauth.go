package authtest

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
	"automacao/internal/wire/auth"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/oauthserver"
	"automacao/internal/wire/token"
)

const (
	ConsentURL = "https://automacao.example/permissao?tema=claro"
	AppURL     = "https://app.example/volta?loja=1"
)

// Host is a server with other apps, reached over HTTP as they reach it.
type Host struct {
	*Bundle
	Address string
}

// SetupHost is Setup with an OAuth server that apps reach over HTTP.
func SetupHost(t *testing.T, adjust ...func(*core.Config)) Host {
	t.Helper()
	t.Parallel()
	return hostOn(t, adjust...)
}

func hostOn(t *testing.T, adjust ...func(*core.Config)) Host {
	t.Helper()
	var served atomic.Pointer[auth.Server]
	listener := httptest.NewServer(http.StripPrefix(core.Base, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		served.Load().ServeHTTP(w, r.WithContext(caller.NewContext(r.Context(), caller.Caller{IP: HomeIP})))
	})))
	t.Cleanup(listener.Close)
	b := setupUnder(t, append([]func(*core.Config){func(c *core.Config) {
		c.PublicURL, c.SiteURL = listener.URL, listener.URL
		c.OAuthServer = oauthserver.Settings{Enabled: true, DynamicRegistration: true, ConsentURL: ConsentURL}
	}}, adjust...)...)
	served.Store(b.Server)
	return Host{b, listener.URL + core.Base}
}

// setupUnder is setup with a key whose signatures others can verify.
func setupUnder(t *testing.T, adjust ...func(*core.Config)) *Bundle {
	t.Helper()
	b := SetupOn(t, dbtest.New(t), adjust...)
	b.Server = auth.New(b.Pool, publicKeys(t), b.Config, b.Log)
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

// App is a client with the OAuth library that it uses.
type App struct {
	oauth2.Config
	Verifier string
}

// In returns the host for a subtest.
func (h Host) In(t *testing.T) Host { return Host{h.Bundle.In(t), h.Address} }

// Library is the context for the library's requests.
func (h Host) Library() context.Context {
	transport := &http.Transport{}
	h.T.Cleanup(transport.CloseIdleConnections)
	return context.WithValue(h.T.Context(), oauth2.HTTPClient, &http.Client{Transport: transport})
}

// Register creates an app as an administrator does.
func (h Host) Register(said map[string]any, scopes ...string) App {
	h.T.Helper()
	body := map[string]any{"client_name": "Loja", "redirect_uris": []string{AppURL}}
	for name, value := range said {
		body[name] = value
	}
	got := h.Admin("POST", "/admin/oauth/clients", body)
	if got.Status != http.StatusCreated {
		h.T.Fatalf("got %d %s", got.Status, got.Raw)
	}
	made := App{Verifier: oauth2.GenerateVerifier()}
	made.ClientID = got.Body["client_id"].(string)
	made.ClientSecret, _ = got.Body["client_secret"].(string)
	made.RedirectURL = got.Body["redirect_uris"].([]any)[0].(string)
	made.Scopes = scopes
	made.Endpoint = oauth2.Endpoint{AuthURL: h.Address + "/oauth/authorize", TokenURL: h.Address + "/oauth/token", AuthStyle: oauth2.AuthStyleInParams}
	if got.Body["token_endpoint_auth_method"] == "client_secret_basic" {
		made.Endpoint.AuthStyle = oauth2.AuthStyleInHeader
	}
	return made
}

// Asks begins an authorization and returns its id.
func (h Host) Asks(a App, more ...oauth2.AuthCodeOption) string {
	h.T.Helper()
	location := h.Sent(a.AuthCodeURL("a state", append([]oauth2.AuthCodeOption{oauth2.S256ChallengeOption(a.Verifier)}, more...)...))
	number := location.Query().Get("authorization_id")
	if number == "" || location.Query().Get("tema") != "claro" || location.Host != "automacao.example" {
		h.T.Fatalf("led to %s", location)
	}
	return number
}

// Sent opens a URL of the server and returns its redirect.
func (h Host) Sent(address string) *url.URL {
	h.T.Helper()
	got := h.Do(Request{Method: "GET", Path: strings.TrimPrefix(address, h.Address)})
	location, err := url.Parse(got.Header.Get("Location"))
	if err != nil || got.Status != http.StatusFound {
		h.T.Fatalf("got %d %s", got.Status, got.Raw)
	}
	return location
}

// Read reads a pending authorization as its user.
func (h Host) Read(d Device, number string) Reply {
	h.T.Helper()
	return h.Do(Request{Method: "GET", Path: "/oauth/authorizations/" + number, Bearer: d.AccessToken})
}

// Answers answers a pending authorization as its user.
func (h Host) Answers(d Device, number, action string) Reply {
	h.T.Helper()
	return h.Do(Request{Method: "POST", Path: "/oauth/authorizations/" + number + "/consent", Bearer: d.AccessToken, Body: map[string]any{"action": action}})
}

// Agrees lets a user consent and returns the code that the app is sent.
func (h Host) Agrees(d Device, a App, more ...oauth2.AuthCodeOption) string {
	h.T.Helper()
	number := h.Asks(a, more...)
	got := h.Read(d, number)
	if got.Body["redirect_url"] == nil {
		got = h.Answers(d, number, "approve")
	}
	return h.CodeIn(got)
}

// CodeIn returns the code in a reply's redirect.
func (h Host) CodeIn(got Reply) string {
	h.T.Helper()
	address, _ := got.Body["redirect_url"].(string)
	location, err := url.Parse(address)
	if err != nil || location.Query().Get("code") == "" || location.Query().Get("state") != "a state" || location.Query().Get("iss") != h.Address {
		h.T.Fatalf("got %d %s", got.Status, got.Raw)
	}
	return location.Query().Get("code")
}

// Exchanges redeems a code as the library does.
func (h Host) Exchanges(a App, code string) (*oauth2.Token, error) {
	return a.Exchange(h.Library(), code, oauth2.VerifierOption(a.Verifier))
}

// Enters goes through the whole flow and returns the app's tokens.
func (h Host) Enters(d Device, a App) Device {
	h.T.Helper()
	given, err := h.Exchanges(a, h.Agrees(d, a))
	if err != nil {
		h.T.Fatal(err)
	}
	return Device{AccessToken: given.AccessToken, RefreshToken: given.RefreshToken}
}

// Form posts what a library never would.
func (h Host) Form(path string, values url.Values, header ...string) Reply {
	h.T.Helper()
	sent := Request{Method: "POST", Path: path, Body: values.Encode(), Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}}
	if len(header) == 2 {
		sent.Header.Set(header[0], header[1])
	}
	return h.Do(sent)
}

// Refused fails the test unless the reply is an OAuth error with this status and word.
func (h Host) Refused(got Reply, status int, word string) {
	h.T.Helper()
	if got.Status != status || got.Body["error"] != word || got.Body["error_description"] == "" {
		h.T.Errorf("got %d %s, want %d %s", got.Status, got.Raw, status, word)
	}
}
