package rest

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/edge/admission"
	"automacao/internal/edge/ratelimit"
	"automacao/internal/edge/responsecache"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/repeat"
)

// Config says what the engine exposes and limits what a request may use.
type Config struct {
	// Schemas are the exposed schemas; the first is the default.
	Schemas []string
	// ExtraSearchPath is searched after the request's schema.
	ExtraSearchPath []string
	// AnonRole is the role of requests without a token.
	AnonRole string
	// NoVisitors refuses requests without a token.
	NoVisitors bool
	// PreRequest is a function called before every statement, in its transaction; empty for none.
	PreRequest string
	// RowsMax bounds the rows of one response and of each to-many embed in it; 0 is no bound.
	RowsMax int64
	// EmbedsDeepMax bounds the nesting of embeds; 0 allows as deep as the query syntax does. Each
	// to-many level multiplies the rows. Back and forth along one foreign key, three levels
	// multiply a page once, while eight levels do so three or four times in a query of a hundred
	// bytes.
	EmbedsDeepMax int
	// CountMax is how far count=estimated counts; beyond it, the total is CountMax plus one. An
	// anonymous caller's count=exact stops there too. With 0, counts are exact and estimates beyond
	// RowsMax come from the planner.
	CountMax int64
	// OffsetMax bounds the offset of an anonymous caller's page, because skipping rows means
	// reading them. 0 is no bound.
	OffsetMax int64
	// AnswerBytesMax bounds a response body written by the database; 0 is no bound.
	AnswerBytesMax int64
	// StatementTimeout bounds every statement of a request; ServiceTimeout bounds those of the
	// service role.
	StatementTimeout, ServiceTimeout time.Duration
	// VisitorTimeout bounds a statement of AnonRole; the default is StatementTimeout.
	VisitorTimeout time.Duration
	// CostMax refuses, before it runs, a read whose plan costs more than this, in the planner's
	// units. The service role is exempt. 0 is no bound. Price is the SQL function that estimates a
	// plan: it takes a statement and a bound, returns the cost, and raises SQLSTATE 54001 above the
	// bound.
	CostMax float64
	Price   string
	// Reads limits how many reads run at once: in total, per signed-in user and per network of
	// anonymous callers. It leaves connections for writes, sign-in, health checks and live updates.
	// The zero value is no limit.
	Reads admission.Config
	// Abouts holds a one-sentence description of each registered function, by name, for the OpenAPI
	// document.
	Abouts map[string]string
	// Writes limits requests that may change something in the same way.
	Writes admission.Config
	// MayWrite, unless nil, may refuse every request that may change something, for example when
	// the disk is full.
	MayWrite func() error
	// BodyBytesMax bounds a request's body, and the JSON that CSV expands to.
	BodyBytesMax int64
	// RowsWrittenMax bounds the rows that one request inserts, except for the service role; 0 is no
	// bound.
	RowsWrittenMax int64
	// FiltersRequired refuses to update or delete all rows of a table at once.
	FiltersRequired bool
	// StarRoles are the roles for which * means the columns they may read, where they may not read
	// the whole table. For other roles * means all columns and is refused (42501), as in PostgREST.
	StarRoles []string
	// Aggregates allows sum(), avg() and the other aggregate functions.
	Aggregates bool
	// Plans allows EXPLAIN: a request for application/vnd.pgrst.plan gets its execution plan.
	Plans bool
	// RegexRoles may filter by regular expressions (match, imatch), besides the service role; "*"
	// is every role. Matching can take time exponential in a pattern of a few bytes, so an
	// anonymous caller could keep the database busy.
	RegexRoles []string
	// PlainErrors removes from errors every database name that the API's description does not show
	// to the caller's role, and every value that the client did not send. The code and a general
	// sentence stay.
	PlainErrors bool
	// TimeoutsPass answers a statement that was cancelled for its time, or waited too long for a
	// lock, with 503 and Retry-After where PostgREST answers 500: nothing was written, and the same
	// request may succeed in a moment.
	TimeoutsPass bool
	// RollbackAllowed honours Prefer: tx=rollback.
	RollbackAllowed bool
	// Readers are functions that parse the operand of a filter on a column, as the cast from text
	// to a domain does (PostgREST, domain representations).
	Readers []catalog.Reader
	// Meter rate-limits requests by route, "POST /rest/v1/table" or "POST /rest/v1/rpc/name"; nil
	// limits none.
	Meter *ratelimit.Meter
	// Memory is the response cache for anonymous reads. VisitorKey is the token that anonymous
	// clients send; a request with any other token is not anonymous. A nil Memory caches nothing.
	Memory     *responsecache.Cache
	VisitorKey string
	// Waits, unless nil, is called when a request starts to wait for the database.
	Waits func(context.Context)
	// Ran, unless nil, is called for every statement that the engine sends, without its values: the
	// role and search path it ran under, when it started, and its error.
	Ran func(ctx context.Context, role string, path []string, sql string, started time.Time, err error)
	// Repeats stores the responses of calls that send an Idempotency-Key. The zero Store stores
	// none and the header is ignored.
	Repeats repeat.Store
	// Direct connects to PostgreSQL without the pooler that the engine's own pool uses, to listen
	// for schema changes. It is nil if there is no pooler, or if the schema is to be reloaded every
	// minute instead.
	Direct *pgxpool.Pool
	// Stored configures the settings read from the database; nil reads none.
	Stored *Stored
}

// Stored says which settings are read from the database, as PostgREST does, at the start and at
// every schema reload. They override the Config.
type Stored struct {
	// Role is the role whose settings count; empty is the role that is logged in.
	Role string
	// Function is a database function that supplies the settings that the role does not have; empty
	// is none.
	Function string
	// Fixed are the settings, without "pgrst.", that the database cannot override.
	Fixed []string
	// Closed are schemas that are never exposed, besides PostgreSQL's own.
	Closed []string
	// RowsMaxHighest bounds db_max_rows; 0 is no bound.
	RowsMaxHighest int64
}

// These are the defaults of a Config.
const (
	bodyBytesMax     = 1 << 20
	statementTimeout = 8 * time.Second
	serviceTimeout   = 30 * time.Second
	reloadPause      = 2 * time.Second
	reconnectDelay   = 100 * time.Millisecond
	reconnectMax     = 10 * time.Second
	defaultAnonRole  = "anon"
)
