// Package schema writes the current schema of a database, the sum of the baseline and all later
// migrations, as one readable text. It reads the catalogue and must not change anything. Its text is for reading and
// comparing, not for running.
package schema

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
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

// content is one schema as read from the catalogue, as ready-made statements.
type content struct {
	Grants    []string `json:"grants"`
	Types     []object `json:"types"`
	Sequences []object `json:"sequences"`
	Tables    []table  `json:"tables"`
	Views     []view   `json:"views"`
	Functions []object `json:"functions"`
}

type object struct {
	Name     string   `json:"name"`
	Text     string   `json:"text"`
	IsDomain bool     `json:"is_domain"`
	Grants   []string `json:"grants"`
	Comments []string `json:"comments"`
}

type table struct {
	Name         string   `json:"name"`
	IsUnlogged   bool     `json:"is_unlogged"`
	PartitionKey string   `json:"partition_key"`
	Options      string   `json:"options"`
	HasPolicies  bool     `json:"has_policies"`
	IsForced     bool     `json:"is_forced"`
	Columns      []column `json:"columns"`
	Constraints  []string `json:"constraints"`
	Indexes      []string `json:"indexes"`
	Statistics   []string `json:"statistics"`
	Policies     []policy `json:"policies"`
	Grants       []string `json:"grants"`
	Triggers     []string `json:"triggers"`
	Comments     []string `json:"comments"`
}

type column struct {
	Name string `json:"name"`
	Type string `json:"type"`
	Rest string `json:"rest"`
}

type policy struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	Using string `json:"using"`
	Check string `json:"check"`
}

type view struct {
	Name     string   `json:"name"`
	IsStored bool     `json:"is_stored"`
	Text     string   `json:"text"`
	Options  string   `json:"options"`
	Indexes  []string `json:"indexes"`
	Grants   []string `json:"grants"`
	Triggers []string `json:"triggers"`
	Comments []string `json:"comments"`
}

func (t table) write(out *strings.Builder) {
	kind := "TABLE"
	if t.IsUnlogged {
		kind = "UNLOGGED TABLE"
	}
	var parts []string
	nameWidth, typeWidth := t.widths()
	for _, c := range t.Columns {
		parts = append(parts, strings.TrimRight(fmt.Sprintf("  %-*s %-*s %s", nameWidth, c.Name, typeWidth, c.Type, c.Rest), " "))
	}
	for _, constraint := range t.Constraints {
		parts = append(parts, "  "+constraint)
	}
	fmt.Fprintf(out, "\nCREATE %s %s (\n%s\n)", kind, t.Name, strings.Join(parts, ",\n"))
	if t.PartitionKey != "" {
		out.WriteString(" PARTITION BY " + t.PartitionKey)
	}
	if t.Options != "" {
		out.WriteString(" WITH (" + t.Options + ")")
	}
	out.WriteString(";\n")
	if t.HasPolicies {
		fmt.Fprintf(out, "ALTER TABLE %s ENABLE ROW LEVEL SECURITY;\n", t.Name)
	}
	if t.IsForced {
		fmt.Fprintf(out, "ALTER TABLE %s FORCE ROW LEVEL SECURITY;\n", t.Name)
	}
	lines(out, t.Comments, "TABLE "+t.Name)
	plain(out, t.Indexes)
	plain(out, t.Statistics)
	lines(out, t.Grants, t.Name)
	for _, p := range t.Policies {
		p.write(out, t.Name)
	}
	plain(out, t.Triggers)
}

func (t table) widths() (name, kind int) {
	for _, c := range t.Columns {
		name, kind = max(name, len(c.Name)), max(kind, len(c.Type))
	}
	return name, kind
}

func (p policy) write(out *strings.Builder, table string) {
	fmt.Fprintf(out, "CREATE POLICY %s ON %s%s", p.Name, table, p.Kind)
	for _, part := range []struct{ word, text string }{{"USING", p.Using}, {"WITH CHECK", p.Check}} {
		if part.text != "" {
			fmt.Fprintf(out, "\n  %s (%s)", part.word, tight(part.text))
		}
	}
	out.WriteString(";\n")
}

// tight joins the lines of a query inside an expression, which PostgreSQL breaks and indents.
func tight(expression string) string { return lineEnds.ReplaceAllString(expression, " ") }

var lineEnds = regexp.MustCompile(`\s*\n\s*`)

func (v view) write(out *strings.Builder) {
	kind := "VIEW"
	if v.IsStored {
		kind = "MATERIALIZED VIEW"
	}
	options := ""
	if v.Options != "" {
		options = " WITH (" + v.Options + ")"
	}
	fmt.Fprintf(out, "\nCREATE %s %s%s AS\n%s\n", kind, v.Name, options, strings.TrimRight(v.Text, "\n"))
	lines(out, v.Comments, kind+" "+v.Name)
	plain(out, v.Indexes)
	lines(out, v.Grants, v.Name)
	plain(out, v.Triggers)
}
