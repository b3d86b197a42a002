package plan

import (
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
type output struct{ expression, name string }

func (o output) sql() string {
	if o.name == "" {
		return o.expression
	}
	return o.expression + " AS " + Quote(o.name)
}

func selectList(columns []output) string {
	list := make([]string, len(columns))
	for i, column := range columns {
		list[i] = column.sql()
	}
	return strings.Join(list, ", ")
}

// outputNames are the keys a level's rows have; a star is written out.
func outputNames(l *level) []string {
	names := []string{}
	for _, column := range l.columns {
		if column.name != "" {
			names = append(names, column.name)
			continue
		}
		if l.relation != nil {
			for _, c := range l.relation.Columns {
				names = append(names, c.Name)
			}
		}
	}
	return names
}
