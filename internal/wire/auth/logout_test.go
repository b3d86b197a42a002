package auth

import (
	"net/http"
	"testing"
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
			b := setup(t)
			here := b.signUp(marina)
			there := b.signInAs(marina)
			stranger := b.signUp("carlos@b.co")
			got := b.do(request{method: "POST", path: "/logout" + c.query, bearer: here.AccessToken})
			if got.status != http.StatusNoContent || len(got.raw) != 0 {
				t.Fatalf("got %d %s", got.status, got.raw)
			}
			for who, d := range map[string]struct {
				device
				alive bool
			}{"here": {here, c.here}, "there": {there, c.there}, "stranger": {stranger, c.stranger}} {
				if alive := b.checkSession(d.device) == nil; alive != d.alive {
					t.Errorf("access token %s is alive: %v, want %v", who, alive, d.alive)
				}
				if alive := b.me(d.device).status == http.StatusOK; alive != d.alive {
					t.Errorf("user %s is answered: %v, want %v", who, alive, d.alive)
				}
				if alive := b.tryRefresh(d.RefreshToken).status == http.StatusOK; alive != d.alive {
					t.Errorf("refresh token %s is alive: %v, want %v", who, alive, d.alive)
				}
			}
		})
	}
}

func TestLogoutRefusals(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	b.want(b.do(request{method: "POST", path: "/logout?scope=everyone", bearer: d.AccessToken}), 400, "validation_failed")
	b.want(b.do(request{method: "POST", path: "/logout"}), 401, "no_authorization")
}

func TestBearerRefusals(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	b.want(b.do(request{method: "GET", path: "/user"}), 401, "no_authorization")
	b.want(b.do(request{method: "GET", path: "/user", bearer: d.AccessToken[:len(d.AccessToken)-2]}), 403, "bad_jwt")
	b.want(b.admin("GET", "/user", nil), 403, "bad_jwt")
	b.clock.advance(b.cfg.AccessTokenTTL + 31e9)
	b.want(b.me(d), 403, "bad_jwt")
	b.exec(`DELETE FROM auth.users`)
	b.clock.advance(-b.cfg.AccessTokenTTL)
	b.want(b.me(d), 403, "user_not_found")
}
