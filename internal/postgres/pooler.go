package postgres

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// A pooler in transaction mode lends a server session for one transaction. Prepared statements,
// session settings, session locks and LISTEN stay with the session, which the next client may get.

// way is how the connections of a pool reach the server.
type way int

const (
	// findOut detects whether there is a pooler.
	findOut way = iota
	// ownWay has no pooler: a private cluster, or a URL that bypasses the pooler.
	ownWay
)

// pooledMode asks the server for a statement's types once per connection and stores nothing on the
// server. Unlike pgx.QueryExecModeExec it accepts every value that works without a pooler, for the
// same number of round trips.
const pooledMode = pgx.QueryExecModeCacheDescribe

// ErrPooled is returned for a connection through a pooler, which does not deliver notifications.
var ErrPooled = errors.New("the database is reached through a pooler, which passes no notifications on, and DATABASE_DIRECT_URL is not set")

// IsPooled reports whether a pool's sessions are shared with other clients, so that preparing
// statements, setting session values, session locks and LISTEN must not be used. A
// default_query_exec_mode in the URL decides: cache_statement means that sessions are not shared.
func IsPooled(pool *pgxpool.Pool) bool {
	return pool.Config().ConnConfig.DefaultQueryExecMode != pgx.QueryExecModeCacheStatement
}

// namesMode reports whether the operator has set the query mode in the URL.
func namesMode(url string) bool { return strings.Contains(url, "default_query_exec_mode=") }

// meetsPooler compares the backend's process id with the one announced when the connection was
// made: a pooler announces one of its own. If the database cannot be reached it returns false, and
// the next use reports the error.
func meetsPooler(ctx context.Context, of *pgx.ConnConfig) bool {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	conn, err := pgconn.ConnectConfig(ctx, &of.Copy().Config)
	if err != nil {
		return refusesSettings(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	isSame, err := isServer(ctx, conn)
	return err == nil && !isSame
}

// isServer reports whether the backend that runs statements is the one announced at connection.
func isServer(ctx context.Context, conn *pgconn.PgConn) (bool, error) {
	answers, err := conn.Exec(ctx, `SELECT pg_backend_pid()`).ReadAll()
	if err != nil {
		return false, fmt.Errorf("ask for the server process: %w", err)
	}
	return string(answers[0].Rows[0][0]) == strconv.FormatUint(uint64(conn.PID()), 10), nil
}

// refusesSettings recognises PgBouncer's error for a startup setting that it does not support.
func refusesSettings(err error) bool {
	failure, ok := errors.AsType[*pgconn.PgError](err)
	return ok && failure.Code == protocolViolation
}

// unprepared configures single connections that keep no state in the session, unless the URL sets a
// query mode. They work with and without a pooler.
func unprepared(url string) (*pgx.ConnConfig, error) {
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, errUnreadableURL
	}
	if !namesMode(url) {
		cfg.DefaultQueryExecMode = pooledMode
	}
	return cfg, nil
}

// Listen opens a dedicated connection that listens on channels. It uses direct if that is not nil,
// else pool, and returns ErrPooled if pool goes through a pooler. The caller closes it.
func Listen(ctx context.Context, pool, direct *pgxpool.Pool, duty string, channels ...string) (*pgx.Conn, error) {
	if direct != nil {
		pool = direct
	} else if IsPooled(pool) {
		return nil, ErrPooled
	}
	cfg := pool.Config().ConnConfig
	cfg.OnNotice, cfg.Tracer = nil, nil
	ForDuty(cfg, duty)
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("connect to listen: %w", err)
	}
	for _, channel := range channels {
		if _, err := conn.Exec(ctx, "LISTEN "+pgx.Identifier{channel}.Sanitize()); err != nil {
			return nil, errors.Join(fmt.Errorf("listen: %w", err), conn.Close(ctx))
		}
	}
	return conn, nil
}

// directConns bounds the pool that bypasses a pooler; connections from Listen are not counted.
// hearWithin bounds the wait for a notification when the direct URL is tested.
const (
	directConns = 2
	hearWithin  = 5 * time.Second
)

// openDirect opens the pool that bypasses a pooler. It refuses a URL that leads to another
// database: no notification would ever arrive, and nothing would report it.
func openDirect(ctx context.Context, pool *pgxpool.Pool, cfg Config) (*pgxpool.Pool, error) {
	rarely := func(cfg *pgxpool.Config) { cfg.MinConns = 0 }
	direct, err := newPool(ctx, cfg.DirectURL, directConns, Config{Duty: "direct", Node: cfg.Node, Prepare: rarely, way: ownWay})
	if err != nil {
		return nil, errUnreadableDirect
	}
	if err := hears(ctx, pool, direct); err != nil {
		direct.Close()
		return nil, err
	}
	return direct, nil
}

// CheckDirect returns an error, as a sentence, if a DATABASE_DIRECT_URL does not bypass the pooler
// of a pool or does not lead to the same database.
func CheckDirect(ctx context.Context, pool *pgxpool.Pool, url string) error {
	direct, err := OpenDirect(ctx, pool, url)
	if err == nil {
		direct.Close()
	}
	return err
}

// OpenDirect opens a pool that bypasses the pooler of a pool, for work that needs its own session.
// It returns the same errors as CheckDirect. The caller closes it.
func OpenDirect(ctx context.Context, pool *pgxpool.Pool, url string) (*pgxpool.Pool, error) {
	return openDirect(ctx, pool, Config{DirectURL: url})
}

var (
	errUnreadableDirect = errors.New("DATABASE_DIRECT_URL cannot be read: write it as postgres://user:password@host:port/database")
	errDirectPooled     = errors.New("DATABASE_DIRECT_URL leads through a pooler too: name PostgreSQL's own host and port")
	errDirectElsewhere  = errors.New("DATABASE_DIRECT_URL does not hear what DATABASE_URL says: name the same database on the same primary")
)

func hears(ctx context.Context, pool, direct *pgxpool.Pool) error {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout+hearWithin)
	defer cancel()
	channel := "direct_" + uuid.NewString()
	conn, err := Listen(ctx, pool, direct, "start", channel)
	if refusesSettings(err) {
		return errDirectPooled
	}
	if err != nil {
		return fmt.Errorf("reach the database by DATABASE_DIRECT_URL: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	switch isSame, err := isServer(ctx, conn.PgConn()); {
	case err != nil:
		return fmt.Errorf("DATABASE_DIRECT_URL: %w", err)
	case !isSame:
		return errDirectPooled
	}
	if _, err := pool.Exec(ctx, `SELECT pg_notify($1, '')`, channel); err != nil {
		return fmt.Errorf("say something to be heard: %w", err)
	}
	waiting, cancel := context.WithTimeout(ctx, hearWithin)
	defer cancel()
	if _, err := conn.WaitForNotification(waiting); err != nil {
		return errDirectElsewhere
	}
	return nil
}

// JSON is a document for a jsonb parameter. Behind a pooler in transaction mode pgx does not learn
// a parameter's type from the server, and cannot derive jsonb from a struct.
type JSON struct{ Document any }

// Value returns the document's JSON text, so that it works in every query mode.
func (j JSON) Value() (driver.Value, error) {
	text, err := json.Marshal(j.Document)
	if err != nil {
		return nil, fmt.Errorf("write a document: %w", err)
	}
	return string(text), nil
}
