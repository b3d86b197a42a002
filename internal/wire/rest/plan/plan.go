// Package plan turns a parsed query into one SQL statement. It decides what a query means on a
// given schema; it runs nothing. Every name is quoted and every value is a parameter.
package plan

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/query"
)

// Statement is SQL with its parameters as text; a nil parameter is NULL. The server infers each
// parameter's type, as it does for a literal.
type Statement struct {
	SQL    string
	Params [][]byte
	// Estimate is an EXPLAIN that returns the planned count, if requested. It takes the first
	// EstimateParams of the parameters.
	Estimate       string
	EstimateParams int
	// CountMax is where an estimated total stopped counting: a greater total is only a lower bound.
	// It is 0 if the total is exact or not requested.
	CountMax int64
	// ChecksCost is whether the statement may be refused for its cost.
	ChecksCost bool
	// NeedsCustomPlan is whether a generic plan does not suit the statement, so that it must be planned
	// for its parameters.
	NeedsCustomPlan bool
	// Found is how many rows an upsert that contains only keys was given. A row that another
	// transaction inserts meanwhile is left alone but not visible yet. If the statement returns
	// fewer rows, it must run again, which finds them.
	Found int64
	// IsExplained is whether the statement returns only the lines of a plan.
	IsExplained bool
	// IsHex is whether the body is bytes in hexadecimal.
	IsHex bool
}

// Shape is how the rows of a response are written.
type Shape int

// These are the shapes of a response.
const (
	Array Shape = iota
	Object
	CSV
	Scalar
	GeoJSON
	Custom // as Options.Handler writes them
	None
	scalarSet
)

// Options are what the request's headers and the configuration say about a statement.
type Options struct {
	Shape      Shape
	StripNulls bool
	// Handler writes the rows of the shape Custom.
	Handler *catalog.Handler
	// Explain is the EXPLAIN clause before the statement if its plan is requested.
	Explain string
	Count   string // exact, planned, estimated
	// CountMax is where an estimated count stops, with a total of one more. If it is 0, the planner
	// estimates totals beyond RowsMax.
	CountMax       int64
	RowsMax        int64 // of the answer and of each to-many embed; 0 is no bound
	BytesMax       int64 // of the body; 0 is no bound
	Aggregates     bool
	Regex          bool // allows match and imatch
	MissingDefault bool
	Resolution     string // merge-duplicates, ignore-duplicates
	Representation bool
	// Role is the caller's role, which decides what * means.
	Role string
	// Keys requests the primary keys of written rows as JSON.
	Keys bool
}

type builder struct {
	catalog  *catalog.Catalog
	query    *query.Query
	options  Options
	params   [][]byte
	taken    map[string]bool   // names of FROM items
	used     map[string]bool   // paths of nested filters
	pathKeys map[string]string // parameters of keys in JSON paths
	// rootMax bounds the rows of the root; rows just written have no bound.
	rootMax int64
	// keyColumns are the primary key of written rows, if it is requested.
	keyColumns []string
	// merged is the column that marks the rows that an upsert updated.
	merged string
	// needsCustomPlan becomes Statement.NeedsCustomPlan.
	needsCustomPlan bool
}

func newBuilder(c *catalog.Catalog, q *query.Query, o Options) *builder {
	return &builder{catalog: c, query: q, options: o, rootMax: o.RowsMax, used: map[string]bool{}, pathKeys: map[string]string{}, taken: reservedAliases()}
}

func (b *builder) param(value string) string {
	b.params = append(b.params, []byte(value))
	return "$" + strconv.Itoa(len(b.params))
}

// Quote quotes an identifier.
func Quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func quoteName(n catalog.Name) string { return Quote(n.Schema) + "." + Quote(n.Name) }

func quoteAll(prefix string, names []string) []string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = prefix + Quote(name)
	}
	return quoted
}

// checkNested returns an error for filters on relations that are not selected.
func (b *builder) checkNested() error {
	for path := range b.query.Nested {
		if !b.used[path] {
			name := path[strings.LastIndex(path, ".")+1:]
			return notEmbedded(name)
		}
	}
	return nil
}

