package app

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"automacao/internal/files/blob/blobtest"
)

// It sets the environment, so it cannot run beside the others.
func TestReadyNamesWhatIsMissing(t *testing.T) {
	store := blobtest.New()
	for name, value := range blobtest.Env() {
		t.Setenv(name, value)
	}
	t.Setenv("AWS_MAX_ATTEMPTS", "1")
	b := setup(t, func(cfg *Config) { cfg.BlobURL = blobtest.URL(store.Addr()) })
	ready := func(status int, body string) {
		t.Helper()
		b.app.files.Forget() // what was answered a moment ago is believed
		b.app.pulse.Forget()
		if got := b.ask(request{method: "GET", path: "/ready"}); got.status != status || got.body != body {
			t.Errorf("it is answered %d %s, want %s", got.status, got.body, body)
		}
	}
	ready(http.StatusOK, `{"status":"ok"}`)
	store.Close()
	ready(http.StatusServiceUnavailable, `{"status":"files unavailable","missing":["files"]}`)
	b.app.disk.Set(1, func(string) (uint64, error) { return 0, nil })
	ready(http.StatusServiceUnavailable, `{"status":"disk full","missing":["disk","files"]}`)
	b.app.conns.health.Close()
	ready(http.StatusServiceUnavailable, `{"status":"database unavailable","missing":["database","disk","files"]}`)
	b.app.ready.Store(false)
	ready(http.StatusServiceUnavailable, `{"status":"stopping","missing":["server","database","disk","files"]}`)
}

func TestReadyMissesAFolderForFilesThatWasTakenAway(t *testing.T) {
	t.Parallel()
	b := setup(t)
	folder := filepath.Join(b.app.cfg.Data, "objects")
	for _, c := range []struct {
		change func() error
		status int
		body   string
	}{
		{func() error { return nil }, http.StatusOK, `{"status":"ok"}`},
		{func() error { return os.Rename(folder, folder+"-away") }, http.StatusServiceUnavailable, `{"status":"files unavailable","missing":["files"]}`},
		{func() error { return os.Rename(folder+"-away", folder) }, http.StatusOK, `{"status":"ok"}`},
	} {
		if err := c.change(); err != nil {
			t.Fatal(err)
		}
		if got := b.ask(request{method: "GET", path: "/ready"}); got.status != c.status || got.body != c.body {
			t.Errorf("it is answered %d %s, want %s", got.status, got.body, c.body)
		}
	}
}
