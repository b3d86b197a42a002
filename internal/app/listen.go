package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"syscall"
	"time"

	"automacao/internal/edge/admission"
	"automacao/internal/edge/loadshed"
	"automacao/internal/edge/middleware"
	"automacao/internal/files/blob"
	"automacao/internal/postgres/cluster"
	"automacao/internal/wire"
	"automacao/internal/wire/rest"
)

// listen opens the addresses of the server and of its metrics. With SharePort, another server of
// the same user may listen there too. The system gives each connection to one of them, so a new
// server can take over before the old one ends.
func (a *App) listen(ctx context.Context) (err error) {
	if a.listener, err = a.listenOn(ctx, a.cfg.Addr); err != nil {
		return fmt.Errorf("listen on AUTOMACAO_ADDR: %w", err)
	}
	if a.cfg.MetricsAddr == "" {
		return nil
	}
	if a.metricsListener, err = a.listenOn(ctx, a.cfg.MetricsAddr); err != nil {
		return fmt.Errorf("listen on AUTOMACAO_METRICS_ADDR: %w", err)
	}
	return nil
}

func (a *App) listenOn(ctx context.Context, addr string) (net.Listener, error) {
	var listening net.ListenConfig
	if a.cfg.SharePort {
		listening.Control = sharePort
	}
	return listening.Listen(ctx, "tcp", addr)
}

// stopListening closes the listeners.
func (a *App) stopListening(context.Context) error {
	var errs []error
	for _, each := range []*net.Listener{&a.listener, &a.metricsListener} {
		if *each == nil {
			continue
		}
		// A server that was shut down has closed its listener.
		if err := (*each).Close(); !errors.Is(err, net.ErrClosed) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// reachPatience bounds the wait for a bucket at the start.
const reachPatience = 10 * time.Second

// checkPreconditions finds what would stop the start later, before anything is made: an address that
// is taken, a bucket that cannot be reached, or a system that has no private database.
func (a *App) checkPreconditions(ctx context.Context) error {
	if a.cfg.DatabaseURL == "" {
		if err := cluster.RunsHere(); err != nil {
			return err
		}
	}
	// On a shared port, this listener would take connections that nobody answers.
	if !a.cfg.SharePort {
		if err := a.listen(ctx); err != nil {
			return errors.Join(err, a.stopListening(ctx))
		}
		if err := a.stopListening(ctx); err != nil {
			return fmt.Errorf("try the addresses: %w", err)
		}
	}
	if !blob.IsRemote(a.cfg.BlobURL) {
		return nil
	}
	bucket, err := blob.Open(ctx, a.cfg.BlobURL, a.cfg.Data)
	if err != nil {
		return err
	}
	asking, cancel := context.WithTimeout(ctx, reachPatience)
	defer cancel()
	return errors.Join(blob.Reach(asking, bucket), bucket.Close())
}

func sharePort(_, _ string, conn syscall.RawConn) error {
	var shared error
	err := conn.Control(func(fd uintptr) { shared = reusePort(fd) })
	return errors.Join(err, shared)
}

// turnedPerAnswer is how many requests are turned away for each one that is answered. An answer
// takes twenty times as long as a refusal.
const turnedPerAnswer = 1

// readsAtOnce is how many reads of visitors run at once, not counting those that wait for the
// database. It keeps the processors busy, and lets other requests run within milliseconds.
const readsAtOnce = 32

// sheddingListener accepts the connections. It turns away anonymous reads that could not be
// answered soon.
func (a *App) sheddingListener() *loadshed.Listener {
	header := http.Header{"Content-Type": {"application/json; charset=utf-8"}, "Cache-Control": {"no-store"}, "Vary": {"Origin"}}
	middleware.SetProtective(header, a.isSecure())
	body, _ := json.Marshal(map[string]any{"code": admission.ErrBusy.Code, "message": admission.ErrBusy.Message, "details": nil, "hint": nil})
	return loadshed.Listen(a.listener, loadshed.Config{
		Base: rest.Base + "/", VisitorKey: a.keys.AnonKey, PerAnswer: turnedPerAnswer, Places: readsAtOnce, Header: header, Body: body,
		IsFull: a.rest.IsFull, NeedsNothing: func(r *http.Request) bool { wire.PromoteAPIKey(r); return a.needsNothing(r) },
	})
}

// needsNothing reports whether a request is answered without the database: a refusal of its token
// or query, a page, or a cached read.
func (a *App) needsNothing(r *http.Request) bool {
	return a.rest.NeedsNothing(r) || a.pages.NeedsNothing(r)
}

// tellTurned logs, at most once a second, how many requests were turned away.
func (a *App) tellTurned(ctx context.Context) error {
	for tick := time.Tick(time.Second); ; {
		select {
		case <-ctx.Done():
			return nil
		case <-tick:
		}
		if turned := a.door.Reckon(); turned > 0 {
			a.log.Warn("visitors' reads were turned away", "count", turned)
		}
	}
}
