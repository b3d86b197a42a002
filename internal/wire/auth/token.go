package auth

import (
	"net/http"

	"automacao/internal/wire/auth/core"
)

// tokenRoute is the prefix of the grant types' route names.
const tokenRoute = "POST " + core.Base + "/token?grant_type="

// token is POST /token: one path for every grant type.
func (s *Server) token() core.Handler {
	grants := map[string]core.Handler{
		"password":      s.measured(tokenRoute+"password", s.RequireCaptcha(s.signin.SignIn)),
		"pkce":          s.measured(tokenRoute+"pkce", s.external.Exchange),
		"refresh_token": s.measured(tokenRoute+"refresh_token", s.Sessions.Refresh),
		"id_token":      s.measured(tokenRoute+"id_token", s.external.BelieveIDToken),
		"web3":          s.measured(tokenRoute+"web3", s.RequireCaptcha(s.external.BelieveWallet)),
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		grant, known := grants[r.URL.Query().Get("grant_type")]
		if !known {
			return core.Invalid("Unsupported grant type")
		}
		return grant(w, r)
	}
}
