package external_test

import (
	"net/http"
	"sync"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/session"
)

// identityOf returns the id of a user's identity at a provider.
func identityOf(o authtest.Outer, d authtest.Device, provider string) string {
	o.T.Helper()
	return authtest.Scalar[string](o.Bundle, `SELECT id::text FROM auth.identities WHERE user_id = $1 AND provider = $2`, d.User.ID, provider)
}

func loose(o authtest.Outer, d authtest.Device, identity string) authtest.Reply {
	o.T.Helper()
	return o.Do(authtest.Request{Method: "DELETE", Path: "/user/identities/" + identity, Bearer: d.AccessToken})
}

func TestASignedInUserTiesAnotherIdentity(t *testing.T) {
	o := authtest.SetupOuter(t)
	d := o.SignUp(authtest.Marina)
	o.Comes("m-1", authtest.Carlos, true)
	o.Enters("provider=keycloak&skip_http_redirect=true", d.AccessToken)
	got := o.Me(d)
	app := got.Body["app_metadata"].(map[string]any)
	if len(got.Body["identities"].([]any)) != 2 || got.Body["email"] != authtest.Marina || app["provider"] != "email" || len(app["providers"].([]any)) != 2 {
		t.Errorf("the user is %s", got.Raw)
	}
	if again := o.Enters("provider=keycloak"); again.User.ID != d.User.ID {
		t.Error("the tied identity leads to another user")
	}
	if location := o.Through("provider=keycloak", d.AccessToken); location.Query().Get("error_code") != "identity_already_exists" {
		t.Errorf("led to %s", location)
	}
	other := o.SignUp("vale@b.co")
	if location := o.Through("provider=keycloak", other.AccessToken); location.Query().Get("error_code") != "identity_already_exists" {
		t.Errorf("another's identity led to %s", location)
	}
}

func TestAnAnonymousUserBecomesPermanentByAnIdentity(t *testing.T) {
	o := authtest.SetupOuter(t, func(c *core.Config) { c.AllowAnonymous = true })
	d := o.Device(o.Post("/signup", map[string]any{}))
	o.Comes("m-1", authtest.Marina, true)
	o.Enters("provider=keycloak", d.AccessToken)
	if got := o.Me(d); got.Body["is_anonymous"] != false || got.Body["email"] != authtest.Marina || got.Body["email_confirmed_at"] == nil {
		t.Errorf("the user is %s", got.Raw)
	}
}

func TestTyingAsksForAProofNotLongAgo(t *testing.T) {
	o := authtest.SetupOuter(t)
	d := o.SignUp(authtest.Marina)
	o.Clock.Advance(session.FreshFor + 1e9)
	o.Want(o.Do(authtest.Request{Method: "GET", Path: "/user/identities/authorize?provider=keycloak", Bearer: d.AccessToken}), 400, "reauthentication_needed")
	o.Want(loose(o, d, identityOf(o, d, "email")), 422, "single_identity_not_deletable")
	o.Want(o.Do(authtest.Request{Method: "GET", Path: "/user/identities/authorize?provider=keycloak"}), 401, "no_authorization")
}

func TestAnIdentityIsLoosed(t *testing.T) {
	o := authtest.SetupOuter(t)
	d := o.SignUp(authtest.Marina)
	o.Comes("m-1", authtest.Carlos, true)
	o.Enters("provider=keycloak", d.AccessToken)
	other := o.SignUp("vale@b.co")
	o.Want(loose(o, other, identityOf(o, d, "email")), 422, "single_identity_not_deletable")
	o.Comes("v-1", "vale@b.co", true)
	o.Enters("provider=acme", other.AccessToken)
	o.Want(loose(o, other, identityOf(o, d, "email")), 404, "identity_not_found")

	o.Want(loose(o, d, identityOf(o, d, "email")), http.StatusOK, "")
	got := o.Me(d)
	if app := got.Body["app_metadata"].(map[string]any); got.Body["email"] != authtest.Carlos || app["provider"] != "keycloak" || len(app["providers"].([]any)) != 1 {
		t.Errorf("the user is %s", got.Raw)
	}
	for _, address := range []string{authtest.Marina, authtest.Carlos} {
		o.Want(o.TryPassword(address, authtest.Password, authtest.HomeIP), 400, "invalid_credentials")
	}
	o.Want(loose(o, d, identityOf(o, d, "keycloak")), 422, "single_identity_not_deletable")
}

