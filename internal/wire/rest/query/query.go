// Package query parses the grammar that the official client writes into a query string: what to
// select and how to filter, order and page. It produces a tree and knows neither tables nor SQL.
package query

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"automacao/internal/kernel/fault"
)

// These bound one request. A query that exceeds them is refused, not truncated.
const (
	bytesMax   = 64 << 10
	depthMax   = 8
	filtersMax = 200
	itemsMax   = 500
)

// Query is a parsed query string.
type Query struct {
	Select  []Item
	Root    Node
	Nested  map[string]*Node // by the dotted path of the embed
	Columns []string
	// OnConflict names the unique columns of an upsert.
	OnConflict []string
	// Arguments are the parameters of a function call, in order.
	Arguments []Argument
}

// Node is the filters, order and paging of one level, the root or an embed.
type Node struct {
	Where []Condition
	Order []Term
	// Limit and Offset of the root may be negative, which selects no existing rows.
	Limit  *int64
	Offset int64

	isOddLimit, hasOffset bool
}

// Argument is one parameter of a function called with GET.
type Argument struct{ Name, Value string }

// Item is an entry of select: a field, an embed or a spread embed.
type Item struct {
	Field    Field
	Alias    string
	Cast     string
	Agg      string // sum, avg, count, max, min
	AggCast  string
	Star     bool
	Relation string
	Hint     string
	Inner    bool
	Spread   bool
	Items    []Item
}

// Depth is how many levels of embeds nest in items.
func Depth(items []Item) int {
	deepest := 0
	for _, item := range items {
		if item.IsEmbed() {
			deepest = max(deepest, 1+Depth(item.Items))
		}
	}
	return deepest
}

// IsEmbed reports whether the item is a relation.
func (i Item) IsEmbed() bool { return i.Relation != "" }

// Name is the item's key in the response.
func (i Item) Name() string {
	switch {
	case i.Alias != "":
		return i.Alias
	case i.Relation != "":
		return i.Relation
	case i.Agg != "":
		return i.Agg
	case len(i.Field.Path) > 0:
		last := i.Field.Path[len(i.Field.Path)-1]
		if last.IsIndex && len(i.Field.Path) > 1 {
			last = i.Field.Path[len(i.Field.Path)-2]
		}
		if !last.IsIndex {
			return last.Key
		}
	}
	return i.Field.Name
}

// SelectsAll reports whether the query selects exactly the relation's own columns.
func (q *Query) SelectsAll() bool { return len(q.Select) == 1 && q.Select[0].Star }

// AnyField is a field that the query selects, filters or orders by; for results without fields.
func (q *Query) AnyField() string {
	for _, item := range q.Select {
		if !item.Star {
			return cmp.Or(item.Field.Name, item.Relation)
		}
	}
	if len(q.Root.Where) > 0 {
		condition := q.Root.Where[0]
		for condition.Group != "" && len(condition.Conditions) > 0 {
			condition = condition.Conditions[0]
		}
		return condition.Field.Name
	}
	if len(q.Root.Order) > 0 {
		return cmp.Or(q.Root.Order[0].Field.Name, q.Root.Order[0].Relation)
	}
	return ""
}

// Field is a column, possibly with a path into its JSON.
type Field struct {
	Name string
	Path []Step
}

// Step is one arrow of a JSON path; AsText is the ->> arrow.
type Step struct {
	Key     string
	IsIndex bool
	AsText  bool
}

// Condition is a filter, or a group of conditions if Group is "and" or "or".
type Condition struct {
	Group      string
	Conditions []Condition
	Negated    bool

	Field      Field
	Operator   string
	Quantifier string // any, all
	Language   string
	Value      string
	Values     []string
}

// Term is one key of an order. Relation, if set, is a to-one embed.
type Term struct {
	Relation   string
	Field      Field
	Descending bool
	Nulls      string // first, last
}

// Error says why a query cannot be parsed.
type Error struct {
	Message string
	Details string
}

// Error returns the public message.
func (e *Error) Error() string { return e.Message }

func unreadable(what, text, details string) error {
	return &Error{Message: fmt.Sprintf(`"failed to parse %s (%s)" (line 1, column 1)`, what, text), Details: details}
}

// reserved are the parameters that are not filters.
var reserved = map[string]bool{
	"select": true, "order": true, "limit": true, "offset": true, "columns": true, "on_conflict": true, "and": true, "or": true,
	"not.and": true, "not.or": true,
}

