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
	// spread is the embed's whose columns become its parent's: all of them have
	// names of our own, and what is aggregated is so by the parent.
	spread bool
	// readable are the columns that * stands for, nil where it stands for all.
	readable map[string]bool
	// isMade says that its rows are of a query and not of the relation: they are
	// cast to be a function's argument.
	isMade bool
}

type embed struct {
	item         query.Item
	relationship catalog.Relationship
	alias        string
	// asked is set by a filter that asks whether the embed has rows.
	asked bool
	// values are the columns of a spread, as its level refers to them.
	values []output
}

// join ties an embed to its level.
type join struct {
	embed *embed
	sql   string
	// column is where the embed stands among the level's columns, and apart is
	// what it can be selected as without a join; empty where it cannot.
	column int
	apart  string
}

// counts reports a join that decides how many rows its level has: an inner one,
// one that a filter asks about, and a function's, of which nothing but its own
// word says that it returns one row.
func (j join) counts() bool {
	return j.embed.item.Inner || j.embed.asked || j.embed.relationship.Cardinality.IsToOne() && j.embed.relationship.Function != nil
}

func (b *builder) newLevel(name catalog.Name, alias, path string) *level {
	b.used[path] = true
	return &level{name: name, relation: b.catalog.Relations[name], alias: alias, path: path, node: b.node(path), embeds: map[string]*embed{}, readable: b.catalog.Readable(b.options.Role, name)}
}

// fill gives a level what was asked of it.
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
	l.fetchApart()
	return nil
}

// group settles which columns are aggregated, and groups by all others. What is
// JSON is grouped by as jsonb, since json has no equality.
func (l *level) group() {
	l.hasAgg = !l.spread && l.aggregates()
	if !l.hasAgg {
		return
	}
	l.writeStarOut()
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

// writeStarOut names each column that a star is for.
func (l *level) writeStarOut() {
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

// fetchApart selects what a join only fetches by itself: PostgreSQL then fetches
// it for the rows of the page alone, and not for all that it sorts.
func (l *level) fetchApart() {
	if l.hasAgg {
		return
	}
	l.joins = slices.DeleteFunc(l.joins, func(j join) bool {
		if j.apart == "" || j.counts() {
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

// aggregates reports a level with something left to aggregate.
func (l *level) aggregates() bool {
	return slices.ContainsFunc(l.columns, func(o output) bool { return o.agg.function != "" })
}
