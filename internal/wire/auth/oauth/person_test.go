package oauth_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/oauthserver"
)

func TestAnAppSignsPeopleIn(t *testing.T) {
	h := authtest.SetupHost(t)
	d := h.Device(h.Post("/signup", map[string]any{"email": authtest.Marina, "password": authtest.Password, "data": map[string]any{"name": "Marina Alves", "avatar_url": "https://p.example/m.png"}}))
	a := h.Register(nil, oidc.ScopeOpenID, "profile", "email")
	ctx := oidc.ClientContext(h.T.Context(), h.Library().Value(oauth2.HTTPClient).(*http.Client))
	issuer, err := oidc.NewProvider(ctx, h.Address)
	if err != nil {
		t.Fatal(err)
	}
	if style := a.Endpoint.AuthStyle; issuer.Endpoint().AuthURL != a.Endpoint.AuthURL || issuer.Endpoint().TokenURL != a.Endpoint.TokenURL || style != oauth2.AuthStyleInHeader {
		t.Errorf("described as %+v", issuer.Endpoint())
	}
	number := h.Asks(a, oidc.Nonce("a nonce"))
	shown := h.Read(d, number)
	if who, _ := shown.Body["user"].(map[string]any); shown.Body["scope"] != "openid profile email" || shown.Body["redirect_uri"] != authtest.AppURL || shown.Body["authorization_id"] != number ||
		who["email"] != authtest.Marina || shown.Body["client"].(map[string]any)["name"] != "Loja" {
		t.Errorf("shown %s", shown.Raw)
	}
	code := h.CodeIn(h.Answers(d, number, "approve"))
	given, err := a.Exchange(ctx, code, oauth2.VerifierOption(a.Verifier))
	if err != nil {
		t.Fatal(err)
	}
	raw, _ := given.Extra("id_token").(string)
	who, err := issuer.VerifierContext(ctx, &oidc.Config{ClientID: a.ClientID, Now: h.Clock.Now}).Verify(ctx, raw)
	if err != nil || who.Nonce != "a nonce" || who.Subject != d.User.ID.String() || who.VerifyAccessToken(given.AccessToken) != nil {
		t.Fatalf("signed %+v, %v", who, err)
	}
	told, err := issuer.UserInfo(ctx, oauth2.StaticTokenSource(given))
	var claims struct{ Name, Picture string }
	if err != nil || told.Claims(&claims) != nil || told.Email != authtest.Marina || told.EmailVerified || claims.Name != "Marina Alves" || claims.Picture != "https://p.example/m.png" {
		t.Errorf("told %+v %+v, %v", told, claims, err)
	}
	theirs := authtest.Device{AccessToken: given.AccessToken}
	theirs.User.ID = d.User.ID
	if err := h.CheckSession(theirs); err != nil {
		t.Errorf("the token opens nothing: %v", err)
	}
	signed, err := h.Keys.VerifyAt(given.AccessToken, h.Clock.Now())
	if err != nil || !strings.Contains(string(signed.Raw), `"client_id":"`+a.ClientID+`"`) || !strings.Contains(string(signed.Raw), `"method":"oauth_provider/authorization_code"`) {
		t.Errorf("claims are %s, %v", signed.Raw, err)
	}
	if _, err := h.Keys.VerifyAt(raw, h.Clock.Now()); err == nil {
		t.Error("an identity token is accepted as an access token")
	}
	given.Expiry = time.Now().Add(-time.Hour)
	renewed, err := a.TokenSource(ctx, given).Token()
	if err != nil || renewed.AccessToken == "" || renewed.RefreshToken == given.RefreshToken {
		t.Errorf("renewed %+v, %v", renewed, err)
	}
}

