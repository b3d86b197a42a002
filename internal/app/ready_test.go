package app_test

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"automacao/internal/app"
	"automacao/internal/files/blob/blobtest"
	"automacao/verify/apptest"
)

// This sets the environment, so it cannot run in parallel.
func TestReadyNamesWhatIsMissing(t *testing.T) {
	store := blobtest.New()
	for name, value := range blobtest.Env() {
		t.Setenv(name, value)
	}
	t.Setenv("AWS_MAX_ATTEMPTS", "1")
	b := apptest.Start(t, func(cfg *app.Config) { cfg.BlobURL = blobtest.URL(store.Addr()) })
	ready := func(status int, body string) {
		t.Helper()
		b.App.ForgetHealth()
		if got := b.Ask(apptest.Request{Method: "GET", Path: "/ready"}); got.Status != status || got.Body != body {
			t.Errorf("it is answered %d %s, want %s", got.Status, got.Body, body)
		}
	}
	ready(http.StatusOK, `{"status":"ok"}`)
	store.Close()
	ready(http.StatusServiceUnavailable, `{"status":"files unavailable","missing":["files"]}`)
	b.App.FillDisk(0)
	ready(http.StatusServiceUnavailable, `{"status":"disk full","missing":["disk","files"]}`)
	b.App.CloseHealthPool()
	ready(http.StatusServiceUnavailable, `{"status":"database unavailable","missing":["database","disk","files"]}`)
	b.App.SetReady(false)
	ready(http.StatusServiceUnavailable, `{"status":"stopping","missing":["server","database","disk","files"]}`)
}

func TestReadyMissesAFolderForFilesThatWasTakenAway(t *testing.T) {
	t.Parallel()
	b := apptest.Start(t)
	folder := filepath.Join(b.Config.Data, "objects")
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
		if got := b.Ask(apptest.Request{Method: "GET", Path: "/ready"}); got.Status != c.status || got.Body != c.body {
			t.Errorf("it is answered %d %s, want %s", got.Status, got.Body, c.body)
		}
	}
}
