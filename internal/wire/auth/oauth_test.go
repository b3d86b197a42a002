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

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"automacao/internal/database/dbtest"
	"automacao/internal/wire/auth/oauthserver"
)

// TestOnlyWhatWasProvedHereIsToldAsVerified: apps take somebody for the owner of an
// address that is told so.
func TestOnlyWhatWasProvedHereIsToldAsVerified(t *testing.T) {
	t.Parallel()
	now := time.Now()
	user := User{Email: marina, EmailConfirmedAt: &now, Phone: "5511987654321", PhoneConfirmedAt: &now}
	ofAnother := user
	ofAnother.IsSSO = true
	proving := &Server{cfg: Config{ConfirmEmail: true, ConfirmPhone: true}}
	for name, c := range map[string]struct {
		server *Server
		user   User
		want   bool
	}{
		"Proved":               {proving, user, true},
		"NobodyHasToProve":     {&Server{}, user, false},
		"AnOrganisationSaysSo": {proving, ofAnother, false},
		"ItIsStillToBeProved":  {proving, User{Email: marina}, false},
	} {
		if got := c.server.told(&c.user, "email phone")["email_verified"]; got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestAnAppSignsPeopleIn(t *testing.T) {
	h := setupHost(t)
	d := h.device(h.post("/signup", map[string]any{"email": marina, "password": password, "data": map[string]any{"name": "Marina Alves", "avatar_url": "https://p.example/m.png"}}))
	a := h.register(nil, oidc.ScopeOpenID, "profile", "email")
	ctx := oidc.ClientContext(h.t.Context(), h.library().Value(oauth2.HTTPClient).(*http.Client))
	issuer, err := oidc.NewProvider(ctx, h.address)
	if err != nil {
		t.Fatal(err)
	}
	if style := a.Endpoint.AuthStyle; issuer.Endpoint().AuthURL != a.Endpoint.AuthURL || issuer.Endpoint().TokenURL != a.Endpoint.TokenURL || style != oauth2.AuthStyleInHeader {
		t.Errorf("described as %+v", issuer.Endpoint())
	}
	number := h.asks(a, oidc.Nonce("a nonce"))
	shown := h.read(d, number)
	if who, _ := shown.body["user"].(map[string]any); shown.body["scope"] != "openid profile email" || shown.body["redirect_uri"] != appURL || shown.body["authorization_id"] != number ||
		who["email"] != marina || shown.body["client"].(map[string]any)["name"] != "Loja" {
		t.Errorf("shown %s", shown.raw)
	}
	code := h.codeIn(h.answers(d, number, "approve"))
	given, err := a.Exchange(ctx, code, oauth2.VerifierOption(a.verifier))
	if err != nil {
		t.Fatal(err)
	}
	raw, _ := given.Extra("id_token").(string)
	who, err := issuer.VerifierContext(ctx, &oidc.Config{ClientID: a.ClientID, Now: h.clock.Now}).Verify(ctx, raw)
	if err != nil || who.Nonce != "a nonce" || who.Subject != d.User.ID.String() || who.VerifyAccessToken(given.AccessToken) != nil {
		t.Fatalf("signed %+v, %v", who, err)
	}
	told, err := issuer.UserInfo(ctx, oauth2.StaticTokenSource(given))
	var claims struct{ Name, Picture string }
	if err != nil || told.Claims(&claims) != nil || told.Email != marina || told.EmailVerified || claims.Name != "Marina Alves" || claims.Picture != "https://p.example/m.png" {
		t.Errorf("told %+v %+v, %v", told, claims, err)
	}
	theirs := device{AccessToken: given.AccessToken}
	theirs.User.ID = d.User.ID
	if err := h.checkSession(theirs); err != nil {
		t.Errorf("the token opens nothing: %v", err)
	}
	signed, err := h.keys.VerifyAt(given.AccessToken, h.clock.Now())
	if err != nil || !strings.Contains(string(signed.Raw), `"client_id":"`+a.ClientID+`"`) || !strings.Contains(string(signed.Raw), `"method":"oauth_provider/authorization_code"`) {
		t.Errorf("claims are %s, %v", signed.Raw, err)
	}
	if _, err := h.keys.VerifyAt(raw, h.clock.Now()); err == nil {
		t.Error("what says who somebody is opens a door")
	}
	given.Expiry = time.Now().Add(-time.Hour)
	renewed, err := a.TokenSource(ctx, given).Token()
	if err != nil || renewed.AccessToken == "" || renewed.RefreshToken == given.RefreshToken {
		t.Errorf("renewed %+v, %v", renewed, err)
	}
}

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
	// Nobody is led to where a client did not say he may be.
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
	h.want(h.answers(d, number, "approve"), 404, "oauth_authorization_not_found") // Nobody has seen it.
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
	h.want(h.me(held), 403, "session_not_found") // And ended all.
	single := h.register(map[string]any{"grant_types": []string{"authorization_code"}})
	if once := h.enters(d, single); once.RefreshToken != "" {
		t.Error("who may not refresh was given what refreshes")
	}
	h.device(h.tryRefresh(d.RefreshToken))
}

func TestAppsKnowWhatTheyWereLetKnowAndManageNothing(t *testing.T) {
	h := setupHost(t)
	d := h.device(h.post("/signup", map[string]any{"email": marina, "password": password, "data": map[string]any{"name": "Marina", "email": marina}}))
	a := h.register(nil, "profile")
	held := h.enters(d, a)
	claims, err := h.keys.VerifyAt(held.AccessToken, h.clock.Now())
	if err != nil || strings.Contains(string(claims.Raw), marina) || !strings.Contains(string(claims.Raw), `"name":"Marina"`) {
		t.Errorf("claims are %s", claims.Raw)
	}
	if me := h.me(held); me.status != 200 || strings.Contains(string(me.raw), marina) || me.body["id"] != d.User.ID.String() {
		t.Errorf("shown %s", me.raw)
	}
	number := h.asks(a)
	for path, body := range map[string]any{
		"PUT /user": map[string]any{"password": "outra senha boa", "current_password": password}, "GET /user/oauth/grants": nil, "DELETE /user/oauth/grants?client_id=" + a.ClientID: nil,
		"GET /oauth/authorizations/" + number: nil, "POST /oauth/authorizations/" + number + "/consent": map[string]any{"action": "approve"}, "POST /factors": map[string]any{"factor_type": "totp"},
		"POST /logout": nil, "POST /logout?scope=others": nil, "GET /reauthenticate": nil,
	} {
		method, path, _ := strings.Cut(path, " ")
		h.want(h.do(request{method: method, path: path, body: body, bearer: held.AccessToken}), 403, "no_authorization")
	}
	if whole := h.do(request{method: "GET", path: "/oauth/userinfo", bearer: d.AccessToken}); whole.body["email"] != marina {
		t.Errorf("the user himself is told %s", whole.raw)
	}
	h.want(h.do(request{method: "POST", path: "/logout?scope=local", bearer: held.AccessToken}), 204, "")
	h.refused(h.do(request{method: "GET", path: "/oauth/userinfo", bearer: held.AccessToken}), 401, "invalid_token")
	h.refused(h.do(request{method: "GET", path: "/oauth/userinfo"}), 401, "invalid_token")
	h.want(h.me(d), 200, "")
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

func TestAnAppThatIsDeletedHoldsNothing(t *testing.T) {
	h := setupHost(t)
	d := h.signUp(marina)
	a := h.register(nil)
	held, code := h.enters(d, a), h.agrees(d, a)
	h.want(h.admin("DELETE", "/admin/oauth/clients/"+a.ClientID, nil), 204, "")
	h.want(h.admin("DELETE", "/admin/oauth/clients/"+a.ClientID, nil), 404, "oauth_client_not_found")
	h.want(h.admin("GET", "/admin/oauth/clients/"+a.ClientID, nil), 404, "oauth_client_not_found")
	h.want(h.me(held), 403, "session_not_found")
	if _, err := h.exchanges(a, code); err == nil {
		t.Error("its code is taken")
	}
	h.want(h.me(d), 200, "")
	h.want(h.admin("DELETE", "/admin/users/"+d.User.ID.String(), nil), 200, "")
}

func TestAppsHaveNoMoreThanWhoeverAgreed(t *testing.T) {
	h := setupHost(t)
	weak := h.signUp(marina)
	strong, _ := h.protect(weak)
	half := h.signInAs(marina)
	a := h.register(nil)
	number := h.asks(a)
	h.want(h.read(half, number), 401, "insufficient_aal")
	held := h.enters(strong, a)
	if err := h.checkSession(held); err != nil {
		t.Errorf("agreed with both factors: %v", err)
	}
	h.exec(`UPDATE auth.users SET banned_until = $2 WHERE id = $1`, weak.User.ID, h.clock.Now().Add(time.Hour))
	if _, err := a.TokenSource(h.library(), &oauth2.Token{RefreshToken: held.RefreshToken}).Token(); err == nil {
		t.Error("the app of a banned user goes on")
	}
	h.refused(h.do(request{method: "GET", path: "/oauth/userinfo", bearer: held.AccessToken}), 401, "invalid_token")
}

func TestAdministratorsKeepApps(t *testing.T) {
	h := setupHost(t)
	a, second := h.register(nil), h.register(nil)
	list := h.admin("GET", "/admin/oauth/clients?per_page=1", nil)
	if list.header.Get("X-Total-Count") != "2" || !strings.Contains(list.header.Get("Link"), `/admin/oauth/clients?page=2&per_page=1>; rel="next"`) || len(list.body["clients"].([]any)) != 1 ||
		strings.Contains(string(list.raw), "client_secret\"") {
		t.Errorf("listed %v %s", list.header, list.raw)
	}
	changed := h.admin("PUT", "/admin/oauth/clients/"+a.ClientID, map[string]any{"client_name": "Loja nova", "logo_uri": "https://app.example/l.png", "token_endpoint_auth_method": "client_secret_post"})
	if changed.body["client_name"] != "Loja nova" || changed.body["token_endpoint_auth_method"] != "client_secret_post" || changed.body["client_type"] != "confidential" || changed.body["registration_type"] != "manual" {
		t.Errorf("changed to %s", changed.raw)
	}
	for _, bad := range []map[string]any{
		{}, {"token_endpoint_auth_method": "none"}, {"redirect_uris": []string{}}, {"grant_types": []string{"password"}}, {"client_uri": "javascript:alert(1)"}, {"client_name": "Loja\u202e"},
		{"redirect_uris": []string{"javascript:alert(1)"}}, {"redirect_uris": []string{"http://app.example/"}}, {"redirect_uris": []string{"https://app.example/#x"}}, {"redirect_uris": []string{"https://*.example/"}},
		{"redirect_uris": []string{"https://a@app.example/"}}, {"redirect_uris": []string{"https://app.example/,https://evil.example/"}}, {"redirect_uris": []string{"data:text/html,x"}}, {"redirect_uris": []string{"https://app.example/?code=1"}},
	} {
		h.want(h.admin("PUT", "/admin/oauth/clients/"+second.ClientID, bad), 400, "validation_failed")
	}
	h.want(h.admin("POST", "/admin/oauth/clients", map[string]any{"client_name": "x"}), 400, "validation_failed")
	h.want(h.admin("POST", "/admin/oauth/clients", map[string]any{"redirect_uris": []string{appURL}, "client_type": "public", "token_endpoint_auth_method": "client_secret_post"}), 400, "validation_failed")
	h.want(h.admin("GET", "/admin/oauth/clients/x", nil), 400, "validation_failed")
	visitor := h.signUp(marina)
	h.want(h.do(request{method: "GET", path: "/admin/oauth/clients", bearer: visitor.AccessToken}), 403, "not_admin")
}

func TestAppsRegisterThemselvesWhereThatIsLet(t *testing.T) {
	h := setupHost(t, func(c *Config) { c.OAuthServer.ClientsMax = 2 })
	said := map[string]any{"client_name": "Assistente", "redirect_uris": []string{"com.example.app:/volta"}, "token_endpoint_auth_method": "none"}
	got := h.post("/oauth/clients/register", said)
	if got.status != 201 || got.body["client_type"] != "public" || got.body["registration_type"] != "dynamic" || got.body["client_secret"] != nil {
		t.Errorf("got %d %s", got.status, got.raw)
	}
	h.refused(h.post("/oauth/clients/register", map[string]any{"redirect_uris": []string{"http://evil.example"}}), 400, "invalid_redirect_uri")
	h.refused(h.post("/oauth/clients/register", map[string]any{"redirect_uris": []string{appURL}, "grant_types": []string{"implicit"}}), 400, "invalid_client_metadata")
	h.refused(h.post("/oauth/clients/register", "{"), 400, "invalid_request")
	if second := h.post("/oauth/clients/register", said); second.status != 201 {
		t.Errorf("got %d %s", second.status, second.raw)
	}
	h.refused(h.post("/oauth/clients/register", said), 403, "access_denied")
	t.Run("TenInFiveMinutesFromOneNetwork", func(t *testing.T) {
		h := h.in(t)
		for range 5 {
			h.post("/oauth/clients/register", "{")
		}
		limited := h.post("/oauth/clients/register", said)
		h.refused(limited, 429, "temporarily_unavailable")
		if limited.header.Get("Retry-After") == "" {
			t.Error("it is not said until when")
		}
	})
	t.Run("ThoseThatNobodyUsesAreForgotten", func(t *testing.T) {
		h := h.in(t)
		h.clock.advance(unusedClientsKept + time.Minute)
		if err := h.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left := scalar[int](h.bundle, `SELECT count(*) FROM auth.oauth_clients`); left != 0 {
			t.Errorf("%d are left", left)
		}
		if again := h.post("/oauth/clients/register", said); again.status != 201 {
			t.Errorf("got %d %s", again.status, again.raw)
		}
	})
	closed := host{beside(h.bundle, func(c *Config) { c.OAuthServer.DynamicRegistration = false }), h.address}
	closed.refused(closed.post("/oauth/clients/register", said), 403, "oauth_dynamic_client_registration_disabled")
}

func TestWithoutAKeyOfItsOwnNobodyIsSigned(t *testing.T) {
	t.Parallel()
	b := setupOn(t, dbtest.New(t), func(c *Config) { c.OAuthServer = oauthserver.Settings{Enabled: true, ConsentURL: consentURL} })
	h := host{b, publicURL + Base}
	a := h.register(nil, "openid", "email")
	location := h.sent(a.AuthCodeURL("a state", oauth2.S256ChallengeOption(a.verifier)))
	if location.Query().Get("error") != "invalid_scope" {
		t.Errorf("led to %s", location)
	}
	about := h.do(request{method: "GET", path: "/.well-known/oauth-authorization-server"})
	if strings.Contains(string(about.raw), `"openid"`) || about.body["id_token_signing_alg_values_supported"] != nil || about.body["registration_endpoint"] != nil || about.body["issuer"] != h.address {
		t.Errorf("described as %s", about.raw)
	}
}

func TestOtherAppsAreServedOnlyWhereThatIsAsked(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	for _, address := range []string{
		"GET /oauth/authorize", "POST /oauth/token", "GET /oauth/userinfo", "POST /oauth/userinfo", "POST /oauth/clients/register", "GET /oauth/authorizations/x", "POST /oauth/authorizations/x/consent",
		"GET /user/oauth/grants", "DELETE /user/oauth/grants", "GET /admin/oauth/clients", "POST /admin/oauth/clients", "GET /admin/oauth/clients/x", "PUT /admin/oauth/clients/x", "DELETE /admin/oauth/clients/x",
		"POST /admin/oauth/clients/x/regenerate_secret", "GET /.well-known/oauth-authorization-server", "GET /.well-known/openid-configuration",
	} {
		method, path, _ := strings.Cut(address, " ")
		b.want(b.do(request{method: method, path: path, bearer: d.AccessToken}), 404, "feature_disabled")
		b.want(b.admin(method, path, nil), 404, "feature_disabled")
	}
	if err := (Config{PublicURL: publicURL, SiteURL: publicURL, OAuthServer: oauthserver.Settings{Enabled: true}}).Validate(); err == nil {
		t.Error("nobody is asked by any page")
	}
}
