package telemetry

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/multitracer"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Statement is one that was run.
type Statement struct {
	// SQL has its values as parameters.
	SQL string
	// Role ran it; empty is the server's own. SearchPath is where it looked.
	Role       string
	SearchPath []string
	Started    time.Time
	Err        error
	// more is how many others went with it.
	more int
}

// Ran is told of every statement, whoever asked for it.
func (w *Recorder) Ran(ctx context.Context, s Statement) {
	if w == nil {
		return
	}
	if w.traces != nil {
		w.traces.ran(ctx, s)
	}
	if took := time.Since(s.Started); w.slow != nil && took >= w.slow.after {
		w.slow.statement(ctx, s, took)
	}
}

// Listen has the connections of a pool tell what runs on them, beside whoever
// listens already. What is sent past them tells Ran itself.
func (w *Recorder) Listen(cfg *pgxpool.Config) {
	if w == nil || w.slow == nil && w.traces == nil {
		return
	}
	if other := cfg.ConnConfig.Tracer; other != nil {
		cfg.ConnConfig.Tracer = multitracer.New(other, statements{w})
		return
	}
	cfg.ConnConfig.Tracer = statements{w}
}

// statements hears of the statements of connections.
type statements struct{ watch *Recorder }

const underWay = "sight.statement"

// begun is kept with the connection, which does one thing at a time, so that
// nothing is made for each statement.
func begun(conn *pgx.Conn) *Statement {
	data := conn.PgConn().CustomData()
	s, ok := data[underWay].(*Statement)
	if !ok {
		s = &Statement{}
		data[underWay] = s
	}
	return s
}

// TraceQueryStart notes when a statement began.
func (statements) TraceQueryStart(ctx context.Context, conn *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	*begun(conn) = Statement{SQL: data.SQL, Started: time.Now()}
	return ctx
}

// TraceQueryEnd tells that it is over.
func (s statements) TraceQueryEnd(ctx context.Context, conn *pgx.Conn, data pgx.TraceQueryEndData) {
	s.end(ctx, conn, data.Err)
}

// TraceBatchStart notes when a batch began.
func (statements) TraceBatchStart(ctx context.Context, conn *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	*begun(conn) = Statement{Started: time.Now()}
	return ctx
}

// TraceBatchQuery counts: a batch is known by the first that sets nothing.
func (statements) TraceBatchQuery(_ context.Context, conn *pgx.Conn, data pgx.TraceBatchQueryData) {
	s := begun(conn)
	if s.SQL == "" || strings.HasPrefix(s.SQL, "SELECT set_config(") {
		s.SQL = data.SQL
	}
	s.more++
}

// TraceBatchEnd tells that a batch is over.
func (s statements) TraceBatchEnd(ctx context.Context, conn *pgx.Conn, data pgx.TraceBatchEndData) {
	begun(conn).more--
	s.end(ctx, conn, data.Err)
}

func (s statements) end(ctx context.Context, conn *pgx.Conn, err error) {
	ran := begun(conn)
	// A batch that could not be sent ends when it is sent and again when it is closed.
	if ran.Started.IsZero() {
		return
	}
	ran.Err = err
	s.watch.Ran(ctx, *ran)
	*ran = Statement{}
}

// told is the statement without its values.
func (s Statement) told() string {
	text := oneLine(s.SQL)
	if s.more > 0 {
		text += fmt.Sprintf(" (and %d more)", s.more)
	}
	return text
}
