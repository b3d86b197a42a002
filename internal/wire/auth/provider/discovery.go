package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"

	"github.com/coreos/go-oidc/v3/oidc"
)

// Discovered is the part of an issuer's discovery document that is used.
type Discovered struct {
	Issuer        string   `json:"issuer"`
	AuthURL       string   `json:"authorization_endpoint"`
	TokenURL      string   `json:"token_endpoint"`
	KeysURL       string   `json:"jwks_uri"`
	UserURL       string   `json:"userinfo_endpoint,omitempty"`
	RevocationURL string   `json:"revocation_endpoint,omitempty"`
	Algorithms    []string `json:"id_token_signing_alg_values_supported,omitempty"`
}

// isPublic matches the algorithms whose signatures everybody can verify.
var isPublic = regexp.MustCompile(`^(?:[REP]S(?:256|384|512)|EdDSA)$`)

// Describe fetches an OpenID issuer's discovery document. It is not fetched if all addresses are
// configured.
func (p *Provider) Describe(ctx context.Context) (Discovered, error) {
	found, err := p.discover(ctx)
	if err != nil {
		return Discovered{}, err
	}
	said := p.said
	if p.settings.DiscoveryURL == "" {
		said = Discovered{Issuer: p.settings.Issuer, AuthURL: found.Endpoint().AuthURL, TokenURL: found.Endpoint().TokenURL, UserURL: found.UserInfoEndpoint(), KeysURL: p.settings.KeysURL}
		// A provider with configured addresses has no document in the library.
		_ = found.Claims(&said)
	}
	for _, address := range []string{said.AuthURL, said.TokenURL, said.KeysURL, said.UserURL} {
		if err := checkURL(address); err != nil {
			return Discovered{}, fmt.Errorf("%w: %s has an invalid URL in its discovery document", ErrRefused, p.Name)
		}
	}
	if said.AuthURL == "" || said.TokenURL == "" || said.KeysURL == "" {
		return Discovered{}, fmt.Errorf("%w: %s has a discovery document without URLs", ErrRefused, p.Name)
	}
	return said, nil
}

// discoverElsewhere fetches a discovery document at another URL. It must still name the configured
// issuer.
func (p *Provider) discoverElsewhere(ctx context.Context) (*oidc.Provider, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.settings.DiscoveryURL, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: discover %s: %w", ErrAway, p.Name, err)
	}
	answer, err := p.client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("%w: discover %s: %w", ErrAway, p.Name, err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%w: discover %s: status %d", ErrAway, p.Name, answer.StatusCode)
	}
	raw, err := io.ReadAll(answer.Body)
	var described oidc.ProviderConfig
	if err := errors.Join(err, json.Unmarshal(raw, &described), json.Unmarshal(raw, &p.said)); err != nil {
		return nil, fmt.Errorf("%w: discover %s: %w", ErrAway, p.Name, err)
	}
	if described.IssuerURL != p.settings.Issuer {
		return nil, fmt.Errorf("%w: the discovery document of %s names another issuer", ErrRefused, p.Name)
	}
	// A shared secret's signature is never accepted, whatever the document says.
	described.Algorithms = slices.DeleteFunc(described.Algorithms, func(name string) bool { return !isPublic.MatchString(name) })
	p.issuer = described.NewProvider(context.WithoutCancel(ctx))
	return p.issuer, nil
}
