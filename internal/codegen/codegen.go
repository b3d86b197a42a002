// Package codegen writes generated files from their one source: codes with their sentences,
// limits, routes, the rights of roles, and the types of tables and functions for TypeScript.
// It reads Go sources and a migrated database at build time and takes no part in serving.
// See docs/decisions/0010.
//
// Begin with Sources, which lists what is read, and Files, which lists what is written.
package codegen

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/jackc/pgx/v5"

	"automacao/internal/codegen/typescript"
	limiting "automacao/internal/edge/ratelimit"
	"automacao/internal/postgres/schema"
)

// Querier asks the database that the migrations made.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	Begin(ctx context.Context) (pgx.Tx, error)
}

// Sources is where everything is said once.
type Sources struct {
	// Root is the folder of the source tree.
	Root string
	// DB has every migration.
	DB Querier
	// Functions are the workflows written in Go.
	Functions []typescript.Function
	// PasswordMax is the longest password in characters, which the sign-in
	// protocol holds.
	PasswordMax int
	// Sentences are what the protocols' codes, which speak English, are on
	// screen.
	Sentences map[string]string
	// Rates are how much may be asked of every route.
	Rates []limiting.Row
	// Bounds are what one request may be and cost.
	Bounds []Bound
	// Words are what states and kinds are called, in files and on screen.
	Words []Words
}

// File is a generated file; Path is told from the root of the source tree.
type File struct {
	Path string
	Text []byte
}

// Files returns every generated file as it ought to be.
func (s Sources) Files(ctx context.Context) ([]File, error) {
	var files []File
	for _, part := range []struct {
		path  string
		write func(context.Context) ([]byte, error)
	}{
		{"web/src/api/schema.ts", s.schema},
		{"web/src/api/codes.ts", s.codes},
		{"docs/reference/codes.md", s.codesDocument},
		{"web/src/api/rights.ts", s.rights},
		{"internal/postgres/schema.sql", s.inForce},
		{"internal/postgres/schema/expected.txt", s.catalogue},
		{"web/src/api/limits.ts", s.webLimits},
		{"web/src/api/rates.ts", s.webRates},
		{"web/src/api/words.ts", s.webWords},
		{"internal/market/limits/limits.go", s.goLimits},
		{"web/src/lib/routes.ts", s.webRoutes},
		{"internal/kernel/route/routes.go", s.goRoutes},
	} {
		text, err := part.write(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", part.path, err)
		}
		files = append(files, File{part.path, text})
	}
	return files, nil
}

func (s Sources) schema(ctx context.Context) ([]byte, error) {
	var text bytes.Buffer
	err := typescript.Generate(ctx, s.DB, typescript.Options{
		Schemas: []string{"public"}, Functions: s.Functions,
		Brands: []typescript.Brand{{Suffix: "_cents", Type: "Money", Module: "@/lib/money"}},
	}, &text)
	return text.Bytes(), err
}

func (s Sources) inForce(ctx context.Context) ([]byte, error) {
	text, err := schema.Text(ctx, s.DB, schema.Own)
	return []byte(text), err
}

func (s Sources) catalogue(ctx context.Context) ([]byte, error) {
	text, err := schema.Expectation(ctx, s.DB)
	return []byte(text), err
}

// Write brings the source tree's generated files up to date.
func (s Sources) Write(ctx context.Context) error {
	files, err := s.Files(ctx)
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := os.WriteFile(filepath.Join(s.Root, file.Path), file.Text, 0o644); err != nil {
			return fmt.Errorf("write generated file: %w", err)
		}
	}
	return nil
}

// Drift names the generated files that are not as they ought to be.
func (s Sources) Drift(ctx context.Context) (paths []string, err error) {
	files, err := s.Files(ctx)
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if found, err := os.ReadFile(filepath.Join(s.Root, file.Path)); err != nil || !bytes.Equal(found, file.Text) {
			paths = append(paths, file.Path)
		}
	}
	return paths, nil
}
