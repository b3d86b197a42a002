package realtime

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/coder/websocket"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/wire/token"
)

// Base is the path where the protocol is served.
const Base = "/realtime/v1"

func (h *Hub) routes() *http.ServeMux {
	mux := http.NewServeMux()
	handle := func(method, path string, next http.HandlerFunc) {
		h.paths = append(h.paths, method+" "+Base+path)
		mux.HandleFunc(method+" "+path, h.measured(method+" "+Base+path, next))
	}
	handle("GET", "/websocket", h.serveSocket)
	handle("GET", "/api/ping", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]string{"message": "Success"})
	})
	handle("POST", "/api/broadcast", h.postBroadcasts)
	handle("POST", "/api/broadcast/{topic}/events/{event}", h.postBroadcast)
	return mux
}

var errRate = fault.New(http.StatusTooManyRequests, "over_request_rate_limit", "Too many requests")

// measured applies the route's rate limit.
func (h *Hub) measured(route string, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := h.cfg.Meter.Admit(r.Context(), route, caller.From(r.Context()), errRate)
		refusal, isRefused := errors.AsType[*fault.Error](err)
		switch {
		case isRefused:
			w.Header().Set("Retry-After", refusal.RetryHeader())
			refuse(w, refusal.Status, refusal.Message)
		case err != nil:
			h.log.Error("realtime: apply the rate limit", "error", err)
			refuse(w, http.StatusServiceUnavailable, string(errNoDatabase))
		default:
			next(w, r)
		}
	}
}

// Paths lists the routes that the meter may be asked about.
func (h *Hub) Paths() []string { return slices.Clone(h.paths) }

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(encodeJSON(body))
}

func refuse(w http.ResponseWriter, status int, text string) {
	answer(w, status, map[string]string{"error": text})
}

// requestClaims verifies a request's token: the bearer token, or the one in the query, since a
// browser's websocket cannot set headers.
func (h *Hub) requestClaims(w http.ResponseWriter, r *http.Request) (token.Claims, bool) {
	scheme, compact, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		compact = cmp.Or(r.Header.Get("X-Api-Key"), r.Header.Get("Apikey"), r.URL.Query().Get("apikey"))
	}
	if compact == "" {
		refuse(w, http.StatusUnauthorized, "Missing API key")
		return token.Claims{}, false
	}
	claims, err := h.verify(compact)
	if err != nil {
		refuse(w, http.StatusUnauthorized, tokenRefusal(err).String())
		return token.Claims{}, false
	}
	return claims, true
}

func (h *Hub) serveSocket(w http.ResponseWriter, r *http.Request) {
	claims, ok := h.requestClaims(w, r)
	if !ok {
		return
	}
	v := versionObject
	if strings.HasPrefix(r.URL.Query().Get("vsn"), "2.") {
		v = versionArray
	}
	// Count by network: one IPv6 subscriber has more addresses than a node has places.
	ip := caller.From(r.Context()).Network()
	if !h.registry.reserve(ip, h.cfg) {
		w.Header().Set("Retry-After", "5")
		refuse(w, http.StatusTooManyRequests, "Too many connected users")
		return
	}
	isKept := false
	defer func() {
		if !isKept {
			h.registry.release(ip)
		}
	}()
	c, err := upgrade(w, r, h.cfg.AllowedOrigins, h.cfg.WriteTimeout)
	if err != nil {
		h.log.Info("realtime: refused a socket", "ip", ip, "error", err)
		return
	}
	s := h.newSocket(c, v, ip, claims)
	if !h.registry.add(s) {
		c.close(websocket.StatusServiceRestart, "Server is restarting")
		return
	}
	isKept = true
	// The handler returns here, which frees everything that net/http kept for the request.
	go s.wait()
}
