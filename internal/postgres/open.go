package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres/cluster"
	"automacao/internal/postgres/migrations"
)

// Config says which database to open.
type Config struct {
	// URL is an external PostgreSQL; empty starts a private cluster. Its role serves requests and
	// should own nothing.
	URL string
	// MigrateURL reaches the same database as the role that owns the schema. It is empty if URL's
	// role owns it, or if another process migrates.
	MigrateURL string
	// DirectURL reaches the same database as URL's role, bypassing the pooler that URL goes
	// through. It is empty without a pooler, or if there is no direct route.
	DirectURL string
	// Archive, unless nil, archives the private cluster's WAL elsewhere.
	Archive *cluster.Archive
	// Parts are schemas of libraries that are migrated along with the product's own.
	Parts []Part
	// Dir is the parent folder of the private cluster's data directory.
	Dir string
	// BinDir is the folder of the PostgreSQL server programs; if empty it is searched for.
	BinDir string
	// Settings are the operator's values for settings that are otherwise chosen for the private
	// cluster, see cluster.ParseSettings.
	Settings map[string]string
	// MaxConns bounds the pool; 0 means eight per core and at least sixteen.
	MaxConns int32
	// LossySettings are settings that the operator accepts although the server may lose confirmed
	// writes under them. The log reports them. See cluster.DurabilitySettings.
	LossySettings []string
	// Beside uses the private cluster of a server that is already running. Its schema is left alone
	// unless Migrates is set.
	Beside, Migrates bool
	// Duty and Node go into application_name: the pool's purpose, and the server it belongs to.
	Duty, Node string
	// Prepare, unless nil, adjusts the configuration of the pool that serves requests.
	Prepare func(*pgxpool.Config)
	Log     *slog.Logger

	way way
}

// Database is an open, migrated database.
type Database struct {
	// Pool serves requests as a role that inherits service_role.
	Pool *pgxpool.Pool
	// OwnerURL reaches the database as the role that owns its schema if the configuration names it,
	// else as the role that serves requests.
	OwnerURL string
	// Direct bypasses the pooler for work that needs its own session; nil without Config.DirectURL.
	Direct *pgxpool.Pool

	cluster *cluster.Cluster
	// beside is true if another process supervises the private cluster.
	beside bool
}

// Open starts or connects to the database, migrates its schema and returns it with a pool. The
// caller closes it. An error is a sentence that says what to change.
func Open(ctx context.Context, cfg Config) (*Database, error) {
	db := &Database{OwnerURL: cmp.Or(cfg.MigrateURL, cfg.DirectURL, cfg.URL)}
	poolURL := cfg.URL
	if cfg.URL == "" {
		var err error
		if poolURL, err = db.openCluster(ctx, cfg); err != nil {
			return nil, err
		}
	}
	if err := db.connect(ctx, cfg, poolURL); err != nil {
		return nil, errors.Join(err, db.Close(context.WithoutCancel(ctx)))
	}
	return db, nil
}

// Ending logs the lines of a private cluster at debug level from now on, because the shutdown that
// follows makes it report every lost client.
func (db *Database) Ending() {
	if db.cluster != nil {
		db.cluster.Ending()
	}
}

// URL returns the URL of the role that serves requests.
func (db *Database) URL() string { return db.Pool.Config().ConnString() }

// Done is closed when a private cluster has stopped for good; nil for an external database.
func (db *Database) Done() <-chan struct{} {
	if db.cluster == nil {
		return nil
	}
	return db.cluster.Done()
}

// Ready waits until a private cluster accepts connections. It accepts them except while it recovers
// from a crash.
func (db *Database) Ready(ctx context.Context) error {
	if db.cluster == nil {
		return nil
	}
	return db.cluster.Ready(ctx)
}

// ServerPID returns the process id of a private cluster's server; 0 for an external database and
// while the server restarts.
func (db *Database) ServerPID() int {
	if db.cluster == nil {
		return 0
	}
	return db.cluster.PID()
}

// Close closes the connections and stops a private cluster.
func (db *Database) Close(ctx context.Context) error {
	for _, pool := range []*pgxpool.Pool{db.Pool, db.Direct} {
		if pool != nil {
			pool.Close()
		}
	}
	if db.cluster == nil {
		return nil
	}
	return db.cluster.Stop(ctx)
}

func (db *Database) connect(ctx context.Context, cfg Config, poolURL string) error {
	if err := db.check(ctx, cfg); err != nil {
		return err
	}
	if db.cluster != nil || db.beside && cfg.Migrates {
		if err := migrateAll(ctx, db.OwnerURL, cfg); err != nil {
			return err
		}
	}
	if cfg.URL == "" {
		cfg.way = ownWay
	}
	pool, err := newPool(ctx, poolURL, cfg.MaxConns, cfg)
	if err != nil {
		return err
	}
	db.Pool = pool
	if err := pool.Ping(ctx); err != nil {
		return explain(err)
	}
	if cfg.DirectURL != "" {
		if db.Direct, err = openDirect(ctx, pool, cfg); err != nil {
			return err
		}
	}
	// The serving role may have settings of its own, so check again as that role.
	if err := checkDurable(ctx, pool, cfg); err != nil || db.cluster != nil {
		return err
	}
	if db.beside {
		return checkInForce(ctx, pool, cfg)
	}
	return db.prepare(ctx, cfg)
}

// checkInForce refuses a schema that is behind this program: another process, perhaps of an older
// version, is serving it.
func checkInForce(ctx context.Context, pool *pgxpool.Pool, cfg Config) error {
	behind, err := isBehind(ctx, pool, migrations.Product.Files, cfg.Parts)
	if err == nil && behind {
		return errors.New("the schema of the server that runs is behind this program: wait until it is ready, use the program that runs, or run `automacao migrate` first")
	}
	return err
}

// oldestVersion is PostgreSQL 15 in the format of server_version_num.
const oldestVersion = 150000

// check refuses a server that is too old or that may lose confirmed writes.
func (db *Database) check(ctx context.Context, cfg Config) error {
	conn, err := connect(ctx, db.OwnerURL, "start", cfg.Node)
	if err != nil {
		return explain(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var version int
	if err := conn.QueryRow(ctx, `SELECT current_setting('server_version_num')::int`).Scan(&version); err != nil {
		return fmt.Errorf("ask the database for its version: %w", err)
	}
	if version < oldestVersion {
		return fmt.Errorf("the database is PostgreSQL %d; 15 or newer is needed", version/10000)
	}
	return checkDurable(ctx, conn, cfg)
}

// asked is a connection or a pool.
type asked interface {
	Query(ctx context.Context, statement string, arguments ...any) (pgx.Rows, error)
}

// checkDurable refuses a server that may lose confirmed writes. It logs settings that the operator
// accepts and settings that it cannot read.
func checkDurable(ctx context.Context, on asked, cfg Config) error {
	found, err := cluster.ReadDurability(ctx, on)
	if err != nil {
		return err
	}
	if err := found.Check(cfg.LossySettings...); err != nil {
		return err
	}
	if len(found.Lossy) > 0 {
		cfg.Log.Warn("the database may lose what it confirmed, which AUTOMACAO_LOSSY_SETTINGS or the demonstration accepts", "settings", found.Lossy)
	}
	if len(found.Unread) > 0 {
		cfg.Log.Warn("the database does not tell whether it keeps what it confirmed", "settings", found.Unread)
	}
	return nil
}
