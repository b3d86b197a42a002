package organisation_test

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/crewjam/saml"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
)

func withSSO(c *core.Config) { c.Federation.SAML.PrivateKey = authtest.PemOf(authtest.OurKey()) }

// setupSSO is a server with one organisation.
func setupSSO(t *testing.T, adjust ...func(*core.Config)) (*authtest.Bundle, authtest.IDP, string) {
	t.Helper()
	b := authtest.Setup(t, append([]func(*core.Config){withSSO}, adjust...)...)
	i := b.NewIDP(authtest.IDPKey())
	got := b.Admin("POST", "/admin/sso/providers", map[string]any{
		"type": "saml", "metadata_xml": i.Described(), "domains": []string{"SerrAzul.com.br"},
		"attribute_mapping": map[string]any{"keys": map[string]any{
			"user_name": map[string]any{"names": []string{"nobody", "uid"}}, "groups": map[string]any{"name": "groups", "array": true}, "plan": map[string]any{"name": "plan", "default": "firm"}, "sub": map[string]any{"name": "groups"},
		}},
	})
	id, _ := got.Body["id"].(string)
	if got.Status != http.StatusCreated || id == "" {
		t.Fatalf("got %d %s", got.Status, got.Raw)
	}
	return b, i, id
}

func TestAnOrganisationSignsItsPeopleIn(t *testing.T) {
	b, i, id := setupSSO(t, func(c *core.Config) { c.Federation.ManualLinking = true })
	owner := b.SignUp(authtest.Marina)
	page := b.AsksSSO(map[string]any{"domain": "serrazul.com.br", "redirect_to": authtest.PublicURL + "/inicio"})
	form, _ := i.Vouches(page, authtest.Person("marina", strings.ToUpper(authtest.Marina)), nil)
	location := b.ComesBack(form)
	d := b.EntersBySSO(location)
	if !strings.HasPrefix(location.String(), authtest.PublicURL+"/inicio#") {
		t.Errorf("led to %s", location)
	}
	t.Run("TheyAreApartFromOthersOfTheSameAddress", func(t *testing.T) {
		b := b.In(t)
		me := b.Me(d)
		identity := me.Body["identities"].([]any)[0].(map[string]any)
		metadata := me.Body["user_metadata"].(map[string]any)
		custom := metadata["custom_claims"].(map[string]any)
		if d.User.ID == owner.User.ID || me.Body["email"] != authtest.Marina || identity["provider"] != "sso:"+id || identity["id"] != "marina" ||
			metadata["user_name"] != "marina" || metadata["sub"] != "marina" || metadata["iss"] != i.MetadataURL.String() || custom["plan"] != "firm" || len(custom["groups"].([]any)) != 2 {
			t.Errorf("the user is %s", me.Raw)
		}
		claims, err := b.Keys.VerifyAt(d.AccessToken, b.Clock.Now())
		if err != nil || !strings.Contains(string(claims.Raw), `"amr":[{"method":"sso/saml"`) || !strings.Contains(string(claims.Raw), authtest.Marina) {
			t.Errorf("claims are %s", claims.Raw)
		}
		if again := b.SignInAs(authtest.Marina); again.User.ID != owner.User.ID {
			t.Error("the password is another user's")
		}
		b.Post("/otp", map[string]any{"email": authtest.Marina})
		if sent := authtest.Scalar[int](b, `SELECT count(*) FROM auth.one_time_tokens WHERE user_id = $1`, d.User.ID); sent != 0 {
			t.Error("a code signs in past the organisation")
		}
	})
	t.Run("WhoComesAgainIsTheSame", func(t *testing.T) {
		b := b.In(t)
		form, _ := i.Vouches(b.AsksSSO(map[string]any{"provider_id": id}), authtest.Person("marina", "m.alves@serrazul.com.br"), nil)
		again := b.EntersBySSO(b.ComesBack(form))
		if me := b.Me(again); again.User.ID != d.User.ID || me.Body["email"] != "m.alves@serrazul.com.br" {
			t.Errorf("the user is %s", me.Raw)
		}
	})
	t.Run("WhatTheOrganisationManagesIsLeftToIt", func(t *testing.T) {
		b := b.In(t)
		for _, change := range []map[string]any{{"email": "other@b.co"}, {"password": "another password 9"}} {
			b.Want(b.Put(d, change), 422, "user_sso_managed")
			b.Want(b.Admin("PUT", "/admin/users/"+d.User.ID.String(), change), 422, "user_sso_managed")
		}
		if got := b.Put(d, map[string]any{"data": map[string]any{"theme": "dark"}}); got.Status != 200 {
			t.Errorf("got %s", got.Raw)
		}
	})
	t.Run("AndSoIsEveryWayIn", func(t *testing.T) {
		b := b.In(t)
		b.Want(b.EnterWith(b.WithPasskey(d)), 422, "user_sso_managed")
		b.Want(b.Do(authtest.Request{Method: "GET", Path: "/user/identities/authorize?provider=google", Bearer: d.AccessToken}), 422, "user_sso_managed")
		b.Want(b.Do(authtest.Request{Method: "DELETE", Path: "/user/identities/" + authtest.UUIDExample, Bearer: d.AccessToken}), 422, "single_identity_not_deletable")
	})
	t.Run("WithACodeForItsVerifier", func(t *testing.T) {
		b := b.In(t)
		page := b.AsksSSO(map[string]any{"domain": "SERRAZUL.com.br", "code_challenge": message.S256(authtest.PKCEVerifier), "code_challenge_method": "s256"})
		until := b.Clock.Now().Add(time.Hour)
		form, _ := i.Vouches(page, authtest.Person("marina", authtest.Marina), func(a *saml.Assertion) { a.AuthnStatements[0].SessionNotOnOrAfter = &until })
		location := b.ComesBack(form)
		got := b.Post("/token?grant_type=pkce", map[string]any{"auth_code": location.Query().Get("code"), "code_verifier": authtest.PKCEVerifier})
		if entered := b.Device(got); entered.User.ID != d.User.ID || location.Fragment != "" {
			t.Errorf("led to %s", location)
		}
		if ends := authtest.Scalar[time.Time](b, `SELECT min(not_after) FROM auth.sessions WHERE user_id = $1`, d.User.ID); !ends.Equal(until) {
			t.Errorf("the session ends at %s, the organisation says %s", ends, until)
		}
	})
	t.Run("ByTheBrowserThatBegan", func(t *testing.T) {
		b := b.In(t)
		left := b.Post("/sso", map[string]any{"provider_id": id})
		cookie, _, _ := strings.Cut(left.Header.Get("Set-Cookie"), ";")
		if left.Status != http.StatusSeeOther || cookie == "" {
			t.Fatalf("got %d %v", left.Status, left.Header)
		}
		form, _ := i.Vouches(left.Header.Get("Location"), authtest.Person("marina", authtest.Marina), nil)
		b.EntersBySSO(b.ComesBack(form, cookie))
		left = b.Post("/sso", map[string]any{"provider_id": id})
		form, _ = i.Vouches(left.Header.Get("Location"), authtest.Person("marina", authtest.Marina), nil)
		if got := b.ComesBack(form).Query().Get("error_code"); got != "saml_relay_state_not_found" {
			t.Errorf("got %s", got)
		}
	})
}

