package auth

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"automacao/internal/wire/auth/sso"
)

func TestOrganisationsAreAdministered(t *testing.T) {
	b, i, id := setupSSO(t)
	const providers = "/admin/sso/providers"
	described := i.described()
	b.want(b.admin("POST", providers, map[string]any{"type": "saml", "metadata_xml": described}), 422, "saml_idp_already_exists")
	other := b.newIDP(idpKey())
	other.MetadataURL.Path = "/second"
	second := map[string]any{"type": "saml", "metadata_xml": other.described(), "domains": []string{"serrazul.com.br"}}
	b.want(b.admin("POST", providers, second), 400, "sso_domain_already_exists")
	second["domains"], second["resource_id"] = []string{"vale.com.br"}, "vale"
	made := b.admin("POST", providers, second)
	if made.status != http.StatusCreated {
		t.Fatalf("got %s", made.raw)
	}
	for fact, body := range map[string]map[string]any{
		"AnotherType":     {"type": "oidc", "metadata_xml": described},
		"Nothing":         {"type": "saml"},
		"BothDocuments":   {"type": "saml", "metadata_xml": described, "metadata_url": idpHost + "/metadata"},
		"AnotherDocument": {"type": "saml", "metadata_xml": "<html/>"},
		"OurOwn":          {"type": "saml", "metadata_xml": string(b.do(request{method: "GET", path: sso.MetadataPath}).raw)},
		"ALargeDocument":  {"type": "saml", "metadata_xml": described + strings.Repeat(" ", sso.MetadataMax)},
		"AnEntity":        {"type": "saml", "metadata_xml": `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>` + described},
		"WithoutTLS":      {"type": "saml", "metadata_url": "http://idp.serrazul.example/metadata"},
		"AFile":           {"type": "saml", "metadata_url": "file:///etc/passwd"},
		"ADomainOfNoForm": {"type": "saml", "metadata_xml": described, "domains": []string{"a b"}},
		"TooManyDomains":  {"type": "saml", "metadata_xml": described, "domains": strings.Fields(strings.Repeat("a.co ", ssoDomainsMax+1))},
		"AnUnknownFormat": {"type": "saml", "metadata_xml": described, "name_id_format": "x"},
		"ALargeMapping":   {"type": "saml", "metadata_xml": described, "attribute_mapping": map[string]any{"keys": map[string]any{"a": map[string]any{"name": strings.Repeat("a", 9<<10)}}}},
	} {
		t.Run(fact, func(t *testing.T) { b := b.in(t); b.want(b.admin("POST", providers, body), 400, "validation_failed") })
	}
	// An administrator's URL must not reach into a private network.
	b.want(b.admin("POST", providers, map[string]any{"type": "saml", "metadata_url": "https://127.0.0.1:1/metadata"}), 400, "saml_metadata_fetch_failed")

	listed := b.admin("GET", providers, nil)
	if items := listed.body["items"].([]any); len(items) != 2 || strings.Contains(string(listed.raw), "EntityDescriptor") {
		t.Errorf("got %s", listed.raw)
	}
	if got := b.admin("GET", providers+"?resource_id=vale", nil); len(got.body["items"].([]any)) != 1 {
		t.Errorf("got %s", got.raw)
	}
	one := providers + "/" + id
	if got := b.admin("GET", one, nil); !strings.Contains(string(got.raw), "EntityDescriptor") || !strings.Contains(string(got.raw), `"domains":[{"domain":"serrazul.com.br"}]`) {
		t.Errorf("got %s", got.raw)
	}
	b.want(b.admin("PUT", one, map[string]any{"metadata_xml": other.described()}), 400, "saml_entity_id_mismatch")
	b.want(b.admin("PUT", one, map[string]any{"domains": []string{"vale.com.br"}}), 400, "sso_domain_already_exists")
	if got := b.admin("PUT", one, map[string]any{"domains": []string{"obra.example", "serrazul.com.br"}, "disabled": true}); got.status != 200 || !strings.Contains(string(got.raw), "obra.example") || !strings.Contains(string(got.raw), "user_name") {
		t.Errorf("got %s", got.raw)
	}
	b.want(b.post("/sso", map[string]any{"domain": "obra.example"}), 404, "sso_provider_disabled")
	b.want(b.post("/sso", map[string]any{"domain": "nobody.example"}), 404, "sso_provider_not_found")
	b.want(b.post("/sso", map[string]any{"provider_id": uuidExample}), 404, "sso_provider_not_found")
	b.want(b.post("/sso", map[string]any{"provider_id": "x"}), 400, "validation_failed")
	b.want(b.post("/sso", map[string]any{"provider_id": id, "domain": "obra.example"}), 400, "validation_failed")
	b.want(b.post("/sso", map[string]any{}), 400, "validation_failed")
	b.want(b.admin("GET", providers+"/x", nil), 404, "sso_provider_not_found")
	if got := b.admin("DELETE", one, nil); got.status != 200 || got.body["id"] != id {
		t.Errorf("got %s", got.raw)
	}
	b.want(b.admin("DELETE", one, nil), 404, "sso_provider_not_found")
	d := b.signUp(marina)
	for _, call := range [][2]string{{"GET", providers}, {"POST", providers}, {"GET", one}, {"PUT", one}, {"DELETE", one}} {
		b.want(b.do(request{method: call[0], path: call[1], bearer: d.AccessToken}), 403, "not_admin")
		b.want(b.do(request{method: call[0], path: call[1]}), 401, "no_authorization")
	}
}

