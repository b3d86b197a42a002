// Package sso speaks SAML 2.0 to the identity providers of organisations: it says who
// we are, asks who somebody is, and believes an answer or does not. It owns the
// messages and their checks; it must know no user, session or row of ours.
package sso

import (
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
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

// Settings is what this server is to identity providers. The zero value is nothing.
type Settings struct {
	// PrivateKey signs what we ask, a PEM of RSA with 2048 bits or more.
	PrivateKey string `json:"private_key"`
	// IDPInitiated takes answers that nobody asked for, from a portal of the
	// organisation's: such a one may be somebody else's, brought to his browser.
	IDPInitiated bool `json:"allow_idp_initiated"`
}

// IsOn reports settings with a key.
func (s Settings) IsOn() bool { return s.PrivateKey != "" }

// Validate reports a key that cannot be used, and nothing of it.
func (s Settings) Validate() error {
	if !s.IsOn() {
		return nil
	}
	_, err := readKey(s.PrivateKey)
	return err
}

// Bounds of the key in bits: below it is guessed, above it every sign-in waits for it.
const (
	keyBitsMin = 2048
	keyBitsMax = 8192
)

func readKey(text string) (*rsa.PrivateKey, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, errors.New("saml: private_key is no PEM")
	}
	key, err := x509.ParsePKCS1PrivateKey(block.Bytes)
	if err != nil {
		any, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if err != nil {
			return nil, errors.New("saml: private_key is no private key")
		}
		var isRSA bool
		if key, isRSA = any.(*rsa.PrivateKey); !isRSA {
			return nil, errors.New("saml: private_key is not of RSA")
		}
	}
	if bits := key.N.BitLen(); bits < keyBitsMin || bits > keyBitsMax {
		return nil, fmt.Errorf("saml: private_key has %d bits; it has %d to %d", bits, keyBitsMin, keyBitsMax)
	}
	return key, nil
}

// Service is this server as identity providers know it. It is safe for concurrent use.
type Service struct {
	settings    Settings
	key         *rsa.PrivateKey
	certificate *x509.Certificate
	metadata    url.URL
	acs         url.URL
	now         func() time.Time
}

// The paths below the protocol's base.
const (
	MetadataPath = "/sso/saml/metadata"
	ACSPath      = "/sso/saml/acs"
)

// New returns a service of a key; base is the protocol's address.
func New(settings Settings, base string, now func() time.Time) (*Service, error) {
	key, err := readKey(settings.PrivateKey)
	if err != nil {
		return nil, err
	}
	certificate, err := certify(key)
	if err != nil {
		return nil, err
	}
	s := &Service{settings: settings, key: key, certificate: certificate, now: now}
	for path, into := range map[string]*url.URL{MetadataPath: &s.metadata, ACSPath: &s.acs} {
		at, err := url.Parse(base + path)
		if err != nil {
			return nil, fmt.Errorf("saml: %w", err)
		}
		*into = *at
	}
	return s, nil
}

// certify wraps the key as identity providers want it. It says nothing and does not
// end; of one key every server and every start makes the same, which providers keep.
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

// IDPInitiated reports whether answers are taken that nobody asked for.
func (s *Service) IDPInitiated() bool { return s.settings.IDPInitiated }

// Metadata is the document by which identity providers get to know this server. A
// downloaded one is good for five years, as it is read once.
func (s *Service) Metadata(isDownload bool) ([]byte, error) {
	described := s.towards(nil).Metadata()
	if isDownload {
		described.ValidUntil = s.now().UTC().AddDate(5, 0, 0)
	}
	for i := range described.SPSSODescriptors {
		role := &described.SPSSODescriptors[i]
		role.NameIDFormats = []saml.NameIDFormat{saml.EmailAddressNameIDFormat, saml.PersistentNameIDFormat}
		role.ValidUntil = &described.ValidUntil
		// What is encrypted is read, but not asked for.
		signing := role.KeyDescriptors[:0]
		for _, each := range role.KeyDescriptors {
			if each.Use == "signing" {
				signing = append(signing, each)
			}
		}
		role.KeyDescriptors = signing
	}
	return xml.Marshal(described)
}

// towards is this server as it speaks to one identity provider, at this moment. What
// the library leaves open is closed: old digests, ciphers that tell of their text,
// conditions that are not understood, descriptions that have expired.
func (s *Service) towards(provider *saml.EntityDescriptor) *saml.ServiceProvider {
	return &saml.ServiceProvider{
		EntityID: s.metadata.String(), Key: s.key, Certificate: s.certificate, MetadataURL: s.metadata, AcsURL: s.acs,
		IDPMetadata: provider, AuthnNameIDFormat: saml.PersistentNameIDFormat, SignatureMethod: dsig.RSASHA256SignatureMethod,
		AssertionConsumerServiceBindings: []string{saml.HTTPPostBinding}, RejectSHA1Signatures: true, RequireSignedResponseForCBC: true,
		RejectUnknownConditions: true, RejectExpiredIDPMetadata: true, Clock: dsig.NewFakeClockAt(s.now()),
	}
}
