package rest

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

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
