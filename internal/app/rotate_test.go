package app

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/postgres/dbtest"
)

// opened is what a client keeps of a session.
type opened struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
}

func keyNamed(t *testing.T, compact string) string {
	t.Helper()
	parsed, _, err := jwt.NewParser().ParseUnverified(compact, jwt.MapClaims{})
	if err != nil {
		t.Fatal(err)
	}
	name, _ := parsed.Header["kid"].(string)
	return name
}

func TestTheSigningKeyIsRotatedUnderASignedInSession(t *testing.T) {
	t.Parallel()
	db, data := dbtest.Open(t), t.TempDir()
	own := func(cfg *Config) { cfg.Data, cfg.JWTSecret = data, "" }
	before := setupOn(t, db, own)
	c := newCast(before)
	marina := c.marina()
	var session opened
	before.must(request{method: "POST", path: "/auth/v1/signup", body: map[string]any{
		"email": "nova@exemplo.com.br", "password": "tanque de inox 7",
		"data": map[string]any{"name": "Nova Pessoa", "role": "professional", "document": "52998224725", "terms": true},
	}}, nil)
	before.must(request{method: "POST", path: "/auth/v1/token?grant_type=password", body: map[string]any{
		"email": "nova@exemplo.com.br", "password": "tanque de inox 7"}}, &session)
	letter, err := url.Parse(before.app.unsubscribeLink(marina.String()))
	if err != nil {
		t.Fatal(err)
	}

	keys, err := RotateKeys(before.app.cfg, 24*time.Hour, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	after := setupOn(t, db, own)
	if after.app.Keys().AnonKey != keys.AnonKey || keys.AnonKey == before.anonKey || keys.JWTSecret == before.app.Keys().JWTSecret {
		t.Fatal("the server does not sign with the new key")
	}
	profile := request{method: "GET", path: "/rest/v1/profiles?select=id&limit=1", token: session.AccessToken}
	after.must(profile, nil)
	profile.headers = map[string]string{"Apikey": before.anonKey}
	after.must(profile, nil)
	after.must(request{method: "GET", path: "/rest/v1/skills?limit=1", headers: map[string]string{"Apikey": before.anonKey}}, nil)
	after.must(request{method: "GET", path: "/auth/v1/admin/users", token: before.app.Keys().ServiceRoleKey}, nil)
	if got := after.ask(request{method: "POST", path: letter.RequestURI()}); got.status != 200 {
		t.Errorf("the link of an earlier newsletter is answered %d", got.status)
	}

	was := keyNamed(t, session.AccessToken)
	after.must(request{method: "POST", path: "/auth/v1/token?grant_type=refresh_token",
		body: map[string]any{"refresh_token": session.RefreshToken}, headers: map[string]string{"Apikey": before.anonKey}}, &session)
	profile.token = session.AccessToken
	after.must(profile, nil)
	if now := keyNamed(t, session.AccessToken); now == was || now == "" {
		t.Errorf("the session goes on under the key %q, before it was %q", now, was)
	}

	// A day later what the former key signed is nothing any more.
	late := time.Now().Add(25 * time.Hour)
	signing, _, err := openKeys(after.app.cfg)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := signing.VerifyAt(before.anonKey, late); err == nil {
		t.Error("an API key of the former key is believed after its time")
	}
	if _, err := signing.VerifyAt(keys.AnonKey, late); err != nil {
		t.Errorf("one of the new key is not: %v", err)
	}
	t.Attr("figure", "a session refreshed, a live token, both API keys and a mail's link outlived a rotation")
}

func TestAStolenSigningKeyIsRotatedAtOnce(t *testing.T) {
	t.Parallel()
	cfg := valid()
	cfg.Data = t.TempDir()
	first, err := ReadKeys(cfg)
	if err != nil {
		t.Fatal(err)
	}
	second, err := RotateKeys(cfg, time.Hour, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	third, err := RotateKeys(cfg, 0, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if string(first.bars) != string(third.bars) {
		t.Error("who is barred is forgotten")
	}
	signing, _, err := openKeys(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for name, old := range map[string]string{"first": first.ServiceRoleKey, "second": second.ServiceRoleKey} {
		if _, err := signing.Verify(old); err == nil {
			t.Errorf("what the %s key signed is believed", name)
		}
	}
}

func TestAConfiguredSigningKeyIsRotatedInTheConfiguration(t *testing.T) {
	t.Parallel()
	cfg := valid()
	cfg.Data, cfg.JWTSecret = t.TempDir(), strings.Repeat("s", 32)
	before, err := ReadKeys(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := RotateKeys(cfg, time.Hour, time.Now()); err == nil || !strings.Contains(err.Error(), "AUTOMACAO_JWT_RETIRED") {
		t.Errorf("rotating says %v", err)
	}
	cfg.JWTSecret, cfg.JWTRetired = strings.Repeat("t", 32), []string{cfg.JWTSecret}
	signing, _, err := openKeys(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := signing.Verify(before.AnonKey); err != nil {
		t.Errorf("a retired secret verifies nothing: %v", err)
	}
	cfg.JWTSecret = ""
	if cfg.Check() == nil {
		t.Error("a retired secret is accepted without a current one")
	}
}
