package external_test

import (
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/external"
	"automacao/internal/wire/auth/providertest"
)

func TestProvidersSignIn(t *testing.T) {
	o := authtest.SetupOuter(t)
	o.Comes("m-1", authtest.Marina, true)
	location := o.Through("provider=keycloak&scopes=calendar&redirect_to=" + authtest.PublicURL + "/inicio&prompt=consent&client_id=another")
	values := authtest.FragmentOf(t, location.String())
	if !strings.HasPrefix(location.String(), authtest.PublicURL+"/inicio#") || values.Get("provider_token") != providertest.AccessToken || values.Get("provider_refresh_token") == "" || values.Get("token_type") != "bearer" {
		t.Errorf("led to %s", location)
	}
	if asked := o.Issuer.LastAsked(); asked.Get("scope") != "openid email profile calendar" || asked.Get("prompt") != "consent" || asked.Get("redirect_to") != "" {
		t.Errorf("the provider was asked %v", asked)
	}
	me := o.Me(authtest.Device{AccessToken: values.Get("access_token")})
	identities := me.Body["identities"].([]any)
	identity := identities[0].(map[string]any)
	metadata, app := me.Body["user_metadata"].(map[string]any), me.Body["app_metadata"].(map[string]any)
	if len(identities) != 1 || identity["provider"] != "keycloak" || identity["id"] != "m-1" || identity["email"] != authtest.Marina ||
		metadata["full_name"] != "Marina Alves" || metadata["avatar_url"] != "https://pictures.example/m.png" || app["provider"] != "keycloak" || me.Body["email_confirmed_at"] == nil {
		t.Errorf("the user is %s", me.Raw)
	}
	claims, err := o.Keys.VerifyAt(values.Get("access_token"), o.Clock.Now())
	if err != nil || !strings.Contains(string(claims.Raw), `"amr":[{"method":"oauth"`) {
		t.Errorf("claims are %s", claims.Raw)
	}
	again := o.Enters("provider=keycloak")
	if again.User.ID.String() != me.Body["id"] {
		t.Error("who comes again is another")
	}
}

func TestProvidersSignInByCode(t *testing.T) {
	o := authtest.SetupOuter(t)
	o.Comes("m-1", authtest.Marina, true)
	location := o.Through("provider=keycloak" + authtest.PKCEQuery() + "&redirect_to=" + authtest.PublicURL + "/?sb_flow_id=7")
	code := location.Query().Get("code")
	if location.Fragment != "" || location.Query().Get("sb_flow_id") != "7" || code == "" {
		t.Errorf("led to %s", location)
	}
	if plain := authtest.Scalar[int](o.Bundle, `SELECT count(*) FROM auth.flow_states f WHERE f::text LIKE '%' || $1 || '%' OR encode(provider_tokens, 'escape') LIKE '%' || $1 || '%'`, providertest.AccessToken); plain != 0 {
		t.Error("the provider's token is kept as it is")
	}
	exchange := func() authtest.Reply {
		return o.Post("/token?grant_type=pkce", map[string]any{"auth_code": code, "code_verifier": authtest.PKCEVerifier})
	}
	got := exchange()
	o.Device(got)
	if got.Body["provider_token"] != providertest.AccessToken || got.Body["provider_refresh_token"] != "refresh-of-provider" {
		t.Errorf("got %s", got.Raw)
	}
	o.Want(exchange(), 404, "flow_state_not_found")
}

func TestStatesOfProvidersWorkOnce(t *testing.T) {
	o := authtest.SetupOuter(t)
	o.Comes("m-1", authtest.Marina, true)
	refused := func(t *testing.T, path, cookie, code string) {
		t.Helper()
		location := o.In(t).Arrive(path, cookie)
		if location.Query().Get("error_code") != code || strings.Contains(location.Fragment, "access_token") {
			t.Errorf("led to %s, want %s", location, code)
		}
	}
	page, cookie := o.Leave("provider=keycloak")
	back := o.Agree(page)
	if location := o.Arrive(back, cookie); !strings.Contains(location.Fragment, "access_token") {
		t.Fatalf("led to %s", location)
	}
	refused(t, back, cookie, "bad_oauth_state")

	page, _ = o.Leave("provider=keycloak")
	refused(t, o.Agree(page), "", "bad_oauth_state")
	_, another := o.Leave("provider=keycloak")
	page, _ = o.Leave("provider=keycloak")
	refused(t, o.Agree(page), another, "bad_oauth_state")

	page, cookie = o.Leave("provider=keycloak")
	back = o.Agree(page)
	o.Clock.Advance(external.ExternalTTL + time.Second)
	refused(t, back, cookie, "bad_oauth_state")

	refused(t, "/callback?code=x", "", "bad_oauth_callback")
	refused(t, "/callback?code=x&state=guessed", "", "bad_oauth_state")
	page, cookie = o.Leave("provider=keycloak")
	refused(t, "/callback?code=guessed&state="+authtest.QueryOf(t, page).Get("state"), cookie, "unexpected_failure")
}