func TestAnAddressThatIsTakenKeepsItsIdentity(t *testing.T) {
	o := authtest.SetupOuter(t)
	d := o.SignUp(authtest.Marina)
	o.Comes("m-1", authtest.Carlos, true)
	o.Enters("provider=keycloak", d.AccessToken)
	o.SignUp(authtest.Carlos)
	o.Want(loose(o, d, identityOf(o, d, "email")), 422, "email_conflict_identity_not_deletable")
	if got := o.Me(d); got.Body["email"] != authtest.Marina || len(got.Body["identities"].([]any)) != 2 {
		t.Errorf("the user is %s", got.Raw)
	}
	o.SignInAs(authtest.Marina)
}

// TestOfTheLastTwoIdentitiesOneStays removes both concurrently.
func TestOfTheLastTwoIdentitiesOneStays(t *testing.T) {
	o := authtest.SetupOuter(t)
	d := o.SignUp(authtest.Marina)
	o.Comes("m-1", authtest.Marina, true)
	o.Enters("provider=keycloak", d.AccessToken)
	var all sync.WaitGroup
	for _, provider := range []string{"email", "keycloak"} {
		id := identityOf(o, d, provider)
		all.Go(func() { loose(o, d, id) })
	}
	all.Wait()
	if left := authtest.Scalar[int](o.Bundle, `SELECT count(*) FROM auth.identities WHERE user_id = $1`, d.User.ID); left != 1 {
		t.Errorf("%d identities are left", left)
	}
}

// identities counts a user's identities.
func identities(o authtest.Outer, userID uuid.UUID) int {
	o.T.Helper()
	return authtest.Scalar[int](o.Bundle, `SELECT count(*) FROM auth.identities WHERE user_id = $1`, userID)
}

func exchange(o authtest.Outer, code, verifier, bearer string) authtest.Reply {
	o.T.Helper()
	body := map[string]any{"auth_code": code, "code_verifier": verifier}
	return o.Do(authtest.Request{Method: "POST", Path: "/token?grant_type=pkce", Body: body, Bearer: bearer})
}

