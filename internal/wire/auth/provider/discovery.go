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

// Discovered is what an issuer says of itself, as far as somebody asks.
type Discovered struct {
	Issuer        string   `json:"issuer"`
	AuthURL       string   `json:"authorization_endpoint"`
	TokenURL      string   `json:"token_endpoint"`
	KeysURL       string   `json:"jwks_uri"`
	UserURL       string   `json:"userinfo_endpoint,omitempty"`
	RevocationURL string   `json:"revocation_endpoint,omitempty"`
	Algorithms    []string `json:"id_token_signing_alg_values_supported,omitempty"`
}

// isPublic names the algorithms by which everybody can verify.
var isPublic = regexp.MustCompile(`^(?:[REP]S(?:256|384|512)|EdDSA)$`)

// Describe asks an OpenID issuer what it says of itself. One of which all addresses are
// configured is not asked.
func (p *Provider) Describe(ctx context.Context) (Discovered, error) {
	found, err := p.discover(ctx)
	if err != nil {
		return Discovered{}, err
	}
	said := p.said
	if p.settings.DiscoveryURL == "" {
		said = Discovered{Issuer: p.settings.Issuer, AuthURL: found.Endpoint().AuthURL, TokenURL: found.Endpoint().TokenURL, UserURL: found.UserInfoEndpoint(), KeysURL: p.settings.KeysURL}
		// What was configured has no document in the library.
		_ = found.Claims(&said)
	}
	for _, address := range []string{said.AuthURL, said.TokenURL, said.KeysURL, said.UserURL} {
		if err := checkURL(address); err != nil {
			return Discovered{}, fmt.Errorf("%w: %s describes itself with an address that is none", ErrRefused, p.Name)
		}
	}
	if said.AuthURL == "" || said.TokenURL == "" || said.KeysURL == "" {
		return Discovered{}, fmt.Errorf("%w: %s describes itself without addresses", ErrRefused, p.Name)
	}
	return said, nil
}

// discoverElsewhere reads the document of an issuer that has it at an address of its
// own. It must be that issuer's all the same.
func (p *Provider) discoverElsewhere(ctx context.Context) (*oidc.Provider, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.settings.DiscoveryURL, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: describe %s: %w", ErrAway, p.Name, err)
	}
	answer, err := p.client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("%w: describe %s: %w", ErrAway, p.Name, err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%w: describe %s: status %d", ErrAway, p.Name, answer.StatusCode)
	}
	raw, err := io.ReadAll(answer.Body)
	var described oidc.ProviderConfig
	if err := errors.Join(err, json.Unmarshal(raw, &described), json.Unmarshal(raw, &p.said)); err != nil {
		return nil, fmt.Errorf("%w: describe %s: %w", ErrAway, p.Name, err)
	}
	if described.IssuerURL != p.settings.Issuer {
		return nil, fmt.Errorf("%w: %s is described as another issuer", ErrRefused, p.Name)
	}
	// A shared secret signs nothing that is believed, whatever the document says.
	described.Algorithms = slices.DeleteFunc(described.Algorithms, func(name string) bool { return !isPublic.MatchString(name) })
	p.issuer = described.NewProvider(context.WithoutCancel(ctx))
	return p.issuer, nil
}
