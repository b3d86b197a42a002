package auth

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/oauthserver"
)

// TestOnlyWhatWasProvedHereIsToldAsVerified, because apps treat the owner of a verified address as
// the same person.
func TestOnlyWhatWasProvedHereIsToldAsVerified(t *testing.T) {
	t.Parallel()
	now := time.Now()
	user := User{Email: "marina@b.co", EmailConfirmedAt: &now, Phone: "5511987654321", PhoneConfirmedAt: &now}
	ofAnother := user
	ofAnother.IsSSO = true
	proving := &Config{ConfirmEmail: true, ConfirmPhone: true}
	for name, c := range map[string]struct {
		cfg  *Config
		user User
		want bool
	}{
		"Proved":               {proving, user, true},
		"NobodyHasToProve":     {&Config{}, user, false},
		"AnOrganisationSaysSo": {proving, ofAnother, false},
		"ItIsStillToBeProved":  {proving, User{Email: "marina@b.co"}, false},
	} {
		if got := claimsFor(c.cfg, &c.user, "email phone")["email_verified"]; got != c.want {
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