// TestAnIdentityIsTiedOnlyByWhoeverAsked starts linking an identity to Carlos's account, and lets Marina
// open the provider's page, where she is signed in.
func TestAnIdentityIsTiedOnlyByWhoeverAsked(t *testing.T) {
	const quiet = "provider=keycloak&skip_http_redirect=true"
	begin := func(t *testing.T, query string) (o authtest.Outer, carlosDevice authtest.Device, page, cookie string) {
		t.Helper()
		o = authtest.SetupOuter(t)
		carlosDevice = o.SignUp(authtest.Carlos)
		o.Comes("m-1", authtest.Marina, true)
		page, cookie = o.Leave(query, carlosDevice.AccessToken)
		return o, carlosDevice, page, cookie
	}
	t.Run("AnotherBrowserTiesNothing", func(t *testing.T) {
		o, d, page, cookie := begin(t, quiet)
		location := o.Arrive(o.Agree(page), "")
		if location.Query().Get("error_code") != "bad_oauth_state" || identities(o, d.User.ID) != 1 || cookie == "" {
			t.Errorf("led to %s with %d identities", location, identities(o, d.User.ID))
		}
	})
	t.Run("WithoutTheVerifierNothingIsTied", func(t *testing.T) {
		o, d, page, _ := begin(t, quiet+authtest.PKCEQuery())
		location := o.Arrive(o.Agree(page), "")
		code := location.Query().Get("code")
		if code == "" || identities(o, d.User.ID) != 1 {
			t.Fatalf("led to %s with %d identities", location, identities(o, d.User.ID))
		}
		if told := authtest.Scalar[int](o.Bundle, `SELECT count(*) FROM auth.flow_states f WHERE encode(f.provider_tokens, 'escape') LIKE '%marina%'`); told != 0 {
			t.Error("who was at the provider's page can be read")
		}
		o.Want(exchange(o, code, "x"+authtest.PKCEVerifier, ""), 400, "bad_code_verifier")
		o.Want(exchange(o, code, authtest.PKCEVerifier, ""), 404, "flow_state_not_found")
		if identities(o, d.User.ID) != 1 {
			t.Error("an identity is tied without the verifier")
		}
	})
	t.Run("TheVerifierTies", func(t *testing.T) {
		o, d, page, _ := begin(t, quiet+authtest.PKCEQuery())
		code := o.Arrive(o.Agree(page), "").Query().Get("code")
		stranger := o.SignUp("vale@b.co")
		o.Want(exchange(o, code, authtest.PKCEVerifier, stranger.AccessToken), 404, "flow_state_not_found")
		if got := exchange(o, code, authtest.PKCEVerifier, d.AccessToken); o.Device(got).User.ID != d.User.ID || identities(o, d.User.ID) != 2 || got.Body["provider_token"] == nil {
			t.Errorf("got %s with %d identities", got.Raw, identities(o, d.User.ID))
		}
	})
	t.Run("AnIdentityThatFoundItsOwnerMeanwhileStaysHis", func(t *testing.T) {
		o, d, page, _ := begin(t, quiet+authtest.PKCEQuery())
		code := o.Arrive(o.Agree(page), "").Query().Get("code")
		owner := o.Enters("provider=keycloak")
		o.Want(exchange(o, code, authtest.PKCEVerifier, ""), 422, "identity_already_exists")
		if identities(o, d.User.ID) != 1 || identities(o, owner.User.ID) != 1 {
			t.Error("the identity moved")
		}
		location := o.Through(quiet+authtest.PKCEQuery(), d.AccessToken)
		if location.Query().Get("error_code") != "identity_already_exists" {
			t.Errorf("led to %s", location)
		}
	})
	for name, query := range map[string]string{"AfterSigningOutACookieTiesNothing": quiet, "AfterSigningOutAVerifierTiesNothing": quiet + authtest.PKCEQuery()} {
		t.Run(name, func(t *testing.T) {
			o, d, page, cookie := begin(t, query)
			o.Want(o.Do(authtest.Request{Method: "POST", Path: "/logout", Bearer: d.AccessToken}), 204, "")
			location := o.Arrive(o.Agree(page), cookie)
			if code := location.Query().Get("code"); code != "" {
				o.Want(exchange(o, code, authtest.PKCEVerifier, ""), 403, "session_not_found")
			} else if location.Query().Get("error_code") != "session_not_found" {
				t.Errorf("led to %s", location)
			}
			if identities(o, d.User.ID) != 1 {
				t.Error("a session that is over tied an identity")
			}
		})
	}
	t.Run("APageOfAnotherOriginNeedsPKCE", func(t *testing.T) {
		o := authtest.SetupOuter(t)
		d := o.SignUp(authtest.Carlos)
		ask := func(query, origin string) authtest.Reply {
			return o.Do(authtest.Request{Method: "GET", Path: "/user/identities/authorize?" + query, Bearer: d.AccessToken, Header: http.Header{"Origin": {origin}}})
		}
		o.Want(ask(quiet, "https://app.example"), 400, "validation_failed")
		o.Want(ask(quiet, "null"), 400, "validation_failed")
		o.Want(ask(quiet+authtest.PKCEQuery(), "https://app.example"), 200, "")
		o.Want(ask(quiet, authtest.PublicURL), 200, "")
	})
}
