package external_test

import (
	"net/http"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/wire/auth/authtest"
)

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
