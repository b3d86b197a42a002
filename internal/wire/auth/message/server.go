// Package message proves addresses and numbers: it makes one-time codes and links, sends them by mail
// and text, counts how many, and finds them again when they come back. It does not decide what a
// proof is good for. Begin at mail.go and text.go, which send, and proof.go, which finds.
package message

import (
	"fmt"
	"net/http"
	"time"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/core"
)

// Server sends one-time proofs and notifications.
type Server struct{ *core.Server }

// New returns the messages of a server. Where the operator has hooks that send, they replace the
// Config's Mailer and Texter.
func New(shared *core.Server) *Server {
	s := &Server{shared}
	if s.Config.Hooks.SendSMS != nil {
		s.Config.Texter = hookTexter{s}
	}
	if s.Config.Hooks.SendEmail != nil && s.Config.Mailer == nil {
		s.Config.Mailer = discardMailer{}
	}
	return s
}

var (
	ErrFlowNotFound = fault.New(http.StatusNotFound, "flow_state_not_found", "invalid flow state, no valid flow state found")
	ErrOTPExpired   = fault.New(http.StatusForbidden, "otp_expired", "Token has expired or is invalid")
	ErrLinkExpired  = fault.New(http.StatusForbidden, "otp_expired", "Email link is invalid or has expired")
	ErrMailRate     = fault.New(http.StatusTooManyRequests, "over_email_send_rate_limit", "Email rate limit exceeded")

	errTextFailed = fault.New(http.StatusUnprocessableEntity, "sms_send_failed", "Error sending confirmation OTP to provider")
	errTextRate   = fault.New(http.StatusTooManyRequests, "over_sms_send_rate_limit", "SMS rate limit exceeded")
)

// tooSoon says in the protocol's words when the request may be repeated.
func tooSoon(refusal *fault.Error, wait time.Duration) error {
	told := *refusal.After(wait)
	told.Message = fmt.Sprintf("For security purposes, you can only request this after %s seconds.", told.RetryHeader())
	return &told
}
