package schema

import (
	"fmt"
	"regexp"
	"strings"
)

// content is one schema as read from the catalogue, as ready-made statements.
type content struct {
	Grants    []string `json:"grants"`
	Types     []object `json:"types"`
	Sequences []object `json:"sequences"`
	Tables    []table  `json:"tables"`
	Views     []view   `json:"views"`
	Functions []object `json:"functions"`
}

type object struct {
	Name     string   `json:"name"`
	Text     string   `json:"text"`
	IsDomain bool     `json:"is_domain"`
	Grants   []string `json:"grants"`
	Comments []string `json:"comments"`
}

type table struct {
	Name         string   `json:"name"`
	IsUnlogged   bool     `json:"is_unlogged"`
	PartitionKey string   `json:"partition_key"`
	Options      string   `json:"options"`
	HasPolicies  bool     `json:"has_policies"`
	IsForced     bool     `json:"is_forced"`
	Columns      []column `json:"columns"`
	Constraints  []string `json:"constraints"`
	Indexes      []string `json:"indexes"`
	Statistics   []string `json:"statistics"`
	Policies     []policy `json:"policies"`
	Grants       []string `json:"grants"`
	Triggers     []string `json:"triggers"`
	Comments     []string `json:"comments"`
}

type column struct {
	Name string `json:"name"`
	Type string `json:"type"`
	Rest string `json:"rest"`
}

type policy struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	Using string `json:"using"`
	Check string `json:"check"`
}

type view struct {
	Name     string   `json:"name"`
	IsStored bool     `json:"is_stored"`
	Text     string   `json:"text"`
	Options  string   `json:"options"`
	Indexes  []string `json:"indexes"`
	Grants   []string `json:"grants"`
	Triggers []string `json:"triggers"`
	Comments []string `json:"comments"`
}

func (t table) write(out *strings.Builder) {
	kind := "TABLE"
	if t.IsUnlogged {
		kind = "UNLOGGED TABLE"
	}
	var parts []string
	nameWidth, typeWidth := t.widths()
	for _, c := range t.Columns {
		parts = append(parts, strings.TrimRight(fmt.Sprintf("  %-*s %-*s %s", nameWidth, c.Name, typeWidth, c.Type, c.Rest), " "))
	}
	for _, constraint := range t.Constraints {
		parts = append(parts, "  "+constraint)
	}
	fmt.Fprintf(out, "\nCREATE %s %s (\n%s\n)", kind, t.Name, strings.Join(parts, ",\n"))
	if t.PartitionKey != "" {
		out.WriteString(" PARTITION BY " + t.PartitionKey)
	}
	if t.Options != "" {
		out.WriteString(" WITH (" + t.Options + ")")
	}
	out.WriteString(";\n")
	if t.HasPolicies {
		fmt.Fprintf(out, "ALTER TABLE %s ENABLE ROW LEVEL SECURITY;\n", t.Name)
	}
	if t.IsForced {
		fmt.Fprintf(out, "ALTER TABLE %s FORCE ROW LEVEL SECURITY;\n", t.Name)
	}
	lines(out, t.Comments, "TABLE "+t.Name)
	plain(out, t.Indexes)
	plain(out, t.Statistics)
	lines(out, t.Grants, t.Name)
	for _, p := range t.Policies {
		p.write(out, t.Name)
	}
	plain(out, t.Triggers)
}

func (t table) widths() (name, kind int) {
	for _, c := range t.Columns {
		name, kind = max(name, len(c.Name)), max(kind, len(c.Type))
	}
	return name, kind
}

func (p policy) write(out *strings.Builder, table string) {
	fmt.Fprintf(out, "CREATE POLICY %s ON %s%s", p.Name, table, p.Kind)
	for _, part := range []struct{ word, text string }{{"USING", p.Using}, {"WITH CHECK", p.Check}} {
		if part.text != "" {
			fmt.Fprintf(out, "\n  %s (%s)", part.word, tight(part.text))
		}
	}
	out.WriteString(";\n")
}

// tight joins the lines of a query inside an expression, which PostgreSQL breaks and indents.
func tight(expression string) string { return lineEnds.ReplaceAllString(expression, " ") }

var lineEnds = regexp.MustCompile(`\s*\n\s*`)

func (v view) write(out *strings.Builder) {
	kind := "VIEW"
	if v.IsStored {
		kind = "MATERIALIZED VIEW"
	}
	options := ""
	if v.Options != "" {
		options = " WITH (" + v.Options + ")"
	}
	fmt.Fprintf(out, "\nCREATE %s %s%s AS\n%s\n", kind, v.Name, options, strings.TrimRight(v.Text, "\n"))
	lines(out, v.Comments, kind+" "+v.Name)
	plain(out, v.Indexes)
	lines(out, v.Grants, v.Name)
	plain(out, v.Triggers)
}
