package core

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
	ErrBadJWT          = fault.New(http.StatusForbidden, "bad_jwt", "invalid JWT")
	errNotAdmin        = fault.New(http.StatusForbidden, "not_admin", "User not allowed")

	ErrNotConfirmed = fault.New(http.StatusBadRequest, "email_not_confirmed", "Email not confirmed")

	ErrSignupDisabled = fault.New(http.StatusUnprocessableEntity, "signup_disabled", "Signups not allowed for this instance")

	errCaptcha     = fault.New(http.StatusBadRequest, "captcha_failed", "captcha protection: request disallowed")
	errCaptchaAway = fault.New(http.StatusInternalServerError, "unexpected_failure", "captcha verification process failed")

	ErrUserNotFound = fault.New(http.StatusNotFound, "user_not_found", "User not found")

	errBadJSON     = fault.New(http.StatusBadRequest, "bad_json", "Could not parse request body as JSON")
	errTooLarge    = fault.New(http.StatusRequestEntityTooLarge, "request_entity_too_large", "Request body too large")
	errSlowBody    = fault.New(http.StatusRequestTimeout, "request_timeout", "The body did not arrive in time")
	ErrRequestRate = fault.New(http.StatusTooManyRequests, "over_request_rate_limit", "Request rate limit reached")
	errTimeout     = fault.New(http.StatusGatewayTimeout, "request_timeout", "Processing this request timed out, please retry after a moment.")
	errAway        = fault.New(http.StatusServiceUnavailable, "unexpected_failure", "The database cannot be reached, please retry after a moment.")
	errInternal    = fault.New(http.StatusInternalServerError, "unexpected_failure", "Unexpected failure, please check server logs for more information")
)

// Invalid is the error of a well-formed request with invalid values.
func Invalid(format string, args ...any) *fault.Error {
	return fault.New(http.StatusBadRequest, "validation_failed", fmt.Sprintf(format, args...))
}

// WeakPassword is a fault's details, sent beside its message.
type WeakPassword struct {
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
	ErrUpdatingUser = fault.New(http.StatusInternalServerError, "unexpected_failure", "Error updating user")
)

// RefusedBySQL maps an error of the app's own SQL to a fault. Errors that may pass on a retry, and
// text that PostgreSQL cannot store, stay unchanged.
func RefusedBySQL(told *fault.Error, err error) error {
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

// AsFault maps a handler's error to the one that is sent.
func AsFault(err error) *fault.Error {
	if known, ok := errors.AsType[*fault.Error](err); ok {
		return known
	}
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		if refused.Code == sqlUntranslatable || refused.Code == sqlBadEncoding {
			return Invalid("Text must not contain null characters").Because(err)
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
