package external_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/external"
	"automacao/internal/wire/auth/providertest"
)

// namesProviders lets administrators add providers, and configures none in a file.
func namesProviders(c *core.Config) {
	c.Federation.Providers, c.Federation.CustomProviders, c.Seal = nil, true, authtest.Mirror{}
}

const customs = "/admin/custom-providers"

func oidc(o authtest.Outer, identifier string, more map[string]any) map[string]any {
	said := map[string]any{
		"provider_type": "oidc", "identifier": "custom:" + identifier, "name": "Fábrica", "issuer": o.Issuer.URL, "client_id": providertest.ClientID, "client_secret": providertest.Secret,
	}
	for name, value := range more {
		said[name] = value
	}
	return said
}

func TestAdministratorsNameProviders(t *testing.T) {
	o := authtest.SetupOuter(t, namesProviders)
	o.Comes("m-1", authtest.Marina, true)
	o.Want(o.Do(authtest.Request{Method: "GET", Path: "/authorize?provider=custom:fabrica"}), 400, "validation_failed")
	made := o.Admin("POST", customs, oidc(o, "fabrica", map[string]any{"scopes": []string{"matricula"}, "custom_claims_allowlist": []string{"name", "absent"}}))
	if made.Status != 201 || made.Body["client_secret"] != nil || made.Body["pkce_enabled"] != true || made.Body["enabled"] != true || made.Body["discovery_document"].(map[string]any)["token_endpoint"] != o.Issuer.URL+"/token" {
		t.Fatalf("got %d %s", made.Status, made.Raw)
	}
	if kept := authtest.Scalar[string](o.Bundle, `SELECT client_secret FROM auth.custom_oauth_providers`); kept == providertest.Secret || !strings.Contains(kept, made.Body["id"].(string)) {
		t.Errorf("the secret is kept as %s", kept)
	}
	d := o.Enters("provider=custom:fabrica")
	if asked := o.Issuer.LastAsked(); asked.Get("scope") != "openid matricula" || asked.Get("code_challenge") == "" {
		t.Errorf("the provider was asked %v", asked)
	}
	me := o.Me(d)
	metadata, _ := me.Body["user_metadata"].(map[string]any)
	if claims, _ := metadata["custom_claims"].(map[string]any); len(claims) != 1 || claims["name"] != "Marina Alves" || me.Body["app_metadata"].(map[string]any)["provider"] != "custom:fabrica" {
		t.Errorf("the user is %s", me.Raw)
	}
	t.Run("AndChangeThem", func(t *testing.T) {
		o := o.In(t)
		path := customs + "/custom:fabrica"
		changed := o.Admin("PUT", path, map[string]any{"name": "Outra", "scopes": []string{}, "authorization_params": map[string]any{"prompt": "login"}})
		if changed.Status != 200 || changed.Body["name"] != "Outra" || changed.Body["issuer"] != o.Issuer.URL || changed.Body["created_at"] != made.Body["created_at"] {
			t.Fatalf("got %d %s", changed.Status, changed.Raw)
		}
		if again := o.Enters("provider=custom:fabrica"); again.User.ID != d.User.ID {
			t.Error("the same identity signs in as another user")
		}
		if asked := o.Issuer.LastAsked(); asked.Get("scope") != "openid" || asked.Get("prompt") != "login" {
			t.Errorf("the provider was asked %v", asked)
		}
		o.Want(o.Admin("PUT", path, map[string]any{"client_secret": ""}), 400, "validation_failed")
		if got := o.Admin("GET", path, nil); got.Body["name"] != "Outra" || strings.Contains(string(got.Raw), providertest.Secret) {
			t.Errorf("got %s", got.Raw)
		}
		o.Want(o.Admin("PUT", path, map[string]any{"enabled": false}), 200, "")
		o.Want(o.Do(authtest.Request{Method: "GET", Path: "/authorize?provider=custom:fabrica"}), 400, "validation_failed")
		o.Want(o.Admin("DELETE", path, nil), 204, "")
		for method, body := range map[string]any{"GET": nil, "PUT": map[string]any{"name": "x"}, "DELETE": nil} {
			o.Want(o.Admin(method, path, body), 404, "custom_provider_not_found")
		}
		o.Want(o.Me(d), 200, "")
	})
}

func TestCustomProvidersVouchAsAllOthers(t *testing.T) {
	o := authtest.SetupOuter(t, namesProviders)
	o.Comes("m-1", authtest.Marina, true)
	o.Want(o.Admin("POST", customs, oidc(o, "fabrica", map[string]any{"discovery_url": o.Issuer.URL + "/.well-known/openid-configuration", "acceptable_client_ids": []string{"phone"}})), 201, "")
	o.Enters("provider=custom:fabrica")
	plain := map[string]any{
		"provider_type": "oauth2", "identifier": "custom:plain", "name": "Simples", "client_id": providertest.ClientID, "client_secret": providertest.Secret,
		"authorization_url": o.Issuer.URL + "/authorize", "token_url": o.Issuer.URL + "/token", "userinfo_url": o.Issuer.URL + "/userinfo", "attribute_mapping": map[string]any{"sub": "number"},
	}
	made := o.Admin("POST", customs, plain)
	if made.Status != 201 || made.Body["discovery_document"] != nil {
		t.Fatalf("got %d %s", made.Status, made.Raw)
	}
	o.Issuer.Tell(map[string]any{"sub": "m-1"}, map[string]any{"number": "17", "email": authtest.Marina, "email_verified": true})
	o.Enters("provider=custom:plain")
	if owners := authtest.Scalar[int](o.Bundle, `SELECT count(DISTINCT user_id) FROM auth.identities WHERE provider LIKE 'custom:%'`); owners != 1 {
		t.Errorf("one person is %d", owners)
	}
	list := o.Admin("GET", customs+"?type=oidc", nil)
	if found, _ := list.Body["providers"].([]any); len(found) != 1 || found[0].(map[string]any)["identifier"] != "custom:fabrica" {
		t.Errorf("listed %s", list.Raw)
	}
	o.Want(o.Admin("GET", customs+"?type=saml", nil), 400, "validation_failed")
}

