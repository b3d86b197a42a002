package admin_test

import (
	"encoding/json"
	"testing"

	"automacao/internal/wire/auth/authtest"
)

func TestAdminsReadWhatHappened(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	b.Want(b.TryPassword(authtest.Marina, "x", authtest.HomeIP), 400, "invalid_credentials")
	b.SignUp("carlos_1@b.co")
	read := func(query string) (entries []struct {
		ID      string
		Payload struct {
			Action   string `json:"action"`
			Actor    string `json:"actor_id"`
			Username string `json:"actor_username"`
			LogType  string `json:"log_type"`
		}
		IPAddress string `json:"ip_address"`
		CreatedAt string `json:"created_at"`
	}) {
		t.Helper()
		got := b.Admin("GET", "/admin/audit"+query, nil)
		if err := json.Unmarshal(got.Raw, &entries); err != nil || got.Status != 200 {
			t.Fatalf("%s: got %s", query, got.Raw)
		}
		return entries
	}
	for query, want := range map[string]int{
		"": 5, "?query=action:login": 3, "?query=action:login_failed": 1, "?query=type:team": 2, "?query=type:user": 0, "?query=type:spell": 0,
		"?query=author:MARINA": 3, "?query=author:carlos_1": 2, "?query=author:carlos%251": 0, "?query=type:": 5, "?per_page=2&page=3": 1,
	} {
		if got := read(query); len(got) != want {
			t.Errorf("%q lists %d entries, want %d: %v", query, len(got), want, got)
		}
	}
	failed := read("?query=action:login_failed")[0]
	if failed.Payload.Actor != d.User.ID.String() || failed.Payload.Username != authtest.Marina || failed.Payload.LogType != "account" || failed.IPAddress != authtest.HomeIP || failed.CreatedAt == "" {
		t.Errorf("a wrong password is remembered as %+v", failed)
	}
	if got := b.Admin("GET", "/admin/audit?per_page=2", nil); got.Header.Get("X-Total-Count") != "5" {
		t.Errorf("the headers are %v", got.Header)
	}
	b.Want(b.Admin("GET", "/admin/audit?query=spell:x", nil), 400, "validation_failed")
	b.Want(b.Admin("GET", "/admin/audit?query=login", nil), 400, "validation_failed")
	b.Want(b.Do(authtest.Request{Method: "GET", Path: "/admin/audit", Bearer: d.AccessToken}), 403, "not_admin")

	b.Want(b.Admin("DELETE", "/admin/users/"+d.User.ID.String(), map[string]any{"should_soft_delete": true}), 200, "")
	if got := read("?query=action:login_failed")[0]; got.Payload.Username != "" || got.Payload.Actor != d.User.ID.String() {
		t.Errorf("the log knows who has left: %+v", got)
	}
}
