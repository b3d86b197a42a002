package provider

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// These are the reasons for refusing an ID token that an app presents.
var (
	ErrAudience      = errors.New("the ID token has another audience")
	ErrNonceMissing  = errors.New("passed nonce and nonce in id_token should either both exist or not")
	ErrNonceMismatch = errors.New("nonces mismatch")
	ErrAccessToken   = errors.New("the access token does not belong to the ID token")
	ErrUnsigned      = errors.New("the provider issues no ID tokens")
)

// Presented is an ID token that an app obtained itself.
type Presented struct{ IDToken, AccessToken, Nonce string }

// idTokenMax bounds the tokens that are parsed, in bytes.
const idTokenMax = 16 << 10

// Believe verifies an ID token that did not come from the provider directly: its signature, issuer,
// audience, times, nonce and the access token beside it.
func (p *Provider) Believe(ctx context.Context, given Presented) (Person, error) {
	if !p.isOpenID() {
		return Person{}, ErrUnsigned
	}
	audiences := append([]string{p.settings.ClientID}, p.settings.OtherClientIDs...)
	signed, err := p.verify(oidc.ClientContext(ctx, p.client), given.IDToken, audiences)
	if err != nil {
		return Person{}, err
	}
	if err := p.checkNonce(signed.Nonce, given.Nonce); err != nil {
		return Person{}, err
	}
	if signed.AccessTokenHash != "" && given.AccessToken != "" {
		if err := signed.VerifyAccessToken(given.AccessToken); err != nil {
			return Person{}, fmt.Errorf("%w: %w", ErrAccessToken, err)
		}
	}
	told, err := claimsOf(signed)
	if err != nil {
		return Person{}, err
	}
	found := p.read(signed.Issuer, told)
	if !found.isUsable() {
		return Person{}, fmt.Errorf("%w: %s returned no subject", ErrRefused, p.Name)
	}
	return found, nil
}

// checkNonce compares the nonce's digest, which is what the provider was sent; only the app knew
// the nonce itself until now.
func (p *Provider) checkNonce(signed, given string) error {
	if p.settings.SkipNonce {
		return nil
	}
	if (signed == "") != (given == "") {
		return ErrNonceMissing
	}
	if given == "" {
		return nil
	}
	sum := sha256.Sum256([]byte(given))
	if subtle.ConstantTimeCompare([]byte(hex.EncodeToString(sum[:])), []byte(signed)) != 1 {
		return ErrNonceMismatch
	}
	return nil
}

// IsIssuedBy reports whether an issuer's tokens are this provider's.
func (p *Provider) IsIssuedBy(issuer string) bool {
	return issuer != "" && (issuer == p.settings.Issuer || p.speaksForMany() && p.preset.issuers.MatchString(issuer))
}

// IsFor reports whether a client id is one of the provider's.
func (p *Provider) IsFor(clientID string) bool {
	return clientID == p.settings.ClientID || slices.Contains(p.settings.OtherClientIDs, clientID)
}

// verify checks a signed token. It accepts only the issuer's asymmetric algorithms, never a shared
// secret.
func (p *Provider) verify(ctx context.Context, raw string, audiences []string) (*oidc.IDToken, error) {
	if raw == "" || len(raw) > idTokenMax {
		return nil, fmt.Errorf("%w: no ID token", ErrRefused)
	}
	issuer, err := p.discover(ctx)
	if err != nil {
		return nil, err
	}
	verifier := issuer.VerifierContext(ctx, &oidc.Config{SkipClientIDCheck: true, SkipIssuerCheck: p.speaksForMany(), Now: p.now})
	signed, err := verifier.Verify(ctx, raw)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if p.speaksForMany() && !p.preset.issuers.MatchString(signed.Issuer) {
		return nil, fmt.Errorf("%w: wrong issuer", ErrRefused)
	}
	if !slices.ContainsFunc(signed.Audience, func(name string) bool { return slices.Contains(audiences, name) }) {
		return nil, ErrAudience
	}
	told, err := claimsOf(signed)
	if err != nil {
		return nil, err
	}
	if err := checkAuthorizedParty(told, len(signed.Audience), audiences); err != nil {
		return nil, err
	}
	if signed.IssuedAt.After(p.now().Add(skewMax)) {
		return nil, fmt.Errorf("%w: issued in the future", ErrRefused)
	}
	return signed, nil
}

// skewMax is how far the issuer's clock may be ahead of ours.
const skewMax = time.Minute

// checkAuthorizedParty requires azp, if present, to be one of our client ids, and to be present if
// the token has several audiences (OpenID Connect Core 3.1.3.7, 4 and 5).
func checkAuthorizedParty(told map[string]any, audiences int, ours []string) error {
	party, isNamed := told["azp"]
	if !isNamed && audiences <= 1 {
		return nil
	}
	name, _ := party.(string)
	if !slices.Contains(ours, name) {
		return ErrAudience
	}
	return nil
}

func claimsOf(signed *oidc.IDToken) (map[string]any, error) {
	told := map[string]any{}
	if err := signed.Claims(&told); err != nil {
		return nil, fmt.Errorf("%w: read claims: %w", ErrRefused, err)
	}
	return told, nil
}

// get fetches a document with a user's token.
func (p *Provider) get(ctx context.Context, address string, given *oauth2.Token) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("request to %s: %w", p.Name, err)
	}
	given.SetAuthHeader(request)
	request.Header.Set("Accept", "application/json")
	for name, value := range p.preset.headers {
		request.Header.Set(name, value)
	}
	answer, err := p.client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAway, err)
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAway, err)
	}
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%w: %s returned status %d", ErrAway, p.Name, answer.StatusCode)
	}
	return raw, nil
}

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
