package core

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"time"

	"github.com/google/uuid"

	"automacao/internal/kernel/fault"
)

// Handler answers a request or returns an error, which serve writes once.
type Handler func(w http.ResponseWriter, r *http.Request) error

// Serve turns a Handler into an http.Handler, which answers its errors.
func (s *Server) Serve(next Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := next(w, r); err != nil {
			s.refuse(w, r, err)
		}
	})
}

// versionHeader chooses the format of errors; the client knows only one other format, from before
// this date.
const (
	versionHeader = "X-Supabase-Api-Version"
	codesVersion  = "2024-01-01"
)

func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	told := AsFault(err)
	if told.Status >= http.StatusInternalServerError && errors.Is(r.Context().Err(), context.Canceled) {
		w.WriteHeader(fault.StatusClosed)
		return
	}
	level := slog.LevelDebug
	if told.Status >= http.StatusInternalServerError && r.Context().Err() == nil {
		level = slog.LevelError
	}
	s.Log.Log(r.Context(), level, "auth request refused", "request_id", w.Header().Get("X-Request-Id"), "path", r.URL.Path, "code", told.Code, "status", told.Status, "error", err)

	body := map[string]any{}
	if _, isOAuth := told.Details.(AsOAuth); isOAuth {
		body["error"], body["error_description"] = told.Code, told.Message
	} else if asked, err := time.Parse(time.DateOnly, r.Header.Get(versionHeader)); err == nil && asked.Format(time.DateOnly) >= codesVersion {
		w.Header().Set(versionHeader, codesVersion)
		body["code"], body["message"] = told.Code, told.Message
	} else {
		body["code"], body["error_code"], body["msg"] = told.Status, told.Code, told.Message
	}
	if details, isWeak := told.Details.(WeakPassword); isWeak {
		body["weak_password"] = details
	}
	if wait := told.RetryHeader(); wait != "" {
		w.Header().Set("Retry-After", wait)
	}
	w.Header().Set("X-Sb-Error-Code", told.Code)
	_ = Answer(w, told.Status, body)
}

// Answer writes a JSON document. It ignores the error if the client is gone.
func Answer(w http.ResponseWriter, status int, document any) error {
	raw, err := json.Marshal(document)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw)
	return nil
}

// Decode decodes the request's JSON body. An empty body leaves the zero value, since clients send
// none if every field is optional.
func Decode(r *http.Request, into any) error {
	raw, err := ReadBody(r)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return errBadJSON.Because(err)
	}
	return nil
}

// ReadBody reads the whole body, whose size ServeHTTP has bounded.
func ReadBody(r *http.Request) ([]byte, error) {
	raw, err := io.ReadAll(r.Body)
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, errTooLarge
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return nil, errSlowBody.Because(err)
	}
	if err != nil {
		return nil, errBadJSON.Because(err)
	}
	return raw, nil
}

// Issuer returns the iss claim of tokens issued under a public URL.
func Issuer(publicURL string) string { return publicURL + Base }

// oauthErrors are the protocol's error codes for a status (RFC 6749, 4.1.2.1).
var oauthErrors = map[int]string{
	http.StatusUnauthorized: "unauthorized_client", http.StatusForbidden: "access_denied", http.StatusUnprocessableEntity: "access_denied",
	http.StatusInternalServerError: "server_error", http.StatusServiceUnavailable: "temporarily_unavailable",
}

// ErrorValues are an error as a redirect carries it.
func ErrorValues(told *fault.Error) url.Values {
	word, known := oauthErrors[told.Status]
	if !known {
		word = "invalid_request"
	}
	return url.Values{"error": {word}, "error_code": {told.Code}, "error_description": {told.Message}}
}

// PathID returns the id in a path; one that is malformed is the error validation_failed with
// status 404.
func PathID(r *http.Request, name string) (uuid.UUID, error) {
	id, err := uuid.Parse(r.PathValue(name))
	if err != nil {
		refusal := *Invalid("%s_id must be an UUID", name)
		refusal.Status = http.StatusNotFound
		return uuid.Nil, &refusal
	}
	return id, nil
}

// Base is the path where the protocol is served.
const Base = "/auth/v1"

// Refusing returns a handler that refuses every request with the error.
func Refusing(refusal error) Handler {
	return func(http.ResponseWriter, *http.Request) error { return refusal }
}

// FormType is the media type of a form.
const FormType = "application/x-www-form-urlencoded"

// AsOAuth marks a fault, in its details, whose code and message are sent under OAuth's names.
type AsOAuth struct{}
