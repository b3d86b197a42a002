// Package oauth serves signing in to other apps with accounts of this server: it is the server side
// of OAuth 2.1 and OpenID Connect (/oauth, /user/oauth, /admin/oauth). What a request may say is in
// oauthserver. Signing in here with accounts of others is the package external. Begin at
// agreement.go, where a user lets an app in, and token.go, where the app gets its tokens.
package oauth

import (
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/session"
)

// Server lets apps sign users in.
type Server struct {
	*core.Server
	sessions *session.Server
}

// New returns the OAuth server of a server.
func New(sessions *session.Server) *Server { return &Server{sessions.Server, sessions} }
