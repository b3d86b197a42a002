// Package catalog holds what the engine knows of a database's schema: relations, columns, keys and
// functions. One query reads it and it never changes; a new Catalog replaces it when the schema
// changes.
package catalog

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Catalog is an immutable snapshot of the exposed schemas.
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
	// Rows is the estimated number of rows when the schema was read.
	Rows   int64 `json:"rows"`
	byName map[string]*Column
	// HasForms is whether a column is shown in another form than it is stored in.
	HasForms bool `json:"-"`
}

// Column is a column of a relation. Type is in PostgreSQL's notation.
type Column struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Default  string `json:"default"`
	Nullable bool   `json:"nullable"`
	Comment  string `json:"comment"`
	// Enum are the labels of an enum type, or of an array's element type.
	Enum []string `json:"enum"`
	// IndexedFor are the values of this column that partial indexes are restricted to.
	IndexedFor []string `json:"indexed_for"`
	// Forms are the functions that format and parse the column's domain.
	Forms Forms `json:"forms"`
}

// Forms are the quoted names of the functions behind a domain's casts: to JSON, from JSON and from
// the text of a filter; empty if there is none. PostgreSQL itself ignores casts of a domain.
type Forms struct {
	ToJSON   string `json:"to_json"`
	FromJSON string `json:"from_json"`
	FromText string `json:"from_text"`
	// plain are the values, or array elements, that FromText returns unchanged.
	plain map[string]bool
}

// Column returns a column by name, or nil.
func (r *Relation) Column(name string) *Column { return r.byName[name] }

// Function is a function of an exposed schema.
type Function struct {
	Schema     string      `json:"schema"`
	Name       string      `json:"name"`
	Parameters []Parameter `json:"parameters"`
	Volatility string      `json:"volatility"`
	IsSet      bool        `json:"is_set"`
	IsVoid     bool        `json:"is_void"`
	// IsRecord is whether the function returns rows of columns.
	IsRecord   bool   `json:"is_record"`
	ReturnType string `json:"return_type"`
	// Returns is the relation whose rows the function returns, or nil.
	Returns *Name  `json:"returns"`
	Rows    int    `json:"rows"`
	Comment string `json:"comment"`
	// Settings are the function's own settings that take effect only if set before the call:
	// statement timeout, cost and isolation level.
	Settings []Setting `json:"settings"`
}

// Setting is a named setting.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// TakesWhole reports whether the function's only, unnamed parameter takes the whole body.
func (f *Function) TakesWhole() bool {
	return len(f.Parameters) == 1 && f.Parameters[0].Name == "" && slices.Contains([]string{"json", "jsonb", "text", "xml", "bytea"}, f.Parameters[0].Type)
}

// IsCallable reports whether a request can pass the function its arguments, by name or as the whole
// body.
func (f *Function) IsCallable() bool {
	return f.TakesWhole() || !slices.ContainsFunc(f.Parameters, func(p Parameter) bool { return p.Name == "" })
}

// Parameter is an input of a function. RowOf names the relation whose row it takes, if any: the
// function is then a computed field or relationship.
type Parameter struct {
	Name string `json:"name"`
	Type string `json:"type"`
	// SQLType is the type to cast a value to: bpchar without a length is not limited to one
	// character.
	SQLType    string `json:"sql_type"`
	HasDefault bool   `json:"has_default"`
	IsVariadic bool   `json:"is_variadic"`
	RowOf      *Name  `json:"row_of"`
}

// UnmarshalJSON reads the two-element array that the query returns.
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
		c.addComputed(function)
	}
	c.handlers = read.Handlers
	views := trace(read.Origins)
	views.setPrimaryKeys(read.Origins, c.Relations)
	c.addRelationships(read.Keys, views)
	return c, nil
}

// addComputed registers a function that takes only a row of a relation: it is a computed field or
// relationship of that relation.
func (c *Catalog) addComputed(function *Function) {
	if len(function.Parameters) != 1 || function.Parameters[0].RowOf == nil {
		return
	}
	of := *function.Parameters[0].RowOf
	if c.computed[of] == nil {
		c.computed[of] = map[string]*Function{}
	}
	c.computed[of][function.Name] = function
}

// ComputedField returns the function that computes a field of a relation, or nil.
func (c *Catalog) ComputedField(of Name, name string) *Function { return c.computed[of][name] }

// Handler formats rows in a media type for which the database has a domain. Either an aggregate
// does so, or the called function returns the domain itself.
type Handler struct {
	// Media is the media type, or */* for any.
	Media string `json:"media"`
	// Of is the relation whose rows it takes, or the function; nil takes any rows.
	Of *Name `json:"of"`
	// Aggregate is nil if the function itself returns the media type.
	Aggregate *Name `json:"aggregate"`
	// IsBytes is whether its output is binary rather than text.
	IsBytes bool `json:"is_bytes"`
}

// Handler returns the handler of a media type, or nil. A handler of one of the given relations or
// functions takes precedence over one for any rows, but applies only if all columns are selected.
func (c *Catalog) Handler(of []Name, media string, isWhole bool) *Handler {
	if isWhole {
		for _, kind := range []string{"*/*", media} {
			for _, h := range c.handlers {
				if h.Media == kind && h.Of != nil && slices.Contains(of, *h.Of) {
					return h
				}
			}
		}
	}
	for _, h := range c.handlers {
		if h.Media == media && h.Of == nil {
			return h
		}
	}
	return nil
}

// Reader parses the operand of a filter on a column that has no domain with a cast for it.
type Reader struct {
	Relation Name
	Column   string
	// Function takes a value of the column's type and returns one.
	Function string
	// Plain are the values, or array elements, that it returns unchanged: a filter with only such
	// values is planned as if there were no reader.
	Plain []string
}

// ReadBy assigns the readers to their columns.
func (c *Catalog) ReadBy(readers []Reader) error {
	for _, r := range readers {
		relation := c.Relations[r.Relation]
		if relation == nil || relation.Column(r.Column) == nil {
			return fmt.Errorf("read filters: no column %s of %s.%s", r.Column, r.Relation.Schema, r.Relation.Name)
		}
		forms := &relation.Column(r.Column).Forms
		forms.FromText, forms.plain = r.Function, make(map[string]bool, len(r.Plain))
		for _, value := range r.Plain {
			forms.plain[value] = true
		}
	}
	return nil
}

// Reads reports whether FromText may change a text. The elements of an array are compared as
// written; quotes are not parsed.
func (f Forms) Reads(text string) bool {
	if f.FromText == "" || f.plain[text] {
		return false
	}
	list, isArray := strings.CutPrefix(text, "{")
	list, isClosed := strings.CutSuffix(list, "}")
	if !isArray || !isClosed {
		return true
	}
	for element := range strings.SplitSeq(list, ",") {
		if !f.plain[element] {
			return true
		}
	}
	return false
}
