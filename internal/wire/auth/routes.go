package auth

import (
	"net/http"
	"slices"
	"strings"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/external"
	"automacao/internal/wire/auth/signin"
)

// routes registers every route of the protocol.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	handle := func(pattern string, h core.Handler) { mux.Handle(pattern, s.Serve(s.measured(named(pattern), h))) }

	s.paths = append(s.paths, signin.AnonymousRoute)
	handle("/", core.Refusing(errNoPath))
	handle("GET /health", s.health)
	handle("GET /settings", s.settings)
	handle("GET /.well-known/jwks.json", s.jwks)

	handle("POST /signup", s.RequireCaptcha(s.signin.Signup))
	// Each grant type has its own rate limit.
	mux.Handle("POST /token", s.Serve(s.token()))
	handle("POST /logout", s.Sessions.AllowApps(s.Sessions.Logout))
	handle("GET /user", s.Sessions.AllowApps(s.Accounts.GetUser))
	handle("PUT /user", s.Sessions.AllowAAL1(s.Accounts.PutUser))
	handle("GET /reauthenticate", s.Sessions.AsUser(s.Accounts.Reauthenticate))

	handle("POST /recover", s.RequireCaptcha(s.signin.Recover))
	handle("POST /otp", s.RequireCaptcha(s.signin.OTP))
	handle("POST /magiclink", s.RequireCaptcha(s.signin.MagicLink))
	handle("POST /resend", s.RequireCaptcha(s.signin.Resend))
	handle("GET /verify", s.signin.VerifyGet)
	handle("POST /verify", s.signin.VerifyPost)

	handle("POST /factors", s.Sessions.AllowAAL1(s.Factors.Enrol))
	handle("POST /factors/{factor}/challenge", s.Sessions.AllowAAL1(s.Factors.Challenge))
	handle("POST /factors/{factor}/verify", s.Sessions.AllowAAL1(s.Factors.Verify))
	handle("DELETE /factors/{factor}", s.Sessions.AllowAAL1(s.Factors.Unenrol))

	passkeys := func(pattern string, h core.Handler) { handle(pattern, s.Factors.WithPasskeys(h)) }
	passkeys("GET /passkeys", s.Sessions.AsUser(s.Factors.OwnPasskeys))
	passkeys("PATCH /passkeys/{passkey}", s.Sessions.AsUser(s.Factors.RenamePasskey))
	passkeys("DELETE /passkeys/{passkey}", s.Sessions.AsUser(s.Factors.RemovePasskey))
	passkeys("POST /passkeys/registration/options", s.Sessions.AsUser(s.Factors.BeginPasskey))
	passkeys("POST /passkeys/registration/verify", s.Sessions.AsUser(s.Factors.FinishPasskey))
	passkeys("POST /passkeys/authentication/options", s.Factors.BeginPasskeySignIn)
	passkeys("POST /passkeys/authentication/verify", s.Factors.FinishPasskeySignIn)

	handle("GET /admin/users", s.AsAdmin(s.admin.ListUsers))
	handle("POST /admin/users", s.AsAdmin(s.admin.CreateUser))
	handle("GET /admin/users/{user}", s.AsAdmin(s.admin.ReadUser))
	handle("PUT /admin/users/{user}", s.AsAdmin(s.admin.UpdateUser))
	handle("DELETE /admin/users/{user}", s.AsAdmin(s.admin.RemoveUser))
	handle("GET /admin/users/{user}/factors", s.AsAdmin(s.admin.ListFactors))
	handle("PUT /admin/users/{user}/factors/{factor}", s.AsAdmin(s.admin.ChangeFactor))
	handle("DELETE /admin/users/{user}/factors/{factor}", s.AsAdmin(s.admin.RemoveFactor))
	passkeys("GET /admin/users/{user}/passkeys", s.AsAdmin(s.Factors.PasskeysOf))
	passkeys("DELETE /admin/users/{user}/passkeys/{passkey}", s.AsAdmin(s.Factors.RemovePasskeyOf))
	handle("POST /admin/generate_link", s.AsAdmin(s.admin.GenerateLink))
	handle("POST /invite", s.AsAdmin(s.admin.Invite))
	handle("GET /admin/audit", s.AsAdmin(s.admin.ListAudit))

	s.federate(handle)

	s.serveClients(mux, handle)
	s.serveCustomProviders(handle)

	for pattern, refusal := range s.disabled() {
		handle(pattern, core.Refusing(refusal))
	}
	return mux
}

