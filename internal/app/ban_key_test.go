package app_test

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"automacao/internal/app"
	"automacao/internal/wire/token"
	"automacao/verify/apptest"
)

func TestTheKeyOfWhoIsBarredOutlivesTheSigningKey(t *testing.T) {
	t.Parallel()
	cfg := apptest.Config()
	cfg.Data, cfg.JWTSecret = t.TempDir(), strings.Repeat("s", 32)
	signing, err := token.FromSecret(cfg.JWTSecret)
	if err != nil {
		t.Fatal(err)
	}
	before, err := signing.Derive("barred documents")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ fact, secret string }{
		{"AnInstallationKeepsWhatItHad", cfg.JWTSecret},
		{"AndWithAnotherSecret", strings.Repeat("t", 32)},
		{"AndWithASecretOfItsOwn", ""},
	} {
		cfg.JWTSecret = c.secret
		if keys, err := app.ReadKeys(cfg); err != nil || !bytes.Equal(keys.Bars(), before) {
			t.Errorf("%s: another key, %v", c.fact, err)
		}
	}
	if info, err := os.Stat(filepath.Join(cfg.Data, "barred.key")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its file is %v, %v", info, err)
	}
}

func TestServersThatStartAtOnceKeepOneKeyOfWhoIsBarred(t *testing.T) {
	t.Parallel()
	cfg := apptest.Config()
	cfg.Data = t.TempDir()
	found := make([][]byte, 8)
	var starting sync.WaitGroup
	for i := range found {
		starting.Go(func() {
			one := cfg
			one.JWTSecret = strings.Repeat(string(rune('a'+i)), 32)
			keys, err := app.ReadKeys(one)
			if err != nil {
				t.Error(err)
			}
			found[i] = keys.Bars()
		})
	}
	starting.Wait()
	for _, key := range found {
		if !bytes.Equal(key, found[0]) {
			t.Error("two servers have two keys")
		}
	}
}

func TestTheKeyOfWhoIsBarredIsConfiguredOrWhole(t *testing.T) {
	t.Parallel()
	cfg := apptest.Config()
	cfg.Data, cfg.BarsKey = t.TempDir(), base64.RawURLEncoding.EncodeToString(bytes.Repeat([]byte{7}, 32))
	if keys, err := app.ReadKeys(cfg); err != nil || !bytes.Equal(keys.Bars(), bytes.Repeat([]byte{7}, 32)) {
		t.Errorf("the configured key is not used: %v", err)
	}
	if _, err := os.Stat(filepath.Join(cfg.Data, "barred.key")); !os.IsNotExist(err) {
		t.Errorf("and kept besides: %v", err)
	}
	cfg.BarsKey = ""
	if err := os.WriteFile(filepath.Join(cfg.Data, "barred.key"), []byte("c2hvcnQ\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := app.ReadKeys(cfg); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a damaged file: %v", err)
	}
}
