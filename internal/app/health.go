package app

import (
	"context"
	"net/http"
	"time"
)

// readyTimeout bounds the question to the database.
const readyTimeout = 2 * time.Second

// live says that the process answers.
func (a *App) live(w http.ResponseWriter, _ *http.Request) {
	answerHealth(w, http.StatusOK, "ok")
}

// answerReady says whether requests can be served: the server is not going
// down and the database answers.
func (a *App) answerReady(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	if !a.ready.Load() {
		answerHealth(w, http.StatusServiceUnavailable, "stopping")
		return
	}
	if err := a.db.Pool.Ping(ctx); err != nil {
		answerHealth(w, http.StatusServiceUnavailable, "database unavailable")
		return
	}
	answerHealth(w, http.StatusOK, "ok")
}

func answerHealth(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(`{"status":"` + text + `"}`))
}
