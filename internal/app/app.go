// Package app composes the server: it opens the database, starts the protocols, the market and
// the web application in order, and serves them behind one address. It is the only room that
// knows all the others, and it holds no rule of the product. The program and the acceptance
// tests start the same App.
//
// Begin with App.parts in start.go, the list of everything that starts, in its order, and with
// Config, which has every setting.
package app

import (
	"context"
	"errors"
	"log/slog"
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
