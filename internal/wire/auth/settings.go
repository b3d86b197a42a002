package auth

import (
	"net/http"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/provider"
)

// version is the version of the protocol's reference server that is implemented.
const version = "v2.189.0"

func (s *Server) health(w http.ResponseWriter, _ *http.Request) error {
	return core.Answer(w, http.StatusOK, map[string]string{
		"version":     version,
		"name":        "GoTrue",
		"description": "GoTrue is a user registration and authentication API",
	})
}

func (s *Server) settings(w http.ResponseWriter, _ *http.Request) error {
	external := map[string]bool{"email": !s.Config.DisableEmail, "phone": s.Config.Texter != nil, "anonymous_users": s.Config.AllowAnonymous}
	for _, name := range provider.Names {
		external[name] = false
	}
	for name := range s.Config.Federation.Providers {
		external[name] = true
	}
	return core.Answer(w, http.StatusOK, map[string]any{
		"external":           external,
		"disable_signup":     s.Config.DisableSignup,
		"mailer_autoconfirm": !s.Config.ConfirmEmail,
		"phone_autoconfirm":  !s.Config.ConfirmPhone,
		"sms_provider":       s.texterName(),
		"saml_enabled":       s.organisations.SAML != nil,
		"passkeys_enabled":   s.Factors.Party != nil,
	})
}

// texterName is the protocol's name for the sender of texts; "" if there is none.
func (s *Server) texterName() string {
	if s.Config.Texter == nil {
		return ""
	}
	return "hook"
}

// jwks publishes the public keys; unlike other responses, caches may store it.
func (s *Server) jwks(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Cache-Control", "public, max-age=600")
	return core.Answer(w, http.StatusOK, s.Keys.Public())
}
