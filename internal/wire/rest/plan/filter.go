package plan

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/rest/query"
)

// symbols are the SQL of the plain operators.
var symbols = map[string]string{
	"eq": "=", "neq": "<>", "gt": ">", "gte": ">=", "lt": "<", "lte": "<=",
	"like": "LIKE", "ilike": "ILIKE", "match": "~", "imatch": "~*", "isdistinct": "IS DISTINCT FROM",
	"cs": "@>", "cd": "<@", "ov": "&&", "sl": "<<", "sr": ">>", "nxr": "&<", "nxl": "&>", "adj": "-|-",
}

// searchFunctions parse the operand of a full-text search.
var searchFunctions = map[string]string{
	"fts": "to_tsquery", "plfts": "plainto_tsquery", "phfts": "phraseto_tsquery", "wfts": "websearch_to_tsquery",
}

var isForms = map[string]string{
	"null": "IS NULL", "not_null": "IS NOT NULL", "true": "IS TRUE", "false": "IS FALSE", "unknown": "IS UNKNOWN",
}

func (b *builder) condition(l *level, c query.Condition) (string, error) {
	expression, err := b.positive(l, c)
	if err == nil && c.Negated {
		expression = "NOT " + expression
	}
	return expression, err
}

func (b *builder) positive(l *level, c query.Condition) (string, error) {
	if c.Group != "" {
		return b.group(l, c)
	}
	if related := l.asked(c); related != nil {
		return relatedPresence(related, c)
	}
	if !b.options.Regex && (c.Operator == "match" || c.Operator == "imatch") {
		return "", errRegex
	}
	field := b.field(l, c.Field)
	if function := searchFunctions[c.Operator]; function != "" {
		return b.search(l, c, field, function), nil
	}
	switch c.Operator {
	case "is":
		return "(" + field + " " + isForms[c.Value] + ")", nil
	case "in":
		return "(" + field + " = ANY (" + b.anyOf(l, c) + "))", nil
	}
	value := c.Value
	if c.Operator == "like" || c.Operator == "ilike" {
		value = strings.ReplaceAll(value, "*", "%")
	}
	if c.Operator == "ov" || c.Operator == "cs" || c.Operator == "cd" {
		b.planForWords(l)
	}
	operand := b.operand(l, c, value)
	if c.Quantifier != "" {
		operand = strings.ToUpper(c.Quantifier) + " (" + operand + ")"
	}
	return "(" + field + " " + symbols[c.Operator] + " " + operand + ")", nil
}

// operand writes the operand as a parameter, except for a value that a partial index covers:
// PostgreSQL uses that index only if the statement contains the value.
func (b *builder) operand(l *level, c query.Condition, value string) string {
	if c.Operator == "eq" && c.Quantifier == "" && len(c.Field.Path) == 0 && l.relation != nil {
		if column := l.relation.Column(c.Field.Name); column != nil && slices.Contains(column.IndexedFor, value) {
			return quoteLiteral(value)
		}
	}
	if read := readBy(l, c, value); read != "" && c.Quantifier == "" {
		return read + "(" + b.param(value) + ")"
	}
	return b.param(value)
}

// anyOf writes the list of values of an "in" filter.
func (b *builder) anyOf(l *level, c query.Condition) string {
	read := readBy(l, c, c.Values...)
	if read == "" {
		return b.param(arrayLiteral(c.Values))
	}
	values := make([]string, len(c.Values))
	for i, value := range c.Values {
		values[i] = read + "(" + b.param(value) + ")"
	}
	return "ARRAY[" + strings.Join(values, ", ") + "]::" + l.relation.Column(c.Field.Name).Type + "[]"
}

// readBy is the function that parses values of a column from text; empty if there is none or none
// of the values needs it.
func readBy(l *level, c query.Condition, values ...string) string {
	if l.relation == nil || len(c.Field.Path) > 0 || !slices.Contains(compared, c.Operator) {
		return ""
	}
	if column := l.relation.Column(c.Field.Name); column != nil && slices.ContainsFunc(values, column.Forms.Reads) {
		return column.Forms.FromText
	}
	return ""
}

// compared are the operators whose operand has the column's own type.
var compared = []string{"eq", "neq", "gt", "gte", "lt", "lte", "isdistinct", "in", "cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj"}

func (b *builder) group(l *level, c query.Condition) (string, error) {
	parts := make([]string, len(c.Conditions))
	for i, inner := range c.Conditions {
		part, err := b.condition(l, inner)
		if err != nil {
			return "", err
		}
		parts[i] = part
	}
	return "(" + strings.Join(parts, " "+strings.ToUpper(c.Group)+" ") + ")", nil
}

// manyRows is the number of rows from which a good plan matters more than avoiding planning.
const manyRows = 100_000

// planForWords makes PostgreSQL plan a search for its actual words where there are many rows: a
// generic plan assumes that any words are rare, fetches all rows that have them and sorts them.
func (b *builder) planForWords(l *level) {
	if l.relation != nil && l.relation.Rows >= manyRows {
		b.needsCustomPlan = true
	}
}

// search matches a text-search vector. A column of another type is converted first; a column of
// unknown type is assumed to be a vector.
func (b *builder) search(l *level, c query.Condition, field, function string) string {
	b.planForWords(l)
	language := ""
	if c.Language != "" {
		language = b.param(c.Language) + "::regconfig, "
	}
	if kind := b.kind(l, c.Field.Name); len(c.Field.Path) > 0 || kind != "tsvector" && kind != "" {
		field = "to_tsvector(" + language + field + ")"
	}
	return "(" + field + " @@ " + function + "(" + language + b.param(c.Value) + "))"
}

// asked is the embed that a condition is about, or nil. An embed with a column's name can only be
// asked whether it has rows.
func (l *level) asked(c query.Condition) *embed {
	e := l.embeds[c.Field.Name]
	if e == nil || len(c.Field.Path) > 0 {
		return nil
	}
	isColumn := l.relation != nil && l.relation.Column(c.Field.Name) != nil
	if isColumn && (e.item.Name() != c.Field.Name || !asksPresence(c)) {
		return nil
	}
	return e
}

func asksPresence(c query.Condition) bool {
	return c.Operator == "is" && (c.Value == "null" || c.Value == "not_null")
}

// relatedPresence writes the test whether an embed has rows.
func relatedPresence(e *embed, c query.Condition) (string, error) {
	if !asksPresence(c) {
		return "", &fault.Error{Status: http.StatusBadRequest, Code: "PGRST120",
			Message: fmt.Sprintf("Bad operator on the '%s' embedded resource", c.Field.Name),
			Details: "Only is null or not is null filters are allowed on embedded resources"}
	}
	e.asked = true
	absent := Quote(e.alias) + "." + presence + " = 0"
	if e.relationship.Cardinality.IsToOne() {
		absent = whole(e.alias) + " IS NOT DISTINCT FROM NULL"
	}
	if c.Value == "not_null" {
		return "(NOT " + absent + ")", nil
	}
	return "(" + absent + ")", nil
}

// arrayLiteral writes values as a PostgreSQL array. The server infers the element type from the
// other side of the comparison.
func arrayLiteral(values []string) string {
	var literal strings.Builder
	literal.WriteByte('{')
	for i, value := range values {
		if i > 0 {
			literal.WriteByte(',')
		}
		literal.WriteByte('"')
		literal.WriteString(strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value))
		literal.WriteByte('"')
	}
	literal.WriteByte('}')
	return literal.String()
}
