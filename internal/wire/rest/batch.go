package rest

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/postgres"
	"automacao/internal/postgres/become"
	"automacao/internal/wire/rest/plan"
	"automacao/internal/wire/rest/querycost"
)

// outcome is the result that every statement returns.
type outcome struct {
	total *int64
	// countMax is where counting the total stopped, if the count was bounded.
	countMax int64
	page     int64
	body     []byte
	// keys are those of the written rows. For an upsert, keys are those of the inserted rows and
	// updated those of the updated rows.
	keys    []byte
	updated []byte
	headers []byte
	status  []byte
	// inserted counts the rows that an upsert inserted rather than updated.
	inserted int64
	// cost is the planner's estimate, if it was requested.
	cost float64
}

func (e *Engine) batch(ctx context.Context, conn *pgx.Conn, s become.Settings, statement plan.Statement) (outcome, error) {
	batch := &pgconn.Batch{}
	cache := e.statements(conn)
	steps, results := []plan.Statement{}, batchResults{countMax: statement.CountMax}
	for _, step := range s.Steps() {
		steps = append(steps, plan.Statement{SQL: step.SQL, Params: asBytes(step.Params)})
	}
	if statement.ChecksCost && e.estimates.Asks(statement.SQL) {
		results.price = len(steps) + 1
		steps = append(steps, e.estimateStep(statement))
	}
	if statement.NeedsCustomPlan {
		steps = append(steps, forceCustomPlan)
	}
	if statement.Estimate != "" {
		results.estimate = len(steps) + 1
		steps = append(steps, plan.Statement{SQL: statement.Estimate, Params: statement.Params[:statement.EstimateParams]})
	}
	steps = append(steps, statement)
	results.answer, results.isExplained, results.isHex = len(steps), statement.IsExplained, statement.IsHex
	// The statement's time includes preparing it, which may wait for a table lock too.
	started := time.Now()
	for _, step := range steps {
		name, err := cache.name(ctx, s, step.SQL)
		if err != nil {
			return outcome{}, postgres.Undone(err)
		}
		if name == "" {
			batch.ExecParams(step.SQL, step.Params, nil, nil, nil)
		} else {
			batch.ExecPrepared(name, step.Params, nil, nil)
		}
	}
	out, err := results.all(conn.PgConn().ExecBatch(ctx, batch))
	if e.config().Ran != nil {
		e.config().Ran(ctx, s.Role, s.SearchPath, statement.SQL, started, err)
	}
	if results.price > 0 && !postgres.IsAway(err) {
		e.learn(statement.SQL, out.cost, err)
	}
	if s.ReadOnly {
		return out, postgres.Undone(err)
	}
	return out, err
}

// forceCustomPlan makes PostgreSQL plan the rest of the transaction for the actual parameters.
var forceCustomPlan = plan.Statement{SQL: "SELECT set_config('plan_cache_mode', 'force_custom_plan', true)"}

// estimateStep builds the step that estimates a statement's cost and fails the batch before the
// statement runs if the cost is too high.
func (e *Engine) estimateStep(statement plan.Statement) plan.Statement {
	return plan.Statement{
		SQL:    "SELECT " + e.config().Price + "($1, $2)::text",
		Params: [][]byte{[]byte(querycost.Inline(statement.SQL, statement.Params)), []byte(strconv.FormatFloat(e.config().CostMax, 'f', -1, 64))},
	}
}

// learn remembers a statement's estimated cost. A statement that failed is recorded as too
// expensive, so the next request estimates it again whatever the planner said.
func (e *Engine) learn(text string, cost float64, err error) {
	if err != nil {
		cost = max(cost, e.config().CostMax)
	}
	e.estimates.Learn(text, cost)
}

func asBytes(texts []string) [][]byte {
	params := make([][]byte, len(texts))
	for i, text := range texts {
		params[i] = []byte(text)
	}
	return params
}

// batchResults says which of a batch's results to read, numbered from 1; 0 is none.
type batchResults struct {
	price, estimate, answer int
	countMax                int64
	// With isExplained the answer is the lines of a plan; with isHex its body is hex-encoded bytes.
	isExplained, isHex bool
}

func (l batchResults) all(results *pgconn.MultiResultReader) (outcome, error) {
	var out outcome
	var planned int64
	var cost float64
	step := 1
	for ; results.NextResult(); step++ {
		reader := results.ResultReader()
		for reader.NextRow() {
			switch step {
			case l.answer:
				out = l.read(out, reader.Values())
			case l.estimate:
				planned = plannedRows(reader.Values()[0])
			case l.price:
				cost, _ = strconv.ParseFloat(string(reader.Values()[0]), 64)
			}
		}
		if _, err := reader.Close(); err != nil {
			_ = results.Close()
			return outcome{cost: cost}, undoneIfFirst(step, err)
		}
	}
	if err := results.Close(); err != nil {
		return outcome{cost: cost}, undoneIfFirst(step, err)
	}
	if l.estimate > 0 {
		out.settleEstimate(planned, l.countMax)
	}
	out.cost, out.countMax = cost, l.countMax
	return out, nil
}

// read adds one row of the answer. An answer is a single row, except that each line of a plan is a
// row.
func (l batchResults) read(out outcome, values [][]byte) outcome {
	if l.isExplained {
		out.body = append(append(out.body, values[0]...), '\n')
		return out
	}
	out = readOutcome(values)
	if bytes, err := hex.DecodeString(string(out.body)); l.isHex && err == nil {
		out.body = bytes
	}
	return out
}

// undoneIfFirst marks an error as undone if the server shut down before it answered the first step.
// PostgreSQL answers in order, so nothing had run yet.
func undoneIfFirst(step int, err error) error {
	if _, said := errors.AsType[*pgconn.PgError](err); said && step == 1 && postgres.IsAway(err) {
		return postgres.Undone(err)
	}
	return err
}

// settleEstimate keeps the exact count while it is within the bound, and uses the planner's
// estimate beyond it.
func (o *outcome) settleEstimate(planned, most int64) {
	if o.total == nil || *o.total > most && planned > *o.total {
		o.total = &planned
	}
}

// isLowerBound reports whether the total is only a lower bound.
func (o outcome) isLowerBound() bool {
	return o.total != nil && o.countMax > 0 && *o.total > o.countMax
}

// readOutcome copies the values because the connection reuses its buffer for the next message.
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
