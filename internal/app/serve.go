package app

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"automacao/internal/edge/loadshed"
	"automacao/internal/edge/middleware"
	"automacao/internal/edge/telemetry"
	"automacao/internal/kernel/background"
	"automacao/internal/postgres"
	"automacao/internal/site"
)

// front is what faces the network, and what runs behind it until the server is closed.
type front struct {
	handler  http.Handler
	pages    *site.Site
	entrance *middleware.Entrance
	disk     *middleware.Disk
	// pulse and files remember how the database, and a bucket that is not a folder, answered.
	pulse, files middleware.Pulse
	ready        atomic.Bool

	listener net.Listener
	door     *loadshed.Listener
	server   *http.Server
	// watch records what is served. The metrics server is nil unless the settings name its address.
	watch           *telemetry.Recorder
	metricsServer   *http.Server
	metricsListener net.Listener

	// serving lasts until every request is answered, and working until the server is asked to stop.
	serving, working lifetime
	running          sync.WaitGroup
	failed           chan error
}

// lifetime is a context and what ends it.
type lifetime struct {
	context.Context
	end context.CancelFunc
}

func lifetimeIn(parent context.Context) lifetime {
	ctx, cancel := context.WithCancel(parent)
	return lifetime{ctx, cancel}
}

func (a *App) openTelemetry(ctx context.Context) error {
	a.watch = telemetry.New(telemetry.Config{Metrics: a.cfg.MetricsAddr != "", SlowAfter: a.cfg.SlowAfter}, a.log)
	_, port, _ := net.SplitHostPort(a.cfg.Addr)
	return a.watch.Open(ctx, postgres.Node(port))
}

func (a *App) closeTelemetry(ctx context.Context) error {
	a.watch.Close(ctx)
	return nil
}

// runBackground starts what runs beside requests.
func (a *App) runBackground(context.Context) error {
	a.serving = lifetimeIn(context.Background())
	a.working = lifetimeIn(a.serving)
	a.door = a.sheddingListener()
	a.run(a.serving, "rest", a.rest.Run)
	a.run(a.working, "jobs", func(ctx context.Context) error { return a.jobs.Run(a.settling(ctx)) })
	a.run(a.working, "payments", a.payments.Run)
	a.run(a.serving, "realtime", a.hub.Run)
	a.run(a.serving, "memory", func(ctx context.Context) error { return a.responseCache.Run(ctx, a.conns.files, a.db.Direct) })
	a.run(a.serving, "state", a.tellState)
	a.run(a.serving, "slow", func(ctx context.Context) error { return a.watch.TellSlow(ctx, a.conns.work) })
	a.run(a.serving, "door", a.tellTurned)
	return nil
}

func (a *App) stopBackground(context.Context) error {
	a.serving.end()
	a.running.Wait()
	return nil
}

// serve answers requests, and says that the server is ready.
func (a *App) serve(context.Context) error {
	a.server = middleware.NewServer(a.handler, a.log)
	a.server.ConnState, a.server.ConnContext = a.door.ConnState, a.door.ConnContext
	a.run(a.serving, "http", func(context.Context) error { return serveUntilClosed(a.server, a.door) })
	a.ready.Store(true)
	return nil
}

// shutDown stops taking jobs, and at once refuses new connections, tells open sockets to come back
// later, and lets requests in flight finish while ctx lasts.
func (a *App) shutDown(ctx context.Context) error {
	a.working.end()
	var sockets sync.WaitGroup
	sockets.Go(func() { background.Survive(a.log, "realtime", func() { a.hub.Shutdown(ctx) }) })
	defer sockets.Wait()
	if err := a.server.Shutdown(ctx); err != nil {
		// Requests that still wait are cut off, so that no handler holds a connection to the database.
		return errors.Join(err, a.server.Close())
	}
	return nil
}

func serveUntilClosed(server *http.Server, listener net.Listener) error {
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// run starts a background part. Its error ends the server; a panic does not.
func (a *App) run(ctx context.Context, name string, work func(context.Context) error) {
	a.running.Go(func() {
		if err := background.Keep(ctx, a.log, name, work); err != nil {
			select {
			case a.failed <- err:
			default:
			}
		}
	})
}

// addProcessors doubles the number of processors that the Go runtime uses, once per process.
// Passwords are hashed on as many threads as there are cores, for tens of milliseconds each, and
// other requests would wait behind them. With more threads, the kernel shares the cores in short
// turns. This must follow the tuning of the private database, which counts processors too.
var addProcessors = sync.OnceFunc(func() {
	runtime.GOMAXPROCS(processors(runtime.GOMAXPROCS(0), os.Getenv("GOMAXPROCS")))
})

// processors returns the number of processors to use. It respects the environment's choice.
func processors(chosen int, asked string) int {
	if asked != "" {
		return chosen
	}
	return 2 * chosen
}
