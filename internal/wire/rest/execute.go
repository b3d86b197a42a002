package rest

import (
	"container/list"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/database/become"
	"automacao/internal/wire/rest/plan"
)

// outcome is what every statement answers with.
type outcome struct {
	total *int64
	page  int64
	body  []byte
	// keys are those of written rows; of an upsert, those it inserted, while
	// updated are those it changed.
	keys    []byte
	updated []byte
	headers []byte
	status  []byte
	// inserted counts what an upsert did not merely update.
	inserted int64
}

// keepsStatements reports whether connections keep prepared statements, which
// a pooler in transaction mode would mix up.
func keepsStatements(pool *pgxpool.Pool) bool {
	return pool.Config().ConnConfig.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement
}

// acquire takes a connection, but does not wait for one forever.
func (e *Engine) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	bounded, cancel := context.WithTimeout(ctx, acquireTimeout)
	defer cancel()
	conn, err := e.pool.Acquire(bounded)
	if err != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return nil, errBusy.Because(err)
	}
	return conn, err
}

// once runs a statement under its become.Settings in one round trip. The batch ends
// with a single sync, which makes it one transaction: it commits when all of
// it succeeds.
func (e *Engine) once(ctx context.Context, s become.Settings, statement plan.Statement) (outcome, error) {
	conn, err := e.acquire(ctx)
	if err != nil {
		return outcome{}, err
	}
	defer conn.Release()
	return e.batch(ctx, conn.Conn(), s, statement)
}

func (e *Engine) batch(ctx context.Context, conn *pgx.Conn, s become.Settings, statement plan.Statement) (outcome, error) {
	batch := &pgconn.Batch{}
	cache := e.statements(conn)
	steps := []plan.Statement{}
	for _, step := range s.Steps() {
		steps = append(steps, plan.Statement{SQL: step.SQL, Params: asBytes(step.Params)})
	}
	if statement.Estimate != "" {
		steps = append(steps, plan.Statement{SQL: statement.Estimate, Params: statement.Params[:statement.EstimateParams]})
	}
	steps = append(steps, statement)
	for _, step := range steps {
		name, err := cache.name(ctx, step.SQL)
		if err != nil {
			return outcome{}, err
		}
		if name == "" {
			batch.ExecParams(step.SQL, step.Params, nil, nil, nil)
		} else {
			batch.ExecPrepared(name, step.Params, nil, nil)
		}
	}
	return readBatch(conn.PgConn().ExecBatch(ctx, batch), len(steps), statement.Estimate != "")
}

func asBytes(texts []string) [][]byte {
	params := make([][]byte, len(texts))
	for i, text := range texts {
		params[i] = []byte(text)
	}
	return params
}

func readBatch(results *pgconn.MultiResultReader, steps int, estimated bool) (outcome, error) {
	var out outcome
	var planned int64
	for step := 0; results.NextResult(); step++ {
		reader := results.ResultReader()
		for reader.NextRow() {
			switch {
			case step == steps-1:
				out = readOutcome(reader.Values())
			case step == steps-2 && estimated:
				planned = plannedRows(reader.Values()[0])
			}
		}
		if _, err := reader.Close(); err != nil {
			_ = results.Close()
			return outcome{}, err
		}
	}
	if err := results.Close(); err != nil {
		return outcome{}, err
	}
	if estimated {
		out.settleEstimate(planned)
	}
	return out, nil
}

// settleEstimate keeps an exact count while it is small, and takes the
// planner's word beyond.
func (o *outcome) settleEstimate(planned int64) {
	if o.total == nil || planned > *o.total {
		o.total = &planned
	}
}

// readOutcome copies: the connection reuses its buffer for the next message.
func readOutcome(values [][]byte) outcome {
	out := outcome{body: clone(values[2]), keys: clone(values[3]), headers: clone(values[4]), status: clone(values[5]), updated: clone(values[7])}
	if total, err := strconv.ParseInt(string(values[0]), 10, 64); err == nil {
		out.total = &total
	}
	out.page, _ = strconv.ParseInt(string(values[1]), 10, 64)
	out.inserted, _ = strconv.ParseInt(string(values[6]), 10, 64)
	return out
}

func clone(value []byte) []byte { return append([]byte(nil), value...) }

func plannedRows(explained []byte) int64 {
	var plans []struct {
		Plan struct {
			Rows int64 `json:"Plan Rows"`
		}
	}
	if json.Unmarshal(explained, &plans) != nil || len(plans) == 0 {
		return 0
	}
	return plans[0].Plan.Rows
}

// statementsMax bounds the prepared statements of one connection.
const statementsMax = 256

// statementCache names the statements prepared on one connection. A text is
// prepared when it comes the second time; what is never repeated costs nothing.
type statementCache struct {
	conn    *pgx.Conn
	enabled bool
	byText  map[string]*list.Element
	recent  *list.List
	counter int
}

type preparedStatement struct{ text, name string }

const cacheKey = "rest.statements"

func (e *Engine) statements(conn *pgx.Conn) *statementCache {
	data := conn.PgConn().CustomData()
	if cache, ok := data[cacheKey].(*statementCache); ok {
		return cache
	}
	cache := &statementCache{conn: conn, enabled: e.prepared, byText: map[string]*list.Element{}, recent: list.New()}
	data[cacheKey] = cache
	return cache
}

func (c *statementCache) name(ctx context.Context, text string) (string, error) {
	if !c.enabled {
		return "", nil
	}
	element, seen := c.byText[text]
	if !seen {
		c.byText[text] = c.recent.PushFront(&preparedStatement{text: text})
		return "", c.evict(ctx)
	}
	c.recent.MoveToFront(element)
	statement, _ := element.Value.(*preparedStatement)
	if statement.name != "" {
		return statement.name, nil
	}
	c.counter++
	name := fmt.Sprintf("rest_%d", c.counter)
	if _, err := c.conn.PgConn().Prepare(ctx, name, text, nil); err != nil {
		return "", err
	}
	statement.name = name
	return name, nil
}

func (c *statementCache) evict(ctx context.Context) error {
	if c.recent.Len() <= statementsMax {
		return nil
	}
	last := c.recent.Back()
	statement, _ := c.recent.Remove(last).(*preparedStatement)
	delete(c.byText, statement.text)
	if statement.name == "" {
		return nil
	}
	return c.conn.PgConn().Deallocate(ctx, statement.name)
}

// within runs work in an explicit transaction under the settings, for
// requests that decide something between a write and its commit.
func (e *Engine) within(ctx context.Context, s become.Settings, work func(tx pgx.Tx) error) error {
	conn, err := e.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if err := s.Enter(ctx, tx); err != nil {
			return err
		}
		return work(tx)
	})
}

// execute runs a statement with parameters of inferred types and returns its
// last row.
func execute(ctx context.Context, tx pgx.Tx, statement plan.Statement) ([][]byte, error) {
	reader := tx.Conn().PgConn().ExecParams(ctx, statement.SQL, statement.Params, nil, nil, nil)
	var last [][]byte
	for reader.NextRow() {
		last = nil
		for _, value := range reader.Values() {
			last = append(last, clone(value))
		}
	}
	_, err := reader.Close()
	return last, err
}
