package auth

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
)

func TestCodesOfAppsWorkOnceAndForTheirApp(t *testing.T) {
	h := setupHost(t)
	d := h.signUp(marina)
	a, other := h.register(nil), h.register(map[string]any{"client_name": "Outra"})
	refused := func(t *testing.T, a app, code string) {
		t.Helper()
		_, err := h.in(t).exchanges(a, code)
		if failed, ok := errors.AsType[*oauth2.RetrieveError](err); !ok || failed.ErrorCode != "invalid_grant" || failed.Response.StatusCode != http.StatusBadRequest {
			t.Errorf("the code gave %v", err)
		}
	}
	t.Run("TheSecondUseEndsWhatTheFirstGave", func(t *testing.T) {
		h := h.in(t)
		code := h.agrees(d, a)
		given, err := h.exchanges(a, code)
		if err != nil {
			t.Fatal(err)
		}
		h.want(h.me(device{AccessToken: given.AccessToken}), 200, "")
		refused(t, a, code)
		h.want(h.me(device{AccessToken: given.AccessToken}), 403, "session_not_found")
	})
	t.Run("AtOnceItGivesOneAtMost", func(t *testing.T) {
		h := h.in(t)
		code := h.agrees(d, a)
		var given atomic.Int64
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				if _, err := h.exchanges(a, code); err == nil {
					given.Add(1)
				}
			})
		}
		group.Wait()
		if given.Load() != 1 || scalar[int](h.bundle, `SELECT count(*) FROM auth.sessions WHERE oauth_client_id IS NOT NULL`) != 0 {
			t.Errorf("given %d times", given.Load())
		}
	})
	t.Run("NotForAnotherApp", func(t *testing.T) {
		h := h.in(t)
		code := h.agrees(d, a)
		thief := other
		thief.verifier = a.verifier
		refused(t, thief, code)
		if _, err := h.exchanges(a, code); err != nil {
			t.Errorf("another app spoiled it: %v", err)
		}
	})
	t.Run("NotWithoutItsVerifier", func(t *testing.T) {
		code := h.in(t).agrees(d, a)
		guess := a
		guess.verifier = oauth2.GenerateVerifier()
		refused(t, guess, code)
		refused(t, a, code)
	})
	t.Run("NotAtAnotherAddress", func(t *testing.T) {
		code := h.in(t).agrees(d, a)
		elsewhere := a
		elsewhere.RedirectURL = "https://evil.example/"
		refused(t, elsewhere, code)
	})
	t.Run("NotAfterTenMinutes", func(t *testing.T) {
		code := h.in(t).agrees(d, a)
		h.clock.advance(agreementTTL)
		refused(t, a, code)
	})
	t.Run("NotAfterItsUserSignedOutEverywhere", func(t *testing.T) {
		h := h.in(t)
		leaving := h.signInAs(marina)
		code := h.agrees(leaving, a)
		h.want(h.do(request{method: "POST", path: "/logout", bearer: leaving.AccessToken}), 204, "")
		refused(t, a, code)
	})
}

