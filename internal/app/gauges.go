package app

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"automacao/internal/edge/admission"
	"automacao/internal/edge/middleware"
	"automacao/internal/edge/telemetry"
	"automacao/internal/market/jobs"
)

// queueFreshFor is how long the figures of the job queue are reused, and queueWithin bounds the
// query for them.
const (
	queueFreshFor = 5 * time.Second
	queueWithin   = 2 * time.Second
)

// gauges reads the figures of the server's parts whenever the metrics are collected.
type gauges struct {
	app *App
	// told are the descriptions of the figures, by name.
	told map[string]*prometheus.Desc

	mu     sync.Mutex
	asked  time.Time
	queued []jobs.Queued
	failed bool
}

// described lists all figures with their labels and help. The name of a counter ends in _total.
var described = []struct {
	name   string
	labels []string
	help   string
}{
	{"pool_connections", []string{"pool", "state"}, "Connections to the database: idle, used or opening. Each pool is for one purpose, rest for /rest/v1."},
	{"pool_connections_max", []string{"pool"}, "Connections that a pool may have."},
	{"pool_acquires_total", []string{"pool"}, "Connections taken from a pool."},
	{"pool_waits_total", []string{"pool"}, "Connections that somebody had to wait for."},
	{"pool_wait_seconds_total", []string{"pool"}, "Time that was waited for connections, all who waited together."},
	{"pool_gave_up_total", []string{"pool"}, "Connections that nobody waited for any longer."},
	{"jobs", []string{"kind", "state"}, "Work in the queue of the whole market, the same on every node; discarded was given up."},
	{"job_waiting_seconds", []string{"kind"}, "For how long the oldest work of a kind could have been begun, in the whole market."},
	{"jobs_known", nil, "1 while the database answers what is in the queue, else 0 and the two above are left out."},
	{"job_runs_total", []string{"kind", "outcome"}, "Work of this node by how it ended: done, later, failed (tried again) or broke (panicked)."},
	{"job_seconds_total", []string{"kind"}, "Time that work of this node took."},
	{"sockets", nil, "Open live-update sockets."},
	{"channels", nil, "Channels that sockets have joined."},
	{"subscriptions", nil, "Subscriptions of channels to changes of tables."},
	{"realtime_listening", nil, "1 while the database's notifications arrive, else 0."},
	{"mails_total", []string{"outcome"}, "Letters that the mail server took (sent), and tries that it did not (failed)."},
	{"turned_away_total", nil, "Visitors' reads that were answered 503 on the connection, for want of room."},
	{"gate_inside", []string{"gate"}, "Requests at work behind a gate."},
	{"gate_waiting", []string{"gate"}, "Requests that wait for a place behind a gate."},
	{"gate_refused_total", []string{"gate"}, "Requests that were answered 503 because no place came free in time."},
	{"limited_total", []string{"limit"}, "Requests that were answered 429, by the limit of docs/reference/limits.md."},
	{"answers_kept_bytes", nil, "Memory of answers that are kept for all visitors."},
	{"answers_kept_on", nil, "1 while answers are kept, 0 while none are believed or AUTOMACAO_ANSWERS_MB is 0."},
	{"missing", []string{"part"}, "1 for a part that /ready calls missing, else 0."},
	{"disk_free_bytes", nil, "Free space in the data directory."},
}

func newGauges(a *App) *gauges {
	f := &gauges{app: a, told: map[string]*prometheus.Desc{}}
	for _, one := range described {
		f.told[one.name] = prometheus.NewDesc(telemetry.Namespace+"_"+one.name, one.help, one.labels, nil)
	}
	return f
}

// Describe sends the description of every figure.
func (f *gauges) Describe(to chan<- *prometheus.Desc) {
	for _, one := range described {
		to <- f.told[one.name]
	}
}

// report sends one figure after the other.
type report struct {
	of *gauges
	to chan<- prometheus.Metric
}

func (r report) gauge(name string, value float64, labels ...string) {
	r.to <- prometheus.MustNewConstMetric(r.of.told[name], prometheus.GaugeValue, value, labels...)
}

func (r report) counter(name string, value float64, labels ...string) {
	r.to <- prometheus.MustNewConstMetric(r.of.told[name], prometheus.CounterValue, value, labels...)
}

// Collect sends every figure. Figures that the database does not return in time are left out.
func (f *gauges) Collect(to chan<- prometheus.Metric) {
	r := report{f, to}
	r.ofPool(restDuty, f.app.db.Pool)
	for duty, pool := range f.app.conns.byDuty() {
		r.ofPool(duty, *pool)
	}
	r.ofQueue()
	r.ofWork()
	r.ofSockets()
	r.ofRefusals()
	r.ofHealth()
	sent, failed := f.app.sender.Figures()
	r.counter("mails_total", float64(sent), "sent")
	r.counter("mails_total", float64(failed), "failed")
	r.gauge("answers_kept_bytes", float64(f.app.responseCache.Bytes()))
	r.gauge("answers_kept_on", number(f.app.responseCache.IsOn()))
}

func (r report) ofWork() {
	for _, one := range r.of.app.jobs.Worked() {
		for outcome, count := range one.Outcomes {
			r.counter("job_runs_total", float64(count), one.Kind, outcome)
		}
		r.counter("job_seconds_total", one.Took.Seconds(), one.Kind)
	}
}

func (r report) ofSockets() {
	found := r.of.app.hub.Figures()
	r.gauge("sockets", float64(found.Sockets))
	r.gauge("channels", float64(found.Channels))
	r.gauge("subscriptions", float64(found.Subscriptions))
	r.gauge("realtime_listening", number(found.IsListening))
}

func (r report) ofRefusals() {
	a := r.of.app
	r.counter("turned_away_total", float64(a.door.Turned()))
	reads, writes := a.rest.Gates()
	for name, each := range map[string]*admission.Gate{"reads": reads, "writes": writes, "calls": a.entrance.Calls, "sessions": a.entrance.Sessions, "networks": a.entrance.Networks} {
		found := each.Figures()
		r.gauge("gate_inside", float64(found.Inside), name)
		r.gauge("gate_waiting", float64(found.Waiting), name)
		r.counter("gate_refused_total", float64(found.Refused), name)
	}
	for name, found := range a.functions.Figures() {
		r.gauge("gate_inside", float64(found.Inside), "functions "+name)
		r.gauge("gate_waiting", float64(found.Waiting), "functions "+name)
		r.counter("gate_refused_total", float64(found.Refused), "functions "+name)
	}
	for name, count := range a.meter.Refused() {
		r.counter("limited_total", float64(count), name)
	}
}

func (r report) ofHealth() {
	a := r.of.app
	missing := map[string]bool{}
	ctx, cancel := context.WithTimeout(context.Background(), middleware.ReadyTimeout)
	defer cancel()
	a.examine(ctx, func(part, _ string) { missing[part] = true })
	for _, part := range readyParts {
		r.gauge("missing", number(missing[part]), part)
	}
	if free, err := a.disk.FreeBytes(); err == nil {
		r.gauge("disk_free_bytes", float64(free))
	}
}

// number returns 1 for true and 0 for false.
func number(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
