// Package typescript generates the types of a running schema for the official client, so that the
// front end never describes a table by hand. It reads the database's catalogue and Go types; it
// owns neither.
package typescript

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Function is a workflow written in Go, described by the types of its argument and its result.
type Function struct {
	Name    string
	In, Out reflect.Type
}

// Querier runs one query: a connection, a pool or a transaction.
type Querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Options say what is generated.
type Options struct {
	// Schemas are the schemas that clients see, at least one. Names without a schema belong to the
	// first.
	Schemas []string
	// Functions are workflows written in Go; they belong to the first schema.
	Functions []Function
	// Brands are the product's own types for some columns.
	Brands []Brand
}

// Brand is a type, exported by a module, for numeric columns whose names end in Suffix.
type Brand struct{ Suffix, Type, Module string }

const header = `// Written by "automacao types"; do not edit.
%s
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
`

// Generate writes the Database type of the schemas in the form that supabase-js expects
// (https://supabase.com/docs/guides/api/rest/generating-types), followed by its helper types
// (Tables, TablesInsert, TablesUpdate, Enums, CompositeTypes, Constants). It leaves out tables,
// columns and functions that neither anon nor authenticated may use.
func Generate(ctx context.Context, db Querier, options Options, out io.Writer) error {
	var text strings.Builder
	imports := ""
	for _, brand := range options.Brands {
		imports += fmt.Sprintf("\nimport type { %s } from %q;\n", brand.Type, brand.Module)
	}
	fmt.Fprintf(&text, header, imports)
	functions := options.Functions
	var schemas []*schema
	for _, name := range options.Schemas {
		s, err := readSchema(ctx, db, name)
		if err != nil {
			return err
		}
		s.brands = options.Brands
		s.write(&text, functions)
		functions = nil
		schemas = append(schemas, s)
	}
	text.WriteString("};\n")
	fmt.Fprintf(&text, helpers, options.Schemas[0])
	constants(&text, schemas)
	if _, err := io.WriteString(out, text.String()); err != nil {
		return fmt.Errorf("write types: %w", err)
	}
	return nil
}

func (s *schema) write(text *strings.Builder, workflows []Function) {
	var tables, views []string
	for _, r := range s.Relations {
		if r.IsView {
			views = append(views, s.relation(r))
		} else {
			tables = append(tables, s.relation(r))
		}
	}
	var enums, composites []string
	for _, e := range s.Enums {
		enums = append(enums, fmt.Sprintf("      %s: %s;\n", key(e.Name), union(e.Labels)))
	}
	for _, c := range s.Composites {
		composites = append(composites, fmt.Sprintf("      %s: %s;\n", key(c.Name), object(s.members(c.Columns, row))))
	}
	fmt.Fprintf(text, "  %s: {\n", key(s.Name))
	section(text, "Tables", tables)
	section(text, "Views", views)
	section(text, "Functions", s.functions(workflows))
	section(text, "Enums", enums)
	section(text, "CompositeTypes", composites)
	text.WriteString("  };\n")
}

func section(text *strings.Builder, name string, entries []string) {
	if len(entries) == 0 {
		fmt.Fprintf(text, "    %s: %s;\n", name, nothing)
		return
	}
	fmt.Fprintf(text, "    %s: {\n%s    };\n", name, strings.Join(entries, ""))
}

// Uses of a relation's columns.
type use int

const (
	row use = iota
	insert
	update
)

func (s *schema) relation(r relation) string {
	var text strings.Builder
	fmt.Fprintf(&text, "      %s: {\n", key(r.Name))
	for _, part := range []struct {
		name string
		use  use
	}{{"Row", row}, {"Insert", insert}, {"Update", update}} {
		members := s.members(r.Columns, part.use)
		if len(members) == 0 {
			fmt.Fprintf(&text, "        %s: %s;\n", part.name, nothing)
			continue
		}
		fmt.Fprintf(&text, "        %s: {\n", part.name)
		for _, m := range members {
			fmt.Fprintf(&text, "          %s;\n", m)
		}
		text.WriteString("        };\n")
	}
	if len(r.Relationships) == 0 {
		text.WriteString("        Relationships: [];\n      };\n")
		return text.String()
	}
	text.WriteString("        Relationships: [\n")
	for _, k := range r.Relationships {
		fmt.Fprintf(&text, "          { foreignKeyName: %q; columns: [%s]; isOneToOne: %t; referencedRelation: %q; referencedColumns: [%s] },\n",
			k.Name, quoted(k.Columns), k.IsOneToOne, k.Referenced, quoted(k.To))
	}
	text.WriteString("        ];\n      };\n")
	return text.String()
}

