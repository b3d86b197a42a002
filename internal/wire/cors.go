package wire

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// These are the headers that the official client sends and reads across origins.
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
		"x-supabase-api-version", "x-sb-error-code", "sb-error-code", "x-relay-error", "content-disposition", "x-total-count", "x-request-id", "retry-after", "etag", "idempotent-replayed",
		"tus-resumable", "tus-version", "tus-complete", "upload-length", "upload-metadata", "upload-offset", "upload-expires",
	}, ", ")
)

// preflightMaxAge is how long, in seconds, a browser may cache a preflight response.
const preflightMaxAge = "7200"

// allowOrigin allows the configured origins. The server never reads a cookie, so credentials mode
// stays off, and it never reflects an unknown origin.
func (g *Gateway) allowOrigin(header http.Header, r *http.Request) {
	header.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if origin == "" {
		return
	}
	allowed := g.cfg.AllowedOrigins
	if g.cfg.Origins != nil {
		if others, areSaid := g.cfg.Origins(); areSaid {
			allowed = others
		}
	}
	switch {
	case slices.Contains(allowed, "*"):
		header.Set("Access-Control-Allow-Origin", "*")
	case slices.Contains(allowed, origin):
		header.Set("Access-Control-Allow-Origin", origin)
	default:
		return
	}
	header.Set("Access-Control-Expose-Headers", exposedHeaders)
}

func isPreflight(r *http.Request) bool {
	return r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != ""
}

func answerPreflight(w http.ResponseWriter, r *http.Request) {
	if w.Header().Get("Access-Control-Allow-Origin") != "" {
		w.Header().Set("Access-Control-Allow-Methods", allowedMethods)
		w.Header().Set("Access-Control-Allow-Headers", strings.Join(append([]string{allowedHeaders}, ownHeaders(r)...), ", "))
		w.Header().Set("Access-Control-Max-Age", preflightMaxAge)
	}
	w.WriteHeader(http.StatusNoContent)
}

// ownHeadersMax bounds, in bytes, the requested headers that a preflight response repeats.
const ownHeadersMax = 2000

// headerName matches a header field name (RFC 9110).
var headerName = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")

// ownHeaders lists the valid header names that a preflight asks for. Programs set headers of their
// own (the client's global.headers) and policies and functions read them. Allowing them is safe
// because the origin check already decides who may call.
func ownHeaders(r *http.Request) (names []string) {
	asked := r.Header.Get("Access-Control-Request-Headers")
	if len(asked) > ownHeadersMax {
		return nil
	}
	for name := range strings.SplitSeq(asked, ",") {
		if name = strings.TrimSpace(name); headerName.MatchString(name) {
			names = append(names, name)
		}
	}
	return names
}
