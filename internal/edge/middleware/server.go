package middleware

import (
	"log/slog"
	"net/http"
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
