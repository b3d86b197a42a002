// Package factor serves second factors (/factors: authenticator apps, texts, passkeys, recovery
// codes) and passkeys as a way to sign in (/passkeys). It raises sessions to two factors, and
// opens one only for a passkey (passkey_signin.go). Begin at factor.go, which enrols and challenges,
// and proof.go, which verifies; passkey.go stores keys for both routes.
package factor

import (
	"net/http"

	"github.com/go-webauthn/webauthn/webauthn"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/session"
)

// Server enrols and verifies factors.
type Server struct {
	*core.Server
	sessions *session.Server
	messages *message.Server
	accounts *account.Server
	// Party is the WebAuthn relying party; nil if passkeys are not possible.
	Party *webauthn.WebAuthn
}

// New returns the factors of a server.
func New(sessions *session.Server, messages *message.Server, accounts *account.Server) *Server {
	s := &Server{Server: sessions.Server, sessions: sessions, messages: messages, accounts: accounts}
	if !s.Config.PasskeysOff {
		s.Party = newRelyingParty(s.Config.SiteURL)
	}
	return s
}

var (
	ErrFactorNotFound = fault.New(http.StatusNotFound, "mfa_factor_not_found", "Factor not found")
	ErrFactorName     = fault.New(http.StatusUnprocessableEntity, "mfa_factor_name_conflict", "A factor with the same friendly name for this user already exists")

	errAnonymousBarred   = fault.New(http.StatusForbidden, "no_authorization", "Anonymous user not allowed to perform these actions")
	errFactorsMax        = fault.New(http.StatusUnprocessableEntity, "too_many_enrolled_mfa_factors", "Maximum number of verified factors reached, unenroll to continue")
	errFactorAAL         = fault.New(http.StatusForbidden, "insufficient_aal", "AAL2 required to enroll a new factor")
	errUnenrollAAL       = fault.New(http.StatusUnprocessableEntity, "insufficient_aal", "AAL2 required to unenroll verified factor")
	errChallengeUnknown  = fault.New(http.StatusUnprocessableEntity, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found")
	errChallengeExpired  = fault.New(http.StatusUnprocessableEntity, "mfa_challenge_expired", "MFA challenge has expired, verify against another challenge or create a new challenge.")
	errChallengeIP       = fault.New(http.StatusUnprocessableEntity, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.")
	errFactorText        = fault.New(http.StatusUnprocessableEntity, "mfa_verification_failed", "Invalid MFA Phone code entered")
	errFactorThere       = fault.New(http.StatusUnprocessableEntity, "mfa_verified_factor_exists", "A verified phone factor already exists, unenroll the existing factor to continue")
	errTOTPFactorOff     = fault.New(http.StatusUnprocessableEntity, "mfa_totp_enroll_not_enabled", "MFA enroll is disabled for TOTP")
	errTOTPVerifyOff     = fault.New(http.StatusUnprocessableEntity, "mfa_totp_verify_not_enabled", "MFA verification is disabled for TOTP")
	errPhoneFactorOff    = fault.New(http.StatusUnprocessableEntity, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone")
	errPhoneVerifyOff    = fault.New(http.StatusUnprocessableEntity, "mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone")
	errWebauthnFactorOff = fault.New(http.StatusUnprocessableEntity, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for webauthn")
	errWebauthnVerifyOff = fault.New(http.StatusUnprocessableEntity, "mfa_webauthn_verify_not_enabled", "MFA verification is disabled for WebAuthn")
	errFactorCode        = fault.New(http.StatusUnprocessableEntity, "mfa_verification_failed", "Invalid TOTP code entered")
	errPasskeysOff       = fault.New(http.StatusNotFound, "passkey_disabled", "Passkeys are disabled")
	errPasskeyNotFound   = fault.New(http.StatusNotFound, "webauthn_credential_not_found", "Passkey not found")
	errPasskeyExists     = fault.New(http.StatusUnprocessableEntity, "webauthn_credential_exists", "This passkey is already registered")
	errPasskeysMax       = fault.New(http.StatusUnprocessableEntity, "too_many_passkeys", "Maximum number of passkeys reached, remove one to continue")
	errPasskeyRefused    = fault.New(http.StatusUnprocessableEntity, "webauthn_verification_failed", "The passkey could not be verified")
	errCeremonyUnknown   = fault.New(http.StatusUnprocessableEntity, "webauthn_challenge_not_found", "Challenge not found, begin again")
	errCeremonyExpired   = fault.New(http.StatusUnprocessableEntity, "webauthn_challenge_expired", "Challenge has expired, begin again")
)
