package app

import (
	"context"
	"net/http"
	"strings"

	"automacao/internal/edge/middleware"
	"automacao/internal/kernel/fault"
	"automacao/internal/site"
	"automacao/internal/wire"
	"automacao/internal/wire/rest"
)

// errDiskFull refuses writes while the disk is full, and sorry is the public sentence of an
// internal error.
var errDiskFull = fault.New(http.StatusServiceUnavailable, "disk_full", "Não há espaço para gravar no momento. Tente novamente mais tarde.")

const sorry = "Erro interno. Tente novamente em instantes."

// openPages prepares the first HTML of each address and the web application's files.
func (a *App) openPages(context.Context) error {
	settings, err := a.publicSettings()
	if err != nil {
		return err
	}
	institution, _ := settings["institution"].(string)
	a.pages, err = site.New(site.Config{
		URL: a.cfg.URL(), Settings: settings, PagesOff: a.cfg.PagesOff, PictureOrigins: a.cfg.PictureOrigins, Contact: a.cfg.ContactAddress(),
		Operator: a.cfg.operatedBy(), Officer: a.cfg.officer(), Institution: institution, VisitorKey: a.keys.AnonKey,
		Rest: http.StripPrefix(rest.Base, a.rest), Cache: a.responseCache,
	}, a.conns.files, a.log)
	return err
}

// openRoutes puts the protocols and the pages behind one address.
func (a *App) openRoutes(context.Context) error {
	proxies, err := a.cfg.proxies()
	if err != nil {
		return err
	}
	gateway := wire.New(wire.Config{AllowedOrigins: a.cfg.AllowedOrigins, Admit: a.entrance.Admit},
		wire.Handlers{Auth: a.auth, Rest: a.rest, Storage: a.storage, Realtime: a.hub, Functions: a.functions})
	a.handler = wire.Origin(proxies, a.route(gateway, a.pages))
	return nil
}

// route leads every address to the protocols, the pages or the App's own handlers, through the
// middleware of all requests.
func (a *App) route(gateway, pages http.Handler) http.Handler {
	mux := http.NewServeMux()
	// Sockets stay open, files are bounded by the limits of their connection, and functions by
	// their own timeouts.
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
