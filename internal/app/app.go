// Package app composes the server: it opens the database, starts the protocols, the market and
// the web application in order, and serves them behind one address. It is the only room that
// knows all the others, and it holds no rule of the product. The program and the acceptance
// tests start the same App.
//
// Begin with App.parts, the list of everything that starts, in its order, and with
// Config, which has every setting.
package app

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"automacao/internal/wire/rest"
)

// App is a running server. Each group of its parts is declared beside the functions that open and
// close it: stores in database.go, senders and workers in mail.go, protocols in protocols.go, and
// front in serve.go.
type App struct {
	cfg Config
	log *slog.Logger
	// open opens the database.
	open Opener
	keys Keys
	stores
	senders
	workers
	protocols
	front
	// opened are the parts to close, in the order in which they were opened.
	opened []part
}

// Option changes how an App starts.
type Option func(*App)

// Start opens every part of the server and listens. ctx bounds the start only. The caller closes
// the App.
func Start(ctx context.Context, cfg Config, log *slog.Logger, options ...Option) (*App, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	a := &App{cfg: cfg, log: log, front: front{failed: make(chan error, 4)}}
	a.open = a.openConfigured
	for _, apply := range options {
		apply(a)
	}
	started := time.Now()
	if err := a.start(ctx, a.parts()); err != nil {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), cfg.ShutdownTimeout)
		defer cancel()
		return nil, errors.Join(err, a.Close(closing))
	}
	log.Info("ready", "url", a.URL(), "took_ms", time.Since(started).Milliseconds())
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

// URL returns the address at which people and programs reach this server.
func (a *App) URL() string {
	if a.cfg.PublicURL != "" {
		return a.cfg.URL()
	}
	return "http://" + a.listener.Addr().String()
}

// Addr returns the address on which this server listens, as host:port. If AUTOMACAO_ADDR leaves the
// port to the system, this is the port that it chose.
func (a *App) Addr() string { return a.listener.Addr().String() }

// MetricsAddr returns the address of the metrics, "" if they are off.
func (a *App) MetricsAddr() string {
	if a.metricsListener == nil {
		return ""
	}
	return a.metricsListener.Addr().String()
}

// Functions lists the workflows that are registered in Go. An acceptance test uses the list to try
// each of them.
func (a *App) Functions() []rest.Function { return a.rest.Functions() }

// Reactions lists the writes that have a reaction. An acceptance test uses the list to try each of
// them.
func (a *App) Reactions() []rest.ReactedWrite { return a.rest.Reactions() }

// Keys returns the keys with which clients call this server.
func (a *App) Keys() Keys { return a.keys }

// Failed receives the error of a background part that cannot continue.
func (a *App) Failed() <-chan error { return a.failed }

// part is one step of a start. Its open may use whatever the parts before it opened. Its close ends
// what open began, also after open failed, and is nil if there is nothing to end.
type part struct {
	name  string
	open  func(context.Context) error
	close func(context.Context) error
}

// parts lists everything that a server starts, in its order. Close closes them in reverse.
func (a *App) parts() []part {
	return []part{
		{"telemetry", a.openTelemetry, a.closeTelemetry},
		{"preconditions", a.checkPreconditions, nil}, // before anything is made
		{"keys", a.openKeys, nil},
		{"response cache", a.openResponseCache, nil},

		{"database", a.openDatabase, a.closeDatabase},
		{"reserves", a.openReserves, a.closeReserves},
		{"addresses", a.listen, a.stopListening}, // the institution is told where to post
		{"payments", a.openPayments, a.closePayments},
		{"settings", a.storeSettings, nil},
		{"object store", a.openBucket, a.closeBucket},
		{"mail", a.openMail, nil},
		{"push", a.openPush, a.closePush},

		{"entrance", a.openEntrance, nil},
		{"rate limits", a.openMeter, nil},
		{"auth", a.openAuth, a.closeAuth},
		{"rest", a.openRest, nil},
		{"workflows", a.registerMarket, nil},
		{"storage", a.openStorage, nil},
		{"jobs", a.openJobs, nil},
		{"realtime", a.openRealtime, nil},
		{"functions", a.openFunctions, nil},
		{"pages", a.openPages, nil},
		{"routes", a.openRoutes, nil},

		{"demonstration", a.openDemonstration, nil},
		{"backups", a.warnOfBackups, nil},
		{"background", a.runBackground, a.stopBackground},
		{"metrics", a.serveMetrics, a.closeMetrics},
		{"server", a.serve, a.shutDown},
	}
}

// start opens the parts one after the other, until one fails.
func (a *App) start(ctx context.Context, parts []part) error {
	for _, one := range parts {
		a.opened = append(a.opened, one)
		if err := one.open(ctx); err != nil {
			return err
		}
		a.log.DebugContext(ctx, "started", "part", one.name)
	}
	return nil
}

// Close closes every part that was opened, the last one first: the server refuses new connections
// and finishes the requests in flight while ctx lasts, and the database ends after everything that
// uses it.
func (a *App) Close(ctx context.Context) error {
	a.ready.Store(false)
	if a.db != nil {
		a.db.Ending()
	}
	var errs []error
	for _, one := range slices.Backward(a.opened) {
		if one.close != nil {
			errs = append(errs, one.close(ctx))
		}
	}
	a.opened = nil
	return errors.Join(errs...)
}
