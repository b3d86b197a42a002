package app_test

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/app"
	"automacao/internal/postgres/dbtest"
	"automacao/verify/apptest"
)

// opened is the tokens that a client keeps of a session.
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
	own := func(cfg *app.Config) { cfg.Data, cfg.JWTSecret = data, "" }
	before := apptest.StartOn(t, db, own)
	marina := before.Member("professional", "Marina Alves")
	var session opened
	before.Must(apptest.Request{Method: "POST", Path: "/auth/v1/signup", Body: map[string]any{
		"email": "nova@exemplo.com.br", "password": "tanque de inox 7",
		"data": map[string]any{"name": "Nova Pessoa", "role": "professional", "document": "52998224725", "terms": true},
	}}, nil)
	before.Must(apptest.Request{Method: "POST", Path: "/auth/v1/token?grant_type=password", Body: map[string]any{
		"email": "nova@exemplo.com.br", "password": "tanque de inox 7"}}, &session)
	letter, err := url.Parse(before.App.UnsubscribeLink(marina.String()))
	if err != nil {
		t.Fatal(err)
	}

	keys, err := app.RotateKeys(before.Config, 24*time.Hour, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	after := apptest.StartOn(t, db, own)
	if after.App.Keys().AnonKey != keys.AnonKey || keys.AnonKey == before.AnonKey || keys.JWTSecret == before.App.Keys().JWTSecret {
		t.Fatal("the server does not sign with the new key")
	}
	profile := apptest.Request{Method: "GET", Path: "/rest/v1/profiles?select=id&limit=1", Token: session.AccessToken}
	after.Must(profile, nil)
	profile.Headers = map[string]string{"Apikey": before.AnonKey}
	after.Must(profile, nil)
	after.Must(apptest.Request{Method: "GET", Path: "/rest/v1/skills?limit=1", Headers: map[string]string{"Apikey": before.AnonKey}}, nil)
	after.Must(apptest.Request{Method: "GET", Path: "/auth/v1/admin/users", Token: before.App.Keys().ServiceRoleKey}, nil)
	if got := after.Ask(apptest.Request{Method: "POST", Path: letter.RequestURI()}); got.Status != 200 {
		t.Errorf("the link of an earlier newsletter is answered %d", got.Status)
	}

	was := keyNamed(t, session.AccessToken)
	after.Must(apptest.Request{Method: "POST", Path: "/auth/v1/token?grant_type=refresh_token",
		Body: map[string]any{"refresh_token": session.RefreshToken}, Headers: map[string]string{"Apikey": before.AnonKey}}, &session)
	profile.Token = session.AccessToken
	after.Must(profile, nil)
	if now := keyNamed(t, session.AccessToken); now == was || now == "" {
		t.Errorf("the session goes on under the key %q, before it was %q", now, was)
	}

	// A day later, tokens of the former key are no longer valid.
	late := time.Now().Add(25 * time.Hour)
	signing, _, err := app.OpenKeys(after.Config)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := signing.VerifyAt(before.AnonKey, late); err == nil {
		t.Error("an API key of the former key is believed after its time")
	}
	if _, err := signing.VerifyAt(keys.AnonKey, late); err != nil {
		t.Errorf("one of the new key is not: %v", err)
	}
	t.Attr("figure", "a session refreshed, a live token, both API keys and a mail's link outlived a rotation")
}

func TestAStolenSigningKeyIsRotatedAtOnce(t *testing.T) {
	t.Parallel()
	cfg := apptest.Config()
	cfg.Data = t.TempDir()
	first, err := app.ReadKeys(cfg)
	if err != nil {
		t.Fatal(err)
	}
	second, err := app.RotateKeys(cfg, time.Hour, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	third, err := app.RotateKeys(cfg, 0, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if string(first.Bars()) != string(third.Bars()) {
		t.Error("the list of barred people is forgotten")
	}
	signing, _, err := app.OpenKeys(cfg)
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
	cfg := apptest.Config()
	cfg.Data, cfg.JWTSecret = t.TempDir(), strings.Repeat("s", 32)
	before, err := app.ReadKeys(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := app.RotateKeys(cfg, time.Hour, time.Now()); err == nil || !strings.Contains(err.Error(), "AUTOMACAO_JWT_RETIRED") {
		t.Errorf("rotating says %v", err)
	}
	cfg.JWTSecret, cfg.JWTRetired = strings.Repeat("t", 32), []string{cfg.JWTSecret}
	signing, _, err := app.OpenKeys(cfg)
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

func TestThePushKeyIsMadeOnceAndCanBeSet(t *testing.T) {
	t.Parallel()
	cfg := apptest.Config()
	cfg.Data = t.TempDir()
	made, err := app.OpenPushKey(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := app.RotateKeys(cfg, time.Hour, time.Now()); err != nil {
		t.Fatal(err)
	}
	if again, err := app.OpenPushKey(cfg); err != nil || again != made {
		t.Errorf("another key after the signing key was changed, %v", err)
	}
	path := filepath.Join(cfg.Data, "push.key")
	text, err := os.ReadFile(path)
	if info, statErr := os.Stat(path); err != nil || statErr != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its file is %v, %v, %v", info, err, statErr)
	}
	other := apptest.Config()
	other.Data, other.PushKey = t.TempDir(), strings.TrimSpace(string(text))
	if set, err := app.OpenPushKey(other); err != nil || set != made {
		t.Errorf("set, it is another, %v", err)
	}
	if err := os.WriteFile(path, []byte("damaged\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := app.OpenPushKey(cfg); err == nil || strings.Contains(err.Error(), made.Public) {
		t.Errorf("damaged, it is %v", err)
	}
}
