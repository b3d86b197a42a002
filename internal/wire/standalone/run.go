package standalone

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"automacao/internal/edge/middleware"
	"automacao/internal/edge/telemetry"
	"automacao/internal/kernel/background"
	"automacao/internal/wire/auth/core"
)

// route sends requests to the protocols and the two health endpoints.
func (s *Server) route(gateway http.Handler) http.Handler {
	mux := http.NewServeMux()
	for _, base := range []string{"/storage/v1/", "/realtime/v1/", "/functions/v1/"} {
		mux.Handle(base, middleware.Arriving(middleware.RequestTimeout, gateway))
	}
	for _, base := range []string{"/auth/v1/", "/rest/v1/"} {
		mux.Handle(base, middleware.Within(middleware.RequestTimeout, gateway))
	}
	s.routeDocuments(mux, gateway)
	mux.HandleFunc("GET /live", func(w http.ResponseWriter, _ *http.Request) { middleware.AnswerHealth(w, http.StatusOK, "ok") })
	mux.HandleFunc("GET /ready", func(w http.ResponseWriter, r *http.Request) {
		if s.pulse.Feel(r.Context(), middleware.FreshFor, s.conns.health.Ping) != nil {
			middleware.AnswerHealth(w, http.StatusServiceUnavailable, "database unavailable", "database")
			return
		}
		middleware.AnswerHealth(w, http.StatusOK, "ok")
	})
	return middleware.Observer{Log: s.log, Watch: s.watch, Sorry: internalFailure}.Around(middleware.AllowMethods(mux))
}

// routeDocuments serves the issuer's metadata at the root, for clients that know only the host (RFC
// 8414, 3), also with the issuer's own path appended.
func (s *Server) routeDocuments(mux *http.ServeMux, gateway http.Handler) {
	for _, document := range []string{"/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"} {
		inside := middleware.Within(middleware.RequestTimeout, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r = r.Clone(r.Context())
			r.URL.Path, r.URL.RawPath = core.Base+document, ""
			gateway.ServeHTTP(w, r)
		}))
		mux.Handle(document, inside)
		mux.Handle(document+core.Base, inside)
	}
}

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

// metricsWrite is how long a CPU profile may take.
const metricsWrite = 3 * time.Minute

// serveMetrics serves metrics and profiles for the operator on a separate address, if one is
// configured.
func (s *Server) serveMetrics(running context.Context) error {
	if s.metricsListener == nil {
		return nil
	}
	handler, err := s.watch.Handler(newFigures(s))
	if err != nil {
		return err
	}
	s.metrics = middleware.NewServer(handler, s.log)
	s.metrics.Protocols, s.metrics.WriteTimeout = nil, metricsWrite
	s.run(running, "metrics", func(context.Context) error {
		if err := s.metrics.Serve(s.metricsListener); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	s.log.Info("serving metrics and profiles without authentication", "url", "http://"+s.metricsListener.Addr().String()+"/metrics")
	return nil
}

// figures collects the server's metrics, under the same names as a market's.
type figures struct {
	server                                    *Server
	conns, connsMax                           *prometheus.Desc
	sockets, channels, subscriptions, isHeard *prometheus.Desc
}

func newFigures(s *Server) *figures {
	of := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc(telemetry.Namespace+"_"+name, help, labels, nil)
	}
	return &figures{
		server:        s,
		conns:         of("pool_connections", "Connections to the database: idle, used or opening. Each pool is for one purpose, rest for /rest/v1.", "pool", "state"),
		connsMax:      of("pool_connections_max", "Connections that a pool may have.", "pool"),
		sockets:       of("sockets", "Open live-update sockets."),
		channels:      of("channels", "Channels that sockets have joined."),
		subscriptions: of("subscriptions", "Subscriptions of channels to changes of tables."),
		isHeard:       of("realtime_listening", "1 while the database's notifications arrive, else 0."),
	}
}

// Describe sends the descriptions of what Collect sends.
func (f *figures) Describe(to chan<- *prometheus.Desc) {
	for _, one := range []*prometheus.Desc{f.conns, f.connsMax, f.sockets, f.channels, f.subscriptions, f.isHeard} {
		to <- one
	}
}

// Collect reads all metrics; it queries no database.
func (f *figures) Collect(to chan<- prometheus.Metric) {
	gauge := func(of *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(of, prometheus.GaugeValue, value, labels...)
	}
	for duty, pool := range f.server.conns.byDuty(f.server.pool) {
		stat := pool.Stat()
		gauge(f.conns, float64(stat.IdleConns()), duty, "idle")
		gauge(f.conns, float64(stat.AcquiredConns()), duty, "used")
		gauge(f.conns, float64(stat.ConstructingConns()), duty, "opening")
		gauge(f.connsMax, float64(stat.MaxConns()), duty)
	}
	live := f.server.hub.Figures()
	gauge(f.sockets, float64(live.Sockets))
	gauge(f.channels, float64(live.Channels))
	gauge(f.subscriptions, float64(live.Subscriptions))
	heard := 0.0
	if live.IsListening {
		heard = 1
	}
	gauge(f.isHeard, heard)
}

// byDuty are all pools by purpose.
func (r reserves) byDuty(rest *pgxpool.Pool) map[string]*pgxpool.Pool {
	return map[string]*pgxpool.Pool{
		"rest": rest, "health": r.health, "auth": r.sessions, "files": r.files, "functions": r.functions, "realtime": r.live, "jobs": r.work,
	}
}
