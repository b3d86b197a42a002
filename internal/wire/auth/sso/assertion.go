package sso

import (
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/crewjam/saml"
)

// ErrRefused is an answer that is not believed.
var ErrRefused = errors.New("the assertion is not believed")

// Assertion is what a provider says of one person, and what was checked of it.
type Assertion struct {
	// ID and UsableUntil let it be used once.
	ID          string
	UsableUntil time.Time
	said        *saml.Assertion
}

// once takes note of what must not be believed again.
type once struct{ into *Assertion }

// Consume is asked about an assertion that passed every other check.
func (o once) Consume(id string, until time.Time) error {
	o.into.ID, o.into.UsableUntil = id, until
	return nil
}

// Believe checks an answer in base64: who signed it, for whom, to which address, when,
// and which question it answers. Without a question it is one that nobody asked for.
// Whether it was used before is the caller's to ask.
func (s *Service) Believe(p Provider, response, requestID string) (Assertion, error) {
	raw, err := base64.StdEncoding.DecodeString(response)
	if err != nil {
		return Assertion{}, fmt.Errorf("%w: it is no base64", ErrRefused)
	}
	if hasDocumentType(raw) {
		return Assertion{}, fmt.Errorf("%w: it declares a document type", ErrRefused)
	}
	var found Assertion
	service := s.towards(p.described)
	service.ReplayCache, service.AllowIDPInitiated = once{&found}, requestID == ""
	var asked []string
	if requestID != "" {
		asked = []string{requestID}
	}
	said, err := service.ParseXMLResponse(raw, asked, s.acs)
	if err != nil {
		// The library keeps the reason from whoever asks, and so does this from the log
		// what is said of a person.
		if refused, ok := errors.AsType[*saml.InvalidResponseError](err); ok {
			err = refused.PrivateErr
		}
		return Assertion{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if found.ID == "" {
		return Assertion{}, fmt.Errorf("%w: it has no ID", ErrRefused)
	}
	found.said = said
	return found, nil
}

// IssuerOf reads who an answer says it is of, to find whose keys it is to be checked
// with. Nothing else of it is looked at.
func IssuerOf(response string) (string, error) {
	raw, err := base64.StdEncoding.DecodeString(response)
	if err != nil {
		return "", errors.New("SAMLResponse is not a valid Base64 string")
	}
	var peeked struct {
		XMLName xml.Name `xml:"urn:oasis:names:tc:SAML:2.0:protocol Response"`
		Issuer  string   `xml:"urn:oasis:names:tc:SAML:2.0:assertion Issuer"`
	}
	if err := xml.Unmarshal(raw, &peeked); err != nil {
		return "", errors.New("SAMLResponse is not a valid XML SAML assertion")
	}
	return strings.TrimSpace(peeked.Issuer), nil
}

// subjectAttribute names a person for good (saml-subject-id-attr 3.3).
const subjectAttribute = "urn:oasis:names:tc:SAML:attribute:subject-id"

// textMax bounds each text that is kept of a person.
const textMax = 400

// Subject is the provider's own name for the person, which stays his; empty where it
// gives none that does.
func (a Assertion) Subject() string {
	if values := a.values(subjectAttribute); len(values) > 0 {
		return fitting(values[0])
	}
	if a.said.Subject == nil || a.said.Subject.NameID == nil {
		return ""
	}
	switch name := a.said.Subject.NameID; name.Format {
	case string(saml.TransientNameIDFormat):
		return ""
	case string(saml.EmailAddressNameIDFormat):
		return fitting(foldASCII(strings.TrimSpace(name.Value)))
	default:
		return fitting(name.Value)
	}
}

// foldASCII leaves other letters alone: the Kelvin sign in lower case is a k, and the
// name would be another person's.
func foldASCII(text string) string {
	return strings.Map(func(char rune) rune {
		if 'A' <= char && char <= 'Z' {
			return char + 'a' - 'A'
		}
		return char
	}, text)
}

func fitting(text string) string {
	if len(text) > textMax || strings.ContainsRune(text, 0) {
		return ""
	}
	return text
}

// emailAttributes are where providers tell addresses when nobody says where.
var emailAttributes = []string{
	"urn:oid:0.9.2342.19200300.100.1.3", "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
	"http://schemas.xmlsoap.org/claims/EmailAddress", "mail", "Mail", "email",
}

// Email is the person's address where the mapping names none.
func (a Assertion) Email() string {
	for _, name := range emailAttributes {
		for _, value := range a.values(name) {
			if value != "" {
				return value
			}
		}
	}
	if a.said.Subject != nil && a.said.Subject.NameID != nil && a.said.Subject.NameID.Format == string(saml.EmailAddressNameIDFormat) {
		return a.said.Subject.NameID.Value
	}
	return ""
}

// SessionUntil is when the provider wants him to be asked again; zero if it says nothing.
func (a Assertion) SessionUntil() time.Time {
	for _, statement := range a.said.AuthnStatements {
		if statement.SessionNotOnOrAfter != nil && !statement.SessionNotOnOrAfter.IsZero() {
			return *statement.SessionNotOnOrAfter
		}
	}
	return time.Time{}
}

// values are those of an attribute, by its name or the one for people.
func (a Assertion) values(name string) (found []string) {
	for _, statement := range a.said.AttributeStatements {
		for _, attribute := range statement.Attributes {
			if attribute.Name != name && attribute.FriendlyName != name {
				continue
			}
			for _, value := range attribute.Values {
				found = append(found, value.Value)
			}
		}
	}
	return found
}
