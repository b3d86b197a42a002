package auth

import (
	"net/http"
	"strings"
)

// routes registers every route of the protocol.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	handle := func(pattern string, h handler) { mux.Handle(pattern, s.serve(s.measured(named(pattern), h))) }

	s.paths = append(s.paths, anonymousRoute)
	handle("/", refusing(errNoPath))
	handle("GET /health", s.health)
	handle("GET /settings", s.settings)
	handle("GET /.well-known/jwks.json", s.jwks)

	handle("POST /signup", s.requireCaptcha(s.signup))
	// Each grant type has its own rate limit.
	mux.Handle("POST /token", s.serve(s.token()))
	handle("POST /logout", s.allowApps(s.logout))
	handle("GET /user", s.allowApps(s.getUser))
	handle("PUT /user", s.allowAAL1(s.putUser))
	handle("GET /reauthenticate", s.asUser(s.reauthenticate))

	handle("POST /recover", s.requireCaptcha(s.recover))
	handle("POST /otp", s.requireCaptcha(s.otp))
	handle("POST /magiclink", s.requireCaptcha(s.magicLink))
	handle("POST /resend", s.requireCaptcha(s.resend))
	handle("GET /verify", s.verifyGet)
	handle("POST /verify", s.verifyPost)

	handle("POST /factors", s.allowAAL1(s.enroll))
	handle("POST /factors/{factor}/challenge", s.allowAAL1(s.challenge))
	handle("POST /factors/{factor}/verify", s.allowAAL1(s.verifyFactor))
	handle("DELETE /factors/{factor}", s.allowAAL1(s.unenroll))

	passkeys := func(pattern string, h handler) { handle(pattern, s.withPasskeys(h)) }
	passkeys("GET /passkeys", s.asUser(s.ownPasskeys))
	passkeys("PATCH /passkeys/{passkey}", s.asUser(s.renamePasskey))
	passkeys("DELETE /passkeys/{passkey}", s.asUser(s.removePasskey))
	passkeys("POST /passkeys/registration/options", s.asUser(s.beginPasskey))
	passkeys("POST /passkeys/registration/verify", s.asUser(s.finishPasskey))
	passkeys("POST /passkeys/authentication/options", s.beginPasskeySignIn)
	passkeys("POST /passkeys/authentication/verify", s.finishPasskeySignIn)

	handle("GET /admin/users", s.asAdmin(s.listUsers))
	handle("POST /admin/users", s.asAdmin(s.createUser))
	handle("GET /admin/users/{user}", s.asAdmin(s.readUser))
	handle("PUT /admin/users/{user}", s.asAdmin(s.updateUser))
	handle("DELETE /admin/users/{user}", s.asAdmin(s.removeUser))
	handle("GET /admin/users/{user}/factors", s.asAdmin(s.listFactors))
	handle("PUT /admin/users/{user}/factors/{factor}", s.asAdmin(s.changeFactor))
	handle("DELETE /admin/users/{user}/factors/{factor}", s.asAdmin(s.removeFactor))
	passkeys("GET /admin/users/{user}/passkeys", s.asAdmin(s.listPasskeysOf))
	passkeys("DELETE /admin/users/{user}/passkeys/{passkey}", s.asAdmin(s.removePasskeyOf))
	handle("POST /admin/generate_link", s.asAdmin(s.generateLink))
	handle("POST /invite", s.asAdmin(s.invite))
	handle("GET /admin/audit", s.asAdmin(s.listAudit))

	s.federate(handle)

	s.serveClients(mux, handle)
	s.serveCustomProviders(handle)

	for pattern, refusal := range s.disabled() {
		handle(pattern, refusing(refusal))
	}
	return mux
}

// federate registers the routes of external providers.
func (s *Server) federate(handle func(string, handler)) {
	handle("GET /authorize", s.authorize)
	handle("GET /callback", s.callback)
	handle("POST /callback", s.callback)

	if !s.cfg.Federation.ManualLinking {
		handle("GET /user/identities/authorize", refusing(errLinkingOff))
	} else {
		handle("GET /user/identities/authorize", s.asUser(s.beginLinking))
	}
	handle("DELETE /user/identities/{identity}", s.asUser(s.unlinkIdentity))

	saml := func(pattern string, h handler) { handle(pattern, s.withSAML(h)) }
	saml("POST /sso", s.requireCaptcha(s.singleSignOn))
	saml("GET /sso/saml/metadata", s.samlMetadata)
	saml("POST /sso/saml/acs", s.samlReturn)
	saml("GET /admin/sso/providers", s.asAdmin(s.listSSO))
	saml("POST /admin/sso/providers", s.asAdmin(s.createSSO))
	saml("GET /admin/sso/providers/{provider}", s.asAdmin(s.readSSO))
	saml("PUT /admin/sso/providers/{provider}", s.asAdmin(s.updateSSO))
	saml("DELETE /admin/sso/providers/{provider}", s.asAdmin(s.removeSSO))
}

// disabled are the protocol's parts that this server does not offer, each with its error.
func (s *Server) disabled() map[string]error {
	off := map[string]error{}
	if !s.cfg.OAuthServer.Enabled {
		for _, path := range []string{"/oauth/", "/user/oauth/", "/admin/oauth/", "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"} {
			off[path] = errFeatureOff
		}
	}
	return off
}

// named is a route pattern in the form that the meter uses.
func named(pattern string) string {
	if method, path, hasMethod := strings.Cut(pattern, " "); hasMethod {
		return method + " " + Base + path
	}
	return Base + pattern
}

// Base is the path where the protocol is served.
const Base = "/auth/v1"

func refusing(refusal error) handler {
	return func(http.ResponseWriter, *http.Request) error { return refusal }
}
