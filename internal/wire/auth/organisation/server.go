// Package organisation serves sign-in at an organisation's SAML 2.0 identity provider (/sso), and the
// administration of those providers (/admin/sso). The protocol itself is in sso, which decides
// whether an assertion is believed. Begin at begin.go and return.go, the two halves of the flow.
package organisation

import (
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/external"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/session"
	"automacao/internal/wire/auth/sso"
)

// Server signs the users of organisations in.
type Server struct {
	*core.Server
	sessions *session.Server
	messages *message.Server
	external *external.Server
	// SAML is this server as a SAML service provider; nil if SAML is off.
	SAML *sso.Service
}

// New returns the sign-in of organisations of a server. It panics on unusable SAML settings, which
// Config.Validate refuses.
func New(sessions *session.Server, messages *message.Server, others *external.Server) *Server {
	s := &Server{Server: sessions.Server, sessions: sessions, messages: messages, external: others}
	if s.Config.Federation.SAML.IsOn() {
		var err error
		if s.SAML, err = sso.New(s.Config.Federation.SAML, s.Issuer, s.Config.Now); err != nil {
			panic("auth: " + err.Error())
		}
	}
	return s
}
