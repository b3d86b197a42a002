package auth

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/database/dbtest"
	"automacao/internal/wire/auth/provider"
	"automacao/internal/wire/auth/providertest"
)

// outer is a server with an issuer that vouches for its users.
type outer struct {
	*bundle
	issuer *providertest.Issuer
}

func setupOuter(t *testing.T, adjust ...func(*Config)) outer {
	t.Helper()
	t.Parallel()
	return outerOn(t, adjust...)
}

func outerOn(t *testing.T, adjust ...func(*Config)) outer {
	t.Helper()
	var now = time.Now
	issuer := providertest.New(func() time.Time { return now() })
	t.Cleanup(issuer.Close)
	b := setupOn(t, dbtest.New(t), append([]func(*Config){func(c *Config) {
		c.Federation.PrivateAddresses, c.Federation.ManualLinking = true, true
		c.Federation.Providers = map[string]provider.Settings{
			"keycloak": {Issuer: issuer.URL, ClientID: providertest.ClientID, Secret: providertest.Secret},
			"acme":     {Issuer: issuer.URL, ClientID: providertest.ClientID, Secret: providertest.Secret, EmailOptional: true},
		}
	}}, adjust...)...)
	now = b.clock.Now
	return outer{b, issuer}
}

func (o outer) in(t *testing.T) outer { return outer{o.bundle.in(t), o.issuer} }

// comes says who is at the provider's page.
func (o outer) comes(subject, email string, verified bool) {
	o.issuer.Tell(map[string]any{"sub": subject, "email": email, "email_verified": verified, "name": "Marina Alves", "picture": "https://pictures.example/m.png"}, nil)
}

// leave begins and returns the provider's page, with the browser's mark.
func (o outer) leave(query string, bearer ...string) (page string, cookie string) {
	o.t.Helper()
	sent := request{method: "GET", path: "/authorize?" + query}
	if len(bearer) > 0 {
		sent.path, sent.bearer = "/user/identities/authorize?"+query, bearer[0]
	}
	got := o.do(sent)
	cookie, _, _ = strings.Cut(got.header.Get("Set-Cookie"), ";")
	if got.status == http.StatusOK {
		return got.body["url"].(string), cookie
	}
	if got.status != http.StatusFound {
		o.t.Fatalf("got %d %s", got.status, got.raw)
	}
	return got.header.Get("Location"), cookie
}

// agree asks the provider's page, which agrees, and returns where it leads back to.
func (o outer) agree(page string) string {
	o.t.Helper()
	asked, err := http.NewRequestWithContext(o.t.Context(), http.MethodGet, page, nil)
	if err != nil {
		o.t.Fatal(err)
	}
	got, err := http.DefaultTransport.RoundTrip(asked)
	if err != nil {
		o.t.Fatal(err)
	}
	_ = got.Body.Close()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	back := got.Header.Get("Location")
	if got.StatusCode != http.StatusFound || !strings.HasPrefix(back, publicURL+"/auth/v1/callback?") {
		o.t.Fatalf("the provider answers %d %s to %s", got.StatusCode, back, page)
	}
	return strings.TrimPrefix(back, publicURL+"/auth/v1")
}

// arrive comes back and returns where that leads.
func (o outer) arrive(path, cookie string) *url.URL {
	o.t.Helper()
	header := http.Header{}
	if cookie != "" {
		header.Set("Cookie", cookie)
	}
	got := o.do(request{method: "GET", path: path, header: header})
	location, err := url.Parse(got.header.Get("Location"))
	if err != nil || got.status != http.StatusFound {
		o.t.Fatalf("got %d %s", got.status, got.raw)
	}
	return location
}

// through goes the whole way.
func (o outer) through(query string, bearer ...string) *url.URL {
	o.t.Helper()
	page, cookie := o.leave(query, bearer...)
	return o.arrive(o.agree(page), cookie)
}

// enters goes through and returns the session that comes of it.
func (o outer) enters(query string, bearer ...string) device {
	o.t.Helper()
	location := o.through(query, bearer...)
	values := fragmentOf(o.t, location.String())
	d := device{AccessToken: values.Get("access_token"), RefreshToken: values.Get("refresh_token")}
	if d.AccessToken == "" {
		o.t.Fatalf("no session in %s", location)
	}
	if err := json.Unmarshal(o.me(d).raw, &d.User); err != nil {
		o.t.Fatal(err)
	}
	return d
}

// refused goes through and compares what comes of it.
func (o outer) refused(query, code string) {
	o.t.Helper()
	location := o.through(query)
	if got := location.Query().Get("error_code"); got != code || fragmentOf(o.t, location.String()).Get("error_code") != code {
		o.t.Errorf("got %s, want %s", location, code)
	}
}

var pkceVerifier = strings.Repeat("v", 64)

func pkceQuery() string {
	sum := sha256.Sum256([]byte(pkceVerifier))
	return "&code_challenge_method=s256&code_challenge=" + base64.RawURLEncoding.EncodeToString(sum[:])
}

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

