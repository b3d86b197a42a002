// Package app composes the server: it opens the database, starts the protocols, the market and
// the web application in order, and serves them behind one address. It is the only room that
// knows all the others, and it holds no rule of the product. The program and the acceptance
// tests start the same App.
//
// Begin with App.start, the order in which everything starts, and Config, every setting.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	gocloud "gocloud.dev/blob"

	"automacao/internal/edge/loadshed"
	"automacao/internal/edge/middleware"
	"automacao/internal/edge/ratelimit"
	"automacao/internal/edge/responsecache"
	"automacao/internal/edge/telemetry"
	"automacao/internal/files/blob"
	"automacao/internal/kernel/background"
	"automacao/internal/kernel/seal"
	"automacao/internal/market/jobs"
	"automacao/internal/market/money/payment"
	"automacao/internal/market/setting"
	"automacao/internal/notify/mail"
	"automacao/internal/notify/push"
	"automacao/internal/postgres"
	"automacao/internal/site"
	"automacao/internal/wire"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/functions"
	"automacao/internal/wire/realtime"
	"automacao/internal/wire/rest"
	"automacao/internal/wire/rest/repeat"
	"automacao/internal/wire/storage"
	"automacao/internal/wire/token"
)

// App is a running server.
type App struct {
	cfg  Config
	keys Keys
	log  *slog.Logger

	// open opens the database.
	open Opener
	db   *postgres.Database
	// conns are connections that belong to one purpose each.
	conns reserves
	// memory is what visitors are answered alike, nil where nothing is kept.
	responseCache *responsecache.Cache
	bucket        *gocloud.Bucket
	sender        *mail.Sender
	push          *push.Sender
	// pushKey is what browsers are told, pushServices what may be called for them.
	pushKey      push.Key
	pushServices push.Services
	auth         *auth.Server
	rest         *rest.Engine
	storage      *storage.Server
	hub          *realtime.Hub
	functions    *functions.Server
	pages        *site.Site
	jobs         *jobs.Jobs
	sealer       *seal.Sealer
	// payments is nil in what only reads the registered calls.
	payments *payment.Desk
	meter    *ratelimit.Meter
	// paths are the names of the App's own routes that the meter is asked for.
	paths []string

	server   *http.Server
	listener net.Listener
	// watch looks at what is served; metricsServer tells an operator, and is nil
	// unless one asked for it.
	watch           *telemetry.Recorder
	metricsServer   *http.Server
	metricsListener net.Listener
	turned          func() int64
	ready           atomic.Bool
	pulse           middleware.Pulse
	// files remembers how a bucket that is not a folder answered.
	files    middleware.Pulse
	entrance *middleware.Entrance
	disk     *middleware.Disk
	// idle ends what nobody waits for, stop what requests need.
	idle, stop context.CancelFunc
	running    sync.WaitGroup
	failed     chan error
}

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

// Opener opens an App's database. The App closes it, also after a start that fails. The
// opener has prepare change the configuration of the pool that serves requests, so that its
// connections tell the response cache and the telemetry what passes them.
type Opener func(ctx context.Context, prepare func(*pgxpool.Config)) (*postgres.Database, error)

// Option changes how an App starts.
type Option func(*App)

// OnDatabase starts an App on the database that open returns instead of the one that its
// settings name. Acceptance tests start it on a copy of a database that is migrated already.
func OnDatabase(open Opener) Option { return func(a *App) { a.open = open } }

// Start opens everything and listens. The context bounds the start only; the
// caller closes the App.
func Start(ctx context.Context, cfg Config, log *slog.Logger, options ...Option) (*App, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	a := &App{cfg: cfg, log: log, failed: make(chan error, 4)}
	a.open = a.openDatabase
	for _, apply := range options {
		apply(a)
	}
	if err := a.start(ctx); err != nil {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), cfg.ShutdownTimeout)
		defer cancel()
		return nil, errors.Join(err, a.Close(closing))
	}
	a.tellDifferences(ctx)
	return a, nil
}

// openDatabase opens the database that the settings name.
func (a *App) openDatabase(ctx context.Context, prepare func(*pgxpool.Config)) (*postgres.Database, error) {
	cfg := a.cfg.database(a.log)
	_, port, _ := net.SplitHostPort(a.cfg.Addr)
	cfg.Prepare, cfg.Duty, cfg.Node = prepare, restDuty, postgres.Node(port)
	db, err := postgres.Open(ctx, cfg)
	if err == nil && postgres.IsPooled(db.Pool) && db.Direct == nil {
		a.log.Warn(notLive)
	}
	return db, err
}

