package authtest

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"encoding/xml"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/beevik/etree"
	"github.com/crewjam/saml"
	"github.com/crewjam/saml/samlsp"
	dsig "github.com/russellhaering/goxmldsig"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/sso"
)

// Keys are generated once for all tests, since that is slow.
var (
	OurKey      = sync.OnceValue(newKey)
	IDPKey      = sync.OnceValue(newKey)
	StrangerKey = sync.OnceValue(newKey)
)

func newKey() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
}

// PemOf encodes a private key.
func PemOf(key *rsa.PrivateKey) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}))
}

func certificateOf(t *testing.T, key *rsa.PrivateKey, now time.Time) *x509.Certificate {
	t.Helper()
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "idp"}, NotBefore: now.AddDate(-1, 0, 0), NotAfter: now.AddDate(10, 0, 0)}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	return certificate
}

// IDP is a real identity provider of an organisation.
type IDP struct {
	*saml.IdentityProvider
	At *Bundle
}

// IDPHost is the address of the identity provider.
const IDPHost = "https://idp.serrazul.example"

// NewIDP returns an identity provider that signs with a key.
func (b *Bundle) NewIDP(key *rsa.PrivateKey) IDP {
	b.T.Helper()
	i := IDP{&saml.IdentityProvider{
		Key: key, Certificate: certificateOf(b.T, key, b.Clock.Now()), SignatureMethod: dsig.RSASHA256SignatureMethod,
		MetadataURL: url.URL{Scheme: "https", Host: "idp.serrazul.example", Path: "/metadata"}, SSOURL: url.URL{Scheme: "https", Host: "idp.serrazul.example", Path: "/sso"},
	}, b}
	i.ServiceProviderProvider = i
	return i
}

// Described is the provider's metadata.
func (i IDP) Described() string {
	described := i.Metadata()
	described.ValidUntil = i.At.Clock.Now().AddDate(1, 0, 0)
	raw, err := xml.Marshal(described)
	if err != nil {
		i.At.T.Fatal(err)
	}
	return string(raw)
}

// GetServiceProvider returns this server's metadata, as the provider knows it.
func (i IDP) GetServiceProvider(*http.Request, string) (*saml.EntityDescriptor, error) {
	return samlsp.ParseMetadata(i.At.Do(Request{Method: "GET", Path: sso.MetadataPath}).Raw)
}

// Person is somebody who is signed in there.
func Person(name, email string) *saml.Session {
	return &saml.Session{
		ID: "s-" + name, Index: "i-" + name, NameID: name, NameIDFormat: string(saml.PersistentNameIDFormat), ExpireTime: time.Now().Add(time.Hour), UserName: name,
		CustomAttributes: []saml.Attribute{
			{Name: "urn:oid:0.9.2342.19200300.100.1.3", FriendlyName: "mail", Values: []saml.AttributeValue{{Type: "xs:string", Value: email}}},
			{Name: "groups", Values: []saml.AttributeValue{{Type: "xs:string", Value: "compras"}, {Type: "xs:string", Value: "obra"}}},
		},
	}
}

// Vouches answers the request in a page for a person; change modifies the assertion.
func (i IDP) Vouches(page string, who *saml.Session, change func(*saml.Assertion)) (form url.Values, document *etree.Document) {
	i.At.T.Helper()
	i.Clock = dsig.NewFakeClockAt(i.At.Clock.Now())
	asked, err := saml.NewIdpAuthnRequest(i.IdentityProvider, httptest.NewRequestWithContext(i.At.T.Context(), http.MethodGet, page, nil))
	if err != nil {
		i.At.T.Fatal(err)
	}
	if err := asked.Validate(); err != nil {
		i.At.T.Fatalf("the question is not believed: %v", err)
	}
	return i.says(asked, who, change)
}

func (i IDP) says(asked *saml.IdpAuthnRequest, who *saml.Session, change func(*saml.Assertion)) (url.Values, *etree.Document) {
	i.At.T.Helper()
	if err := (saml.DefaultAssertionMaker{}).MakeAssertion(asked, who); err != nil {
		i.At.T.Fatal(err)
	}
	if change != nil {
		change(asked.Assertion)
	}
	if err := asked.MakeResponse(); err != nil {
		i.At.T.Fatal(err)
	}
	document := etree.NewDocument()
	document.SetRoot(asked.ResponseEl)
	return url.Values{"RelayState": {asked.RelayState}, "SAMLResponse": {Encoded(i.At.T, document)}}, document
}

// Encoded encodes a document as a form carries it.
func Encoded(t *testing.T, document *etree.Document) string {
	t.Helper()
	raw, err := document.WriteToBytes()
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(raw)
}

// Unasked is an unsolicited response from the organisation's portal.
func (i IDP) Unasked(who *saml.Session, relay string) url.Values {
	i.At.T.Helper()
	i.Clock = dsig.NewFakeClockAt(i.At.Clock.Now())
	known, err := i.GetServiceProvider(nil, "")
	if err != nil {
		i.At.T.Fatal(err)
	}
	role := &known.SPSSODescriptors[0]
	form, _ := i.says(&saml.IdpAuthnRequest{
		IDP: i.IdentityProvider, HTTPRequest: httptest.NewRequestWithContext(i.At.T.Context(), http.MethodGet, IDPHost, nil), RelayState: relay,
		ServiceProviderMetadata: known, SPSSODescriptor: role, ACSEndpoint: &role.AssertionConsumerServices[0], Now: i.At.Clock.Now(),
	}, who, nil)
	return form
}

// ComesBack posts a response and returns the redirect.
func (b *Bundle) ComesBack(form url.Values, cookie ...string) *url.URL {
	b.T.Helper()
	header := http.Header{"Content-Type": {core.FormType}}
	if len(cookie) > 0 {
		header.Set("Cookie", cookie[0])
	}
	got := b.Do(Request{Method: "POST", Path: sso.ACSPath, Body: form.Encode(), Header: header})
	location, err := url.Parse(got.Header.Get("Location"))
	if err != nil || got.Status != http.StatusSeeOther {
		b.T.Fatalf("got %d %s", got.Status, got.Raw)
	}
	return location
}

// AsksSSO returns the organisation's page.
func (b *Bundle) AsksSSO(body map[string]any) string {
	b.T.Helper()
	body["skip_http_redirect"] = true
	got := b.Post("/sso", body)
	page, _ := got.Body["url"].(string)
	if got.Status != http.StatusOK || !strings.HasPrefix(page, IDPHost+"/sso?") {
		b.T.Fatalf("got %d %s", got.Status, got.Raw)
	}
	return page
}

// EntersBySSO returns the session in a redirect's fragment.
func (b *Bundle) EntersBySSO(location *url.URL) Device {
	b.T.Helper()
	d := Device{AccessToken: FragmentOf(b.T, location.String()).Get("access_token")}
	if d.AccessToken == "" {
		b.T.Fatalf("no session in %s", location)
	}
	return b.Device(Reply{Status: 200, Raw: []byte(`{"access_token":"` + d.AccessToken + `","user":` + string(b.Me(d).Raw) + `}`)})
}
