package app

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"strconv"
	"strings"

	"automacao/internal/edge/middleware"
	"automacao/internal/kernel/fault"
	"automacao/internal/market/demo"
	"automacao/internal/market/setting"
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
	handle("/buscas/sair", http.HandlerFunc(a.endSearch))
	handle(invitationPath, middleware.Within(middleware.RequestTimeout, a.disk.Guard(http.HandlerFunc(a.answerInvitation))))
	if a.payments.Institution() != "" {
		handle("POST "+webhookPath, middleware.Within(middleware.RequestTimeout, a.disk.Guard(http.HandlerFunc(a.payments.Webhook))))
	}
	handle("/", middleware.Within(middleware.RequestTimeout, a.entrance.Guard(pages)))
	return middleware.Observer{Log: a.log, Watch: a.watch, Heed: a.disk.Heed, Sorry: sorry}.Around(middleware.Protect(a.isSecure(), middleware.AllowMethods(mux)))
}

func (a *App) isSecure() bool { return strings.HasPrefix(a.cfg.URL(), "https://") }

// testAccount is listed on the sign-in page in demo mode.
type testAccount struct {
	Role     string `json:"role"`
	Label    string `json:"label"`
	Email    string `json:"email"`
	Password string `json:"password"`
}

// publicSettings returns what the front end may know, served as /config.json.
func (a *App) publicSettings() (map[string]any, error) {
	payments, err := a.paymentSettings()
	if err != nil {
		return nil, err
	}
	settings := map[string]any{
		"url": a.cfg.PublicURL, "anonKey": a.keys.AnonKey, "demo": a.cfg.Demo, "mail": a.sender != nil, "passkeyOrigin": a.auth.Factors.PasskeyOrigin(),
		"pushKey": a.pushKey.Public, "passwordMin": a.cfg.PasswordMin, "contact": a.cfg.ContactAddress(), "operator": a.cfg.operatedBy(), "officer": a.cfg.officer(), "testAccounts": []testAccount{},
	}
	if a.cfg.Demo {
		settings["testAccounts"] = []testAccount{
			{"admin", "Administrador", demo.AdminEmail, demo.Password},
			{"professional", "Profissional", demo.ProfessionalEmail, demo.Password},
			{"company", "Empresa", demo.CompanyEmail, demo.Password},
		}
	}
	maps.Copy(settings, payments)
	return settings, nil
}

// storeSettings writes the settings that the database needs to know.
func (a *App) storeSettings(ctx context.Context) error {
	fee, err := a.cfg.feeBasisPoints()
	if err != nil {
		return err
	}
	operated, err := a.cfg.operator()
	if err != nil {
		return err
	}
	settlement := setting.Direct
	if a.cfg.pixURL() != "" {
		settlement = setting.Guarantee
	}
	pictures, err := a.cfg.pictureOrigins()
	if err != nil {
		return err
	}
	return errors.Join(
		setting.Set(ctx, a.db.Pool, setting.StorageOrigins, strings.Join(a.cfg.storageOrigins(a.listener.Addr()), " ")),
		setting.Set(ctx, a.db.Pool, setting.PictureOrigins, strings.Join(pictures, " ")),
		setting.Set(ctx, a.db.Pool, setting.FeeBasisPoints, strconv.FormatInt(fee, 10)),
		setting.Set(ctx, a.db.Pool, setting.Settlement, settlement),
		setting.Set(ctx, a.db.Pool, setting.Operator, strings.TrimSpace(a.cfg.Operator)),
		setting.Set(ctx, a.db.Pool, setting.OperatorName, operated.name),
	)
}
