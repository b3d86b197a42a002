package provider

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
)

// Settings configure one provider. Values that a preset defines may be omitted.
type Settings struct {
	// ClientID and Secret are this server's credentials at the provider.
	ClientID string `json:"client_id"`
	Secret   string `json:"secret"`
	// OtherClientIDs are other clients of the same app, for example on phones, whose ID tokens are
	// accepted too.
	OtherClientIDs []string `json:"additional_client_ids"`
	// Issuer is an OpenID issuer with a discovery document. Without one, the three URLs of plain
	// OAuth are required.
	Issuer string `json:"issuer"`
	// DiscoveryURL is the discovery document's URL, if it is not the standard one.
	DiscoveryURL string `json:"discovery_url"`
	AuthURL      string `json:"authorization_url"`
	TokenURL     string `json:"token_url"`
	UserURL      string `json:"userinfo_url"`
	// KeysURL is where the keys of ID tokens are, for an issuer without a discovery document.
	KeysURL string `json:"jwks_uri"`
	// Scopes are always requested, besides those of the preset.
	Scopes []string `json:"scopes"`
	// Params are passed along to the provider's page.
	Params map[string]string `json:"authorization_params"`
	// Fields are the paths of a person's fields in the provider's claims: sub, email,
	// email_verified, name, picture, preferred_username, each with a path such as "account.email".
	Fields map[string]string `json:"attribute_mapping"`
	// KeptClaims are further claims to store, under custom_claims.
	KeptClaims []string `json:"custom_claims_allowlist"`
	// SkipNonce accepts ID tokens that do not repeat the nonce.
	SkipNonce bool `json:"skip_nonce_check"`
	// EmailOptional accepts persons without an address.
	EmailOptional bool `json:"email_optional"`
	// WithoutPKCE is for a provider that refuses unknown parameters (RFC 7636).
	WithoutPKCE bool `json:"without_pkce"`
}

// These bound one provider's settings.
const (
	scopesMax = 50
	textMax   = 2048
)

var nameShape = regexp.MustCompile(`^(custom:)?[a-z0-9][a-z0-9_-]{0,49}$`)

// Validate returns an error for missing or invalid settings of the named provider.
func (s Settings) Validate(name string) error {
	if !nameShape.MatchString(name) {
		return fmt.Errorf("provider %q: a name has lower-case letters, digits, - and _", name)
	}
	whole := s.with(presets[name])
	if whole.ClientID == "" {
		return fmt.Errorf("provider %s: client_id is missing", name)
	}
	if whole.Issuer == "" && (whole.AuthURL == "" || whole.TokenURL == "" || whole.UserURL == "") {
		return fmt.Errorf("provider %s: needs an issuer, or authorization_url, token_url and userinfo_url", name)
	}
	for what, address := range map[string]string{
		"issuer": whole.Issuer, "discovery_url": whole.DiscoveryURL, "authorization_url": whole.AuthURL, "token_url": whole.TokenURL, "userinfo_url": whole.UserURL, "jwks_uri": whole.KeysURL,
	} {
		if err := checkURL(address); err != nil {
			return fmt.Errorf("provider %s: %s: %w", name, what, err)
		}
	}
	if len(whole.Scopes) > scopesMax || len(whole.Params) > scopesMax || len(whole.Fields) > scopesMax || len(whole.OtherClientIDs) > scopesMax || len(whole.KeptClaims) > scopesMax {
		return fmt.Errorf("provider %s: a list is longer than %d", name, scopesMax)
	}
	for field := range whole.Fields {
		if !slices.Contains(knownFields, field) {
			return fmt.Errorf("provider %s: attribute_mapping knows no %q", name, field)
		}
	}
	for param := range whole.Params {
		if isOurs(param) {
			return fmt.Errorf("provider %s: authorization_params may not set %q", name, param)
		}
	}
	return nil
}

func checkURL(address string) error {
	if address == "" {
		return nil
	}
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" || parsed.User != nil || parsed.Fragment != "" || len(address) > textMax ||
		parsed.Scheme != "https" && parsed.Scheme != "http" {
		return errors.New("must be an absolute http or https address")
	}
	return nil
}

// with fills in the preset's values.
func (s Settings) with(known preset) Settings {
	if s.Issuer == "" && s.AuthURL == "" {
		s.Issuer = known.issuer
	}
	if s.Issuer == "" {
		setDefault(&s.AuthURL, known.authURL)
		setDefault(&s.TokenURL, known.tokenURL)
		setDefault(&s.UserURL, known.userURL)
	}
	s.Scopes = slices.Concat(known.scopes, s.Scopes)
	fields := map[string]string{}
	for _, from := range []map[string]string{openIDFields, known.fields, s.Fields} {
		for field, path := range from {
			fields[field] = path
		}
	}
	s.Fields = fields
	params := map[string]string{}
	for _, from := range []map[string]string{known.params, s.Params} {
		for name, value := range from {
			params[name] = value
		}
	}
	s.Params = params
	s.WithoutPKCE = s.WithoutPKCE || known.withoutPKCE
	s.SkipNonce = s.SkipNonce || known.skipNonce
	s.EmailOptional = s.EmailOptional || known.emailOptional
	return s
}

func setDefault(field *string, value string) {
	if *field == "" {
		*field = value
	}
}