// federate registers the routes of external providers.
func (s *Server) federate(handle func(string, core.Handler)) {
	handle("GET /authorize", s.external.Authorize)
	handle("GET /callback", s.external.Callback)
	handle("POST /callback", s.external.Callback)

	if !s.Config.Federation.ManualLinking {
		handle("GET /user/identities/authorize", core.Refusing(external.ErrLinkingOff))
	} else {
		handle("GET /user/identities/authorize", s.Sessions.AsUser(s.external.BeginLinking))
	}
	handle("DELETE /user/identities/{identity}", s.Sessions.AsUser(s.external.UnlinkIdentity))

	saml := func(pattern string, h core.Handler) { handle(pattern, s.organisations.IfOn(h)) }
	saml("POST /sso", s.RequireCaptcha(s.organisations.Begin))
	saml("GET /sso/saml/metadata", s.organisations.Metadata)
	saml("POST /sso/saml/acs", s.organisations.Return)
	saml("GET /admin/sso/providers", s.AsAdmin(s.organisations.List))
	saml("POST /admin/sso/providers", s.AsAdmin(s.organisations.Create))
	saml("GET /admin/sso/providers/{provider}", s.AsAdmin(s.organisations.Read))
	saml("PUT /admin/sso/providers/{provider}", s.AsAdmin(s.organisations.Update))
	saml("DELETE /admin/sso/providers/{provider}", s.AsAdmin(s.organisations.Remove))
}

// disabled are the protocol's parts that this server does not offer, each with its error.
func (s *Server) disabled() map[string]error {
	off := map[string]error{}
	if !s.Config.OAuthServer.Enabled {
		for _, path := range []string{"/oauth/", "/user/oauth/", "/admin/oauth/", "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"} {
			off[path] = errFeatureOff
		}
	}
	return off
}

// named is a route pattern in the form that the meter uses.
func named(pattern string) string {
	if method, path, hasMethod := strings.Cut(pattern, " "); hasMethod {
		return method + " " + core.Base + path
	}
	return core.Base + pattern
}

// serveCustomProviders registers the routes for administrators' providers.
func (s *Server) serveCustomProviders(handle func(string, core.Handler)) {
	offered := func(pattern string, h core.Handler) {
		if !s.Config.Federation.CustomProviders {
			h = core.Refusing(errFeatureOff)
		}
		handle(pattern, h)
	}
	offered("GET /admin/custom-providers", s.AsAdmin(s.external.ListCustoms))
	offered("POST /admin/custom-providers", s.AsAdmin(s.external.CreateCustom))
	offered("GET /admin/custom-providers/{identifier}", s.AsAdmin(s.external.GetCustom))
	offered("PUT /admin/custom-providers/{identifier}", s.AsAdmin(s.external.UpdateCustom))
	offered("DELETE /admin/custom-providers/{identifier}", s.AsAdmin(s.external.DeleteCustom))
}

// measured applies the route's rate limit. A client that is refused a refresh signs its user out,
// so that limit is generous.
func (s *Server) measured(route string, next core.Handler) core.Handler {
	s.paths = append(s.paths, route)
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := s.Take(r, route); err != nil {
			return err
		}
		return next(w, r)
	}
}

// Paths lists the routes that the meter may be asked about.
func (s *Server) Paths() []string { return slices.Clone(s.paths) }

var (
	errFeatureOff = fault.New(http.StatusNotFound, "feature_disabled", "This feature is disabled")
	errNoPath     = fault.New(http.StatusNotFound, "not_found", "There is nothing at this path")
)
