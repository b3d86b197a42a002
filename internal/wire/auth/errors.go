package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/kernel/fault"
	"automacao/internal/postgres"
)

// These are the protocol's errors: codes and messages of its reference server, which clients
// compare.
var (
	errNoAuthorization = fault.New(http.StatusUnauthorized, "no_authorization", "This endpoint requires a valid Bearer token")
	errBadJWT          = fault.New(http.StatusForbidden, "bad_jwt", "invalid JWT")
	errNotAdmin        = fault.New(http.StatusForbidden, "not_admin", "User not allowed")
	errUserGone        = fault.New(http.StatusForbidden, "user_not_found", "User from sub claim in JWT does not exist")
	errSessionGone     = fault.New(http.StatusForbidden, "session_not_found", "Session from session_id claim in JWT does not exist")
	errClientSession   = fault.New(http.StatusForbidden, "no_authorization", "An app that the user agreed to may not do this")
	errBannedToken     = fault.New(http.StatusForbidden, "user_banned", "User is banned")
	errBanned          = fault.New(http.StatusBadRequest, "user_banned", "User is banned")

	errCredentials       = fault.New(http.StatusBadRequest, "invalid_credentials", "Invalid login credentials")
	errNotConfirmed      = fault.New(http.StatusBadRequest, "email_not_confirmed", "Email not confirmed")
	errRefreshUnknown    = fault.New(http.StatusBadRequest, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
	errRefreshUsed       = fault.New(http.StatusBadRequest, "refresh_token_already_used", "Invalid Refresh Token: Already Used")
	errSessionExpired    = fault.New(http.StatusBadRequest, "session_expired", "Invalid Refresh Token: Session Expired")
	errFlowNotFound      = fault.New(http.StatusNotFound, "flow_state_not_found", "invalid flow state, no valid flow state found")
	errFlowExpired       = fault.New(http.StatusUnprocessableEntity, "flow_state_expired", "invalid flow state, flow state has expired")
	errCodeVerifier      = fault.New(http.StatusBadRequest, "bad_code_verifier", "code challenge does not match previously saved code verifier")
	errOTPExpired        = fault.New(http.StatusForbidden, "otp_expired", "Token has expired or is invalid")
	errLinkExpired       = fault.New(http.StatusForbidden, "otp_expired", "Email link is invalid or has expired")
	errSignupDisabled    = fault.New(http.StatusUnprocessableEntity, "signup_disabled", "Signups not allowed for this instance")
	errAnonymousOff      = fault.New(http.StatusUnprocessableEntity, "anonymous_provider_disabled", "Anonymous sign-ins are disabled")
	errPhoneOff          = fault.New(http.StatusBadRequest, "phone_provider_disabled", "Phone logins are disabled")
	errPhoneLoginOff     = fault.New(http.StatusUnprocessableEntity, "phone_provider_disabled", "Phone logins are disabled")
	errPhoneSignupOff    = fault.New(http.StatusBadRequest, "phone_provider_disabled", "Phone signups are disabled")
	errPhoneOTPOff       = fault.New(http.StatusBadRequest, "phone_provider_disabled", "Unsupported phone provider")
	errPhoneNotConfirmed = fault.New(http.StatusBadRequest, "phone_not_confirmed", "Phone not confirmed")
	errPhoneExists       = fault.New(http.StatusUnprocessableEntity, "phone_exists", "A user with this phone number has already been registered")
	errTextFailed        = fault.New(http.StatusUnprocessableEntity, "sms_send_failed", "Error sending confirmation OTP to provider")
	errTextRate          = fault.New(http.StatusTooManyRequests, "over_sms_send_rate_limit", "SMS rate limit exceeded")
	errEmailOff          = fault.New(http.StatusUnprocessableEntity, "email_provider_disabled", "Email logins are disabled")
	errEmailSignupOff    = fault.New(http.StatusBadRequest, "email_provider_disabled", "Email signups are disabled")
	errOTPDisabled       = fault.New(http.StatusUnprocessableEntity, "otp_disabled", "Signups not allowed for otp")
	errRecoveryAddress   = fault.New(http.StatusBadRequest, "validation_failed", "Password recovery requires an email")
	errMailToConfirm     = fault.New(http.StatusUnprocessableEntity, "email_not_confirmed", "Please verify your email first.")
	errPhoneToConfirm    = fault.New(http.StatusUnprocessableEntity, "phone_not_confirmed", "Please verify your phone first.")
	errNobodyToReach     = fault.New(http.StatusBadRequest, "validation_failed", "Reauthentication requires the user to have an email or a phone number")
	errNonceNeeded       = fault.New(http.StatusBadRequest, "reauthentication_needed", "Password update requires reauthentication")
	errAAL2Change        = fault.New(http.StatusUnauthorized, "insufficient_aal", "AAL2 session is required to update email or password when MFA is enabled.")
	errAnonymousBarred   = fault.New(http.StatusForbidden, "no_authorization", "Anonymous user not allowed to perform these actions")
	errAnonymousPassword = fault.New(http.StatusUnprocessableEntity, "validation_failed", "Updating password of an anonymous user without an email or phone is not allowed")
	errAppMetadata       = fault.New(http.StatusForbidden, "not_admin", "Updating app_metadata requires admin privileges")
	errCaptcha           = fault.New(http.StatusBadRequest, "captcha_failed", "captcha protection: request disallowed")
	errCaptchaAway       = fault.New(http.StatusInternalServerError, "unexpected_failure", "captcha verification process failed")
	errSessionIdle       = fault.New(http.StatusBadRequest, "session_expired", "Invalid Refresh Token: Session Expired (Inactivity)")
	errSessionReplaced   = fault.New(http.StatusBadRequest, "session_expired", "Invalid Refresh Token: Session Expired (Revoked by Newer Login)")
	errBannedRefresh     = fault.New(http.StatusBadRequest, "user_banned", "Invalid Refresh Token: User Banned")
	errUserExists        = fault.New(http.StatusUnprocessableEntity, "user_already_exists", "User already registered")
	errEmailExists       = fault.New(http.StatusUnprocessableEntity, "email_exists", "A user with this email address has already been registered")
	errSamePassword      = fault.New(http.StatusUnprocessableEntity, "same_password", "New password should be different from the old password.")
	errCurrentMissing    = fault.New(http.StatusBadRequest, "current_password_required", "Current password required when setting new password.")
	errCurrentWrong      = fault.New(http.StatusBadRequest, "current_password_invalid", "Current password is invalid.")
	errReauthentication  = fault.New(http.StatusUnprocessableEntity, "reauthentication_not_valid", "Nonce has expired or is invalid")
	errAAL2Needed        = fault.New(http.StatusUnauthorized, "insufficient_aal", "AAL2 session is required when MFA is enabled.")
	errLinkUser          = fault.New(http.StatusNotFound, "user_not_found", "User with this email not found")
	errNoMailer          = fault.New(http.StatusInternalServerError, "unexpected_failure", "Error sending invite email")
	errUserNotFound      = fault.New(http.StatusNotFound, "user_not_found", "User not found")
	errSessionNotFound   = fault.New(http.StatusNotFound, "session_not_found", "Session not found")

	errFactorNotFound    = fault.New(http.StatusNotFound, "mfa_factor_not_found", "Factor not found")
	errFactorName        = fault.New(http.StatusUnprocessableEntity, "mfa_factor_name_conflict", "A factor with the same friendly name for this user already exists")
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
	errStale             = fault.New(http.StatusBadRequest, "reauthentication_needed", "Changing how the account is protected requires reauthentication")

	errPasskeysOff     = fault.New(http.StatusNotFound, "passkey_disabled", "Passkeys are disabled")
	errPasskeyNotFound = fault.New(http.StatusNotFound, "webauthn_credential_not_found", "Passkey not found")
	errPasskeyExists   = fault.New(http.StatusUnprocessableEntity, "webauthn_credential_exists", "This passkey is already registered")
	errPasskeysMax     = fault.New(http.StatusUnprocessableEntity, "too_many_passkeys", "Maximum number of passkeys reached, remove one to continue")
	errPasskeyRefused  = fault.New(http.StatusUnprocessableEntity, "webauthn_verification_failed", "The passkey could not be verified")
	errCeremonyUnknown = fault.New(http.StatusUnprocessableEntity, "webauthn_challenge_not_found", "Challenge not found, begin again")
	errCeremonyExpired = fault.New(http.StatusUnprocessableEntity, "webauthn_challenge_expired", "Challenge has expired, begin again")

	errProviderOff        = fault.New(http.StatusBadRequest, "validation_failed", "Unsupported provider: provider is not enabled")
	errProviderDisabled   = fault.New(http.StatusBadRequest, "provider_disabled", "Provider is not enabled")
	errOAuthState         = fault.New(http.StatusBadRequest, "bad_oauth_state", "OAuth callback with invalid state")
	errOAuthCallback      = fault.New(http.StatusBadRequest, "bad_oauth_callback", "OAuth callback without state or code")
	errExternalCode       = fault.New(http.StatusInternalServerError, "unexpected_failure", "Unable to exchange external code")
	errProviderAway       = fault.New(http.StatusInternalServerError, "unexpected_failure", "The provider does not answer")
	errEmailNotProvided   = fault.New(http.StatusUnprocessableEntity, "email_address_not_provided", "Error getting user email from external provider")
	errEmailUnproved      = fault.New(http.StatusUnprocessableEntity, "provider_email_needs_verification", "Unverified email with the provider. A confirmation email has been sent to its address")
	errInviteNotFound     = fault.New(http.StatusNotFound, "invite_not_found", "User not found for this invitation")
	errInviteOther        = fault.New(http.StatusBadRequest, "validation_failed", "Invited email does not match emails from external provider")
	errLinkingOff         = fault.New(http.StatusNotFound, "manual_linking_disabled", "Manual linking is disabled")
	errIdentityExists     = fault.New(http.StatusUnprocessableEntity, "identity_already_exists", "Identity is already linked")
	errIdentityOthers     = fault.New(http.StatusUnprocessableEntity, "identity_already_exists", "Identity is already linked to another user")
	errIdentityNotFound   = fault.New(http.StatusNotFound, "identity_not_found", "Identity doesn't exist")
	errIdentityLast       = fault.New(http.StatusUnprocessableEntity, "single_identity_not_deletable", "User must have at least 1 identity after unlinking")
	errIdentityEmailTaken = fault.New(http.StatusUnprocessableEntity, "email_conflict_identity_not_deletable", "Unable to unlink identity due to email conflict")

	errWeb3Off     = fault.New(http.StatusUnprocessableEntity, "web3_provider_disabled", "Web3 provider is disabled")
	errEthereumOff = fault.New(http.StatusUnprocessableEntity, "web3_provider_disabled", "Ethereum Web3 provider is disabled")
	errSolanaOff   = fault.New(http.StatusUnprocessableEntity, "web3_provider_disabled", "Solana Web3 provider is disabled")
	errWeb3Chain   = fault.New(http.StatusBadRequest, "web3_unsupported_chain", "Unsupported chain")

	errSAMLOff        = fault.New(http.StatusNotFound, "saml_provider_disabled", "SAML 2.0 is disabled")
	errSSOUnknown     = fault.New(http.StatusNotFound, "sso_provider_not_found", "No such SSO provider")
	errSSODisabled    = fault.New(http.StatusNotFound, "sso_provider_disabled", "SSO Provider assigned for this domain is currently disabled")
	errRelayUnknown   = fault.New(http.StatusNotFound, "saml_relay_state_not_found", "SAML RelayState does not exist, try logging in again?")
	errRelayExpired   = fault.New(http.StatusUnprocessableEntity, "saml_relay_state_expired", "SAML RelayState has expired. Try logging in again?")
	errIDPUnknown     = fault.New(http.StatusNotFound, "saml_idp_not_found", "A SAML connection has not been established with this Identity Provider")
	errIDPExists      = fault.New(http.StatusUnprocessableEntity, "saml_idp_already_exists", "SAML Identity Provider with this EntityID already exists")
	errEntityOther    = fault.New(http.StatusBadRequest, "saml_entity_id_mismatch", "SAML Metadata can be updated only if the EntityID matches for the provider")
	errMetadataAway   = fault.New(http.StatusBadRequest, "saml_metadata_fetch_failed", "SAML Metadata cannot be fetched from metadata_url")
	errDomainExists   = fault.New(http.StatusBadRequest, "sso_domain_already_exists", "SSO Domain is already assigned to an SSO identity provider")
	errResourceExists = fault.New(http.StatusBadRequest, "validation_failed", "resource_id is already that of an SSO provider")
	errNoSubject      = fault.New(http.StatusBadRequest, "saml_assertion_no_user_id", "SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user")
	errNoSSOEmail     = fault.New(http.StatusBadRequest, "saml_assertion_no_email", "SAML Assertion does not contain an email address")
	errSSOManaged     = fault.New(http.StatusUnprocessableEntity, "user_sso_managed", "Updating email, phone, password of a SSO account only possible via SSO")

	errBadJSON     = fault.New(http.StatusBadRequest, "bad_json", "Could not parse request body as JSON")
	errTooLarge    = fault.New(http.StatusRequestEntityTooLarge, "request_entity_too_large", "Request body too large")
	errSlowBody    = fault.New(http.StatusRequestTimeout, "request_timeout", "The body did not arrive in time")
	errRequestRate = fault.New(http.StatusTooManyRequests, "over_request_rate_limit", "Request rate limit reached")
	errMailRate    = fault.New(http.StatusTooManyRequests, "over_email_send_rate_limit", "Email rate limit exceeded")
	errTimeout     = fault.New(http.StatusGatewayTimeout, "request_timeout", "Processing this request timed out, please retry after a moment.")
	errAway        = fault.New(http.StatusServiceUnavailable, "unexpected_failure", "The database cannot be reached, please retry after a moment.")
	errInternal    = fault.New(http.StatusInternalServerError, "unexpected_failure", "Unexpected failure, please check server logs for more information")
	errFeatureOff  = fault.New(http.StatusNotFound, "feature_disabled", "This feature is disabled")
	errNoPath      = fault.New(http.StatusNotFound, "not_found", "There is nothing at this path")
)

// invalid is the error of a well-formed request with invalid values.
func invalid(format string, args ...any) *fault.Error {
	return fault.New(http.StatusBadRequest, "validation_failed", fmt.Sprintf(format, args...))
}

// weakPassword is a fault's details, sent beside its message.
type weakPassword struct {
	Reasons []string `json:"reasons"`
}

// awayFor is the Retry-After while the database is unreachable.
const awayFor = time.Second

// These are PostgreSQL's errors about text that it cannot store.
const (
	sqlUntranslatable = "22P05"
	sqlBadEncoding    = "22021"
)

// These errors are sent if the app's own trigger or constraint refuses a change of users; only the
// log has the details.
var (
	errSavingUser   = fault.New(http.StatusInternalServerError, "unexpected_failure", "Database error saving new user")
	errCreatingUser = fault.New(http.StatusInternalServerError, "unexpected_failure", "Database error creating new user")
	errUpdatingUser = fault.New(http.StatusInternalServerError, "unexpected_failure", "Error updating user")
	errDeletingUser = fault.New(http.StatusInternalServerError, "unexpected_failure", "Database error deleting user")
)

// refusedBySQL maps an error of the app's own SQL to a fault. Errors that may pass on a retry, and
// text that PostgreSQL cannot store, stay unchanged.
func refusedBySQL(told *fault.Error, err error) error {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || len(refused.Code) < 2 || refused.Code == sqlUntranslatable || refused.Code == sqlBadEncoding {
		return err
	}
	switch refused.Code[:2] {
	case "22", "23", "42", "P0", "PT":
		return told.Because(err)
	}
	return err
}

// asFault maps a handler's error to the one that is sent.
func asFault(err error) *fault.Error {
	if known, ok := errors.AsType[*fault.Error](err); ok {
		return known
	}
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		if refused.Code == sqlUntranslatable || refused.Code == sqlBadEncoding {
			return invalid("Text must not contain null characters").Because(err)
		}
	}
	if postgres.IsAway(err) {
		return errAway.After(awayFor).Because(err)
	}
	if errors.Is(err, context.DeadlineExceeded) || postgres.IsOverdue(err) {
		return errTimeout.After(awayFor).Because(err)
	}
	return errInternal.Because(err)
}
