package organisation_test

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/crewjam/saml"

	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/organisation"
	"automacao/internal/wire/auth/sso"
)

func TestOrganisationsAreAdministered(t *testing.T) {
	b, i, id := setupSSO(t)
	const providers = "/admin/sso/providers"
	described := i.Described()
	b.Want(b.Admin("POST", providers, map[string]any{"type": "saml", "metadata_xml": described}), 422, "saml_idp_already_exists")
	other := b.NewIDP(authtest.IDPKey())
	other.MetadataURL.Path = "/second"
	second := map[string]any{"type": "saml", "metadata_xml": other.Described(), "domains": []string{"serrazul.com.br"}}
	b.Want(b.Admin("POST", providers, second), 400, "sso_domain_already_exists")
	second["domains"], second["resource_id"] = []string{"vale.com.br"}, "vale"
	made := b.Admin("POST", providers, second)
	if made.Status != http.StatusCreated {
		t.Fatalf("got %s", made.Raw)
	}
	for fact, body := range map[string]map[string]any{
		"AnotherType":     {"type": "oidc", "metadata_xml": described},
		"Nothing":         {"type": "saml"},
		"BothDocuments":   {"type": "saml", "metadata_xml": described, "metadata_url": authtest.IDPHost + "/metadata"},
		"AnotherDocument": {"type": "saml", "metadata_xml": "<html/>"},
		"OurOwn":          {"type": "saml", "metadata_xml": string(b.Do(authtest.Request{Method: "GET", Path: sso.MetadataPath}).Raw)},
		"ALargeDocument":  {"type": "saml", "metadata_xml": described + strings.Repeat(" ", sso.MetadataMax)},
		"AnEntity":        {"type": "saml", "metadata_xml": `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>` + described},
		"WithoutTLS":      {"type": "saml", "metadata_url": "http://idp.serrazul.example/metadata"},
		"AFile":           {"type": "saml", "metadata_url": "file:///etc/passwd"},
		"ADomainOfNoForm": {"type": "saml", "metadata_xml": described, "domains": []string{"a b"}},
		"TooManyDomains":  {"type": "saml", "metadata_xml": described, "domains": strings.Fields(strings.Repeat("a.co ", organisation.SSODomainsMax+1))},
		"AnUnknownFormat": {"type": "saml", "metadata_xml": described, "name_id_format": "x"},
		"ALargeMapping":   {"type": "saml", "metadata_xml": described, "attribute_mapping": map[string]any{"keys": map[string]any{"a": map[string]any{"name": strings.Repeat("a", 9<<10)}}}},
	} {
		t.Run(fact, func(t *testing.T) { b := b.In(t); b.Want(b.Admin("POST", providers, body), 400, "validation_failed") })
	}
	// An administrator's URL must not reach into a private network.
	b.Want(b.Admin("POST", providers, map[string]any{"type": "saml", "metadata_url": "https://127.0.0.1:1/metadata"}), 400, "saml_metadata_fetch_failed")

	listed := b.Admin("GET", providers, nil)
	if items := listed.Body["items"].([]any); len(items) != 2 || strings.Contains(string(listed.Raw), "EntityDescriptor") {
		t.Errorf("got %s", listed.Raw)
	}
	if got := b.Admin("GET", providers+"?resource_id=vale", nil); len(got.Body["items"].([]any)) != 1 {
		t.Errorf("got %s", got.Raw)
	}
	one := providers + "/" + id
	if got := b.Admin("GET", one, nil); !strings.Contains(string(got.Raw), "EntityDescriptor") || !strings.Contains(string(got.Raw), `"domains":[{"domain":"serrazul.com.br"}]`) {
		t.Errorf("got %s", got.Raw)
	}
	b.Want(b.Admin("PUT", one, map[string]any{"metadata_xml": other.Described()}), 400, "saml_entity_id_mismatch")
	b.Want(b.Admin("PUT", one, map[string]any{"domains": []string{"vale.com.br"}}), 400, "sso_domain_already_exists")
	if got := b.Admin("PUT", one, map[string]any{"domains": []string{"obra.example", "serrazul.com.br"}, "disabled": true}); got.Status != 200 || !strings.Contains(string(got.Raw), "obra.example") || !strings.Contains(string(got.Raw), "user_name") {
		t.Errorf("got %s", got.Raw)
	}
	b.Want(b.Post("/sso", map[string]any{"domain": "obra.example"}), 404, "sso_provider_disabled")
	b.Want(b.Post("/sso", map[string]any{"domain": "nobody.example"}), 404, "sso_provider_not_found")
	b.Want(b.Post("/sso", map[string]any{"provider_id": authtest.UUIDExample}), 404, "sso_provider_not_found")
	b.Want(b.Post("/sso", map[string]any{"provider_id": "x"}), 400, "validation_failed")
	b.Want(b.Post("/sso", map[string]any{"provider_id": id, "domain": "obra.example"}), 400, "validation_failed")
	b.Want(b.Post("/sso", map[string]any{}), 400, "validation_failed")
	b.Want(b.Admin("GET", providers+"/x", nil), 404, "sso_provider_not_found")
	if got := b.Admin("DELETE", one, nil); got.Status != 200 || got.Body["id"] != id {
		t.Errorf("got %s", got.Raw)
	}
	b.Want(b.Admin("DELETE", one, nil), 404, "sso_provider_not_found")
	d := b.SignUp(authtest.Marina)
	for _, call := range [][2]string{{"GET", providers}, {"POST", providers}, {"GET", one}, {"PUT", one}, {"DELETE", one}} {
		b.Want(b.Do(authtest.Request{Method: call[0], Path: call[1], Bearer: d.AccessToken}), 403, "not_admin")
		b.Want(b.Do(authtest.Request{Method: call[0], Path: call[1]}), 401, "no_authorization")
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
	b := authtest.Setup(t, withSSO, func(c *core.Config) { c.Federation.PrivateAddresses = true })
	serve := func(text string) int { guard.Lock(); defer guard.Unlock(); served = text; return asked }
	first := b.NewIDP(authtest.IDPKey())
	serve(first.Described())
	made := b.Admin("POST", "/admin/sso/providers", map[string]any{"type": "saml", "metadata_url": away.URL, "domains": []string{"serrazul.com.br"}})
	if made.Status != http.StatusCreated {
		t.Fatalf("got %s", made.Raw)
	}
	sso := map[string]any{"domain": "serrazul.com.br"}
	b.AsksSSO(sso)
	if n := serve("away"); n != 1 {
		t.Errorf("asked %d times on the first day", n)
	}
	b.Clock.Advance(organisation.MetadataFresh + time.Second)
	b.AsksSSO(sso)
	b.AsksSSO(sso)
	rotated := b.NewIDP(authtest.StrangerKey())
	if n := serve(rotated.Described()); n != 2 {
		t.Errorf("asked %d times while it was away", n)
	}
	b.Clock.Advance(organisation.MetadataFresh + time.Second)
	form, _ := rotated.Vouches(b.AsksSSO(sso), authtest.Person("marina", authtest.Marina), nil)
	b.EntersBySSO(b.ComesBack(form))
	form, _ = first.Vouches(b.AsksSSO(sso), authtest.Person("marina", authtest.Marina), nil)
	refusesSSO(b, form, "validation_failed")
}

func TestWithoutAKeyThereIsNoSSO(t *testing.T) {
	b := authtest.Setup(t)
	for _, call := range []string{"POST /sso", "GET /sso/saml/metadata", "POST /sso/saml/acs", "GET /admin/sso/providers", "POST /admin/sso/providers", "GET /admin/sso/providers/x", "PUT /admin/sso/providers/x", "DELETE /admin/sso/providers/x"} {
		method, path, _ := strings.Cut(call, " ")
		b.Want(b.Do(authtest.Request{Method: method, Path: path}), 404, "saml_provider_disabled")
	}
	if got := b.Do(authtest.Request{Method: "GET", Path: "/settings"}); got.Body["saml_enabled"] != false {
		t.Errorf("got %s", got.Raw)
	}
	for _, key := range []string{"secret-of-nobody", "-----BEGIN PRIVATE KEY-----\nc2VjcmV0LW9mLW5vYm9keQ==\n-----END PRIVATE KEY-----\n"} {
		_, err := sso.New(sso.Settings{PrivateKey: key}, authtest.PublicURL, b.Clock.Now)
		if err == nil || strings.Contains(err.Error(), "nobody") || strings.Contains(err.Error(), "c2VjcmV0") {
			t.Errorf("got %v", err)
		}
	}
}

// encrypting is an identity provider that encrypts for one of the keys in this server's metadata.
type encrypting struct {
	authtest.IDP
	nth int
}

func (e encrypting) GetServiceProvider(r *http.Request, name string) (*saml.EntityDescriptor, error) {
	described, err := e.IDP.GetServiceProvider(r, name)
	if err != nil {
		return nil, err
	}
	role := &described.SPSSODescriptors[0]
	role.KeyDescriptors = append(role.KeyDescriptors, saml.KeyDescriptor{Use: "encryption", KeyInfo: role.KeyDescriptors[e.nth].KeyInfo})
	return described, nil
}

// signedBy reports which key signed a request.
func signedBy(t *testing.T, page string, key *rsa.PrivateKey) bool {
	t.Helper()
	asked, err := url.Parse(page)
	if err != nil {
		t.Fatal(err)
	}
	signed, signature, _ := strings.Cut(asked.RawQuery, "&Signature=")
	text, err := url.QueryUnescape(signature)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	digest := sha256.Sum256([]byte(signed))
	return rsa.VerifyPKCS1v15(&key.PublicKey, crypto.SHA256, digest[:], raw) == nil
}

// TestTheNextKeyIsKnownBeforeItSigns goes through the whole change from one key to another.
func TestTheNextKeyIsKnownBeforeItSigns(t *testing.T) {
	b, i, _ := setupSSO(t, func(c *core.Config) { c.Federation.SAML.NextPrivateKey = authtest.PemOf(authtest.StrangerKey()) })
	ask := func(b *authtest.Bundle) string { return b.AsksSSO(map[string]any{"domain": "serrazul.com.br"}) }
	known, err := i.GetServiceProvider(nil, "")
	if err != nil || len(known.SPSSODescriptors[0].KeyDescriptors) != 2 {
		t.Fatalf("described as %+v, %v", known, err)
	}
	if page := ask(b); !signedBy(t, page, authtest.OurKey()) {
		t.Errorf("%s is not signed by the first key", page)
	}
	for nth, name := range []string{"marina", "carlos"} {
		i.ServiceProviderProvider = encrypting{i, nth}
		form, document := i.Vouches(ask(b), authtest.Person(name, name+"@serrazul.com.br"), nil)
		if document.FindElement("//EncryptedAssertion") == nil {
			t.Fatal("nothing is encrypted")
		}
		b.EntersBySSO(b.ComesBack(form))
	}
	t.Run("AndThenTheyChangePlaces", func(t *testing.T) {
		later := authtest.Beside(b.In(t), func(c *core.Config) {
			c.Federation.SAML.PrivateKey, c.Federation.SAML.NextPrivateKey = authtest.PemOf(authtest.StrangerKey()), authtest.PemOf(authtest.OurKey())
		})
		if page := ask(later); !signedBy(t, page, authtest.StrangerKey()) {
			t.Errorf("%s is not signed by the key that followed", page)
		}
		after, err := authtest.IDP{IdentityProvider: i.IdentityProvider, At: later}.GetServiceProvider(nil, "")
		if err != nil || after.SPSSODescriptors[0].KeyDescriptors[0].KeyInfo.X509Data.X509Certificates[0].Data != known.SPSSODescriptors[0].KeyDescriptors[1].KeyInfo.X509Data.X509Certificates[0].Data {
			t.Errorf("another certificate is described: %v", err)
		}
	})
	t.Run("OfTheSameKeyThereIsNoNext", func(t *testing.T) {
		settings := b.Config.Federation.SAML
		for _, bad := range []string{settings.PrivateKey, "x"} {
			settings.NextPrivateKey = bad
			if err := settings.Validate(); err == nil || strings.Contains(err.Error(), "BEGIN") {
				t.Errorf("%v", err)
			}
		}
		settings.PrivateKey, settings.NextPrivateKey = "", authtest.PemOf(authtest.OurKey())
		if settings.Validate() == nil {
			t.Error("a key follows none")
		}
	})
}

// TestMain checks that no goroutine outlives its test.
func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }
