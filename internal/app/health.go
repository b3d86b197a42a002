package app

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"time"

	"automacao/internal/edge/middleware"
	"automacao/internal/files/blob"
)

// live answers that the process runs.
func (a *App) live(w http.ResponseWriter, _ *http.Request) {
	middleware.AnswerHealth(w, http.StatusOK, "ok")
}

// filesFreshFor is how long the answer of a bucket is reused, because each request to a bucket
// costs money.
const filesFreshFor = 10 * time.Second

// answerReady answers whether requests can be served, and names what is missing. Serving needs a
// server that is not stopping, a database that answers, free disk space and a reachable object
// store.
func (a *App) answerReady(w http.ResponseWriter, r *http.Request) {
	status, text, missing := http.StatusOK, "ok", []string{}
	a.examine(r.Context(), func(part, why string) {
		if missing = append(missing, part); len(missing) == 1 {
			status, text = http.StatusServiceUnavailable, why
		}
	})
	middleware.AnswerHealth(w, status, text, missing...)
}

// readyParts are what /ready may call missing.
var readyParts = []string{"server", "database", "disk", "files"}

// examine reports each part that is missing, and why.
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

// lacksFiles reports whether the object store is missing: a bucket that does not answer, or a
// folder that is gone.
func (a *App) lacksFiles(ctx context.Context) bool {
	if !blob.IsRemote(a.cfg.BlobURL) {
		return blob.CheckThere(a.cfg.BlobURL, a.cfg.Data) != nil
	}
	return a.files.Feel(ctx, filesFreshFor, func(ctx context.Context) error { return blob.Reach(ctx, a.bucket) }) != nil
}

// tellState logs goroutines, memory and connections whenever the process receives SIGUSR1, until
// ctx ends. The figures should return to where they were after a load. Windows has no such signal.
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

// readyTimeout bounds the wait for the server's answer.
const readyTimeout = 4 * time.Second

// AskReady asks the server of the configuration, on this machine, whether it is ready. Its error
// names what the server lacks.
func AskReady(ctx context.Context, cfg Config) error {
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	asked, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+nearAddr(cfg.Addr)+"/ready", nil)
	if err != nil {
		return fmt.Errorf("ask the server: %w", err)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Do(asked)
	if err != nil {
		return fmt.Errorf("ask the server: %w", err)
	}
	body, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<10))
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the server is not ready: %s", strings.TrimSpace(string(body)))
	}
	return nil
}

// nearAddr returns the address at which this machine reaches a listener, which may listen on all
// addresses.
func nearAddr(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}
