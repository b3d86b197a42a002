package fault

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"
)

// Raised parses a refusal raised by the database itself, as private.refuse does: the message of the
// PostgreSQL error is the body, its detail holds status and headers.
func Raised(message, detail string) (refusal *Error, headers map[string]string, ok bool) {
	var body struct {
		Code    string `json:"code"`
		Message string `json:"message"`
		Details any    `json:"details"`
		Hint    any    `json:"hint"`
	}
	var control struct {
		Status  int               `json:"status"`
		Headers map[string]string `json:"headers"`
	}
	if json.Unmarshal([]byte(message), &body) != nil || json.Unmarshal([]byte(detail), &control) != nil || control.Status < 100 || control.Status > 599 {
		return nil, nil, false
	}
	refusal = &Error{Status: control.Status, Code: body.Code, Message: body.Message, Details: body.Details}
	refusal.Hint, _ = body.Hint.(string)
	if seconds, err := strconv.Atoi(control.Headers[http.CanonicalHeaderKey("Retry-After")]); err == nil {
		refusal.RetryAfter = time.Duration(seconds) * time.Second
	}
	return refusal, control.Headers, true
}