// notLive is what a pooler that passes no notifications on leaves to polling.
const notLive = "DATABASE_URL leads through a pooler and DATABASE_DIRECT_URL is not set: subscriptions to changes are refused, broadcasts reach only who is on the same node, " +
	"no answer is kept for visitors, work is looked for every second and the schema every minute"

// prepare has the connections that serve requests tell what is written on them,
// and what takes long.
func (a *App) prepare(cfg *pgxpool.Config) {
	a.responseCache.HearNotices(cfg)
	a.watch.Listen(cfg)
}

// start listens with everything open.
func (a *App) start(ctx context.Context) error {
	started := time.Now()
	a.watch = telemetry.New(telemetry.Config{Metrics: a.cfg.MetricsAddr != "", SlowAfter: a.cfg.SlowAfter}, a.log)
	_, port, _ := net.SplitHostPort(a.cfg.Addr)
	if err := a.watch.Open(ctx, postgres.Node(port)); err != nil {
		return err
	}
	if err := a.lookAround(ctx); err != nil {
		return err
	}
	signing, _, err := openKeys(a.cfg)
	if err != nil {
		return err
	}
	if a.keys, err = ReadKeys(a.cfg); err != nil {
		return err
	}
	if a.sealer, err = seal.Load(a.cfg.SealKeys, a.cfg.sealKeysPath()); err != nil {
		return fmt.Errorf("AUTOMACAO_SEAL_KEYS: %w", err)
	}
	a.responseCache = responsecache.New(responsecache.Config{BytesMax: int64(a.cfg.AnswersMB) << 20, Role: "anon", Announcer: "private.announce_write", Waits: loadshed.GiveBack}, a.log)
	if a.db, err = a.open(ctx, a.prepare); err != nil {
		return err
	}
	if a.conns, err = openReserves(a.db.Pool); err != nil {
		return err
	}
	// The institution is told where to post before anything is served there.
	if err := a.listen(ctx); err != nil {
		return err
	}
	if err := a.openPayments(ctx); err != nil {
		return err
	}
	if err := a.chooseSettings(ctx); err != nil {
		return err
	}
	if a.bucket == nil {
		if a.bucket, err = blob.Open(ctx, a.cfg.BlobURL, a.cfg.Data); err != nil {
			return err
		}
	}
	if err := a.openMail(); err != nil {
		return err
	}
	if err := a.openPush(); err != nil {
		return err
	}
	handler, err := a.compose(ctx, signing)
	if err != nil {
		return err
	}
	if a.cfg.Demo {
		if err := a.loadDemo(ctx); err != nil {
			return err
		}
	}
	if err := a.closeDemo(ctx); err != nil {
		return err
	}
	a.warnOfBackups(ctx)
	if err := a.serve(handler); err != nil {
		return err
	}
	a.log.Info("ready", "url", a.URL(), "took_ms", time.Since(started).Milliseconds())
	return nil
}

