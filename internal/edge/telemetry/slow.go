package telemetry

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/time/rate"

	"automacao/internal/edge/lru"
	"automacao/internal/edge/requestid"
	"automacao/internal/postgres"
	"automacao/internal/postgres/become"
)

// Bounds of the log while everything is slow.
const (
	linesEvery = 200 * time.Millisecond
	linesBurst = 20
	waitingMax = 32
	// plansEvery is how often the plan of a statement is logged. plansAgain is when a plan that
	// could not be made, for a locked table for instance, is tried again. plansKept is for how many
	// statements that is remembered.
	plansEvery  = 10 * time.Minute
	plansAgain  = 5 * time.Second
	plansKept   = 512
	planTimeout = 2 * time.Second
)

// slow logs slow requests and statements.
type slow struct {
	after time.Duration
	log   *slog.Logger
	// requestLines and statementLines limit the log separately, so that neither uses up the other's
	// share.
	requestLines, statementLines *rate.Limiter
	// waiting holds the statements whose plans are still to be made, one at a time.
	waiting  chan slowStatement
	requests atomic.Int64
	ran      atomic.Int64
	leftOut  atomic.Int64
}

func newSlow(after time.Duration, log *slog.Logger) *slow {
	return &slow{after: after, log: log, requestLines: lines(), statementLines: lines(), waiting: make(chan slowStatement, waitingMax)}
}

func lines() *rate.Limiter { return rate.NewLimiter(rate.Every(linesEvery), linesBurst) }

// methods are logged by name. Any other method is a text that a caller chose.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions}

func methodOf(method string) string {
	if slices.Contains(methods, method) {
		return method
	}
	return "other"
}

func (s *slow) request(request *requestid.Request, how Answered) {
	s.requests.Add(1)
	if !s.requestLines.Allow() {
		s.leftOut.Add(1)
		return
	}
	id := ""
	if request != nil {
		id = request.ID
	}
	s.log.Warn("slow request", "request_id", id, "method", methodOf(how.Method), "route", how.Route, "status", how.Status,
		"duration_ms", how.Took.Milliseconds(), "left_out", s.leftOut.Swap(0))
}

type slowStatement struct {
	Statement
	id, route string
	took      time.Duration
}

// explaining marks the context of the statements that make a plan, so that they are not logged
// themselves.
type explaining struct{}

func (s *slow) statement(ctx context.Context, ran Statement, took time.Duration) {
	if ctx.Value(explaining{}) != nil {
		return
	}
	s.ran.Add(1)
	one := slowStatement{Statement: ran, route: requestid.From(ctx).Route(""), took: took}
	if request := requestid.From(ctx); request != nil {
		one.id = request.ID
	}
	if !s.statementLines.Allow() {
		s.leftOut.Add(1)
		return
	}
	select {
	case s.waiting <- one:
	default:
		s.leftOut.Add(1)
	}
}

// TellSlow logs slow statements, with plans made by the pool's database, until ctx ends.
func (r *Recorder) TellSlow(ctx context.Context, pool *pgxpool.Pool) error {
	if r == nil || r.slow == nil {
		return nil
	}
	asked := lru.New(plansKept, func() *time.Time { return new(time.Time) })
	for {
		select {
		case <-ctx.Done():
			return nil
		case one := <-r.slow.waiting:
			text := one.redacted()
			plan := ""
			if next := asked.Of(one.Role + " " + text); time.Now().After(*next) {
				*next = time.Now().Add(plansEvery)
				if plan = planOf(ctx, pool, one.Statement); plan == "" {
					*next = time.Now().Add(plansAgain)
				}
			}
			r.slow.tell(one, text, plan)
		}
	}
}

func (s *slow) tell(one slowStatement, text, plan string) {
	about := []any{"request_id", one.id, "route", one.route, "duration_ms", one.took.Milliseconds(), "role", one.Role, "statement", text}
	if plan != "" {
		about = append(about, "plan", plan)
	}
	s.log.Warn("slow statement", append(about, "failed", one.Err != nil, "left_out", s.leftOut.Swap(0))...)
}

// planned matches statements that PostgreSQL can plan without running them.
var planned = regexp.MustCompile(`(?i)^\s*(SELECT|WITH|INSERT|UPDATE|DELETE|MERGE|VALUES)\b`)

const planName = "sight_plan"

// planOf returns the generic plan of a statement, "" if there is none. The statement is prepared
// and explained but never run, in a read-only transaction under the role that ran it, which is
// rolled back. It does nothing behind a pooler, where a prepared statement would belong to another
// client next.
func planOf(ctx context.Context, pool *pgxpool.Pool, s Statement) string {
	if s.more > 0 || !planned.MatchString(s.SQL) || pool.Config().ConnConfig.DefaultQueryExecMode != pgx.QueryExecModeCacheStatement {
		return ""
	}
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, explaining{}, true), planTimeout)
	defer cancel()
	conn, err := postgres.Acquire(ctx, pool)
	if err != nil {
		return ""
	}
	defer conn.Release()
	lines, err := explain(ctx, conn.Conn(), s)
	if err != nil {
		return ""
	}
	return clip(strings.Join(lines, "\n"))
}

func explain(ctx context.Context, conn *pgx.Conn, s Statement) (lines []string, err error) {
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{AccessMode: pgx.ReadOnly})
	if err != nil {
		return nil, err
	}
	defer func() {
		// A prepared statement outlives the transaction.
		ending := context.WithoutCancel(ctx)
		err = errors.Join(err, tx.Rollback(ending), conn.PgConn().Deallocate(ending, planName))
	}()
	if _, err := tx.Exec(ctx, `SELECT set_config('plan_cache_mode', 'force_generic_plan', true), set_config('lock_timeout', '500ms', true)`); err != nil {
		return nil, err
	}
	// Only the role is set, no claims: the statement is planned and returns no rows.
	if s.Role != "" {
		if err := (become.Settings{Role: s.Role, SearchPath: s.SearchPath, ReadOnly: true}).Enter(ctx, tx); err != nil {
			return nil, err
		}
	}
	prepared, err := conn.PgConn().Prepare(ctx, planName, s.SQL, nil)
	if err != nil {
		return nil, err
	}
	values := ""
	if count := len(prepared.ParamOIDs); count > 0 {
		values = "(" + strings.Repeat("NULL, ", count-1) + "NULL)"
	}
	rows, err := tx.Query(ctx, "EXPLAIN EXECUTE "+planName+values, pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		return nil, err
	}
	lines, err = pgx.CollectRows(rows, pgx.RowTo[string])
	for i, line := range lines {
		// The planner's estimates are not values of rows.
		shape, cost, hasCost := strings.Cut(line, "(cost=")
		if lines[i] = Redact(shape); hasCost {
			lines[i] += "(cost=" + cost
		}
	}
	return lines, err
}
