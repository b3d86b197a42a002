// Package schema writes the current schema of a database, the sum of the baseline and all later
// migrations, as one readable text. It reads the catalogue and must not change anything. Its text is for reading and
// comparing, not for running.
package schema

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

//go:embed read.sql
var readSchema string

//go:embed roles.sql
var readRoles string

// Beginner begins transactions: a pool or a connection.
type Beginner interface {
	Begin(ctx context.Context) (pgx.Tx, error)
}

// Own are the schemas whose content the migrations define.
var Own = []string{"public", "private", "auth", "storage", "realtime"}

// Roles are those that the schema grants to.
var Roles = []string{"anon", "authenticated", "authenticator", "definer", "ledger_keeper", "service_role"}

const header = `-- Written by "make types" from a migrated database; do not edit. It is the sum
-- of the baseline and all later migrations, to be read: what a table holds, who
-- may see and touch it, what follows a write. Within a schema, tables come
-- before functions.
`

// Text writes the definition of the schemas, in an order that depends only on names.
func Text(ctx context.Context, db Beginner, schemas []string) (text string, err error) {
	err = pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		// With an empty search path PostgreSQL writes every name with its schema.
		if _, err := tx.Exec(ctx, `SET LOCAL search_path TO ''`); err != nil {
			return fmt.Errorf("empty the search path: %w", err)
		}
		var out strings.Builder
		out.WriteString(header)
		var roles string
		if err := tx.QueryRow(ctx, readRoles, Roles).Scan(&roles); err != nil {
			return fmt.Errorf("read roles: %w", err)
		}
		out.WriteString("\n" + roles + "\n")
		for _, name := range schemas {
			if err := write(ctx, tx, &out, name); err != nil {
				return err
			}
		}
		text = out.String()
		return nil
	})
	return text, err
}

func write(ctx context.Context, tx pgx.Tx, out *strings.Builder, name string) error {
	var document []byte
	if err := tx.QueryRow(ctx, readSchema, name).Scan(&document); err != nil {
		return fmt.Errorf("read schema %s: %w", name, err)
	}
	var found content
	if err := json.Unmarshal(document, &found); err != nil {
		return fmt.Errorf("read schema %s: %w", name, err)
	}
	fmt.Fprintf(out, "\n\nCREATE SCHEMA %s;\n", name)
	lines(out, found.Grants, "SCHEMA "+name)
	for _, t := range found.Types {
		kind := "TYPE"
		if t.IsDomain {
			kind = "DOMAIN"
		}
		fmt.Fprintf(out, "\nCREATE %s %s %s;\n", kind, t.Name, t.Text)
		lines(out, t.Grants, "TYPE "+t.Name)
	}
	for _, s := range found.Sequences {
		fmt.Fprintf(out, "\nCREATE SEQUENCE %s;\n", s.Name)
		lines(out, s.Grants, "SEQUENCE "+s.Name)
	}
	for _, t := range found.Tables {
		t.write(out)
	}
	for _, v := range found.Views {
		v.write(out)
	}
	for _, f := range found.Functions {
		fmt.Fprintf(out, "\n%s;\n", strings.TrimRight(f.Text, "\n"))
		lines(out, f.Grants, "FUNCTION "+f.Name)
		lines(out, f.Comments, "FUNCTION "+f.Name)
	}
	return nil
}

// lines writes statements about one object, whose name replaces "%" in "ON %".
func lines(out *strings.Builder, statements []string, about string) {
	for _, statement := range statements {
		out.WriteString(strings.Replace(statement, "ON % ", "ON "+about+" ", 1) + "\n")
	}
}

func plain(out *strings.Builder, statements []string) {
	for _, statement := range statements {
		out.WriteString(statement + "\n")
	}
}
