package app_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"automacao/internal/app"
	"automacao/internal/files/blob/blobtest"
	"automacao/verify/apptest"
)

// TestADiskWithoutRoom checks that a full disk refuses new rows and files with a clear error, and
// takes them again once there is room.
func TestADiskWithoutRoom(t *testing.T) {
	t.Parallel()
	b := apptest.Start(t, apptest.WithInstitution)
	serra, marina := b.Member("company", "Serra Azul"), b.Member("professional", "Marina Alves")
	token := b.Session(marina)
	message := apptest.Request{Method: "POST", Path: "/rest/v1/messages", Token: token, Body: map[string]any{"from_id": marina, "to_id": serra, "content": "Bom dia."}}
	b.App.FillDisk(0)
	for b.Ask(apptest.Request{Method: "GET", Path: "/ready"}).Status == http.StatusOK && t.Context().Err() == nil {
	}
	b.Refuses("health", apptest.Request{Method: "GET", Path: "/ready"}, "disk full")
	b.Refuses("a message", message, `"code":"disk_full"`)
	b.Refuses("the institution", apptest.Request{Method: "POST", Path: apptest.WebhookPath, Headers: map[string]string{"asaas-access-token": apptest.HookToken}, Body: apptest.HookEvent}, "disk_full")
	upload := b.Ask(apptest.Request{Method: "POST", Path: "/storage/v1/object/avatars/" + marina.String() + "/a.png", Token: token, Body: []byte("x")})
	if upload.Status != http.StatusInsufficientStorage || upload.Headers.Get("Retry-After") == "" || !strings.Contains(upload.Body, `"statusCode":"507"`) {
		t.Errorf("an upload is answered %d %s", upload.Status, upload.Body)
	}
	for _, path := range []string{"/live", "/rest/v1/projects?select=id", "/auth/v1/user", "/sitemap.xml"} {
		if got := b.Ask(apptest.Request{Method: "GET", Path: path, Token: token}); got.Status != http.StatusOK {
			t.Errorf("%s is answered %d %s", path, got.Status, got.Body)
		}
	}
	b.App.FillDisk(1 << 40)
	for b.Ask(apptest.Request{Method: "GET", Path: "/ready"}).Status != http.StatusOK && t.Context().Err() == nil {
	}
	if got := b.Ask(message); got.Status != http.StatusCreated {
		t.Errorf("a message is answered %d %s", got.Status, got.Body)
	}
}

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