func TestMetadataOfOrganisationsIsRenewed(t *testing.T) {
	var served string
	var asked int
	var guard sync.Mutex
	away := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		guard.Lock()
		defer guard.Unlock()
		asked++
		_, _ = w.Write([]byte(served))
	}))
	t.Cleanup(away.Close)
	b := setup(t, withSSO, func(c *Config) { c.Federation.PrivateAddresses = true })
	serve := func(text string) int { guard.Lock(); defer guard.Unlock(); served = text; return asked }
	first := b.newIDP(idpKey())
	serve(first.described())
	made := b.admin("POST", "/admin/sso/providers", map[string]any{"type": "saml", "metadata_url": away.URL, "domains": []string{"serrazul.com.br"}})
	if made.status != http.StatusCreated {
		t.Fatalf("got %s", made.raw)
	}
	sso := map[string]any{"domain": "serrazul.com.br"}
	b.asksSSO(sso)
	if n := serve("away"); n != 1 {
		t.Errorf("asked %d times on the first day", n)
	}
	b.clock.advance(metadataFresh + time.Second)
	b.asksSSO(sso)
	b.asksSSO(sso)
	rotated := b.newIDP(strangerKey())
	if n := serve(rotated.described()); n != 2 {
		t.Errorf("asked %d times while it was away", n)
	}
	b.clock.advance(metadataFresh + time.Second)
	form, _ := rotated.vouches(b.asksSSO(sso), person("marina", marina), nil)
	b.entersBySSO(b.comesBack(form))
	form, _ = first.vouches(b.asksSSO(sso), person("marina", marina), nil)
	b.refusesSSO(form, "validation_failed")
}

func TestWithoutAKeyThereIsNoSSO(t *testing.T) {
	b := setup(t)
	for _, call := range []string{"POST /sso", "GET /sso/saml/metadata", "POST /sso/saml/acs", "GET /admin/sso/providers", "POST /admin/sso/providers", "GET /admin/sso/providers/x", "PUT /admin/sso/providers/x", "DELETE /admin/sso/providers/x"} {
		method, path, _ := strings.Cut(call, " ")
		b.want(b.do(request{method: method, path: path}), 404, "saml_provider_disabled")
	}
	if got := b.do(request{method: "GET", path: "/settings"}); got.body["saml_enabled"] != false {
		t.Errorf("got %s", got.raw)
	}
	for _, key := range []string{"secret-of-nobody", "-----BEGIN PRIVATE KEY-----\nc2VjcmV0LW9mLW5vYm9keQ==\n-----END PRIVATE KEY-----\n"} {
		_, err := sso.New(sso.Settings{PrivateKey: key}, publicURL, b.clock.Now)
		if err == nil || strings.Contains(err.Error(), "nobody") || strings.Contains(err.Error(), "c2VjcmV0") {
			t.Errorf("got %v", err)
		}
	}
}
