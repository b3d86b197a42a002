// Package provider speaks to external identity providers: OpenID issuers and plain OAuth 2.0
// services, by preset name or by URL. It owns the requests and the verification of responses; it
// must know no user, table or session of this server.
package provider

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// Provider is a configured provider. It is safe for concurrent use.
type Provider struct {
	Name     string
	settings Settings
	preset   preset
	client   *http.Client
	callback string
	now      func() time.Time

	mu     sync.Mutex
	issuer *oidc.Provider
	// said is the discovery document of an issuer with a DiscoveryURL.
	said Discovered
}

// Tokens are the provider's own tokens, for an app's requests on behalf of the person.
type Tokens struct{ Access, Refresh string }

// Start is the state of one person's sign-in at the provider.
type Start struct {
	// State is returned by the browser, Nonce is in the returned token, and Verifier proves that
	// whoever redeems the code began the flow.
	State, Nonce, Verifier string
	// Scopes are requested besides the configured ones; Params are passed along.
	Scopes []string
	Params url.Values
}

// ErrAway means that the provider does not answer, or not correctly.
var ErrAway = errors.New("the provider does not answer")

// ErrRefused means that the provider refused a code, or that its response is not trusted.
var ErrRefused = errors.New("the provider refused, or its response is not trusted")

// New returns a provider whose settings are valid. Browsers return to callback.
func New(name string, settings Settings, client *http.Client, callback string, now func() time.Time) *Provider {
	known := presets[name]
	return &Provider{Name: name, settings: settings.with(known), preset: known, client: client, callback: callback, now: now}
}

// IsPosted reports whether the provider returns by a form post from its own page.
func (p *Provider) IsPosted() bool { return p.preset.formPost }

// NeedsEmail reports whether the provider's users must have an address.
func (p *Provider) NeedsEmail() bool { return !p.settings.EmailOptional }

// isOpenID reports whether the provider issues ID tokens.
func (p *Provider) isOpenID() bool { return p.settings.Issuer != "" }

// ours are the request parameters that callers may not set.
var ours = []string{
	"client_id", "client_secret", "redirect_uri", "response_type", "state", "scope", "nonce", "code_challenge", "code_challenge_method", "response_mode", "request", "request_uri",
}

func isOurs(param string) bool { return slices.Contains(ours, param) && param != "response_mode" }

// AuthURL is the provider's page where a person signs in.
func (p *Provider) AuthURL(ctx context.Context, start Start) (string, error) {
	flow, err := p.flow(ctx)
	if err != nil {
		return "", err
	}
	for _, scope := range start.Scopes {
		if !slices.Contains(flow.Scopes, scope) {
			flow.Scopes = append(slices.Clone(flow.Scopes), scope)
		}
	}
	var options []oauth2.AuthCodeOption
	for name, values := range start.Params {
		if !slices.Contains(ours, name) && len(values) > 0 {
			options = append(options, oauth2.SetAuthURLParam(name, values[0]))
		}
	}
	for name, value := range p.settings.Params {
		options = append(options, oauth2.SetAuthURLParam(name, value))
	}
	if p.isOpenID() {
		options = append(options, oidc.Nonce(start.Nonce))
	}
	if !p.settings.WithoutPKCE {
		options = append(options, oauth2.S256ChallengeOption(start.Verifier))
	}
	return flow.AuthCodeURL(start.State, options...), nil
}

// flow is the provider as the OAuth library expects it.
func (p *Provider) flow(ctx context.Context) (oauth2.Config, error) {
	flow := oauth2.Config{ClientID: p.settings.ClientID, ClientSecret: p.settings.Secret, RedirectURL: p.callback, Scopes: p.settings.Scopes}
	if !p.isOpenID() {
		flow.Endpoint = oauth2.Endpoint{AuthURL: p.settings.AuthURL, TokenURL: p.settings.TokenURL}
		return flow, nil
	}
	issuer, err := p.discover(ctx)
	if err != nil {
		return flow, err
	}
	flow.Endpoint = issuer.Endpoint()
	if !slices.Contains(flow.Scopes, oidc.ScopeOpenID) {
		flow.Scopes = append([]string{oidc.ScopeOpenID}, flow.Scopes...)
	}
	return flow, nil
}

