// Package wire holds the protocols that the official client speaks: auth, rest, storage, realtime
// and functions. Each is a complete server of one protocol; standalone serves them over any
// database. No protocol knows the market or another protocol. The package itself is the gateway in
// front of them: base paths, cross-origin rules, the meaning of an API key and the client's
// address.
//
// Start reading at Gateway, then rest.Engine: every read and write of the product passes there.
package wire

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strings"

	"automacao/internal/edge/middleware"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
)

// Gateway routes each protocol's base path to its handler.
type Gateway struct {
	mux *http.ServeMux
	cfg Config
}

// Config configures the gateway.
type Config struct {
	// AllowedOrigins are the browser origins, besides the server's own, that may call with
	// credentials in a header; "*" allows any.
	AllowedOrigins []string
	// Origins, unless nil, is called at each request. It returns the origins that replace
	// AllowedOrigins, or false to keep AllowedOrigins.
	Origins func() ([]string, bool)
	// Admit, unless nil, admits a request until leave is called, or refuses it with a fault.Error,
	// which is written in the format of the request's protocol.
	Admit func(*http.Request) (leave func(), err error)
}

// Handlers are the protocols' handlers, one per base path.
type Handlers struct {
	Auth, Rest, Storage, Realtime, Functions http.Handler
}

// New returns a gateway in front of the protocols.
func New(cfg Config, handlers Handlers) *Gateway {
	mux := http.NewServeMux()
	mux.Handle("/auth/v1/", http.StripPrefix("/auth/v1", handlers.Auth))
	mux.Handle("/rest/v1/", http.StripPrefix("/rest/v1", handlers.Rest))
	mux.Handle("/storage/v1/", http.StripPrefix("/storage/v1", handlers.Storage))
	mux.Handle("/realtime/v1/", http.StripPrefix("/realtime/v1", handlers.Realtime))
	mux.Handle("/functions/v1/", http.StripPrefix("/functions/v1", handlers.Functions))
	return &Gateway{mux: mux, cfg: cfg}
}

// ServeHTTP answers preflights, turns an API key into a bearer token, and passes the request to its
// protocol.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// A response that may be cached, such as a file, overrides this.
	w.Header().Set("Cache-Control", "no-store")
	g.allowOrigin(w.Header(), r)
	if isPreflight(r) {
		answerPreflight(w, r)
		return
	}
	PromoteAPIKey(r)
	if g.cfg.Admit != nil {
		leave, err := g.cfg.Admit(r)
		if refusal, ok := errors.AsType[*fault.Error](err); ok {
			middleware.Refuse(w, r, refusal)
		}
		if err != nil {
			return // or the client has gone and nobody reads a response
		}
		defer leave()
	}
	g.mux.ServeHTTP(w, r)
}

// Origin puts the client's address and user agent into the request's context as a caller.Caller.
// X-Forwarded-For is trusted only from the given networks.
func Origin(trusted []netip.Prefix, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from := caller.Caller{IP: ClientIP(r, trusted), UserAgent: clip(r.UserAgent(), maxUserAgent)}
		next.ServeHTTP(w, r.WithContext(caller.NewContext(r.Context(), from)))
	})
}

// maxUserAgent bounds the stored User-Agent, in bytes.
const maxUserAgent = 300

// PromoteAPIKey copies the apikey header, or for realtime the apikey query parameter, to the
// Authorization header as a bearer token, unless the request already has that header.
func PromoteAPIKey(r *http.Request) {
	if r.Header.Get("Authorization") != "" {
		return
	}
	key := r.Header.Get("Apikey")
	if key == "" && strings.HasPrefix(r.URL.Path, "/realtime/v1/") {
		key = r.URL.Query().Get("apikey")
	}
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
}

// ClientIP returns the address that a request came from. It follows X-Forwarded-For only while the
// hops are trusted proxies.
func ClientIP(r *http.Request, trusted []netip.Prefix) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && isTrusted(host, trusted); i-- {
		hop := strings.TrimSpace(hops[i])
		if _, err := netip.ParseAddr(hop); err != nil {
			break
		}
		host = hop
	}
	return host
}

func isTrusted(host string, trusted []netip.Prefix) bool {
	address, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	for _, network := range trusted {
		if network.Contains(address.Unmap()) {
			return true
		}
	}
	return false
}

func clip(text string, max int) string {
	if len(text) > max {
		return strings.ToValidUTF8(text[:max], "")
	}
	return text
}

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
