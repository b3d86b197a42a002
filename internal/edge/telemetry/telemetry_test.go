package telemetry

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/edge/requestid"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// patience bounds every wait of a test.
const patience = time.Minute

// logged is a log that may be read while it is written.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write appends a line.
func (l *logged) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

// await repeats do until a line contains all words: on a busy machine a plan may come too late.
func (l *logged) await(t *testing.T, do func(), words ...string) string {
	t.Helper()
	waiting, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	ticker := time.NewTicker(linesEvery)
	defer ticker.Stop()
	for ; waiting.Err() == nil; <-ticker.C {
		do()
		l.mu.Lock()
		text := l.text.String()
		l.mu.Unlock()
		for line := range strings.Lines(text) {
			if all(line, words) {
				return line
			}
		}
	}
	t.Fatalf("no line contains %q in\n%s", words, l.text.String())
	return ""
}

func all(line string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(line, word) {
			return false
		}
	}
	return true
}

// slowly returns a pool on which every statement counts as slow, its recorder, and the log.
func slowly(t *testing.T) (*pgxpool.Pool, *Recorder, *logged) {
	t.Helper()
	db := dbtest.Open(t)
	log := &logged{}
	w := New(Config{SlowAfter: time.Nanosecond}, slog.New(slog.NewTextHandler(log, nil)))
	cfg := db.Owner.Config()
	w.Listen(cfg)
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.TellSlow(ctx, pool) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		pool.Close()
	})
	return pool, w, log
}

func TestASlowStatementIsToldWithItsPlanAndWithoutValues(t *testing.T) {
	t.Parallel()
	pool, _, log := slowly(t)
	ctx, _ := requestid.NewContext(t.Context(), "a-request")
	requestid.SetRoute(ctx, "GET /rest/v1/skills")
	line := log.await(t, func() {
		var count int
		if err := pool.QueryRow(ctx, `SELECT count(*) FROM public.accounts WHERE email = $1 OR email = 'marina@exemplo.test'`, "serra@exemplo.test").Scan(&count); err != nil {
			t.Fatal(err)
		}
	}, "slow statement", "FROM public.accounts", "request_id=a-request", `route="GET /rest/v1/skills"`, "plan=", "duration_ms=", "accounts", "cost=", "$1")
	if strings.Contains(line, "marina") || strings.Contains(line, "serra") {
		t.Errorf("a value is logged: %s", line)
	}
}

func TestABatchThatCannotBeSentIsToldOnce(t *testing.T) {
	t.Parallel()
	pool, w, _ := slowly(t)
	if _, err := pool.Exec(t.Context(), `SELECT 1`); err != nil {
		t.Fatal(err)
	}
	before := w.slow.ran.Load()
	batch := &pgx.Batch{}
	batch.Queue(`SELECT 1`)
	batch.Queue(`SELECT nothing_of_the_kind`)
	if err := pool.SendBatch(t.Context(), batch).Close(); err == nil {
		t.Fatal("a statement that cannot be prepared was run")
	}
	if recorded := w.slow.ran.Load() - before; recorded != 1 {
		t.Errorf("one batch is recorded %d times", recorded)
	}
}

func TestAPlanRunsNothing(t *testing.T) {
	t.Parallel()
	pool, _, log := slowly(t)
	if _, err := pool.Exec(t.Context(), `CREATE TABLE public.sight_probe (word text)`); err != nil {
		t.Fatal(err)
	}
	inserted := 0
	insert := func() {
		inserted++
		if _, err := pool.Exec(t.Context(), `INSERT INTO public.sight_probe VALUES ($1)`, "marina"); err != nil {
			t.Fatal(err)
		}
	}
	if line := log.await(t, insert, "INSERT INTO public.sight_probe", "Insert on sight_probe"); strings.Contains(line, "marina") {
		t.Errorf("a value is logged: %s", line)
	}
	var count int
	if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM public.sight_probe`).Scan(&count); err != nil || count != inserted {
		t.Errorf("%d rows after %d inserts, %v", count, inserted, err)
	}
}

func TestACrowdOfSlowRequestsFillsNoLog(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := &logged{}
		w := New(Config{SlowAfter: time.Second}, slog.New(slog.NewTextHandler(log, nil)))
		w.End(w.Begin(t.Context()), Answered{Method: "GET", Route: "GET /fast", Status: 200, Took: time.Second - 1})
		for range 1000 {
			w.End(w.Begin(t.Context()), Answered{Method: "MARINA", Route: "none", Status: 400, Took: time.Second})
		}
		text := log.text.String()
		if lines := strings.Count(text, "\n"); lines != linesBurst {
			t.Errorf("the log has %d lines", lines)
		}
		if strings.Contains(text, "MARINA") || strings.Contains(text, "/fast") || !strings.Contains(text, "method=other") {
			t.Error(text)
		}
	})
}

func TestAStatementIsToldWithoutItsValues(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`SELECT 1 FROM "a'b" WHERE email = 'marina@exemplo.test' AND id = $1`: `SELECT 1 FROM "a'b" WHERE email = ? AND id = $1`,
		`SELECT 'it''s', E'a\'marina', $$marina$$, $x$marina $$ x$x$, $2`:     `SELECT ?, E?, ?, ?, $2`,
		"SELECT 1 -- marina\n/* marina */ + 2":                                `SELECT 1 + 2`,
		`UPDATE a SET cpf = 12345678901, n = 12`:                              `UPDATE a SET cpf = ?, n = 12`,
		`SELECT 'marina`:                                                      `SELECT ?`,
		`SELECT $tag$marina`:                                                  `SELECT ?`,
		`SELECT $`:                                                            `SELECT $`,
		`SELECT 1 /* marina`:                                                  `SELECT 1`,
	} {
		if got := oneLine(text); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
	if got := Redact(strings.Repeat("ç", textMax)); len(got) > textMax+len("…") || !utf8.ValidString(got) {
		t.Errorf("a long statement is %d bytes", len(got))
	}
}

func FuzzPlain(f *testing.F) {
	for _, seed := range []string{`'a'`, `E'\'`, `$$`, `$a$b$a$`, `"`, `--`, `/*`, `$1`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got := Redact("'" + strings.ReplaceAll(text, "'", "''") + "'"); got != "?" {
			t.Errorf("%q is redacted as %q", text, got)
		}
		_ = Redact(text)
	})
}

// BenchmarkStatement compares the shortest statement with and without the tracer for slow
// statements.
func BenchmarkStatement(b *testing.B) {
	db := dbtest.Open(b)
	for _, name := range []string{"Unwatched", "Watched"} {
		b.Run(name, func(b *testing.B) {
			cfg := db.Pool.Config()
			if name == "Watched" {
				New(Config{SlowAfter: time.Minute}, slog.New(slog.DiscardHandler)).Listen(cfg)
			}
			pool, err := pgxpool.NewWithConfig(b.Context(), cfg)
			if err != nil {
				b.Fatal(err)
			}
			defer pool.Close()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := pool.Exec(b.Context(), "SELECT 1"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkEnd measures what recording a request costs.
func BenchmarkEnd(b *testing.B) {
	w := New(Config{Metrics: true, SlowAfter: time.Second}, slog.New(slog.DiscardHandler))
	ctx := b.Context()
	b.ReportAllocs()
	for b.Loop() {
		w.End(w.Begin(ctx), Answered{Method: "GET", Route: "GET /rest/v1/skills", Status: 200, Took: time.Millisecond})
	}
}
