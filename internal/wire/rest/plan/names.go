package plan

import (
	"fmt"
	"strconv"
	"strings"
)

// A request picks the names of its columns, tables pick theirs, and either may
// be like a name that a statement uses itself. Two rules keep them apart:
// whatever stands in a FROM gets its name from alias, and is always referred to
// with a dot, as rel.column or rel.*; and the columns that a statement adds stand
// only where none of a request's or a table's do, or are named by unlike.

// aliasBytesMax leaves room for a number in the 63 bytes PostgreSQL keeps.
const aliasBytesMax = 55

// reservedAliases are what PostgreSQL itself calls the rows of a write.
func reservedAliases() map[string]bool {
	return map[string]bool{"excluded": true, "old": true, "new": true}
}

// alias names what stands in a FROM, like nothing else in the statement.
func (b *builder) alias(name string) string {
	name = strings.ToValidUTF8(name[:min(len(name), aliasBytesMax)], "")
	free := name
	for n := 1; b.taken[free]; n++ {
		free = name + "_" + strconv.Itoa(n)
	}
	b.taken[free] = true
	return free
}

// unlike is a name that none of the others has.
func unlike(name string, isTaken func(string) bool) string {
	for isTaken(name) {
		name += "_"
	}
	return name
}

// whole refers to all of a row. Without the star PostgreSQL would rather take
// a column of the same name.
func whole(alias string) string { return Quote(alias) + ".*" }

// output is a column of a level's rows; without a name it is all columns of
// its relation.
type output struct {
	expression, name string
	// agg is what is made of the values of the expression by whoever groups them.
	agg aggregate
	// field is the column of the relation that it shows, if it shows one.
	field string
	// isJSON says that the expression is of the type json.
	isJSON bool
}

func (o output) sql() string {
	if o.name == "" {
		return o.expression
	}
	return o.expression + " AS " + Quote(o.name)
}

// selectList writes the columns of a level. Those of a spread have names of our
// own: its parent gives each the name that was asked for, of which any may be like
// another.
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
