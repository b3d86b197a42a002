package oauth_test

import (
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/oauth2"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/oauth"
)

func TestRequestsForAgreementAreReadStrictly(t *testing.T) {
	h := authtest.SetupHost(t)
	a := h.Register(nil)
	good, err := url.Parse(a.AuthCodeURL("a state", oauth2.S256ChallengeOption(a.Verifier)))
	if err != nil {
		t.Fatal(err)
	}
	with := func(changes map[string]string) string {
		query := good.Query()
		for name, value := range changes {
			query.Set(name, value)
			if value == "" {
				query.Del(name)
			}
		}
		return "/oauth/authorize?" + query.Encode()
	}
	// A browser must not be redirected to an address that the client did not register.
	for _, changes := range []map[string]string{
		{"client_id": ""}, {"client_id": "x"}, {"client_id": "00000000-0000-0000-0000-000000000000"}, {"redirect_uri": ""},
		{"redirect_uri": authtest.AppURL + "&x=1"}, {"redirect_uri": "https://app.example/volta"}, {"redirect_uri": strings.ToUpper(authtest.AppURL)}, {"redirect_uri": "https://app.example.evil.example/volta?loja=1"},
		{"redirect_uri": "https://app.example/volta/../volta?loja=1"}, {"redirect_uri": "https://app.example@evil.example/volta?loja=1"}, {"state": strings.Repeat("s", oauth.AskedMax)},
	} {
		h.Refused(h.Do(authtest.Request{Method: "GET", Path: with(changes)}), 400, "invalid_request")
	}
	h.Refused(h.Do(authtest.Request{Method: "GET", Path: with(nil) + "&redirect_uri=https://evil.example/"}), 400, "invalid_request")
	for word, changes := range map[string]map[string]string{
		"unsupported_response_type": {"response_type": "token"}, "invalid_scope": {"scope": "openid admin"}, "interaction_required": {"prompt": "none"}, "request_not_supported": {"request_uri": "https://x"},
		"invalid_request": {"code_challenge_method": "plain"},
	} {
		location := h.Sent(with(changes))
		if !strings.HasPrefix(location.String(), authtest.AppURL+"&") || location.Query().Get("error") != word || location.Query().Get("state") != "a state" || location.Query().Get("iss") != h.Address {
			t.Errorf("%s: led to %s", word, location)
		}
	}
	for _, changes := range []map[string]string{{"code_challenge": ""}, {"code_challenge": "short"}, {"code_challenge_method": ""}, {"response_mode": "fragment"}, {"nonce": strings.Repeat("n", 1025)}} {
		if location := h.Sent(with(changes)); location.Query().Get("error") != "invalid_request" {
			t.Errorf("%v: led to %s", changes, location)
		}
	}
	if left := authtest.Scalar[int](h.Bundle, `SELECT count(*) FROM auth.oauth_authorizations`); left != 0 {
		t.Errorf("%d refused requests are kept", left)
	}
}

