package app

import (
	"context"
	"net/http"
	"time"

	"automacao/internal/edge/loadshed"
	"automacao/internal/edge/middleware"
	"automacao/internal/site"
	"automacao/internal/wire"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/functions"
	"automacao/internal/wire/realtime"
	"automacao/internal/wire/rest"
	"automacao/internal/wire/rest/repeat"
	"automacao/internal/wire/storage"
	"automacao/internal/wire/token"
)

// admit is called at the start of every request: it refuses whose session is over,
// and whom the market does not know yet.
const admit = "private.admit"

// Bounds of one answer of the REST protocol.
const (
	rowsMax        = 1000
	countMax       = 1000
	offsetMax      = 1000
	embedsDeepMax  = 3 // the screens nest two
	rowsWrittenMax = 50
	answerBytesMax = 16 << 20
	bodyBytesMax   = 1 << 20
)

// Bounds of what one request may cost. The dearest screen is far below: a
// directory of a million rows that is counted whole.
const (
	visitorTimeout = 2 * time.Second
	memberTimeout  = 8 * time.Second
	costMax        = 400_000
)

// compose builds the protocols and the site on the open database.
func (a *App) compose(ctx context.Context, signing *token.Keys) (http.Handler, error) {
	proxies, err := a.cfg.proxies()
	if err != nil {
		return nil, err
	}
	signing = signing.WithIssuer(core.Issuer(a.cfg.URL()))
	a.entrance, a.disk = middleware.NewEntrance(signing.Caller, a.keys.AnonKey), middleware.NewDisk(a.cfg.Data, a.cfg.DiskReserveMB, errDiskFull)
	if err := a.openMeter(ctx); err != nil {
		return nil, err
	}
	addProcessors()
	signIn := a.authConfig()
	if signIn.Federation, err = core.OpenFederation(a.cfg.FederationFile); err != nil {
		return nil, err
	}
	a.auth = auth.New(a.conns.sessions, signing, signIn, a.log)
	abouts, err := functionDocs()
	if err != nil {
		return nil, err
	}
	skills, err := skillReaders(ctx, a.db.Pool)
	if err != nil {
		return nil, err
	}
	a.rest, err = rest.New(ctx, a.db.Pool, signing, rest.Config{
		Schemas: []string{"public"}, ExtraSearchPath: []string{"extensions"}, AnonRole: "anon", PreRequest: admit,
		RowsMax: rowsMax, CountMax: countMax, OffsetMax: offsetMax, EmbedsDeepMax: embedsDeepMax, AnswerBytesMax: answerBytesMax, BodyBytesMax: bodyBytesMax, FiltersRequired: true, PlainErrors: true, TimeoutsPass: true, StarRoles: []string{"anon", "authenticated"}, RowsWrittenMax: rowsWrittenMax, Meter: a.meter,
		StatementTimeout: memberTimeout, VisitorTimeout: visitorTimeout, CostMax: costMax, Price: "private.price", Reads: middleware.HalfOf(a.db.Pool), Writes: middleware.HalfOf(a.db.Pool), MayWrite: a.disk.MayWrite,
		Memory: a.responseCache, VisitorKey: a.keys.AnonKey, Waits: loadshed.GiveBack, Ran: a.ran,
		Repeats: repeat.Store{Recall: "private.recall_answer", Keep: "private.keep_answer"}, Direct: a.db.Direct, Abouts: abouts, Readers: skills,
	}, a.log)
	if err != nil {
		return nil, err
	}
	if err := a.registerMarket(); err != nil {
		return nil, err
	}
	scanner, err := a.cfg.scanner()
	if err != nil {
		return nil, err
	}
	a.storage = storage.New(a.conns.files, signing, a.bucket, storage.Config{
		PreRequest: admit, Inspect: true, Originals: originals, Scanner: scanner, Meter: a.meter, IsFull: a.disk.Full, Transforms: a.cfg.PicturesMB > 0, TransformsBytesMax: int64(a.cfg.PicturesMB) << 20,
	}, a.log)
	if err := a.openJobs(a.storage); err != nil {
		return nil, err
	}
	a.hub = realtime.New(a.conns.live, signing, realtime.Config{PreRequest: admit, Direct: a.db.Direct, AllowedOrigins: a.cfg.AllowedOrigins, Meter: a.meter}, a.log)
	a.functions = functions.New(a.conns.functions, signing, functions.Config{PreRequest: admit, Meter: a.meter}, a.log)
	if err := a.registerFunctions(); err != nil {
		return nil, err
	}
	gateway := wire.New(wire.Config{AllowedOrigins: a.cfg.AllowedOrigins, Admit: a.entrance.Admit},
		wire.Handlers{Auth: a.auth, Rest: a.rest, Storage: a.storage, Realtime: a.hub, Functions: a.functions})
	settings, err := a.publicSettings()
	if err != nil {
		return nil, err
	}
	institution, _ := settings["institution"].(string)
	pages, err := site.New(site.Config{URL: a.cfg.URL(), Settings: settings, PagesOff: a.cfg.PagesOff, PictureOrigins: a.cfg.PictureOrigins, Contact: a.cfg.ContactAddress(), Operator: a.cfg.operatedBy(), Officer: a.cfg.officer(), Institution: institution, VisitorKey: a.keys.AnonKey, Rest: http.StripPrefix(rest.Base, a.rest), Cache: a.responseCache}, a.conns.files, a.log)
	if err != nil {
		return nil, err
	}
	a.pages, a.entrance.NeedsNothing = pages, a.needsNothing
	return wire.Origin(proxies, a.route(gateway, pages)), nil
}
