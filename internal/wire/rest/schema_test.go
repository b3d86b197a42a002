package rest

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/token"
)

func TestTheSchemaIsReadAnewWhereNoChangeIsHeard(t *testing.T) {
	t.Parallel()
	pool, err := postgres.NewPool(t.Context(), dbtest.Pooled(t, dbtest.Open(t).URL), 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	keys, err := token.FromSecret(strings.Repeat("s", 32))
	if err != nil {
		t.Fatal(err)
	}
	engine, err := New(t.Context(), pool, keys, Config{Schemas: []string{"public"}}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	engine.pollEvery = time.Millisecond
	known := engine.catalog.Load()
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan error)
	go func() { stopped <- engine.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-stopped; err != nil {
			t.Error(err)
		}
	})
	ticker := time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	patience := time.After(time.Minute)
	for engine.catalog.Load() == known {
		select {
		case <-ticker.C:
		case <-patience:
			t.Fatal("it was not")
		}
	}
}
