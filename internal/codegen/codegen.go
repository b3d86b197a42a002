// Package codegen writes generated files from their single source: codes with their sentences,
// limits, routes, the rights of roles, the types of tables and functions for TypeScript, and the
// reference of codes and functions. It
// reads Go sources and a migrated database at build time, and takes no part in serving. See
// docs/decisions/0010.
//
// Start reading at Sources, which lists what is read, and Files, which lists what is written.
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

// Querier queries a migrated database.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	Begin(ctx context.Context) (pgx.Tx, error)
}

// Sources are what the generated files are made from.
type Sources struct {
	// Root is the folder of the source tree.
	Root string
	// DB has all migrations.
	DB Querier
	// Functions are the workflows written in Go, by name.
	Functions []Workflow
	// PasswordMax is the maximum length of a password in characters, enforced by the sign-in
	// protocol.
	PasswordMax int
	// Sentences are the Portuguese sentences for the protocols' codes, whose own messages are
	// English.
	Sentences map[string]string
	// Rates are the rate limits of all routes.
	Rates []limiting.Row
	// Bounds are the limits of a single request.
	Bounds []Bound
	// Words are the words for states and kinds, in exported files and on screen.
	Words []Words
}

// File is a generated file. Path is relative to the root of the source tree.
type File struct {
	Path string
	Text []byte
}

// Files returns every generated file with its correct content.
func (s Sources) Files(ctx context.Context) ([]File, error) {
	var files []File
	for _, part := range []struct {
		path  string
		write func(context.Context) ([]byte, error)
	}{
		{"web/src/api/schema.ts", s.schema},
		{"web/src/api/codes.ts", s.codes},
		{"docs/reference/codes.md", s.codesDocument},
		{"docs/reference/functions.md", s.functionsDocument},
		{"web/src/api/rights.ts", s.rights},
		{"internal/postgres/schema.sql", s.inForce},
		{"internal/postgres/schema/expected.txt", s.catalogue},
		{"web/src/api/limits.ts", s.webLimits},
		{"web/src/api/rates.ts", s.webRates},
		{"web/src/api/words.ts", s.webWords},
		{"internal/market/limits/limits.go", s.goLimits},
		{"web/src/api/register.ts", s.webRegister},
		{"docs/reference/tables.md", s.tablesDocument},
		{"web/src/lib/routes.ts", s.webRoutes},
		{"web/src/app/pages.ts", s.webPages},
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
		Schemas: []string{"public"}, Functions: s.Signatures(),
		Brands: []typescript.Brand{{Suffix: "_cents", Type: "Money", Module: "@/lib/money"}},
	}, &text)
	return text.Bytes(), err
}

// Signatures are the names and types of the workflows.
func (s Sources) Signatures() []typescript.Function {
	all := make([]typescript.Function, len(s.Functions))
	for i, workflow := range s.Functions {
		all[i] = workflow.Function
	}
	return all
}

func (s Sources) inForce(ctx context.Context) ([]byte, error) {
	text, err := schema.Text(ctx, s.DB, schema.Own)
	return []byte(text), err
}

func (s Sources) catalogue(ctx context.Context) ([]byte, error) {
	text, err := schema.Expectation(ctx, s.DB)
	return []byte(text), err
}

// Write updates the generated files of the source tree.
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

// Drift returns the paths of the generated files that are out of date.
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
