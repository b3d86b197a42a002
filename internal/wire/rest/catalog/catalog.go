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
	computed      map[Name]map[string]*Function // by relation and name
	keys          []foreignKey
	handlers      []*Handler
	grants        grants
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
	// HasForms says that a column is shown otherwise than it is stored.
	HasForms bool `json:"-"`
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
	// Forms are the functions that write and read the column's domain.
	Forms Forms `json:"forms"`
}

// Forms are the functions by which casts of a domain show its values as JSON and
// read them from JSON and from the text of a filter, quoted; empty where there is
// none. PostgreSQL itself takes no notice of casts of a domain.
type Forms struct {
	ToJSON   string `json:"to_json"`
	FromJSON string `json:"from_json"`
	FromText string `json:"from_text"`
	// plain are the values, or elements of an array, that FromText leaves as they are.
	plain map[string]bool
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
	// IsRecord says that it returns rows of columns.
	IsRecord   bool   `json:"is_record"`
	ReturnType string `json:"return_type"`
	// Returns is the relation whose rows the function returns, if it is one.
	Returns *Name  `json:"returns"`
	Rows    int    `json:"rows"`
	Comment string `json:"comment"`
	// Settings are those of its own that only count when they are made before it is
	// called: how long a statement takes and costs, and the level of its transaction.
	Settings []Setting `json:"settings"`
}

// Setting is one by its name.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// TakesWhole reports a function whose only, unnamed parameter is the body.
func (f *Function) TakesWhole() bool {
	return len(f.Parameters) == 1 && f.Parameters[0].Name == "" && slices.Contains([]string{"json", "jsonb", "text", "xml", "bytea"}, f.Parameters[0].Type)
}

// IsCallable reports a function that a request can give its arguments to: by
// name, or the body as a whole.
func (f *Function) IsCallable() bool {
	return f.TakesWhole() || !slices.ContainsFunc(f.Parameters, func(p Parameter) bool { return p.Name == "" })
}

// Parameter is an input of a function. RowOf names the relation whose row it
// takes, if it does: the function is then a computed field or relationship.
type Parameter struct {
	Name string `json:"name"`
	Type string `json:"type"`
	// SQLType is the type where a value is given it: without a length, bpchar is
	// not one character.
	SQLType    string `json:"sql_type"`
	HasDefault bool   `json:"has_default"`
	IsVariadic bool   `json:"is_variadic"`
	RowOf      *Name  `json:"row_of"`
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
		Origins   []*origin    `json:"origins"`
		Keys      []foreignKey `json:"foreign_keys"`
		Handlers  []*Handler   `json:"handlers"`
	}
	if err := json.Unmarshal(document, &read); err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	c := &Catalog{
		Relations: map[Name]*Relation{}, Functions: map[Name][]*Function{},
		relationships: map[Name][]Relationship{}, computed: map[Name]map[string]*Function{},
	}
	for _, relation := range read.Relations {
		relation.byName = map[string]*Column{}
		for i := range relation.Columns {
			relation.byName[relation.Columns[i].Name] = &relation.Columns[i]
			relation.HasForms = relation.HasForms || relation.Columns[i].Forms.ToJSON != ""
		}
		c.Relations[Name{relation.Schema, relation.Name}] = relation
	}
	for _, function := range read.Functions {
		name := Name{function.Schema, function.Name}
		c.Functions[name] = append(c.Functions[name], function)
		c.compute(function)
	}
	c.handlers = read.Handlers
	views := trace(read.Origins)
	views.giveKeys(read.Origins, c.Relations)
	c.relate(read.Keys, views)
	return c, nil
}

// compute notes a function that takes a row of a relation and nothing else: it
// is a field of that relation, or leads to others.
func (c *Catalog) compute(function *Function) {
	if len(function.Parameters) != 1 || function.Parameters[0].RowOf == nil {
		return
	}
	of := *function.Parameters[0].RowOf
	if c.computed[of] == nil {
		c.computed[of] = map[string]*Function{}
	}
	c.computed[of][function.Name] = function
}

// ComputedField returns the function that computes a field of a relation.
func (c *Catalog) ComputedField(of Name, name string) *Function { return c.computed[of][name] }
