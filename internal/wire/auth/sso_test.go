package auth

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/crewjam/saml"
)

func withSSO(c *Config) { c.Federation.SAML.PrivateKey = pemOf(ourKey()) }

// setupSSO is a server with one organisation.
func setupSSO(t *testing.T, adjust ...func(*Config)) (*bundle, idp, string) {
	t.Helper()
	b := setup(t, append([]func(*Config){withSSO}, adjust...)...)
	i := b.newIDP(idpKey())
	got := b.admin("POST", "/admin/sso/providers", map[string]any{
		"type": "saml", "metadata_xml": i.described(), "domains": []string{"SerrAzul.com.br"},
		"attribute_mapping": map[string]any{"keys": map[string]any{
			"user_name": map[string]any{"names": []string{"nobody", "uid"}}, "groups": map[string]any{"name": "groups", "array": true}, "plan": map[string]any{"name": "plan", "default": "firm"}, "sub": map[string]any{"name": "groups"},
		}},
	})
	id, _ := got.body["id"].(string)
	if got.status != http.StatusCreated || id == "" {
		t.Fatalf("got %d %s", got.status, got.raw)
	}
	return b, i, id
}

func TestAnOrganisationSignsItsPeopleIn(t *testing.T) {
	b, i, id := setupSSO(t, func(c *Config) { c.Federation.ManualLinking = true })
	owner := b.signUp(marina)
	page := b.asksSSO(map[string]any{"domain": "serrazul.com.br", "redirect_to": publicURL + "/inicio"})
	form, _ := i.vouches(page, person("marina", strings.ToUpper(marina)), nil)
	location := b.comesBack(form)
	d := b.entersBySSO(location)
	if !strings.HasPrefix(location.String(), publicURL+"/inicio#") {
		t.Errorf("led to %s", location)
	}
	t.Run("TheyAreApartFromOthersOfTheSameAddress", func(t *testing.T) {
		b := b.in(t)
		me := b.me(d)
		identity := me.body["identities"].([]any)[0].(map[string]any)
		metadata := me.body["user_metadata"].(map[string]any)
		custom := metadata["custom_claims"].(map[string]any)
		if d.User.ID == owner.User.ID || me.body["email"] != marina || identity["provider"] != "sso:"+id || identity["id"] != "marina" ||
			metadata["user_name"] != "marina" || metadata["sub"] != "marina" || metadata["iss"] != i.MetadataURL.String() || custom["plan"] != "firm" || len(custom["groups"].([]any)) != 2 {
			t.Errorf("the user is %s", me.raw)
		}
		claims, err := b.keys.VerifyAt(d.AccessToken, b.clock.Now())
		if err != nil || !strings.Contains(string(claims.Raw), `"amr":[{"method":"sso/saml"`) || !strings.Contains(string(claims.Raw), marina) {
			t.Errorf("claims are %s", claims.Raw)
		}
		if again := b.signInAs(marina); again.User.ID != owner.User.ID {
			t.Error("the password is another user's")
		}
		b.post("/otp", map[string]any{"email": marina})
		if sent := scalar[int](b, `SELECT count(*) FROM auth.one_time_tokens WHERE user_id = $1`, d.User.ID); sent != 0 {
			t.Error("a code signs in past the organisation")
		}
	})
	t.Run("WhoComesAgainIsTheSame", func(t *testing.T) {
		b := b.in(t)
		form, _ := i.vouches(b.asksSSO(map[string]any{"provider_id": id}), person("marina", "m.alves@serrazul.com.br"), nil)
		again := b.entersBySSO(b.comesBack(form))
		if me := b.me(again); again.User.ID != d.User.ID || me.body["email"] != "m.alves@serrazul.com.br" {
			t.Errorf("the user is %s", me.raw)
		}
	})
	t.Run("WhatTheOrganisationManagesIsLeftToIt", func(t *testing.T) {
		b := b.in(t)
		for _, change := range []map[string]any{{"email": "other@b.co"}, {"password": "another password 9"}} {
			b.want(b.put(d, change), 422, "user_sso_managed")
			b.want(b.admin("PUT", "/admin/users/"+d.User.ID.String(), change), 422, "user_sso_managed")
		}
		if got := b.put(d, map[string]any{"data": map[string]any{"theme": "dark"}}); got.status != 200 {
			t.Errorf("got %s", got.raw)
		}
	})
	t.Run("AndSoIsEveryWayIn", func(t *testing.T) {
		b := b.in(t)
		b.want(b.enterWith(b.withPasskey(d)), 422, "user_sso_managed")
		b.want(b.do(request{method: "GET", path: "/user/identities/authorize?provider=google", bearer: d.AccessToken}), 422, "user_sso_managed")
		b.want(b.do(request{method: "DELETE", path: "/user/identities/" + uuidExample, bearer: d.AccessToken}), 422, "single_identity_not_deletable")
	})
	t.Run("WithACodeForItsVerifier", func(t *testing.T) {
		b := b.in(t)
		page := b.asksSSO(map[string]any{"domain": "SERRAZUL.com.br", "code_challenge": s256(pkceVerifier), "code_challenge_method": "s256"})
		until := b.clock.Now().Add(time.Hour)
		form, _ := i.vouches(page, person("marina", marina), func(a *saml.Assertion) { a.AuthnStatements[0].SessionNotOnOrAfter = &until })
		location := b.comesBack(form)
		got := b.post("/token?grant_type=pkce", map[string]any{"auth_code": location.Query().Get("code"), "code_verifier": pkceVerifier})
		if entered := b.device(got); entered.User.ID != d.User.ID || location.Fragment != "" {
			t.Errorf("led to %s", location)
		}
		if ends := scalar[time.Time](b, `SELECT min(not_after) FROM auth.sessions WHERE user_id = $1`, d.User.ID); !ends.Equal(until) {
			t.Errorf("the session ends at %s, the organisation says %s", ends, until)
		}
	})
	t.Run("ByTheBrowserThatBegan", func(t *testing.T) {
		b := b.in(t)
		left := b.post("/sso", map[string]any{"provider_id": id})
		cookie, _, _ := strings.Cut(left.header.Get("Set-Cookie"), ";")
		if left.status != http.StatusSeeOther || cookie == "" {
			t.Fatalf("got %d %v", left.status, left.header)
		}
		form, _ := i.vouches(left.header.Get("Location"), person("marina", marina), nil)
		b.entersBySSO(b.comesBack(form, cookie))
		left = b.post("/sso", map[string]any{"provider_id": id})
		form, _ = i.vouches(left.header.Get("Location"), person("marina", marina), nil)
		if got := b.comesBack(form).Query().Get("error_code"); got != "saml_relay_state_not_found" {
			t.Errorf("got %s", got)
		}
	})
}

