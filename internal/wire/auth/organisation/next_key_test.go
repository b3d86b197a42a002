package organisation_test

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/crewjam/saml"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
)

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
