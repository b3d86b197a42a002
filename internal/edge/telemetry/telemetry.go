// Package telemetry shows an operator what the server does: Prometheus metrics, profiles, traces,
// and a log of slow requests and statements. It opens nothing and sends nothing unless configured.
// It never exposes a request's path, query, body or values, nor a person: routes appear as
// patterns, statements without their values. It decides nothing.
package telemetry

import (
	"context"
	"log/slog"
	"net/http"
	"time"

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
