package standalone

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/edge/middleware"
	"automacao/internal/kernel/background"
)

func (s *Server) serve(handler http.Handler) error {
	running, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.http = middleware.NewServer(handler, s.log)
	s.run(running, "rest", s.rest.Run)
	s.run(running, "realtime", s.hub.Run)
	s.run(running, "jobs", s.work)
	s.run(running, "http", func(context.Context) error {
		if err := s.http.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	return s.serveMetrics(running)
}

// run starts a background part. Its error stops the server; a panic does not.
func (s *Server) run(ctx context.Context, name string, part func(context.Context) error) {
	s.running.Go(func() {
		if err := background.Keep(ctx, s.log, name, part); err != nil && ctx.Err() == nil {
			select {
			case s.failed <- fmt.Errorf("%s: %w", name, err):
			default:
			}
		}
	})
}

// Close refuses new connections, lets requests in flight finish while ctx lasts, and tells open
// sockets to reconnect later.
func (s *Server) Close(ctx context.Context) error {
	var errs []error
	if s.http != nil {
		var sockets sync.WaitGroup
		sockets.Go(func() { background.Survive(s.log, "realtime", func() { s.hub.Shutdown(ctx) }) })
		if err := s.http.Shutdown(ctx); err != nil {
			errs = append(errs, err, s.http.Close())
		}
		sockets.Wait()
	} else if s.listener != nil {
		errs = append(errs, s.listener.Close())
	}
	if s.metrics != nil {
		errs = append(errs, s.metrics.Close()) // a profile could keep Shutdown waiting for minutes
	} else if s.metricsListener != nil {
		errs = append(errs, s.metricsListener.Close())
	}
	if s.stop != nil {
		s.stop()
	}
	s.running.Wait()
	if s.auth != nil {
		s.auth.Close()
	}
	if s.functions != nil {
		s.functions.Close()
	}
	if s.bucket != nil {
		errs = append(errs, s.bucket.Close())
	}
	s.conns.close()
	for _, pool := range []*pgxpool.Pool{s.direct, s.pool} {
		if pool != nil {
			pool.Close()
		}
	}
	return errors.Join(errs...)
}

// Run starts the server and runs it until ctx ends or a part fails.
func Run(ctx context.Context, cfg Config, log *slog.Logger) error {
	s, err := Start(ctx, cfg, log)
	if err != nil {
		return err
	}
	var failure error
	select {
	case <-ctx.Done():
	case failure = <-s.failed:
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closePatience)
	defer cancel()
	return errors.Join(failure, s.Close(closing))
}
