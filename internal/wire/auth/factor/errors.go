package factor

import (
	"net/http"

	"automacao/internal/kernel/fault"
)

var (
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
