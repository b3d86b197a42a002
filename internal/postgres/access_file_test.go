package postgres_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// accessFile says who may do what with the data, for readers and tests. Its first lines describe
// the format.
const accessFile = "testdata/access.txt"

// matrix is the parsed file.
type matrix struct {
	// viewers and roles are the columns of its lines.
	viewers, roles []string
	tables         map[string]*tableAccess
	topics         []line
}

// tableAccess is the part of the file about one table or view.
type tableAccess struct {
	name string
	// key are the columns that identify a view's rows, and source is the table that the rows come
	// from.
	key     []string
	source  string
	watched bool
	// columns lists the verbs of each role by column; "*" stands for all columns.
	columns map[string][]string
	// removes says for each role whether it may delete.
	removes []string
	// rows say what each viewer may do with the rows that match a condition, tries the outcome of a
	// statement, and mays its outcome without triggers.
	rows, tries, mays []line
	// fixtures are statements of the database's owner that create rows of the stage.
	fixtures []string
}

// line has a cell for each viewer or role, and the condition or statement that the cells are about.
type line struct {
	cells []string
	about string
}

func readMatrix(t *testing.T) *matrix {
	t.Helper()
	file, err := os.ReadFile(accessFile)
	if err != nil {
		t.Fatal(err)
	}
	m := &matrix{tables: map[string]*tableAccess{}}
	var table *tableAccess
	for i, text := range strings.Split(string(file), "\n") {
		words := strings.Fields(text)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if words[0] == "table" {
			table = newTable(words)
			if m.tables[table.name] != nil {
				t.Fatalf("%s:%d: %s is there twice", accessFile, i+1, table.name)
			}
			m.tables[table.name] = table
			continue
		}
		if err := m.take(table, words, text); err != nil {
			t.Fatalf("%s:%d: %v", accessFile, i+1, err)
		}
	}
	return m
}

func newTable(words []string) *tableAccess {
	table := &tableAccess{name: words[1], source: words[1], columns: map[string][]string{}}
	if rest := words[2:]; len(rest) == 4 && rest[0] == "key" && rest[2] == "of" {
		table.key, table.source = rest[1:2], rest[3]
	}
	table.watched = slices.Contains(words, "watched")
	return table
}

// take adds a line to the table above it, or to the matrix.
func (m *matrix) take(table *tableAccess, words []string, text string) error {
	kind, width := words[0], len(m.viewers)
	switch kind {
	case "viewers":
		m.viewers = words[1:]
		return nil
	case "roles":
		m.roles = words[1:]
		return nil
	case "columns", "delete":
		width = len(m.roles)
	}
	head, about, _ := strings.Cut(text, " : ")
	if kind == "stage" && table != nil {
		table.fixtures = append(table.fixtures, strings.TrimSpace(about))
		return nil
	}
	cells := strings.Fields(head)[1:]
	if len(cells) != width {
		return fmt.Errorf("%s has %d cells, not %d", kind, len(cells), width)
	}
	one := line{cells, strings.TrimSpace(about)}
	switch {
	case kind == "topic":
		m.topics = append(m.topics, one)
	case table == nil:
		return fmt.Errorf("%s belongs to no table", kind)
	case kind == "columns":
		return table.grant(one)
	case kind == "delete":
		table.removes = cells
	case kind == "row":
		table.rows = append(table.rows, one)
	case kind == "try":
		table.tries = append(table.tries, one)
	case kind == "may":
		table.mays = append(table.mays, one)
	default:
		return fmt.Errorf("there is no line %q", kind)
	}
	return nil
}

func (table *tableAccess) grant(one line) error {
	for _, column := range strings.Fields(one.about) {
		if table.columns[column] != nil {
			return fmt.Errorf("%s.%s is there twice", table.name, column)
		}
		table.columns[column] = one.cells
	}
	return nil
}

// clientCells counts the cells of anon and of members, who connect over the network.
const clientCells = 2

// isClosed reports whether no client has any right on any column. The file then has one line for
// all of them.
func (table *tableAccess) isClosed() bool {
	all := table.columns["*"]
	return all != nil && all[0] == "-" && all[1] == "-"
}

// may reports whether a role has a verb on a column: r, i or u.
func (table *tableAccess) may(role int, column, verb string) bool {
	cells := table.columns[column]
	if all := table.columns["*"]; cells == nil && all != nil {
		cells = all
	}
	return cells != nil && strings.Contains(cells[role], verb)
}

// role returns the column number of a viewer's database role.
func (m *matrix) role(viewer string) int {
	if i := slices.Index(m.roles, viewer); i >= 0 {
		return i
	}
	return slices.Index(m.roles, "member")
}

func (m *matrix) names() []string { return slices.Sorted(maps.Keys(m.tables)) }