// discover fetches the issuer's discovery document once.
func (p *Provider) discover(ctx context.Context) (*oidc.Provider, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.issuer != nil {
		return p.issuer, nil
	}
	ctx = oidc.ClientContext(ctx, p.client)
	if p.settings.AuthURL != "" && p.settings.TokenURL != "" && p.settings.KeysURL != "" {
		described := oidc.ProviderConfig{
			IssuerURL: p.settings.Issuer, AuthURL: p.settings.AuthURL, TokenURL: p.settings.TokenURL, UserInfoURL: p.settings.UserURL, JWKSURL: p.settings.KeysURL,
		}
		p.issuer = described.NewProvider(context.WithoutCancel(ctx))
		return p.issuer, nil
	}
	if p.settings.DiscoveryURL != "" {
		return p.discoverElsewhere(ctx)
	}
	if p.speaksForMany() {
		ctx = oidc.InsecureIssuerURLContext(ctx, p.settings.Issuer)
	}
	found, err := oidc.NewProvider(ctx, p.settings.Issuer)
	if err != nil {
		return nil, fmt.Errorf("%w: discover %s: %w", ErrAway, p.Name, err)
	}
	p.issuer = found
	return found, nil
}

// speaksForMany reports whether the issuer's tokens name each person's own directory as the issuer.
func (p *Provider) speaksForMany() bool {
	return p.preset.issuers != nil && p.settings.Issuer == p.preset.issuer
}

// Exchange redeems a person's code and returns who they are.
func (p *Provider) Exchange(ctx context.Context, code string, start Start) (Person, Tokens, error) {
	flow, err := p.flow(ctx)
	if err != nil {
		return Person{}, Tokens{}, err
	}
	ctx = oidc.ClientContext(ctx, p.client)
	var options []oauth2.AuthCodeOption
	if !p.settings.WithoutPKCE {
		options = append(options, oauth2.VerifierOption(start.Verifier))
	}
	given, err := flow.Exchange(ctx, code, options...)
	if err != nil {
		// The response stays out of logs, since some providers repeat the request in it.
		if refused, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
			return Person{}, Tokens{}, fmt.Errorf("%w: exchange a code of %s: %d %q", ErrRefused, p.Name, refused.Response.StatusCode, refused.ErrorCode)
		}
		return Person{}, Tokens{}, fmt.Errorf("%w: exchange a code of %s: %w", ErrAway, p.Name, err)
	}
	tokens := Tokens{Access: given.AccessToken, Refresh: given.RefreshToken}
	var found Person
	if p.isOpenID() {
		found, err = p.openPerson(ctx, given, start.Nonce)
	} else {
		found, err = p.askPerson(ctx, given)
	}
	if err != nil {
		return Person{}, Tokens{}, err
	}
	if !found.isUsable() {
		return Person{}, Tokens{}, fmt.Errorf("%w: %s returned no subject", ErrRefused, p.Name)
	}
	return found, tokens, nil
}

// openPerson reads the ID token that came with the code, and fetches the claims that are not in it.
func (p *Provider) openPerson(ctx context.Context, given *oauth2.Token, nonce string) (Person, error) {
	raw, _ := given.Extra("id_token").(string)
	signed, err := p.verify(ctx, raw, []string{p.settings.ClientID})
	if err != nil {
		return Person{}, err
	}
	if signed.Nonce != nonce && !(p.settings.SkipNonce && signed.Nonce == "") {
		return Person{}, fmt.Errorf("%w: %s returned another nonce", ErrRefused, p.Name)
	}
	told, err := claimsOf(signed)
	if err != nil {
		return Person{}, err
	}
	issuer, err := p.discover(ctx)
	if err != nil {
		return Person{}, err
	}
	if issuer.UserInfoEndpoint() != "" && at(told, p.settings.Fields["email"]) == nil {
		more, err := issuer.UserInfo(ctx, oauth2.StaticTokenSource(given))
		if err != nil {
			return Person{}, fmt.Errorf("%w: fetch the user from %s: %w", ErrAway, p.Name, err)
		}
		// Claims about another subject must not be attributed to this person.
		if more.Subject != signed.Subject {
			return Person{}, fmt.Errorf("%w: %s returned claims of another subject", ErrRefused, p.Name)
		}
		rest := map[string]any{}
		if err := more.Claims(&rest); err != nil {
			return Person{}, fmt.Errorf("%w: decode the user: %w", ErrRefused, err)
		}
		for claim, value := range rest {
			if _, known := told[claim]; !known {
				told[claim] = value
			}
		}
	}
	return p.read(signed.Issuer, told), nil
}

func originOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return parsed.Scheme + "://" + parsed.Host
}
