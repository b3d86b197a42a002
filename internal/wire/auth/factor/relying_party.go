package factor

import (
	"net/netip"
	"net/url"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"automacao/internal/wire/auth/core"
)

// newRelyingParty is the WebAuthn relying party: the site's configured address, never what a
// request claims. It is nil where browsers allow no passkeys: without TLS, and under an IP address.
// A server on this computer counts as localhost, whatever address it listens on.
func newRelyingParty(site string) *webauthn.WebAuthn {
	parsed, err := url.Parse(site)
	if err != nil {
		return nil
	}
	host, origin := parsed.Hostname(), parsed.Scheme+"://"+parsed.Host
	if ip, err := netip.ParseAddr(host); err == nil {
		if !ip.IsLoopback() && !ip.IsUnspecified() {
			return nil
		}
		host, origin = localhost, parsed.Scheme+"://"+localhost
		if port := parsed.Port(); port != "" {
			origin += ":" + port
		}
	}
	if parsed.Scheme != "https" && host != localhost {
		return nil
	}
	party, err := webauthn.New(&webauthn.Config{
		RPID: host, RPDisplayName: host, RPOrigins: []string{origin},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil {
		return nil
	}
	return party
}

const localhost = "localhost"

// PasskeyOrigin is the only origin whose pages may create and use passkeys; empty if passkeys are
// not possible.
func (s *Server) PasskeyOrigin() string {
	if s.Party == nil {
		return ""
	}
	return s.Party.Config.RPOrigins[0]
}

// WithPasskeys answers only if passkeys are possible.
func (s *Server) WithPasskeys(next core.Handler) core.Handler {
	if s.Party == nil {
		return core.Refusing(errPasskeysOff)
	}
	return next
}
