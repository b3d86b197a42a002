package auth

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"automacao/internal/wire/auth/providertest"
)

// namesProviders lets administrators add providers, and configures none in a file.
func namesProviders(c *Config) {
	c.Federation.Providers, c.Federation.CustomProviders, c.Seal = nil, true, mirror{}
}

const customs = "/admin/custom-providers"

func (o outer) oidc(identifier string, more map[string]any) map[string]any {
	said := map[string]any{
		"provider_type": "oidc", "identifier": "custom:" + identifier, "name": "Fábrica", "issuer": o.issuer.URL, "client_id": providertest.ClientID, "client_secret": providertest.Secret,
	}
	for name, value := range more {
		said[name] = value
	}
	return said
}

func TestAdministratorsNameProviders(t *testing.T) {
	o := setupOuter(t, namesProviders)
	o.comes("m-1", marina, true)
	o.want(o.do(request{method: "GET", path: "/authorize?provider=custom:fabrica"}), 400, "validation_failed")
	made := o.admin("POST", customs, o.oidc("fabrica", map[string]any{"scopes": []string{"matricula"}, "custom_claims_allowlist": []string{"name", "absent"}}))
	if made.status != 201 || made.body["client_secret"] != nil || made.body["pkce_enabled"] != true || made.body["enabled"] != true || made.body["discovery_document"].(map[string]any)["token_endpoint"] != o.issuer.URL+"/token" {
		t.Fatalf("got %d %s", made.status, made.raw)
	}
	if kept := scalar[string](o.bundle, `SELECT client_secret FROM auth.custom_oauth_providers`); kept == providertest.Secret || !strings.Contains(kept, made.body["id"].(string)) {
		t.Errorf("the secret is kept as %s", kept)
	}
	d := o.enters("provider=custom:fabrica")
	if asked := o.issuer.LastAsked(); asked.Get("scope") != "openid matricula" || asked.Get("code_challenge") == "" {
		t.Errorf("the provider was asked %v", asked)
	}
	me := o.me(d)
	metadata, _ := me.body["user_metadata"].(map[string]any)
	if claims, _ := metadata["custom_claims"].(map[string]any); len(claims) != 1 || claims["name"] != "Marina Alves" || me.body["app_metadata"].(map[string]any)["provider"] != "custom:fabrica" {
		t.Errorf("the user is %s", me.raw)
	}
	t.Run("AndChangeThem", func(t *testing.T) {
		o := o.in(t)
		path := customs + "/custom:fabrica"
		changed := o.admin("PUT", path, map[string]any{"name": "Outra", "scopes": []string{}, "authorization_params": map[string]any{"prompt": "login"}})
		if changed.status != 200 || changed.body["name"] != "Outra" || changed.body["issuer"] != o.issuer.URL || changed.body["created_at"] != made.body["created_at"] {
			t.Fatalf("got %d %s", changed.status, changed.raw)
		}
		if again := o.enters("provider=custom:fabrica"); again.User.ID != d.User.ID {
			t.Error("who comes again is another")
		}
		if asked := o.issuer.LastAsked(); asked.Get("scope") != "openid" || asked.Get("prompt") != "login" {
			t.Errorf("the provider was asked %v", asked)
		}
		o.want(o.admin("PUT", path, map[string]any{"client_secret": ""}), 400, "validation_failed")
		if got := o.admin("GET", path, nil); got.body["name"] != "Outra" || strings.Contains(string(got.raw), providertest.Secret) {
			t.Errorf("got %s", got.raw)
		}
		o.want(o.admin("PUT", path, map[string]any{"enabled": false}), 200, "")
		o.want(o.do(request{method: "GET", path: "/authorize?provider=custom:fabrica"}), 400, "validation_failed")
		o.want(o.admin("DELETE", path, nil), 204, "")
		for method, body := range map[string]any{"GET": nil, "PUT": map[string]any{"name": "x"}, "DELETE": nil} {
			o.want(o.admin(method, path, body), 404, "custom_provider_not_found")
		}
		o.want(o.me(d), 200, "")
	})
}

func TestCustomProvidersVouchAsAllOthers(t *testing.T) {
	o := setupOuter(t, namesProviders)
	o.comes("m-1", marina, true)
	o.want(o.admin("POST", customs, o.oidc("fabrica", map[string]any{"discovery_url": o.issuer.URL + "/.well-known/openid-configuration", "acceptable_client_ids": []string{"phone"}})), 201, "")
	o.enters("provider=custom:fabrica")
	plain := map[string]any{
		"provider_type": "oauth2", "identifier": "custom:plain", "name": "Simples", "client_id": providertest.ClientID, "client_secret": providertest.Secret,
		"authorization_url": o.issuer.URL + "/authorize", "token_url": o.issuer.URL + "/token", "userinfo_url": o.issuer.URL + "/userinfo", "attribute_mapping": map[string]any{"sub": "number"},
	}
	made := o.admin("POST", customs, plain)
	if made.status != 201 || made.body["discovery_document"] != nil {
		t.Fatalf("got %d %s", made.status, made.raw)
	}
	o.issuer.Tell(map[string]any{"sub": "m-1"}, map[string]any{"number": "17", "email": marina, "email_verified": true})
	o.enters("provider=custom:plain")
	if owners := scalar[int](o.bundle, `SELECT count(DISTINCT user_id) FROM auth.identities WHERE provider LIKE 'custom:%'`); owners != 1 {
		t.Errorf("one person is %d", owners)
	}
	list := o.admin("GET", customs+"?type=oidc", nil)
	if found, _ := list.body["providers"].([]any); len(found) != 1 || found[0].(map[string]any)["identifier"] != "custom:fabrica" {
		t.Errorf("listed %s", list.raw)
	}
	o.want(o.admin("GET", customs+"?type=saml", nil), 400, "validation_failed")
}

