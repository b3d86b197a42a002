package sso

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/crewjam/saml"
	"github.com/crewjam/saml/samlsp"
)

// MetadataMax bounds what describes an identity provider, in bytes.
const MetadataMax = 512 << 10

// entityIDMax is that of the standard (saml-core 8.3.6).
const entityIDMax = 1024

// Provider is an identity provider as its metadata describes it.
type Provider struct{ described *saml.EntityDescriptor }

// ReadMetadata understands what an identity provider says of itself, or says in one
// sentence why it does not.
func ReadMetadata(raw []byte) (Provider, error) {
	switch {
	case len(raw) > MetadataMax:
		return Provider{}, fmt.Errorf("SAML Metadata is larger than %d bytes", MetadataMax)
	case hasDocumentType(raw):
		return Provider{}, errors.New("SAML Metadata must not declare a document type")
	case !utf8.Valid(raw):
		return Provider{}, errors.New("SAML Metadata XML contains invalid UTF-8 characters, which are not supported at this time")
	}
	described, err := samlsp.ParseMetadata(raw)
	switch {
	case err != nil:
		return Provider{}, errors.New("SAML Metadata is not valid")
	case described.EntityID == "" || len(described.EntityID) > entityIDMax:
		return Provider{}, errors.New("SAML Metadata does not contain an EntityID")
	case len(described.IDPSSODescriptors) < 1:
		return Provider{}, errors.New("SAML Metadata does not contain any IDPSSODescriptor")
	case len(described.IDPSSODescriptors) > 1:
		return Provider{}, errors.New("SAML Metadata contains multiple IDPSSODescriptors")
	}
	found := Provider{described}
	if !isPage(found.signInURL()) {
		return Provider{}, errors.New("SAML Metadata names no address for the HTTP-Redirect binding")
	}
	if !found.hasKey() {
		return Provider{}, errors.New("SAML Metadata contains no certificate that signs")
	}
	return found, nil
}

// isPage reports an address that a request can be added to: nothing of the binding's own
// stands there already, and no fragment, behind which it would never reach the provider.
func isPage(address string) bool {
	at, err := url.Parse(address)
	if err != nil || at.Host == "" || at.Scheme != "https" && at.Scheme != "http" || strings.Contains(address, "#") {
		return false
	}
	query, err := url.ParseQuery(at.RawQuery)
	return err == nil && !slices.ContainsFunc([]string{"SAMLRequest", "RelayState", "SigAlg", "Signature"}, query.Has)
}

// hasDocumentType reports a document that says how it is to be read: no message of the
// protocol does, and what readers make of it differs.
func hasDocumentType(raw []byte) bool { return bytes.Contains(raw, []byte("<!DOCTYPE")) }

// EntityID is the provider's own name for itself.
func (p Provider) EntityID() string { return p.described.EntityID }

// ExpiresBefore reports a description that is not to be relied on at a time.
func (p Provider) ExpiresBefore(at time.Time) bool {
	return !p.described.ValidUntil.IsZero() && p.described.ValidUntil.Before(at)
}

func (p Provider) signInURL() string {
	for _, each := range p.described.IDPSSODescriptors[0].SingleSignOnServices {
		if each.Binding == saml.HTTPRedirectBinding {
			return each.Location
		}
	}
	return ""
}

func (p Provider) hasKey() bool {
	for _, key := range p.described.IDPSSODescriptors[0].KeyDescriptors {
		if key.Use != "encryption" && len(key.KeyInfo.X509Data.X509Certificates) > 0 {
			return true
		}
	}
	return false
}

// NameIDFormats are what a provider may be asked to call people by.
var NameIDFormats = []string{
	string(saml.PersistentNameIDFormat), string(saml.EmailAddressNameIDFormat), string(saml.TransientNameIDFormat), string(saml.UnspecifiedNameIDFormat),
}

// Question is what a person takes along to the provider.
type Question struct {
	// RequestID is what the answer must name.
	RequestID string
	request   *saml.AuthnRequest
	service   *saml.ServiceProvider
}

// Ask makes the question who somebody is; format may be empty.
func (s *Service) Ask(p Provider, format string) (Question, error) {
	service := s.towards(p.described)
	request, err := service.MakeAuthenticationRequest(p.signInURL(), saml.HTTPRedirectBinding, saml.HTTPPostBinding)
	if err != nil {
		return Question{}, fmt.Errorf("ask an identity provider: %w", err)
	}
	if format != "" {
		request.NameIDPolicy.Format = &format
	}
	return Question{RequestID: request.ID, request: request, service: service}, nil
}

// Location is the provider's page, signed; relayState comes back with the answer.
func (q Question) Location(relayState string) (string, error) {
	at, err := q.request.Redirect(relayState, q.service)
	if err != nil {
		return "", fmt.Errorf("ask an identity provider: %w", err)
	}
	return at.String(), nil
}
