package catalog

import (
	"fmt"
	"strings"
)

// Reader says how the operand of a filter on a column is read where the column
// has no domain whose cast would say so.
type Reader struct {
	Relation Name
	Column   string
	// Function takes a value of the column's type and returns one.
	Function string
	// Plain are the values, or the elements of an array, that it leaves as they
	// are: a filter with no others is planned as if there were no reader.
	Plain []string
}

// ReadBy gives columns their readers.
func (c *Catalog) ReadBy(readers []Reader) error {
	for _, r := range readers {
		relation := c.Relations[r.Relation]
		if relation == nil || relation.Column(r.Column) == nil {
			return fmt.Errorf("read filters: there is no column %s of %s.%s", r.Column, r.Relation.Schema, r.Relation.Name)
		}
		forms := &relation.Column(r.Column).Forms
		forms.FromText, forms.plain = r.Function, make(map[string]bool, len(r.Plain))
		for _, value := range r.Plain {
			forms.plain[value] = true
		}
	}
	return nil
}

// Reads reports whether FromText may make another value of a text. An array whose
// elements are quoted is not looked into.
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
