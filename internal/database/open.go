package database

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/database/cluster"
)

// Config says which database to open.
type Config struct {
	// URL is an external PostgreSQL; empty starts a private cluster.
	URL string
	// Dir is the parent folder of the private cluster's data directory.
	Dir string
	// BinDir is the folder of the PostgreSQL server programs; found when empty.
	BinDir string
	// MaxConns bounds the pool; 0 means four a core and eight at least.
	MaxConns int32
	Log      *slog.Logger
}

// Database is an open, migrated database.
type Database struct {
	// Pool serves requests as a role that inherits service_role.
	Pool *pgxpool.Pool
	// OwnerURL reaches the database as the role that owns its schema.
	OwnerURL string

	cluster *cluster.Cluster
}

// name is the private cluster's only database.
const name = "automacao"

// loginRole is what the server logs in as on its private cluster.
const loginRole = "authenticator"

// Open starts or reaches the database, brings its schema up to date and
// returns a pool on it. The caller closes it.
func Open(ctx context.Context, cfg Config) (*Database, error) {
	db := &Database{OwnerURL: cfg.URL}
	poolURL := cfg.URL
	if cfg.URL == "" {
		if err := db.startCluster(ctx, cfg); err != nil {
			return nil, err
		}
		poolURL = db.cluster.URL(name, loginRole)
	}
	if err := db.connect(ctx, cfg, poolURL); err != nil {
		return nil, errors.Join(err, db.Close(context.WithoutCancel(ctx)))
	}
	return db, nil
}

func (db *Database) connect(ctx context.Context, cfg Config, poolURL string) error {
	if err := check(ctx, db.OwnerURL); err != nil {
		return err
	}
	if err := Migrate(ctx, db.OwnerURL, cfg.Log); err != nil {
		return err
	}
	pool, err := NewPool(ctx, poolURL, cfg.MaxConns)
	if err != nil {
		return err
	}
	db.Pool = pool
	return nil
}

func (db *Database) startCluster(ctx context.Context, cfg Config) error {
	started, err := cluster.Start(ctx, cluster.Config{Dir: filepath.Join(cfg.Dir, "postgres"), BinDir: cfg.BinDir, Log: cfg.Log})
	if err != nil {
		return err
	}
	db.cluster = started
	db.OwnerURL = started.URL(name, cluster.Superuser)
	conn, err := pgx.Connect(ctx, started.URL("postgres", cluster.Superuser))
	if err == nil {
		err = createDatabase(ctx, conn)
		err = errors.Join(err, conn.Close(ctx))
	}
	if err != nil {
		return errors.Join(fmt.Errorf("create database: %w", err), started.Stop(context.WithoutCancel(ctx)))
	}
	return nil
}

func createDatabase(ctx context.Context, conn *pgx.Conn) error {
	var exists bool
	err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`, name).Scan(&exists)
	if err != nil || exists {
		return err
	}
	_, err = conn.Exec(ctx, `CREATE DATABASE `+name)
	return err
}

// oldestVersion is PostgreSQL 15, as server_version_num counts.
const oldestVersion = 150000

// check refuses a server that is too old or that may lose what it confirmed.
func check(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("reach the database: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	var version int
	var fsync, fullPageWrites, synchronousCommit, dataSyncRetry string
	err = conn.QueryRow(ctx, `
		SELECT current_setting('server_version_num')::int, current_setting('fsync'), current_setting('full_page_writes'),
		       current_setting('synchronous_commit'), current_setting('data_sync_retry')`,
	).Scan(&version, &fsync, &fullPageWrites, &synchronousCommit, &dataSyncRetry)
	switch {
	case err != nil:
		return fmt.Errorf("ask the database for its settings: %w", err)
	case version < oldestVersion:
		return fmt.Errorf("the database is PostgreSQL %d; 15 or newer is needed", version/10000)
	case fsync != "on" || fullPageWrites != "on" || synchronousCommit == "off" || dataSyncRetry != "off":
		return errors.New("the database may lose what it confirmed: set fsync, full_page_writes and synchronous_commit on and data_sync_retry off")
	}
	return nil
}

// Bounds of what one statement or a forgotten transaction may take.
const (
	statementTimeout = 30 * time.Second
	idleTimeout      = 60 * time.Second
)

// NewPool opens connections to a database. What the URL says of timeouts and
// of the way queries are sent (default_query_exec_mode=exec behind a pooler
// in transaction mode) is respected.
func NewPool(ctx context.Context, url string, maxConns int32) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, errors.New("the database URL cannot be read")
	}
	cfg.MaxConns = maxConns
	if maxConns == 0 {
		cfg.MaxConns = max(8, 4*int32(runtime.NumCPU()))
	}
	cfg.MaxConnIdleTime = 5 * time.Minute
	parameters := cfg.ConnConfig.RuntimeParams
	if cfg.ConnConfig.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement {
		setDefault(parameters, "application_name", "automacao")
		setDefault(parameters, "statement_timeout", fmt.Sprint(statementTimeout.Milliseconds()))
		setDefault(parameters, "idle_in_transaction_session_timeout", fmt.Sprint(idleTimeout.Milliseconds()))
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open connections: %w", err)
	}
	return pool, nil
}

func setDefault(parameters map[string]string, name, value string) {
	if parameters[name] == "" {
		parameters[name] = value
	}
}

// Done is closed when a private cluster is gone for good; nil for an external
// database.
func (db *Database) Done() <-chan struct{} {
	if db.cluster == nil {
		return nil
	}
	return db.cluster.Done()
}

// Close closes the connections and stops a private cluster.
func (db *Database) Close(ctx context.Context) error {
	if db.Pool != nil {
		db.Pool.Close()
	}
	if db.cluster == nil {
		return nil
	}
	return db.cluster.Stop(ctx)
}
