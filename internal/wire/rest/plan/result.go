package plan

import (
	"strings"

	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/query"
)

// Result is the result of a call that PostgreSQL did not compute, as JSON.
type Result struct {
	Name catalog.Name
	// Columns are those of its rows; without columns the rows are bare values.
	Columns []ResultColumn
	// IsSet is whether the result is a list of rows or values.
	IsSet bool
	JSON  []byte
}

// ResultColumn is a column of such rows. Type is inserted into the SQL as it is.
type ResultColumn struct{ Name, Type string }

// Reshape plans reading a result like the rows of a function of the same shape.
func Reshape(c *catalog.Catalog, r Result, q *query.Query, o Options) (Statement, error) {
	b := newBuilder(c, q, o)
	value := b.param(string(r.JSON)) + "::json"
	if len(r.Columns) == 0 {
		invocation := value
		if r.IsSet {
			invocation = "json_array_elements(" + value + ")"
		}
		return b.scalar(&catalog.Function{Schema: r.Name.Schema, Name: r.Name.Name, IsSet: r.IsSet}, invocation, "")
	}
	read := "json_to_recordset"
	if !r.IsSet {
		read = "json_to_record"
		if b.options.Shape == Array {
			b.options.Shape = Object
		}
	}
	alias, inner := b.alias(r.Name.Name), b.alias("result")
	columns := make([]string, len(r.Columns))
	for i, column := range r.Columns {
		columns[i] = Quote(column.Name) + " " + column.Type
	}
	source := "(SELECT * FROM " + read + "(" + value + ") AS " + Quote(inner) + " (" + strings.Join(columns, ", ") + "))"
	return b.read("", r.Name, alias, source)
}
