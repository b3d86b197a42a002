package app

import (
	"net/http"
	"strings"

	"automacao/internal/edge/middleware"
	"automacao/internal/kernel/fault"
)

// errDiskFull refuses what writes while there is no room, and sorry is said of what
// broke.
var errDiskFull = fault.New(http.StatusServiceUnavailable, "disk_full", "Não há espaço para gravar no momento. Tente novamente mais tarde.")

const sorry = "Erro interno. Tente novamente em instantes."

// route leads every address to the protocols, the pages or the App's own
// answers, through what all requests pass.
func (a *App) route(gateway, pages http.Handler) http.Handler {
	mux := http.NewServeMux()
	// Sockets last, files take as long as the connection's own limits let them, and
	// functions as long as their own.
	for _, base := range []string{"/storage/v1/", "/realtime/v1/", "/functions/v1/"} {
		mux.Handle(base, middleware.Arriving(middleware.RequestTimeout, gateway))
	}
	for _, base := range []string{"/auth/v1/", "/rest/v1/"} {
		mux.Handle(base, middleware.Within(middleware.RequestTimeout, a.withSettler(gateway)))
	}
	handle := func(pattern string, next http.Handler) { mux.Handle(pattern, a.measured(pattern, next)) }
	handle("GET /live", http.HandlerFunc(a.live))
	handle("GET /ready", http.HandlerFunc(a.answerReady))
	handle("/newsletter/sair", http.HandlerFunc(a.unsubscribe))
	if a.payments.Institution() != "" {
		handle("POST "+webhookPath, middleware.Within(middleware.RequestTimeout, a.disk.Guard(http.HandlerFunc(a.payments.Webhook))))
	}
	handle("/", middleware.Within(middleware.RequestTimeout, a.entrance.Guard(pages)))
	return middleware.Observer{Log: a.log, Watch: a.watch, Heed: a.disk.Heed, Sorry: sorry}.Around(middleware.Protect(a.isSecure(), middleware.AllowMethods(mux)))
}

func (a *App) isSecure() bool { return strings.HasPrefix(a.cfg.URL(), "https://") }
