// Package message proves addresses and numbers: it makes one-time codes and links, sends them by mail
// and text, counts how many, and finds them again when they come back. It does not decide what a
// proof is good for. Begin at mail.go and text.go, which send, and proof.go, which finds.
package message

import (
	"net/http"

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
	errTextFailed = fault.New(http.StatusUnprocessableEntity, "sms_send_failed", "Error sending confirmation OTP to provider")
	errTextRate   = fault.New(http.StatusTooManyRequests, "over_sms_send_rate_limit", "SMS rate limit exceeded")
)
