package auth

import (
	"errors"
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/oauthserver"
)

// serveClients registers the routes by which users sign in to other apps.
func (s *Server) serveClients(mux *http.ServeMux, handle func(string, handler)) {
	if !s.cfg.OAuthServer.Enabled {
		return
	}
	// Errors to apps have OAuth's format.
	worded := func(pattern string, h handler) {
		mux.Handle(pattern, s.serve(withOAuthErrors(s.measured(named(pattern), h))))
	}
	worded("GET /oauth/authorize", s.askAgreement)
	worded("POST /oauth/token", s.exchangeForClient)
	worded("GET /oauth/userinfo", s.allowApps(s.userInfo))
	worded("POST /oauth/userinfo", s.allowApps(s.userInfo))
	worded("POST /oauth/clients/register", s.registerClient)

	handle("GET /oauth/authorizations/{authorization}", s.asUser(s.readAgreement))
	handle("POST /oauth/authorizations/{authorization}/consent", s.asUser(s.answerAgreement))
	handle("GET /user/oauth/grants", s.asUser(s.listGrants))
	handle("DELETE /user/oauth/grants", s.asUser(s.revokeGrant))

	handle("GET /admin/oauth/clients", s.asAdmin(s.listClients))
	handle("POST /admin/oauth/clients", s.asAdmin(s.createClient))
	handle("GET /admin/oauth/clients/{client}", s.asAdmin(s.getClient))
	handle("PUT /admin/oauth/clients/{client}", s.asAdmin(s.updateClient))
	handle("DELETE /admin/oauth/clients/{client}", s.asAdmin(s.deleteClient))
	handle("POST /admin/oauth/clients/{client}/regenerate_secret", s.asAdmin(s.renewClient))

	handle("GET /.well-known/oauth-authorization-server", s.describeIssuer)
	handle("GET /.well-known/openid-configuration", s.describeIssuer)
}

// describeIssuer serves the server's metadata, which caches may store.
func (s *Server) describeIssuer(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Cache-Control", "public, max-age=600")
	return answer(w, http.StatusOK, oauthserver.Describe(s.issuer, s.cfg.OAuthServer, s.keys.Algorithm()))
}

// withOAuthErrors formats errors as in RFC 6749, 5.2, and RFC 6750, 3. Internal errors keep the usual
// format.
func withOAuthErrors(next handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		err := next(w, r)
		refusal, isWorded := errors.AsType[*oauthserver.Error](err)
		if err == nil || !isWorded && asFault(err).Status >= http.StatusInternalServerError {
			return err
		}
		if !isWorded {
			refusal = oauthErrorOf(asFault(err))
			if wait := asFault(err).RetryHeader(); wait != "" {
				w.Header().Set("Retry-After", wait)
			}
		}
		if refusal.Status == http.StatusUnauthorized {
			w.Header().Set("WWW-Authenticate", challengeFor(refusal))
		}
		w.Header().Set("Pragma", "no-cache")
		return answer(w, refusal.Status, refusal)
	}
}

// oauthErrorOf maps an error to the protocol's code.
func oauthErrorOf(told *fault.Error) *oauthserver.Error {
	word := &oauthserver.Error{Status: told.Status, Code: "invalid_request", Description: told.Message}
	switch told.Status {
	case http.StatusTooManyRequests:
		word.Code = "temporarily_unavailable"
	case http.StatusUnauthorized:
		word.Code = "invalid_token"
	case http.StatusForbidden:
		word.Status, word.Code = http.StatusUnauthorized, "invalid_token"
	}
	return word
}

func challengeFor(refusal *oauthserver.Error) string {
	if refusal.Code == oauthserver.ErrClient.Code {
		return `Basic realm="oauth"`
	}
	return `Bearer error="` + refusal.Code + `"`
}
