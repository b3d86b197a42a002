package auth

import (
	"net/http"
	"testing"

	"github.com/google/uuid"
)

// identities counts a user's identities.
func (o outer) identities(userID uuid.UUID) int {
	o.t.Helper()
	return scalar[int](o.bundle, `SELECT count(*) FROM auth.identities WHERE user_id = $1`, userID)
}

func (o outer) exchange(code, verifier, bearer string) reply {
	o.t.Helper()
	body := map[string]any{"auth_code": code, "code_verifier": verifier}
	return o.do(request{method: "POST", path: "/token?grant_type=pkce", body: body, bearer: bearer})
}

// TestAnIdentityIsTiedOnlyByWhoeverAsked lets Carlos request a link to his account and Marina open
// the provider's page, where she is signed in.
func TestAnIdentityIsTiedOnlyByWhoeverAsked(t *testing.T) {
	const quiet = "provider=keycloak&skip_http_redirect=true"
	begin := func(t *testing.T, query string) (o outer, carlosDevice device, page, cookie string) {
		t.Helper()
		o = setupOuter(t)
		carlosDevice = o.signUp(carlos)
		o.comes("m-1", marina, true)
		page, cookie = o.leave(query, carlosDevice.AccessToken)
		return o, carlosDevice, page, cookie
	}
	t.Run("AnotherBrowserTiesNothing", func(t *testing.T) {
		o, d, page, cookie := begin(t, quiet)
		location := o.arrive(o.agree(page), "")
		if location.Query().Get("error_code") != "bad_oauth_state" || o.identities(d.User.ID) != 1 || cookie == "" {
			t.Errorf("led to %s with %d identities", location, o.identities(d.User.ID))
		}
	})
	t.Run("WithoutTheVerifierNothingIsTied", func(t *testing.T) {
		o, d, page, _ := begin(t, quiet+pkceQuery())
		location := o.arrive(o.agree(page), "")
		code := location.Query().Get("code")
		if code == "" || o.identities(d.User.ID) != 1 {
			t.Fatalf("led to %s with %d identities", location, o.identities(d.User.ID))
		}
		if told := scalar[int](o.bundle, `SELECT count(*) FROM auth.flow_states f WHERE encode(f.provider_tokens, 'escape') LIKE '%marina%'`); told != 0 {
			t.Error("who was at the provider's page can be read")
		}
		o.want(o.exchange(code, "x"+pkceVerifier, ""), 400, "bad_code_verifier")
		o.want(o.exchange(code, pkceVerifier, ""), 404, "flow_state_not_found")
		if o.identities(d.User.ID) != 1 {
			t.Error("an identity is tied without the verifier")
		}
	})
	t.Run("TheVerifierTies", func(t *testing.T) {
		o, d, page, _ := begin(t, quiet+pkceQuery())
		code := o.arrive(o.agree(page), "").Query().Get("code")
		stranger := o.signUp("vale@b.co")
		o.want(o.exchange(code, pkceVerifier, stranger.AccessToken), 404, "flow_state_not_found")
		if got := o.exchange(code, pkceVerifier, d.AccessToken); o.device(got).User.ID != d.User.ID || o.identities(d.User.ID) != 2 || got.body["provider_token"] == nil {
			t.Errorf("got %s with %d identities", got.raw, o.identities(d.User.ID))
		}
	})
	t.Run("AnIdentityThatFoundItsOwnerMeanwhileStaysHis", func(t *testing.T) {
		o, d, page, _ := begin(t, quiet+pkceQuery())
		code := o.arrive(o.agree(page), "").Query().Get("code")
		owner := o.enters("provider=keycloak")
		o.want(o.exchange(code, pkceVerifier, ""), 422, "identity_already_exists")
		if o.identities(d.User.ID) != 1 || o.identities(owner.User.ID) != 1 {
			t.Error("the identity moved")
		}
		location := o.through(quiet+pkceQuery(), d.AccessToken)
		if location.Query().Get("error_code") != "identity_already_exists" {
			t.Errorf("led to %s", location)
		}
	})
	for name, query := range map[string]string{"AfterSigningOutACookieTiesNothing": quiet, "AfterSigningOutAVerifierTiesNothing": quiet + pkceQuery()} {
		t.Run(name, func(t *testing.T) {
			o, d, page, cookie := begin(t, query)
			o.want(o.do(request{method: "POST", path: "/logout", bearer: d.AccessToken}), 204, "")
			location := o.arrive(o.agree(page), cookie)
			if code := location.Query().Get("code"); code != "" {
				o.want(o.exchange(code, pkceVerifier, ""), 403, "session_not_found")
			} else if location.Query().Get("error_code") != "session_not_found" {
				t.Errorf("led to %s", location)
			}
			if o.identities(d.User.ID) != 1 {
				t.Error("a session that is over tied an identity")
			}
		})
	}
	t.Run("APageOfAnotherOriginNeedsPKCE", func(t *testing.T) {
		o := setupOuter(t)
		d := o.signUp(carlos)
		ask := func(query, origin string) reply {
			return o.do(request{method: "GET", path: "/user/identities/authorize?" + query, bearer: d.AccessToken, header: http.Header{"Origin": {origin}}})
		}
		o.want(ask(quiet, "https://app.example"), 400, "validation_failed")
		o.want(ask(quiet, "null"), 400, "validation_failed")
		o.want(ask(quiet+pkceQuery(), "https://app.example"), 200, "")
		o.want(ask(quiet, publicURL), 200, "")
	})
}
