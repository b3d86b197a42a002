package telemetry

import (
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres/dbtest"
)

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
