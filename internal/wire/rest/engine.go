// Package rest is the engine behind /rest/v1: it serves the protocol of @supabase/postgrest-js over
// any PostgreSQL schema. A request becomes one SQL statement that runs under the caller's role in
// one round trip. The database builds the response's JSON, which is passed on as bytes. The package
// knows no table of the product. Reference: PostgREST 14.
package rest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/edge/admission"
	"automacao/internal/postgres"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/querycost"
	"automacao/internal/wire/token"
)

// Engine answers requests. It is safe for concurrent use.
type Engine struct {
	pool *pgxpool.Pool
	log  *slog.Logger
	// base and keys are what the engine was created with; force is the configuration in effect.
	base  Config
	keys  *token.Keys
	force atomic.Pointer[effectiveConfig]

	catalog    atomic.Pointer[catalog.Catalog]
	reloading  sync.Mutex
	reloadedAt time.Time

	functions map[string]*goFunction
	reactions map[reactionKey]Reaction
	// prepared is whether connections cache prepared statements, which a pooler would mix up.
	prepared bool
	// pollEvery is the interval between schema reloads where no notification arrives.
	pollEvery time.Duration

	reads, writes *admission.Gate
	estimates     *querycost.Estimates
	seen          seen
}

// New reads the schema and returns an engine over it.
func New(ctx context.Context, pool *pgxpool.Pool, keys *token.Keys, cfg Config, log *slog.Logger) (*Engine, error) {
	if len(cfg.Schemas) == 0 {
		return nil, errors.New("rest: no schema is exposed")
	}
	cfg.AnonRole = cmp.Or(cfg.AnonRole, defaultAnonRole)
	cfg.StatementTimeout = cmp.Or(cfg.StatementTimeout, statementTimeout)
	cfg.ServiceTimeout = cmp.Or(cfg.ServiceTimeout, serviceTimeout)
	cfg.VisitorTimeout = cmp.Or(cfg.VisitorTimeout, cfg.StatementTimeout)
	cfg.BodyBytesMax = cmp.Or(cfg.BodyBytesMax, bodyBytesMax)
	e := &Engine{pool: pool, keys: keys, base: cfg, log: log, functions: map[string]*goFunction{}, reactions: map[reactionKey]Reaction{}}
	e.force.Store(newEffectiveConfig(cfg, keys))
	e.prepared, e.pollEvery = !postgres.IsPooled(pool), pollEvery
	e.reads, e.writes, e.estimates = admission.New(cfg.Reads), admission.New(cfg.Writes), querycost.New(cfg.CostMax)
	return e, e.reload(ctx)
}

func (e *Engine) reload(ctx context.Context) error {
	force, err := e.reconfigure(ctx)
	if err != nil {
		return fmt.Errorf("rest: %w", err)
	}
	fresh, err := catalog.Load(ctx, e.pool, force.Schemas)
	if err != nil {
		return fmt.Errorf("rest: %w", err)
	}
	if err := fresh.ReadBy(force.Readers); err != nil {
		return fmt.Errorf("rest: %w", err)
	}
	if err := fresh.ReadGrants(ctx, e.pool, force.Schemas, force.StarRoles); err != nil {
		return fmt.Errorf("rest: %w", err)
	}
	e.catalog.Store(fresh)
	e.force.Store(force)
	e.warnOfShadows(fresh)
	return nil
}

// refresh reloads the schema after a request named something unknown, in case the schema changed
// without a notification. It reloads at most once per reloadPause.
func (e *Engine) refresh(ctx context.Context) bool {
	e.reloading.Lock()
	defer e.reloading.Unlock()
	if time.Since(e.reloadedAt) < reloadPause {
		return false
	}
	e.reloadedAt = time.Now()
	if err := e.reload(ctx); err != nil {
		e.log.Error("could not reload the schema", "cause", err)
		return false
	}
	return true
}

// ServeHTTP answers one request; the base path is already stripped. Responses are not cached unless
// a function says so. A response that is the same for every anonymous caller may be cached by
// clients that revalidate it each time.
func (e *Engine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if err := e.serve(w, r); err != nil {
		e.fail(w, r, err)
	}
}
