package plan

import (
	"fmt"
	"strconv"
	"strings"
)

// Requests and tables choose the names of their columns, and either may equal a name that a
// statement uses itself. Two rules keep them apart. Everything in a FROM gets its name from alias
// and is always referred to with a dot, as rel.column or rel.*. Columns that a statement adds stand
// only where no request's or table's columns do, or are named by unlike.

// aliasBytesMax leaves room for a number in the 63 bytes of a PostgreSQL identifier.
const aliasBytesMax = 55

// reservedAliases are PostgreSQL's own names for the rows of a write.
func reservedAliases() map[string]bool {
	return map[string]bool{"excluded": true, "old": true, "new": true}
}

// alias returns a name for a FROM item that is unique in the statement.
func (b *builder) alias(name string) string {
	name = strings.ToValidUTF8(name[:min(len(name), aliasBytesMax)], "")
	free := name
	for n := 1; b.taken[free]; n++ {
		free = name + "_" + strconv.Itoa(n)
	}
	b.taken[free] = true
	return free
}

// unusedName returns a name that is not taken.
func unusedName(name string, isTaken func(string) bool) string {
	for isTaken(name) {
		name += "_"
	}
	return name
}

// whole refers to a whole row. Without the star PostgreSQL would prefer a column of the same name.
func whole(alias string) string { return Quote(alias) + ".*" }

// output is a column of a level's rows; without a name it means all columns of its relation.
type output struct {
	expression, name string
	// agg is the aggregate that grouping applies to the expression.
	agg aggregate
	// field is the relation's column that it shows, if it shows one.
	field string
	// isJSON is whether the expression has type json.
	isJSON bool
}

func (o output) sql() string {
	if o.name == "" {
		return o.expression
	}
	return o.expression + " AS " + Quote(o.name)
}

// selectList writes the columns of a level. A spread's columns have generated names, because the
// requested names, which the parent assigns, may be equal.
func selectList(l *level) string {
	list := make([]string, len(l.columns))
	for i, column := range l.columns {
		if l.spread {
			column.name = fmt.Sprintf(valueOfN, i)
		}
		list[i] = column.sql()
	}
	return strings.Join(list, ", ")
}
