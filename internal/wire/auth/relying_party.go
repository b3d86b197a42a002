package auth

import (
	"net/netip"
	"net/url"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// newRelyingParty is whom passkeys are made for: the site's configured address,
// never what a request says of itself. It is nil where browsers allow none: off
// TLS, and under an address that is no name. A server on this computer is
// reached as localhost, whatever address it listens on.
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

// PasskeyOrigin is the one origin whose pages may make and use passkeys; empty
// where there are none.
func (s *Server) PasskeyOrigin() string {
	if s.party == nil {
		return ""
	}
	return s.party.Config.RPOrigins[0]
}

// withPasskeys answers only where passkeys can be.
func (s *Server) withPasskeys(next handler) handler {
	if s.party == nil {
		return refusing(errPasskeysOff)
	}
	return next
}
