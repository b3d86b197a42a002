package signin

import (
	"net/http"

	"automacao/internal/kernel/fault"
)

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
