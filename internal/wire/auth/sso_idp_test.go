package auth

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

	"automacao/internal/wire/auth/sso"
)

// Keys are generated once for all tests, since that is slow.
var (
	ourKey      = sync.OnceValue(newKey)
	idpKey      = sync.OnceValue(newKey)
	strangerKey = sync.OnceValue(newKey)
)

func newKey() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
}

func pemOf(key *rsa.PrivateKey) string {
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

// idp is a real identity provider of an organisation.
type idp struct {
	*saml.IdentityProvider
	b *bundle
}

const idpHost = "https://idp.serrazul.example"

func (b *bundle) newIDP(key *rsa.PrivateKey) idp {
	b.t.Helper()
	i := idp{&saml.IdentityProvider{
		Key: key, Certificate: certificateOf(b.t, key, b.clock.Now()), SignatureMethod: dsig.RSASHA256SignatureMethod,
		MetadataURL: url.URL{Scheme: "https", Host: "idp.serrazul.example", Path: "/metadata"}, SSOURL: url.URL{Scheme: "https", Host: "idp.serrazul.example", Path: "/sso"},
	}, b}
	i.ServiceProviderProvider = i
	return i
}

func (i idp) described() string {
	described := i.Metadata()
	described.ValidUntil = i.b.clock.Now().AddDate(1, 0, 0)
	raw, err := xml.Marshal(described)
	if err != nil {
		i.b.t.Fatal(err)
	}
	return string(raw)
}

// GetServiceProvider returns this server's metadata, as the provider knows it.
func (i idp) GetServiceProvider(*http.Request, string) (*saml.EntityDescriptor, error) {
	return samlsp.ParseMetadata(i.b.do(request{method: "GET", path: sso.MetadataPath}).raw)
}

// person is somebody who is signed in there.
func person(name, email string) *saml.Session {
	return &saml.Session{
		ID: "s-" + name, Index: "i-" + name, NameID: name, NameIDFormat: string(saml.PersistentNameIDFormat), ExpireTime: time.Now().Add(time.Hour), UserName: name,
		CustomAttributes: []saml.Attribute{
			{Name: "urn:oid:0.9.2342.19200300.100.1.3", FriendlyName: "mail", Values: []saml.AttributeValue{{Type: "xs:string", Value: email}}},
			{Name: "groups", Values: []saml.AttributeValue{{Type: "xs:string", Value: "compras"}, {Type: "xs:string", Value: "obra"}}},
		},
	}
}

// vouches answers the request in a page for a person; change modifies the assertion.
func (i idp) vouches(page string, who *saml.Session, change func(*saml.Assertion)) (form url.Values, document *etree.Document) {
	i.b.t.Helper()
	i.Clock = dsig.NewFakeClockAt(i.b.clock.Now())
	asked, err := saml.NewIdpAuthnRequest(i.IdentityProvider, httptest.NewRequestWithContext(i.b.t.Context(), http.MethodGet, page, nil))
	if err != nil {
		i.b.t.Fatal(err)
	}
	if err := asked.Validate(); err != nil {
		i.b.t.Fatalf("the question is not believed: %v", err)
	}
	return i.says(asked, who, change)
}

func (i idp) says(asked *saml.IdpAuthnRequest, who *saml.Session, change func(*saml.Assertion)) (url.Values, *etree.Document) {
	i.b.t.Helper()
	if err := (saml.DefaultAssertionMaker{}).MakeAssertion(asked, who); err != nil {
		i.b.t.Fatal(err)
	}
	if change != nil {
		change(asked.Assertion)
	}
	if err := asked.MakeResponse(); err != nil {
		i.b.t.Fatal(err)
	}
	document := etree.NewDocument()
	document.SetRoot(asked.ResponseEl)
	return url.Values{"RelayState": {asked.RelayState}, "SAMLResponse": {encoded(i.b.t, document)}}, document
}

func encoded(t *testing.T, document *etree.Document) string {
	t.Helper()
	raw, err := document.WriteToBytes()
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(raw)
}

// unasked is an unsolicited response from the organisation's portal.
func (i idp) unasked(who *saml.Session, relay string) url.Values {
	i.b.t.Helper()
	i.Clock = dsig.NewFakeClockAt(i.b.clock.Now())
	known, err := i.GetServiceProvider(nil, "")
	if err != nil {
		i.b.t.Fatal(err)
	}
	role := &known.SPSSODescriptors[0]
	form, _ := i.says(&saml.IdpAuthnRequest{
		IDP: i.IdentityProvider, HTTPRequest: httptest.NewRequestWithContext(i.b.t.Context(), http.MethodGet, idpHost, nil), RelayState: relay,
		ServiceProviderMetadata: known, SPSSODescriptor: role, ACSEndpoint: &role.AssertionConsumerServices[0], Now: i.b.clock.Now(),
	}, who, nil)
	return form
}

// comesBack posts a response and returns the redirect.
func (b *bundle) comesBack(form url.Values, cookie ...string) *url.URL {
	b.t.Helper()
	header := http.Header{"Content-Type": {formType}}
	if len(cookie) > 0 {
		header.Set("Cookie", cookie[0])
	}
	got := b.do(request{method: "POST", path: sso.ACSPath, body: form.Encode(), header: header})
	location, err := url.Parse(got.header.Get("Location"))
	if err != nil || got.status != http.StatusSeeOther {
		b.t.Fatalf("got %d %s", got.status, got.raw)
	}
	return location
}

// asksSSO returns the organisation's page.
func (b *bundle) asksSSO(body map[string]any) string {
	b.t.Helper()
	body["skip_http_redirect"] = true
	got := b.post("/sso", body)
	page, _ := got.body["url"].(string)
	if got.status != http.StatusOK || !strings.HasPrefix(page, idpHost+"/sso?") {
		b.t.Fatalf("got %d %s", got.status, got.raw)
	}
	return page
}

func (b *bundle) entersBySSO(location *url.URL) device {
	b.t.Helper()
	d := device{AccessToken: fragmentOf(b.t, location.String()).Get("access_token")}
	if d.AccessToken == "" {
		b.t.Fatalf("no session in %s", location)
	}
	return b.device(reply{status: 200, raw: []byte(`{"access_token":"` + d.AccessToken + `","user":` + string(b.me(d).raw) + `}`)})
}
