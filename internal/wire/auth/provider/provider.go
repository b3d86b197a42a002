// Package provider speaks to those who vouch for people: OpenID issuers and
// plain OAuth 2.0 services, by name or by address. It owns how one is asked and
// how the answer is believed; it must know no user, table or session of ours.
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

// Provider is one that is configured. It is safe for concurrent use.
type Provider struct {
	Name     string
	settings Settings
	preset   preset
	client   *http.Client
	callback string
	now      func() time.Time

	mu     sync.Mutex
	issuer *oidc.Provider
	// said is the document of an issuer that has it at an address of its own.
	said Discovered
}

// Tokens are the provider's own, for what an app asks of it in a person's name.
type Tokens struct{ Access, Refresh string }

// Start is one person's way to the provider.
type Start struct {
	// State comes back with him; Nonce is in the token that does, and Verifier
	// proves that whoever comes back to us is whom we sent.
	State, Nonce, Verifier string
	// Scopes are asked for besides the configured ones, Params are sent along.
	Scopes []string
	Params url.Values
}

// ErrAway is a provider that does not answer, or not as it should.
var ErrAway = errors.New("the provider does not answer")

// ErrRefused is a code or token that the provider does not stand for.
var ErrRefused = errors.New("the provider does not stand for this")

// New returns a provider whose settings are valid. People come back to callback.
func New(name string, settings Settings, client *http.Client, callback string, now func() time.Time) *Provider {
	known := presets[name]
	return &Provider{Name: name, settings: settings.with(known), preset: known, client: client, callback: callback, now: now}
}

// IsPosted reports a provider that sends people back by a form of its own page.
func (p *Provider) IsPosted() bool { return p.preset.formPost }

// NeedsEmail reports a provider whose people must have an address.
func (p *Provider) NeedsEmail() bool { return !p.settings.EmailOptional }

// isOpenID reports a provider that signs who somebody is.
func (p *Provider) isOpenID() bool { return p.settings.Issuer != "" }

// ours are the parameters of a request that nobody else may set.
var ours = []string{
	"client_id", "client_secret", "redirect_uri", "response_type", "state", "scope", "nonce", "code_challenge", "code_challenge_method", "response_mode", "request", "request_uri",
}

func isOurs(param string) bool { return slices.Contains(ours, param) && param != "response_mode" }

// AuthURL is the provider's page that asks a person.
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

// flow is the provider as the library of OAuth wants it.
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

// discover reads what an issuer says of itself, once.
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
		return nil, fmt.Errorf("%w: describe %s: %w", ErrAway, p.Name, err)
	}
	p.issuer = found
	return found, nil
}

// speaksForMany reports an issuer whose tokens name the directory of each person.
func (p *Provider) speaksForMany() bool {
	return p.preset.issuers != nil && p.settings.Issuer == p.preset.issuer
}

// Exchange turns the code that a person came back with into who he is.
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
		// The answer itself stays out of logs: some repeat what they were sent.
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
		return Person{}, Tokens{}, fmt.Errorf("%w: %s names nobody", ErrRefused, p.Name)
	}
	return found, tokens, nil
}

// openPerson reads the signed token that came with the code, and the rest where
// that is not in it.
func (p *Provider) openPerson(ctx context.Context, given *oauth2.Token, nonce string) (Person, error) {
	raw, _ := given.Extra("id_token").(string)
	signed, err := p.verify(ctx, raw, []string{p.settings.ClientID})
	if err != nil {
		return Person{}, err
	}
	if signed.Nonce != nonce && !(p.settings.SkipNonce && signed.Nonce == "") {
		return Person{}, fmt.Errorf("%w: the nonce of %s is another's", ErrRefused, p.Name)
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
			return Person{}, fmt.Errorf("%w: ask %s who that is: %w", ErrAway, p.Name, err)
		}
		// What is told of somebody else would be believed of this one.
		if more.Subject != signed.Subject {
			return Person{}, fmt.Errorf("%w: %s tells of somebody else", ErrRefused, p.Name)
		}
		rest := map[string]any{}
		if err := more.Claims(&rest); err != nil {
			return Person{}, fmt.Errorf("%w: read who that is: %w", ErrRefused, err)
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
