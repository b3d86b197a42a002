package wire

import (
	"net/http"
	"slices"
	"strings"
)

// What the official client sends and reads across origins.
var (
	allowedMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
	allowedHeaders = strings.Join([]string{
		"authorization", "apikey", "x-client-info", "content-type", "accept", "prefer",
		"accept-profile", "content-profile", "range", "range-unit", "x-upsert", "x-metadata",
		"x-supabase-api-version", "x-retry-count", "x-region", "if-none-match", "cache-control",
		"traceparent", "tracestate", "baggage", "idempotency-key",
		"tus-resumable", "upload-length", "upload-metadata", "upload-offset", "x-signature", "x-http-method-override",
	}, ", ")
	exposedHeaders = strings.Join([]string{
		"content-range", "content-location", "content-profile", "preference-applied", "location", "link",
		"x-supabase-api-version", "x-sb-error-code", "x-total-count", "x-request-id", "retry-after", "etag", "idempotent-replayed",
		"tus-resumable", "tus-version", "tus-complete", "upload-length", "upload-metadata", "upload-offset", "upload-expires",
	}, ", ")
)

// preflightMaxAge is how long a browser may remember an answer, in seconds.
const preflightMaxAge = "7200"

// allowOrigin admits the origins of the configuration. No cookie is ever
// read, so credentials mode stays off; an unknown origin is never reflected.
func (g *Gateway) allowOrigin(header http.Header, r *http.Request) {
	header.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if origin == "" {
		return
	}
	switch {
	case slices.Contains(g.cfg.AllowedOrigins, "*"):
		header.Set("Access-Control-Allow-Origin", "*")
	case slices.Contains(g.cfg.AllowedOrigins, origin):
		header.Set("Access-Control-Allow-Origin", origin)
	default:
		return
	}
	header.Set("Access-Control-Expose-Headers", exposedHeaders)
}

func isPreflight(r *http.Request) bool {
	return r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != ""
}

func answerPreflight(w http.ResponseWriter) {
	if w.Header().Get("Access-Control-Allow-Origin") != "" {
		w.Header().Set("Access-Control-Allow-Methods", allowedMethods)
		w.Header().Set("Access-Control-Allow-Headers", allowedHeaders)
		w.Header().Set("Access-Control-Max-Age", preflightMaxAge)
	}
	w.WriteHeader(http.StatusNoContent)
}
