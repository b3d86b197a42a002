package external

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/provider"
)

// customPrefix separates the names of administrators' providers from others.
const customPrefix = "custom:"

// These bound the providers that administrators add.
const (
	customMax     = 50
	customTextMax = 2048
	customNameMax = 200
)

var (
	errCustomNotFound = fault.New(http.StatusNotFound, "custom_provider_not_found", "Custom OAuth provider not found")
	errCustomQuota    = fault.New(http.StatusBadRequest, "over_custom_provider_quota", "Maximum number of custom OAuth/OIDC providers reached")
	errCustomChanged  = fault.New(http.StatusConflict, "conflict", "The provider was changed meanwhile, read it again")
	errCustomExists   = fault.New(http.StatusBadRequest, "conflict", "A custom OAuth provider with this identifier already exists")
)

// These are the protocols of a provider.
const (
	customOAuth2 = "oauth2"
	customOIDC   = "oidc"
)

// customProvider is a provider as an administrator sends it and is shown it. The secret is never
// shown.
type customProvider struct {
	ID            uuid.UUID            `json:"id"`
	Type          string               `json:"provider_type"`
	Identifier    string               `json:"identifier"`
	Name          string               `json:"name"`
	ClientID      string               `json:"client_id"`
	Secret        string               `json:"client_secret,omitempty"`
	OtherIDs      []string             `json:"acceptable_client_ids"`
	Scopes        []string             `json:"scopes"`
	KeptClaims    []string             `json:"custom_claims_allowlist"`
	PKCE          bool                 `json:"pkce_enabled"`
	Fields        map[string]string    `json:"attribute_mapping"`
	Params        map[string]string    `json:"authorization_params"`
	Enabled       bool                 `json:"enabled"`
	EmailOptional bool                 `json:"email_optional"`
	Issuer        string               `json:"issuer,omitempty"`
	DiscoveryURL  string               `json:"discovery_url,omitempty"`
	SkipNonce     bool                 `json:"skip_nonce_check"`
	AuthURL       string               `json:"authorization_url,omitempty"`
	TokenURL      string               `json:"token_url,omitempty"`
	UserURL       string               `json:"userinfo_url,omitempty"`
	KeysURL       string               `json:"jwks_uri,omitempty"`
	Discovered    *provider.Discovered `json:"discovery_document"`
	CreatedAt     time.Time            `json:"created_at"`
	UpdatedAt     time.Time            `json:"updated_at"`
}

const customColumns = `p.id, p.provider_type, p.identifier, p.name, p.client_id, p.client_secret, p.acceptable_client_ids, p.scopes, p.custom_claims_allowlist, p.pkce_enabled,
	p.attribute_mapping, p.authorization_params, p.enabled, p.email_optional, coalesce(p.issuer, ''), coalesce(p.discovery_url, ''), p.skip_nonce_check,
	coalesce(p.authorization_url, ''), coalesce(p.token_url, ''), coalesce(p.userinfo_url, ''), coalesce(p.jwks_uri, ''), p.cached_discovery, p.created_at, p.updated_at`

func scanCustom(row pgx.CollectableRow) (customProvider, error) {
	var c customProvider
	var discovered json.RawMessage
	err := row.Scan(&c.ID, &c.Type, &c.Identifier, &c.Name, &c.ClientID, &c.Secret, &c.OtherIDs, &c.Scopes, &c.KeptClaims, &c.PKCE, &c.Fields, &c.Params, &c.Enabled,
		&c.EmailOptional, &c.Issuer, &c.DiscoveryURL, &c.SkipNonce, &c.AuthURL, &c.TokenURL, &c.UserURL, &c.KeysURL, &discovered, &c.CreatedAt, &c.UpdatedAt)
	if err == nil && discovered != nil {
		err = json.Unmarshal(discovered, &c.Discovered)
	}
	c.CreatedAt, c.UpdatedAt = c.CreatedAt.UTC(), c.UpdatedAt.UTC()
	return c, err
}