func TestAnAssertionWorksOnce(t *testing.T) {
	b, i, _ := setupSSO(t, func(c *Config) { c.Federation.SAML.IDPInitiated = true })
	form := i.unasked(person("marina", marina), publicURL+"/painel")
	var all sync.WaitGroup
	locations := make([]*url.URL, 4)
	for n := range locations {
		all.Go(func() { locations[n] = b.comesBack(form) })
	}
	all.Wait()
	entered := 0
	for _, location := range locations {
		if strings.HasPrefix(location.String(), publicURL+"/painel#access_token=") {
			entered++
		}
	}
	if entered != 1 {
		t.Errorf("%d entered by one assertion: %s", entered, locations)
	}
	b.refusesSSO(form, "validation_failed")
	t.Run("ToThisSiteAlone", func(t *testing.T) {
		b := b.in(t)
		if location := b.comesBack(i.unasked(person("marina", marina), "https://evil.example/")); location.Host != appHost {
			t.Errorf("led to %s", location)
		}
	})
	t.Run("OfAnOrganisationThatIsKnown", func(t *testing.T) {
		b := b.in(t)
		other := b.newIDP(strangerKey())
		other.MetadataURL.Path = "/other"
		b.refusesSSO(other.unasked(person("marina", marina), ""), "saml_idp_not_found")
	})
}
