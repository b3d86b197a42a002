// Package app composes the server: it opens the database, starts the protocols, the market and
// the web application in order, and serves them behind one address. It is the only room that
// knows all the others, and it holds no rule of the product. The program and the acceptance
// tests start the same App.
//
// Begin with App.start, the order in which everything starts, and Config, every setting.
package app

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"

	gocloud "gocloud.dev/blob"

	"automacao/internal/edge/middleware"
	"automacao/internal/edge/ratelimit"
	"automacao/internal/edge/responsecache"
	"automacao/internal/edge/telemetry"
	"automacao/internal/kernel/seal"
	"automacao/internal/market/jobs"
	"automacao/internal/market/money/payment"
	"automacao/internal/notify/mail"
	"automacao/internal/notify/push"
	"automacao/internal/postgres"
	"automacao/internal/site"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/functions"
	"automacao/internal/wire/realtime"
	"automacao/internal/wire/rest"
	"automacao/internal/wire/storage"
)

// App is a running server.
type App struct {
	cfg  Config
	keys Keys
	log  *slog.Logger

	// open opens the database.
	open Opener
	db   *postgres.Database
	// conns are connections that belong to one purpose each.
	conns reserves
	// memory is what visitors are answered alike, nil where nothing is kept.
	responseCache *responsecache.Cache
	bucket        *gocloud.Bucket
	sender        *mail.Sender
	push          *push.Sender
	// pushKey is what browsers are told, pushServices what may be called for them.
	pushKey      push.Key
	pushServices push.Services
	auth         *auth.Server
	rest         *rest.Engine
	storage      *storage.Server
	hub          *realtime.Hub
	functions    *functions.Server
	pages        *site.Site
	jobs         *jobs.Jobs
	sealer       *seal.Sealer
	// payments is nil in what only reads the registered calls.
	payments *payment.Desk
	meter    *ratelimit.Meter
	// paths are the names of the App's own routes that the meter is asked for.
	paths []string

	server   *http.Server
	listener net.Listener
	// watch looks at what is served; metricsServer tells an operator, and is nil
	// unless one asked for it.
	watch           *telemetry.Recorder
	metricsServer   *http.Server
	metricsListener net.Listener
	turned          func() int64
	ready           atomic.Bool
	pulse           middleware.Pulse
	// files remembers how a bucket that is not a folder answered.
	files    middleware.Pulse
	entrance *middleware.Entrance
	disk     *middleware.Disk
	// idle ends what nobody waits for, stop what requests need.
	idle, stop context.CancelFunc
	running    sync.WaitGroup
	failed     chan error
}

// Option changes how an App starts.
type Option func(*App)

// Start opens everything and listens. The context bounds the start only; the
// caller closes the App.
func Start(ctx context.Context, cfg Config, log *slog.Logger, options ...Option) (*App, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	a := &App{cfg: cfg, log: log, failed: make(chan error, 4)}
	a.open = a.openDatabase
	for _, apply := range options {
		apply(a)
	}
	if err := a.start(ctx); err != nil {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), cfg.ShutdownTimeout)
		defer cancel()
		return nil, errors.Join(err, a.Close(closing))
	}
	a.tellDifferences(ctx)
	return a, nil
}

// Run starts the server and keeps it until ctx ends or a part fails.
func Run(ctx context.Context, cfg Config, log *slog.Logger) error {
	a, err := Start(ctx, cfg, log)
	if err != nil {
		return err
	}
	var failure error
	select {
	case <-ctx.Done():
		log.Info("stopping", "at_most", cfg.ShutdownTimeout.String())
	case failure = <-a.Failed():
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), cfg.ShutdownTimeout)
	defer cancel()
	return errors.Join(failure, a.Close(closing))
}

// URL is where this server itself answers.
func (a *App) URL() string {
	if a.cfg.PublicURL != "" {
		return a.cfg.URL()
	}
	return "http://" + a.listener.Addr().String()
}

// Addr is the address that this server listens on, host:port. Where AUTOMACAO_ADDR leaves the
// port to the system, only this tells which one it is.
func (a *App) Addr() string { return a.listener.Addr().String() }

// MetricsAddr is the operator's address, "" where it is off.
func (a *App) MetricsAddr() string {
	if a.metricsListener == nil {
		return ""
	}
	return a.metricsListener.Addr().String()
}

// Functions are the functions registered in Go, by which an acceptance test knows that it
// tries each of them.
func (a *App) Functions() []rest.Function { return a.rest.Functions() }

// Reactions are the writes that something follows, by which an acceptance test knows that it
// looks at each of them.
func (a *App) Reactions() []rest.ReactedWrite { return a.rest.Reactions() }

// Keys are the keys that clients call this server with.
func (a *App) Keys() Keys { return a.keys }

// Failed receives the error of a part that cannot go on.
func (a *App) Failed() <-chan error { return a.failed }
