package middleware

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/edge/admission"
)

// RequestTimeout is a little more than the longest statement.
const RequestTimeout = 35 * time.Second

// Limits of a connection. A socket is free of them once it is one.
const (
	readHeaderTimeout = 10 * time.Second
	readTimeout       = 2 * time.Minute
	writeTimeout      = 5 * time.Minute
	idleTimeout       = 2 * time.Minute
	headerBytesMax    = 64 << 10
)

// NewServer serves a handler within the limits of a connection.
func NewServer(handler http.Handler, log *slog.Logger) *http.Server {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout,
		WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: headerBytesMax, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	server.Protocols = protocols()
	return server
}

// protocols are HTTP/1.1 and, for proxies that carry many requests over one
// connection, HTTP/2 in the clear.
func protocols() *http.Protocols {
	spoken := new(http.Protocols)
	spoken.SetHTTP1(true)
	spoken.SetUnencryptedHTTP2(true)
	return spoken
}

// Half of the pool reads, and half writes. One caller has at most half of either,
// and who comes beyond waits a while.
const (
	WaitingMax          = 500
	WaitingPerCallerMax = 100
)

// HalfOf is a gate of half of a pool.
func HalfOf(pool *pgxpool.Pool) admission.Config {
	places := int64(pool.Config().MaxConns) / 2
	return admission.Config{Places: max(places, 1), PlacesPerCaller: max(places/2, 1), WaitingMax: WaitingMax, WaitingPerCallerMax: WaitingPerCallerMax}
}
