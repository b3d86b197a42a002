package auth

import (
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/oauth2"
)

func TestRequestsForAgreementAreReadStrictly(t *testing.T) {
	h := setupHost(t)
	a := h.register(nil)
	good, err := url.Parse(a.AuthCodeURL("a state", oauth2.S256ChallengeOption(a.verifier)))
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
		{"redirect_uri": appURL + "&x=1"}, {"redirect_uri": "https://app.example/volta"}, {"redirect_uri": strings.ToUpper(appURL)}, {"redirect_uri": "https://app.example.evil.example/volta?loja=1"},
		{"redirect_uri": "https://app.example/volta/../volta?loja=1"}, {"redirect_uri": "https://app.example@evil.example/volta?loja=1"}, {"state": strings.Repeat("s", askedMax)},
	} {
		h.refused(h.do(request{method: "GET", path: with(changes)}), 400, "invalid_request")
	}
	h.refused(h.do(request{method: "GET", path: with(nil) + "&redirect_uri=https://evil.example/"}), 400, "invalid_request")
	for word, changes := range map[string]map[string]string{
		"unsupported_response_type": {"response_type": "token"}, "invalid_scope": {"scope": "openid admin"}, "interaction_required": {"prompt": "none"}, "request_not_supported": {"request_uri": "https://x"},
		"invalid_request": {"code_challenge_method": "plain"},
	} {
		location := h.sent(with(changes))
		if !strings.HasPrefix(location.String(), appURL+"&") || location.Query().Get("error") != word || location.Query().Get("state") != "a state" || location.Query().Get("iss") != h.address {
			t.Errorf("%s: led to %s", word, location)
		}
	}
	for _, changes := range []map[string]string{{"code_challenge": ""}, {"code_challenge": "short"}, {"code_challenge_method": ""}, {"response_mode": "fragment"}, {"nonce": strings.Repeat("n", 1025)}} {
		if location := h.sent(with(changes)); location.Query().Get("error") != "invalid_request" {
			t.Errorf("%v: led to %s", changes, location)
		}
	}
	if left := scalar[int](h.bundle, `SELECT count(*) FROM auth.oauth_authorizations`); left != 0 {
		t.Errorf("%d refused requests are kept", left)
	}
}

func TestAnAgreementIsItsReadersAlone(t *testing.T) {
	h := setupHost(t)
	d, other := h.signUp(marina), h.signUp("carlos@valedobrasil.com.br")
	a := h.register(nil)
	number := h.asks(a)
	h.want(h.answers(d, number, "approve"), 404, "oauth_authorization_not_found") // nobody has been shown it
	h.want(h.read(d, number), 200, "")
	for _, got := range []reply{h.read(other, number), h.answers(other, number, "approve"), h.answers(other, number, "deny"), h.read(d, "another"), h.answers(d, "another", "approve")} {
		h.want(got, 404, "oauth_authorization_not_found")
	}
	h.want(h.answers(d, number, "maybe"), 400, "validation_failed")
	h.want(h.answers(device{}, number, "approve"), 401, "no_authorization")
	denied := h.answers(d, number, "deny")
	if location, err := url.Parse(denied.body["redirect_url"].(string)); err != nil || location.Query().Get("error") != "access_denied" || location.Query().Get("state") != "a state" {
		t.Errorf("got %s", denied.raw)
	}
	h.want(h.answers(d, number, "approve"), 400, "validation_failed")
	t.Run("ForTenMinutes", func(t *testing.T) {
		h := h.in(t)
		number := h.asks(a)
		h.want(h.read(d, number), 200, "")
		h.clock.advance(agreementTTL)
		h.want(h.answers(d, number, "approve"), 404, "oauth_authorization_not_found")
	})
	t.Run("WhileItsAddressIsRegistered", func(t *testing.T) {
		h := h.in(t)
		number := h.asks(a)
		h.want(h.read(d, number), 200, "")
		h.want(h.admin("PUT", "/admin/oauth/clients/"+a.ClientID, map[string]any{"redirect_uris": []string{"https://app.example/nova"}}), 200, "")
		h.want(h.answers(d, number, "approve"), 404, "oauth_authorization_not_found")
		h.want(h.admin("PUT", "/admin/oauth/clients/"+a.ClientID, map[string]any{"redirect_uris": []string{appURL}}), 200, "")
	})
	t.Run("OnceAtATime", func(t *testing.T) {
		h := h.in(t)
		number := h.asks(a)
		h.want(h.read(d, number), 200, "")
		var codes atomic.Int64
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				if h.answers(d, number, "approve").body["redirect_url"] != nil {
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
	h := setupHost(t)
	d := h.signUp(marina)
	a := h.register(nil, "email")
	held, again := h.enters(d, a), h.asks(a)
	if got := h.read(d, again); got.body["redirect_url"] == nil {
		t.Errorf("asked again: %s", got.raw)
	}
	wider := a
	wider.Scopes = []string{"email", "phone"}
	if got := h.read(d, h.asks(wider)); got.body["authorization_id"] == nil {
		t.Errorf("more was given unasked: %s", got.raw)
	}
	device := h.register(map[string]any{"token_endpoint_auth_method": "none", "redirect_uris": []string{"http://localhost:7777/"}}, "email")
	h.enters(d, device)
	if got := h.read(d, h.asks(device)); got.body["authorization_id"] == nil {
		t.Errorf("whoever listens on a device is given a code unasked: %s", got.raw)
	}
	code := h.agrees(d, a)
	grants := func() string {
		return string(h.do(request{method: "GET", path: "/user/oauth/grants", bearer: d.AccessToken}).raw)
	}
	if !strings.Contains(grants(), a.ClientID) || !strings.Contains(grants(), `"scopes":["email"]`) {
		t.Errorf("listed %s", grants())
	}
	revoke := func(id string) reply {
		return h.do(request{method: "DELETE", path: "/user/oauth/grants?client_id=" + id, bearer: d.AccessToken})
	}
	h.want(revoke("x"), 400, "validation_failed")
	h.want(revoke(a.ClientID), 204, "")
	h.want(revoke(a.ClientID), 404, "oauth_consent_not_found")
	h.want(h.me(held), 403, "session_not_found")
	if _, err := h.exchanges(a, code); err == nil {
		t.Error("a code outlives what it was given for")
	}
	if got := h.read(d, h.asks(a)); got.body["authorization_id"] == nil || strings.Contains(grants(), a.ClientID) {
		t.Errorf("revoked, and given: %s", got.raw)
	}
}
