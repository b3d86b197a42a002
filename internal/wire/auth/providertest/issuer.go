// Package providertest is an OpenID issuer for tests. It signs with its own key, checks what a
// client must send, and lets a test choose the person and any faults. The product must not import
// it.
package providertest

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// These are the credentials of the issuer's only client.
const (
	ClientID = "client-of-tests"
	Secret   = "secret-of-tests"
)

// Issuer is a running issuer. What it returns may be changed at any time.
type Issuer struct {
	*httptest.Server
	Key *rsa.PrivateKey
	Now func() time.Time
	// WithoutPKCE requires no verifier, as some providers do.
	WithoutPKCE bool

	mu     sync.Mutex
	claims jwt.MapClaims
	user   map[string]any
	codes  map[string]url.Values
	lie    func(jwt.MapClaims)
	last   url.Values
}

// New starts an issuer. The caller closes it.
func New(now func() time.Time) *Issuer {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err) // no source of randomness
	}
	i := &Issuer{Key: key, Now: now, codes: map[string]url.Values{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", i.describe)
	mux.HandleFunc("GET /keys", i.keys)
	mux.HandleFunc("GET /authorize", i.authorize)
	mux.HandleFunc("POST /token", i.token)
	mux.HandleFunc("GET /userinfo", i.userinfo)
	i.Server = httptest.NewServer(mux)
	return i
}

// Tell sets the person: the claims of the signed token, and those of the user endpoint.
func (i *Issuer) Tell(claims map[string]any, user map[string]any) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.claims, i.user = claims, user
}

// Lie changes tokens before they are signed; nil stops it.
func (i *Issuer) Lie(change func(jwt.MapClaims)) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.lie = change
}

// LastAsked returns the parameters of the last authorization request.
func (i *Issuer) LastAsked() url.Values {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.last
}

func (i *Issuer) describe(w http.ResponseWriter, _ *http.Request) {
	write(w, http.StatusOK, map[string]any{
		"issuer": i.URL, "authorization_endpoint": i.URL + "/authorize", "token_endpoint": i.URL + "/token",
		"jwks_uri": i.URL + "/keys", "userinfo_endpoint": i.URL + "/userinfo", "id_token_signing_alg_values_supported": []string{"RS256"},
	})
}

func (i *Issuer) keys(w http.ResponseWriter, _ *http.Request) {
	encode := base64.RawURLEncoding.EncodeToString
	write(w, http.StatusOK, map[string]any{"keys": []any{map[string]string{
		"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "one", "n": encode(i.Key.N.Bytes()), "e": encode(big.NewInt(int64(i.Key.E)).Bytes()),
	}}})
}

// authorize consents for the person.
func (i *Issuer) authorize(w http.ResponseWriter, r *http.Request) {
	asked := r.URL.Query()
	if asked.Get("client_id") != ClientID || asked.Get("response_type") != "code" || asked.Get("code_challenge_method") != "S256" && !i.WithoutPKCE {
		http.Error(w, "not a client of this issuer", http.StatusBadRequest)
		return
	}
	code := rand.Text()
	i.mu.Lock()
	i.codes[code], i.last = asked, asked
	i.mu.Unlock()
	back, err := url.Parse(asked.Get("redirect_uri"))
	if err != nil {
		http.Error(w, "not an address", http.StatusBadRequest)
		return
	}
	back.RawQuery = url.Values{"code": {code}, "state": {asked.Get("state")}}.Encode()
	http.Redirect(w, r, back.String(), http.StatusFound)
}

func (i *Issuer) token(w http.ResponseWriter, r *http.Request) {
	id, secret, isBasic := r.BasicAuth()
	if !isBasic {
		id, secret = r.PostFormValue("client_id"), r.PostFormValue("client_secret")
	}
	i.mu.Lock()
	asked, known := i.codes[r.PostFormValue("code")]
	delete(i.codes, r.PostFormValue("code"))
	i.mu.Unlock()
	sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	isProved := i.WithoutPKCE || asked.Get("code_challenge") == base64.RawURLEncoding.EncodeToString(sum[:])
	if id != ClientID || secret != Secret || !known || !isProved || r.PostFormValue("redirect_uri") != asked.Get("redirect_uri") {
		write(w, http.StatusBadRequest, map[string]string{"error": "invalid_grant"})
		return
	}
	write(w, http.StatusOK, map[string]any{
		"access_token": AccessToken, "refresh_token": "refresh-of-provider", "token_type": "Bearer", "expires_in": 3600,
		"id_token": i.IDToken(map[string]any{"nonce": asked.Get("nonce")}),
	})
}

// AccessToken is the token that the issuer hands out.
const AccessToken = "access-of-provider"

// IDToken signs the person's claims and more.
func (i *Issuer) IDToken(more map[string]any) string {
	now := i.Now()
	claims := jwt.MapClaims{"iss": i.URL, "aud": ClientID, "iat": now.Unix(), "exp": now.Add(time.Hour).Unix()}
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, from := range []map[string]any{i.claims, more} {
		for name, value := range from {
			claims[name] = value
		}
	}
	if i.lie != nil {
		i.lie(claims)
	}
	return Sign(i.Key, claims)
}

// Sign signs claims with any key, as if it were the issuer's.
func Sign(key *rsa.PrivateKey, claims jwt.MapClaims) string {
	unsigned := jwt.NewWithClaims(jwt.SigningMethodRS256, claims)
	unsigned.Header["kid"] = "one"
	signed, err := unsigned.SignedString(key)
	if err != nil {
		panic(err) // the key is valid
	}
	return signed
}

func (i *Issuer) userinfo(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if r.Header.Get("Authorization") != "Bearer "+AccessToken {
		write(w, http.StatusUnauthorized, map[string]string{"error": "invalid_token"})
		return
	}
	write(w, http.StatusOK, i.user)
}

func write(w http.ResponseWriter, status int, document any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(document)
}
