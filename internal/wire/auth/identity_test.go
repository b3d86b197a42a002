package auth

import (
	"net/http"
	"strings"
	"sync"
	"testing"
)

const carlos = "carlos@b.co"

// identityOf returns the id of a user's identity at a provider.
func (o outer) identityOf(d device, provider string) string {
	o.t.Helper()
	return scalar[string](o.bundle, `SELECT id::text FROM auth.identities WHERE user_id = $1 AND provider = $2`, d.User.ID, provider)
}

func (o outer) loose(d device, identity string) reply {
	o.t.Helper()
	return o.do(request{method: "DELETE", path: "/user/identities/" + identity, bearer: d.AccessToken})
}

func TestASignedInUserTiesAnotherIdentity(t *testing.T) {
	o := setupOuter(t)
	d := o.signUp(marina)
	o.comes("m-1", carlos, true)
	o.enters("provider=keycloak&skip_http_redirect=true", d.AccessToken)
	got := o.me(d)
	app := got.body["app_metadata"].(map[string]any)
	if len(got.body["identities"].([]any)) != 2 || got.body["email"] != marina || app["provider"] != "email" || len(app["providers"].([]any)) != 2 {
		t.Errorf("the user is %s", got.raw)
	}
	if again := o.enters("provider=keycloak"); again.User.ID != d.User.ID {
		t.Error("the tied identity leads to another user")
	}
	if location := o.through("provider=keycloak", d.AccessToken); location.Query().Get("error_code") != "identity_already_exists" {
		t.Errorf("led to %s", location)
	}
	other := o.signUp("vale@b.co")
	if location := o.through("provider=keycloak", other.AccessToken); location.Query().Get("error_code") != "identity_already_exists" {
		t.Errorf("another's identity led to %s", location)
	}
}

func TestAnAnonymousUserBecomesPermanentByAnIdentity(t *testing.T) {
	o := setupOuter(t, func(c *Config) { c.AllowAnonymous = true })
	d := o.device(o.post("/signup", map[string]any{}))
	o.comes("m-1", marina, true)
	o.enters("provider=keycloak", d.AccessToken)
	if got := o.me(d); got.body["is_anonymous"] != false || got.body["email"] != marina || got.body["email_confirmed_at"] == nil {
		t.Errorf("the user is %s", got.raw)
	}
}

func TestTyingAsksForAProofNotLongAgo(t *testing.T) {
	o := setupOuter(t)
	d := o.signUp(marina)
	o.clock.advance(freshFor + 1e9)
	o.want(o.do(request{method: "GET", path: "/user/identities/authorize?provider=keycloak", bearer: d.AccessToken}), 400, "reauthentication_needed")
	o.want(o.loose(d, o.identityOf(d, "email")), 422, "single_identity_not_deletable")
	o.want(o.do(request{method: "GET", path: "/user/identities/authorize?provider=keycloak"}), 401, "no_authorization")
}

func TestAnIdentityIsLoosed(t *testing.T) {
	o := setupOuter(t)
	d := o.signUp(marina)
	o.comes("m-1", carlos, true)
	o.enters("provider=keycloak", d.AccessToken)
	other := o.signUp("vale@b.co")
	o.want(o.loose(other, o.identityOf(d, "email")), 422, "single_identity_not_deletable")
	o.comes("v-1", "vale@b.co", true)
	o.enters("provider=acme", other.AccessToken)
	o.want(o.loose(other, o.identityOf(d, "email")), 404, "identity_not_found")

	o.want(o.loose(d, o.identityOf(d, "email")), http.StatusOK, "")
	got := o.me(d)
	if app := got.body["app_metadata"].(map[string]any); got.body["email"] != carlos || app["provider"] != "keycloak" || len(app["providers"].([]any)) != 1 {
		t.Errorf("the user is %s", got.raw)
	}
	for _, address := range []string{marina, carlos} {
		o.want(o.tryPassword(address, password, homeIP), 400, "invalid_credentials")
	}
	o.want(o.loose(d, o.identityOf(d, "keycloak")), 422, "single_identity_not_deletable")
}

func TestAnAddressThatIsTakenKeepsItsIdentity(t *testing.T) {
	o := setupOuter(t)
	d := o.signUp(marina)
	o.comes("m-1", carlos, true)
	o.enters("provider=keycloak", d.AccessToken)
	o.signUp(carlos)
	o.want(o.loose(d, o.identityOf(d, "email")), 422, "email_conflict_identity_not_deletable")
	if got := o.me(d); got.body["email"] != marina || len(got.body["identities"].([]any)) != 2 {
		t.Errorf("the user is %s", got.raw)
	}
	o.signInAs(marina)
}

// TestOfTheLastTwoIdentitiesOneStays removes both concurrently.
func TestOfTheLastTwoIdentitiesOneStays(t *testing.T) {
	o := setupOuter(t)
	d := o.signUp(marina)
	o.comes("m-1", marina, true)
	o.enters("provider=keycloak", d.AccessToken)
	var all sync.WaitGroup
	for _, provider := range []string{"email", "keycloak"} {
		id := o.identityOf(d, provider)
		all.Go(func() { o.loose(d, id) })
	}
	all.Wait()
	if left := scalar[int](o.bundle, `SELECT count(*) FROM auth.identities WHERE user_id = $1`, d.User.ID); left != 1 {
		t.Errorf("%d identities are left", left)
	}
}

func TestFederationIsReadStrictly(t *testing.T) {
	t.Parallel()
	const google = `"google":{"client_id":"x"}`
	for document, usable := range map[string]bool{
		`{"providers":{` + google + `},"manual_linking":true}`: true,
		`{}`: true, ``: false, `{} {}`: false, `{"provider":{}}`: false,
		`{"providers":{"google":{}}}`:                                                                                false,
		`{"providers":{"acme":{"client_id":"x"}}}`:                                                                   false,
		`{"providers":{"ACME":{"client_id":"x","issuer":"https://a.example"}}}`:                                      false,
		`{"providers":{"acme":{"client_id":"x","issuer":"https://u:p@a.example"}}}`:                                  false,
		`{"providers":{"acme":{"client_id":"x","issuer":"file:///etc/passwd"}}}`:                                     false,
		`{"providers":{"google":{"client_id":"x","authorization_params":{"state":"y"}}}}`:                            false,
		`{"providers":{"google":{"client_id":"x","attribute_mapping":{"role":"y"}}}}`:                                false,
		`{"providers":{"acme":{"client_id":"x","issuer":"https://a.example","scopes":["a"],"email_optional":true}}}`: true,
		strings.Repeat(" ", federationMax+1):                                                                         false,
	} {
		if _, err := ReadFederation([]byte(document)); (err == nil) != usable {
			t.Errorf("%.120s: %v", document, err)
		}
	}
}
