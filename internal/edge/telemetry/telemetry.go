// Package telemetry shows an operator what the server does: numbers for Prometheus,
// profiles, traces, and what took long. It opens nothing and sends nothing unasked, and
// no request's path, query, body, value or person is in what it tells: routes by
// their patterns, statements without their values. It decides nothing.
package telemetry

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/trace"

	"automacao/internal/edge/requestid"
)

// Recorder is told of everything that is served. It is safe for concurrent use; nil
// looks at nothing.
type Recorder struct {
	log      *slog.Logger
	requests *requests
	slow     *slow
	traces   *traces
}

// Config says what is looked at.
type Config struct {
	// Metrics counts requests, for Metrics to register.
	Metrics bool
	// SlowAfter is how long a request or a statement takes that is logged; 0 logs
	// none.
	SlowAfter time.Duration
}

// New returns a watch.
func New(cfg Config, log *slog.Logger) *Recorder {
	w := &Recorder{log: log}
	if cfg.Metrics {
		w.requests = newRequests()
	}
	if cfg.SlowAfter > 0 {
		w.slow = newSlow(cfg.SlowAfter, log)
	}
	return w
}

// Open has traces sent, if the environment names a collector. The node is told with
// them. The caller closes what is opened.
func (w *Recorder) Open(ctx context.Context, node string) (err error) {
	w.traces, err = openTraces(ctx, node, w.log)
	return err
}

// Close sends what is left.
func (w *Recorder) Close(ctx context.Context) {
	if w != nil && w.traces != nil {
		w.traces.close(ctx, w.log)
	}
}

// Answered is how a request ended.
type Answered struct {
	Method, Route string
	// Status is 0 where nobody waited for an answer any more.
	Status int
	Took   time.Duration
}

// Begin is called as a request comes, and returns the context to answer it in.
func (w *Recorder) Begin(ctx context.Context) context.Context {
	if w != nil && w.requests != nil {
		w.requests.inFlight.Inc()
	}
	if w != nil && w.traces != nil {
		ctx = w.traces.begin(ctx, trace.SpanKindServer)
	}
	return ctx
}

// End is called once it is answered, with the context of Begin.
func (w *Recorder) End(ctx context.Context, how Answered) {
	if w == nil {
		return
	}
	if w.requests != nil {
		w.requests.count(how)
	}
	if w.traces != nil {
		w.traces.end(ctx, how)
	}
	if w.slow != nil && how.Took >= w.slow.after {
		w.slow.request(requestid.From(ctx), how)
	}
}

// classOf is the hundred of a status; what is answered nothing counts as gone.
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

// Work is called as a piece of work beside requests begins, and what it returns
// once it has ended.
func (w *Recorder) Work(ctx context.Context, kind string) (context.Context, func(error)) {
	ctx, _ = requestid.NewContext(ctx, "")
	requestid.SetRoute(ctx, "job "+kind)
	if w.traces == nil {
		return ctx, func(error) {}
	}
	ctx = w.traces.begin(ctx, trace.SpanKindConsumer)
	return ctx, func(err error) { w.traces.endWork(ctx, "job "+kind, err) }
}
