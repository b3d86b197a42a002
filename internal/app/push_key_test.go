package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"automacao/internal/app"
	"automacao/verify/apptest"
)

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