// chooseSettings hands the database what it has to know of the configuration.
func (a *App) chooseSettings(ctx context.Context) error {
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

// compose builds the protocols and the site on the open database.
func (a *App) compose(ctx context.Context, signing *token.Keys) (http.Handler, error) {
	proxies, err := a.cfg.proxies()
	if err != nil {
		return nil, err
	}
	signing = signing.WithIssuer(auth.Issuer(a.cfg.URL()))
	a.entrance, a.disk = middleware.NewEntrance(signing.Caller, a.keys.AnonKey), middleware.NewDisk(a.cfg.Data, a.cfg.DiskReserveMB, errDiskFull)
	if err := a.openMeter(ctx); err != nil {
		return nil, err
	}
	addProcessors()
	signIn := a.authConfig()
	if signIn.Federation, err = auth.OpenFederation(a.cfg.FederationFile); err != nil {
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

func (a *App) serve(handler http.Handler) error {
	running, stop := context.WithCancel(context.Background())
	a.stop = stop
	working, idle := context.WithCancel(running)
	a.idle = idle
	a.server = middleware.NewServer(handler, a.log)
	door := a.sheddingListener()
	a.turned = door.Turned
	a.server.ConnState, a.server.ConnContext = door.ConnState, door.ConnContext
	a.run(running, "rest", a.rest.Run)
	a.run(working, "jobs", func(ctx context.Context) error { return a.jobs.Run(a.settling(ctx)) })
	a.run(working, "payments", a.payments.Run)
	a.run(running, "realtime", a.hub.Run)
	a.run(running, "memory", func(ctx context.Context) error { return a.responseCache.Run(ctx, a.conns.files, a.db.Direct) })
	a.run(running, "state", a.tellState)
	a.run(running, "slow", func(ctx context.Context) error { return a.watch.TellSlow(ctx, a.conns.work) })
	a.run(running, "http", func(context.Context) error {
		if err := a.server.Serve(door); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	a.run(running, "door", func(ctx context.Context) error { return a.tellTurned(ctx, door) })
	if err := a.serveMetrics(running); err != nil {
		return err
	}
	a.ready.Store(true)
	return nil
}

// run starts a background part; its failure ends the server, a panic does not.
func (a *App) run(ctx context.Context, name string, part func(context.Context) error) {
	a.running.Go(func() {
		if err := background.Keep(ctx, a.log, name, part); err != nil {
			select {
			case a.failed <- err:
			default:
			}
		}
	})
}

// URL is where this server itself answers.
func (a *App) URL() string {
	if a.cfg.PublicURL != "" {
		return a.cfg.URL()
	}
	return "http://" + a.listener.Addr().String()
}

// Addr is the address that this server listens on, host:port. Where AUTOMACAO_ADDR leaves the
// port to the system, only this tells which one it is.
func (a *App) Addr() string { return a.listener.Addr().String() }

// MetricsAddr is the operator's address, "" where it is off.
func (a *App) MetricsAddr() string {
	if a.metricsListener == nil {
		return ""
	}
	return a.metricsListener.Addr().String()
}

// Functions are the functions registered in Go, by which an acceptance test knows that it
// tries each of them.
func (a *App) Functions() []rest.Function { return a.rest.Functions() }

// Reactions are the writes that something follows, by which an acceptance test knows that it
// looks at each of them.
func (a *App) Reactions() []rest.ReactedWrite { return a.rest.Reactions() }

// Keys are the keys that clients call this server with.
func (a *App) Keys() Keys { return a.keys }

// Failed receives the error of a part that cannot go on.
func (a *App) Failed() <-chan error { return a.failed }

// Close says it is not ready, refuses new connections, lets requests in flight
// finish while ctx lasts and tells open sockets to come back later, all at
// once, and stops the database last.
func (a *App) Close(ctx context.Context) error {
	a.ready.Store(false)
	if a.db != nil {
		a.db.Ending()
	}
	var errs []error
	if a.server != nil {
		a.idle()
		var sockets sync.WaitGroup
		sockets.Go(func() { background.Survive(a.log, "realtime", func() { a.hub.Shutdown(ctx) }) })
		if err := a.server.Shutdown(ctx); err != nil {
			// Whoever is still waiting is cut off, so that no handler holds a connection to the database.
			errs = append(errs, err, a.server.Close())
		}
		sockets.Wait()
	}
	if a.metricsServer != nil {
		errs = append(errs, a.metricsServer.Close())
	}
	if a.stop != nil {
		a.stop()
	}
	a.running.Wait()
	if a.server == nil {
		errs = append(errs, a.stopListening())
	}
	if a.payments != nil {
		errs = append(errs, a.payments.Close())
	}
	if a.auth != nil {
		a.auth.Close()
	}
	if a.push != nil {
		a.push.Close()
	}
	if a.bucket != nil {
		errs = append(errs, a.bucket.Close())
	}
	a.conns.close()
	a.watch.Close(ctx)
	if a.db != nil {
		errs = append(errs, a.db.Close(ctx))
	}
	return errors.Join(errs...)
}

// Run starts the server and keeps it until ctx ends or a part fails.
func Run(ctx context.Context, cfg Config, log *slog.Logger) error {
	a, err := Start(ctx, cfg, log)
	if err != nil {
		return err
	}
	var failure error
	select {
	case <-ctx.Done():
		log.Info("stopping", "at_most", cfg.ShutdownTimeout.String())
	case failure = <-a.Failed():
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), cfg.ShutdownTimeout)
	defer cancel()
	return errors.Join(failure, a.Close(closing))
}
