package auth

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/hex"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/wire/auth/provider"
	"automacao/internal/wire/auth/providertest"
)

const idTokenPath = "/token?grant_type=id_token"

func digestOf(nonce string) string {
	sum := sha256.Sum256([]byte(nonce))
	return hex.EncodeToString(sum[:])
}

func TestAnAppBringsAnIDToken(t *testing.T) {
	o := setupOuter(t)
	o.comes("m-1", marina, true)
	token := o.issuer.IDToken(map[string]any{"nonce": digestOf("n-1")})
	d := o.device(o.post(idTokenPath, map[string]any{"provider": "keycloak", "id_token": token, "nonce": "n-1"}))
	if got := o.me(d); got.body["email"] != marina || got.body["app_metadata"].(map[string]any)["provider"] != "keycloak" {
		t.Errorf("the user is %s", got.raw)
	}
	if again := o.enters("provider=keycloak"); again.User.ID != d.User.ID {
		t.Error("the provider's page leads to another user")
	}
	shared := o.issuer.IDToken(map[string]any{"aud": []string{providertest.ClientID, "another"}, "azp": providertest.ClientID, "iat": o.clock.Now().Add(30 * time.Second).Unix()})
	o.device(o.post(idTokenPath, map[string]any{"provider": "keycloak", "id_token": shared}))
	plain := o.issuer.IDToken(nil)
	o.device(o.post(idTokenPath, map[string]any{"client_id": providertest.ClientID, "issuer": o.issuer.URL, "id_token": plain}))
	o.want(o.post(idTokenPath, map[string]any{"client_id": providertest.ClientID, "issuer": "https://evil.example", "id_token": plain}), 400, "provider_disabled")
	o.want(o.post(idTokenPath, map[string]any{"provider": "google", "id_token": plain}), 400, "provider_disabled")
}

func TestAnIDTokenTiesAnIdentity(t *testing.T) {
	o := setupOuter(t)
	d := o.signUp(marina)
	o.comes("m-1", carlos, true)
	body := map[string]any{"provider": "keycloak", "id_token": o.issuer.IDToken(nil), "link_identity": true}
	o.want(o.post(idTokenPath, body), 401, "no_authorization")
	linked := o.device(o.do(request{method: "POST", path: idTokenPath, body: body, bearer: d.AccessToken}))
	if got := o.me(linked); linked.User.ID != d.User.ID || len(got.body["identities"].([]any)) != 2 {
		t.Errorf("the user is %s", got.raw)
	}
}

func TestIDTokensThatAreNotBelieved(t *testing.T) {
	o := setupOuter(t)
	o.comes("m-1", marina, true)
	now := o.clock.Now()
	another, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	good := jwt.MapClaims{"iss": o.issuer.URL, "aud": providertest.ClientID, "sub": "m-1", "email": marina, "email_verified": true, "exp": now.Add(time.Hour).Unix(), "iat": now.Unix()}
	secretSigned, err := jwt.NewWithClaims(jwt.SigningMethodHS256, good).SignedString([]byte(providertest.Secret))
	if err != nil {
		t.Fatal(err)
	}
	unsigned, err := jwt.NewWithClaims(jwt.SigningMethodNone, good).SignedString(jwt.UnsafeAllowNoneSignatureType)
	if err != nil {
		t.Fatal(err)
	}
	for name, body := range map[string]map[string]any{
		"Empty":           {},
		"Nonsense":        {"id_token": "a.b.c"},
		"AnothersKey":     {"id_token": providertest.Sign(another, good)},
		"SharedSecret":    {"id_token": secretSigned},
		"Unsigned":        {"id_token": unsigned},
		"AnotherAudience": {"id_token": o.issuer.IDToken(map[string]any{"aud": "another"})},
		"AnotherIssuer":   {"id_token": o.issuer.IDToken(map[string]any{"iss": "https://evil.example"})},
		"Expired":         {"id_token": o.issuer.IDToken(map[string]any{"exp": now.Add(-time.Hour).Unix()})},
		"GivenToAnother":  {"id_token": o.issuer.IDToken(map[string]any{"azp": "another"})},
		"ForSeveral":      {"id_token": o.issuer.IDToken(map[string]any{"aud": []string{providertest.ClientID, "another"}})},
		"ToNobodyNamed":   {"id_token": o.issuer.IDToken(map[string]any{"azp": 7})},
		"IssuedLater":     {"id_token": o.issuer.IDToken(map[string]any{"iat": now.Add(10 * time.Minute).Unix()})},
		"NonceNotBrought": {"id_token": o.issuer.IDToken(map[string]any{"nonce": digestOf("n-1")})},
		"NonceNotSigned":  {"id_token": o.issuer.IDToken(nil), "nonce": "n-1"},
		"NonceInTheClear": {"id_token": o.issuer.IDToken(map[string]any{"nonce": "n-1"}), "nonce": "n-1"},
		"Nobody":          {"id_token": o.issuer.IDToken(map[string]any{"sub": ""})},
	} {
		t.Run(name, func(t *testing.T) {
			o := o.in(t)
			body["provider"] = "keycloak"
			o.want(o.post(idTokenPath, body), 400, "validation_failed")
		})
	}
	if users := scalar[int](o.bundle, `SELECT count(*) FROM auth.users`); users != 0 {
		t.Errorf("%d users were made", users)
	}
}

// FuzzIDTokens checks that only a token signed by an issuer identifies anybody, and that none
// breaks the server.
func FuzzIDTokens(f *testing.F) {
	issuer := providertest.New(time.Now)
	f.Cleanup(issuer.Close)
	server := newOutside(Config{Now: time.Now, Federation: Federation{PrivateAddresses: true, Providers: map[string]provider.Settings{
		"keycloak": {Issuer: issuer.URL, ClientID: providertest.ClientID},
	}}}, "https://automacao.example/auth/v1")
	f.Cleanup(server.client.CloseIdleConnections)
	f.Add("a.b.c", "n")
	f.Add("eyJhbGciOiJub25lIn0.e30.", "")
	f.Fuzz(func(t *testing.T, token, nonce string) {
		if person, err := server.providers["keycloak"].Believe(t.Context(), provider.Presented{IDToken: token, Nonce: nonce}); err == nil {
			t.Errorf("%q is %v", token, person)
		}
	})
}
