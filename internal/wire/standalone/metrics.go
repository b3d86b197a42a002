package standalone

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"automacao/internal/edge/middleware"
	"automacao/internal/edge/telemetry"
)

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
