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
