package catalog

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Cardinality is the cardinality of a relationship, seen from its origin.
type Cardinality string

// These are the four cardinalities.
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
	// toView is whether the other side is a view.
	toView bool
	// FromColumns and ToColumns match pairwise. With a junction, they match its columns instead.
	FromColumns, ToColumns []string
	Junction               *Junction
	// Function computes the related rows from a row of From.
	Function *Function
}

// Junction is the table between the two sides of a many-to-many relationship.
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

// addRelationships builds relationships from foreign keys, from the foreign keys that views expose,
// from junction tables and from functions.
func (c *Catalog) addRelationships(keys []foreignKey, views views) {
	c.keys = slices.DeleteFunc(slices.Clone(keys), func(key foreignKey) bool {
		return c.Relations[key.From] == nil || c.Relations[key.To] == nil
	})
	seen := []foreignKey{}
	for _, key := range keys {
		seen = append(seen, views.show(key)...)
	}
	seen = slices.DeleteFunc(seen, func(key foreignKey) bool {
		return c.Relations[key.From] == nil || c.Relations[key.To] == nil || key.From.Schema != key.To.Schema
	})
	between := map[Name][]foreignKey{}
	for _, key := range seen {
		there, back := ManyToOne, OneToMany
		if key.IsUnique {
			there, back = OneToOne, OneToOne
		} else {
			between[key.From] = append(between[key.From], key)
		}
		c.add(Relationship{Cardinality: there, Constraint: key.Constraint, From: key.From, To: key.To, FromColumns: key.Columns, ToColumns: key.Referenced})
		c.add(Relationship{Cardinality: back, Constraint: key.Constraint, From: key.To, To: key.From, FromColumns: key.Referenced, ToColumns: key.Columns})
	}
	for _, ofOne := range between {
		c.addManyToMany(ofOne)
	}
	for of, functions := range c.computed {
		for _, function := range functions {
			if function.Returns != nil && c.Relations[of] != nil {
				c.add(computed(function))
			}
		}
	}
	for _, all := range c.relationships {
		slices.SortFunc(all, inOrder)
	}
}

// addManyToMany builds many-to-many relationships through tables that refer to two others.
func (c *Catalog) addManyToMany(keys []foreignKey) {
	for _, first := range keys {
		for _, second := range keys {
			if first.Constraint == second.Constraint || first.To.Schema != second.To.Schema || !c.isJunction(first, second) {
				continue
			}
			c.add(Relationship{
				Cardinality: ManyToMany, Constraint: first.Constraint, From: first.To, To: second.To,
				FromColumns: first.Referenced, ToColumns: second.Referenced,
				Junction: &Junction{Name: first.From, FromColumns: first.Columns, ToColumns: second.Columns, FromConstraint: first.Constraint, ToConstraint: second.Constraint},
			})
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

// isJunction reports whether the junction table's primary key includes the columns of both foreign
// keys.
func (c *Catalog) isJunction(first, second foreignKey) bool {
	between := c.Relations[first.From]
	for _, column := range slices.Concat(first.Columns, second.Columns) {
		if !slices.Contains(between.PrimaryKey, column) {
			return false
		}
	}
	return true
}

func (c *Catalog) add(r Relationship) {
	r.toView = c.Relations[r.To] != nil && c.Relations[r.To].IsView
	c.relationships[r.From] = append(c.relationships[r.From], r)
}

// cardinalities are in the order in which ambiguous choices are listed.
var cardinalities = []Cardinality{OneToMany, ManyToOne, OneToOne, ManyToMany}

func inOrder(a, b Relationship) int {
	return cmp.Or(
		strings.Compare(a.To.Name, b.To.Name),
		cmp.Compare(slices.Index(cardinalities, a.Cardinality), slices.Index(cardinalities, b.Cardinality)),
		strings.Compare(a.Constraint, b.Constraint), slices.Compare(a.FromColumns, b.FromColumns), slices.Compare(a.ToColumns, b.ToColumns),
		strings.Compare(a.through(), b.through()),
	)
}

func (r Relationship) through() string {
	if r.Junction == nil {
		return ""
	}
	return r.Junction.Name.Name + " " + r.Junction.ToConstraint
}

// Find returns the relationships from an origin that a target and a hint may mean. The target is
// the other relation, a constraint, a column of the origin or a computed relationship; a computed
// one hides others of its name. The hint is a constraint, a column of either side, or the junction
// table.
func (c *Catalog) Find(from Name, target, hint string) []Relationship {
	if function := c.computed[from][target]; function != nil && function.Returns != nil {
		return []Relationship{computed(function)}
	}
	var found []Relationship
	for _, r := range c.relationships[from] {
		if r.Function == nil && r.matches(target, hint) {
			found = append(found, r)
		}
	}
	return found
}

func (r Relationship) matches(target, hint string) bool {
	switch {
	case r.From == r.To && r.Cardinality == OneToMany:
		return r.To.Name == target && (hint == "" || isOnly(r.ToColumns, hint))
	case r.From == r.To:
		// For a foreign key to the same table, the column's name selects the many-to-one direction.
		return r.Cardinality == ManyToOne && hint == "" && isOnly(r.FromColumns, target)
	case r.To.Name != target:
		return hint == "" && !r.toView && r.Junction == nil && (r.Constraint == target || isOnly(r.FromColumns, target))
	case r.Junction != nil:
		return hint == "" || hint == r.Junction.Name.Name
	default:
		return hint == "" || hint == r.Constraint || isOnly(r.FromColumns, hint) || isOnly(r.ToColumns, hint)
	}
}

func isOnly(columns []string, name string) bool { return len(columns) == 1 && columns[0] == name }

// Reference is a column that a foreign key refers to.
type Reference struct{ Name, Column string }

// References are the columns in the same schema that a column's foreign keys refer to.
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

// Related are the relations of a schema that have relationships, for hints.
func (c *Catalog) Related(schema string) []string {
	var names []string
	for from, all := range c.relationships {
		if from.Schema == schema && len(all) > 0 {
			names = append(names, from.Name)
		}
	}
	slices.Sort(names)
	return names
}

//go:embed grants.sql
var grantsStatement string

// grants are the columns that a role may read, for relations of which it may read some but not all
// columns.
type grants map[string]map[Name]map[string]bool

// ReadGrants reads which columns the roles may read, for roles whose * means only those.
func (c *Catalog) ReadGrants(ctx context.Context, db Querier, schemas, roles []string) error {
	if len(roles) == 0 {
		return nil
	}
	var document []byte
	if err := db.QueryRow(ctx, grantsStatement, schemas, roles).Scan(&document); err != nil {
		return fmt.Errorf("read the roles' column grants: %w", err)
	}
	var read []struct {
		Role    string   `json:"role"`
		Of      Name     `json:"of"`
		Columns []string `json:"columns"`
	}
	if err := json.Unmarshal(document, &read); err != nil {
		return fmt.Errorf("read the roles' column grants: %w", err)
	}
	c.grants = grants{}
	for _, one := range read {
		if c.grants[one.Role] == nil {
			c.grants[one.Role] = map[Name]map[string]bool{}
		}
		readable := map[string]bool{}
		for _, column := range one.Columns {
			readable[column] = true
		}
		c.grants[one.Role][one.Of] = readable
	}
	return nil
}

// Readable are the columns that * means for a role; nil means all.
func (c *Catalog) Readable(role string, of Name) map[string]bool { return c.grants[role][of] }
