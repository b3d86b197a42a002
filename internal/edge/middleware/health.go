package middleware

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

const (
	// ReadyTimeout bounds the question to the database.
	ReadyTimeout = 1500 * time.Millisecond
	// FreshFor is how long its answer is believed, so that no crowd of questions
	// is any burden.
	FreshFor = 250 * time.Millisecond
)

// Pulse remembers for a moment how somebody answered.
type Pulse struct {
	mu     sync.Mutex
	asked  time.Time
	answer error
}

// Feel asks, unless it was asked so short a while ago that the answer is fresh.
func (p *Pulse) Feel(ctx context.Context, fresh time.Duration, ask func(context.Context) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.asked.IsZero() && time.Since(p.asked) < fresh {
		return p.answer
	}
	// Whoever asked first may go away; the others still wait for the answer.
	asking, cancel := context.WithTimeout(context.WithoutCancel(ctx), ReadyTimeout)
	defer cancel()
	p.answer = ask(asking)
	p.asked = time.Now()
	return p.answer
}

// Forget has the next question asked, however fresh the answer is.
func (p *Pulse) Forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = time.Time{}
}

// AnswerHealth answers a question about health, and names what is missing.
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
