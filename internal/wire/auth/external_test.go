package auth

import (
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/wire/auth/providertest"
)

func TestProvidersSignIn(t *testing.T) {
	o := setupOuter(t)
	o.comes("m-1", marina, true)
	location := o.through("provider=keycloak&scopes=calendar&redirect_to=" + publicURL + "/inicio&prompt=consent&client_id=another")
	values := fragmentOf(t, location.String())
	if !strings.HasPrefix(location.String(), publicURL+"/inicio#") || values.Get("provider_token") != providertest.AccessToken || values.Get("provider_refresh_token") == "" || values.Get("token_type") != "bearer" {
		t.Errorf("led to %s", location)
	}
	if asked := o.issuer.LastAsked(); asked.Get("scope") != "openid email profile calendar" || asked.Get("prompt") != "consent" || asked.Get("redirect_to") != "" {
		t.Errorf("the provider was asked %v", asked)
	}
	me := o.me(device{AccessToken: values.Get("access_token")})
	identities := me.body["identities"].([]any)
	identity := identities[0].(map[string]any)
	metadata, app := me.body["user_metadata"].(map[string]any), me.body["app_metadata"].(map[string]any)
	if len(identities) != 1 || identity["provider"] != "keycloak" || identity["id"] != "m-1" || identity["email"] != marina ||
		metadata["full_name"] != "Marina Alves" || metadata["avatar_url"] != "https://pictures.example/m.png" || app["provider"] != "keycloak" || me.body["email_confirmed_at"] == nil {
		t.Errorf("the user is %s", me.raw)
	}
	claims, err := o.keys.VerifyAt(values.Get("access_token"), o.clock.Now())
	if err != nil || !strings.Contains(string(claims.Raw), `"amr":[{"method":"oauth"`) {
		t.Errorf("claims are %s", claims.Raw)
	}
	again := o.enters("provider=keycloak")
	if again.User.ID.String() != me.body["id"] {
		t.Error("who comes again is another")
	}
}

func TestProvidersSignInByCode(t *testing.T) {
	o := setupOuter(t)
	o.comes("m-1", marina, true)
	location := o.through("provider=keycloak" + pkceQuery() + "&redirect_to=" + publicURL + "/?sb_flow_id=7")
	code := location.Query().Get("code")
	if location.Fragment != "" || location.Query().Get("sb_flow_id") != "7" || code == "" {
		t.Errorf("led to %s", location)
	}
	if plain := scalar[int](o.bundle, `SELECT count(*) FROM auth.flow_states f WHERE f::text LIKE '%' || $1 || '%' OR encode(provider_tokens, 'escape') LIKE '%' || $1 || '%'`, providertest.AccessToken); plain != 0 {
		t.Error("the provider's token is kept as it is")
	}
	exchange := func() reply {
		return o.post("/token?grant_type=pkce", map[string]any{"auth_code": code, "code_verifier": pkceVerifier})
	}
	got := exchange()
	o.device(got)
	if got.body["provider_token"] != providertest.AccessToken || got.body["provider_refresh_token"] != "refresh-of-provider" {
		t.Errorf("got %s", got.raw)
	}
	o.want(exchange(), 404, "flow_state_not_found")
}

func TestStatesOfProvidersWorkOnce(t *testing.T) {
	o := setupOuter(t)
	o.comes("m-1", marina, true)
	refused := func(t *testing.T, path, cookie, code string) {
		t.Helper()
		location := o.in(t).arrive(path, cookie)
		if location.Query().Get("error_code") != code || strings.Contains(location.Fragment, "access_token") {
			t.Errorf("led to %s, want %s", location, code)
		}
	}
	page, cookie := o.leave("provider=keycloak")
	back := o.agree(page)
	if location := o.arrive(back, cookie); !strings.Contains(location.Fragment, "access_token") {
		t.Fatalf("led to %s", location)
	}
	refused(t, back, cookie, "bad_oauth_state")

	page, _ = o.leave("provider=keycloak")
	refused(t, o.agree(page), "", "bad_oauth_state")
	_, another := o.leave("provider=keycloak")
	page, _ = o.leave("provider=keycloak")
	refused(t, o.agree(page), another, "bad_oauth_state")

	page, cookie = o.leave("provider=keycloak")
	back = o.agree(page)
	o.clock.advance(externalTTL + time.Second)
	refused(t, back, cookie, "bad_oauth_state")

	refused(t, "/callback?code=x", "", "bad_oauth_callback")
	refused(t, "/callback?code=x&state=guessed", "", "bad_oauth_state")
	page, cookie = o.leave("provider=keycloak")
	refused(t, "/callback?code=guessed&state="+queryOf(t, page).Get("state"), cookie, "unexpected_failure")
}