func TestCustomProvidersAreRefused(t *testing.T) {
	o := setupOuter(t, namesProviders)
	for what, changes := range map[string]map[string]any{
		"NoPrefix": {"identifier": "fabrica"}, "ABadName": {"identifier": "custom:F á"}, "NoName": {"name": ""}, "NoSecret": {"client_secret": ""}, "NoIssuer": {"issuer": ""}, "AnotherKind": {"provider_type": "saml"},
		"AnotherIssuer": {"issuer": o.issuer.URL + "/other"}, "AnAddressThatIsNone": {"issuer": "file:///etc/passwd"}, "OurParameters": {"authorization_params": map[string]any{"redirect_uri": "https://evil.example"}},
		"FieldsOfOurs": {"attribute_mapping": map[string]any{"role": "admin"}}, "TooLong": {"scopes": []string{strings.Repeat("s", 3000)}}, "TooMany": {"scopes": make([]string, 51)},
		"SomebodyElsesDescription": {"issuer": "https://issuer.example", "discovery_url": o.issuer.URL + "/.well-known/openid-configuration"}, "NoDescription": {"discovery_url": o.issuer.URL + "/nothing"},
	} {
		t.Run(what, func(t *testing.T) {
			o.in(t).want(o.admin("POST", customs, o.oidc("fabrica", changes)), 400, "validation_failed")
		})
	}
	o.want(o.admin("GET", customs+"/fabrica", nil), 400, "validation_failed")
	d := o.signUp(marina)
	o.want(o.do(request{method: "POST", path: customs, bearer: d.AccessToken, body: o.oidc("fabrica", nil)}), 403, "not_admin")
	o.want(o.admin("POST", customs, o.oidc("fabrica", nil)), 201, "")
	o.want(o.admin("POST", customs, o.oidc("fabrica", nil)), 400, "conflict")
	open := outer{beside(o.bundle, func(c *Config) { c.Federation.PrivateAddresses = false }), o.issuer}
	open.want(open.admin("POST", customs, open.oidc("dentro", nil)), 400, "validation_failed")
	open.want(open.admin("POST", customs, open.oidc("dentro", map[string]any{"issuer": strings.Replace(o.issuer.URL, "http:", "https:", 1)})), 400, "validation_failed")
	t.Run("FiftyAtMost", func(t *testing.T) {
		o := o.in(t)
		o.exec(`INSERT INTO auth.custom_oauth_providers (provider_type, identifier, name, client_id, client_secret, issuer) SELECT 'oidc', 'custom:n' || n, 'n', 'n', 'n', 'https://n.example' FROM generate_series(1, $1) n`, customMax-4)
		var kept atomic.Int64
		var group sync.WaitGroup
		for n := range 6 {
			group.Go(func() {
				if o.admin("POST", customs, o.oidc(fmt.Sprintf("m%d", n), nil)).status == http.StatusCreated {
					kept.Add(1)
				}
			})
		}
		group.Wait()
		if kept.Load() != 3 {
			t.Errorf("%d more were kept", kept.Load())
		}
		o.want(o.admin("POST", customs, o.oidc("more", nil)), 400, "over_custom_provider_quota")
	})
}

func TestCustomProvidersAreServedOnlyWhereThatIsAsked(t *testing.T) {
	b := setup(t)
	for _, address := range []string{"GET " + customs, "POST " + customs, "GET " + customs + "/custom:x", "PUT " + customs + "/custom:x", "DELETE " + customs + "/custom:x"} {
		method, path, _ := strings.Cut(address, " ")
		b.want(b.admin(method, path, nil), 404, "feature_disabled")
	}
	b.exec(`INSERT INTO auth.custom_oauth_providers (provider_type, identifier, name, client_id, client_secret, issuer) VALUES ('oidc', 'custom:x', 'x', 'x', 'x', 'https://x.example')`)
	b.want(b.do(request{method: "GET", path: "/authorize?provider=custom:x"}), 400, "validation_failed")
	cfg := Config{PublicURL: publicURL, SiteURL: publicURL}
	cfg.Federation.CustomProviders = true
	if err := cfg.Validate(); err == nil {
		t.Error("secrets are kept as they are")
	}
}
