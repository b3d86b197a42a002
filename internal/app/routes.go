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
	for _, base := range []string{"/storage/v1/", "/realtime/v1/"} {
		mux.Handle(base, arriving(requestTimeout, gateway))
	}
	for _, base := range []string{"/auth/v1/", "/rest/v1/"} {
		mux.Handle(base, within(requestTimeout, a.withSettler(gateway)))
	}
	handle := func(pattern string, next http.Handler) { mux.Handle(pattern, a.measured(pattern, next)) }
	handle("/functions/v1/", arriving(requestTimeout, gateway))
	handle("GET /live", http.HandlerFunc(a.live))
	handle("GET /ready", http.HandlerFunc(a.answerReady))
	handle("/newsletter/sair", http.HandlerFunc(a.unsubscribe))
	if a.payments.Institution() != "" {
		handle("POST "+webhookPath, within(requestTimeout, a.withRoom(http.HandlerFunc(a.payments.Webhook))))
	}
	handle("/", within(requestTimeout, a.entrance.guard(pages)))
	return observe(a.log, a.watch, a.disk.heed, protect(a.isSecure(), allowMethods(mux)))
}

func (a *App) isSecure() bool { return strings.HasPrefix(a.cfg.URL(), "https://") }
