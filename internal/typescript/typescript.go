// Package typescript writes the types of a running schema for the official
// client, so that the front end never describes a table by hand.
package typescript

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Function is a workflow written in Go, described by its types.
type Function struct {
	Name    string
	In, Out reflect.Type
}

// Querier runs one query: a connection, a pool or a transaction.
type Querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

type column struct {
	Name      string `json:"name"`
	Type      string `json:"type"`
	Nullable  bool   `json:"nullable"`
	Optional  bool   `json:"optional"`
	Generated bool   `json:"generated"`
}

type relationship struct {
	Name       string   `json:"name"`
	Columns    []string `json:"columns"`
	IsOneToOne bool     `json:"is_one_to_one"`
	Referenced string   `json:"referenced"`
	To         []string `json:"to"`
}

type table struct {
	Name          string         `json:"name"`
	Columns       []column       `json:"columns"`
	Relationships []relationship `json:"relationships"`
}

type sqlFunction struct {
	Name      string   `json:"name"`
	Arguments []column `json:"arguments"`
	Returns   string   `json:"returns"`
	IsSet     bool     `json:"is_set"`
	Table     string   `json:"table"`
}

//go:embed schema.sql
var statement string

const header = `// Written by "automacao types"; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
`

// Generate writes the Database type of the given schemas. Tables and
// functions that neither anon nor authenticated may touch stay out. Go
// functions belong to the first schema.
func Generate(ctx context.Context, db Querier, schemas []string, functions []Function, out io.Writer) error {
	var text strings.Builder
	text.WriteString(header)
	for i, schema := range schemas {
		var document []byte
		if err := db.QueryRow(ctx, statement, schema).Scan(&document); err != nil {
			return fmt.Errorf("read schema %s: %w", schema, err)
		}
		var described struct {
			Tables    []table       `json:"tables"`
			Functions []sqlFunction `json:"functions"`
		}
		if err := json.Unmarshal(document, &described); err != nil {
			return fmt.Errorf("read schema %s: %w", schema, err)
		}
		if i > 0 {
			functions = nil
		}
		writeSchema(&text, schema, described.Tables, described.Functions, functions)
	}
	text.WriteString("};\n")
	_, err := io.WriteString(out, text.String())
	return err
}

func writeSchema(text *strings.Builder, schema string, tables []table, functions []sqlFunction, workflows []Function) {
	fmt.Fprintf(text, "  %s: {\n    Tables: {\n", schema)
	for _, t := range tables {
		writeTable(text, t)
	}
	text.WriteString("    };\n    Views: Record<never, never>;\n    Functions: {\n")
	for _, f := range functions {
		fmt.Fprintf(text, "      %s: { Args: %s; Returns: %s };\n", f.Name, arguments(f), returns(f))
	}
	for _, w := range workflows {
		fmt.Fprintf(text, "      %s: { Args: %s; Returns: %s };\n", w.Name, goType(w.In), goType(w.Out))
	}
	text.WriteString("    };\n    Enums: Record<never, never>;\n    CompositeTypes: Record<never, never>;\n  };\n")
}

func writeTable(text *strings.Builder, t table) {
	fmt.Fprintf(text, "      %s: {\n        Row: {\n", t.Name)
	for _, c := range t.Columns {
		fmt.Fprintf(text, "          %s: %s;\n", c.Name, nullable(c))
	}
	text.WriteString("        };\n        Insert: {\n")
	for _, c := range t.Columns {
		writeWritable(text, c, c.Optional || c.Nullable)
	}
	text.WriteString("        };\n        Update: {\n")
	for _, c := range t.Columns {
		writeWritable(text, c, true)
	}
	text.WriteString("        };\n        Relationships: [\n")
	for _, r := range t.Relationships {
		fmt.Fprintf(text, "          { foreignKeyName: %q; columns: [%s]; isOneToOne: %t; referencedRelation: %q; referencedColumns: [%s] },\n",
			r.Name, quoted(r.Columns), r.IsOneToOne, r.Referenced, quoted(r.To))
	}
	text.WriteString("        ];\n      };\n")
}

func writeWritable(text *strings.Builder, c column, optional bool) {
	mark := ""
	if optional {
		mark = "?"
	}
	kind := nullable(c)
	if c.Generated {
		mark, kind = "?", "never"
	}
	fmt.Fprintf(text, "          %s%s: %s;\n", c.Name, mark, kind)
}

func nullable(c column) string {
	if c.Nullable {
		return sqlType(c.Type) + " | null"
	}
	return sqlType(c.Type)
}

func quoted(names []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = fmt.Sprintf("%q", name)
	}
	return strings.Join(list, ", ")
}

// sqlType is how PostgreSQL's JSON writes a type.
func sqlType(name string) string {
	if element, isArray := strings.CutSuffix(name, "[]"); isArray {
		return sqlType(element) + "[]"
	}
	base, _, _ := strings.Cut(name, "(")
	switch base {
	case "smallint", "integer", "bigint", "real", "double precision", "numeric":
		return "number"
	case "boolean":
		return "boolean"
	case "json", "jsonb":
		return "Json"
	case "void":
		return "undefined"
	default:
		return "string"
	}
}

func arguments(f sqlFunction) string {
	if len(f.Arguments) == 0 {
		return "Record<never, never>"
	}
	list := make([]string, len(f.Arguments))
	for i, a := range f.Arguments {
		mark := ""
		if a.Optional {
			mark = "?"
		}
		list[i] = a.Name + mark + ": " + sqlType(a.Type)
	}
	return "{ " + strings.Join(list, "; ") + " }"
}

func returns(f sqlFunction) string {
	kind := sqlType(f.Returns)
	if f.Table != "" {
		kind = fmt.Sprintf("Database[\"public\"][\"Tables\"][%q][\"Row\"]", f.Table)
	}
	if f.IsSet {
		return kind + "[]"
	}
	return kind
}
