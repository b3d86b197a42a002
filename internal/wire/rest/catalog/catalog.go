// Package catalog is what the engine knows of a database's schema: relations,
// columns, keys and functions. It is read in one query and never changed; a
// new one replaces it when the schema changes.
package catalog

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
)

// Catalog is an immutable picture of the exposed schemas.
type Catalog struct {
	Relations     map[Name]*Relation
	Functions     map[Name][]*Function
	relationships map[Name][]Relationship
	keys          []foreignKey
}

// Name is a schema-qualified name.
type Name struct{ Schema, Name string }

// Relation is a table or a view.
type Relation struct {
	Schema     string     `json:"schema"`
	Name       string     `json:"name"`
	IsView     bool       `json:"is_view"`
	Insertable bool       `json:"insertable"`
	Updatable  bool       `json:"updatable"`
	Deletable  bool       `json:"deletable"`
	Comment    string     `json:"comment"`
	Columns    []Column   `json:"columns"`
	PrimaryKey []string   `json:"primary_key"`
	Uniques    [][]string `json:"uniques"`
	// Rows is about how many there were when the schema was read.
	Rows   int64 `json:"rows"`
	byName map[string]*Column
}

// Column is a column of a relation. Type is as PostgreSQL writes it.
type Column struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Default  string `json:"default"`
	Nullable bool   `json:"nullable"`
	Comment  string `json:"comment"`
	// Enum are the labels of an enum, or of what an array holds.
	Enum []string `json:"enum"`
	// IndexedFor are the values of this column that an index is restricted to.
	IndexedFor []string `json:"indexed_for"`
}

// Column returns a column by name, nil where there is none.
func (r *Relation) Column(name string) *Column { return r.byName[name] }

// Function is a function of an exposed schema.
type Function struct {
	Schema     string      `json:"schema"`
	Name       string      `json:"name"`
	Parameters []Parameter `json:"parameters"`
	Volatility string      `json:"volatility"`
	IsSet      bool        `json:"is_set"`
	IsVoid     bool        `json:"is_void"`
	IsRecord   bool        `json:"is_record"`
	ReturnType string      `json:"return_type"`
	// Returns is the relation whose rows the function returns, if it is one.
	Returns *Name  `json:"returns"`
	Rows    int    `json:"rows"`
	Comment string `json:"comment"`
}

// Parameter is an input of a function. RowOf names the relation whose row it
// takes, if it does: the function is then a computed field or relationship.
type Parameter struct {
	Name       string `json:"name"`
	Type       string `json:"type"`
	HasDefault bool   `json:"has_default"`
	IsVariadic bool   `json:"is_variadic"`
	RowOf      *Name  `json:"row_of"`
}

// Cardinality of a relationship, seen from its origin.
type Cardinality string

// The four cardinalities.
const (
	ManyToOne  Cardinality = "many-to-one"
	OneToOne   Cardinality = "one-to-one"
	OneToMany  Cardinality = "one-to-many"
	ManyToMany Cardinality = "many-to-many"
)

// IsToOne reports whether at most one row is on the other side.
func (c Cardinality) IsToOne() bool { return c == ManyToOne || c == OneToOne }

// Relationship leads from one relation to another.
type Relationship struct {
	Cardinality Cardinality
	Constraint  string
	From, To    Name
	// FromColumns and ToColumns are matched pairwise. Through a junction,
	// they are matched with its columns instead.
	FromColumns, ToColumns []string
	Junction               *Junction
	// Function computes the related rows from a row of From.
	Function *Function
}

// Junction is the table between two sides of a many-to-many relationship.
type Junction struct {
	Name                         Name
	FromColumns, ToColumns       []string
	FromConstraint, ToConstraint string
}

type foreignKey struct {
	Constraint string   `json:"constraint"`
	From       Name     `json:"from"`
	To         Name     `json:"to"`
	Columns    []string `json:"columns"`
	Referenced []string `json:"referenced"`
	IsUnique   bool     `json:"is_unique"`
}

// UnmarshalJSON reads the two-element array the query writes.
func (n *Name) UnmarshalJSON(text []byte) error {
	var pair [2]string
	if err := json.Unmarshal(text, &pair); err != nil {
		return err
	}
	*n = Name{pair[0], pair[1]}
	return nil
}

//go:embed catalog.sql
var statement string

// Querier runs one query: a connection, a pool or a transaction.
type Querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Load reads the exposed schemas.
func Load(ctx context.Context, db Querier, schemas []string) (*Catalog, error) {
	var document []byte
	if err := db.QueryRow(ctx, statement, schemas).Scan(&document); err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	var read struct {
		Relations []*Relation  `json:"relations"`
		Functions []*Function  `json:"functions"`
		Keys      []foreignKey `json:"foreign_keys"`
	}
	if err := json.Unmarshal(document, &read); err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	c := &Catalog{Relations: map[Name]*Relation{}, Functions: map[Name][]*Function{}, relationships: map[Name][]Relationship{}}
	for _, relation := range read.Relations {
		relation.byName = map[string]*Column{}
		for i := range relation.Columns {
			relation.byName[relation.Columns[i].Name] = &relation.Columns[i]
		}
		c.Relations[Name{relation.Schema, relation.Name}] = relation
	}
	for _, function := range read.Functions {
		name := Name{function.Schema, function.Name}
		c.Functions[name] = append(c.Functions[name], function)
	}
	c.relate(read.Keys)
	return c, nil
}

