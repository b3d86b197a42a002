package app_test

import (
	"net/http"
	"strings"
	"testing"

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
