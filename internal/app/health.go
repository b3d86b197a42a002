package app

import (
	"context"
	"net/http"
	"sync"
	"time"
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

// answerReady says whether requests can be served: the server is not going
// down, the database answers and there is room to write.
func (a *App) answerReady(w http.ResponseWriter, r *http.Request) {
	switch {
	case !a.ready.Load():
		answerHealth(w, http.StatusServiceUnavailable, "stopping")
	case a.pulse.feel(r.Context(), a.conns.health.Ping) != nil:
		answerHealth(w, http.StatusServiceUnavailable, "database unavailable")
	case a.disk.full():
		answerHealth(w, http.StatusServiceUnavailable, "disk full")
	default:
		answerHealth(w, http.StatusOK, "ok")
	}
}

// pulse remembers for a moment how the database answered.
type pulse struct {
	mu     sync.Mutex
	asked  time.Time
	answer error
}

func (p *pulse) feel(ctx context.Context, ping func(context.Context) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.asked.IsZero() && time.Since(p.asked) < freshFor {
		return p.answer
	}
	// Whoever asked first may go away; the others still wait for the answer.
	asking, cancel := context.WithTimeout(context.WithoutCancel(ctx), readyTimeout)
	defer cancel()
	p.answer = ping(asking)
	p.asked = time.Now()
	return p.answer
}

func answerHealth(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1")
	}
	w.WriteHeader(status)
	_, _ = w.Write([]byte(`{"status":"` + text + `"}`))
}
