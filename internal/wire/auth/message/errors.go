package message

import (
	"net/http"

	"automacao/internal/kernel/fault"
)

var (
	errTextFailed = fault.New(http.StatusUnprocessableEntity, "sms_send_failed", "Error sending confirmation OTP to provider")
	errTextRate   = fault.New(http.StatusTooManyRequests, "over_sms_send_rate_limit", "SMS rate limit exceeded")
)
