// Package external serves sign-in with what somebody else vouches for: OAuth and OpenID providers
// (/authorize, /callback, the grants id_token and pkce), wallets (the grant web3), the identities
// that a user links, and the providers that administrators add. The protocols themselves are in
// provider and wallet. Begin at begin.go and return.go, the two halves of a provider's flow, then
// user.go, which finds whose account it is.
package external

import (
	"context"
	"net/http"
	"strings"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/fetch"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/provider"
	"automacao/internal/wire/auth/session"
)

// Server signs users in with external identities.
type Server struct {
	*core.Server
	sessions *session.Server
	messages *message.Server
	accounts *account.Server
	// Outside are the external identity providers.
	Outside *Outside
}

// New returns the external sign-in of a server. The caller closes it.
func New(sessions *session.Server, messages *message.Server, accounts *account.Server) *Server {
	s := &Server{Server: sessions.Server, sessions: sessions, messages: messages, accounts: accounts}
	s.Outside = newOutside(s.Config, s.Issuer)
	return s
}

// Close closes idle connections to providers.
func (s *Server) Close() { s.Outside.Client.CloseIdleConnections() }

var (
	ErrLinkingOff = fault.New(http.StatusNotFound, "manual_linking_disabled", "Manual linking is disabled")

	errFlowExpired        = fault.New(http.StatusUnprocessableEntity, "flow_state_expired", "invalid flow state, flow state has expired")
	errCodeVerifier       = fault.New(http.StatusBadRequest, "bad_code_verifier", "code challenge does not match previously saved code verifier")
	errProviderOff        = fault.New(http.StatusBadRequest, "validation_failed", "Unsupported provider: provider is not enabled")
	errProviderDisabled   = fault.New(http.StatusBadRequest, "provider_disabled", "Provider is not enabled")
	errOAuthState         = fault.New(http.StatusBadRequest, "bad_oauth_state", "OAuth callback with invalid state")
	errOAuthCallback      = fault.New(http.StatusBadRequest, "bad_oauth_callback", "OAuth callback without state or code")
	errExternalCode       = fault.New(http.StatusInternalServerError, "unexpected_failure", "Unable to exchange external code")
	errProviderAway       = fault.New(http.StatusInternalServerError, "unexpected_failure", "The provider does not answer")
	errEmailNotProvided   = fault.New(http.StatusUnprocessableEntity, "email_address_not_provided", "Error getting user email from external provider")
	errEmailUnproved      = fault.New(http.StatusUnprocessableEntity, "provider_email_needs_verification", "Unverified email with the provider. A confirmation email has been sent to its address")
	errInviteNotFound     = fault.New(http.StatusNotFound, "invite_not_found", "User not found for this invitation")
	errInviteOther        = fault.New(http.StatusBadRequest, "validation_failed", "Invited email does not match emails from external provider")
	errIdentityExists     = fault.New(http.StatusUnprocessableEntity, "identity_already_exists", "Identity is already linked")
	errIdentityOthers     = fault.New(http.StatusUnprocessableEntity, "identity_already_exists", "Identity is already linked to another user")
	errIdentityNotFound   = fault.New(http.StatusNotFound, "identity_not_found", "Identity doesn't exist")
	errIdentityLast       = fault.New(http.StatusUnprocessableEntity, "single_identity_not_deletable", "User must have at least 1 identity after unlinking")
	errIdentityEmailTaken = fault.New(http.StatusUnprocessableEntity, "email_conflict_identity_not_deletable", "Unable to unlink identity due to email conflict")
	errWeb3Off            = fault.New(http.StatusUnprocessableEntity, "web3_provider_disabled", "Web3 provider is disabled")
	errEthereumOff        = fault.New(http.StatusUnprocessableEntity, "web3_provider_disabled", "Ethereum Web3 provider is disabled")
	errSolanaOff          = fault.New(http.StatusUnprocessableEntity, "web3_provider_disabled", "Solana Web3 provider is disabled")
	errWeb3Chain          = fault.New(http.StatusBadRequest, "web3_unsupported_chain", "Unsupported chain")
)

// hasProviders reports whether any external provider can be used.
func (s *Server) hasProviders() bool {
	return len(s.Outside.providers) > 0 || s.Config.Federation.CustomProviders
}

// Outside are the external identity providers, and the client that reaches them.
type Outside struct {
	Client    *http.Client
	providers map[string]*provider.Provider
	// custom are the providers that administrators added.
	custom customProviders
}

func newOutside(cfg core.Config, issuer string) *Outside {
	made := &Outside{Client: fetch.NewClient(cfg.Federation.PrivateAddresses), providers: map[string]*provider.Provider{}}
	for name, settings := range cfg.Federation.Providers {
		made.providers[name] = provider.New(name, settings, made.Client, issuer+"/callback", cfg.Now)
	}
	return made
}

// providerNamed returns a provider by name.
func (s *Server) providerNamed(ctx context.Context, name string) (*provider.Provider, error) {
	name = strings.ToLower(name)
	if found := s.Outside.providers[name]; found != nil {
		return found, nil
	}
	if s.Config.Federation.CustomProviders && strings.HasPrefix(name, customPrefix) {
		return s.customNamed(ctx, name)
	}
	return nil, errProviderOff
}
