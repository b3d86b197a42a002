// Package rest is the engine behind /rest/v1: it answers the protocol of
// @supabase/postgrest-js over any PostgreSQL schema. A request becomes one
// SQL statement, run under the caller's role in one round trip; the answer's
// JSON is built by the database and passed on as bytes. It knows no table of
// the product. Reference: PostgREST 14.
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
	// base and keys are what the engine was made with, force what it goes by.
	base  Config
	keys  *token.Keys
	force atomic.Pointer[inForce]

	catalog    atomic.Pointer[catalog.Catalog]
	reloading  sync.Mutex
	reloadedAt time.Time

	functions map[string]*goFunction
	reactions map[reactionKey]Reaction
	// prepared says that connections keep statements, which a pooler would mix up.
	prepared bool
	// pollEvery is when the schema is read anew where no change of it is heard.
	pollEvery time.Duration

	reads, writes *admission.Gate
	prices        *querycost.Estimates
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
	e.force.Store(ofConfig(cfg, keys))
	e.prepared, e.pollEvery = !postgres.IsPooled(pool), pollEvery
	e.reads, e.writes, e.prices = admission.New(cfg.Reads), admission.New(cfg.Writes), querycost.New(cfg.CostMax)
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

// refresh reloads after something unknown was asked for, in case the schema
// changed unannounced; at most once in a while.
func (e *Engine) refresh(ctx context.Context) bool {
	e.reloading.Lock()
	defer e.reloading.Unlock()
	if time.Since(e.reloadedAt) < reloadPause {
		return false
	}
	e.reloadedAt = time.Now()
	if err := e.reload(ctx); err != nil {
		e.log.Error("schema was not reloaded", "cause", err)
		return false
	}
	return true
}

// ServeHTTP answers one request; the base path is already stripped. Nothing of
// it is kept by caches, unless a function says so; what every visitor is answered
// alike may be, by who asks each time whether it is still so.
func (e *Engine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if err := e.serve(w, r); err != nil {
		e.fail(w, r, err)
	}
}
