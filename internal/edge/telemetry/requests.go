package telemetry

import (
	"github.com/prometheus/client_golang/prometheus"
)

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
