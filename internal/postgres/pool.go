package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Bounds on the duration of one statement and of an idle transaction.
const (
	statementTimeout = 30 * time.Second
	idleTimeout      = 60 * time.Second
)

// Bounds on waiting for a database that does not answer. They let a request that waits for a
// connection (acquireTimeout) get another one.
const (
	connectTimeout = 5 * time.Second
	pingTimeout    = 2 * time.Second
)

// A connection opened during a burst or over a slow link is kept for connIdleMax and checked every
// idleCheck, so the extra connections are gone a minute later. connsKept connections stay open for
// requests to a quiet server.
const (
	connIdleMax = 30 * time.Second
	idleCheck   = 10 * time.Second
	connsKept   = 2
)

// NewPool opens a pool on a database. With maxConns 0 it has eight connections per core and at
// least sixteen. Timeouts in the URL take precedence. Behind a pooler it sets no session settings
// and prepares no statements, because the session is shared with other clients: see IsPooled.
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

// doubtAfter is how long a connection may be idle before it is pinged.
const doubtAfter = time.Second

// losses records when a connection was last found closed by the server. Connections that were idle
// then may be lost as well, so they are pinged first: otherwise each would cost a request one of
// its attempts.
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

// nameTypes registers PostgreSQL types for values whose type pgx cannot derive. This is needed for
// URLs with default_query_exec_mode=exec, where pgx does not ask the server for parameter types.
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

// SQLSTATEs (PostgreSQL manual, appendix A) that this package distinguishes.
const (
	duplicateDatabase     = "42P04"
	protocolViolation     = "08P01"
	undefinedTable        = "42P01"
	undefinedSchema       = "3F000"
	insufficientPrivilege = "42501"
)

// errUnreadableURL does not repeat the URL, which may contain a password.
var errUnreadableURL = errors.New("DATABASE_URL or DATABASE_MIGRATE_URL cannot be read: write it as postgres://user:password@host:port/database")

// explain turns a connection error into one that says what to change.
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

// PostgreSQL truncates application_name to 63 bytes. Limiting the host name to hostMax bytes leaves
// room for the longest duty and a port.
const hostMax = 30

// program is the connections' application name unless their URL sets one.
const program = "automacao"

// Node names a server by its host and, if it has one, the port it listens on, such as host:8080.
func Node(port string) string {
	host, _ := os.Hostname()
	host, _, _ = strings.Cut(host, ".")
	host = strings.ReplaceAll(host[:min(len(host), hostMax)], "@", "")
	if port == "" {
		return host
	}
	return host + ":" + port
}

// nameConn sets application_name to the connection's duty and node, such as
// automacao/jobs@host:8080. A name from the URL becomes the first part. An empty duty or node keeps
// the former one; without any node the name of the host is used.
func nameConn(cfg *pgx.ConnConfig, duty, node string) {
	base, formerNode, _ := strings.Cut(cfg.RuntimeParams["application_name"], "@")
	base, formerDuty, _ := strings.Cut(base, "/")
	base = cmp.Or(base, program)
	if duty = cmp.Or(duty, formerDuty); duty != "" {
		base += "/" + duty
	}
	cfg.RuntimeParams["application_name"] = base + "@" + cmp.Or(node, formerNode, Node(""))
}

// ForDuty sets the duty, such as "listen", in the application name of a configuration's
// connections.
func ForDuty(cfg *pgx.ConnConfig, duty string) { nameConn(cfg, duty, "") }

// connect opens a single connection for a duty. It works with and without a pooler.
func connect(ctx context.Context, url, duty, node string) (*pgx.Conn, error) {
	cfg, err := unprepared(url)
	if err != nil {
		return nil, err
	}
	nameConn(cfg, duty, node)
	return pgx.ConnectConfig(ctx, cfg)
}

// goneMax is how long a peer may leave data unacknowledged before the connection counts as lost.
// The operating system alone would wait about 15 minutes, and background work on the connection
// would wait with it.
const goneMax = 20 * time.Second

// dial opens a connection that detects a dead peer within goneMax.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: goneMax / 2, Interval: goneMax / 4, Count: 2},
		Control:         giveUpAfter(goneMax),
	}
	return dialer.DialContext(ctx, network, address)
}

// Beside opens a separate pool on the database of a pool, so that load on the first pool cannot use
// up its connections. Connections are opened on demand, and each is pinged before use, because the
// pool is meant for statements that may not be safe to repeat. The duty names them in
// pg_stat_activity. The caller closes the pool.
func Beside(pool *pgxpool.Pool, conns int32, duty string) (*pgxpool.Pool, error) {
	cfg := pool.Config()
	cfg.MaxConns, cfg.MinConns, cfg.MinIdleConns = conns, 0, 0
	nameConn(cfg.ConnConfig, duty, "")
	cfg.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return true }
	beside, err := pgxpool.NewWithConfig(context.Background(), cfg)
	if err != nil {
		return nil, fmt.Errorf("open connections beside: %w", err)
	}
	return beside, nil
}