func TestAppsProveWhoTheyAre(t *testing.T) {
	h := setupHost(t)
	d := h.signUp(marina)
	basic := h.register(nil)
	posted := h.register(map[string]any{"token_endpoint_auth_method": "client_secret_post"})
	public := h.register(map[string]any{"token_endpoint_auth_method": "none", "redirect_uris": []string{"http://127.0.0.1:7777/volta"}})
	if public.ClientSecret != "" || scalar[int](h.bundle, `SELECT count(*) FROM auth.oauth_clients c WHERE c::text LIKE '%' || $1 || '%'`, basic.ClientSecret) != 0 {
		t.Error("a secret is where none should be")
	}
	for _, a := range []app{basic, posted, public} {
		h.enters(d, a)
	}
	code := h.agrees(d, basic)
	body := func(a app, changes ...string) url.Values {
		values := url.Values{"grant_type": {"authorization_code"}, "code": {code}, "code_verifier": {basic.verifier}, "client_id": {a.ClientID}}
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
	for _, got := range []reply{
		h.form("/oauth/token", body(basic)), h.form("/oauth/token", body(basic, "client_secret", basic.ClientSecret)), h.form("/oauth/token", body(posted, "client_secret", "wrong")),
		h.form("/oauth/token", body(basic), "Authorization", header(basic.ClientID, posted.ClientSecret)), h.form("/oauth/token", body(public, "client_secret", "any")),
		h.form("/oauth/token", url.Values{"grant_type": {"authorization_code"}, "code": {code}, "code_verifier": {basic.verifier}}), h.form("/oauth/token", body(app{}, "client_id", "00000000-0000-0000-0000-000000000000")),
		h.form("/oauth/token", body(basic), "Authorization", header("x", "y")),
	} {
		h.refused(got, 401, "invalid_client")
		if got.header.Get("WWW-Authenticate") == "" || strings.Contains(string(got.raw), basic.ClientSecret) {
			t.Errorf("got %v", got.header)
		}
	}
	h.refused(h.form("/oauth/token", body(basic, "client_secret", basic.ClientSecret), "Authorization", header(basic.ClientID, basic.ClientSecret)), 400, "invalid_request")
	h.refused(h.form("/oauth/token", body(posted, "client_secret", posted.ClientSecret)), 400, "invalid_grant")
	h.refused(h.form("/oauth/token", body(posted, "client_secret", posted.ClientSecret, "grant_type", "password")), 400, "unsupported_grant_type")
	h.refused(h.form("/oauth/token", body(posted, "client_secret", posted.ClientSecret, "grant_type", "")), 400, "invalid_request")
	h.refused(h.form("/oauth/token", body(posted, "client_secret", posted.ClientSecret, "code_verifier", "")), 400, "invalid_request")
	h.refused(h.do(request{method: "POST", path: "/oauth/token", body: "{", header: http.Header{"Content-Type": {"application/json"}}}), 400, "invalid_request")
	t.Run("AnotherSecretReplacesTheFirst", func(t *testing.T) {
		h := h.in(t)
		renewed := h.admin("POST", "/admin/oauth/clients/"+basic.ClientID+"/regenerate_secret", nil)
		if _, err := h.exchanges(basic, code); err == nil {
			t.Error("the old secret is good")
		}
		basic.ClientSecret = renewed.body["client_secret"].(string)
		if _, err := h.exchanges(basic, code); err != nil {
			t.Error(err)
		}
		h.want(h.admin("POST", "/admin/oauth/clients/"+public.ClientID+"/regenerate_secret", nil), 400, "validation_failed")
	})
}

func TestTokensOfAppsAreTheirsAlone(t *testing.T) {
	h := setupHost(t)
	d := h.signUp(marina)
	a, other := h.register(nil, "email"), h.register(nil)
	held := h.enters(d, a)
	refresh := func(a app, token string) string {
		given, err := a.TokenSource(h.library(), &oauth2.Token{RefreshToken: token}).Token()
		if err != nil {
			return ""
		}
		return given.RefreshToken
	}
	if refresh(other, held.RefreshToken) != "" || refresh(a, d.RefreshToken) != "" {
		t.Error("a token is of use to somebody else")
	}
	h.want(h.tryRefresh(held.RefreshToken), 400, "refresh_token_not_found")
	if refresh(a, refresh(a, held.RefreshToken)) == "" {
		t.Error("its own app cannot use it")
	}
	h.clock.advance(time.Minute)
	if refresh(a, held.RefreshToken) != "" {
		t.Error("a used token is taken")
	}
	h.want(h.me(held), 403, "session_not_found") // and ended all sessions
	single := h.register(map[string]any{"grant_types": []string{"authorization_code"}})
	if once := h.enters(d, single); once.RefreshToken != "" {
		t.Error("who may not refresh was given what refreshes")
	}
	h.device(h.tryRefresh(d.RefreshToken))
}
