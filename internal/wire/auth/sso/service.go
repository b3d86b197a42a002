// Package sso speaks SAML 2.0 to the identity providers of organisations: it says who
// we are, asks who somebody is, and believes an answer or does not. It owns the
// messages and their checks; it must know no user, session or row of ours.
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

// Settings is what this server is to identity providers. The zero value is nothing.
type Settings struct {
	// PrivateKey signs what we ask, a PEM of RSA with 2048 bits or more.
	PrivateKey string `json:"private_key"`
	// NextPrivateKey is one that is to follow it: providers get to know it, and what they
	// encrypt for it is read, before anything is signed by it. Later the two change places.
	NextPrivateKey string `json:"private_key_next"`
	// IDPInitiated takes answers that nobody asked for, from a portal of the
	// organisation's: such a one may be somebody else's, brought to his browser.
	IDPInitiated bool `json:"allow_idp_initiated"`
}

// IsOn reports settings with a key.
func (s Settings) IsOn() bool { return s.PrivateKey != "" }

// Validate reports a key that cannot be used, and nothing of it.
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

// pair is a key as providers know it.
type pair struct {
	key         *rsa.PrivateKey
	certificate *x509.Certificate
}

// pairs are the key that signs and, if there is one, that which is to follow.
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

// Bounds of the key in bits: below it is guessed, above it every sign-in waits for it.
const (
	keyBitsMin = 2048
	keyBitsMax = 8192
)

func readKey(name, text string) (*rsa.PrivateKey, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, fmt.Errorf("saml: %s is no PEM", name)
	}
	key, err := x509.ParsePKCS1PrivateKey(block.Bytes)
	if err != nil {
		any, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("saml: %s is no private key", name)
		}
		var isRSA bool
		if key, isRSA = any.(*rsa.PrivateKey); !isRSA {
			return nil, fmt.Errorf("saml: %s is not of RSA", name)
		}
	}
	if bits := key.N.BitLen(); bits < keyBitsMin || bits > keyBitsMax {
		return nil, fmt.Errorf("saml: %s has %d bits; it has %d to %d", name, bits, keyBitsMin, keyBitsMax)
	}
	return key, nil
}

// Service is this server as identity providers know it. It is safe for concurrent use.
type Service struct {
	settings Settings
	pair
	// next is known to providers and signs nothing yet.
	next     *pair
	metadata url.URL
	acs      url.URL
	now      func() time.Time
}

// The paths below the protocol's base.
const (
	MetadataPath = "/sso/saml/metadata"
	ACSPath      = "/sso/saml/acs"
)

// New returns a service of a key; base is the protocol's address.
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
		if s.next != nil {
			signing = append(signing, describeKey(s.next.certificate))
		}
		role.KeyDescriptors = signing
	}
	return xml.Marshal(described)
}

// towards is this server as it speaks to one identity provider, at this moment. What
// the library leaves open is closed: old digests, ciphers that tell of their text,
// conditions that are not understood, descriptions that have expired.
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

// describeKey is a key that signs, as a description has it.
func describeKey(certificate *x509.Certificate) saml.KeyDescriptor {
	data := saml.X509Data{X509Certificates: []saml.X509Certificate{{Data: base64.StdEncoding.EncodeToString(certificate.Raw)}}}
	return saml.KeyDescriptor{Use: "signing", KeyInfo: saml.KeyInfo{X509Data: data}}
}
