// Package session owns sessions: it opens, refreshes and ends them, signs their access tokens, and
// admits the requests that carry one. It does not decide who may sign in; the flows do, and call
// Open. Begin at session.go, then refresh.go for the chain of refresh tokens and bearer.go for the
// wrappers of routes.
package session

import "automacao/internal/wire/auth/core"

// Server opens and checks sessions, and serves POST /logout and the grant refresh_token.
type Server struct{ *core.Server }

// New returns the sessions of a server.
func New(shared *core.Server) *Server { return &Server{shared} }
