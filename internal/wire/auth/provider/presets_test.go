package provider

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"io"
	"maps"
	"math/big"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// shape is a provider's responses as its documentation shows them: documents by URL, and the claims
// of its ID token.
type shape struct {
	documents map[string]string
	claims    string
	// discovery is the issuer in the provider's discovery document, if that is a template.
	discovery string
	settings  Settings
	want      map[string]any
	// unproved changes the response to one with an unverified address.
	unproved [2]string
}

// web answers for the URLs of providers, and for no others.
type web struct {
	t     *testing.T
	shape shape
	nonce string
}

var signing = sync.OnceValue(func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
})

// RoundTrip sends no request.
func (w web) RoundTrip(r *http.Request) (*http.Response, error) {
	address := r.URL.String()
	said, known := w.shape.documents[address]
	kind := "application/json; charset=utf-8"
	switch {
	case r.Method == http.MethodPost:
		return w.answer(r, w.token(r))
	case known && r.Header.Get("Authorization") != "Bearer token-of-provider" && !strings.HasSuffix(address, "/openid-configuration"):
		w.t.Errorf("%s is asked with %q", address, r.Header.Get("Authorization"))
	case strings.HasSuffix(address, "/.well-known/openid-configuration"):
		issuer := strings.TrimSuffix(address, "/.well-known/openid-configuration")
		if w.shape.discovery != "" {
			issuer = w.shape.discovery
		}
		said = mustJSON(map[string]any{"issuer": issuer, "authorization_endpoint": "https://p.example/authorize", "token_endpoint": "https://p.example/token", "jwks_uri": "https://p.example/keys", "id_token_signing_alg_values_supported": []string{"RS256"}})
	case address == "https://p.example/keys":
		encode := base64.RawURLEncoding.EncodeToString
		said = mustJSON(map[string]any{"keys": []any{map[string]string{"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "one", "n": encode(signing().N.Bytes()), "e": encode(big.NewInt(int64(signing().E)).Bytes())}}})
	case !known:
		w.t.Errorf("%s is asked", address)
	}
	return w.answer(r, said, kind)
}

func (w web) answer(r *http.Request, said string, kind ...string) (*http.Response, error) {
	header := http.Header{"Content-Type": {"application/json"}}
	if len(kind) > 0 {
		header.Set("Content-Type", kind[0])
	} else if r.URL.Host == "github.com" {
		header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return &http.Response{StatusCode: http.StatusOK, Header: header, Body: io.NopCloser(strings.NewReader(said)), Request: r}, nil
}

// token is the response to a code: GitHub answers with a form, Twitch with a list of scopes.
func (w web) token(r *http.Request) string {
	if r.URL.Host == "github.com" {
		return "access_token=token-of-provider&scope=user%3Aemail&token_type=bearer"
	}
	given := map[string]any{"access_token": "token-of-provider", "token_type": "bearer", "expires_in": 3600, "scope": []string{"openid"}}
	if w.shape.claims == "" {
		return mustJSON(given)
	}
	claims := jwt.MapClaims{"aud": "client", "iat": time.Now().Unix(), "exp": time.Now().Add(time.Hour).Unix()}
	if err := json.Unmarshal([]byte(w.shape.claims), &claims); err != nil {
		w.t.Error(err)
	}
	if w.nonce != "" {
		claims["nonce"] = w.nonce
	}
	unsigned := jwt.NewWithClaims(jwt.SigningMethodRS256, claims)
	unsigned.Header["kid"] = "one"
	signed, err := unsigned.SignedString(signing())
	if err != nil {
		w.t.Error(err)
	}
	given["id_token"] = signed
	return mustJSON(given)
}

func mustJSON(document any) string {
	raw, err := json.Marshal(document)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// comesBy is the person from a provider with a shape.
func comesBy(t *testing.T, name string, s shape) Person {
	t.Helper()
	s.settings.ClientID, s.settings.Secret = "client", "secret"
	if err := s.settings.Validate(name); err != nil {
		t.Fatal(err)
	}
	start := Start{State: "state", Nonce: "nonce", Verifier: strings.Repeat("v", 43)}
	w := web{t: t, shape: s, nonce: start.Nonce}
	if presets[name].skipNonce {
		w.nonce = ""
	}
	p := New(name, s.settings, &http.Client{Transport: w}, "https://ours.example/callback", time.Now)
	page, err := p.AuthURL(t.Context(), start)
	if err != nil {
		t.Fatal(err)
	}
	asked, err := url.Parse(page)
	if err != nil || asked.Query().Get("client_id") != "client" || asked.Query().Get("state") != "state" || asked.Scheme != "https" {
		t.Errorf("the page is %s", page)
	}
	found, tokens, err := p.Exchange(t.Context(), "code", start)
	if err != nil || tokens.Access != "token-of-provider" {
		t.Fatalf("%+v, %v", tokens, err)
	}
	return found
}

// told are the claims that are compared.
var told = []string{"iss", "sub", "email", "email_verified", "name", "full_name", "picture", "avatar_url", "preferred_username", "user_name"}

func TestPresetsReadWhatTheirProvidersAnswer(t *testing.T) {
	t.Parallel()
	for name, s := range shapes {
		t.Run(name, func(t *testing.T) {
			found := comesBy(t, name, s)
			want := map[string]any{"full_name": s.want["name"], "avatar_url": s.want["picture"], "user_name": s.want["preferred_username"]}
			maps.Copy(want, s.want)
			for _, claim := range told {
				if found.Claims[claim] != want[claim] {
					t.Errorf("%s is %v, want %v", claim, found.Claims[claim], want[claim])
				}
			}
			if found.Subject != want["sub"] || found.EmailVerified != want["email_verified"] || found.Email != asText(want["email"]) {
				t.Errorf("found %+v", found)
			}
		})
		if s.unproved[0] == "" {
			continue
		}
		t.Run(name+"WithoutProof", func(t *testing.T) {
			changed := s
			changed.claims = strings.Replace(s.claims, s.unproved[0], s.unproved[1], 1)
			changed.documents = map[string]string{}
			for address, said := range s.documents {
				changed.documents[address] = strings.ReplaceAll(said, s.unproved[0], s.unproved[1])
			}
			if changed.claims == s.claims && maps.Equal(changed.documents, s.documents) {
				t.Fatal("nothing was changed")
			}
			if found := comesBy(t, name, changed); found.EmailVerified || found.Claims["email_verified"] != false {
				t.Errorf("found %+v", found)
			}
		})
	}
	t.Run("EveryPresetHasAShape", func(t *testing.T) {
		for name := range presets {
			if _, known := shapes[name]; !known {
				t.Errorf("%s has none", name)
			}
		}
	})
}

// TestAppleTellsANameOnce checks that the name of the first return is taken from an unsigned form,
// and nothing else of it.
func TestAppleTellsANameOnce(t *testing.T) {
	t.Parallel()
	apple := New("apple", Settings{ClientID: "client"}, nil, "", time.Now)
	google := New("google", Settings{ClientID: "client"}, nil, "", time.Now)
	known := func() Person { return comesBy(t, "apple", shapes["apple"]) }
	const said = `{"name":{"firstName":"Marina","middleName":"","lastName":"Alves"},"email":"another@b.co"}`
	named := apple.Introduce(known(), said)
	if named.Claims["name"] != "Marina Alves" || named.Claims["full_name"] != "Marina Alves" || named.Email != known().Email || named.Claims["email"] != known().Email {
		t.Errorf("found %+v", named)
	}
	for _, form := range []string{"", "null", "[]", "{", `{"name":"Marina"}`, `{"name":{"firstName":"` + strings.Repeat("a", claimMax) + `","lastName":"b"}}`, `{"name":{"firstName":"a\u0000"}}`} {
		if got := apple.Introduce(known(), form); got.Claims["name"] != nil {
			t.Errorf("%.40q names %v", form, got.Claims["name"])
		}
	}
	if got := google.Introduce(comesBy(t, "google", shapes["google"]), said); got.Claims["name"] != "Jane Doe" {
		t.Errorf("google's is %v", got.Claims["name"])
	}
	if page, err := url.Parse(authPage(t, "apple", shapes["apple"])); err != nil || page.Query().Get("response_mode") != "form_post" {
		t.Errorf("the page is %s, %v", page, err)
	}
}

func authPage(t *testing.T, name string, s shape) string {
	t.Helper()
	s.settings.ClientID = "client"
	page, err := New(name, s.settings, &http.Client{Transport: web{t: t, shape: s}}, "https://ours.example/callback", time.Now).AuthURL(t.Context(), Start{State: "s", Verifier: "v"})
	if err != nil {
		t.Fatal(err)
	}
	return page
}
