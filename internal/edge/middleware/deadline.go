package middleware

import (
	"context"
	"net/http"
	"time"
)

// Within ends what a request asks of others when it takes too long, and a body
// that has not arrived by then.
func Within(limit time.Duration, next http.Handler) http.Handler {
	return Arriving(limit, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), limit)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	}))
}

// Arriving ends a body that has not arrived within a time. Files set a deadline
// of their own, and the next request on the connection has that of the server.
func Arriving(limit time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength != 0 {
			// The writer of a test has no deadline to set.
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(limit))
		}
		next.ServeHTTP(w, r)
	})
}
