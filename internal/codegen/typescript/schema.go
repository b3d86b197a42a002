package typescript

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

//go:embed schema.sql
var statement string

// oid is PostgreSQL's number of a type.
type oid uint32

// schema is the part of a schema that clients may use.
type schema struct {
	Name       string        `json:"-"`
	Relations  []relation    `json:"relations"`
	Functions  []sqlFunction `json:"functions"`
	Composites []relation    `json:"composites"`
	Enums      []enum        `json:"enums"`
	Types      []sqlType     `json:"types"`

	brands    []Brand
	byOID     map[oid]sqlType
	relations map[string]relation
}

type relation struct {
	Name          string         `json:"name"`
	IsView        bool           `json:"is_view"`
	Columns       []column       `json:"columns"`
	Relationships []relationship `json:"relationships"`
}

type column struct {
	Name       string `json:"name"`
	Type       oid    `json:"type"`
	Nullable   bool   `json:"nullable"`
	Optional   bool   `json:"optional"`
	Generated  bool   `json:"generated"`
	Readable   bool   `json:"readable"`
	Insertable bool   `json:"insertable"`
	Updatable  bool   `json:"updatable"`
	// Choices is the CHECK constraint that lists every text the column may hold.
	Choices string `json:"choices"`
}

type relationship struct {
	Name       string   `json:"name"`
	Columns    []string `json:"columns"`
	IsOneToOne bool     `json:"is_one_to_one"`
	Referenced string   `json:"referenced"`
	To         []string `json:"to"`
}

type sqlFunction struct {
	Name      string     `json:"name"`
	Arguments []argument `json:"arguments"`
	Returns   oid        `json:"returns"`
	IsSet     bool       `json:"is_set"`
	// Required is the number of leading inputs without a default.
	Required int `json:"required"`
}

// argument has the mode letters of pg_proc: i in, o out, b both, v variadic, t column of the
// result.
type argument struct {
	Name string `json:"name"`
	Type oid    `json:"type"`
	Mode string `json:"mode"`
}

type enum struct {
	Name   string   `json:"name"`
	Labels []string `json:"labels"`
}

// sqlType has the kind letters of pg_type: b base, c composite, d domain, e enum, and so on.
// Element is set for arrays, Base for domains.
type sqlType struct {
	OID          oid    `json:"oid"`
	Name         string `json:"name"`
	Schema       string `json:"schema"`
	Kind         string `json:"kind"`
	Element      oid    `json:"element"`
	Base         oid    `json:"base"`
	Relation     string `json:"relation"`
	RelationKind string `json:"relation_kind"`
}

var literal = regexp.MustCompile(`'((?:[^']|'')*)'`)

// choices returns the only texts that a column may hold, nil if it is not restricted.
func (c column) choices() (texts []string) {
	for _, found := range literal.FindAllStringSubmatch(c.Choices, -1) {
		texts = append(texts, strings.ReplaceAll(found[1], "''", "'"))
	}
	return texts
}

func readSchema(ctx context.Context, db Querier, name string) (*schema, error) {
	var document []byte
	if err := db.QueryRow(ctx, statement, name).Scan(&document); err != nil {
		return nil, fmt.Errorf("read schema %s: %w", name, err)
	}
	s := &schema{Name: name, byOID: map[oid]sqlType{}, relations: map[string]relation{}}
	if err := json.Unmarshal(document, s); err != nil {
		return nil, fmt.Errorf("read schema %s: %w", name, err)
	}
	for _, t := range s.Types {
		s.byOID[t.OID] = t
	}
	for _, r := range s.Relations {
		s.relations[r.Name] = r
	}
	return s, nil
}

// numbers are the types that PostgreSQL writes as JSON numbers.
var numbers = map[string]bool{
	"int2": true, "int4": true, "int8": true, "float4": true, "float8": true, "numeric": true, "oid": true,
}

// typeOf returns the TypeScript type of a PostgreSQL type as JSON. A type without a JSON form of
// its own is a string.
func (s *schema) typeOf(id oid) string {
	t := s.byOID[id]
	switch {
	case t.Element != 0:
		return list(s.typeOf(t.Element))
	case t.Kind == "d":
		return s.typeOf(t.Base)
	case t.Kind == "e" && t.Schema == s.Name:
		return fmt.Sprintf("Database[%q][\"Enums\"][%q]", s.Name, t.Name)
	case t.Kind == "c":
		return s.rowType(t)
	case numbers[t.Name]:
		return "number"
	case t.Name == "bool":
		return "boolean"
	case t.Name == "json" || t.Name == "jsonb":
		return "Json"
	case t.Name == "void":
		return "undefined"
	case t.Name == "record":
		return "Json"
	default:
		return "string"
	}
}

// typeOfColumn returns a narrower type than typeOf where the column restricts its values.
func (s *schema) typeOfColumn(c column, as use) string {
	kind := s.typeOf(c.Type)
	if choices := c.choices(); choices != nil && kind == "string" {
		return union(choices)
	}
	if kind != "number" {
		return kind
	}
	for _, brand := range s.brands {
		if strings.HasSuffix(c.Name, brand.Suffix) {
			return brand.Type
		}
	}
	// PostgreSQL also accepts a decimal as text, which avoids JavaScript's imprecise numbers.
	if s.byOID[c.Type].Name == "numeric" && as != row {
		return "number | string"
	}
	return kind
}

// rowType refers to a table's row or a composite type if clients may see it.
func (s *schema) rowType(t sqlType) string {
	known, visible := s.relations[t.Relation]
	switch {
	case t.Schema != s.Name:
		return "Json"
	case t.RelationKind == "c":
		return fmt.Sprintf("Database[%q][\"CompositeTypes\"][%q]", s.Name, t.Relation)
	case visible && known.IsView:
		return fmt.Sprintf("Database[%q][\"Views\"][%q][\"Row\"]", s.Name, t.Relation)
	case visible:
		return fmt.Sprintf("Database[%q][\"Tables\"][%q][\"Row\"]", s.Name, t.Relation)
	default:
		return "Json"
	}
}

// signature returns a function's arguments and result. It returns false if an argument has no name,
// because then the function cannot be called by names.
func (s *schema) signature(f sqlFunction) (text string, callable bool) {
	var inputs, outputs []member
	for _, a := range f.Arguments {
		isIn, isOut := strings.Contains("ibv", a.Mode), strings.Contains("obt", a.Mode)
		if a.Name == "" {
			return "", false
		}
		if isIn {
			inputs = append(inputs, member{name: a.Name, optional: len(inputs) >= f.Required, kind: s.typeOf(a.Type)})
		}
		if isOut {
			outputs = append(outputs, member{name: a.Name, kind: s.typeOf(a.Type)})
		}
	}
	result := s.typeOf(f.Returns)
	if len(outputs) > 0 {
		result = object(outputs)
	}
	if f.IsSet {
		result = list(result)
	}
	return fmt.Sprintf("{ Args: %s; Returns: %s }", object(inputs), result), true
}
