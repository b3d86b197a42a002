package auth

import (
	"strings"
	"sync"
	"testing"
)

// TestAddressesDecideWhoseAnAccountIs checks that only a proved address gives access to an account,
// and that an attacker who created the account before loses access.
func TestAddressesDecideWhoseAnAccountIs(t *testing.T) {
	confirming := func(c *Config) { c.ConfirmEmail = true }
	t.Run("ProvedAddressLinks", func(t *testing.T) {
		o := setupOuter(t, confirming)
		o.signUpConfirmed(marina)
		d := o.signInAs(marina)
		o.comes("m-1", strings.ToUpper(marina), true)
		entered := o.enters("provider=keycloak")
		if got := o.me(entered); entered.User.ID != d.User.ID || len(got.body["identities"].([]any)) != 2 {
			t.Errorf("the user is %s", got.raw)
		}
		o.want(o.me(d), 200, "")
		o.signInAs(marina)
	})
	t.Run("UnprovedAddressTakesNothingOver", func(t *testing.T) {
		o := setupOuter(t)
		o.signUp(marina)
		o.comes("thief", marina, false)
		o.refused("provider=keycloak", "email_exists")
	})
	t.Run("UnprovedAddressLearnsNothing", func(t *testing.T) {
		o := setupOuter(t, confirming)
		o.signUpConfirmed(marina)
		o.comes("thief", marina, false)
		o.refused("provider=keycloak", "provider_email_needs_verification")
		if sent := o.mails.last(t); sent.kind != MailAddressTaken || sent.to != marina {
			t.Errorf("sent %v", sent)
		}
		o.comes("stranger", "carlos@b.co", false)
		o.refused("provider=keycloak", "provider_email_needs_verification")
		if identities := scalar[int](o.bundle, `SELECT count(*) FROM auth.identities WHERE provider_id = 'thief'`); identities != 0 {
			t.Error("the thief is tied to the account")
		}
	})
	t.Run("AMailProvesWhatTheProviderDoesNot", func(t *testing.T) {
		o := setupOuter(t, confirming)
		o.comes("m-1", marina, false)
		o.refused("provider=keycloak", "provider_email_needs_verification")
		o.refused("provider=keycloak", "provider_email_needs_verification")
		link := o.mails.last(t).link
		o.do(request{method: "GET", path: strings.TrimPrefix(link, publicURL+"/auth/v1")})
		o.enters("provider=keycloak")
	})
	t.Run("WhoLayInWaitIsPutOut", func(t *testing.T) {
		o := setupOuter(t, confirming)
		o.want(o.post("/signup", map[string]any{"email": marina, "password": password}), 200, "")
		o.comes("m-1", marina, true)
		entered := o.enters("provider=keycloak")
		o.want(o.tryPassword(marina, password, homeIP), 400, "invalid_credentials")
		got := o.me(entered)
		if app := got.body["app_metadata"].(map[string]any); len(got.body["identities"].([]any)) != 1 || app["provider"] != "keycloak" {
			t.Errorf("the user is %s", got.raw)
		}
	})
	t.Run("SoHeIsWhereAddressesAreBelieved", func(t *testing.T) {
		o := setupOuter(t)
		d := o.signUp(marina)
		o.comes("m-1", marina, true)
		entered := o.enters("provider=keycloak")
		o.want(o.tryPassword(marina, password, homeIP), 400, "invalid_credentials")
		o.want(o.me(d), 403, "session_not_found")
		// From then on the address is proved.
		o.comes("m-2", marina, true)
		if again := o.enters("provider=acme"); again.User.ID != d.User.ID {
			t.Errorf("another user: %s", again.User.ID)
		}
		o.want(o.me(entered), 200, "")
	})
	t.Run("ARecoveredAccountIsItsOwners", func(t *testing.T) {
		o := setupOuter(t)
		o.signUp(marina)
		o.want(o.post("/recover", map[string]any{"email": marina}), 200, "")
		recovering := o.device(o.post("/verify", map[string]any{"type": "recovery", "email": marina, "token": o.mails.last(t).code}))
		o.want(o.put(recovering, map[string]any{"password": "another-password-9"}), 200, "")
		o.comes("m-1", marina, true)
		o.enters("provider=keycloak")
		o.want(o.me(recovering), 200, "")
	})
	t.Run("NoAddress", func(t *testing.T) {
		o := setupOuter(t)
		o.issuer.Tell(map[string]any{"sub": "m-1"}, map[string]any{"sub": "m-1"})
		o.refused("provider=keycloak", "email_address_not_provided")
		if got := o.me(o.enters("provider=acme")); got.body["email"] != "" {
			t.Errorf("the user is %s", got.raw)
		}
	})
	t.Run("TheBannedStayOut", func(t *testing.T) {
		o := setupOuter(t)
		d := o.signUp(marina)
		o.want(o.admin("PUT", "/admin/users/"+d.User.ID.String(), map[string]any{"ban_duration": "24h"}), 200, "")
		o.comes("m-1", marina, true)
		o.refused("provider=keycloak", "user_banned")
	})
	t.Run("SignUpMayBeOff", func(t *testing.T) {
		o := setupOuter(t, func(c *Config) { c.DisableSignup = true })
		o.comes("m-1", marina, true)
		o.refused("provider=keycloak", "signup_disabled")
	})
}

// signUpConfirmed creates a user whose address was proved by mail.
func (b *bundle) signUpConfirmed(email string) {
	b.t.Helper()
	b.want(b.post("/signup", map[string]any{"email": email, "password": password}), 200, "")
	b.exec(`UPDATE auth.users SET email_confirmed_at = $2 WHERE email = $1`, email, b.clock.Now())
}

func TestInvitationsAreAcceptedAtAProvider(t *testing.T) {
	o := setupOuter(t, func(c *Config) { c.ConfirmEmail = true })
	o.want(o.post("/signup", map[string]any{"email": marina, "password": password}), 200, "")
	invited := o.admin("POST", "/admin/generate_link", map[string]any{"type": "invite", "email": marina})
	query := "provider=keycloak&invite_token=" + invited.body["hashed_token"].(string)
	o.comes("another", "carlos@b.co", true)
	o.refused(query, "validation_failed")
	o.comes("m-1", marina, false)
	if got := o.me(o.enters(query)); got.body["id"] != invited.body["id"] || got.body["email_confirmed_at"] == nil {
		t.Errorf("the user is %s", got.raw)
	}
	o.want(o.do(request{method: "GET", path: "/authorize?" + query}), 404, "invite_not_found")
}

// TestTwoTabsMakeOneUser checks that a person who returns twice concurrently becomes one user.
func TestTwoTabsMakeOneUser(t *testing.T) {
	o := setupOuter(t)
	o.comes("m-1", marina, true)
	var backs, cookies [4]string
	for i := range backs {
		page, cookie := o.leave([]string{"provider=keycloak", "provider=acme"}[i%2])
		backs[i], cookies[i] = o.agree(page), cookie
	}
	var all sync.WaitGroup
	for i := range backs {
		all.Go(func() {
			if location := o.arrive(backs[i], cookies[i]); !strings.Contains(location.Fragment, "access_token") {
				t.Errorf("led to %s", location)
			}
		})
	}
	all.Wait()
	if users := scalar[int](o.bundle, `SELECT count(*) FROM auth.users`); users != 1 {
		t.Errorf("%d users were made", users)
	}
}
