package external_test

import (
	"strings"
	"sync"
	"testing"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
)

// TestAddressesDecideWhoseAnAccountIs checks that only a proved address gives access to an account,
// and that an attacker who created the account before loses access.
func TestAddressesDecideWhoseAnAccountIs(t *testing.T) {
	confirming := func(c *core.Config) { c.ConfirmEmail = true }
	t.Run("ProvedAddressLinks", func(t *testing.T) {
		o := authtest.SetupOuter(t, confirming)
		signUpConfirmed(o.Bundle, authtest.Marina)
		d := o.SignInAs(authtest.Marina)
		o.Comes("m-1", strings.ToUpper(authtest.Marina), true)
		entered := o.Enters("provider=keycloak")
		if got := o.Me(entered); entered.User.ID != d.User.ID || len(got.Body["identities"].([]any)) != 2 {
			t.Errorf("the user is %s", got.Raw)
		}
		o.Want(o.Me(d), 200, "")
		o.SignInAs(authtest.Marina)
	})
	t.Run("UnprovedAddressTakesNothingOver", func(t *testing.T) {
		o := authtest.SetupOuter(t)
		o.SignUp(authtest.Marina)
		o.Comes("thief", authtest.Marina, false)
		o.Refused("provider=keycloak", "email_exists")
	})
	t.Run("UnprovedAddressLearnsNothing", func(t *testing.T) {
		o := authtest.SetupOuter(t, confirming)
		signUpConfirmed(o.Bundle, authtest.Marina)
		o.Comes("thief", authtest.Marina, false)
		o.Refused("provider=keycloak", "provider_email_needs_verification")
		if sent := o.Mails.Last(t); sent.Kind != core.MailAddressTaken || sent.To != authtest.Marina {
			t.Errorf("sent %v", sent)
		}
		o.Comes("stranger", "carlos@b.co", false)
		o.Refused("provider=keycloak", "provider_email_needs_verification")
		if identities := authtest.Scalar[int](o.Bundle, `SELECT count(*) FROM auth.identities WHERE provider_id = 'thief'`); identities != 0 {
			t.Error("the thief is tied to the account")
		}
	})
	t.Run("AMailProvesWhatTheProviderDoesNot", func(t *testing.T) {
		o := authtest.SetupOuter(t, confirming)
		o.Comes("m-1", authtest.Marina, false)
		o.Refused("provider=keycloak", "provider_email_needs_verification")
		o.Refused("provider=keycloak", "provider_email_needs_verification")
		link := o.Mails.Last(t).Link
		o.Do(authtest.Request{Method: "GET", Path: strings.TrimPrefix(link, authtest.PublicURL+"/auth/v1")})
		o.Enters("provider=keycloak")
	})
	t.Run("WhoLayInWaitIsPutOut", func(t *testing.T) {
		o := authtest.SetupOuter(t, confirming)
		o.Want(o.Post("/signup", map[string]any{"email": authtest.Marina, "password": authtest.Password}), 200, "")
		o.Comes("m-1", authtest.Marina, true)
		entered := o.Enters("provider=keycloak")
		o.Want(o.TryPassword(authtest.Marina, authtest.Password, authtest.HomeIP), 400, "invalid_credentials")
		got := o.Me(entered)
		if app := got.Body["app_metadata"].(map[string]any); len(got.Body["identities"].([]any)) != 1 || app["provider"] != "keycloak" {
			t.Errorf("the user is %s", got.Raw)
		}
	})
	t.Run("SoHeIsWhereAddressesAreBelieved", func(t *testing.T) {
		o := authtest.SetupOuter(t)
		d := o.SignUp(authtest.Marina)
		o.Comes("m-1", authtest.Marina, true)
		entered := o.Enters("provider=keycloak")
		o.Want(o.TryPassword(authtest.Marina, authtest.Password, authtest.HomeIP), 400, "invalid_credentials")
		o.Want(o.Me(d), 403, "session_not_found")
		// From then on the address is proved.
		o.Comes("m-2", authtest.Marina, true)
		if again := o.Enters("provider=acme"); again.User.ID != d.User.ID {
			t.Errorf("another user: %s", again.User.ID)
		}
		o.Want(o.Me(entered), 200, "")
	})
	t.Run("ARecoveredAccountIsItsOwners", func(t *testing.T) {
		o := authtest.SetupOuter(t)
		o.SignUp(authtest.Marina)
		o.Want(o.Post("/recover", map[string]any{"email": authtest.Marina}), 200, "")
		recovering := o.Device(o.Post("/verify", map[string]any{"type": "recovery", "email": authtest.Marina, "token": o.Mails.Last(t).Code}))
		o.Want(o.Put(recovering, map[string]any{"password": "another-password-9"}), 200, "")
		o.Comes("m-1", authtest.Marina, true)
		o.Enters("provider=keycloak")
		o.Want(o.Me(recovering), 200, "")
	})
	t.Run("NoAddress", func(t *testing.T) {
		o := authtest.SetupOuter(t)
		o.Issuer.Tell(map[string]any{"sub": "m-1"}, map[string]any{"sub": "m-1"})
		o.Refused("provider=keycloak", "email_address_not_provided")
		if got := o.Me(o.Enters("provider=acme")); got.Body["email"] != "" {
			t.Errorf("the user is %s", got.Raw)
		}
	})
	t.Run("TheBannedStayOut", func(t *testing.T) {
		o := authtest.SetupOuter(t)
		d := o.SignUp(authtest.Marina)
		o.Want(o.Admin("PUT", "/admin/users/"+d.User.ID.String(), map[string]any{"ban_duration": "24h"}), 200, "")
		o.Comes("m-1", authtest.Marina, true)
		o.Refused("provider=keycloak", "user_banned")
	})
	t.Run("SignUpMayBeOff", func(t *testing.T) {
		o := authtest.SetupOuter(t, func(c *core.Config) { c.DisableSignup = true })
		o.Comes("m-1", authtest.Marina, true)
		o.Refused("provider=keycloak", "signup_disabled")
	})
}

