// Package factor serves second factors (/factors: authenticator apps, texts, passkeys, recovery
// codes) and passkeys as a way to sign in (/passkeys). It raises sessions to two factors, and
// opens one only for a passkey (passkey_signin.go). Begin at factor.go, which enrols and challenges,
// and proof.go, which verifies; passkey.go stores keys for both routes.
package factor

import (
	"github.com/go-webauthn/webauthn/webauthn"

	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/session"
)

// Server enrols and verifies factors.
type Server struct {
	*core.Server
	sessions *session.Server
	messages *message.Server
	accounts *account.Server
	// Party is the WebAuthn relying party; nil if passkeys are not possible.
	Party *webauthn.WebAuthn
}

// New returns the factors of a server.
func New(sessions *session.Server, messages *message.Server, accounts *account.Server) *Server {
	s := &Server{Server: sessions.Server, sessions: sessions, messages: messages, accounts: accounts}
	if !s.Config.PasskeysOff {
		s.Party = newRelyingParty(s.Config.SiteURL)
	}
	return s
}
