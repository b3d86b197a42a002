package app

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"time"

	"automacao/internal/edge/middleware"
	"automacao/internal/files/blob"
)

// live says that the process answers.
func (a *App) live(w http.ResponseWriter, _ *http.Request) {
	middleware.AnswerHealth(w, http.StatusOK, "ok")
}

// filesFreshFor is how long a bucket's answer is believed: asking costs money.
const filesFreshFor = 10 * time.Second

// answerReady says whether requests can be served, which takes a server that is
// not going down, a database that answers, room to write and a store for files,
// and names what is missing.
func (a *App) answerReady(w http.ResponseWriter, r *http.Request) {
	status, text, missing := http.StatusOK, "ok", []string{}
	a.examine(r.Context(), func(part, why string) {
		if missing = append(missing, part); len(missing) == 1 {
			status, text = http.StatusServiceUnavailable, why
		}
	})
	middleware.AnswerHealth(w, status, text, missing...)
}

// parts are what a server can lack.
var parts = []string{"server", "database", "disk", "files"}

// examine names each part that is missing, and why.
func (a *App) examine(ctx context.Context, lacks func(part, why string)) {
	if !a.ready.Load() {
		lacks("server", "stopping")
	}
	if a.pulse.Feel(ctx, middleware.FreshFor, a.conns.health.Ping) != nil {
		lacks("database", "database unavailable")
	}
	if a.disk.Full() {
		lacks("disk", "disk full")
	}
	if a.lacksFiles(ctx) {
		lacks("files", "files unavailable")
	}
}

// lacksFiles asks a bucket, and looks whether a folder is where it was.
func (a *App) lacksFiles(ctx context.Context) bool {
	if !blob.IsRemote(a.cfg.BlobURL) {
		return blob.CheckThere(a.cfg.BlobURL, a.cfg.Data) != nil
	}
	return a.files.Feel(ctx, filesFreshFor, func(ctx context.Context) error { return blob.Reach(ctx, a.bucket) }) != nil
}

// tellState writes what the process holds to the log whenever it is sent
// SIGUSR1, which Windows has not, until ctx ends: what should come back to where it was.
func (a *App) tellState(ctx context.Context) error {
	asked := make(chan os.Signal, 1)
	notifyOfStateSignal(asked)
	defer signal.Stop(asked)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-asked:
		}
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		pool := a.db.Pool.Stat()
		a.log.Info("state", "goroutines", runtime.NumGoroutine(), "heap_bytes", memory.HeapAlloc,
			"connections", pool.TotalConns(), "connections_used", pool.AcquiredConns(), "answers_kept", a.responseCache.IsOn(), "answers_bytes", a.responseCache.Bytes())
	}
}