func TestCustomProvidersAreRefused(t *testing.T) {
	o := authtest.SetupOuter(t, namesProviders)
	for what, changes := range map[string]map[string]any{
		"NoPrefix": {"identifier": "fabrica"}, "ABadName": {"identifier": "custom:F á"}, "NoName": {"name": ""}, "NoSecret": {"client_secret": ""}, "NoIssuer": {"issuer": ""}, "AnotherKind": {"provider_type": "saml"},
		"AnotherIssuer": {"issuer": o.Issuer.URL + "/other"}, "AnAddressThatIsNone": {"issuer": "file:///etc/passwd"}, "OurParameters": {"authorization_params": map[string]any{"redirect_uri": "https://evil.example"}},
		"FieldsOfOurs": {"attribute_mapping": map[string]any{"role": "admin"}}, "TooLong": {"scopes": []string{strings.Repeat("s", 3000)}}, "TooMany": {"scopes": make([]string, 51)},
		"SomebodyElsesDescription": {"issuer": "https://issuer.example", "discovery_url": o.Issuer.URL + "/.well-known/openid-configuration"}, "NoDescription": {"discovery_url": o.Issuer.URL + "/nothing"},
	} {
		t.Run(what, func(t *testing.T) {
			o.In(t).Want(o.Admin("POST", customs, oidc(o, "fabrica", changes)), 400, "validation_failed")
		})
	}
	o.Want(o.Admin("GET", customs+"/fabrica", nil), 400, "validation_failed")
	d := o.SignUp(authtest.Marina)
	o.Want(o.Do(authtest.Request{Method: "POST", Path: customs, Bearer: d.AccessToken, Body: oidc(o, "fabrica", nil)}), 403, "not_admin")
	o.Want(o.Admin("POST", customs, oidc(o, "fabrica", nil)), 201, "")
	o.Want(o.Admin("POST", customs, oidc(o, "fabrica", nil)), 400, "conflict")
	open := authtest.Outer{Bundle: authtest.Beside(o.Bundle, func(c *core.Config) { c.Federation.PrivateAddresses = false }), Issuer: o.Issuer}
	open.Want(open.Admin("POST", customs, oidc(open, "dentro", nil)), 400, "validation_failed")
	open.Want(open.Admin("POST", customs, oidc(open, "dentro", map[string]any{"issuer": strings.Replace(o.Issuer.URL, "http:", "https:", 1)})), 400, "validation_failed")
	t.Run("FiftyAtMost", func(t *testing.T) {
		o := o.In(t)
		o.Exec(`INSERT INTO auth.custom_oauth_providers (provider_type, identifier, name, client_id, client_secret, issuer) SELECT 'oidc', 'custom:n' || n, 'n', 'n', 'n', 'https://n.example' FROM generate_series(1, $1) n`, external.CustomMax-4)
		var kept atomic.Int64
		var group sync.WaitGroup
		for n := range 6 {
			group.Go(func() {
				if o.Admin("POST", customs, oidc(o, fmt.Sprintf("m%d", n), nil)).Status == http.StatusCreated {
					kept.Add(1)
				}
			})
		}
		group.Wait()
		if kept.Load() != 3 {
			t.Errorf("%d more were kept", kept.Load())
		}
		o.Want(o.Admin("POST", customs, oidc(o, "more", nil)), 400, "over_custom_provider_quota")
	})
}

func TestCustomProvidersAreServedOnlyWhereThatIsAsked(t *testing.T) {
	b := authtest.Setup(t)
	for _, address := range []string{"GET " + customs, "POST " + customs, "GET " + customs + "/custom:x", "PUT " + customs + "/custom:x", "DELETE " + customs + "/custom:x"} {
		method, path, _ := strings.Cut(address, " ")
		b.Want(b.Admin(method, path, nil), 404, "feature_disabled")
	}
	b.Exec(`INSERT INTO auth.custom_oauth_providers (provider_type, identifier, name, client_id, client_secret, issuer) VALUES ('oidc', 'custom:x', 'x', 'x', 'x', 'https://x.example')`)
	b.Want(b.Do(authtest.Request{Method: "GET", Path: "/authorize?provider=custom:x"}), 400, "validation_failed")
	cfg := core.Config{PublicURL: authtest.PublicURL, SiteURL: authtest.PublicURL}
	cfg.Federation.CustomProviders = true
	if err := cfg.Validate(); err == nil {
		t.Error("secrets are kept as they are")
	}
}
