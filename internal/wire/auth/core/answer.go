package core

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

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

// Base is the path where the protocol is served.
const Base = "/auth/v1"

// Refusing returns a handler that refuses every request with the error.
func Refusing(refusal error) Handler {
	return func(http.ResponseWriter, *http.Request) error { return refusal }
}

// AsOAuth marks a fault, in its details, whose code and message are sent under OAuth's names.
type AsOAuth struct{}

// SetPage sets the total count, and links to the next and last page (RFC 8288). The client reads
// the page from the first parameter, so it must come first. The list's filters, as names and
// values, come last.
func (s *Server) SetPage(w http.ResponseWriter, path string, page, perPage, total int, asked ...string) {
	var more string
	for pair := range slices.Chunk(asked, 2) {
		if pair[1] != "" {
			more += "&" + pair[0] + "=" + url.QueryEscape(pair[1])
		}
	}
	last := max((total+perPage-1)/perPage, 1)
	link := func(number int, relation string) string {
		return fmt.Sprintf(`<%s%s?page=%d&per_page=%d%s>; rel="%s"`, s.Issuer, path, number, perPage, more, relation)
	}
	var links []string
	if page < last {
		links = append(links, link(page+1, "next"))
	}
	w.Header().Set("X-Total-Count", strconv.Itoa(total))
	w.Header().Set("Link", strings.Join(append(links, link(last, "last")), ", "))
}
