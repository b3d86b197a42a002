package session_test

import (
	"net/http"
	"testing"

	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/authtest"
)

func TestLogoutScopes(t *testing.T) {
	for name, c := range map[string]struct {
		query                 string
		here, there, stranger bool
	}{
		"Global":  {"?scope=global", false, false, true},
		"Default": {"", false, false, true},
		"Local":   {"?scope=local", false, true, true},
		"Others":  {"?scope=others", true, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			b := authtest.Setup(t)
			here := b.SignUp(authtest.Marina)
			there := b.SignInAs(authtest.Marina)
			stranger := b.SignUp("carlos@b.co")
			got := b.Do(authtest.Request{Method: "POST", Path: "/logout" + c.query, Bearer: here.AccessToken})
			if got.Status != http.StatusNoContent || len(got.Raw) != 0 {
				t.Fatalf("got %d %s", got.Status, got.Raw)
			}
			for who, d := range map[string]struct {
				authtest.Device
				alive bool
			}{"here": {here, c.here}, "there": {there, c.there}, "stranger": {stranger, c.stranger}} {
				if alive := b.CheckSession(d.Device) == nil; alive != d.alive {
					t.Errorf("access token %s is alive: %v, want %v", who, alive, d.alive)
				}
				if alive := b.Me(d.Device).Status == http.StatusOK; alive != d.alive {
					t.Errorf("user %s is answered: %v, want %v", who, alive, d.alive)
				}
				if alive := b.TryRefresh(d.RefreshToken).Status == http.StatusOK; alive != d.alive {
					t.Errorf("refresh token %s is alive: %v, want %v", who, alive, d.alive)
				}
			}
		})
	}
}

func TestLogoutRefusals(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	b.Want(b.Do(authtest.Request{Method: "POST", Path: "/logout?scope=everyone", Bearer: d.AccessToken}), 400, "validation_failed")
	b.Want(b.Do(authtest.Request{Method: "POST", Path: "/logout"}), 401, "no_authorization")
}

func TestBearerRefusals(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	b.Want(b.Do(authtest.Request{Method: "GET", Path: "/user"}), 401, "no_authorization")
	b.Want(b.Do(authtest.Request{Method: "GET", Path: "/user", Bearer: d.AccessToken[:len(d.AccessToken)-2]}), 403, "bad_jwt")
	b.Want(b.Admin("GET", "/user", nil), 403, "bad_jwt")
	b.Clock.Advance(b.Config.AccessTokenTTL + 31e9)
	b.Want(b.Me(d), 403, "bad_jwt")
	b.Exec(`DELETE FROM auth.users`)
	b.Clock.Advance(-b.Config.AccessTokenTTL)
	b.Want(b.Me(d), 403, "user_not_found")
}

// TestMain checks that no goroutine outlives its test.
func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }
