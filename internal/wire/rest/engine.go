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
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/edge/admission"
	"automacao/internal/edge/responsecache"
	"automacao/internal/kernel/caller"
	"automacao/internal/postgres"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
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

func (e *Engine) serve(w http.ResponseWriter, r *http.Request) error {
	if strings.Contains(r.URL.Path, "\x00") || strings.Contains(r.URL.RawQuery, "%00") {
		return errNUL
	}
	from, err := e.identify(r)
	if err := e.measure(r, from); err != nil {
		return err
	}
	if err != nil {
		return err
	}
	*r = *r.WithContext(context.WithValue(caller.NewContext(r.Context(), from), askedKey{}, new(asked)))
	if strings.Trim(r.URL.Path, "/") == "" {
		return e.describe(w, r)
	}
	if ask, isShared := e.responseKey(r, from); isShared {
		e.config().Memory.Serve(w, r, ask, func(w http.ResponseWriter, r *http.Request) {
			if err := e.answer(w, r, from); err != nil {
				e.fail(w, r, err)
			}
		})
		return nil
	}
	return e.answer(w, r, from)
}

// answer answers a request of the given caller.
func (e *Engine) answer(w http.ResponseWriter, r *http.Request, from caller.Caller) error {
	req, err := e.read(r, from)
	if err != nil {
		return err
	}
	isRead := r.Method == http.MethodGet || r.Method == http.MethodHead
	switch {
	case r.Method == http.MethodOptions:
		return e.options(w, req)
	case isRead && !req.isCall:
		return e.selectRows(w, req)
	}
	answer, err := e.act(req)
	if err != nil {
		return err
	}
	answer.send(w, r)
	return nil
}

// act performs a call or a write.
func (e *Engine) act(req *request) (reply, error) {
	isWrite := slices.Contains([]string{http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete}, req.http.Method)
	var answer reply
	var err error
	switch {
	case req.isCall:
		answer, err = e.call(req)
	case isWrite:
		answer, err = e.write(req)
	default:
		return reply{}, errMethod(req.http.Method)
	}
	if err != nil && req.repeat != nil && !req.isEntered {
		return e.replayOrRefuse(req, err)
	}
	return answer, err
}

// optionsOfCall answers OPTIONS for a function; one that may write allows only POST.
func (e *Engine) optionsOfCall(w http.ResponseWriter, req *request) error {
	allowed, known := "OPTIONS,POST", e.catalog.Load()
	if e.goFunction(req.target) == nil {
		overloads := known.Functions[req.target]
		if len(overloads) == 0 {
			_, err := plan.Choose(known, plan.Ask{Name: req.target})
			return err
		}
		if slices.ContainsFunc(overloads, func(f *catalog.Function) bool { return f.Volatility != volatile }) {
			allowed = "OPTIONS,GET,HEAD,POST"
		}
	}
	w.Header().Set("Allow", allowed)
	return nil
}

func (e *Engine) options(w http.ResponseWriter, req *request) error {
	if req.isCall {
		return e.optionsOfCall(w, req)
	}
	_, relation, err := e.relation(req.http.Context(), req.target)
	if err != nil {
		return err
	}
	allowed := "OPTIONS,GET,HEAD"
	if relation.Insertable {
		allowed += ",POST"
	}
	if relation.Insertable && relation.Updatable && len(relation.PrimaryKey) > 0 {
		allowed += ",PUT"
	}
	if relation.Updatable {
		allowed += ",PATCH"
	}
	if relation.Deletable {
		allowed += ",DELETE"
	}
	w.Header().Set("Allow", allowed)
	return nil
}

func (e *Engine) selectRows(w http.ResponseWriter, req *request) error {
	ctx := req.http.Context()
	known, relation, err := e.relation(ctx, req.target)
	if err != nil {
		return err
	}
	statement, err := plan.Read(known, req.target, req.query, req.planOptions(e))
	if err != nil {
		return err
	}
	statement.ChecksCost = req.caller.Role != caller.ServiceRole && !statement.IsExplained
	if statement.IsExplained {
		responsecache.Refuse(ctx)
	}
	recordDependency(req, statement, relation)
	out, err := e.once(ctx, e.settings(req, true), statement)
	if err != nil {
		return err
	}
	keepOutOfCache(ctx, out)
	answer, err := e.replyRows(req, out, req.prefer.applied(reading, e.config().RollbackAllowed))
	if err != nil {
		return err
	}
	answer.send(w, req.http)
	return nil
}
