// Package oauth serves signing in to other apps with accounts of this server: it is the server side
// of OAuth 2.1 and OpenID Connect (/oauth, /user/oauth, /admin/oauth). What a request may say is in
// oauthserver. Signing in here with accounts of others is the package external. Begin at
// agreement.go, where a user lets an app in, and token.go, where the app gets its tokens.
package oauth

import (
	"errors"
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/oauthserver"
	"automacao/internal/wire/auth/session"
)

// Server lets apps sign users in.
type Server struct {
	*core.Server
	sessions *session.Server
}

// New returns the OAuth server of a server.
func New(sessions *session.Server) *Server { return &Server{sessions.Server, sessions} }

// DescribeIssuer serves the server's metadata, which caches may store.
func (s *Server) DescribeIssuer(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Cache-Control", "public, max-age=600")
	return core.Answer(w, http.StatusOK, oauthserver.Describe(s.Issuer, s.Config.OAuthServer, s.Keys.Algorithm()))
}

// WithOAuthErrors formats errors as in RFC 6749, 5.2, and RFC 6750, 3. Internal errors keep the usual
// format.
func WithOAuthErrors(next core.Handler) core.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		err := next(w, r)
		refusal, isWorded := errors.AsType[*oauthserver.Error](err)
		if err == nil || !isWorded && core.AsFault(err).Status >= http.StatusInternalServerError {
			return err
		}
		if !isWorded {
			refusal = oauthErrorOf(core.AsFault(err))
			if wait := core.AsFault(err).RetryHeader(); wait != "" {
				w.Header().Set("Retry-After", wait)
			}
		}
		if refusal.Status == http.StatusUnauthorized {
			w.Header().Set("WWW-Authenticate", challengeFor(refusal))
		}
		w.Header().Set("Pragma", "no-cache")
		return core.Answer(w, refusal.Status, refusal)
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
