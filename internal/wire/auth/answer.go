package auth

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"time"

	"automacao/internal/kernel/fault"
)

// handler answers a request or returns an error, which serve writes once.
type handler func(w http.ResponseWriter, r *http.Request) error

func (s *Server) serve(next handler) http.Handler {
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
	told := asFault(err)
	if told.Status >= http.StatusInternalServerError && errors.Is(r.Context().Err(), context.Canceled) {
		w.WriteHeader(fault.StatusClosed)
		return
	}
	level := slog.LevelDebug
	if told.Status >= http.StatusInternalServerError && r.Context().Err() == nil {
		level = slog.LevelError
	}
	s.log.Log(r.Context(), level, "auth request refused", "request_id", w.Header().Get("X-Request-Id"), "path", r.URL.Path, "code", told.Code, "status", told.Status, "error", err)

	body := map[string]any{}
	if _, isOAuth := told.Details.(asOAuth); isOAuth {
		body["error"], body["error_description"] = told.Code, told.Message
	} else if asked, err := time.Parse(time.DateOnly, r.Header.Get(versionHeader)); err == nil && asked.Format(time.DateOnly) >= codesVersion {
		w.Header().Set(versionHeader, codesVersion)
		body["code"], body["message"] = told.Code, told.Message
	} else {
		body["code"], body["error_code"], body["msg"] = told.Status, told.Code, told.Message
	}
	if details, isWeak := told.Details.(weakPassword); isWeak {
		body["weak_password"] = details
	}
	if wait := told.RetryHeader(); wait != "" {
		w.Header().Set("Retry-After", wait)
	}
	w.Header().Set("X-Sb-Error-Code", told.Code)
	_ = answer(w, told.Status, body)
}

// answer writes a JSON document. It ignores the error if the client is gone.
func answer(w http.ResponseWriter, status int, document any) error {
	raw, err := json.Marshal(document)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw)
	return nil
}

// decode decodes the request's JSON body. An empty body leaves the zero value, since clients send
// none if every field is optional.
func decode(r *http.Request, into any) error {
	raw, err := readBody(r)
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

func readBody(r *http.Request) ([]byte, error) {
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