// members returns the columns that a client may use in this way. A column that it may not write is
// missing instead of never, because then the compiler names the column in its error.
func (s *schema) members(columns []column, as use) []member {
	var members []member
	for _, c := range columns {
		writable := as == insert && c.Insertable || as == update && c.Updatable
		if as == row && !c.Readable || as != row && (!writable || c.Generated) {
			continue
		}
		kind := s.typeOfColumn(c, as)
		if c.Nullable {
			kind = orNull(kind)
		}
		members = append(members, member{name: c.Name, optional: as == update || as == insert && c.Optional, kind: kind})
	}
	return members
}

// functions lists the schema's functions and those written in Go by name. Overloads of a name form
// a union.
func (s *schema) functions(workflows []Function) []string {
	forms := map[string][]string{}
	var names []string
	add := func(name, form string) {
		if forms[name] == nil {
			names = append(names, name)
		}
		forms[name] = append(forms[name], form)
	}
	for _, f := range s.Functions {
		if form, callable := s.signature(f); callable {
			add(f.Name, form)
		}
	}
	for _, w := range workflows {
		add(w.Name, fmt.Sprintf("{ Args: %s; Returns: %s }", goType(w.In), goResult(w.Out)))
	}
	slices.Sort(names)
	entries := make([]string, len(names))
	for i, name := range names {
		entries[i] = fmt.Sprintf("      %s: %s;\n", key(name), strings.Join(forms[name], " | "))
	}
	return entries
}

// helpers are the types that programs written for the official generator's output import besides
// Database, with the same parameters:
// https://supabase.com/docs/guides/api/rest/generating-types#helper-types-for-tables-and-joins. A
// name alone refers to the default schema; a name of another schema follows { schema: "name" }.
// %[1]s is the default schema.
const helpers = `
type InSchema = { schema: keyof Database };

type Default = { schema: %[1]q };

type Within<Place, Part extends keyof Database[keyof Database]> = Place extends InSchema
  ? Database[Place["schema"]][Part]
  : never;

type Readable<Place> = Within<Place, "Tables"> & Within<Place, "Views">;

type Names<Options, Things> = Options extends InSchema ? keyof Things : never;

type Chosen<Things, Name, Part extends string> = Name extends keyof Things
  ? Things[Name] extends { [Key in Part]: infer Found }
    ? Found
    : never
  : never;

export type Tables<
  Options extends keyof Readable<Default> | InSchema,
  Name extends Names<Options, Readable<Options>> = never,
> = Options extends InSchema ? Chosen<Readable<Options>, Name, "Row"> : Chosen<Readable<Default>, Options, "Row">;

export type TablesInsert<
  Options extends keyof Within<Default, "Tables"> | InSchema,
  Name extends Names<Options, Within<Options, "Tables">> = never,
> = Options extends InSchema ? Chosen<Within<Options, "Tables">, Name, "Insert"> : Chosen<Within<Default, "Tables">, Options, "Insert">;

export type TablesUpdate<
  Options extends keyof Within<Default, "Tables"> | InSchema,
  Name extends Names<Options, Within<Options, "Tables">> = never,
> = Options extends InSchema ? Chosen<Within<Options, "Tables">, Name, "Update"> : Chosen<Within<Default, "Tables">, Options, "Update">;

type Taken<Things, Name> = Name extends keyof Things ? Things[Name] : never;

export type Enums<
  Options extends keyof Within<Default, "Enums"> | InSchema,
  Name extends Names<Options, Within<Options, "Enums">> = never,
> = Options extends InSchema ? Taken<Within<Options, "Enums">, Name> : Taken<Within<Default, "Enums">, Options>;

export type CompositeTypes<
  Options extends keyof Within<Default, "CompositeTypes"> | InSchema,
  Name extends Names<Options, Within<Options, "CompositeTypes">> = never,
> = Options extends InSchema
  ? Taken<Within<Options, "CompositeTypes">, Name>
  : Taken<Within<Default, "CompositeTypes">, Options>;
`

// constants writes the only value of the file: every enum's labels in their order.
func constants(text *strings.Builder, schemas []*schema) {
	text.WriteString("\nexport const Constants = {\n")
	for _, s := range schemas {
		if len(s.Enums) == 0 {
			fmt.Fprintf(text, "  %s: { Enums: {} },\n", key(s.Name))
			continue
		}
		fmt.Fprintf(text, "  %s: {\n    Enums: {\n", key(s.Name))
		for _, e := range s.Enums {
			fmt.Fprintf(text, "      %s: [%s],\n", key(e.Name), quoted(e.Labels))
		}
		text.WriteString("    },\n  },\n")
	}
	text.WriteString("} as const;\n")
}
