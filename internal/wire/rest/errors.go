package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/kernel/fault"
	"automacao/internal/postgres"
	"automacao/internal/wire/rest/plan"
	"automacao/internal/wire/rest/query"
	"automacao/internal/wire/rest/querycost"
	"automacao/internal/wire/rest/repeat"
)

// These errors need no database.
var (
	errPath      = fault.New(http.StatusNotFound, "PGRST125", "Invalid path specified in request URL")
	errNUL       = fault.New(http.StatusBadRequest, "PGRST100", "The address holds a NUL character")
	errTooLarge  = fault.New(http.StatusRequestEntityTooLarge, "PGRST102", "The body is too large")
	errBusy      = fault.New(http.StatusGatewayTimeout, "PGRST003", "Timed out acquiring connection from connection pool.")
	errDown      = fault.New(http.StatusServiceUnavailable, "PGRST001", "Database client error. Retrying the connection.")
	errTooMany   = fault.New(http.StatusRequestEntityTooLarge, "54000", "The body holds more rows than one request may write")
	errForbidden = fault.New(http.StatusForbidden, "42501", "permission denied for function")
	errTooDear   = &fault.Error{Status: http.StatusBadRequest, Code: querycost.TooDear, Message: "The query would cost too much",
		Hint: "Ask for fewer levels of embedding, filter by a column that has an index, or count with count=estimated."}
	errTooFar = &fault.Error{Status: http.StatusRequestedRangeNotSatisfiable, Code: "PGRST103", Message: "The page is too far from the first row",
		Hint: "Go on from the last row instead: filter by the columns of the order."}
	errInternal = fault.New(http.StatusInternalServerError, "PGRST500", "Internal server error")
)

func errMethod(method string) error {
	return fault.New(http.StatusMethodNotAllowed, "PGRST117", "Unsupported HTTP method: "+method)
}

func errCallVerb(method string) error {
	return fault.New(http.StatusMethodNotAllowed, "PGRST101", "Cannot use the "+method+" method on RPC")
}

// answer is the body of every error.
type answer struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Details any    `json:"details"`
	Hint    any    `json:"hint"`
}

func (e *Engine) fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(r.Context().Err(), context.Canceled) {
		w.WriteHeader(fault.StatusClosed)
		return
	}
	answer := e.refuse(r.Context(), err)
	if answer.status >= http.StatusInternalServerError {
		e.log.ErrorContext(r.Context(), "request failed", "request_id", w.Header().Get("X-Request-Id"), "method", r.Method, "path", r.URL.Path, "cause", err)
	}
	answer.send(w, r)
}

// refuse builds the response to an error.
func (e *Engine) refuse(ctx context.Context, err error) reply {
	refusal, headers := e.explain(ctx, err)
	if e.config().PlainErrors {
		refusal = e.disclosed(ctx, refusal)
	}
	refused := newReply(refusal.Status)
	for name, value := range headers {
		refused.header.Set(name, value)
	}
	refused.header.Set("Content-Type", "application/json; charset=utf-8")
	refused.header.Set("Proxy-Status", "PostgREST; error="+refusal.Code)
	switch {
	case headers != nil: // the error sets its own headers
	case refusal.Status == http.StatusUnauthorized:
		refused.header.Set("WWW-Authenticate", challenge(refusal))
	case refusal.Status == http.StatusServiceUnavailable, refusal.Status == http.StatusGatewayTimeout, errors.Is(refusal, repeat.ErrInFlight):
		refused.header.Set("Retry-After", "1")
	}
	if wait := refusal.RetryHeader(); wait != "" {
		refused.header.Set("Retry-After", wait)
	}
	refused.body = bodyOf(refusal)
	return refused
}

// bodyOf encodes an error as the protocol does.
func bodyOf(refusal *fault.Error) []byte {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false) // the body is not HTML; PostgreSQL's text is passed on as it is
	_ = encoder.Encode(answer{refusal.Code, refusal.Message, refusal.Details, orNil(refusal.Hint)})
	return bytes.TrimSuffix(body.Bytes(), []byte("\n"))
}

func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// explain returns the public form of an error.
func (e *Engine) explain(ctx context.Context, err error) (*fault.Error, map[string]string) {
	if found, ok := errors.AsType[*fault.Error](err); ok {
		return found, nil
	}
	if found, ok := errors.AsType[*query.Error](err); ok {
		return &fault.Error{Status: http.StatusBadRequest, Code: "PGRST100", Message: found.Message, Details: orNil(found.Details)}, nil
	}
	if unmade, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return errDown.Because(unmade), nil
	}
	if found, ok := errors.AsType[*pgconn.PgError](err); ok {
		if found.Code == plan.TooLarge && e.config().AnswerBytesMax > 0 {
			return answerTooLarge(e.config().AnswerBytesMax), nil
		}
		if found.Code == querycost.TooDear && e.config().CostMax > 0 {
			return errTooDear.Because(err), nil
		}
		refusal, headers := explainSQL(found, roleOf(ctx) != e.config().AnonRole)
		if e.config().TimeoutsPass && postgres.IsOverdue(found) {
			refusal.Status = http.StatusServiceUnavailable
		}
		return refusal, headers
	}
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return errTooLarge.Because(tooLarge), nil
	}
	if postgres.IsAway(err) {
		return errDown.Because(err), nil
	}
	return errInternal.Because(err), nil
}

