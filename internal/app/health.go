package app

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"automacao/internal/blob"
)

const (
	// readyTimeout bounds the question to the database.
	readyTimeout = 1500 * time.Millisecond
	// freshFor is how long its answer is believed, so that no crowd of questions
	// is any burden.
	freshFor = 250 * time.Millisecond
)

// live says that the process answers.
func (a *App) live(w http.ResponseWriter, _ *http.Request) {
	answerHealth(w, http.StatusOK, "ok")
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
	answerHealth(w, status, text, missing...)
}

// parts are what a server can lack.
var parts = []string{"server", "database", "disk", "files"}

// examine names each part that is missing, and why.
func (a *App) examine(ctx context.Context, lacks func(part, why string)) {
	if !a.ready.Load() {
		lacks("server", "stopping")
	}
	if a.pulse.feel(ctx, freshFor, a.conns.health.Ping) != nil {
		lacks("database", "database unavailable")
	}
	if a.disk.full() {
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
	return a.files.feel(ctx, filesFreshFor, func(ctx context.Context) error { return blob.Reach(ctx, a.bucket) }) != nil
}

// pulse remembers for a moment how somebody answered.
type pulse struct {
	mu     sync.Mutex
	asked  time.Time
	answer error
}

func (p *pulse) feel(ctx context.Context, fresh time.Duration, ask func(context.Context) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.asked.IsZero() && time.Since(p.asked) < fresh {
		return p.answer
	}
	// Whoever asked first may go away; the others still wait for the answer.
	asking, cancel := context.WithTimeout(context.WithoutCancel(ctx), readyTimeout)
	defer cancel()
	p.answer = ask(asking)
	p.asked = time.Now()
	return p.answer
}

func answerHealth(w http.ResponseWriter, status int, text string, missing ...string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1")
	}
	answer := struct {
		Status  string   `json:"status"`
		Missing []string `json:"missing,omitempty"`
	}{text, missing}
	body, _ := json.Marshal(answer)
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
