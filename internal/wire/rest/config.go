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

// Config says what is exposed and what a request may take.
type Config struct {
	// Schemas are exposed; the first is the default.
	Schemas []string
	// ExtraSearchPath is searched after the request's schema.
	ExtraSearchPath []string
	// AnonRole is the role of requests without a token.
	AnonRole string
	// NoVisitors refuses requests without a token.
	NoVisitors bool
	// PreRequest is a function called before every statement, in its
	// transaction, or empty.
	PreRequest string
	// RowsMax bounds the rows of one answer and of each to-many embed in it;
	// 0 is no bound.
	RowsMax int64
	// EmbedsDeepMax is how deep embeds nest; 0 is as deep as a query may say.
	// Each to-many level multiplies the rows by as many as a relation has:
	// there and back along one foreign key, three levels multiply a page once,
	// while eight do so three or four times over in a query of a hundred bytes.
	EmbedsDeepMax int
	// CountMax is how far count=estimated counts: beyond, the answer says one more
	// than this. A visitor's count=exact is counted no further. 0 counts exactly,
	// and has estimates beyond RowsMax from the planner.
	CountMax int64
	// OffsetMax is the farthest first row of a page for a visitor: to skip rows is
	// to read them. 0 is no bound.
	OffsetMax int64
	// AnswerBytesMax bounds the body of one answer that the database writes; 0
	// is no bound.
	AnswerBytesMax int64
	// StatementTimeout bounds every statement of a request, and ServiceTimeout
	// one of the service role.
	StatementTimeout, ServiceTimeout time.Duration
	// VisitorTimeout bounds a statement of AnonRole; StatementTimeout by default.
	VisitorTimeout time.Duration
	// CostMax refuses a read whose plan costs more than this, in the planner's
	// units, before it runs; the service role's never. 0 is no bound. Price is
	// the function that says what a plan costs: it takes a statement and a
	// bound, returns the cost and raises SQLSTATE 54001 above the bound.
	CostMax float64
	Price   string
	// Reads bounds how many reads work at once, and how many of one member or of
	// one network of visitors. The connections that they leave are for others:
	// writes, sign-in, health, live updates. The zero value bounds nothing.
	Reads admission.Config
	// Abouts are what registered functions do, a sentence each, by name: for the description at the root.
	Abouts map[string]string
	// Writes bounds in the same way what may change something.
	Writes admission.Config
	// MayWrite, unless nil, may refuse all that may change something, when there
	// is no room to write say.
	MayWrite func() error
	// BodyBytesMax bounds a request's body, and the JSON that comes of CSV.
	BodyBytesMax int64
	// RowsWrittenMax bounds the rows that one request inserts, the service role's
	// excepted; 0 is no bound.
	RowsWrittenMax int64
	// FiltersRequired refuses to change or remove all rows of a table at once.
	FiltersRequired bool
	// StarRoles are those for whom * stands for the columns that they may read, where
	// they may not read all of a table. Others ask for all columns and are refused
	// (42501), as by PostgREST.
	StarRoles []string
	// Aggregates allows sum(), avg() and their kind.
	Aggregates bool
	// Plans shows how PostgreSQL would run a request to who asks for a media type
	// application/vnd.pgrst.plan.
	Plans bool
	// RegexRoles may filter by regular expressions (match, imatch) besides the
	// service role; "*" is every role. Matching may take time exponential in a
	// pattern of a few bytes, so that a visitor could keep the database busy.
	RegexRoles []string
	// PlainErrors tells no name of what the database holds, but what the description of
	// the API tells the caller's role as well, and no value that was not sent in an
	// error, only what kind it is of; its code stays.
	PlainErrors bool
	// TimeoutsPass answers a statement that was cancelled for its time, or that waited
	// too long for a lock, with 503 and Retry-After, where PostgREST has 500: nothing of
	// it stayed, and the same may be answered in a moment.
	TimeoutsPass bool
	// RollbackAllowed obeys Prefer: tx=rollback.
	RollbackAllowed bool
	// Readers are functions that read the operand of a filter on a column, as a
	// domain's cast from text does (PostgREST, domain representations).
	Readers []catalog.Reader
	// Meter measures requests by route, "POST /rest/v1/table" or "POST
	// /rest/v1/rpc/name"; nil measures none.
	Meter *ratelimit.Meter
	// Memory keeps what visitors read, and VisitorKey is the token that they
	// bring: whoever brings another is none of them. Nil keeps nothing.
	Memory     *responsecache.Cache
	VisitorKey string
	// Waits hears that a request waits for the database from here on; nil hears
	// nothing.
	Waits func(context.Context)
	// Ran hears of every statement that the engine sends, without its values: under
	// which role and search path it ran, since when, and how it ended. Nil hears
	// nothing.
	Ran func(ctx context.Context, role string, path []string, sql string, started time.Time, err error)
	// Repeats keeps the answers of calls that give an Idempotency-Key; the zero
	// Store keeps none, and the header means nothing.
	Repeats repeat.Store
	// Direct reaches PostgreSQL past the pooler that the engine's own pool leads
	// through, to hear of changes of the schema; nil where it leads through none,
	// or where the schema is read anew every minute instead.
	Direct *pgxpool.Pool
	// Stored has settings read from the database; nil reads none.
	Stored *Stored
}

// Stored says which settings are read from the database: those that PostgREST reads
// there, at the start and whenever the schema is read. They stand in place of the
// Config's.
type Stored struct {
	// Role is whose settings count; the role that is logged in where it is empty.
	Role string
	// Function is one of the database that sets what the role has no setting of;
	// empty is none.
	Function string
	// Fixed are settings that are not taken from the database, without "pgrst.".
	Fixed []string
	// Closed are schemas that are never exposed, besides PostgreSQL's own.
	Closed []string
	// RowsMaxHighest bounds db_max_rows; 0 is no bound.
	RowsMaxHighest int64
}

// Defaults of a Config.
const (
	bodyBytesMax     = 1 << 20
	statementTimeout = 8 * time.Second
	serviceTimeout   = 30 * time.Second
	reloadPause      = 2 * time.Second
	reconnectDelay   = 100 * time.Millisecond
	reconnectMax     = 10 * time.Second
	defaultAnonRole  = "anon"
)
