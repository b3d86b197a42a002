package standalone

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestTheOfficialClientLetsOtherAppsKnowPeople runs verify/e2e/wire/oauth.mjs: another app, the
// consent page, and the administration of clients and providers.
func TestTheOfficialClientLetsOtherAppsKnowPeople(t *testing.T) {
	t.Parallel()
	cfg, _ := config(t)
	cfg.OAuthServer, cfg.OAuthRegister, cfg.OAuthConsent = true, true, "/oauth/consent"
	cfg.JWKSFile = keySet(t)
	cfg.FederationFile = filepath.Join(t.TempDir(), "federation.json")
	if err := os.WriteFile(cfg.FederationFile, []byte(`{"custom_providers": true}`), 0o600); err != nil {
		t.Fatal(err)
	}
	s := serve(t, cfg)
	runOfficial(t, s, "oauth.mjs", "administration", "agreement", "app", "registration", "keys", "providers")
}

// keySet writes a separate signing key.
func keySet(t *testing.T) string {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	public, err := private.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	secret, err := private.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	part := func(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }
	document, err := json.Marshal(map[string]any{"keys": []any{map[string]string{
		"kty": "EC", "kid": "ours", "crv": "P-256", "x": part(public[1:33]), "y": part(public[33:]), "d": part(secret),
	}}})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "keys.json")
	if err := os.WriteFile(path, document, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
