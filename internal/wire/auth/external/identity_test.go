package external_test

import (
	"net/http"
	"sync"
	"testing"

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
