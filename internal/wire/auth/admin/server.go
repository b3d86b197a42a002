// Package admin serves the administration of users to holders of the service key: /admin/users,
// /admin/generate_link, /invite and /admin/audit. It reads and decides nothing that account and
// factor can; it is their routes. Begin at user.go.
package admin

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/factor"
	"automacao/internal/wire/auth/message"
)

// Server administers users.
type Server struct {
	*core.Server
	messages *message.Server
	accounts *account.Server
	factors  *factor.Server
}

// New returns the administration of a server.
func New(messages *message.Server, accounts *account.Server, factors *factor.Server) *Server {
	return &Server{messages.Server, messages, accounts, factors}
}

var (
	errLinkUser     = fault.New(http.StatusNotFound, "user_not_found", "User with this email not found")
	errNoMailer     = fault.New(http.StatusInternalServerError, "unexpected_failure", "Error sending invite email")
	errCreatingUser = fault.New(http.StatusInternalServerError, "unexpected_failure", "Database error creating new user")
	errDeletingUser = fault.New(http.StatusInternalServerError, "unexpected_failure", "Database error deleting user")
)
