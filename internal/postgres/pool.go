package postgres

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Bounds of what one statement or a forgotten transaction may take.
const (
	statementTimeout = 30 * time.Second
	idleTimeout      = 60 * time.Second
)

// Bounds of waiting for a database that does not answer: whoever waits for a
// connection (acquireTimeout) should come to another one.
const (
	connectTimeout = 5 * time.Second
	pingTimeout    = 2 * time.Second
)

// A connection that a crowd or a slow link made is kept for connIdleMax, looked
// at every idleCheck, so that a minute later there are no more than before. Who
// comes to a quiet server still finds connsKept open.
const (
	connIdleMax = 30 * time.Second
	idleCheck   = 10 * time.Second
	connsKept   = 2
)

// NewPool opens connections to a database; maxConns of 0 means eight a core
// and sixteen at least. What the URL says of timeouts is respected. Behind a
// pooler no session setting is asked for, and no statement prepared, since a
// session is not ours there: see IsPooled.
func NewPool(ctx context.Context, url string, maxConns int32) (*pgxpool.Pool, error) {
	return newPool(ctx, url, maxConns, Config{})
}

func newPool(ctx context.Context, url string, maxConns int32, as Config) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, errUnreadableURL
	}
	if as.way == findOut && !namesMode(url) && meetsPooler(ctx, cfg.ConnConfig) {
		cfg.ConnConfig.DefaultQueryExecMode = pooledMode
	}
	cfg.MaxConns = poolSize(maxConns)
	cfg.MinConns = min(connsKept, cfg.MaxConns)
	cfg.MaxConnIdleTime, cfg.HealthCheckPeriod = connIdleMax, idleCheck
	cfg.PingTimeout = pingTimeout
	if cfg.ConnConfig.ConnectTimeout == 0 {
		cfg.ConnConfig.ConnectTimeout = connectTimeout
	}
	cfg.ConnConfig.DialFunc = dial
	parameters := cfg.ConnConfig.RuntimeParams
	nameConn(cfg.ConnConfig, as.Duty, as.Node)
	if cfg.ConnConfig.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement {
		setDefault(parameters, "statement_timeout", milliseconds(statementTimeout))
		setDefault(parameters, "idle_in_transaction_session_timeout", milliseconds(idleTimeout))
	}
	lost := &losses{}
	cfg.BeforeClose, cfg.ShouldPing = lost.note, lost.isDoubtful
	cfg.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		nameTypes(conn.TypeMap())
		return nil
	}
	if as.Prepare != nil {
		as.Prepare(cfg)
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open connections: %w", err)
	}
	return pool, nil
}

// doubtAfter is how long a connection may wait before it is asked whether it
// lives.
const doubtAfter = time.Second

// losses knows when a connection was last found closed by the other side. Those
// that waited then may have gone with it: without being asked, each would cost
// a request one of its tries.
type losses struct{ last atomic.Pointer[time.Time] }

func (l *losses) note(conn *pgx.Conn) {
	if conn.IsClosed() {
		now := time.Now()
		l.last.Store(&now)
	}
}

func (l *losses) isDoubtful(_ context.Context, of pgxpool.ShouldPingParams) bool {
	last := l.last.Load()
	return of.IdleDuration > doubtAfter || last != nil && of.IdleDuration > time.Since(*last)
}

// nameTypes says as what values are written that pgx cannot tell by
// themselves, for URLs with default_query_exec_mode=exec: then nobody asks the
// server for a parameter's type.
func nameTypes(types *pgtype.Map) {
	types.RegisterDefaultPgType(map[string]any(nil), "jsonb")
	types.RegisterDefaultPgType([]uuid.UUID(nil), "_uuid")
}

func poolSize(asked int32) int32 {
	if asked > 0 {
		return asked
	}
	return max(16, 8*int32(runtime.NumCPU()))
}

func setDefault(parameters map[string]string, name, value string) {
	if parameters[name] == "" {
		parameters[name] = value
	}
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// PostgreSQL's error codes (appendix A of its manual) that are told apart.
const (
	duplicateDatabase     = "42P04"
	protocolViolation     = "08P01"
	undefinedTable        = "42P01"
	undefinedSchema       = "3F000"
	insufficientPrivilege = "42501"
)

// errUnreadableURL never repeats the URL, which may hold a password.
var errUnreadableURL = errors.New("DATABASE_URL or DATABASE_MIGRATE_URL cannot be read: write it as postgres://user:password@host:port/database")

// explain says what to change when a connection could not be opened.
func explain(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*pgconn.ParseConfigError](err); ok {
		return errUnreadableURL
	}
	if refusesSettings(err) {
		return fmt.Errorf("the database is reached through a pooler that does not carry over a setting of its URL: take the setting out, default_query_exec_mode=cache_statement too: %w", err)
	}
	return fmt.Errorf("reach the database: %w", err)
}
