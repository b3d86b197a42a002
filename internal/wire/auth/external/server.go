// Package external serves sign-in with what somebody else vouches for: OAuth and OpenID providers
// (/authorize, /callback, the grants id_token and pkce), wallets (the grant web3), the identities
// that a user links, and the providers that administrators add. The protocols themselves are in
// provider and wallet. Begin at begin.go and return.go, the two halves of a provider's flow, then
// user.go, which finds whose account it is.
package external

import (
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/session"
)

// Server signs users in with external identities.
type Server struct {
	*core.Server
	sessions *session.Server
	messages *message.Server
	// Outside are the external identity providers.
	Outside *Outside
}

// New returns the external sign-in of a server. The caller closes it.
func New(sessions *session.Server, messages *message.Server) *Server {
	s := &Server{Server: sessions.Server, sessions: sessions, messages: messages}
	s.Outside = newOutside(s.Config, s.Issuer)
	return s
}

// Close closes idle connections to providers.
func (s *Server) Close() { s.Outside.Client.CloseIdleConnections() }