// Parse parses a raw query string. With isCall, parameters without an operator are arguments of a
// function.
func Parse(raw string, isCall bool) (*Query, error) {
	if len(raw) > bytesMax {
		return nil, &Error{Message: "the query string is too long"}
	}
	q := &Query{Nested: map[string]*Node{}}
	count := 0
	for pair := range strings.SplitSeq(raw, "&") {
		if pair == "" {
			continue
		}
		if count++; count > filtersMax {
			return nil, &Error{Message: fmt.Sprintf("more than %d parameters", filtersMax)}
		}
		key, value, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(key)
		if err != nil {
			return nil, unreadable("query string", key, err.Error())
		}
		text, err := url.QueryUnescape(value)
		if err != nil {
			return nil, unreadable("query string", value, err.Error())
		}
		if err := q.read(name, text, isCall); err != nil {
			return nil, err
		}
	}
	if q.Select == nil {
		q.Select = []Item{{Star: true}}
	}
	return q, q.settlePages()
}

func (q *Query) read(name, text string, isCall bool) (err error) {
	// The first occurrence counts of a parameter that may occur only once.
	switch {
	case name == "select" && q.Select == nil:
		q.Select, err = parseSelect(text)
		return err
	case name == "columns" && q.Columns == nil:
		q.Columns, err = parseNames("columns", text)
		return err
	case name == "on_conflict" && q.OnConflict == nil:
		q.OnConflict, err = parseNames("on_conflict", text)
		return err
	case name == "select", name == "columns", name == "on_conflict":
		return nil
	}
	path, last, err := splitPath(name)
	if err != nil {
		return err
	}
	if isCall && len(path) == 0 && !reserved[last] && !startsWithOperator(text) {
		q.Arguments = append(q.Arguments, Argument{Name: name, Value: text})
		return nil
	}
	return q.node(path).read(last, text)
}

func (q *Query) node(path []string) *Node {
	if len(path) == 0 {
		return &q.Root
	}
	key := strings.Join(path, ".")
	if q.Nested[key] == nil {
		q.Nested[key] = &Node{}
	}
	return q.Nested[key]
}

func (n *Node) read(name, text string) error {
	switch name {
	case "order":
		terms, err := parseOrder(text)
		if n.Order == nil {
			n.Order = terms
		}
		return err
	case "limit":
		limit, isNumber, err := readCount(text)
		if n.Limit, n.isOddLimit = &limit, !isNumber; n.isOddLimit {
			n.Limit = nil
		}
		return err
	case "offset":
		offset, _, err := readCount(text)
		n.Offset, n.hasOffset = offset, true
		return err
	case "and", "or", "not.and", "not.or":
		group, err := parseGroup(name, text)
		n.Where = append(n.Where, group)
		return err
	}
	condition, err := parseFilter(name, text)
	n.Where = append(n.Where, condition)
	return err
}

var (
	errLimit = &fault.Error{Status: http.StatusRequestedRangeNotSatisfiable, Code: "PGRST103",
		Message: "Requested range not satisfiable", Details: "Limit should be greater than or equal to zero."}
	errNestedLimit  = fault.New(http.StatusBadRequest, "2201W", "LIMIT must not be negative")
	errNestedOffset = fault.New(http.StatusBadRequest, "2201X", "OFFSET must not be negative")
)

// readCount parses a number of rows. Text that is not a number, such as the "undefined" or "NaN"
// that a faulty client sends, sets nothing.
func readCount(text string) (count int64, isNumber bool, err error) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "+") {
		return 0, false, nil
	}
	count, err = strconv.ParseInt(text, 10, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 0, false, fault.New(http.StatusBadRequest, "22003", fmt.Sprintf("value %q is out of range for type bigint", text))
	}
	return count, err == nil, nil
}

// settle makes a limit that is not a number select no rows if there is also an offset, because
// PostgREST parses the two together that way.
func (n *Node) settle() {
	if n.isOddLimit && n.hasOffset {
		n.Limit = new(int64)
	}
}

// settlePages checks the limits and offsets once the whole query is parsed.
func (q *Query) settlePages() error {
	if q.Root.settle(); q.Root.Limit != nil && *q.Root.Limit < 0 {
		return errLimit
	}
	for _, node := range q.Nested {
		node.settle()
		switch {
		case node.Limit != nil && *node.Limit < 0:
			return errNestedLimit
		case node.Offset < 0:
			return errNestedOffset
		}
	}
	return nil
}

// splitPath separates the embeds from a parameter's own name: in "a.b.order" they are a and b.
// Quoted names and JSON arrows may contain dots.
func splitPath(name string) (path []string, last string, err error) {
	p := &parser{text: name}
	for {
		start := p.pos
		if strings.HasPrefix(p.rest(), "not.and") && p.rest() == "not.and" || p.rest() == "not.or" {
			return path, p.rest(), nil
		}
		part, err := p.name()
		if err != nil {
			return nil, "", unreadable("query parameter", name, err.Error())
		}
		if !p.take(".") {
			return path, name[start:], nil
		}
		if len(path) == depthMax {
			return nil, "", &Error{Message: fmt.Sprintf("more than %d levels of embedding", depthMax)}
		}
		path = append(path, part)
	}
}
