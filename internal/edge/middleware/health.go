package middleware

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

const (
	// ReadyTimeout bounds the health check of the database.
	ReadyTimeout = 1500 * time.Millisecond
	// FreshFor is how long a result is reused, so that many health checks cost nothing.
	FreshFor = 250 * time.Millisecond
)

// Pulse caches the result of a health check for a moment.
type Pulse struct {
	mu     sync.Mutex
	asked  time.Time
	answer error
}

// Feel calls ask, unless its last result is more recent than fresh.
func (p *Pulse) Feel(ctx context.Context, fresh time.Duration, ask func(context.Context) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.asked.IsZero() && time.Since(p.asked) < fresh {
		return p.answer
	}
	// The first client may disconnect while others still wait for the result.
	asking, cancel := context.WithTimeout(context.WithoutCancel(ctx), ReadyTimeout)
	defer cancel()
	p.answer = ask(asking)
	p.asked = time.Now()
	return p.answer
}

// Forget makes the next Feel ask again.
func (p *Pulse) Forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = time.Time{}
}

// AnswerHealth answers a health check and names what is missing.
func AnswerHealth(w http.ResponseWriter, status int, text string, missing ...string) {
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