func TestAnAssertionWorksOnce(t *testing.T) {
	b, i, _ := setupSSO(t, func(c *core.Config) { c.Federation.SAML.IDPInitiated = true })
	form := i.Unasked(authtest.Person("marina", authtest.Marina), authtest.PublicURL+"/painel")
	var all sync.WaitGroup
	locations := make([]*url.URL, 4)
	for n := range locations {
		all.Go(func() { locations[n] = b.ComesBack(form) })
	}
	all.Wait()
	entered := 0
	for _, location := range locations {
		if strings.HasPrefix(location.String(), authtest.PublicURL+"/painel#access_token=") {
			entered++
		}
	}
	if entered != 1 {
		t.Errorf("%d entered by one assertion: %s", entered, locations)
	}
	refusesSSO(b, form, "validation_failed")
	t.Run("ToThisSiteAlone", func(t *testing.T) {
		b := b.In(t)
		if location := b.ComesBack(i.Unasked(authtest.Person("marina", authtest.Marina), "https://evil.example/")); location.Host != authtest.AppHost {
			t.Errorf("led to %s", location)
		}
	})
	t.Run("OfAnOrganisationThatIsKnown", func(t *testing.T) {
		b := b.In(t)
		other := b.NewIDP(authtest.StrangerKey())
		other.MetadataURL.Path = "/other"
		refusesSSO(b, other.Unasked(authtest.Person("marina", authtest.Marina), ""), "saml_idp_not_found")
	})
}