func TestProvidersRefusalsArePassedOn(t *testing.T) {
	o := setupOuter(t)
	page, cookie := o.leave("provider=keycloak&redirect_to=" + publicURL + "/x")
	location := o.arrive("/callback?error=access_denied&error_description=no%0Athanks&state="+queryOf(t, page).Get("state"), cookie)
	if location.Path != "/x" || location.Query().Get("error") != "access_denied" || location.Query().Get("error_description") != "nothanks" {
		t.Errorf("led to %s", location)
	}
}

func TestAuthorizeRefusals(t *testing.T) {
	o := setupOuter(t)
	o.want(o.do(request{method: "GET", path: "/authorize?provider=google"}), 400, "validation_failed")
	for _, old := range []string{"twitter", "linkedin", "slack", "workos"} {
		o.want(o.do(request{method: "GET", path: "/authorize?provider=" + old}), 400, "validation_failed")
	}
	o.want(o.do(request{method: "GET", path: "/authorize?provider=keycloak&code_challenge=" + pkceVerifier + "&code_challenge_method=plain"}), 400, "validation_failed")
	o.want(o.do(request{method: "GET", path: "/authorize?provider=keycloak&code_challenge=short&code_challenge_method=s256"}), 400, "validation_failed")
	o.want(o.do(request{method: "GET", path: "/authorize?provider=keycloak&invite_token=guessed"}), 404, "invite_not_found")
	o.want(o.do(request{method: "GET", path: "/authorize?provider=keycloak&x=" + strings.Repeat("y", alongTextMax+1)}), 400, "validation_failed")
	o.comes("m-1", marina, true)
	if location := o.through("provider=keycloak&redirect_to=https://evil.example/"); location.Host != "automacao.example" {
		t.Errorf("led to %s", location)
	}
	if page, _ := o.leave("provider=keycloak&skip_http_redirect=true" + pkceQuery()); !strings.HasPrefix(page, o.issuer.URL+"/authorize?") {
		t.Errorf("told %s", page)
	}
	if external := o.do(request{method: "GET", path: "/settings"}).body["external"].(map[string]any); external["keycloak"] != true || external["google"] != false {
		t.Errorf("settings are %v", external)
	}
}

func TestForgedIDTokensAreRefused(t *testing.T) {
	o := setupOuter(t)
	for name, lie := range map[string]func(jwt.MapClaims){
		"AnotherNonce":    func(c jwt.MapClaims) { c["nonce"] = "another" },
		"NoNonce":         func(c jwt.MapClaims) { delete(c, "nonce") },
		"AnotherAudience": func(c jwt.MapClaims) { c["aud"] = "another" },
		"AnotherIssuer":   func(c jwt.MapClaims) { c["iss"] = "https://another.example" },
		"Expired":         func(c jwt.MapClaims) { c["exp"] = o.clock.Now().Add(-time.Hour).Unix() },
		"Nobody":          func(c jwt.MapClaims) { c["sub"] = "" },
	} {
		t.Run(name, func(t *testing.T) {
			o := o.in(t)
			o.comes("m-1", marina, true)
			o.issuer.Lie(lie)
			defer o.issuer.Lie(nil)
			o.refused("provider=keycloak", "unexpected_failure")
		})
	}
	if users := scalar[int](o.bundle, `SELECT count(*) FROM auth.users`); users != 0 {
		t.Errorf("%d users were made", users)
	}
}

func TestWhatIsToldOfAnotherIsNotBelieved(t *testing.T) {
	o := setupOuter(t)
	o.issuer.Tell(map[string]any{"sub": "m-1"}, map[string]any{"sub": "another", "email": marina, "email_verified": true})
	o.refused("provider=keycloak", "unexpected_failure")
	o.issuer.Tell(map[string]any{"sub": "m-1"}, map[string]any{"sub": "m-1", "email": marina, "email_verified": true})
	if got := o.me(o.enters("provider=keycloak")); got.body["email"] != marina {
		t.Errorf("the user is %s", got.raw)
	}
}
