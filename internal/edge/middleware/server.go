package middleware

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/edge/admission"
)

// RequestTimeout is slightly longer than the longest statement.
const RequestTimeout = 35 * time.Second

// Limits of a connection. They no longer apply once it is a WebSocket.
const (
	readHeaderTimeout = 10 * time.Second
	readTimeout       = 2 * time.Minute
	writeTimeout      = 5 * time.Minute
	idleTimeout       = 2 * time.Minute
	headerBytesMax    = 64 << 10
)

// NewServer returns a server with these limits.
func NewServer(handler http.Handler, log *slog.Logger) *http.Server {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout,
		WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: headerBytesMax, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	server.Protocols = protocols()
	return server
}

// protocols returns HTTP/1.1 and, for proxies that send many requests over one connection, HTTP/2
// without TLS.
func protocols() *http.Protocols {
	supported := new(http.Protocols)
	supported.SetHTTP1(true)
	supported.SetUnencryptedHTTP2(true)
	return supported
}

// Reads may use half of a pool's connections, and writes the other half. One caller may use at most
// half of either; further requests wait. These bound the waiting requests.
const (
	WaitingMax          = 500
	WaitingPerCallerMax = 100
)

// HalfOf returns the configuration of a gate for half of a pool's connections.
func HalfOf(pool *pgxpool.Pool) admission.Config {
	places := int64(pool.Config().MaxConns) / 2
	return admission.Config{Places: max(places, 1), PlacesPerCaller: max(places/2, 1), WaitingMax: WaitingMax, WaitingPerCallerMax: WaitingPerCallerMax}
}

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

// PortMax is the highest port number.
const PortMax = 1<<16 - 1

// HasPort reports whether an address to listen on has a port and a host, which may be empty.
func HasPort(addr string) bool {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	number, err := strconv.Atoi(port)
	return err == nil && number >= 0 && number <= PortMax
}

// SharesAddress reports that it is impossible to listen on both addresses at once.
func SharesAddress(one, other string) bool {
	oneHost, onePort, _ := net.SplitHostPort(one)
	otherHost, otherPort, _ := net.SplitHostPort(other)
	everywhere := func(host string) bool { return host == "" || host == "0.0.0.0" || host == "::" }
	return onePort == otherPort && onePort != "0" && (oneHost == otherHost || everywhere(oneHost) || everywhere(otherHost))
}

// CheckURL returns an error if the setting is not a URL with one of the schemes. An empty value is
// valid, because it means the default. The error never contains the value, which may hold a
// password.
func CheckURL(name, value string, schemes ...string) error {
	if value == "" {
		return nil
	}
	parsed, err := url.Parse(value)
	if err != nil || parsed.Host == "" && parsed.Query().Get("host") == "" {
		return fmt.Errorf("%s is not a URL with a host", name)
	}
	if !slices.Contains(schemes, parsed.Scheme) {
		return fmt.Errorf("%s starts with %q; it should start with %q", name, parsed.Scheme, schemes[0])
	}
	return nil
}
