package plan

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/nearest"
	"automacao/internal/wire/rest/query"
)

// embed joins a related relation to a level and adds it to the level's columns: as an object, as an
// array, or spread into the level itself.
func (b *builder) embed(l *level, item query.Item) error {
	relationship, err := b.relationship(l, item)
	if err != nil {
		return err
	}
	key := item.Relation
	if item.Alias != "" {
		key = item.Alias
	}
	path := strings.TrimPrefix(l.path+"."+key, ".")
	if b.query.Nested[path] == nil && item.Alias != "" {
		path = strings.TrimPrefix(l.path+"."+item.Relation, ".")
	}
	inner := b.newLevel(relationship.To, b.alias(relationship.To.Name), path)
	inner.spread = item.Spread
	if err := b.fill(inner, item.Items); err != nil {
		return err
	}
	if item.Spread && !relationship.Cardinality.IsToOne() && inner.aggregates() {
		return errManyAggregates
	}
	joined := &embed{item: item, relationship: relationship, alias: b.alias(key)}
	l.embeds[key] = joined
	l.embeds[item.Relation] = joined
	source := b.related(l, inner, relationship)
	limit := inner.node.Limit
	if !relationship.Cardinality.IsToOne() {
		limit = least(limit, positive(b.options.RowsMax))
	}
	tail, err := b.tail(inner, limit, inner.node.Offset)
	if err != nil {
		return err
	}
	rows := "SELECT " + selectList(inner) + b.from(inner, source) + tail
	b.join(l, joined, rows, inner)
	return nil
}

var errManyAggregates = &fault.Error{Status: http.StatusBadRequest, Code: "PGRST127", Message: "Feature not implemented",
	Details: "Aggregates are not implemented for one-to-many or many-to-many spreads."}

func (b *builder) join(l *level, e *embed, rows string, inner *level) {
	isOne := e.relationship.Cardinality.IsToOne()
	j := join{embed: e, column: len(l.columns)}
	if !e.item.Spread && len(inner.columns) > 0 {
		j.apart = apart(e, rows)
	}
	if !isOne {
		each := b.alias(e.alias)
		rows = "SELECT " + aggregated(e, inner, each) + " FROM (" + rows + ") AS " + Quote(each)
	}
	kind, condition := "LEFT", "TRUE"
	if e.item.Inner {
		kind = "INNER"
		if !isOne {
			condition = Quote(e.alias) + "." + presence + " > 0"
		}
	}
	j.sql = kind + " JOIN LATERAL (" + rows + ") AS " + Quote(e.alias) + " ON " + condition
	l.joins = append(l.joins, j)
	columns := embedColumns(e, inner)
	if e.item.Spread {
		e.values = columns
	}
	l.columns = append(l.columns, columns...)
}

// apart is the embed's value as a subquery in the select list, outside the level's FROM.
func apart(e *embed, rows string) string {
	value := "coalesce(json_agg(" + whole(e.alias) + "), '[]')"
	if e.relationship.Cardinality.IsToOne() {
		value = "row_to_json(" + whole(e.alias) + ")"
	}
	return "(SELECT " + value + " FROM (" + rows + ") AS " + Quote(e.alias) + ")"
}

// An aggregated to-many embed has only these columns: the number of rows, and the rows or, for a
// spread, the values of each column.
const (
	presence  = "pgrst_present"
	list      = "pgrst_list"
	valuesOfN = "pgrst_values_%d"
)

// valueOfN names the columns of a spread's rows.
const valueOfN = "pgrst_value_%d"

func aggregated(e *embed, inner *level, each string) string {
	columns := []string{"count(*) AS " + presence}
	if !e.item.Spread {
		return strings.Join(append(columns, "json_agg("+whole(each)+") AS "+list), ", ")
	}
	for n := range inner.columns {
		columns = append(columns, "json_agg("+Quote(each)+"."+Quote(fmt.Sprintf(valueOfN, n))+") AS "+fmt.Sprintf(valuesOfN, n))
	}
	return strings.Join(columns, ", ")
}

