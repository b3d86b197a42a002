package external_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/hex"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/providertest"
)

const idTokenPath = "/token?grant_type=id_token"

func digestOf(nonce string) string {
	sum := sha256.Sum256([]byte(nonce))
	return hex.EncodeToString(sum[:])
}

func TestAnAppBringsAnIDToken(t *testing.T) {
	o := authtest.SetupOuter(t)
	o.Comes("m-1", authtest.Marina, true)
	token := o.Issuer.IDToken(map[string]any{"nonce": digestOf("n-1")})
	d := o.Device(o.Post(idTokenPath, map[string]any{"provider": "keycloak", "id_token": token, "nonce": "n-1"}))
	if got := o.Me(d); got.Body["email"] != authtest.Marina || got.Body["app_metadata"].(map[string]any)["provider"] != "keycloak" {
		t.Errorf("the user is %s", got.Raw)
	}
	if again := o.Enters("provider=keycloak"); again.User.ID != d.User.ID {
		t.Error("the provider's page leads to another user")
	}
	shared := o.Issuer.IDToken(map[string]any{"aud": []string{providertest.ClientID, "another"}, "azp": providertest.ClientID, "iat": o.Clock.Now().Add(30 * time.Second).Unix()})
	o.Device(o.Post(idTokenPath, map[string]any{"provider": "keycloak", "id_token": shared}))
	plain := o.Issuer.IDToken(nil)
	o.Device(o.Post(idTokenPath, map[string]any{"client_id": providertest.ClientID, "issuer": o.Issuer.URL, "id_token": plain}))
	o.Want(o.Post(idTokenPath, map[string]any{"client_id": providertest.ClientID, "issuer": "https://evil.example", "id_token": plain}), 400, "provider_disabled")
	o.Want(o.Post(idTokenPath, map[string]any{"provider": "google", "id_token": plain}), 400, "provider_disabled")
}

func TestAnIDTokenTiesAnIdentity(t *testing.T) {
	o := authtest.SetupOuter(t)
	d := o.SignUp(authtest.Marina)
	o.Comes("m-1", authtest.Carlos, true)
	body := map[string]any{"provider": "keycloak", "id_token": o.Issuer.IDToken(nil), "link_identity": true}
	o.Want(o.Post(idTokenPath, body), 401, "no_authorization")
	linked := o.Device(o.Do(authtest.Request{Method: "POST", Path: idTokenPath, Body: body, Bearer: d.AccessToken}))
	if got := o.Me(linked); linked.User.ID != d.User.ID || len(got.Body["identities"].([]any)) != 2 {
		t.Errorf("the user is %s", got.Raw)
	}
}

func TestIDTokensThatAreNotBelieved(t *testing.T) {
	o := authtest.SetupOuter(t)
	o.Comes("m-1", authtest.Marina, true)
	now := o.Clock.Now()
	another, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	good := jwt.MapClaims{"iss": o.Issuer.URL, "aud": providertest.ClientID, "sub": "m-1", "email": authtest.Marina, "email_verified": true, "exp": now.Add(time.Hour).Unix(), "iat": now.Unix()}
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
		"AnotherAudience": {"id_token": o.Issuer.IDToken(map[string]any{"aud": "another"})},
		"AnotherIssuer":   {"id_token": o.Issuer.IDToken(map[string]any{"iss": "https://evil.example"})},
		"Expired":         {"id_token": o.Issuer.IDToken(map[string]any{"exp": now.Add(-time.Hour).Unix()})},
		"GivenToAnother":  {"id_token": o.Issuer.IDToken(map[string]any{"azp": "another"})},
		"ForSeveral":      {"id_token": o.Issuer.IDToken(map[string]any{"aud": []string{providertest.ClientID, "another"}})},
		"ToNobodyNamed":   {"id_token": o.Issuer.IDToken(map[string]any{"azp": 7})},
		"IssuedLater":     {"id_token": o.Issuer.IDToken(map[string]any{"iat": now.Add(10 * time.Minute).Unix()})},
		"NonceNotBrought": {"id_token": o.Issuer.IDToken(map[string]any{"nonce": digestOf("n-1")})},
		"NonceNotSigned":  {"id_token": o.Issuer.IDToken(nil), "nonce": "n-1"},
		"NonceInTheClear": {"id_token": o.Issuer.IDToken(map[string]any{"nonce": "n-1"}), "nonce": "n-1"},
		"Nobody":          {"id_token": o.Issuer.IDToken(map[string]any{"sub": ""})},
	} {
		t.Run(name, func(t *testing.T) {
			o := o.In(t)
			body["provider"] = "keycloak"
			o.Want(o.Post(idTokenPath, body), 400, "validation_failed")
		})
	}
	if users := authtest.Scalar[int](o.Bundle, `SELECT count(*) FROM auth.users`); users != 0 {
		t.Errorf("%d users were made", users)
	}
}
