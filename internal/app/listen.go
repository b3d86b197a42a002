package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"
	"time"

	"automacao/internal/files/blob"
	"automacao/internal/postgres/cluster"
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