// findCustoms returns the providers for a condition on p, oldest first, with encrypted secrets.
func findCustoms(ctx context.Context, q core.Querier, condition string, args ...any) ([]customProvider, error) {
	rows, err := q.Query(ctx, `SELECT `+customColumns+` FROM auth.custom_oauth_providers p WHERE `+condition+` ORDER BY p.created_at, p.id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read custom providers: %w", err)
	}
	found, err := pgx.CollectRows(rows, scanCustom)
	if err != nil {
		return nil, fmt.Errorf("read custom providers: %w", err)
	}
	return found, nil
}

func findCustom(ctx context.Context, q core.Querier, identifier string) (customProvider, error) {
	found, err := findCustoms(ctx, q, "p.identifier = $1", identifier)
	if err == nil && len(found) == 0 {
		err = errCustomNotFound
	}
	if err != nil {
		return customProvider{}, err
	}
	return found[0], nil
}

// settings are the provider's settings. The secret is in clear.
func (c customProvider) settings() provider.Settings {
	settings := provider.Settings{
		ClientID: c.ClientID, Secret: c.Secret, OtherClientIDs: c.OtherIDs, AuthURL: c.AuthURL, TokenURL: c.TokenURL, UserURL: c.UserURL, KeysURL: c.KeysURL,
		Scopes: c.Scopes, Params: c.Params, Fields: c.Fields, KeptClaims: c.KeptClaims, SkipNonce: c.SkipNonce, EmailOptional: c.EmailOptional, WithoutPKCE: !c.PKCE,
	}
	// A plain OAuth service signs nothing, so an issuer is ignored.
	if c.Type == customOIDC {
		settings.Issuer, settings.DiscoveryURL = c.Issuer, c.DiscoveryURL
	}
	return settings
}

// check returns an error if the provider is unusable. The secret is in clear.
func (c customProvider) check(allowPrivate bool) error {
	switch {
	case c.Type != customOAuth2 && c.Type != customOIDC:
		return core.Invalid("provider_type must be either 'oauth2' or 'oidc'")
	case !strings.HasPrefix(c.Identifier, customPrefix):
		return core.Invalid("identifier must start with 'custom:' prefix")
	case c.Name == "" || len(c.Name) > customNameMax:
		return core.Invalid("name is required, and has %d bytes at most", customNameMax)
	case c.ClientID == "" || c.Secret == "":
		return core.Invalid("client_id and client_secret are required")
	case c.Type == customOIDC && c.Issuer == "":
		return core.Invalid("issuer is required for OIDC providers")
	case c.Type == customOAuth2 && (c.AuthURL == "" || c.TokenURL == "" || c.UserURL == ""):
		return core.Invalid("authorization_url, token_url and userinfo_url are required for OAuth2 providers")
	}
	texts := append([]string{c.ClientID, c.Secret}, append(append(append([]string{}, c.OtherIDs...), c.Scopes...), c.KeptClaims...)...)
	for _, pairs := range []map[string]string{c.Fields, c.Params} {
		for name, value := range pairs {
			texts = append(texts, name, value)
		}
	}
	for _, text := range texts {
		if len(text) > customTextMax || strings.Contains(text, "\x00") {
			return core.Invalid("A text is longer than %d bytes", customTextMax)
		}
	}
	for _, address := range []string{c.Issuer, c.DiscoveryURL, c.AuthURL, c.TokenURL, c.UserURL, c.KeysURL} {
		if address != "" && !allowPrivate && !strings.HasPrefix(address, "https://") {
			return core.Invalid("Addresses must be https")
		}
	}
	if err := c.settings().Validate(c.Identifier); err != nil {
		return core.Invalid("%s", err.Error())
	}
	return nil
}

// customProviders caches the providers in their last known version, so that their discovery
// documents are not fetched at every sign-in.
type customProviders struct {
	mu    sync.Mutex
	known map[uuid.UUID]knownProvider
}

type knownProvider struct {
	updatedAt time.Time
	provider  *provider.Provider
}

// customNamed returns the provider with an identifier, as the database has it now.
func (s *Server) customNamed(ctx context.Context, identifier string) (*provider.Provider, error) {
	found, err := findCustoms(ctx, s.DB, "p.identifier = $1 AND p.enabled", identifier)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, errProviderOff
	}
	return s.asProvider(found[0])
}

// customIssuedBy returns the providers with an ID token's issuer.
func (s *Server) customIssuedBy(ctx context.Context, issuer string) ([]*provider.Provider, error) {
	if !s.Config.Federation.CustomProviders {
		return nil, nil
	}
	found, err := findCustoms(ctx, s.DB, "p.issuer = $1 AND p.provider_type = 'oidc' AND p.enabled", issuer)
	if err != nil {
		return nil, err
	}
	all := make([]*provider.Provider, len(found))
	for i, one := range found {
		if all[i], err = s.asProvider(one); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (s *Server) asProvider(c customProvider) (*provider.Provider, error) {
	s.Outside.custom.mu.Lock()
	defer s.Outside.custom.mu.Unlock()
	if known, ok := s.Outside.custom.known[c.ID]; ok && known.updatedAt.Equal(c.UpdatedAt) {
		return known.provider, nil
	}
	secret, err := s.Config.Seal.Open(c.Secret, sealOwner(c.ID))
	if err != nil {
		return nil, fmt.Errorf("decrypt the secret of %s: %w", c.Identifier, err)
	}
	c.Secret = secret
	// This also drops deleted providers.
	if s.Outside.custom.known == nil || len(s.Outside.custom.known) >= customMax {
		s.Outside.custom.known = map[uuid.UUID]knownProvider{}
	}
	made := s.newProvider(c)
	s.Outside.custom.known[c.ID] = knownProvider{c.UpdatedAt, made}
	return made, nil
}

func (s *Server) newProvider(c customProvider) *provider.Provider {
	return provider.New(c.Identifier, c.settings(), s.Outside.Client, s.Issuer+"/callback", s.Config.Now)
}

func sealOwner(id uuid.UUID) string { return "custom provider " + id.String() }