func TestAppsKnowWhatTheyWereLetKnowAndManageNothing(t *testing.T) {
	h := authtest.SetupHost(t)
	d := h.Device(h.Post("/signup", map[string]any{"email": authtest.Marina, "password": authtest.Password, "data": map[string]any{"name": "Marina", "email": authtest.Marina}}))
	a := h.Register(nil, "profile")
	held := h.Enters(d, a)
	claims, err := h.Keys.VerifyAt(held.AccessToken, h.Clock.Now())
	if err != nil || strings.Contains(string(claims.Raw), authtest.Marina) || !strings.Contains(string(claims.Raw), `"name":"Marina"`) {
		t.Errorf("claims are %s", claims.Raw)
	}
	if me := h.Me(held); me.Status != 200 || strings.Contains(string(me.Raw), authtest.Marina) || me.Body["id"] != d.User.ID.String() {
		t.Errorf("shown %s", me.Raw)
	}
	number := h.Asks(a)
	for path, body := range map[string]any{
		"PUT /user": map[string]any{"password": "outra senha boa", "current_password": authtest.Password}, "GET /user/oauth/grants": nil, "DELETE /user/oauth/grants?client_id=" + a.ClientID: nil,
		"GET /oauth/authorizations/" + number: nil, "POST /oauth/authorizations/" + number + "/consent": map[string]any{"action": "approve"}, "POST /factors": map[string]any{"factor_type": "totp"},
		"POST /logout": nil, "POST /logout?scope=others": nil, "GET /reauthenticate": nil,
	} {
		method, path, _ := strings.Cut(path, " ")
		h.Want(h.Do(authtest.Request{Method: method, Path: path, Body: body, Bearer: held.AccessToken}), 403, "no_authorization")
	}
	if whole := h.Do(authtest.Request{Method: "GET", Path: "/oauth/userinfo", Bearer: d.AccessToken}); whole.Body["email"] != authtest.Marina {
		t.Errorf("the user himself is told %s", whole.Raw)
	}
	h.Want(h.Do(authtest.Request{Method: "POST", Path: "/logout?scope=local", Bearer: held.AccessToken}), 204, "")
	h.Refused(h.Do(authtest.Request{Method: "GET", Path: "/oauth/userinfo", Bearer: held.AccessToken}), 401, "invalid_token")
	h.Refused(h.Do(authtest.Request{Method: "GET", Path: "/oauth/userinfo"}), 401, "invalid_token")
	h.Want(h.Me(d), 200, "")
}

func TestAppsHaveNoMoreThanWhoeverAgreed(t *testing.T) {
	h := authtest.SetupHost(t)
	weak := h.SignUp(authtest.Marina)
	strong, _ := h.Protect(weak)
	half := h.SignInAs(authtest.Marina)
	a := h.Register(nil)
	number := h.Asks(a)
	h.Want(h.Read(half, number), 401, "insufficient_aal")
	held := h.Enters(strong, a)
	if err := h.CheckSession(held); err != nil {
		t.Errorf("agreed with both factors: %v", err)
	}
	h.Exec(`UPDATE auth.users SET banned_until = $2 WHERE id = $1`, weak.User.ID, h.Clock.Now().Add(time.Hour))
	if _, err := a.TokenSource(h.Library(), &oauth2.Token{RefreshToken: held.RefreshToken}).Token(); err == nil {
		t.Error("the app of a banned user goes on")
	}
	h.Refused(h.Do(authtest.Request{Method: "GET", Path: "/oauth/userinfo", Bearer: held.AccessToken}), 401, "invalid_token")
}

func TestWithoutAKeyOfItsOwnNobodyIsSigned(t *testing.T) {
	t.Parallel()
	b := authtest.SetupOn(t, dbtest.New(t), func(c *core.Config) {
		c.OAuthServer = oauthserver.Settings{Enabled: true, ConsentURL: authtest.ConsentURL}
	})
	h := authtest.Host{Bundle: b, Address: authtest.PublicURL + core.Base}
	a := h.Register(nil, "openid", "email")
	location := h.Sent(a.AuthCodeURL("a state", oauth2.S256ChallengeOption(a.Verifier)))
	if location.Query().Get("error") != "invalid_scope" {
		t.Errorf("led to %s", location)
	}
	about := h.Do(authtest.Request{Method: "GET", Path: "/.well-known/oauth-authorization-server"})
	if strings.Contains(string(about.Raw), `"openid"`) || about.Body["id_token_signing_alg_values_supported"] != nil || about.Body["registration_endpoint"] != nil || about.Body["issuer"] != h.Address {
		t.Errorf("described as %s", about.Raw)
	}
}

func TestOtherAppsAreServedOnlyWhereThatIsAsked(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	for _, address := range []string{
		"GET /oauth/authorize", "POST /oauth/token", "GET /oauth/userinfo", "POST /oauth/userinfo", "POST /oauth/clients/register", "GET /oauth/authorizations/x", "POST /oauth/authorizations/x/consent",
		"GET /user/oauth/grants", "DELETE /user/oauth/grants", "GET /admin/oauth/clients", "POST /admin/oauth/clients", "GET /admin/oauth/clients/x", "PUT /admin/oauth/clients/x", "DELETE /admin/oauth/clients/x",
		"POST /admin/oauth/clients/x/regenerate_secret", "GET /.well-known/oauth-authorization-server", "GET /.well-known/openid-configuration",
	} {
		method, path, _ := strings.Cut(address, " ")
		b.Want(b.Do(authtest.Request{Method: method, Path: path, Bearer: d.AccessToken}), 404, "feature_disabled")
		b.Want(b.Admin(method, path, nil), 404, "feature_disabled")
	}
	if err := (core.Config{PublicURL: authtest.PublicURL, SiteURL: authtest.PublicURL, OAuthServer: oauthserver.Settings{Enabled: true}}).Validate(); err == nil {
		t.Error("nobody is asked by any page")
	}
}