func notEmbedded(name string) error {
	return &fault.Error{Status: http.StatusBadRequest, Code: "PGRST108",
		Message: fmt.Sprintf("'%s' is not an embedded resource in this request", name),
		Hint:    fmt.Sprintf("Verify that '%s' is included in the 'select' query parameter.", name)}
}

func (b *builder) from(l *level, source string) string { return fromOf(l, source, l.joins) }

// counted is from without the joins that only fetch: it has as many rows and costs less.
func counted(l *level, source string) string {
	return fromOf(l, source, slices.DeleteFunc(slices.Clone(l.joins), func(j join) bool { return !j.affectsRowCount() }))
}

func fromOf(l *level, source string, joins []join) string {
	var sql strings.Builder
	sql.WriteString(" FROM " + source)
	for _, join := range joins {
		sql.WriteString(" " + join.sql)
	}
	if len(l.where) > 0 {
		sql.WriteString(" WHERE " + strings.Join(l.where, " AND "))
	}
	return sql.String()
}

// tail writes grouping, order and paging. The limit is a literal because PostgreSQL would plan a
// statement again at every call if it were a parameter.
func (b *builder) tail(l *level, limit *int64, offset int64) (string, error) {
	var sql strings.Builder
	if l.hasAgg && len(l.groups) > 0 {
		sql.WriteString(" GROUP BY " + strings.Join(l.groups, ", "))
	}
	order, err := b.order(l)
	if err != nil {
		return "", err
	}
	sql.WriteString(order)
	if limit != nil {
		sql.WriteString(" LIMIT " + strconv.FormatInt(*limit, 10))
	}
	if offset > 0 {
		sql.WriteString(" OFFSET " + strconv.FormatInt(offset, 10))
	}
	return sql.String(), nil
}

func (b *builder) order(l *level) (string, error) {
	if len(l.node.Order) == 0 {
		return "", nil
	}
	terms := make([]string, 0, len(l.node.Order))
	for _, term := range l.node.Order {
		expression, err := b.orderKey(l, term)
		if err != nil {
			return "", err
		}
		if term.Descending {
			expression += " DESC"
		}
		if term.Nulls != "" {
			expression += " NULLS " + strings.ToUpper(term.Nulls)
		}
		terms = append(terms, expression)
	}
	return " ORDER BY " + strings.Join(terms, ", "), nil
}

// orderKey writes one key of the order. A key on a to-one embed is looked up through the
// relationship.
func (b *builder) orderKey(l *level, term query.Term) (string, error) {
	if term.Relation == "" {
		return b.field(l, term.Field), nil
	}
	related := l.embeds[term.Relation]
	if related == nil {
		return "", notEmbedded(term.Relation)
	}
	r := related.relationship
	if !r.Cardinality.IsToOne() || r.Function != nil {
		return "", &fault.Error{Status: http.StatusBadRequest, Code: "PGRST118",
			Message: fmt.Sprintf("A related order on '%s' is not possible", term.Relation),
			Details: fmt.Sprintf("'%s' and '%s' do not form a many-to-one or one-to-one relationship", l.name.Name, term.Relation)}
	}
	if l.hasAgg && related.item.Spread {
		for _, column := range related.values {
			if column.agg.function == "" && (column.field == term.Field.Name || column.name == term.Field.Name) && len(term.Field.Path) == 0 {
				return column.expression, nil
			}
		}
	}
	inner := &level{name: r.To, relation: b.catalog.Relations[r.To], alias: b.alias(r.To.Name)}
	return fmt.Sprintf("(SELECT %s FROM %s AS %s WHERE %s)", b.field(inner, term.Field), quoteName(r.To), Quote(inner.alias),
		matchColumns(inner.alias, r.ToColumns, l.alias, r.FromColumns)), nil
}

func matchColumns(left string, leftColumns []string, right string, rightColumns []string) string {
	pairs := make([]string, len(leftColumns))
	for i := range leftColumns {
		pairs[i] = Quote(left) + "." + Quote(leftColumns[i]) + " = " + Quote(right) + "." + Quote(rightColumns[i])
	}
	return strings.Join(pairs, " AND ")
}