func TestAnAgreementIsItsReadersAlone(t *testing.T) {
	h := authtest.SetupHost(t)
	d, other := h.SignUp(authtest.Marina), h.SignUp("carlos@valedobrasil.com.br")
	a := h.Register(nil)
	number := h.Asks(a)
	h.Want(h.Answers(d, number, "approve"), 404, "oauth_authorization_not_found") // nobody has been shown it
	h.Want(h.Read(d, number), 200, "")
	for _, got := range []authtest.Reply{h.Read(other, number), h.Answers(other, number, "approve"), h.Answers(other, number, "deny"), h.Read(d, "another"), h.Answers(d, "another", "approve")} {
		h.Want(got, 404, "oauth_authorization_not_found")
	}
	h.Want(h.Answers(d, number, "maybe"), 400, "validation_failed")
	h.Want(h.Answers(authtest.Device{}, number, "approve"), 401, "no_authorization")
	denied := h.Answers(d, number, "deny")
	if location, err := url.Parse(denied.Body["redirect_url"].(string)); err != nil || location.Query().Get("error") != "access_denied" || location.Query().Get("state") != "a state" {
		t.Errorf("got %s", denied.Raw)
	}
	h.Want(h.Answers(d, number, "approve"), 400, "validation_failed")
	t.Run("ForTenMinutes", func(t *testing.T) {
		h := h.In(t)
		number := h.Asks(a)
		h.Want(h.Read(d, number), 200, "")
		h.Clock.Advance(oauth.AgreementTTL)
		h.Want(h.Answers(d, number, "approve"), 404, "oauth_authorization_not_found")
	})
	t.Run("WhileItsAddressIsRegistered", func(t *testing.T) {
		h := h.In(t)
		number := h.Asks(a)
		h.Want(h.Read(d, number), 200, "")
		h.Want(h.Admin("PUT", "/admin/oauth/clients/"+a.ClientID, map[string]any{"redirect_uris": []string{"https://app.example/nova"}}), 200, "")
		h.Want(h.Answers(d, number, "approve"), 404, "oauth_authorization_not_found")
		h.Want(h.Admin("PUT", "/admin/oauth/clients/"+a.ClientID, map[string]any{"redirect_uris": []string{authtest.AppURL}}), 200, "")
	})
	t.Run("OnceAtATime", func(t *testing.T) {
		h := h.In(t)
		number := h.Asks(a)
		h.Want(h.Read(d, number), 200, "")
		var codes atomic.Int64
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				if h.Answers(d, number, "approve").Body["redirect_url"] != nil {
					codes.Add(1)
				}
			})
		}
		group.Wait()
		if codes.Load() != 1 {
			t.Errorf("one request gave %d codes", codes.Load())
		}
	})
}

func TestAGrantIsRememberedUntilItIsRevoked(t *testing.T) {
	h := authtest.SetupHost(t)
	d := h.SignUp(authtest.Marina)
	a := h.Register(nil, "email")
	held, again := h.Enters(d, a), h.Asks(a)
	if got := h.Read(d, again); got.Body["redirect_url"] == nil {
		t.Errorf("asked again: %s", got.Raw)
	}
	wider := a
	wider.Scopes = []string{"email", "phone"}
	if got := h.Read(d, h.Asks(wider)); got.Body["authorization_id"] == nil {
		t.Errorf("more was given unasked: %s", got.Raw)
	}
	device := h.Register(map[string]any{"token_endpoint_auth_method": "none", "redirect_uris": []string{"http://localhost:7777/"}}, "email")
	h.Enters(d, device)
	if got := h.Read(d, h.Asks(device)); got.Body["authorization_id"] == nil {
		t.Errorf("a program on the device gets a code without consent: %s", got.Raw)
	}
	code := h.Agrees(d, a)
	grants := func() string {
		return string(h.Do(authtest.Request{Method: "GET", Path: "/user/oauth/grants", Bearer: d.AccessToken}).Raw)
	}
	if !strings.Contains(grants(), a.ClientID) || !strings.Contains(grants(), `"scopes":["email"]`) {
		t.Errorf("listed %s", grants())
	}
	revoke := func(id string) authtest.Reply {
		return h.Do(authtest.Request{Method: "DELETE", Path: "/user/oauth/grants?client_id=" + id, Bearer: d.AccessToken})
	}
	h.Want(revoke("x"), 400, "validation_failed")
	h.Want(revoke(a.ClientID), 204, "")
	h.Want(revoke(a.ClientID), 404, "oauth_consent_not_found")
	h.Want(h.Me(held), 403, "session_not_found")
	if _, err := h.Exchanges(a, code); err == nil {
		t.Error("a code outlives what it was given for")
	}
	if got := h.Read(d, h.Asks(a)); got.Body["authorization_id"] == nil || strings.Contains(grants(), a.ClientID) {
		t.Errorf("revoked, and given: %s", got.Raw)
	}
}
