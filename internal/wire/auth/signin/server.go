// Package signin serves sign-up and sign-in by address or number: /signup, the grant password, /otp,
// /magiclink, /recover, /resend and /verify. Second factors, external providers and passkeys are
// other packages'. Begin at signup.go and password.go, then verify.go for what comes back of a mail.
package signin

import (
	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/session"
)

// Server signs users up and in by address or number.
type Server struct {
	*core.Server
	sessions *session.Server
	messages *message.Server
	accounts *account.Server
}

// New returns the sign-in of a server.
func New(sessions *session.Server, messages *message.Server, accounts *account.Server) *Server {
	return &Server{sessions.Server, sessions, messages, accounts}
}
