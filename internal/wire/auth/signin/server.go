// Package signin serves sign-up and sign-in by address or number: /signup, the grant password, /otp,
// /magiclink, /recover, /resend and /verify. Second factors, external providers and passkeys are
// other packages'. Begin at signup.go and password.go, then verify.go for what comes back of a mail.
package signin

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/session"
)

// Server signs users up and in by address or number.
type Server struct {
	*core.Server
	sessions *session.Server
	messages *message.Server
	accounts *account.Server
}

// New returns the sign-in of a server.
func New(sessions *session.Server, messages *message.Server, accounts *account.Server) *Server {
	return &Server{sessions.Server, sessions, messages, accounts}
}

var (
	errAnonymousOff      = fault.New(http.StatusUnprocessableEntity, "anonymous_provider_disabled", "Anonymous sign-ins are disabled")
	errPhoneLoginOff     = fault.New(http.StatusUnprocessableEntity, "phone_provider_disabled", "Phone logins are disabled")
	errPhoneSignupOff    = fault.New(http.StatusBadRequest, "phone_provider_disabled", "Phone signups are disabled")
	errPhoneOTPOff       = fault.New(http.StatusBadRequest, "phone_provider_disabled", "Unsupported phone provider")
	errPhoneNotConfirmed = fault.New(http.StatusBadRequest, "phone_not_confirmed", "Phone not confirmed")
	errEmailOff          = fault.New(http.StatusUnprocessableEntity, "email_provider_disabled", "Email logins are disabled")
	errEmailSignupOff    = fault.New(http.StatusBadRequest, "email_provider_disabled", "Email signups are disabled")
	errOTPDisabled       = fault.New(http.StatusUnprocessableEntity, "otp_disabled", "Signups not allowed for otp")
	errRecoveryAddress   = fault.New(http.StatusBadRequest, "validation_failed", "Password recovery requires an email")
)
