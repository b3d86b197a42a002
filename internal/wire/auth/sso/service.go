// Package sso speaks SAML 2.0 to organisations' identity providers: it publishes this server's
// metadata, asks who somebody is, and verifies the response. It owns the messages and their checks;
// it must know no user, session or row of this server.
package sso

import (
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"encoding/xml"
	"errors"
	"fmt"
	"math/big"
	"net/url"
	"time"

	"github.com/crewjam/saml"
	dsig "github.com/russellhaering/goxmldsig"
)

// Settings configure this server as a service provider. The zero value is off.
type Settings struct {
	// PrivateKey signs requests, a PEM of RSA with 2048 bits or more.
	PrivateKey string `json:"private_key"`
	// NextPrivateKey is the successor of PrivateKey: it is published and used for decryption before
	// anything is signed with it. Later the two are swapped.
	NextPrivateKey string `json:"private_key_next"`
	// IDPInitiated accepts unsolicited responses, from an organisation's portal. An attacker can
	// make a user's browser deliver such a response of the attacker's own.
	IDPInitiated bool `json:"allow_idp_initiated"`
}

// IsOn reports whether there is a key.
func (s Settings) IsOn() bool { return s.PrivateKey != "" }

// Validate returns an error for an unusable key, which reveals nothing of the key.
func (s Settings) Validate() error {
	if !s.IsOn() {
		if s.NextPrivateKey != "" {
			return errors.New("saml: private_key_next needs a private_key")
		}
		return nil
	}
	_, err := s.pairs()
	return err
}

// pair is a key with its certificate.
type pair struct {
	key         *rsa.PrivateKey
	certificate *x509.Certificate
}

// pairs are the signing key and, if configured, its successor.
func (s Settings) pairs() (pairs []pair, err error) {
	for _, one := range [][2]string{{"private_key", s.PrivateKey}, {"private_key_next", s.NextPrivateKey}} {
		if one[1] == "" {
			continue
		}
		key, err := readKey(one[0], one[1])
		if err != nil {
			return nil, err
		}
		certificate, err := certify(key)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, pair{key, certificate})
	}
	if len(pairs) > 1 && pairs[0].key.Equal(pairs[1].key) {
		return nil, errors.New("saml: private_key_next is private_key")
	}
	return pairs, nil
}

// These bound the key in bits: a smaller one is insecure, a larger one slows every sign-in.
const (
	keyBitsMin = 2048
	keyBitsMax = 8192
)

func readKey(name, text string) (*rsa.PrivateKey, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, fmt.Errorf("saml: %s is not a PEM", name)
	}
	key, err := x509.ParsePKCS1PrivateKey(block.Bytes)
	if err != nil {
		any, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("saml: %s is not a private key", name)
		}
		var isRSA bool
		if key, isRSA = any.(*rsa.PrivateKey); !isRSA {
			return nil, fmt.Errorf("saml: %s is not an RSA key", name)
		}
	}
	if bits := key.N.BitLen(); bits < keyBitsMin || bits > keyBitsMax {
		return nil, fmt.Errorf("saml: %s has %d bits; it has %d to %d", name, bits, keyBitsMin, keyBitsMax)
	}
	return key, nil
}

// Service is this server as a SAML service provider. It is safe for concurrent use.
type Service struct {
	settings Settings
	pair
	// next is published but signs nothing yet.
	next     *pair
	metadata url.URL
	acs      url.URL
	now      func() time.Time
}

// These are the paths below the protocol's base.
const (
	MetadataPath = "/sso/saml/metadata"
	ACSPath      = "/sso/saml/acs"
)

// New returns a service; base is the protocol's URL.
func New(settings Settings, base string, now func() time.Time) (*Service, error) {
	pairs, err := settings.pairs()
	if err != nil {
		return nil, err
	}
	s := &Service{settings: settings, pair: pairs[0], now: now}
	if len(pairs) > 1 {
		s.next = &pairs[1]
	}
	for path, into := range map[string]*url.URL{MetadataPath: &s.metadata, ACSPath: &s.acs} {
		at, err := url.Parse(base + path)
		if err != nil {
			return nil, fmt.Errorf("saml: %w", err)
		}
		*into = *at
	}
	return s, nil
}

// certify wraps the key in the certificate that identity providers expect. It contains no
// information and does not expire. Every server and every start makes the same one from a key, and
// providers store it.
func certify(key *rsa.PrivateKey) (*x509.Certificate, error) {
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "SAML 2.0"}, SignatureAlgorithm: x509.SHA256WithRSA,
		NotBefore: time.Unix(0, 0).UTC(), NotAfter: time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC), KeyUsage: x509.KeyUsageDigitalSignature,
	}
	raw, err := x509.CreateCertificate(nil, template, template, key.Public(), key)
	if err != nil {
		return nil, fmt.Errorf("saml: certify the key: %w", err)
	}
	return x509.ParseCertificate(raw)
}

// IDPInitiated reports whether unsolicited responses are accepted.
func (s *Service) IDPInitiated() bool { return s.settings.IDPInitiated }

// Metadata is this server's SAML metadata. A downloaded copy is valid for five years, since it is
// read only once.
func (s *Service) Metadata(isDownload bool) ([]byte, error) {
	described := s.towards(nil).Metadata()
	if isDownload {
		described.ValidUntil = s.now().UTC().AddDate(5, 0, 0)
	}
	for i := range described.SPSSODescriptors {
		role := &described.SPSSODescriptors[i]
		role.NameIDFormats = []saml.NameIDFormat{saml.EmailAddressNameIDFormat, saml.PersistentNameIDFormat}
		role.ValidUntil = &described.ValidUntil
		// Encrypted assertions are decrypted, but not asked for.
		signing := role.KeyDescriptors[:0]
		for _, each := range role.KeyDescriptors {
			if each.Use == "signing" {
				signing = append(signing, each)
			}
		}
		if s.next != nil {
			signing = append(signing, describeKey(s.next.certificate))
		}
		role.KeyDescriptors = signing
	}
	return xml.Marshal(described)
}

// towards is this server as it speaks to one identity provider, at this moment. It tightens the
// library's defaults: it refuses SHA-1 signatures, CBC ciphers without a signed response, unknown
// conditions, and expired metadata.
func (s *Service) towards(provider *saml.EntityDescriptor) *saml.ServiceProvider {
	service := &saml.ServiceProvider{
		EntityID: s.metadata.String(), Key: s.key, Certificate: s.certificate, MetadataURL: s.metadata, AcsURL: s.acs,
		IDPMetadata: provider, AuthnNameIDFormat: saml.PersistentNameIDFormat, SignatureMethod: dsig.RSASHA256SignatureMethod,
		AssertionConsumerServiceBindings: []string{saml.HTTPPostBinding}, RejectSHA1Signatures: true, RequireSignedResponseForCBC: true,
		RejectUnknownConditions: true, RejectExpiredIDPMetadata: true, Clock: dsig.NewFakeClockAt(s.now()),
	}
	if s.next != nil {
		service.DecryptionKeys = []*rsa.PrivateKey{s.next.key}
	}
	return service
}

// describeKey is a signing key in metadata.
func describeKey(certificate *x509.Certificate) saml.KeyDescriptor {
	data := saml.X509Data{X509Certificates: []saml.X509Certificate{{Data: base64.StdEncoding.EncodeToString(certificate.Raw)}}}
	return saml.KeyDescriptor{Use: "signing", KeyInfo: saml.KeyInfo{X509Data: data}}
}
