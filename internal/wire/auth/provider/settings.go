package provider

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
)

// Settings is one provider as an operator names it. What a preset knows need not
// be said.
type Settings struct {
	// ClientID and Secret are what the provider knows this server by.
	ClientID string `json:"client_id"`
	Secret   string `json:"secret"`
	// OtherClientIDs are clients of the same app, on phones say, whose id tokens
	// are taken too.
	OtherClientIDs []string `json:"additional_client_ids"`
	// Issuer is an OpenID issuer that describes itself. Without one the three
	// addresses of plain OAuth are needed.
	Issuer string `json:"issuer"`
	// DiscoveryURL is where the issuer describes itself, if not where issuers do.
	DiscoveryURL string `json:"discovery_url"`
	AuthURL      string `json:"authorization_url"`
	TokenURL     string `json:"token_url"`
	UserURL      string `json:"userinfo_url"`
	// KeysURL is where the keys of id tokens are, for an issuer that describes
	// nothing.
	KeysURL string `json:"jwks_uri"`
	// Scopes are asked for always, besides those of the preset.
	Scopes []string `json:"scopes"`
	// Params are sent along to the provider's page.
	Params map[string]string `json:"authorization_params"`
	// Fields are where a person's particulars are in what the provider tells:
	// sub, email, email_verified, name, picture, preferred_username, each with a
	// path such as "account.email".
	Fields map[string]string `json:"attribute_mapping"`
	// KeptClaims are further claims that are kept of a person, under custom_claims.
	KeptClaims []string `json:"custom_claims_allowlist"`
	// SkipNonce believes id tokens that do not repeat the nonce.
	SkipNonce bool `json:"skip_nonce_check"`
	// EmailOptional lets people in of whom no address is told.
	EmailOptional bool `json:"email_optional"`
	// WithoutPKCE is for a provider that refuses what it does not know (RFC 7636).
	WithoutPKCE bool `json:"without_pkce"`
}

// Bounds of what is said of one provider.
const (
	scopesMax = 50
	textMax   = 2048
)

var nameShape = regexp.MustCompile(`^(custom:)?[a-z0-9][a-z0-9_-]{0,49}$`)

// Validate reports what is missing or makes no sense for a provider of a name.
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

// with fills in what a preset knows.
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
