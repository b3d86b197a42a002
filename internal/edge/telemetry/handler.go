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

// Bounds of scraping the metrics: a scrape beyond scrapesMax at once is refused, and none waits
// longer than scrapeWithin for a database that does not answer.
const (
	scrapesMax   = 4
	scrapeWithin = 10 * time.Second
)

// Handler serves /metrics, with the other collectors besides those of requests and the Go runtime,
// and the profiles under /debug/pprof/. It leaves out the command line, which may hold a secret.
func (r *Recorder) Handler(others ...prometheus.Collector) (http.Handler, error) {
	registry := prometheus.NewRegistry()
	all := append(r.requests.collectors(), r.slowCounters()...)
	all = append(all, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), collectors.NewBuildInfoCollector())
	for _, collector := range append(all, others...) {
		if err := registry.Register(collector); err != nil {
			return nil, fmt.Errorf("register a metric: %w", err)
		}
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{
		ErrorLog: slog.NewLogLogger(r.log.Handler(), slog.LevelWarn), ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: scrapesMax, Timeout: scrapeWithin,
	}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux, nil
}
