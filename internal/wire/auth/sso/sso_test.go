package sso

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"automacao/internal/kernel/leaktest"
)

var ourKey = sync.OnceValue(func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, keyBitsMin)
	if err != nil {
		panic(err)
	}
	return key
})

func pemOf(kind string, raw []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: raw}))
}

const base = "https://app.example/auth/v1"

func service(t testing.TB) *Service {
	t.Helper()
	s, err := New(Settings{PrivateKey: pemOf("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(ourKey()))}, base, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestKeys(t *testing.T) {
	t.Parallel()
	modern, err := x509.MarshalPKCS8PrivateKey(ourKey())
	if err != nil {
		t.Fatal(err)
	}
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	other, err := x509.MarshalPKCS8PrivateKey(curve)
	if err != nil {
		t.Fatal(err)
	}
	for text, isGood := range map[string]bool{
		"": true, pemOf("PRIVATE KEY", modern): true, pemOf("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(ourKey())): true,
		pemOf("PRIVATE KEY", other): false, pemOf("PRIVATE KEY", []byte("x")): false, "x": false,
	} {
		if err := (Settings{PrivateKey: text}).Validate(); (err == nil) != isGood {
			t.Errorf("%.40q: %v", text, err)
		}
	}
	t.Run("OneKeyHasOneCertificate", func(t *testing.T) {
		first, second := service(t), service(t)
		if !first.certificate.Equal(second.certificate) {
			t.Error("every start would have to be made known to every provider")
		}
		described, err := first.Metadata(false)
		if err != nil || !strings.Contains(string(described), base64.StdEncoding.EncodeToString(first.certificate.Raw)) || !strings.Contains(string(described), base+ACSPath) || strings.Contains(string(described), `use="encryption"`) {
			t.Errorf("%v: %s", err, described)
		}
	})
}

// described is a made-up provider's metadata.
func described(t testing.TB) string {
	t.Helper()
	return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">` +
		`<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>` + base64.StdEncoding.EncodeToString(service(t).certificate.Raw) + `</X509Certificate></X509Data></KeyInfo></KeyDescriptor>` +
		`<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/></IDPSSODescriptor></EntityDescriptor>`
}

func TestDescriptionsAreReadStrictly(t *testing.T) {
	t.Parallel()
	good := described(t)
	if found, err := ReadMetadata([]byte(good)); err != nil || found.EntityID() != "https://idp.example" {
		t.Fatalf("%+v, %v", found, err)
	}
	for fact, change := range map[string][2]string{
		"NoName":        {`entityID="https://idp.example"`, `entityID=""`},
		"ALongName":     {"https://idp.example\"><IDP", strings.Repeat("a", entityIDMax+1) + "\"><IDP"},
		"NoKey":         {`use="signing"`, `use="encryption"`},
		"NoAddress":     {"HTTP-Redirect", "HTTP-POST"},
		"AScript":       {"https://idp.example/sso", "javascript:alert(1)"},
		"ADocumentType": {"<EntityDescriptor ", "<!DOCTYPE x><EntityDescriptor "},
		"NotText":       {"https://idp.example/sso", "https://idp.example/\xff"},
		"AnotherRole":   {"IDPSSODescriptor", "SPSSODescriptor"},
	} {
		changed := strings.ReplaceAll(good, change[0], change[1])
		if _, err := ReadMetadata([]byte(changed)); err == nil || changed == good {
			t.Errorf("%s is taken", fact)
		}
	}
}

// FuzzResponse checks that only a response signed by the provider's key is accepted, and that none
// breaks the server.
func FuzzResponse(f *testing.F) {
	const response = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="a" Version="2.0" IssueInstant="2026-01-31T12:00:00Z"><saml:Issuer>https://idp.example</saml:Issuer>` +
		`<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="b" Version="2.0" IssueInstant="2026-01-31T12:00:00Z"><saml:Issuer>https://idp.example</saml:Issuer></saml:Assertion></samlp:Response>`
	for _, seed := range []string{response, "", "<a/>", "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", strings.Repeat("<a>", 1000), strings.Replace(response, "Assertion", "EncryptedAssertion", 2), strings.Replace(response, "ID=\"b\"", "ID=\"a\"", 1)} {
		f.Add(seed)
	}
	ours := service(f)
	provider, err := ReadMetadata([]byte(described(f)))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		raw := base64.StdEncoding.EncodeToString([]byte(text))
		_, _ = IssuerOf(raw)
		if said, err := ours.Believe(provider, raw, "id-asked"); err == nil {
			t.Fatalf("%q is believed: %+v", text, said)
		}
	})
}

// FuzzMetadata checks that accepted metadata names one provider with a key and a sign-in URL to
// which only the request is added.
func FuzzMetadata(f *testing.F) {
	good := described(f)
	for _, seed := range []string{
		good, "", "<a/>", strings.Replace(good, `"https://idp.example/sso"`, `"https://idp.example/sso?x=1&amp;SAMLRequest=y#z"`, 1), strings.Replace(good, `use="signing"`, "", 1),
		strings.Replace(good, "<EntityDescriptor", `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"><EntityDescriptor`, 1) + "</EntitiesDescriptor>",
		strings.Replace(good, "https://idp.example/sso", "HTTPS://idp.example:99999/sso", 1), strings.Replace(good, `entityID=`, `validUntil="2020-01-01T00:00:00Z" cacheDuration="P1Y" entityID=`, 1),
		`<?xml version="1.0" encoding="UTF-16"?>` + good, strings.Repeat("<EntitiesDescriptor>", 1000), strings.Replace(good, "<IDPSSODescriptor", `<IDPSSODescriptor WantAuthnRequestsSigned="maybe"`, 1),
	} {
		f.Add(seed)
	}
	ours := service(f)
	f.Fuzz(func(t *testing.T, text string) {
		found, err := ReadMetadata([]byte(text))
		if err != nil {
			if found.described != nil || len(err.Error()) > 200 {
				t.Fatalf("%q is refused and kept: %v", text, err)
			}
			return
		}
		if name := found.EntityID(); name == "" || len(name) > entityIDMax || !utf8.ValidString(name) || strings.Contains(name, "\x00") || !found.hasKey() {
			t.Fatalf("%q is of %q", text, name)
		}
		if again, err := ReadMetadata([]byte(text)); err != nil || again.EntityID() != found.EntityID() || again.signInURL() != found.signInURL() {
			t.Fatalf("%q is read twice as %+v, %v", text, again, err)
		}
		question, err := ours.Ask(found, NameIDFormats[0])
		if err != nil {
			t.Fatalf("%q cannot be asked: %v", text, err)
		}
		location, err := question.Location("a relay state")
		if err != nil {
			t.Fatalf("%q cannot be asked: %v", text, err)
		}
		registered, err := url.Parse(found.signInURL())
		if err != nil {
			t.Fatal(err)
		}
		led, err := url.Parse(location)
		if err != nil || led.Host != registered.Host || led.Scheme != registered.Scheme || led.Scheme != "https" && led.Scheme != "http" || question.RequestID == "" {
			t.Fatalf("%q leads to %q, %v", registered, location, err)
		}
		if query := led.Query(); len(query["SAMLRequest"]) != 1 || len(query["RelayState"]) != 1 || len(query["Signature"]) != 1 {
			t.Fatalf("%q leads to %q", registered, location)
		}
	})
}

func TestMain(m *testing.M) { leaktest.Main(m) }
