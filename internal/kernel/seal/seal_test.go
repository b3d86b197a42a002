package seal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

const (
	apiKey = Secret("$aact_hmlg_000abc")
	serra  = "serra-azul"
)

func load(t *testing.T, path string) *Sealer {
	t.Helper()
	sealer, err := Load("", path)
	if err != nil {
		t.Fatal(err)
	}
	return sealer
}

func TestSealedSecretsOpenForTheirOwnerOnly(t *testing.T) {
	t.Parallel()
	sealer := load(t, filepath.Join(t.TempDir(), "seal.json"))
	sealed := sealer.Seal(apiKey, serra)
	if strings.Contains(sealed, "aact") || sealed == sealer.Seal(apiKey, serra) {
		t.Fatalf("%s shows the secret, or sealing twice gives the same text", sealed)
	}
	if secret, err := sealer.Open(sealed, serra); err != nil || secret != apiKey {
		t.Fatalf("Open = %q, %v", secret.Reveal(), err)
	}
	changed := []byte(sealed)
	changed[len(changed)-5] ^= 1
	for name, text := range map[string]string{"Changed": string(changed), "Cut": sealed[:12], "Empty": "", "OfAnotherKey": "ffffffff" + sealed[8:]} {
		if _, err := sealer.Open(text, serra); !errors.Is(err, ErrBroken) {
			t.Errorf("%s: %v, want ErrBroken", name, err)
		}
	}
	if _, err := sealer.Open(sealed, "marina"); !errors.Is(err, ErrBroken) {
		t.Errorf("another owner: %v, want ErrBroken", err)
	}
}

func TestKeysOutliveAStartAndARotation(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "made", "seal.json")
	sealed := load(t, path).Seal(apiKey, serra)
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v, %v: the key file is not private", info, err)
	}
	rotated := rotate(t, path)
	again := load(t, path)
	if rotated.IsCurrent(sealed) || !again.IsCurrent(rotated.Seal(apiKey, serra)) {
		t.Error("the new key does not seal")
	}
	if secret, err := again.Open(sealed, serra); err != nil || secret != apiKey {
		t.Errorf("after the rotation: %v", err)
	}
	drafts, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".seal-*"))
	if err != nil || len(drafts) != 0 {
		t.Errorf("left behind: %v, %v", drafts, err)
	}
}

func TestServersThatStartTogetherShareAKey(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "seal.json")
	sealed := make([]string, 8)
	var started sync.WaitGroup
	for i := range sealed {
		started.Go(func() { sealed[i] = load(t, path).Seal(apiKey, serra) })
	}
	started.Wait()
	for _, text := range sealed {
		if _, err := load(t, path).Open(text, serra); err != nil {
			t.Error(err)
		}
	}
}

func TestKeysOfTheSetting(t *testing.T) {
	t.Parallel()
	old := strings.Repeat("A", 43)
	setting := "dois:" + strings.Repeat("B", 42) + "A,um:" + old
	sealer, err := Load(setting, "")
	if err != nil {
		t.Fatal(err)
	}
	before, err := Load("um:"+old, "")
	if err != nil {
		t.Fatal(err)
	}
	if secret, err := sealer.Open(before.Seal(apiKey, serra), serra); err != nil || secret != apiKey {
		t.Errorf("the older key: %v", err)
	}
	if !strings.HasPrefix(sealer.Seal(apiKey, serra), "dois.") {
		t.Error("the first key does not seal")
	}
	for _, wrong := range []string{"um", "um:curta", "um:" + old + ",um:" + old, ":" + old, "a.b:" + old} {
		if _, err := Load(wrong, ""); err == nil || strings.Contains(err.Error(), old) {
			t.Errorf("Load(%q) = %v", wrong, err)
		}
	}
}

func TestADamagedFileIsNotReplaced(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "seal.json")
	if err := os.WriteFile(path, []byte(`{"current":`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load("", path); err == nil {
		t.Error("a damaged file was replaced")
	}
}

func TestSecretsAreNotShown(t *testing.T) {
	t.Parallel()
	var logged bytes.Buffer
	slog.New(slog.NewJSONHandler(&logged, nil)).Info("opened", "key", apiKey, "in", struct{ Key Secret }{apiKey})
	text, err := json.Marshal(map[string]any{"key": apiKey})
	if err != nil {
		t.Fatal(err)
	}
	for _, shown := range []string{logged.String(), string(text), fmt.Sprint(apiKey), fmt.Sprintf("%v %+v %#v %s", apiKey, struct{ Key Secret }{apiKey}, apiKey, apiKey)} {
		if strings.Contains(shown, "aact") {
			t.Errorf("%s shows the key", shown)
		}
	}
}

// rotate adds a key to the file at path and makes it the current one, as an operator may.
func rotate(t *testing.T, path string) *Sealer {
	t.Helper()
	grown, err := readKeys(path)
	if err != nil {
		t.Fatal(err)
	}
	id, key := newKey()
	grown.Current, grown.Keys[id] = id, key
	draft, err := writeDraft(path, grown)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(draft, path); err != nil {
		t.Fatal(err)
	}
	return load(t, path)
}
