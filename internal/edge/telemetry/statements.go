package telemetry

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/multitracer"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Statement is a statement that was run.
type Statement struct {
	// SQL has its values as parameters.
	SQL string
	// Role ran the statement; empty means the server's own role. SearchPath is the one it ran with.
	Role       string
	SearchPath []string
	Started    time.Time
	Err        error
	// more is the number of other statements in the same batch.
	more int
}

// Ran records a statement.
func (r *Recorder) Ran(ctx context.Context, s Statement) {
	if r == nil {
		return
	}
	if r.traces != nil {
		r.traces.ran(ctx, s)
	}
	if took := time.Since(s.Started); r.slow != nil && took >= r.slow.after {
		r.slow.statement(ctx, s, took)
	}
}

// Listen traces the statements on a pool's connections, besides a tracer that the pool already has.
// Code that bypasses the tracer calls Ran itself.
func (r *Recorder) Listen(cfg *pgxpool.Config) {
	if r == nil || r.slow == nil && r.traces == nil {
		return
	}
	if other := cfg.ConnConfig.Tracer; other != nil {
		cfg.ConnConfig.Tracer = multitracer.New(other, statements{r})
		return
	}
	cfg.ConnConfig.Tracer = statements{r}
}

// statements is the tracer of connections.
type statements struct{ recorder *Recorder }

const underWay = "sight.statement"

// begun returns the Statement kept with a connection. A connection runs one statement at a time, so
// that no statement needs an allocation.
func begun(conn *pgx.Conn) *Statement {
	data := conn.PgConn().CustomData()
	s, ok := data[underWay].(*Statement)
	if !ok {
		s = &Statement{}
		data[underWay] = s
	}
	return s
}

// TraceQueryStart records the start of a statement.
func (statements) TraceQueryStart(ctx context.Context, conn *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	*begun(conn) = Statement{SQL: data.SQL, Started: time.Now()}
	return ctx
}

// TraceQueryEnd records the end of a statement.
func (s statements) TraceQueryEnd(ctx context.Context, conn *pgx.Conn, data pgx.TraceQueryEndData) {
	s.end(ctx, conn, data.Err)
}

// TraceBatchStart records the start of a batch.
func (statements) TraceBatchStart(ctx context.Context, conn *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	*begun(conn) = Statement{Started: time.Now()}
	return ctx
}

// TraceBatchQuery counts the statements of a batch. The batch is known by the first that is not a
// set_config.
func (statements) TraceBatchQuery(_ context.Context, conn *pgx.Conn, data pgx.TraceBatchQueryData) {
	s := begun(conn)
	if s.SQL == "" || strings.HasPrefix(s.SQL, "SELECT set_config(") {
		s.SQL = data.SQL
	}
	s.more++
}

// TraceBatchEnd records the end of a batch.
func (s statements) TraceBatchEnd(ctx context.Context, conn *pgx.Conn, data pgx.TraceBatchEndData) {
	begun(conn).more--
	s.end(ctx, conn, data.Err)
}

func (s statements) end(ctx context.Context, conn *pgx.Conn, err error) {
	ran := begun(conn)
	// A batch that could not be sent ends twice: when it is sent and when it is closed.
	if ran.Started.IsZero() {
		return
	}
	ran.Err = err
	s.recorder.Ran(ctx, *ran)
	*ran = Statement{}
}

// redacted returns the statement without its values.
func (s Statement) redacted() string {
	text := oneLine(s.SQL)
	if s.more > 0 {
		text += fmt.Sprintf(" (and %d more)", s.more)
	}
	return text
}

// textMax bounds a statement or plan in the log and in traces, in bytes.
const textMax = 2000

// longNumber may be a CPF or a telephone number that was written into a text.
var longNumber = regexp.MustCompile(`\b\d{6,}\b`)

// Redact returns a statement or a plan without the values in it: each string literal and each long
// number becomes a question mark. Parameters stay.
func Redact(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); {
		rest := text[i:]
		switch c := text[i]; {
		case c == '\'':
			i += quoted(rest, '\'', i > 0 && (text[i-1]|0x20) == 'e')
			out.WriteByte('?')
		case c == '"':
			end := quoted(rest, '"', false)
			out.WriteString(rest[:end])
			i += end
		case c == '$' && dollar.MatchString(rest):
			tag := dollar.FindString(rest)
			end := strings.Index(rest[len(tag):], tag)
			if end < 0 {
				end = len(rest) - 2*len(tag)
			}
			i += min(len(text)-i, max(end+2*len(tag), len(tag)))
			out.WriteByte('?')
		case strings.HasPrefix(rest, "--"):
			i += through(rest, "\n")
			out.WriteByte('\n')
		case strings.HasPrefix(rest, "/*"):
			i += through(rest, "*/")
		default:
			out.WriteByte(c)
			i++
		}
	}
	return clip(longNumber.ReplaceAllString(out.String(), "?"))
}

// dollar matches the start of a dollar-quoted string, $$ or $tag$.
var dollar = regexp.MustCompile(`^\$([A-Za-z_][A-Za-z_0-9]*)?\$`)

// quoted returns the length of a quoted text with its quotes. One that does not end extends to the
// end of text.
func quoted(text string, quote byte, hasEscapes bool) int {
	for i := 1; i < len(text); i++ {
		switch {
		case hasEscapes && text[i] == '\\':
			i++
		case text[i] != quote:
		case i+1 < len(text) && text[i+1] == quote:
			i++
		default:
			return i + 1
		}
	}
	return len(text)
}

func through(text, end string) int {
	if at := strings.Index(text, end); at >= 0 {
		return at + len(end)
	}
	return len(text)
}

func clip(text string) string {
	if len(text) > textMax {
		return strings.ToValidUTF8(text[:textMax], "") + "…"
	}
	return text
}

// oneLine returns a redacted statement on one line.
func oneLine(statement string) string { return strings.Join(strings.Fields(Redact(statement)), " ") }