// TestAddressesDecideWhoseAnAccountIs: only a proved address leads into an account,
// and whoever lay in wait there is put out.
func TestAddressesDecideWhoseAnAccountIs(t *testing.T) {
	confirming := func(c *Config) { c.ConfirmEmail = true }
	t.Run("ProvedAddressLinks", func(t *testing.T) {
		o := setupOuter(t)
		d := o.signUp(marina)
		o.comes("m-1", strings.ToUpper(marina), true)
		entered := o.enters("provider=keycloak")
		if got := o.me(entered); entered.User.ID != d.User.ID || len(got.body["identities"].([]any)) != 2 {
			t.Errorf("the user is %s", got.raw)
		}
		o.want(o.me(d), 200, "")
		o.signInAs(marina)
	})
	t.Run("UnprovedAddressTakesNothingOver", func(t *testing.T) {
		o := setupOuter(t)
		o.signUp(marina)
		o.comes("thief", marina, false)
		o.refused("provider=keycloak", "email_exists")
	})
	t.Run("UnprovedAddressLearnsNothing", func(t *testing.T) {
		o := setupOuter(t, confirming)
		o.signUpConfirmed(marina)
		o.comes("thief", marina, false)
		o.refused("provider=keycloak", "provider_email_needs_verification")
		if sent := o.mails.last(t); sent.kind != MailAddressTaken || sent.to != marina {
			t.Errorf("sent %v", sent)
		}
		o.comes("stranger", "carlos@b.co", false)
		o.refused("provider=keycloak", "provider_email_needs_verification")
		if identities := scalar[int](o.bundle, `SELECT count(*) FROM auth.identities WHERE provider_id = 'thief'`); identities != 0 {
			t.Error("the thief is tied to the account")
		}
	})
	t.Run("AMailProvesWhatTheProviderDoesNot", func(t *testing.T) {
		o := setupOuter(t, confirming)
		o.comes("m-1", marina, false)
		o.refused("provider=keycloak", "provider_email_needs_verification")
		o.refused("provider=keycloak", "provider_email_needs_verification")
		link := o.mails.last(t).link
		o.do(request{method: "GET", path: strings.TrimPrefix(link, publicURL+"/auth/v1")})
		o.enters("provider=keycloak")
	})
	t.Run("WhoLayInWaitIsPutOut", func(t *testing.T) {
		o := setupOuter(t, confirming)
		o.want(o.post("/signup", map[string]any{"email": marina, "password": password}), 200, "")
		o.comes("m-1", marina, true)
		entered := o.enters("provider=keycloak")
		o.want(o.tryPassword(marina, password, homeIP), 400, "invalid_credentials")
		got := o.me(entered)
		if app := got.body["app_metadata"].(map[string]any); len(got.body["identities"].([]any)) != 1 || app["provider"] != "keycloak" {
			t.Errorf("the user is %s", got.raw)
		}
	})
	t.Run("NoAddress", func(t *testing.T) {
		o := setupOuter(t)
		o.issuer.Tell(map[string]any{"sub": "m-1"}, map[string]any{"sub": "m-1"})
		o.refused("provider=keycloak", "email_address_not_provided")
		if got := o.me(o.enters("provider=acme")); got.body["email"] != "" {
			t.Errorf("the user is %s", got.raw)
		}
	})
	t.Run("TheBannedStayOut", func(t *testing.T) {
		o := setupOuter(t)
		d := o.signUp(marina)
		o.want(o.admin("PUT", "/admin/users/"+d.User.ID.String(), map[string]any{"ban_duration": "24h"}), 200, "")
		o.comes("m-1", marina, true)
		o.refused("provider=keycloak", "user_banned")
	})
	t.Run("SignUpMayBeOff", func(t *testing.T) {
		o := setupOuter(t, func(c *Config) { c.DisableSignup = true })
		o.comes("m-1", marina, true)
		o.refused("provider=keycloak", "signup_disabled")
	})
}

// signUpConfirmed makes a user whose address was proved by mail.
func (b *bundle) signUpConfirmed(email string) {
	b.t.Helper()
	b.want(b.post("/signup", map[string]any{"email": email, "password": password}), 200, "")
	b.exec(`UPDATE auth.users SET email_confirmed_at = $2 WHERE email = $1`, email, b.clock.Now())
}

func TestInvitationsAreAcceptedAtAProvider(t *testing.T) {
	o := setupOuter(t, func(c *Config) { c.ConfirmEmail = true })
	o.want(o.post("/signup", map[string]any{"email": marina, "password": password}), 200, "")
	invited := o.admin("POST", "/admin/generate_link", map[string]any{"type": "invite", "email": marina})
	query := "provider=keycloak&invite_token=" + invited.body["hashed_token"].(string)
	o.comes("another", "carlos@b.co", true)
	o.refused(query, "validation_failed")
	o.comes("m-1", marina, false)
	if got := o.me(o.enters(query)); got.body["id"] != invited.body["id"] || got.body["email_confirmed_at"] == nil {
		t.Errorf("the user is %s", got.raw)
	}
	o.want(o.do(request{method: "GET", path: "/authorize?" + query}), 404, "invite_not_found")
}

// TestTwoTabsMakeOneUser: who comes back twice at the same moment is one user.
func TestTwoTabsMakeOneUser(t *testing.T) {
	o := setupOuter(t)
	o.comes("m-1", marina, true)
	var backs, cookies [4]string
	for i := range backs {
		page, cookie := o.leave([]string{"provider=keycloak", "provider=acme"}[i%2])
		backs[i], cookies[i] = o.agree(page), cookie
	}
	var all sync.WaitGroup
	for i := range backs {
		all.Go(func() {
			if location := o.arrive(backs[i], cookies[i]); !strings.Contains(location.Fragment, "access_token") {
				t.Errorf("led to %s", location)
			}
		})
	}
	all.Wait()
	if users := scalar[int](o.bundle, `SELECT count(*) FROM auth.users`); users != 1 {
		t.Errorf("%d users were made", users)
	}
}