// explainSQL passes on PostgreSQL's message with the status that belongs to its SQLSTATE.
func explainSQL(err *pgconn.PgError, isAuthenticated bool) (*fault.Error, map[string]string) {
	if err.Code == "PGRST" {
		return raised(err)
	}
	return &fault.Error{
		Status: statusOf(err, isAuthenticated), Code: err.Code, Message: err.Message, Details: orNil(err.Detail), Hint: err.Hint, Cause: err,
	}, nil
}

// statuses maps SQLSTATEs and their classes to statuses; the longest match counts.
var statuses = map[string]int{
	"08": 503, "09": 500, "0L": 403, "0P": 403, "23503": 409, "23505": 409, "25006": 405, "25": 500, "28": 403,
	"2D": 500, "38": 500, "39": 500, "3B": 500, "40": 500, "53400": 500, "53": 503, "54": 500, "55": 500,
	"57P01": 503, "57P02": 503, "57P03": 503, "57": 500, "58": 500, "F0": 500, "HV": 500, "P0001": 400, "P0": 500, "XX": 500,
	"42883": 404, "42P01": 404, "42P17": 500,
}

func statusOf(err *pgconn.PgError, isAuthenticated bool) int {
	code := err.Code
	if after, ok := strings.CutPrefix(code, "PT"); ok {
		if status, convErr := strconv.Atoi(after); convErr == nil && isStatus(status) {
			return status
		}
	}
	switch {
	case code == "42501" && !isAuthenticated:
		return http.StatusUnauthorized
	case code == "42501":
		return http.StatusForbidden
	case code == "21000" && strings.Contains(err.Message, "requires a WHERE clause"):
		return http.StatusBadRequest
	case code == "21000":
		return http.StatusInternalServerError
	case code == "42883" && strings.HasPrefix(err.Message, "function xmlagg("):
		return http.StatusNotAcceptable
	case code == "22023" && strings.HasPrefix(err.Message, "role ") && strings.HasSuffix(err.Message, "does not exist"):
		return http.StatusUnauthorized
	}
	for _, prefix := range []string{code, code[:min(2, len(code))]} {
		if status, known := statuses[prefix]; known {
			return status
		}
	}
	return http.StatusBadRequest
}

// answerTooLarge has the SQLSTATE of an exceeded limit, but a 4xx status because the caller can fix
// it.
func answerTooLarge(bytesMax int64) *fault.Error {
	return &fault.Error{Status: http.StatusRequestEntityTooLarge, Code: "54000", Message: fmt.Sprintf("The answer would be larger than %d bytes", bytesMax),
		Hint: "Ask for fewer rows or columns, or for one page at a time with limit and offset."}
}

func notSingle(rows int64) error {
	return &fault.Error{Status: http.StatusNotAcceptable, Code: "PGRST116",
		Message: "Cannot coerce the result to a single JSON object", Details: fmt.Sprintf("The result contains %d rows", rows)}
}

func outOfRange(offset, total int64) *fault.Error {
	return rangeRefusal(fmt.Sprintf("An offset of %d was requested, but there are only %d rows.", offset, total))
}

// raised parses an error that a SQL function raised as JSON: its message is the body, its detail
// the status and headers.
func raised(err *pgconn.PgError) (*fault.Error, map[string]string) {
	refusal := &fault.Error{Cause: err}
	if body := objectOf(err.Message); !body.text("code", &refusal.Code) || !body.text("message", &refusal.Message) || !body.any("details", &refusal.Details) || !body.mayText("hint", &refusal.Hint) {
		return unreadable(err, "Invalid JSON value for MESSAGE: '"+err.Message+"'",
			"MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.")
	}
	const inDetail = "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."
	if err.Detail == "" {
		return unreadable(err, "DETAIL is missing in the RAISE statement", inDetail)
	}
	control, chosen := objectOf(err.Detail), map[string]string{}
	if json.Unmarshal(control["status"], &refusal.Status) != nil || !isStatus(refusal.Status) || !control.headers(&chosen) {
		return unreadable(err, "Invalid JSON value for DETAIL: '"+err.Detail+"'", inDetail)
	}
	return refusal, chosen
}

// object is a JSON object with case-sensitive keys; nil if the text was not an object.
type object map[string]json.RawMessage

func objectOf(text string) (o object) {
	if json.Unmarshal([]byte(text), &o) != nil {
		return nil
	}
	return o
}

func (o object) text(key string, into *string) bool {
	var value *string
	if json.Unmarshal(o[key], &value) != nil || value == nil {
		return false
	}
	*into = *value
	return true
}

// mayText reads an optional text.
func (o object) mayText(key string, into *string) bool {
	return o[key] == nil || string(o[key]) == "null" || o.text(key, into)
}

func (o object) any(key string, into *any) bool {
	return o[key] == nil || json.Unmarshal(o[key], into) == nil
}

func (o object) headers(into *map[string]string) bool {
	var values map[string]*string
	if json.Unmarshal(o["headers"], &values) != nil || values == nil {
		return false
	}
	for name, value := range values {
		if value == nil {
			return false
		}
		(*into)[name] = *value
	}
	return true
}

// isStatus reports whether code is a valid HTTP status.
func isStatus(code int) bool { return code >= 100 && code <= 599 }

func unreadable(err *pgconn.PgError, details, hint string) (*fault.Error, map[string]string) {
	return &fault.Error{Status: http.StatusInternalServerError, Code: "PGRST121", Message: "Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error",
		Details: details, Hint: hint, Cause: err}, nil
}
