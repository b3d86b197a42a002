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

// MetadataMax bounds an identity provider's metadata, in bytes.
const MetadataMax = 512 << 10

// entityIDMax is the standard's bound (saml-core 8.3.6).
const entityIDMax = 1024

// Provider is an identity provider as its metadata describes it.
type Provider struct{ described *saml.EntityDescriptor }

// ReadMetadata parses an identity provider's metadata. Its errors are one public sentence.
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

// isPage reports whether a request can be added to an address: it has no parameter of the binding,
// and no fragment, after which the request would never reach the provider.
func isPage(address string) bool {
	at, err := url.Parse(address)
	if err != nil || at.Host == "" || at.Scheme != "https" && at.Scheme != "http" || strings.Contains(address, "#") {
		return false
	}
	query, err := url.ParseQuery(at.RawQuery)
	return err == nil && !slices.ContainsFunc([]string{"SAMLRequest", "RelayState", "SigAlg", "Signature"}, query.Has)
}

// hasDocumentType reports whether a document declares a document type. No message of the protocol
// does, and parsers treat it differently.
func hasDocumentType(raw []byte) bool { return bytes.Contains(raw, []byte("<!DOCTYPE")) }

// EntityID is the provider's own id.
func (p Provider) EntityID() string { return p.described.EntityID }

// ExpiresBefore reports whether the metadata has expired at a time.
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

// NameIDFormats are the formats of a person's id that a provider may be asked for.
var NameIDFormats = []string{
	string(saml.PersistentNameIDFormat), string(saml.EmailAddressNameIDFormat), string(saml.TransientNameIDFormat), string(saml.UnspecifiedNameIDFormat),
}

// Question is an authentication request to a provider.
type Question struct {
	// RequestID is the id that the response must name.
	RequestID string
	request   *saml.AuthnRequest
	service   *saml.ServiceProvider
}

// Ask creates an authentication request; format may be empty.
func (s *Service) Ask(p Provider, format string) (Question, error) {
	service := s.towards(p.described)
	request, err := service.MakeAuthenticationRequest(p.signInURL(), saml.HTTPRedirectBinding, saml.HTTPPostBinding)
	if err != nil {
		return Question{}, fmt.Errorf("create an authentication request: %w", err)
	}
	if format != "" {
		request.NameIDPolicy.Format = &format
	}
	return Question{RequestID: request.ID, request: request, service: service}, nil
}

// Location is the provider's page with the signed request; the response repeats relayState.
func (q Question) Location(relayState string) (string, error) {
	at, err := q.request.Redirect(relayState, q.service)
	if err != nil {
		return "", fmt.Errorf("sign an authentication request: %w", err)
	}
	return at.String(), nil
}
