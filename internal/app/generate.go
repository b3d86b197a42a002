package app

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/codegen"
	"automacao/internal/codegen/typescript"
	"automacao/internal/market/export"
	"automacao/internal/postgres"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/rest"
	"automacao/internal/wire/token"
)

// WriteGenerated brings the generated files of a source tree up to date: the types of the exposed
// schema and of the workflows, in the form that @supabase/supabase-js takes, and everything else
// that has one source.
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

// WriteTypes writes the types of everything that clients of the market see, including tables that
// an operator added, for use in another program.
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
		return typescript.Generate(ctx, db.Pool, typescript.Options{Schemas: []string{"public"}, Functions: sources.Signatures()}, out)
	})
}

// saidOnce returns the sources of all generated files.
func saidOnce(ctx context.Context, cfg Config, pool *pgxpool.Pool, signing *token.Keys, root string, log *slog.Logger) (codegen.Sources, error) {
	engine, err := rest.New(ctx, pool, signing, rest.Config{Schemas: []string{"public"}}, log)
	if err != nil {
		return codegen.Sources{}, err
	}
	a := &App{cfg: cfg, protocols: protocols{rest: engine, auth: auth.New(pool, signing, core.Config{PublicURL: cfg.URL()}, log)}}
	defer a.auth.Close()
	if err := a.registerMarket(ctx); err != nil {
		return codegen.Sources{}, err
	}
	sources := codegen.Sources{Root: root, DB: pool, PasswordMax: core.PasswordMax, Sentences: protocolSentences, Rates: measures(), Bounds: requestBounds(), Words: words()}
	abouts, err := functionDocs()
	if err != nil {
		return codegen.Sources{}, err
	}
	for _, f := range engine.Functions() {
		signature := typescript.Function{Name: f.Name, In: f.In, Out: f.Out}
		sources.Functions = append(sources.Functions, codegen.Workflow{Function: signature, About: abouts[f.Name], Roles: f.Roles})
	}
	return sources, nil
}

// words returns the words that the files of package export and the screens share.
func words() (all []codegen.Words) {
	for _, list := range []struct {
		name, meaning string
		words         []export.Word
	}{
		{"ENTRY_KINDS", "What a line of the statement is about.", export.EntryKinds},
		{"INVOICE_KINDS", "What an invoice is.", export.InvoiceKinds},
		{"INVOICE_STATES", "How an invoice stands.", export.InvoiceStates},
		{"TAXES", "What is withheld, in the order of a list.", export.Taxes},
		{"CONTRACT_STATES", "Where a contract stands.", export.ContractStates},
		{"MILESTONE_STATES", "Where a milestone stands.", export.MilestoneStates},
	} {
		one := codegen.Words{Name: list.name, Meaning: list.meaning}
		for _, word := range list.words {
			one.Keys, one.Texts = append(one.Keys, word.Key), append(one.Texts, word.Text)
		}
		all = append(all, one)
	}
	return all
}

//go:embed functions.json
var functionsFile []byte

// functionDocs returns one sentence for each registered function. A test takes them from the
// functions' comments.
func functionDocs() (all map[string]string, err error) {
	if err := json.Unmarshal(functionsFile, &all); err != nil {
		return nil, fmt.Errorf("read what functions do: %w", err)
	}
	return all, nil
}
