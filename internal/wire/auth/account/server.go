// Package account changes existing users: their own changes (GET and PUT /user, /reauthenticate), the
// guesses at their passwords, and what the rest of the application and the administration do to
// them in a transaction of their own. It creates no sessions. Begin at change.go for PUT /user, and
// at user.go for the application's operations.
package account

import (
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/session"
)

// Server reads and changes users.
type Server struct {
	*core.Server
	sessions *session.Server
	messages *message.Server
}

// New returns the accounts of a server.
func New(sessions *session.Server, messages *message.Server) *Server {
	return &Server{sessions.Server, sessions, messages}
}
