package external_test

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/external"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/provider"
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

// TestANameThatIsToldOnceStays signs in with Apple, which returns by a form post.
func TestANameThatIsToldOnceStays(t *testing.T) {
	o := authtest.SetupOuter(t)
	o.Issuer.WithoutPKCE = true
	b := authtest.SetupOn(t, o.Pool, func(c *core.Config) {
		c.Now, c.Federation.PrivateAddresses = o.Clock.Now, true
		c.Federation.Providers = map[string]provider.Settings{"apple": {Issuer: o.Issuer.URL, ClientID: providertest.ClientID, Secret: providertest.Secret}}
	})
	at := authtest.Outer{Bundle: b, Issuer: o.Issuer}
	at.Issuer.Tell(map[string]any{"sub": "001234.a", "email": authtest.Marina, "email_verified": "true"}, nil)
	comes := func(user string) map[string]any {
		t.Helper()
		left := at.Do(authtest.Request{Method: "GET", Path: "/authorize?provider=apple"})
		cookie := left.Header.Get("Set-Cookie")
		if !strings.Contains(cookie, "SameSite=None") || !strings.Contains(cookie, "Secure") {
			t.Errorf("the mark is %s: a form of another page would not bring it", cookie)
		}
		back, err := url.Parse(at.Agree(left.Header.Get("Location")))
		if err != nil {
			t.Fatal(err)
		}
		form := back.Query()
		form.Set("user", user)
		mark, _, _ := strings.Cut(cookie, ";")
		got := at.Do(authtest.Request{Method: "POST", Path: "/callback", Body: form.Encode(), Header: http.Header{"Content-Type": {core.FormType}, "Cookie": {mark}}})
		values := authtest.FragmentOf(t, got.Header.Get("Location"))
		if got.Status != http.StatusSeeOther || values.Get("access_token") == "" {
			t.Fatalf("got %d %s", got.Status, got.Header.Get("Location"))
		}
		return at.Me(authtest.Device{AccessToken: values.Get("access_token")}).Body
	}
	const said = `{"name":{"firstName":"Marina","lastName":"Alves"},"email":"another@b.co"}`
	for _, form := range []string{said, ""} {
		me := comes(form)
		kept := me["identities"].([]any)[0].(map[string]any)["identity_data"].(map[string]any)
		if me["user_metadata"].(map[string]any)["full_name"] != "Marina Alves" || kept["name"] != "Marina Alves" || me["email"] != authtest.Marina {
			t.Errorf("with %q the user is %v", form, me)
		}
	}
}

// TestMain checks that no goroutine outlives its test.
func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

func TestPKCE(t *testing.T) {
	verifier := strings.Repeat("v", 64)
	sum := sha256.Sum256([]byte(verifier))
	challenge := base64.RawURLEncoding.EncodeToString(sum[:])
	follow := func(b *authtest.Bundle) string {
		b.Want(b.Post("/otp", map[string]any{"email": authtest.Marina, "code_challenge": challenge, "code_challenge_method": "s256"}), 200, "")
		link := b.Mails.Last(b.T).Link
		if !strings.HasPrefix(authtest.QueryOf(b.T, link).Get("token"), message.PKCEPrefix) {
			b.T.Errorf("link is %s", link)
		}
		location := b.Do(authtest.Request{Method: "GET", Path: strings.TrimPrefix(link, authtest.PublicURL+"/auth/v1")}).Header.Get("Location")
		if strings.Contains(location, "access_token") {
			b.T.Errorf("a session is in %s", location)
		}
		return authtest.QueryOf(b.T, location).Get("code")
	}
	exchange := func(b *authtest.Bundle, code, verifier string) authtest.Reply {
		return b.Post("/token?grant_type=pkce", map[string]any{"auth_code": code, "code_verifier": verifier})
	}
	t.Run("CodeWorksOnce", func(t *testing.T) {
		b := authtest.Setup(t)
		b.SignUp(authtest.Marina)
		code := follow(b)
		b.Device(exchange(b, code, verifier))
		b.Want(exchange(b, code, verifier), 404, "flow_state_not_found")
	})
	t.Run("WrongVerifierUsesTheCodeUp", func(t *testing.T) {
		b := authtest.Setup(t)
		b.SignUp(authtest.Marina)
		code := follow(b)
		b.Want(exchange(b, code, challenge), 400, "bad_code_verifier")
		b.Want(exchange(b, code, verifier), 404, "flow_state_not_found")
	})
	t.Run("CodeExpires", func(t *testing.T) {
		b := authtest.Setup(t)
		b.SignUp(authtest.Marina)
		code := follow(b)
		b.Clock.Advance(b.Config.FlowTTL + time.Second)
		b.Want(exchange(b, code, verifier), 422, "flow_state_expired")
	})
	t.Run("PlainIsRefused", func(t *testing.T) {
		b := authtest.Setup(t)
		for _, c := range []map[string]any{
			{"email": authtest.Marina, "code_challenge": verifier, "code_challenge_method": "plain"},
			{"email": authtest.Marina, "code_challenge": verifier},
			{"email": authtest.Marina, "code_challenge": "short", "code_challenge_method": "s256"},
		} {
			b.Want(b.Post("/otp", c), 400, "validation_failed")
		}
		b.Want(exchange(b, "", ""), 400, "validation_failed")
	})
}
