package oauth_test

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/oauth"
)

func TestCodesOfAppsWorkOnceAndForTheirApp(t *testing.T) {
	h := authtest.SetupHost(t)
	d := h.SignUp(authtest.Marina)
	a, other := h.Register(nil), h.Register(map[string]any{"client_name": "Outra"})
	refused := func(t *testing.T, a authtest.App, code string) {
		t.Helper()
		_, err := h.In(t).Exchanges(a, code)
		if failed, ok := errors.AsType[*oauth2.RetrieveError](err); !ok || failed.ErrorCode != "invalid_grant" || failed.Response.StatusCode != http.StatusBadRequest {
			t.Errorf("the code gave %v", err)
		}
	}
	t.Run("TheSecondUseEndsWhatTheFirstGave", func(t *testing.T) {
		h := h.In(t)
		code := h.Agrees(d, a)
		given, err := h.Exchanges(a, code)
		if err != nil {
			t.Fatal(err)
		}
		h.Want(h.Me(authtest.Device{AccessToken: given.AccessToken}), 200, "")
		refused(t, a, code)
		h.Want(h.Me(authtest.Device{AccessToken: given.AccessToken}), 403, "session_not_found")
	})
	t.Run("AtOnceItGivesOneAtMost", func(t *testing.T) {
		h := h.In(t)
		code := h.Agrees(d, a)
		var given atomic.Int64
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				if _, err := h.Exchanges(a, code); err == nil {
					given.Add(1)
				}
			})
		}
		group.Wait()
		if given.Load() != 1 || authtest.Scalar[int](h.Bundle, `SELECT count(*) FROM auth.sessions WHERE oauth_client_id IS NOT NULL`) != 0 {
			t.Errorf("given %d times", given.Load())
		}
	})
	t.Run("NotForAnotherApp", func(t *testing.T) {
		h := h.In(t)
		code := h.Agrees(d, a)
		thief := other
		thief.Verifier = a.Verifier
		refused(t, thief, code)
		if _, err := h.Exchanges(a, code); err != nil {
			t.Errorf("another app spoiled it: %v", err)
		}
	})
	t.Run("NotWithoutItsVerifier", func(t *testing.T) {
		code := h.In(t).Agrees(d, a)
		guess := a
		guess.Verifier = oauth2.GenerateVerifier()
		refused(t, guess, code)
		refused(t, a, code)
	})
	t.Run("NotAtAnotherAddress", func(t *testing.T) {
		code := h.In(t).Agrees(d, a)
		elsewhere := a
		elsewhere.RedirectURL = "https://evil.example/"
		refused(t, elsewhere, code)
	})
	t.Run("NotAfterTenMinutes", func(t *testing.T) {
		code := h.In(t).Agrees(d, a)
		h.Clock.Advance(oauth.AgreementTTL)
		refused(t, a, code)
	})
	t.Run("NotAfterItsUserSignedOutEverywhere", func(t *testing.T) {
		h := h.In(t)
		leaving := h.SignInAs(authtest.Marina)
		code := h.Agrees(leaving, a)
		h.Want(h.Do(authtest.Request{Method: "POST", Path: "/logout", Bearer: leaving.AccessToken}), 204, "")
		refused(t, a, code)
	})
}

