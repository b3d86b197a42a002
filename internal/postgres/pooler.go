package postgres

import (
	"context"
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

// A pooler in transaction mode lends a server's session for one transaction. What
// is named in a session, set for it or heard by it belongs to whoever comes next.

// way is how the connections of a pool reach the server.
type way int

const (
	// findOut asks whether somebody stands between.
	findOut way = iota
	// ownWay is a private cluster's, or one past a pooler: nobody does.
	ownWay
)

// pooledMode asks the server for the types of a statement's values, once for
// each connection, and keeps nothing there: unlike pgx.QueryExecModeExec it
// takes every value that it takes without a pooler, for as many round trips.
const pooledMode = pgx.QueryExecModeCacheDescribe

// ErrPooled is of a connection whose notifications go to others.
var ErrPooled = errors.New("the database is reached through a pooler, which passes no notifications on, and DATABASE_DIRECT_URL is not set")

// IsPooled reports whether a pool's sessions belong to others too, so that
// nothing is prepared, set, locked or heard in them. A URL that names
// default_query_exec_mode is believed: cache_statement says that they do not.
func IsPooled(pool *pgxpool.Pool) bool {
	return pool.Config().ConnConfig.DefaultQueryExecMode != pgx.QueryExecModeCacheStatement
}

// namesMode reports a URL whose operator has decided.
func namesMode(url string) bool { return strings.Contains(url, "default_query_exec_mode=") }

// meetsPooler asks who works and compares him with whom the connection was
// told of, which no pooler knows beforehand. Of a database that cannot be asked
// whoever needs it next says why.
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

// isServer reports whether the one who works is the one that was spoken to.
func isServer(ctx context.Context, conn *pgconn.PgConn) (bool, error) {
	answers, err := conn.Exec(ctx, `SELECT pg_backend_pid()`).ReadAll()
	if err != nil {
		return false, fmt.Errorf("ask who works: %w", err)
	}
	return string(answers[0].Rows[0][0]) == strconv.FormatUint(uint64(conn.PID()), 10), nil
}

// refusesSettings is how PgBouncer answers to settings it does not carry over.
func refusesSettings(err error) bool {
	failure, ok := errors.AsType[*pgconn.PgError](err)
	return ok && failure.Code == protocolViolation
}

// unprepared are single connections that keep nothing in their session, unless
// the URL says otherwise: they work through a pooler and without one.
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

// Listen opens a connection of its own that hears channels: of direct where that
// is not nil, else of the pool, or ErrPooled. The caller closes it.
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

// directConns bounds the connections that are lent past a pooler; those of
// Listen are not counted. hearWithin is how long one of them may take to hear.
const (
	directConns = 2
	hearWithin  = 5 * time.Second
)

// openDirect opens the way past a pooler, and refuses one that leads elsewhere:
// there nothing would ever be heard, and nobody would notice.
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

// CheckDirect reports, in a sentence, a DATABASE_DIRECT_URL that does not lead past
// the pooler of a pool to the same database.
func CheckDirect(ctx context.Context, pool *pgxpool.Pool, url string) error {
	direct, err := OpenDirect(ctx, pool, url)
	if err == nil {
		direct.Close()
	}
	return err
}

// OpenDirect opens the way past the pooler of a pool, for sessions of one's own, and
// reports as CheckDirect does. The caller closes it.
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
