package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"path/filepath"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres/cluster"
	"automacao/internal/postgres/migrations"
)

// Config says which database to open.
type Config struct {
	// URL is an external PostgreSQL; empty starts a private cluster. Its role
	// serves requests, and should own nothing.
	URL string
	// MigrateURL is the same database for the role that owns the schema; empty
	// where that is URL's own, or where somebody else migrates.
	MigrateURL string
	// DirectURL is the same database past the pooler that URL leads through, for
	// its role; empty where there is no pooler, or no way past it.
	DirectURL string
	// Archive, unless nil, keeps the private cluster's WAL elsewhere.
	Archive *cluster.Archive
	// Parts are schemas that are kept up to date along with the product's own.
	Parts []Part
	// Dir is the parent folder of the private cluster's data directory.
	Dir string
	// BinDir is the folder of the PostgreSQL server programs; found when empty.
	BinDir string
	// Settings are the operator's own instead of those chosen for the private
	// cluster, see cluster.ParseSettings.
	Settings map[string]string
	// MaxConns bounds the pool; 0 means four a core and eight at least.
	MaxConns int32
	// LossySettings are settings under which the server may lose what it
	// confirmed and that may stand as they are; the log says so. See
	// cluster.DurabilitySettings.
	LossySettings []string
	// Beside works on the private cluster of a server that runs meanwhile, whose
	// schema is left alone unless Migrates is set.
	Beside, Migrates bool
	// Duty and Node say in application_name what the pool is for, and whose it is.
	Duty, Node string
	// Prepare, unless nil, changes how the connections that serve requests are made.
	Prepare func(*pgxpool.Config)
	Log     *slog.Logger

	way way
}

// Database is an open, migrated database.
type Database struct {
	// Pool serves requests as a role that inherits service_role.
	Pool *pgxpool.Pool
	// OwnerURL reaches the database as the role that owns its schema, as far as
	// this program was told of it; else as the role that serves.
	OwnerURL string
	// Direct reaches the database past a pooler, for sessions of one's own; nil
	// without Config.DirectURL.
	Direct *pgxpool.Pool

	cluster *cluster.Cluster
	// beside says that the private cluster is another process's.
	beside bool
}

// HasCluster reports whether a private cluster lies in a parent folder.
func HasCluster(dir string) bool { return cluster.Exists(clusterDir(dir)) }

// ArchiveID names the run of WAL that the private cluster below a parent folder
// archives; "" where it archives none.
func ArchiveID(dir string) string { return cluster.ArchiveID(clusterDir(dir)) }

// ReadArchive says how far that archive is behind.
func ReadArchive(dir string) (cluster.ArchiveState, error) {
	return cluster.ReadArchive(clusterDir(dir))
}

// ClusterDir is the private cluster's data directory below a parent folder.
func ClusterDir(dir string) string { return clusterDir(dir) }

func clusterDir(dir string) string { return filepath.Join(dir, "postgres") }

// name is the private cluster's only database.
const name = "automacao"

// loginRole is what the server logs in as on its private cluster.
const loginRole = "authenticator"

// Open starts or reaches the database, brings its schema up to date and
// returns a pool on it. The caller closes it. An error is a sentence that
// says what to change.
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

// OpenBare reaches the private cluster as its owner, without a pool and without
// migrating: to back up what is there, or to restore into it.
func OpenBare(ctx context.Context, cfg Config) (*Database, error) {
	db := &Database{}
	if cfg.Beside {
		found, err := cluster.Attach(ctx, clusterDir(cfg.Dir))
		if err != nil {
			return nil, err
		}
		if found != nil {
			db.beside, db.OwnerURL = true, found.URL(name, cluster.Superuser)
			return db, nil
		}
	}
	if err := db.startCluster(ctx, cfg); err != nil {
		return nil, err
	}
	return db, nil
}

// openCluster starts the private cluster, or finds it running, and returns the
// address of the role that serves.
func (db *Database) openCluster(ctx context.Context, cfg Config) (string, error) {
	if cfg.Beside {
		found, err := cluster.Attach(ctx, clusterDir(cfg.Dir))
		if err != nil {
			return "", err
		}
		if found != nil {
			db.beside, db.OwnerURL = true, found.URL(name, cluster.Superuser)
			return found.URL(name, loginRole), nil
		}
	}
	if err := db.startCluster(ctx, cfg); err != nil {
		return "", err
	}
	return db.cluster.URL(name, loginRole), nil
}

