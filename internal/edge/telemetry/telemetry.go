// Package telemetry shows an operator what the server does: Prometheus metrics, profiles, traces,
// and a log of slow requests and statements. It opens nothing and sends nothing unless configured.
// It never exposes a request's path, query, body or values, nor a person: routes appear as
// patterns, statements without their values. It decides nothing.
package telemetry

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/otel/trace"

	"automacao/internal/edge/requestid"
)

// Recorder observes requests, statements and jobs. It is safe for concurrent use. A nil Recorder
// observes nothing.
type Recorder struct {
	log      *slog.Logger
	requests *requests
	slow     *slow
	traces   *traces
}

// Config says what is recorded.
type Config struct {
	// Metrics counts requests, for Handler to expose.
	Metrics bool
	// SlowAfter is the duration from which a request or a statement is logged as slow; 0 logs none.
	SlowAfter time.Duration
}

// New returns a Recorder.
func New(cfg Config, log *slog.Logger) *Recorder {
	r := &Recorder{log: log}
	if cfg.Metrics {
		r.requests = newRequests()
	}
	if cfg.SlowAfter > 0 {
		r.slow = newSlow(cfg.SlowAfter, log)
	}
	return r
}

// Open starts sending traces, with the name of the node, if the environment names a collector. The
// caller must call Close.
func (r *Recorder) Open(ctx context.Context, node string) (err error) {
	r.traces, err = openTraces(ctx, node, r.log)
	return err
}

// Close sends the remaining traces.
func (r *Recorder) Close(ctx context.Context) {
	if r != nil && r.traces != nil {
		r.traces.close(ctx, r.log)
	}
}

// Answered is the outcome of a request.
type Answered struct {
	Method, Route string
	// Status is 0 if the client no longer waited for an answer.
	Status int
	Took   time.Duration
}

// Begin records the start of a request and returns the context to serve it in.
func (r *Recorder) Begin(ctx context.Context) context.Context {
	if r != nil && r.requests != nil {
		r.requests.inFlight.Inc()
	}
	if r != nil && r.traces != nil {
		ctx = r.traces.begin(ctx, trace.SpanKindServer)
	}
	return ctx
}

// End records the outcome of a request. ctx must be the context from Begin.
func (r *Recorder) End(ctx context.Context, how Answered) {
	if r == nil {
		return
	}
	if r.requests != nil {
		r.requests.count(how)
	}
	if r.traces != nil {
		r.traces.end(ctx, how)
	}
	if r.slow != nil && how.Took >= r.slow.after {
		r.slow.request(requestid.From(ctx), how)
	}
}

// classOf returns the status class; 0 is gone.
func classOf(status int) string {
	switch {
	case status == 0:
		return "gone"
	case status >= http.StatusContinue && status < 600:
		return [...]string{"1xx", "2xx", "3xx", "4xx", "5xx"}[status/100-1]
	default:
		return "other"
	}
}

// Work records the start of a background job. The returned function records its end.
func (r *Recorder) Work(ctx context.Context, kind string) (context.Context, func(error)) {
	ctx, _ = requestid.NewContext(ctx, "")
	requestid.SetRoute(ctx, "job "+kind)
	if r.traces == nil {
		return ctx, func(error) {}
	}
	ctx = r.traces.begin(ctx, trace.SpanKindConsumer)
	return ctx, func(err error) { r.traces.endWork(ctx, "job "+kind, err) }
}

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

// Namespace is the prefix of all our own metrics.
const Namespace = "automacao"

// seconds are the latency buckets: an answer from the response cache takes a tenth of a
// millisecond, the longest request 35 s.
var seconds = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 35}

// requests counts requests by route and status class, and times them by route alone: a histogram
// per class would be four times as many series.
type requests struct {
	inFlight prometheus.Gauge
	total    *prometheus.CounterVec
	took     *prometheus.HistogramVec
}

func newRequests() *requests {
	return &requests{
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{Namespace: Namespace, Name: "http_requests_in_flight", Help: "Requests that are being answered."}),
		total: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: Namespace, Name: "http_requests_total", Help: "Requests by route and class of status; gone means that the client did not wait for the answer.",
		}, []string{"route", "class"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: Namespace, Name: "http_request_seconds", Help: "Time until a request was answered, by route.", Buckets: seconds,
		}, []string{"route"}),
	}
}

func (r *requests) count(how Answered) {
	r.inFlight.Dec()
	r.total.WithLabelValues(how.Route, classOf(how.Status)).Inc()
	r.took.WithLabelValues(how.Route).Observe(how.Took.Seconds())
}

func (r *requests) collectors() []prometheus.Collector {
	return []prometheus.Collector{r.inFlight, r.total, r.took}
}

// slowCounters count the slow requests and statements, including those that the log leaves out.
func (r *Recorder) slowCounters() []prometheus.Collector {
	counter := func(name, help string, read func(*slow) int64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Namespace: Namespace, Name: name, Help: help}, func() float64 {
			if r.slow == nil {
				return 0
			}
			return float64(read(r.slow))
		})
	}
	return []prometheus.Collector{
		counter("slow_requests_total", "Requests that took longer than AUTOMACAO_SLOW_AFTER.", func(s *slow) int64 { return s.requests.Load() }),
		counter("slow_statements_total", "Statements that took longer than AUTOMACAO_SLOW_AFTER.", func(s *slow) int64 { return s.ran.Load() }),
	}
}
