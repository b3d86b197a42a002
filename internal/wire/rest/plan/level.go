package plan

import (
	"slices"

	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/query"
)

// level is one relation of a statement: the root or an embed.
type level struct {
	name     catalog.Name
	relation *catalog.Relation
	alias    string
	path     string
	node     *query.Node
	columns  []output
	joins    []join
	where    []string
	groups   []string
	hasAgg   bool
	embeds   map[string]*embed
	// spread is whether the level's columns become its parent's. They then have generated names,
	// and the parent does the aggregation.
	spread bool
	// readable are the columns that * means; nil means all.
	readable map[string]bool
	// isDerived is whether the rows come from a query rather than the relation, so that they must be
	// cast to be a function's argument.
	isDerived bool
}

type embed struct {
	item         query.Item
	relationship catalog.Relationship
	alias        string
	// asked is set by a filter that tests whether the embed has rows.
	asked bool
	// values are the columns of a spread, as its level refers to them.
	values []output
}

// join ties an embed to its level.
type join struct {
	embed *embed
	sql   string
	// column is the embed's position among the level's columns. apart is the subquery that can
	// replace the join; empty if none can.
	column int
	apart  string
}

// affectsRowCount reports whether the join decides how many rows its level has: an inner join, one
// that a filter tests, and a computed to-one relationship, which only claims to return one row.
func (j join) affectsRowCount() bool {
	return j.embed.item.Inner || j.embed.asked || j.embed.relationship.Cardinality.IsToOne() && j.embed.relationship.Function != nil
}

func (b *builder) newLevel(name catalog.Name, alias, path string) *level {
	b.used[path] = true
	return &level{name: name, relation: b.catalog.Relations[name], alias: alias, path: path, node: b.node(path), embeds: map[string]*embed{}, readable: b.catalog.Readable(b.options.Role, name)}
}

// fill adds the requested items to a level.
func (b *builder) fill(l *level, items []query.Item) error {
	for _, item := range items {
		var err error
		if item.IsEmbed() {
			err = b.embed(l, item)
		} else {
			err = b.column(l, item)
		}
		if err != nil {
			return err
		}
	}
	l.group()
	for _, condition := range l.node.Where {
		expression, err := b.condition(l, condition)
		if err != nil {
			return err
		}
		l.where = append(l.where, expression)
	}
	l.replaceJoins()
	return nil
}

// group finds the aggregated columns and groups by all others. JSON is grouped as jsonb, since json
// has no equality.
func (l *level) group() {
	l.hasAgg = !l.spread && l.aggregates()
	if !l.hasAgg {
		return
	}
	l.expandStar()
	for i := range l.columns {
		switch column := &l.columns[i]; {
		case column.agg.function != "":
			column.expression = column.agg.of(column.expression)
		case column.isJSON:
			column.expression = "(" + column.expression + ")::jsonb"
			fallthrough
		default:
			l.groups = append(l.groups, column.expression)
		}
	}
}

// expandStar replaces * with the columns that it means.
func (l *level) expandStar() {
	if l.relation == nil {
		return
	}
	columns := make([]output, 0, len(l.columns))
	for _, column := range l.columns {
		if column.name != "" {
			columns = append(columns, column)
			continue
		}
		for _, c := range l.relation.Columns {
			if l.readable != nil && !l.readable[c.Name] {
				continue
			}
			columns = append(columns, output{expression: shownAs(Quote(l.alias)+"."+Quote(c.Name), &c), name: c.Name, field: c.Name})
		}
	}
	l.columns = columns
}

// replaceJoins replaces joins that only fetch with subqueries: PostgreSQL then fetches them only for
// the page's rows and not for every row that it sorts.
func (l *level) replaceJoins() {
	if l.hasAgg {
		return
	}
	l.joins = slices.DeleteFunc(l.joins, func(j join) bool {
		if j.apart == "" || j.affectsRowCount() {
			return false
		}
		l.columns[j.column].expression = j.apart
		return true
	})
}

func (b *builder) node(path string) *query.Node {
	if path == "" {
		return &b.query.Root
	}
	if node := b.query.Nested[path]; node != nil {
		return node
	}
	return &query.Node{}
}

// aggregates reports whether a level still has something to aggregate.
func (l *level) aggregates() bool {
	return slices.ContainsFunc(l.columns, func(o output) bool { return o.agg.function != "" })
}
