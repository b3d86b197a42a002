package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/edge/admission"
	"automacao/internal/edge/ratelimit"
	"automacao/internal/edge/responsecache"
	"automacao/internal/postgres/become"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/repeat"
	"automacao/internal/wire/rest/stored"
	"automacao/internal/wire/token"
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

// effectiveConfig is the configuration in effect until the schema is read again: the Config
// overridden by the settings in the database.
type effectiveConfig struct {
	Config
	keys *token.Keys
	// visitorClaims are the claims of a request without a token.
	visitorClaims json.RawMessage
	// rolePath locates the role in a token's claims, if it is not "role". audience is the required
	// audience; empty accepts any.
	rolePath stored.Path
	audience string
	// then is a database function that runs before each statement.
	then string
	app  []become.Setting
	// roles are the settings of the roles that requests run under.
	roles map[string]stored.Role
	// rollsBack rolls back every transaction, unless Prefer may override that and does.
	rollsBack bool
	document  documentMode
	// documentAt is the base URL that the OpenAPI document names; empty is the request's.
	documentAt string
	origins    []string
}

// documentMode says what the OpenAPI document at the root shows to whom.
type documentMode string

const (
	followsRights documentMode = "follow-privileges"
	ignoresRights documentMode = "ignore-privileges"
	noDocument    documentMode = "disabled"
)

// config returns the configuration in effect.
func (e *Engine) config() *effectiveConfig { return e.force.Load() }

// Origins returns the browser origins that the database allows to call; false if it has no such
// setting.
func (e *Engine) Origins() ([]string, bool) {
	origins := e.config().origins
	return origins, origins != nil
}

// newEffectiveConfig returns the configuration without any setting from the database.
func newEffectiveConfig(cfg Config, keys *token.Keys) *effectiveConfig {
	f := &effectiveConfig{Config: cfg, keys: keys, document: followsRights}
	f.setAnonymousClaims()
	return f
}

func (f *effectiveConfig) pathToRole() stored.Path {
	if f.rolePath != nil {
		return f.rolePath
	}
	return stored.RolePath
}

// setAnonymousClaims sets the claims of anonymous requests to their role.
func (f *effectiveConfig) setAnonymousClaims() {
	f.visitorClaims = json.RawMessage(fmt.Sprintf(`{"role":%q}`, f.AnonRole))
}

// reconfigure reads the settings from the database. If one is invalid, it logs the error and keeps
// the previous configuration as a whole, because applying half of it might open what the other half
// closes. At the start there is no previous one, so it returns the error.
func (e *Engine) reconfigure(ctx context.Context) (*effectiveConfig, error) {
	if e.base.Stored == nil {
		return e.config(), nil
	}
	fresh, err := e.readStored(ctx)
	if errors.Is(err, stored.ErrBad) && e.catalog.Load() != nil {
		e.log.Error("invalid settings in the database; keeping the previous ones", "cause", err)
		return e.config(), nil
	}
	return fresh, err
}

func (e *Engine) readStored(ctx context.Context) (*effectiveConfig, error) {
	from := e.base.Stored
	names := make([]string, 0, len(storedSettings))
	for name := range storedSettings {
		if !slices.Contains(from.Fixed, name) {
			names = append(names, name)
		}
	}
	found, err := stored.Load(ctx, e.pool, stored.Source{Role: from.Role, Function: from.Function, Names: names})
	if err != nil {
		return nil, err
	}
	fresh := newEffectiveConfig(e.base, e.keys)
	fresh.app, fresh.roles = found.App, found.Roles
	if err := fresh.take(found.Values, names); err != nil {
		return nil, fmt.Errorf("%w: %w", stored.ErrBad, err)
	}
	for name := range found.Values {
		if !slices.Contains(names, name) {
			e.log.Warn("ignoring an unsupported setting in the database", "setting", "pgrst."+name)
		}
	}
	return fresh, nil
}

// addRoleSettings adds the settings that the database has for the caller's role.
func (f *effectiveConfig) addRoleSettings(s *become.Settings) {
	role := f.roles[s.Role]
	s.OfRole, s.Isolation = role.Settings, role.Isolation
	s.More = append(s.More, f.app...)
}