func TestAppsProveWhoTheyAre(t *testing.T) {
	h := authtest.SetupHost(t)
	d := h.SignUp(authtest.Marina)
	basic := h.Register(nil)
	posted := h.Register(map[string]any{"token_endpoint_auth_method": "client_secret_post"})
	public := h.Register(map[string]any{"token_endpoint_auth_method": "none", "redirect_uris": []string{"http://127.0.0.1:7777/volta"}})
	if public.ClientSecret != "" || authtest.Scalar[int](h.Bundle, `SELECT count(*) FROM auth.oauth_clients c WHERE c::text LIKE '%' || $1 || '%'`, basic.ClientSecret) != 0 {
		t.Error("a secret is where none should be")
	}
	for _, a := range []authtest.App{basic, posted, public} {
		h.Enters(d, a)
	}
	code := h.Agrees(d, basic)
	body := func(a authtest.App, changes ...string) url.Values {
		values := url.Values{"grant_type": {"authorization_code"}, "code": {code}, "code_verifier": {basic.Verifier}, "client_id": {a.ClientID}}
		for i := 0; i < len(changes); i += 2 {
			values.Set(changes[i], changes[i+1])
		}
		return values
	}
	header := func(id, secret string) string {
		sent := http.Request{Header: http.Header{}}
		sent.SetBasicAuth(id, secret)
		return sent.Header.Get("Authorization")
	}
	for _, got := range []authtest.Reply{
		h.Form("/oauth/token", body(basic)), h.Form("/oauth/token", body(basic, "client_secret", basic.ClientSecret)), h.Form("/oauth/token", body(posted, "client_secret", "wrong")),
		h.Form("/oauth/token", body(basic), "Authorization", header(basic.ClientID, posted.ClientSecret)), h.Form("/oauth/token", body(public, "client_secret", "any")),
		h.Form("/oauth/token", url.Values{"grant_type": {"authorization_code"}, "code": {code}, "code_verifier": {basic.Verifier}}), h.Form("/oauth/token", body(authtest.App{}, "client_id", "00000000-0000-0000-0000-000000000000")),
		h.Form("/oauth/token", body(basic), "Authorization", header("x", "y")),
	} {
		h.Refused(got, 401, "invalid_client")
		if got.Header.Get("WWW-Authenticate") == "" || strings.Contains(string(got.Raw), basic.ClientSecret) {
			t.Errorf("got %v", got.Header)
		}
	}
	h.Refused(h.Form("/oauth/token", body(basic, "client_secret", basic.ClientSecret), "Authorization", header(basic.ClientID, basic.ClientSecret)), 400, "invalid_request")
	h.Refused(h.Form("/oauth/token", body(posted, "client_secret", posted.ClientSecret)), 400, "invalid_grant")
	h.Refused(h.Form("/oauth/token", body(posted, "client_secret", posted.ClientSecret, "grant_type", "password")), 400, "unsupported_grant_type")
	h.Refused(h.Form("/oauth/token", body(posted, "client_secret", posted.ClientSecret, "grant_type", "")), 400, "invalid_request")
	h.Refused(h.Form("/oauth/token", body(posted, "client_secret", posted.ClientSecret, "code_verifier", "")), 400, "invalid_request")
	h.Refused(h.Do(authtest.Request{Method: "POST", Path: "/oauth/token", Body: "{", Header: http.Header{"Content-Type": {"application/json"}}}), 400, "invalid_request")
	t.Run("AnotherSecretReplacesTheFirst", func(t *testing.T) {
		h := h.In(t)
		renewed := h.Admin("POST", "/admin/oauth/clients/"+basic.ClientID+"/regenerate_secret", nil)
		if _, err := h.Exchanges(basic, code); err == nil {
			t.Error("the old secret is good")
		}
		basic.ClientSecret = renewed.Body["client_secret"].(string)
		if _, err := h.Exchanges(basic, code); err != nil {
			t.Error(err)
		}
		h.Want(h.Admin("POST", "/admin/oauth/clients/"+public.ClientID+"/regenerate_secret", nil), 400, "validation_failed")
	})
}

func TestTokensOfAppsAreTheirsAlone(t *testing.T) {
	h := authtest.SetupHost(t)
	d := h.SignUp(authtest.Marina)
	a, other := h.Register(nil, "email"), h.Register(nil)
	held := h.Enters(d, a)
	refresh := func(a authtest.App, token string) string {
		given, err := a.TokenSource(h.Library(), &oauth2.Token{RefreshToken: token}).Token()
		if err != nil {
			return ""
		}
		return given.RefreshToken
	}
	if refresh(other, held.RefreshToken) != "" || refresh(a, d.RefreshToken) != "" {
		t.Error("a token is of use to somebody else")
	}
	h.Want(h.TryRefresh(held.RefreshToken), 400, "refresh_token_not_found")
	if refresh(a, refresh(a, held.RefreshToken)) == "" {
		t.Error("its own app cannot use it")
	}
	h.Clock.Advance(time.Minute)
	if refresh(a, held.RefreshToken) != "" {
		t.Error("a used token is taken")
	}
	h.Want(h.Me(held), 403, "session_not_found") // and ended all sessions
	single := h.Register(map[string]any{"grant_types": []string{"authorization_code"}})
	if once := h.Enters(d, single); once.RefreshToken != "" {
		t.Error("an app without the right to refresh got a refresh token")
	}
	h.Device(h.TryRefresh(d.RefreshToken))
}
