// Package middleware holds the HTTP middleware in front of every protocol: request ids and the
// request log, security headers, deadlines, admission control, the check for disk space, and health
// checks. It does not know the market.
package middleware

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/google/uuid"

	"automacao/internal/edge/requestid"
	"automacao/internal/edge/telemetry"
)

// Observer observes every request.
type Observer struct {
	Log *slog.Logger
	// Watch records the beginning and the end of requests; it may be nil.
	Watch *telemetry.Recorder
	// Heed is called with the status and header of each answer; it may be nil.
	Heed func(status int, header http.Header)
	// Sorry is the message that a client gets after a panic.
	Sorry string
}

// Around gives every request an id, recovers from panics and logs the outcome. The log omits the
// query, which may hold what people typed.
func (o Observer) Around(next http.Handler) http.Handler {
	log, watch := o.Log, o.Watch
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := uuid.NewString()
		w.Header().Set("X-Request-Id", id)
		recorder := &statusRecorder{ResponseWriter: w}
		ctx, request := requestid.NewContext(r.Context(), id)
		ctx = watch.Begin(ctx)
		asked := r.WithContext(ctx)
		started := time.Now()
		defer func() {
			if cause := recover(); cause != nil {
				if cause == http.ErrAbortHandler {
					watch.End(ctx, telemetry.Answered{Method: r.Method, Route: request.Route(asked.Pattern), Took: time.Since(started)})
					panic(cause)
				}
				log.Error("request panicked", "request_id", id, "cause", cause, "stack", string(debug.Stack()))
				recorder.fail(id, o.Sorry)
			}
			if o.Heed != nil {
				o.Heed(recorder.status, w.Header())
			}
			// A request that was refused before it reached a route is known by its pattern.
			watch.End(ctx, telemetry.Answered{Method: r.Method, Route: request.Route(asked.Pattern), Status: recorder.outcome(ctx), Took: time.Since(started)})
			level := slog.LevelDebug
			// A 503 asks the client to come back and is no failure of ours. Under load, many of
			// them must not fill the log.
			if recorder.status >= http.StatusInternalServerError && recorder.status != http.StatusServiceUnavailable {
				level = slog.LevelError
			}
			if !log.Enabled(r.Context(), level) {
				return
			}
			log.Log(r.Context(), level, "request", "request_id", id, "method", r.Method, "path", r.URL.Path,
				"status", recorder.status, "bytes", recorder.bytes, "duration_ms", time.Since(started).Milliseconds())
		}()
		next.ServeHTTP(recorder, asked)
	})
}

type statusRecorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// Unwrap lets http.ResponseController reach flushing, deadlines and hijacking.
func (s *statusRecorder) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// WriteHeader records the status for the log.
func (s *statusRecorder) WriteHeader(status int) {
	// An early hint is not the final answer.
	if s.status == 0 && status != http.StatusEarlyHints {
		s.status = status
	}
	s.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes sent.
func (s *statusRecorder) Write(body []byte) (int, error) {
	if s.status == 0 {
		s.status = http.StatusOK
	}
	n, err := s.ResponseWriter.Write(body)
	s.bytes += int64(n)
	return n, err
}

// outcome returns the status. For a handler that writes nothing it is 200, as net/http answers
// then, or 0 if the client is gone.
func (s *statusRecorder) outcome(ctx context.Context) int {
	if s.status == 0 && ctx.Err() == nil {
		return http.StatusOK
	}
	return s.status
}

func (s *statusRecorder) fail(id, sorry string) {
	if s.status != 0 {
		return
	}
	s.Header().Set("Content-Type", "application/json; charset=utf-8")
	s.WriteHeader(http.StatusInternalServerError)
	document, _ := json.Marshal(map[string]any{"code": "internal", "message": sorry, "details": id, "hint": nil})
	_, _ = s.Write(document)
}

// Protect sets the security headers of every answer.
func Protect(secure bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		SetProtective(w.Header(), secure)
		next.ServeHTTP(w, r)
	})
}

// SetProtective sets the security headers of one answer.
func SetProtective(header http.Header, secure bool) {
	for _, each := range protective {
		header[each.name] = each.values
	}
	if secure {
		header.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	}
}

// protective is shared by all answers and must not be modified.
var protective = []struct {
	name   string
	values []string
}{
	{"X-Content-Type-Options", []string{"nosniff"}},
	{"Referrer-Policy", []string{"strict-origin-when-cross-origin"}},
	{"X-Frame-Options", []string{"DENY"}},
	{"Cross-Origin-Opener-Policy", []string{"same-origin"}},
	{"Permissions-Policy", []string{"camera=(), microphone=(), geolocation=(), payment=()"}},
	{"Content-Security-Policy", []string{"default-src 'none'; frame-ancestors 'none'"}},
}

// AllowMethods refuses methods that no handler serves, such as TRACE.
func AllowMethods(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Method {
		case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
			next.ServeHTTP(w, r)
		default:
			w.WriteHeader(http.StatusMethodNotAllowed)
		}
	})
}
