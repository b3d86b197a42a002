// Package fault is the product's only error type: a stable code, a sentence that may be shown to a
// person, and an HTTP status. It owns how a failure is reported to clients. It must never carry
// internals (SQL, paths, table names), which are wrapped separately and logged once.
package fault

import (
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// StatusClosed is the status recorded for a request whose client disconnected.
const StatusClosed = 499

// Error is a failure that its reader can act on. Message is a full sentence in the language of the
// reader: Portuguese from the marketplace, English from the protocol packages. Cause, if any, is
// logged and never sent.
type Error struct {
	Code    string
	Message string
	Status  int
	Details any
	Hint    string
	Cause   error
	// RetryAfter is how long to wait before the same request may succeed; zero means unknown.
	RetryAfter time.Duration
}

// Error returns the public sentence, followed by the cause for the log.
func (e *Error) Error() string {
	if e.Cause != nil {
		return e.Code + ": " + e.Message + ": " + e.Cause.Error()
	}
	return e.Code + ": " + e.Message
}

// Unwrap lets errors.Is and errors.As find the internal cause.
func (e *Error) Unwrap() error { return e.Cause }

// New returns a fault with the given HTTP status, code and public sentence.
func New(status int, code, message string) *Error {
	return &Error{Status: status, Code: code, Message: message}
}

// Because returns a copy of e with an internal cause.
func (e *Error) Because(cause error) *Error {
	copied := *e
	copied.Cause = cause
	return &copied
}

// With returns a copy of e that sends details along with the sentence.
func (e *Error) With(details any) *Error {
	copied := *e
	copied.Details = details
	return &copied
}

// Naming returns a copy of e whose sentence ends with the names it is about: "…: clp." It shortens
// the list as private.refuse does.
func (e *Error) Naming(names ...string) *Error {
	const namesMax, lengthMax = 5, 60
	shown := make([]string, 0, namesMax)
	for _, name := range names[:min(len(names), namesMax)] {
		runes := []rune(name)
		shown = append(shown, string(runes[:min(len(runes), lengthMax)]))
	}
	copied := *e
	copied.Message = strings.TrimSuffix(e.Message, ".") + ": " + strings.Join(shown, ", ") + "."
	return &copied
}

// After returns a copy of e that says how long to wait.
func (e *Error) After(wait time.Duration) *Error {
	copied := *e
	copied.RetryAfter = wait
	return &copied
}

// RetryHeader returns RetryAfter in whole seconds, rounded up so that a client that waits that long
// is admitted, or "" if it is unknown.
func (e *Error) RetryHeader() string {
	if e.RetryAfter <= 0 {
		return ""
	}
	return strconv.Itoa(int(math.Ceil(e.RetryAfter.Seconds())))
}

// Is reports faults with the same code as equal, so that a declared fault matches a copy with a
// cause.
func (e *Error) Is(target error) bool {
	other, ok := target.(*Error)
	return ok && other.Code == e.Code
}

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