// signUpConfirmed creates a user whose address was proved by mail.
func signUpConfirmed(b *authtest.Bundle, email string) {
	b.T.Helper()
	b.Want(b.Post("/signup", map[string]any{"email": email, "password": authtest.Password}), 200, "")
	b.Exec(`UPDATE auth.users SET email_confirmed_at = $2 WHERE email = $1`, email, b.Clock.Now())
}

func TestInvitationsAreAcceptedAtAProvider(t *testing.T) {
	o := authtest.SetupOuter(t, func(c *core.Config) { c.ConfirmEmail = true })
	o.Want(o.Post("/signup", map[string]any{"email": authtest.Marina, "password": authtest.Password}), 200, "")
	invited := o.Admin("POST", "/admin/generate_link", map[string]any{"type": "invite", "email": authtest.Marina})
	query := "provider=keycloak&invite_token=" + invited.Body["hashed_token"].(string)
	o.Comes("another", "carlos@b.co", true)
	o.Refused(query, "validation_failed")
	o.Comes("m-1", authtest.Marina, false)
	if got := o.Me(o.Enters(query)); got.Body["id"] != invited.Body["id"] || got.Body["email_confirmed_at"] == nil {
		t.Errorf("the user is %s", got.Raw)
	}
	o.Want(o.Do(authtest.Request{Method: "GET", Path: "/authorize?" + query}), 404, "invite_not_found")
}

// TestTwoTabsMakeOneUser checks that a person who returns twice concurrently becomes one user.
func TestTwoTabsMakeOneUser(t *testing.T) {
	o := authtest.SetupOuter(t)
	o.Comes("m-1", authtest.Marina, true)
	var backs, cookies [4]string
	for i := range backs {
		page, cookie := o.Leave([]string{"provider=keycloak", "provider=acme"}[i%2])
		backs[i], cookies[i] = o.Agree(page), cookie
	}
	var all sync.WaitGroup
	for i := range backs {
		all.Go(func() {
			if location := o.Arrive(backs[i], cookies[i]); !strings.Contains(location.Fragment, "access_token") {
				t.Errorf("led to %s", location)
			}
		})
	}
	all.Wait()
	if users := authtest.Scalar[int](o.Bundle, `SELECT count(*) FROM auth.users`); users != 1 {
		t.Errorf("%d users were made", users)
	}
}
