package app

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/edge/loadshed"
	"automacao/internal/edge/middleware"
	"automacao/internal/edge/ratelimit"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/functions"
	"automacao/internal/wire/realtime"
	"automacao/internal/wire/rest"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/repeat"
	"automacao/internal/wire/storage"
	"automacao/internal/wire/token"
)

// protocols answer the official clients.
type protocols struct {
	// signing signs and reads the tokens of the protocols.
	signing   *token.Keys
	auth      *auth.Server
	rest      *rest.Engine
	storage   *storage.Server
	hub       *realtime.Hub
	functions *functions.Server
	meter     *ratelimit.Meter
	// paths are the names of the App's own routes that the meter is asked for.
	paths []string
}

// admit is the database function that is called at the start of every request. It refuses ended
// sessions and people whose registration is not complete.
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

// Bounds of the cost of one request. The most expensive screen, a counted directory of a million
// rows, is far below them.
const (
	visitorTimeout = 2 * time.Second
	memberTimeout  = 8 * time.Second
	costMax        = 400_000
)

// openEntrance prepares what every request passes before it reaches a protocol.
func (a *App) openEntrance(context.Context) error {
	a.signing = a.signing.WithIssuer(core.Issuer(a.cfg.URL()))
	a.entrance = middleware.NewEntrance(a.signing.Caller, a.keys.AnonKey)
	a.entrance.NeedsNothing = a.needsNothing
	a.disk = middleware.NewDisk(a.cfg.Data, a.cfg.DiskReserveMB, errDiskFull)
	return nil
}

func (a *App) openAuth(context.Context) (err error) {
	addProcessors()
	signIn := a.authConfig()
	if signIn.Federation, err = core.OpenFederation(a.cfg.FederationFile); err != nil {
		return err
	}
	a.auth = auth.New(a.conns.sessions, a.signing, signIn, a.log)
	return nil
}

func (a *App) closeAuth(context.Context) error {
	if a.auth != nil {
		a.auth.Close()
	}
	return nil
}

func (a *App) openRest(ctx context.Context) error {
	abouts, err := functionDocs()
	if err != nil {
		return err
	}
	readers, err := filterReaders(ctx, a.db.Pool)
	if err != nil {
		return err
	}
	a.rest, err = rest.New(ctx, a.db.Pool, a.signing, rest.Config{
		Schemas: []string{"public"}, ExtraSearchPath: []string{"extensions"}, AnonRole: "anon", PreRequest: admit,
		RowsMax: rowsMax, CountMax: countMax, OffsetMax: offsetMax, EmbedsDeepMax: embedsDeepMax, RowsWrittenMax: rowsWrittenMax,
		AnswerBytesMax: answerBytesMax, BodyBytesMax: bodyBytesMax,
		FiltersRequired: true, PlainErrors: true, TimeoutsPass: true, StarRoles: []string{"anon", "authenticated"},
		StatementTimeout: memberTimeout, VisitorTimeout: visitorTimeout, CostMax: costMax, Price: "private.price", Meter: a.meter,
		Reads: middleware.HalfOf(a.db.Pool), Writes: middleware.HalfOf(a.db.Pool), MayWrite: a.disk.MayWrite,
		Memory: a.responseCache, VisitorKey: a.keys.AnonKey, Waits: loadshed.GiveBack, Ran: a.ran,
		Repeats: repeat.Store{Recall: "private.recall_answer", Keep: "private.keep_answer"}, Direct: a.db.Direct, Abouts: abouts, Readers: readers,
	}, a.log)
	return err
}

func (a *App) openStorage(context.Context) error {
	scanner, err := a.cfg.scanner()
	if err != nil {
		return err
	}
	a.storage = storage.New(a.conns.files, a.signing, a.bucket, storage.Config{
		PreRequest: admit, Inspect: true, Originals: originals, Scanner: scanner, Meter: a.meter, IsFull: a.disk.Full,
		Transforms: a.cfg.PicturesMB > 0, TransformsBytesMax: int64(a.cfg.PicturesMB) << 20,
	}, a.log)
	return nil
}

func (a *App) openRealtime(context.Context) error {
	a.hub = realtime.New(a.conns.live, a.signing, realtime.Config{PreRequest: admit, Direct: a.db.Direct, AllowedOrigins: a.cfg.AllowedOrigins, Meter: a.meter}, a.log)
	return nil
}

// filterReaders lets filters take skills by slug, name or label, and technologies by any spelling, or
// all of a family or a vendor. Both catalogues change only with a release, so their slugs are read
// once.
func filterReaders(ctx context.Context, pool *pgxpool.Pool) ([]catalog.Reader, error) {
	var skills, technologies []string
	const catalogues = `SELECT (SELECT array_agg(slug) FROM public.skills), (SELECT array_agg(slug) FROM public.technologies)`
	if err := pool.QueryRow(ctx, catalogues).Scan(&skills, &technologies); err != nil {
		return nil, fmt.Errorf("read the catalogues of skills and technologies: %w", err)
	}
	var readers []catalog.Reader
	for _, table := range []string{"profiles", "professionals", "projects", "project_revisions"} {
		relation := catalog.Name{Schema: "public", Name: table}
		readers = append(readers,
			catalog.Reader{Relation: relation, Column: "skills", Function: "private.read_skills", Plain: skills},
			catalog.Reader{Relation: relation, Column: "technologies", Function: "private.read_technologies", Plain: technologies})
	}
	return readers, nil
}
