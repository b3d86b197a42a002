package auth

import (
	"net/http"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/oauth"
)

// serveClients registers the routes by which users sign in to other apps. They have a file of their
// own because only a configured server has them: see verify/acceptance/testdata/addresses.txt.
func (s *Server) serveClients(mux *http.ServeMux, handle func(string, core.Handler)) {
	if !s.Config.OAuthServer.Enabled {
		return
	}
	// Errors to apps have OAuth's format.
	worded := func(pattern string, h core.Handler) {
		mux.Handle(pattern, s.Serve(oauth.WithOAuthErrors(s.measured(named(pattern), h))))
	}
	worded("GET /oauth/authorize", s.oauth.Authorize)
	worded("POST /oauth/token", s.oauth.Exchange)
	worded("GET /oauth/userinfo", s.Sessions.AllowApps(s.oauth.UserInfo))
	worded("POST /oauth/userinfo", s.Sessions.AllowApps(s.oauth.UserInfo))
	worded("POST /oauth/clients/register", s.oauth.Register)

	handle("GET /oauth/authorizations/{authorization}", s.Sessions.AsUser(s.oauth.ReadAgreement))
	handle("POST /oauth/authorizations/{authorization}/consent", s.Sessions.AsUser(s.oauth.AnswerAgreement))
	handle("GET /user/oauth/grants", s.Sessions.AsUser(s.oauth.ListGrants))
	handle("DELETE /user/oauth/grants", s.Sessions.AsUser(s.oauth.RevokeGrant))

	handle("GET /admin/oauth/clients", s.AsAdmin(s.oauth.ListClients))
	handle("POST /admin/oauth/clients", s.AsAdmin(s.oauth.CreateClient))
	handle("GET /admin/oauth/clients/{client}", s.AsAdmin(s.oauth.GetClient))
	handle("PUT /admin/oauth/clients/{client}", s.AsAdmin(s.oauth.UpdateClient))
	handle("DELETE /admin/oauth/clients/{client}", s.AsAdmin(s.oauth.DeleteClient))
	handle("POST /admin/oauth/clients/{client}/regenerate_secret", s.AsAdmin(s.oauth.RenewClient))

	handle("GET /.well-known/oauth-authorization-server", s.oauth.DescribeIssuer)
	handle("GET /.well-known/openid-configuration", s.oauth.DescribeIssuer)
}
