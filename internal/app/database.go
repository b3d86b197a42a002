package app

import (
	"context"
	"errors"
	"fmt"
	"net"

	"github.com/jackc/pgx/v5/pgxpool"
	gocloud "gocloud.dev/blob"

	"automacao/internal/edge/loadshed"
	"automacao/internal/edge/responsecache"
	"automacao/internal/files/blob"
	"automacao/internal/kernel/seal"
	"automacao/internal/postgres"
)

// stores are where the market's data is kept.
type stores struct {
	db *postgres.Database
	// conns are separate connections for each purpose.
	conns reserves
	// responseCache keeps the answers that are the same for every visitor.
	responseCache *responsecache.Cache
	bucket        *gocloud.Bucket
	sealer        *seal.Sealer
}

// Opener opens the database of an App, which closes it, also after a start that failed. The opener
// must apply prepare to the pool that serves requests, so that the response cache and the telemetry
// see what passes on its connections.
type Opener func(ctx context.Context, prepare func(*pgxpool.Config)) (*postgres.Database, error)

// OnDatabase starts an App on the database that open returns, instead of the configured one.
// Acceptance tests use it to start on a copy of a migrated database.
func OnDatabase(open Opener) Option { return func(a *App) { a.open = open } }

func (a *App) openResponseCache(context.Context) error {
	a.responseCache = responsecache.New(responsecache.Config{BytesMax: int64(a.cfg.AnswersMB) << 20, Role: "anon", Announcer: "private.announce_write", Waits: loadshed.GiveBack}, a.log)
	return nil
}

func (a *App) openDatabase(ctx context.Context) (err error) {
	a.db, err = a.open(ctx, a.prepare)
	return err
}

func (a *App) closeDatabase(ctx context.Context) error {
	if a.db == nil {
		return nil
	}
	return a.db.Close(ctx)
}

// openBucket opens the object store.
func (a *App) openBucket(ctx context.Context) (err error) {
	a.bucket, err = blob.Open(ctx, a.cfg.BlobURL, a.cfg.Data)
	return err
}

func (a *App) closeBucket(context.Context) error {
	if a.bucket == nil {
		return nil
	}
	return a.bucket.Close()
}

// openConfigured opens the configured database.
func (a *App) openConfigured(ctx context.Context, prepare func(*pgxpool.Config)) (*postgres.Database, error) {
	cfg := a.cfg.database(a.log)
	_, port, _ := net.SplitHostPort(a.cfg.Addr)
	cfg.Prepare, cfg.Duty, cfg.Node = prepare, restDuty, postgres.Node(port)
	db, err := postgres.Open(ctx, cfg)
	if err == nil && postgres.IsPooled(db.Pool) && db.Direct == nil {
		a.log.Warn(notLive)
	}
	return db, err
}

// notLive is the warning about a pooler that passes on no notifications, so that parts of the
// server poll.
const notLive = "DATABASE_URL leads through a pooler and DATABASE_DIRECT_URL is not set: subscriptions to changes are refused, broadcasts reach only who is on the same node, " +
	"no answer is kept for visitors, work is looked for every second and the schema every minute"

// openKeys reads the keys that sign and seal, and creates the ones that are missing.
func (a *App) openKeys(context.Context) (err error) {
	if a.signing, _, err = openKeys(a.cfg); err != nil {
		return err
	}
	if a.keys, err = ReadKeys(a.cfg); err != nil {
		return err
	}
	if a.sealer, err = seal.Load(a.cfg.SealKeys, a.cfg.sealKeysPath()); err != nil {
		return fmt.Errorf("AUTOMACAO_SEAL_KEYS: %w", err)
	}
	return nil
}

// prepare has the connections that serve requests report their writes to the response cache, and
// slow statements to the telemetry.
func (a *App) prepare(cfg *pgxpool.Config) {
	a.responseCache.HearNotices(cfg)
	a.watch.Listen(cfg)
}

// reserves are connections for one purpose each, so that a crowd at one takes none from the others.
// The pool itself serves /rest/v1.
type reserves struct {
	// health checks whether the database answers.
	health *pgxpool.Pool
	// sessions are for /auth/v1.
	sessions *pgxpool.Pool
	// files are for /storage/v1 and for pages that show data.
	files *pgxpool.Pool
	// functions are for /functions/v1, whose answers may take long.
	functions *pgxpool.Pool
	// live is for joins and changes of /realtime/v1.
	live *pgxpool.Pool
	// money is for the institution's events and orders.
	money *pgxpool.Pool
	// counts are for rate limits that are counted over all nodes.
	counts *pgxpool.Pool
	// work is for jobs.
	work *pgxpool.Pool
}

// restDuty is the name of the pool itself.
const restDuty = "rest"

// Bounds of a reserve, which is a quarter of the pool.
const (
	reserveMin = 2
	reserveMax = 8
)

func (a *App) openReserves(context.Context) (err error) {
	a.conns, err = openReserves(a.db.Pool)
	return err
}

func (a *App) closeReserves(context.Context) error {
	a.conns.close()
	return nil
}

func openReserves(pool *pgxpool.Pool) (r reserves, err error) {
	size := min(max(pool.Config().MaxConns/4, reserveMin), reserveMax)
	for duty, into := range r.byDuty() {
		conns := size
		if into == &r.health {
			conns = 1
		}
		opened, failure := postgres.Beside(pool, conns, duty)
		*into, err = opened, errors.Join(err, failure)
	}
	return r, err
}

// byDuty returns the reserves by the names that pg_stat_activity and the metrics use.
func (r *reserves) byDuty() map[string]**pgxpool.Pool {
	return map[string]**pgxpool.Pool{
		"health": &r.health, "auth": &r.sessions, "files": &r.files, "functions": &r.functions, "realtime": &r.live, "money": &r.money, "limits": &r.counts, "jobs": &r.work,
	}
}

func (r reserves) close() {
	for _, pool := range r.byDuty() {
		if *pool != nil {
			(*pool).Close()
		}
	}
}
