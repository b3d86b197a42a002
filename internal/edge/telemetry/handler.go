package telemetry

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Bounds of being asked for the metrics: somebody who asks too often waits for
// himself, and for a database that does not answer nobody waits.
const (
	scrapesMax   = 4
	scrapeWithin = 10 * time.Second
)

// Handler answers /metrics, with what others collect besides requests and the Go
// runtime, and the profiles under /debug/pprof/. The command line, which may hold
// a secret, is none of them.
func (w *Recorder) Handler(others ...prometheus.Collector) (http.Handler, error) {
	registry := prometheus.NewRegistry()
	all := append(w.requests.collectors(), w.slowCounters()...)
	all = append(all, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), collectors.NewBuildInfoCollector())
	for _, collector := range append(all, others...) {
		if err := registry.Register(collector); err != nil {
			return nil, fmt.Errorf("register a metric: %w", err)
		}
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{
		ErrorLog: slog.NewLogLogger(w.log.Handler(), slog.LevelWarn), ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: scrapesMax, Timeout: scrapeWithin,
	}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux, nil
}