func embedColumns(e *embed, inner *level) []output {
	alias := Quote(e.alias)
	isOne := e.relationship.Cardinality.IsToOne()
	switch {
	case len(inner.columns) == 0:
		return nil
	case !e.item.Spread && isOne:
		return []output{{expression: "row_to_json(" + whole(e.alias) + ")", name: e.item.Name(), isJSON: true}}
	case !e.item.Spread:
		return []output{{expression: "coalesce(" + alias + "." + list + ", '[]')", name: e.item.Name(), isJSON: true}}
	}
	columns := slices.Clone(inner.columns)
	for n := range columns {
		columns[n].expression = alias + "." + Quote(fmt.Sprintf(valueOfN, n))
		if !isOne {
			columns[n].expression = "coalesce(" + alias + "." + fmt.Sprintf(valuesOfN, n) + ", '[]')"
			columns[n].isJSON = true
		}
	}
	return columns
}

// related writes the source of an embed's rows and ties it to the level.
func (b *builder) related(l, inner *level, r catalog.Relationship) string {
	switch {
	case r.Function != nil:
		return quoteName(catalog.Name{Schema: r.Function.Schema, Name: r.Function.Name}) + "(" + l.row() + ") AS " + Quote(inner.alias)
	case r.Junction != nil:
		between := b.alias(r.Junction.Name.Name)
		inner.where = append(inner.where,
			matchColumns(between, r.Junction.FromColumns, l.alias, r.FromColumns),
			matchColumns(between, r.Junction.ToColumns, inner.alias, r.ToColumns))
		return quoteName(r.To) + " AS " + Quote(inner.alias) + " CROSS JOIN " + quoteName(r.Junction.Name) + " AS " + Quote(between)
	default:
		inner.where = append(inner.where, matchColumns(inner.alias, r.ToColumns, l.alias, r.FromColumns))
		return quoteName(r.To) + " AS " + Quote(inner.alias)
	}
}

func (b *builder) relationship(l *level, item query.Item) (catalog.Relationship, error) {
	found := b.catalog.Find(l.name, item.Relation, item.Hint)
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return catalog.Relationship{}, b.noRelationship(l, item)
	default:
		return catalog.Relationship{}, ambiguous(l, item, found)
	}
}

func (b *builder) noRelationship(l *level, item query.Item) error {
	hinted := ""
	if item.Hint != "" {
		hinted = fmt.Sprintf(" using the hint '%s'", item.Hint)
	}
	refusal := &fault.Error{Status: http.StatusBadRequest, Code: "PGRST200",
		Message: fmt.Sprintf("Could not find a relationship between '%s' and '%s' in the schema cache", l.name.Name, item.Relation),
		Details: fmt.Sprintf("Searched for a foreign key relationship between '%s' and '%s'%s in the schema '%s', but no matches were found.",
			l.name.Name, item.Relation, hinted, l.name.Schema)}
	known, wrong := b.catalog.Targets(l.name), item.Relation
	if len(known) == 0 {
		known, wrong = b.catalog.Related(l.name.Schema), l.name.Name
	}
	if near := nearest.One(wrong, known); near != "" && near != wrong {
		refusal.Hint = fmt.Sprintf("Perhaps you meant '%s' instead of '%s'.", near, wrong)
	}
	return refusal
}

func ambiguous(l *level, item query.Item, found []catalog.Relationship) error {
	details := []map[string]string{}
	hints := []string{}
	for _, r := range found {
		between := fmt.Sprintf("%s using %s(%s) and %s(%s)", r.Constraint, r.From.Name, strings.Join(r.FromColumns, ", "), r.To.Name, strings.Join(r.ToColumns, ", "))
		hint := r.Constraint
		if r.Junction != nil {
			hint = r.Junction.Name.Name
			between = fmt.Sprintf("%s using %s(%s) and %s(%s)", hint, r.Junction.FromConstraint, strings.Join(r.Junction.FromColumns, ", "),
				r.Junction.ToConstraint, strings.Join(r.Junction.ToColumns, ", "))
		}
		details = append(details, map[string]string{
			"cardinality": string(r.Cardinality), "relationship": between, "embedding": l.name.Name + " with " + r.To.Name,
		})
		hints = append(hints, fmt.Sprintf("'%s!%s'", item.Relation, hint))
	}
	return &fault.Error{Status: http.StatusMultipleChoices, Code: "PGRST201",
		Message: fmt.Sprintf("Could not embed because more than one relationship was found for '%s' and '%s'", l.name.Name, item.Relation),
		Details: details,
		Hint: fmt.Sprintf("Try changing '%s' to one of the following: %s. Find the desired relationship in the 'details' key.",
			item.Relation, strings.Join(hints, ", "))}
}
