package app

import (
	"net/http"
	"strings"
	"time"
)

// requestTimeout is a little more than the longest statement.
const requestTimeout = 35 * time.Second

// route leads every address to the protocols, the pages or the App's own
// answers, through what all requests pass.
func (a *App) route(gateway, pages http.Handler) http.Handler {
	mux := http.NewServeMux()
	// Sockets last, and files take as long as the connection's own limits let them.
	for _, base := range []string{"/storage/v1/", "/realtime/v1/", "/functions/v1/"} {
		mux.Handle(base, gateway)
	}
	for _, base := range []string{"/auth/v1/", "/rest/v1/"} {
		mux.Handle(base, within(requestTimeout, a.withSettler(gateway)))
	}
	mux.HandleFunc("GET /live", a.live)
	mux.HandleFunc("GET /ready", a.answerReady)
	mux.HandleFunc("/newsletter/sair", a.unsubscribe)
	if a.payments.Institution() != "" {
		mux.Handle("POST "+webhookPath, within(requestTimeout, http.HandlerFunc(a.payments.Webhook)))
	}
	mux.Handle("/", within(requestTimeout, pages))
	secure := strings.HasPrefix(a.cfg.URL(), "https://")
	return observe(a.log, protect(secure, allowMethods(mux)))
}