// Running is the address, for the role that serves, of a private cluster that
// another process runs in a parent folder; "" where none does.
func Running(ctx context.Context, dir string) (string, error) {
	found, err := cluster.Attach(ctx, clusterDir(dir))
	if err != nil || found == nil {
		return "", err
	}
	return found.URL(name, loginRole), nil
}

// Ending has the log of a private cluster say nothing more of clients that leave.
func (db *Database) Ending() {
	if db.cluster != nil {
		db.cluster.Ending()
	}
}

// IsBeside reports whether the private cluster is another process's.
func (db *Database) IsBeside() bool { return db.beside }

// URL reaches the database as the role that serves requests.
func (db *Database) URL() string { return db.Pool.Config().ConnString() }

// Done is closed when a private cluster is gone for good; nil for an external
// database.
func (db *Database) Done() <-chan struct{} {
	if db.cluster == nil {
		return nil
	}
	return db.cluster.Done()
}

// Ready waits until a private cluster answers, which it does except while it
// recovers from a crash.
func (db *Database) Ready(ctx context.Context) error {
	if db.cluster == nil {
		return nil
	}
	return db.cluster.Ready(ctx)
}

// ServerPID is the process number of a private cluster's server; 0 for an
// external database and while the server is being started again.
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
	// The role that serves may have settings of its own.
	if err := checkDurable(ctx, pool, cfg); err != nil || db.cluster != nil {
		return err
	}
	if db.beside {
		return checkInForce(ctx, pool, cfg)
	}
	return db.prepare(ctx, cfg)
}

// checkInForce refuses a schema that is behind this program: another process
// serves it, perhaps of an older version.
func checkInForce(ctx context.Context, pool *pgxpool.Pool, cfg Config) error {
	behind, err := isBehind(ctx, pool, migrations.Files, cfg.Parts)
	if err == nil && behind {
		return errors.New("the schema of the server that runs is behind this program: wait until it is ready, use the program that runs, or run `automacao migrate` first")
	}
	return err
}

// serverConnsSpare is how many connections a private server offers beyond the
// pool: reserves, listeners, migrations, a person with psql.
const (
	serverConnsMin   = 100
	serverConnsSpare = 80
)

func (db *Database) startCluster(ctx context.Context, cfg Config) error {
	conns := max(serverConnsMin, int(poolSize(cfg.MaxConns))+serverConnsSpare)
	machine := cluster.ReadMachine(cfg.Dir)
	settings := cluster.Tune(machine, conns)
	maps.Copy(settings, cfg.Settings)
	cfg.Log.Info("private database tuned", "memory_mib", machine.MemoryBytes>>20, "cores", machine.Cores, "disk_free_mib", machine.FreeBytes>>20, "settings", settings)
	settings["max_connections"] = strconv.Itoa(conns)
	started, err := cluster.Start(ctx, cluster.Config{
		Dir: clusterDir(cfg.Dir), BinDir: cfg.BinDir, Log: cfg.Log,
		Settings: settings, Archive: cfg.Archive,
	})
	if err != nil {
		return err
	}
	db.cluster = started
	db.OwnerURL = started.URL(name, cluster.Superuser)
	if err := createDatabase(ctx, started.URL("postgres", cluster.Superuser)); err != nil {
		return errors.Join(err, started.Stop(context.WithoutCancel(ctx)))
	}
	return nil
}

func createDatabase(ctx context.Context, url string) (err error) {
	conn, err := connect(ctx, url, "start", "")
	if err != nil {
		return explain(err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	_, err = conn.Exec(ctx, `CREATE DATABASE `+name)
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok && failure.Code == duplicateDatabase {
		return nil
	}
	if err != nil {
		return fmt.Errorf("create database: %w", err)
	}
	return nil
}

// oldestVersion is PostgreSQL 15, as server_version_num counts.
const oldestVersion = 150000

// check refuses a server that is too old or that may lose what it confirmed.
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

// asked is a connection or a pool of them.
type asked interface {
	Query(ctx context.Context, statement string, arguments ...any) (pgx.Rows, error)
}

// checkDurable refuses what may lose what it confirmed. What is accepted or
// cannot be read is said in the log.
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
