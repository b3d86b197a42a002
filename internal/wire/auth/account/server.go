// Package account creates and changes users: for the flows (create.go, identity.go), by themselves (GET
// and PUT /user, /reauthenticate), and for the rest of the application and the administration, in a
// transaction of theirs. It also counts the guesses at passwords. It creates no sessions. Begin at
// create.go, at change.go for PUT /user, and at user.go for the application's operations.
package account

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/session"
)

// Server reads and changes users.
type Server struct {
	*core.Server
	sessions *session.Server
	messages *message.Server
}

// New returns the accounts of a server.
func New(sessions *session.Server, messages *message.Server) *Server {
	return &Server{sessions.Server, sessions, messages}
}

var (
	ErrCredentials = fault.New(http.StatusBadRequest, "invalid_credentials", "Invalid login credentials")
	ErrPhoneOff    = fault.New(http.StatusBadRequest, "phone_provider_disabled", "Phone logins are disabled")
	ErrPhoneExists = fault.New(http.StatusUnprocessableEntity, "phone_exists", "A user with this phone number has already been registered")
	ErrUserExists  = fault.New(http.StatusUnprocessableEntity, "user_already_exists", "User already registered")
	ErrEmailExists = fault.New(http.StatusUnprocessableEntity, "email_exists", "A user with this email address has already been registered")
	ErrSavingUser  = fault.New(http.StatusInternalServerError, "unexpected_failure", "Database error saving new user")
	ErrStale       = fault.New(http.StatusBadRequest, "reauthentication_needed", "Changing how the account is protected requires reauthentication")
	ErrSSOManaged  = fault.New(http.StatusUnprocessableEntity, "user_sso_managed", "Updating email, phone, password of a SSO account only possible via SSO")

	errMailToConfirm     = fault.New(http.StatusUnprocessableEntity, "email_not_confirmed", "Please verify your email first.")
	errPhoneToConfirm    = fault.New(http.StatusUnprocessableEntity, "phone_not_confirmed", "Please verify your phone first.")
	errNobodyToReach     = fault.New(http.StatusBadRequest, "validation_failed", "Reauthentication requires the user to have an email or a phone number")
	errNonceNeeded       = fault.New(http.StatusBadRequest, "reauthentication_needed", "Password update requires reauthentication")
	errAAL2Change        = fault.New(http.StatusUnauthorized, "insufficient_aal", "AAL2 session is required to update email or password when MFA is enabled.")
	errAnonymousPassword = fault.New(http.StatusUnprocessableEntity, "validation_failed", "Updating password of an anonymous user without an email or phone is not allowed")
	errAppMetadata       = fault.New(http.StatusForbidden, "not_admin", "Updating app_metadata requires admin privileges")
	errSamePassword      = fault.New(http.StatusUnprocessableEntity, "same_password", "New password should be different from the old password.")
	errCurrentMissing    = fault.New(http.StatusBadRequest, "current_password_required", "Current password required when setting new password.")
	errCurrentWrong      = fault.New(http.StatusBadRequest, "current_password_invalid", "Current password is invalid.")
	errReauthentication  = fault.New(http.StatusUnprocessableEntity, "reauthentication_not_valid", "Nonce has expired or is invalid")
)
