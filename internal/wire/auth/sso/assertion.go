package sso

import (
	"database/sql/driver"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/crewjam/saml"
)

// ErrRefused means that a response was refused.
var ErrRefused = errors.New("the assertion is refused")

// Assertion is a verified statement of a provider about one person.
type Assertion struct {
	// ID and UsableUntil let the caller prevent a second use.
	ID          string
	UsableUntil time.Time
	said        *saml.Assertion
}

// once records the assertion for the caller's replay check.
type once struct{ into *Assertion }

// Consume is called for an assertion that passed every other check.
func (o once) Consume(id string, until time.Time) error {
	o.into.ID, o.into.UsableUntil = id, until
	return nil
}

// Believe verifies a base64 response: its signer, audience, destination, times and the request that
// it answers. An empty requestID means an unsolicited response. The caller must check that it was
// not used before.
func (s *Service) Believe(p Provider, response, requestID string) (Assertion, error) {
	raw, err := base64.StdEncoding.DecodeString(response)
	if err != nil {
		return Assertion{}, fmt.Errorf("%w: invalid base64", ErrRefused)
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
		// The library hides the reason from its error; this keeps personal data in the response out
		// of the log.
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

// IssuerOf reads the issuer that a response names, to find the keys to verify it with. It reads
// nothing else.
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

// subjectAttribute is a permanent id of a person (saml-subject-id-attr 3.3).
const subjectAttribute = "urn:oasis:names:tc:SAML:attribute:subject-id"

// textMax bounds each stored text, in bytes.
const textMax = 400

// Subject is the provider's permanent id of the person; empty if there is none.
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

// foldASCII lower-cases only ASCII: the Kelvin sign in lower case is a k, so the id could become
// another person's.
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

// emailAttributes are the usual attributes for addresses if the mapping names none.
var emailAttributes = []string{
	"urn:oid:0.9.2342.19200300.100.1.3", "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
	"http://schemas.xmlsoap.org/claims/EmailAddress", "mail", "Mail", "email",
}

// Email is the person's address if the mapping names none.
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

// SessionUntil is when the provider wants the person to sign in again; zero if it does not say.
func (a Assertion) SessionUntil() time.Time {
	for _, statement := range a.said.AuthnStatements {
		if statement.SessionNotOnOrAfter != nil && !statement.SessionNotOnOrAfter.IsZero() {
			return *statement.SessionNotOnOrAfter
		}
	}
	return time.Time{}
}

// values are an attribute's values, by its name or friendly name.
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

// Mapping says under which names a person's attributes are stored.
type Mapping struct {
	Keys map[string]Attribute `json:"keys,omitempty"`
}

// Value writes the mapping as JSON text, because behind a pooler the parameter's type is not known.
func (m Mapping) Value() (driver.Value, error) {
	raw, err := json.Marshal(m)
	return string(raw), err
}

// Attribute is the source of one value, and its default.
type Attribute struct {
	Name    string   `json:"name,omitempty"`
	Names   []string `json:"names,omitempty"`
	Default any      `json:"default,omitempty"`
	// Array stores all values instead of the first.
	Array bool `json:"array,omitempty"`
}

// These bound a mapping, and the values of one attribute.
const (
	keysMax    = 50
	mappingMax = 8 << 10
	valuesMax  = 50
)

// Validate returns an error for a mapping that is too large.
func (m Mapping) Validate() error {
	raw, err := json.Marshal(m)
	if err != nil || len(raw) > mappingMax || len(m.Keys) > keysMax {
		return fmt.Errorf("attribute_mapping has more than %d keys or %d bytes", keysMax, mappingMax)
	}
	return nil
}

// Mapped are the person's attributes under the mapping's names.
func (a Assertion) Mapped(by Mapping) map[string]any {
	found := map[string]any{}
	for key, from := range by.Keys {
		var values []string
		for _, name := range append([]string{from.Name}, from.Names...) {
			for _, value := range a.values(name) {
				if name != "" && fitting(value) != "" && len(values) < valuesMax {
					values = append(values, value)
				}
			}
			if len(values) > 0 {
				break
			}
		}
		switch {
		case len(values) > 0 && from.Array:
			found[key] = values
		case len(values) > 0:
			found[key] = values[0]
		case from.Default != nil:
			found[key] = from.Default
		}
	}
	return found
}
