package catalog

import (
	"fmt"
	"strings"
)

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
