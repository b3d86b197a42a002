package app

import (
	"context"
	"io"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/codegen"
	"automacao/internal/codegen/typescript"
	"automacao/internal/postgres"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/rest"
	"automacao/internal/wire/token"
)

// WriteGenerated brings the generated files of a source tree up to date: the
// types of the exposed schema and of the workflows, as @supabase/supabase-js
// takes them, and whatever else is said once.
func WriteGenerated(ctx context.Context, cfg Config, log *slog.Logger, root string) error {
	signing, err := passingKeys()
	if err != nil {
		return err
	}
	return withDatabase(ctx, cfg, log, func(db *postgres.Database) error {
		sources, err := saidOnce(ctx, cfg, db.Pool, signing, root, log)
		if err != nil {
			return err
		}
		return sources.Write(ctx)
	})
}

// WriteTypes writes the types of what the market's clients see, tables that were
// added beside the product included, for a program of somebody else's.
func WriteTypes(ctx context.Context, cfg Config, log *slog.Logger, out io.Writer) error {
	signing, err := passingKeys()
	if err != nil {
		return err
	}
	return withDatabase(ctx, cfg, log, func(db *postgres.Database) error {
		sources, err := saidOnce(ctx, cfg, db.Pool, signing, "", log)
		if err != nil {
			return err
		}
		return typescript.Generate(ctx, db.Pool, typescript.Options{Schemas: []string{"public"}, Functions: sources.Functions}, out)
	})
}

// saidOnce is where everything that generated files repeat is said.
func saidOnce(ctx context.Context, cfg Config, pool *pgxpool.Pool, signing *token.Keys, root string, log *slog.Logger) (codegen.Sources, error) {
	engine, err := rest.New(ctx, pool, signing, rest.Config{Schemas: []string{"public"}}, log)
	if err != nil {
		return codegen.Sources{}, err
	}
	a := &App{cfg: cfg, rest: engine, auth: auth.New(pool, signing, core.Config{PublicURL: cfg.URL()}, log)}
	defer a.auth.Close()
	if err := a.registerMarket(); err != nil {
		return codegen.Sources{}, err
	}
	sources := codegen.Sources{Root: root, DB: pool, PasswordMax: core.PasswordMax, Sentences: protocolSentences, Rates: measures(), Bounds: requestBounds(), Words: words()}
	for _, function := range engine.Functions() {
		sources.Functions = append(sources.Functions, typescript.Function{Name: function.Name, In: function.In, Out: function.Out})
	}
	return sources, nil
}