func (c *Catalog) relate(keys []foreignKey) {
	c.keys = keys
	for _, key := range keys {
		there, back := ManyToOne, OneToMany
		if key.IsUnique {
			there, back = OneToOne, OneToOne
		}
		c.add(Relationship{Cardinality: there, Constraint: key.Constraint, From: key.From, To: key.To, FromColumns: key.Columns, ToColumns: key.Referenced})
		c.add(Relationship{Cardinality: back, Constraint: key.Constraint, From: key.To, To: key.From, FromColumns: key.Referenced, ToColumns: key.Columns})
	}
	for _, first := range keys {
		for _, second := range keys {
			if first.Constraint != second.Constraint && first.From == second.From && c.isJunction(first, second) {
				c.add(Relationship{
					Cardinality: ManyToMany, Constraint: first.Constraint, From: first.To, To: second.To,
					FromColumns: first.Referenced, ToColumns: second.Referenced,
					Junction: &Junction{Name: first.From, FromColumns: first.Columns, ToColumns: second.Columns, FromConstraint: first.Constraint, ToConstraint: second.Constraint},
				})
			}
		}
	}
	for _, overloads := range c.Functions {
		for _, function := range overloads {
			if len(function.Parameters) == 1 && function.Parameters[0].RowOf != nil && function.Returns != nil {
				c.add(computed(function))
			}
		}
	}
}

func computed(function *Function) Relationship {
	cardinality := ManyToOne
	if function.IsSet && function.Rows != 1 {
		cardinality = OneToMany
	}
	return Relationship{Cardinality: cardinality, Constraint: function.Name, From: *function.Parameters[0].RowOf, To: *function.Returns, Function: function}
}

// isJunction holds where the primary key of the table between includes the
// columns of both foreign keys.
func (c *Catalog) isJunction(first, second foreignKey) bool {
	between := c.Relations[first.From]
	if between == nil {
		return false
	}
	for _, column := range slices.Concat(first.Columns, second.Columns) {
		if !slices.Contains(between.PrimaryKey, column) {
			return false
		}
	}
	return true
}

func (c *Catalog) add(r Relationship) {
	c.relationships[r.From] = append(c.relationships[r.From], r)
}

// Find returns the relationships from an origin that a target and a hint may
// mean. The target is the other relation, a constraint, a column or a
// computed relationship; a computed one hides what it is named like.
func (c *Catalog) Find(from Name, target, hint string) []Relationship {
	var found []Relationship
	for _, r := range c.relationships[from] {
		if r.matches(target, hint) {
			found = append(found, r)
		}
	}
	for _, r := range found {
		if r.Function != nil {
			return []Relationship{r}
		}
	}
	return found
}

func (r Relationship) matches(target, hint string) bool {
	if r.Function != nil {
		return r.Function.Name == target && hint == ""
	}
	isOnly := func(columns []string, name string) bool { return len(columns) == 1 && columns[0] == name }
	if r.Junction != nil {
		return r.To.Name == target && (hint == "" || hint == r.Junction.Name.Name || hint == r.Junction.FromConstraint || hint == r.Junction.ToConstraint)
	}
	isForward := r.Cardinality == ManyToOne || r.Cardinality == OneToOne
	switch {
	case r.To.Name == target:
		return hint == "" || hint == r.Constraint || isOnly(r.FromColumns, hint) || isOnly(r.ToColumns, hint)
	case isForward && (r.Constraint == target || isOnly(r.FromColumns, target)):
		return hint == "" || hint == r.To.Name || isOnly(r.ToColumns, hint)
	}
	return false
}

// Reference is a column that another refers to.
type Reference struct{ Name, Column string }

// References are the columns of its own schema that one of a relation refers to.
func (c *Catalog) References(from Name, column string) (all []Reference) {
	for _, key := range c.keys {
		if at := slices.Index(key.Columns, column); key.From == from && key.To.Schema == from.Schema && at >= 0 {
			all = append(all, Reference{Name: key.To.Name, Column: key.Referenced[at]})
		}
	}
	return all
}

// Targets are the names reachable from an origin, for hints.
func (c *Catalog) Targets(from Name) []string {
	var names []string
	for _, r := range c.relationships[from] {
		names = append(names, r.To.Name)
	}
	return names
}

// ComputedField returns the function that computes a field of a relation.
func (c *Catalog) ComputedField(of Name, name string) *Function {
	for key, overloads := range c.Functions {
		if key.Name != name {
			continue
		}
		for _, function := range overloads {
			if len(function.Parameters) == 1 && function.Parameters[0].RowOf != nil && *function.Parameters[0].RowOf == of {
				return function
			}
		}
	}
	return nil
}
