package app

import (
	"context"
	"net"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres"
)

// Opener opens an App's database. The App closes it, also after a start that fails. The
// opener has prepare change the configuration of the pool that serves requests, so that its
// connections tell the response cache and the telemetry what passes them.
type Opener func(ctx context.Context, prepare func(*pgxpool.Config)) (*postgres.Database, error)

// OnDatabase starts an App on the database that open returns instead of the one that its
// settings name. Acceptance tests start it on a copy of a database that is migrated already.
func OnDatabase(open Opener) Option { return func(a *App) { a.open = open } }

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