func TestProvidersRefusalsArePassedOn(t *testing.T) {
	o := authtest.SetupOuter(t)
	page, cookie := o.Leave("provider=keycloak&redirect_to=" + authtest.PublicURL + "/x")
	location := o.Arrive("/callback?error=access_denied&error_description=no%0Athanks&state="+authtest.QueryOf(t, page).Get("state"), cookie)
	if location.Path != "/x" || location.Query().Get("error") != "access_denied" || location.Query().Get("error_description") != "nothanks" {
		t.Errorf("led to %s", location)
	}
}

func TestAuthorizeRefusals(t *testing.T) {
	o := authtest.SetupOuter(t)
	o.Want(o.Do(authtest.Request{Method: "GET", Path: "/authorize?provider=google"}), 400, "validation_failed")
	for _, old := range []string{"twitter", "linkedin", "slack", "workos"} {
		o.Want(o.Do(authtest.Request{Method: "GET", Path: "/authorize?provider=" + old}), 400, "validation_failed")
	}
	o.Want(o.Do(authtest.Request{Method: "GET", Path: "/authorize?provider=keycloak&code_challenge=" + authtest.PKCEVerifier + "&code_challenge_method=plain"}), 400, "validation_failed")
	o.Want(o.Do(authtest.Request{Method: "GET", Path: "/authorize?provider=keycloak&code_challenge=short&code_challenge_method=s256"}), 400, "validation_failed")
	o.Want(o.Do(authtest.Request{Method: "GET", Path: "/authorize?provider=keycloak&invite_token=guessed"}), 404, "invite_not_found")
	o.Want(o.Do(authtest.Request{Method: "GET", Path: "/authorize?provider=keycloak&x=" + strings.Repeat("y", external.AlongTextMax+1)}), 400, "validation_failed")
	o.Comes("m-1", authtest.Marina, true)
	if location := o.Through("provider=keycloak&redirect_to=https://evil.example/"); location.Host != "automacao.example" {
		t.Errorf("led to %s", location)
	}
	if page, _ := o.Leave("provider=keycloak&skip_http_redirect=true" + authtest.PKCEQuery()); !strings.HasPrefix(page, o.Issuer.URL+"/authorize?") {
		t.Errorf("told %s", page)
	}
	if external := o.Do(authtest.Request{Method: "GET", Path: "/settings"}).Body["external"].(map[string]any); external["keycloak"] != true || external["google"] != false {
		t.Errorf("settings are %v", external)
	}
}

func TestForgedIDTokensAreRefused(t *testing.T) {
	o := authtest.SetupOuter(t)
	for name, lie := range map[string]func(jwt.MapClaims){
		"AnotherNonce":    func(c jwt.MapClaims) { c["nonce"] = "another" },
		"NoNonce":         func(c jwt.MapClaims) { delete(c, "nonce") },
		"AnotherAudience": func(c jwt.MapClaims) { c["aud"] = "another" },
		"AnotherIssuer":   func(c jwt.MapClaims) { c["iss"] = "https://another.example" },
		"Expired":         func(c jwt.MapClaims) { c["exp"] = o.Clock.Now().Add(-time.Hour).Unix() },
		"Nobody":          func(c jwt.MapClaims) { c["sub"] = "" },
	} {
		t.Run(name, func(t *testing.T) {
			o := o.In(t)
			o.Comes("m-1", authtest.Marina, true)
			o.Issuer.Lie(lie)
			defer o.Issuer.Lie(nil)
			o.Refused("provider=keycloak", "unexpected_failure")
		})
	}
	if users := authtest.Scalar[int](o.Bundle, `SELECT count(*) FROM auth.users`); users != 0 {
		t.Errorf("%d users were made", users)
	}
}

func TestWhatIsToldOfAnotherIsNotBelieved(t *testing.T) {
	o := authtest.SetupOuter(t)
	o.Issuer.Tell(map[string]any{"sub": "m-1"}, map[string]any{"sub": "another", "email": authtest.Marina, "email_verified": true})
	o.Refused("provider=keycloak", "unexpected_failure")
	o.Issuer.Tell(map[string]any{"sub": "m-1"}, map[string]any{"sub": "m-1", "email": authtest.Marina, "email_verified": true})
	if got := o.Me(o.Enters("provider=keycloak")); got.Body["email"] != authtest.Marina {
		t.Errorf("the user is %s", got.Raw)
	}
}
