package functions

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/edge/admission"
	"automacao/internal/kernel/fault"
	"automacao/internal/postgres"
)

// These are the protocol's errors.
var (
	errUnknown        = fault.New(http.StatusNotFound, "NOT_FOUND", "Requested function was not found")
	errMethod         = fault.New(http.StatusMethodNotAllowed, "METHOD_NOT_ALLOWED", "The function does not take this method")
	errNoToken        = fault.New(http.StatusUnauthorized, "UNAUTHORIZED_NO_AUTH_HEADER", "Missing authorization header")
	errToken          = fault.New(http.StatusUnauthorized, "UNAUTHORIZED_INVALID_JWT_FORMAT", "Invalid JWT")
	errSession        = fault.New(http.StatusUnauthorized, "UNAUTHORIZED_SESSION", "The session has ended")
	errRole           = fault.New(http.StatusForbidden, "FORBIDDEN", "The function may not be called by this role")
	errDenied         = fault.New(http.StatusForbidden, "FORBIDDEN", "What the function needs may not be read by this role")
	errTooLarge       = fault.New(http.StatusRequestEntityTooLarge, "REQUEST_TOO_LARGE", "The body is larger than the function takes")
	errSlow           = fault.New(http.StatusRequestTimeout, "REQUEST_TIMEOUT", "The body did not arrive in time")
	errBody           = fault.New(http.StatusBadRequest, "INVALID_BODY", "The body cannot be read as what it says it is")
	errMedia          = fault.New(http.StatusUnsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE", "The function does not take this kind of body")
	errValue          = fault.New(http.StatusBadRequest, "INVALID_VALUE", "The request holds a value that cannot be used")
	errRate           = fault.New(http.StatusTooManyRequests, "over_request_rate_limit", "Too many requests")
	errAway           = fault.New(http.StatusServiceUnavailable, "DATABASE_UNAVAILABLE", "The database cannot be reached, please retry after a moment")
	errPanicked       = fault.New(http.StatusInternalServerError, "WORKER_ERROR", "Function exited due to an error (please check logs)")
	errInternal       = fault.New(http.StatusInternalServerError, "EDGE_FUNCTION_ERROR", "The function could not answer (please check logs)")
	errAnswerTooLarge = fault.New(statusOverLimit, "WORKER_LIMIT", "The answer would be larger than the function may give")
	// These answer for a function that did not answer.
	errBusy    = fault.New(http.StatusServiceUnavailable, "SUPABASE_EDGE_RUNTIME_SERVICE_DEGRADED", "The function is answering as many calls as it may")
	errTimeout = fault.New(http.StatusGatewayTimeout, "IDLE_TIMEOUT", "The function did not answer in time")
)

// relayed are the errors that clients see as FunctionsRelayError: the function was not reached or
// did not answer.
var relayed = []*fault.Error{errBusy, errTimeout, errUpstream, errLoop}

// statusOverLimit is the protocol's status for a function that exceeds its resources.
const statusOverLimit = 546

// refuse answers with an error. If the response has begun, it aborts the connection.
func (s *Server) refuse(a *answer, r *http.Request, err error) {
	if r.Context().Err() != nil {
		// The client is gone and the server did nothing wrong, so nothing is logged.
		if !a.hasBegun {
			a.WriteHeader(fault.StatusClosed)
		}
		return
	}
	known := known(err)
	if known.Status >= http.StatusInternalServerError && known.Status != http.StatusServiceUnavailable || a.hasBegun {
		s.log.Error("function failed", "request_id", a.Header().Get("X-Request-Id"), "path", clip(r.URL.Path), "code", known.Code, "cause", err)
	}
	if a.hasBegun {
		panic(http.ErrAbortHandler)
	}
	isRelayed := slices.ContainsFunc(relayed, func(one *fault.Error) bool { return one.Code == known.Code })
	tell(a, known, isRelayed)
}

func tell(w http.ResponseWriter, known *fault.Error, isRelayed bool) {
	body, _ := json.Marshal(struct {
		Code    string `json:"code"`
		Message string `json:"message"`
		Details any    `json:"details,omitempty"`
		Hint    string `json:"hint,omitempty"`
	}{known.Code, known.Message, known.Details, known.Hint})
	header := w.Header()
	for _, ofAnswer := range []string{"Content-Length", "Content-Disposition", "Content-Encoding", "Etag", "Last-Modified"} {
		header.Del(ofAnswer)
	}
	header.Set("Content-Type", "application/json; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	header.Set("Sb-Error-Code", known.Code)
	if isRelayed {
		header.Set("X-Relay-Error", "true")
	}
	if wait := known.RetryHeader(); wait != "" {
		header.Set("Retry-After", wait)
	} else if known.Status == http.StatusServiceUnavailable || known.Status == http.StatusGatewayTimeout {
		header.Set("Retry-After", "1")
	}
	w.WriteHeader(known.Status)
	_, _ = w.Write(body)
}

// known maps a failure to the error that the client is sent.
func known(err error) *fault.Error {
	if errors.Is(err, admission.ErrBusy) {
		return errBusy
	}
	if named, ok := errors.AsType[*fault.Error](err); ok {
		return named
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return errTooLarge
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return errTimeout
	case errors.Is(err, os.ErrDeadlineExceeded):
		return errSlow
	}
	return fromPostgres(err)
}

// fromPostgres maps database errors to the protocol's.
func fromPostgres(err error) *fault.Error {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || postgres.IsAway(err) {
		if postgres.IsAway(err) {
			return errAway
		}
		return errInternal
	}
	switch {
	case refused.Code == "PGRST":
		if said, _, ok := fault.Raised(refused.Message, refused.Detail); ok {
			return said
		}
	case refused.Code == "PT401":
		return errSession
	case refused.Code == "42501":
		return errDenied
	case postgres.IsOverdue(err):
		return errTimeout
	case strings.HasPrefix(refused.Code, "22"):
		return errValue
	}
	return errInternal
}

// clip bounds how much of a request the log repeats.
func clip(text string) string {
	const echoMax = 200
	if len(text) > echoMax {
		return text[:echoMax] + "…"
	}
	return text
}
