package middleware

import (
	"context"
	"net/http"
	"time"
)

// Within cancels the context of a request after limit, and bounds the arrival of its body by the
// same limit.
func Within(limit time.Duration, next http.Handler) http.Handler {
	return Arriving(limit, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), limit)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	}))
}

// Arriving bounds how long the body of a request may take to arrive. File uploads set a deadline of
// their own, and the next request on the connection gets the server's again.
func Arriving(limit time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength != 0 {
			// An error is ignored: a test's ResponseWriter has no deadline to set.
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(limit))
		}
		next.ServeHTTP(w, r)
	})
}
