// Package fault is the one error type of the product: a stable code, a
// sentence that may be shown to a person, and an HTTP status. It owns how a
// failure is told to the outside; it must never carry internals (SQL, paths,
// names of tables), which are wrapped separately and logged once.
package fault

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// StatusClosed is what a request is filed under whose client went away.
const StatusClosed = 499

// Error is a failure that its reader can act on. Message is a full sentence in
// the language of the reader: Portuguese from the marketplace, English from
// the protocol packages. Cause, if any, is logged and never sent.
type Error struct {
	Code    string
	Message string
	Status  int
	Details any
	Hint    string
	Cause   error
	// RetryAfter is how long to wait before the same may succeed; zero says
	// nothing about it.
	RetryAfter time.Duration
}

// Error returns the public sentence, followed by the cause for the log.
func (e *Error) Error() string {
	if e.Cause != nil {
		return e.Code + ": " + e.Message + ": " + e.Cause.Error()
	}
	return e.Code + ": " + e.Message
}

// Unwrap gives errors.Is and errors.As the internal cause.
func (e *Error) Unwrap() error { return e.Cause }

// New returns a fault with the given HTTP status, code and public sentence.
func New(status int, code, message string) *Error {
	return &Error{Status: status, Code: code, Message: message}
}

// Because returns a copy of e that remembers an internal cause.
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

// Naming returns a copy of e whose sentence ends with what it is about: "…: clp." It
// names as much as private.refuse does of a list.
func (e *Error) Naming(names ...string) *Error {
	const namesMax, lengthMax = 5, 60
	told := make([]string, 0, namesMax)
	for _, name := range names[:min(len(names), namesMax)] {
		runes := []rune(name)
		told = append(told, string(runes[:min(len(runes), lengthMax)]))
	}
	copied := *e
	copied.Message = strings.TrimSuffix(e.Message, ".") + ": " + strings.Join(told, ", ") + "."
	return &copied
}

// After returns a copy of e that says how long to wait.
func (e *Error) After(wait time.Duration) *Error {
	copied := *e
	copied.RetryAfter = wait
	return &copied
}

// RetryHeader is RetryAfter in whole seconds, rounded up, so that whoever waits
// that long is let in; "" where nothing is said.
func (e *Error) RetryHeader() string {
	if e.RetryAfter <= 0 {
		return ""
	}
	return strconv.Itoa(int(math.Ceil(e.RetryAfter.Seconds())))
}

// Is reports two faults equal when their codes are, so that a declared fault
// can be compared with a copy that carries a cause.
func (e *Error) Is(target error) bool {
	other, ok := target.(*Error)
	return ok && other.Code == e.Code
}
