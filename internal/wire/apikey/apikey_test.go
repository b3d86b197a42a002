package apikey

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"automacao/internal/kernel/leaktest"
	"automacao/internal/wire/token"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

func TestServersThatStartAtOnceAgreeOnOneSecret(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data", "secrets.json")
	read := make([]Secrets, 8)
	var all sync.WaitGroup
	for i := range read {
		all.Go(func() {
			found, err := Read(path)
			if err != nil {
				t.Error(err)
			}
			read[i] = found
		})
	}
	all.Wait()
	for _, found := range read {
		if found.JWTSecret != read[0].JWTSecret || len(found.JWTSecret) < SecretBytesMin {
			t.Errorf("one has %d bytes of another secret", len(found.JWTSecret))
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v: others may read the secret", info, err)
	}
	if drafts, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".secrets-*")); err != nil || len(drafts) != 0 {
		t.Errorf("left behind: %v %v", drafts, err)
	}
}

func TestADamagedFileIsNotReplaced(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "{}", `{"jwt_secret":`} {
		path := filepath.Join(t.TempDir(), "secrets.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%q is read: %v", text, err)
		}
		if kept, err := os.ReadFile(path); err != nil || string(kept) != text {
			t.Errorf("%q became %q", text, kept)
		}
	}
}

func TestNodesWithOneSecretHaveTheSameKeys(t *testing.T) {
	t.Parallel()
	secret := New()
	sign := func(secret, role string) string {
		signing, err := token.FromSecret(secret)
		if err != nil {
			t.Fatal(err)
		}
		key, err := Sign(signing, role)
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	first, second := sign(secret, "anon"), sign(secret, "anon")
	if first != second {
		t.Error("two nodes derive two keys")
	}
	if sign(secret, "anon") == sign(secret, "service_role") || sign(secret, "anon") == sign(New(), "anon") {
		t.Error("another role or another secret has the same key")
	}
	signing, err := token.FromSecret(secret)
	if err != nil {
		t.Fatal(err)
	}
	if claims, err := signing.Verify(sign(secret, "service_role")); err != nil || claims.Role != "service_role" {
		t.Errorf("the key is read as %+v, %v", claims, err)
	}
}
