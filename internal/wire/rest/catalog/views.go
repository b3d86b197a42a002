package catalog

import (
	"slices"
	"strconv"
	"strings"
)

// origin is a relation that views select from, possibly a view itself.
type origin struct {
	OID        uint32         `json:"oid"`
	Schema     string         `json:"schema"`
	Name       string         `json:"name"`
	Columns    map[int]string `json:"columns"` // by column number
	PrimaryKey []string       `json:"primary_key"`
	// Rule is a view's query tree as PostgreSQL stores it; empty for a table.
	Rule string `json:"rule"`
}

// source is a column of a relation.
type source struct {
	relation Name
	column   string
}

// views maps, for each view, columns of tables to the view's columns that show them, in the view's
// order; a view may show one column several times.
type views map[Name]map[source][]string

// variantsMax bounds how many variants of one foreign key a view has that shows its columns more than
// once.
const variantsMax = 16

// trace follows every column of every view, through other views, to the tables.
func trace(origins []*origin) views {
	byOID := map[uint32]*origin{}
	for _, o := range origins {
		byOID[o.OID] = o
	}
	directly := map[uint32][]target{}
	for _, o := range origins {
		if o.Rule != "" {
			directly[o.OID] = targets(o.Rule)
		}
	}
	found := views{}
	for oid, columns := range directly {
		view := byOID[oid]
		shown := map[source][]string{}
		for _, column := range columns {
			name := view.Columns[column.number]
			for _, from := range follow(byOID, directly, column) {
				if name != "" {
					shown[from] = append(shown[from], name)
				}
			}
		}
		found[Name{view.Schema, view.Name}] = shown
	}
	return found
}

// follow lists where a column comes from, nearest first: a view, the relation below it, and so on.
// It ends because no view can select from itself.
func follow(byOID map[uint32]*origin, directly map[uint32][]target, column target) (from []source) {
	for {
		o := byOID[column.relation]
		if o == nil || o.Columns[column.column] == "" {
			return from
		}
		from = append(from, source{Name{o.Schema, o.Name}, o.Columns[column.column]})
		at := slices.IndexFunc(directly[o.OID], func(t target) bool { return t.number == column.column })
		if at < 0 {
			return from
		}
		column = directly[o.OID][at]
	}
}

// show lists a foreign key between its tables, and between all views that show both its ends.
func (v views) show(key foreignKey) (all []foreignKey) {
	for _, from := range v.showing(key.From, key.Columns) {
		for _, to := range v.showing(key.To, key.Referenced) {
			seen := key
			seen.From, seen.Columns, seen.To, seen.Referenced = from.name, from.columns, to.name, to.columns
			all = append(all, seen)
		}
	}
	return all
}

type shown struct {
	name    Name
	columns []string
}

// showing lists a relation and the views that show these columns of it, once for each choice of
// columns.
func (v views) showing(of Name, columns []string) []shown {
	all := []shown{{of, columns}}
	for name, view := range v {
		choices := [][]string{{}}
		for _, column := range columns {
			var longer [][]string
			for _, chosen := range choices {
				for _, as := range view[source{of, column}] {
					if len(longer) < variantsMax {
						longer = append(longer, append(slices.Clone(chosen), as))
					}
				}
			}
			choices = longer
		}
		for _, chosen := range choices {
			all = append(all, shown{name, chosen})
		}
	}
	return all
}

// setPrimaryKeys sets the primary keys of views: those columns of a table's primary key that the view
// shows, if it shows all of them.
func (v views) setPrimaryKeys(origins []*origin, relations map[Name]*Relation) {
	for _, o := range origins {
		if o.Rule != "" || len(o.PrimaryKey) == 0 {
			continue
		}
		for name, view := range v {
			relation := relations[name]
			if relation == nil {
				continue
			}
			key := []string{}
			for _, column := range o.PrimaryKey {
				if as := view[source{Name{o.Schema, o.Name}, column}]; len(as) > 0 {
					key = append(key, as[0])
				}
			}
			if len(key) == len(o.PrimaryKey) {
				relation.PrimaryKey = append(relation.PrimaryKey, key...)
			}
		}
	}
}

// target is a column of a view: its number, and the relation and column that PostgreSQL recorded as
// its source.
type target struct {
	number   int
	relation uint32
	column   int
}

// targets reads the column list from a view's query tree, as PostgreSQL stores it: ({QUERY :name
// value … :targetList ({TARGETENTRY …} …) …}). The tree contains nested queries and arbitrary
// texts; PostgreSQL escapes tree characters in those texts with a backslash.
func targets(rule string) (all []target) {
	const columns, fields = 3, 4 // nesting depth of the column list and of its entries' fields
	depth, field, isList := 0, "", false
	var current map[string]string
	for token := range tokens(rule) {
		switch {
		case token == "(" || token == "{":
			depth++
			isList = isList && depth > columns-1 || depth == columns && field == ":targetList"
			if isList && depth == fields {
				current = map[string]string{}
			}
		case token == ")" || token == "}":
			if isList && depth == fields && current != nil {
				all = appendTarget(all, current)
			}
			depth--
			isList = isList && depth >= columns
		case strings.HasPrefix(token, ":") && (depth == columns-1 || isList && depth == fields):
			field = token
		case isList && depth == fields:
			current[field] = token
		}
	}
	return all
}

func appendTarget(all []target, entry map[string]string) []target {
	number, _ := strconv.Atoi(entry[":resno"])
	relation, _ := strconv.ParseUint(entry[":resorigtbl"], 10, 32)
	column, _ := strconv.Atoi(entry[":resorigcol"])
	if relation == 0 || column <= 0 || entry[":resjunk"] != "false" {
		return all
	}
	return append(all, target{number, uint32(relation), column})
}

// tokens iterates over the brackets and words of a tree.
func tokens(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i := 0; i < len(text); {
			start := i
			switch text[i] {
			case ' ', '\n':
				i++
				continue
			case '(', ')', '{', '}':
				i++
			default:
				for i < len(text) && !strings.ContainsRune(" \n(){}", rune(text[i])) {
					if text[i] == '\\' {
						i++
					}
					i++
				}
				i = min(i, len(text))
			}
			if !yield(text[start:i]) {
				return
			}
		}
	}
}
