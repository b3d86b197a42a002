package provider

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// The ways in which an id token that an app brings is not believed.
var (
	ErrAudience      = errors.New("the id token is for somebody else")
	ErrNonceMissing  = errors.New("passed nonce and nonce in id_token should either both exist or not")
	ErrNonceMismatch = errors.New("nonces mismatch")
	ErrAccessToken   = errors.New("the access token is not that of the id token")
	ErrUnsigned      = errors.New("the provider signs no id tokens")
)

// Presented is an id token that an app got by itself and brings along.
type Presented struct{ IDToken, AccessToken, Nonce string }

// idTokenMax bounds what is parsed at all.
const idTokenMax = 16 << 10

// Believe checks an id token that did not come from the provider directly: its
// signature, issuer, audience, time, nonce and the access token beside it.
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
		return Person{}, fmt.Errorf("%w: %s names nobody", ErrRefused, p.Name)
	}
	return found, nil
}

// checkNonce compares with the digest, which is what the provider was told: the
// nonce itself is the app's alone until now.
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

// IsIssuedBy reports whether tokens of an issuer are this provider's.
func (p *Provider) IsIssuedBy(issuer string) bool {
	return issuer != "" && (issuer == p.settings.Issuer || p.speaksForMany() && p.preset.issuers.MatchString(issuer))
}

// IsFor reports whether a client id is one of the provider's.
func (p *Provider) IsFor(clientID string) bool {
	return clientID == p.settings.ClientID || slices.Contains(p.settings.OtherClientIDs, clientID)
}

// verify checks what is signed. The issuer's algorithms alone are taken, and never
// a shared secret's.
func (p *Provider) verify(ctx context.Context, raw string, audiences []string) (*oidc.IDToken, error) {
	if raw == "" || len(raw) > idTokenMax {
		return nil, fmt.Errorf("%w: no id token", ErrRefused)
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
		return nil, fmt.Errorf("%w: issued by another", ErrRefused)
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

// checkAuthorizedParty wants the app that a token was given to to be one of ours, and
// to be named where the token is for several (OpenID Connect Core 3.1.3.7, 4 and 5).
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

// get asks for a document in a person's name.
func (p *Provider) get(ctx context.Context, address string, given *oauth2.Token) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", p.Name, err)
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
		return nil, fmt.Errorf("%w: %s answers %d", ErrAway, p.Name, answer.StatusCode)
	}
	return raw, nil
}
