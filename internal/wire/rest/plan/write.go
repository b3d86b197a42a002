package plan

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/query"
)

// write is a statement that changes rows of a relation, under the name alias.
type write struct {
	name     catalog.Name
	relation *catalog.Relation
	alias    string
	sql      string
	// merges is whether an insert may update existing rows. If it leaves them alone, payload is the
	// source of their keys.
	merges  bool
	payload string
}

// Put plans storing one row that the equality filters name. Rows of the JSON array that the filters
// do not match are not stored.
func Put(c *catalog.Catalog, name catalog.Name, q *query.Query, o Options, keys []string, payload []byte) (Statement, error) {
	o.Resolution = mergeDuplicates
	named := q.Root.Where
	q.Root.Where, q.OnConflict = nil, nil
	return insert(c, name, q, o, keys, payload, named)
}

// Insert plans storing the rows of a JSON array with the given keys.
func Insert(c *catalog.Catalog, name catalog.Name, q *query.Query, o Options, keys []string, payload []byte) (Statement, error) {
	q.Root.Where = nil // filters have no meaning for an insert
	return insert(c, name, q, o, keys, payload, nil)
}

func insert(c *catalog.Catalog, name catalog.Name, q *query.Query, o Options, keys []string, payload []byte, named []query.Condition) (Statement, error) {
	b := newBuilder(c, q, o)
	w := write{name: name, relation: c.Relations[name], alias: b.alias(name.Name)}
	columns, err := writable(w.relation, keys)
	if err != nil {
		return Statement{}, err
	}
	sql := "INSERT INTO " + quoteName(name) + " AS " + Quote(w.alias)
	if len(columns) == 0 {
		sql += " SELECT FROM json_array_elements(" + b.param(string(payload)) + ")"
	} else {
		names := make([]string, len(columns))
		for i, column := range columns {
			names[i] = Quote(column.Name)
		}
		source := b.payload(columns, payload) + b.named(w.relation, named)
		sql += "(" + strings.Join(names, ", ") + ") SELECT " + strings.Join(given("", columns), ", ") + " FROM " + source
		if b.givesOnlyKeys(w.relation, columns) {
			w.payload = source
		}
	}
	w.merges = o.Resolution == mergeDuplicates && len(b.conflictKey(w.relation)) > 0
	w.sql = sql + b.conflict(w.relation, columns)
	statement, err := b.returning(w)
	if w.payload != "" && !statement.IsExplained {
		statement.Found = CountRows(payload)
	}
	return statement, err
}

// named writes the condition that keeps the payload's rows that the filters name.
func (b *builder) named(relation *catalog.Relation, by []query.Condition) string {
	matches := make([]string, len(by))
	for i, condition := range by {
		column := relation.Column(condition.Field.Name)
		value := b.param(condition.Value)
		if column.Forms.FromText != "" {
			value = column.Forms.FromText + "(" + value + ")"
		}
		matches[i] = given("source.", []*catalog.Column{column})[0] + " = " + value
	}
	if len(matches) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(matches, " AND ")
}

// givesOnlyKeys reports whether an upsert contains only the conflict key's columns.
func (b *builder) givesOnlyKeys(relation *catalog.Relation, columns []*catalog.Column) bool {
	on := b.conflictKey(relation)
	isKey := func(column *catalog.Column) bool { return slices.Contains(on, column.Name) }
	return b.options.Resolution == mergeDuplicates && len(columns) == len(on) && !slices.ContainsFunc(columns, func(c *catalog.Column) bool { return !isKey(c) })
}

// Update plans changing the filtered rows to the first object of a JSON array.
func Update(c *catalog.Catalog, name catalog.Name, q *query.Query, o Options, keys []string, payload []byte) (Statement, error) {
	b := newBuilder(c, q, o)
	w := write{name: name, relation: c.Relations[name], alias: b.alias(name.Name)}
	columns, err := writable(w.relation, keys)
	if err != nil {
		return Statement{}, err
	}
	if len(columns) == 0 {
		return b.asked(Statement{SQL: "SELECT '' AS total, '0' AS page, '[]' AS body, '' AS keys, " + overrides + ", '' AS inserted, '' AS updated"}), nil
	}
	source := Quote(b.alias("payload"))
	assignments := given(source+".", columns)
	for i, column := range columns {
		assignments[i] = Quote(column.Name) + " = " + assignments[i]
	}
	w.sql = "UPDATE " + quoteName(name) + " AS " + Quote(w.alias) + " SET " + strings.Join(assignments, ", ") +
		" FROM (SELECT * FROM " + b.payload(columns, payload) + " LIMIT 1) AS " + source
	where, err := b.filters(name, w.alias)
	if err != nil {
		return Statement{}, err
	}
	w.sql += where
	return b.returning(w)
}

// Delete plans deleting the filtered rows.
func Delete(c *catalog.Catalog, name catalog.Name, q *query.Query, o Options) (Statement, error) {
	b := newBuilder(c, q, o)
	w := write{name: name, relation: c.Relations[name], alias: b.alias(name.Name)}
	where, err := b.filters(name, w.alias)
	if err != nil {
		return Statement{}, err
	}
	w.sql = "DELETE FROM " + quoteName(name) + " AS " + Quote(w.alias) + where
	return b.returning(w)
}

func (b *builder) filters(name catalog.Name, alias string) (string, error) {
	target := &level{name: name, relation: b.catalog.Relations[name], alias: alias, node: &b.query.Root}
	parts := []string{}
	for _, condition := range b.query.Root.Where {
		part, err := b.condition(target, condition)
		if err != nil {
			return "", err
		}
		parts = append(parts, part)
	}
	b.query.Root.Where = nil
	if len(parts) == 0 {
		return "", nil
	}
	return " WHERE " + strings.Join(parts, " AND "), nil
}

func writable(relation *catalog.Relation, keys []string) ([]*catalog.Column, error) {
	columns := make([]*catalog.Column, len(keys))
	for i, key := range keys {
		if columns[i] = relation.Column(key); columns[i] == nil {
			return nil, fault.New(http.StatusBadRequest, "PGRST204",
				fmt.Sprintf("Could not find the '%s' column of '%s' in the schema cache", key, relation.Name))
		}
	}
	return columns, nil
}

// payload reads the JSON rows as the columns' own types. With missing=default an absent key takes
// the column's default.
func (b *builder) payload(columns []*catalog.Column, payload []byte) string {
	types := make([]string, len(columns))
	defaults := []string{}
	for i, column := range columns {
		types[i] = Quote(column.Name) + " " + column.Type
		if column.Forms.FromJSON != "" {
			types[i] = Quote(column.Name) + " json"
		}
		if column.Default != "" {
			defaults = append(defaults, quoteLiteral(column.Name)+", "+shownAs(column.Default, column))
		}
	}
	list := strings.Join(types, ", ")
	if b.options.MissingDefault && len(defaults) > 0 {
		return "(SELECT r.* FROM jsonb_array_elements(" + b.param(string(payload)) + "::jsonb) AS e(value), " +
			"jsonb_to_record(jsonb_build_object(" + strings.Join(defaults, ", ") + ") || e.value) AS r(" + list + ")) AS source"
	}
	return "json_to_recordset(" + b.param(string(payload)) + ") AS source(" + list + ")"
}

// given are the columns of a payload, converted to the relation's types.
func given(prefix string, columns []*catalog.Column) []string {
	list := make([]string, len(columns))
	for i, column := range columns {
		list[i] = prefix + Quote(column.Name)
		if column.Forms.FromJSON != "" {
			list[i] = column.Forms.FromJSON + "(" + list[i] + ")"
		}
	}
	return list
}

func quoteLiteral(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// returning finishes a write. It reads back only the columns that the response needs, since each
// requires the right to select it.
func (b *builder) returning(w write) (Statement, error) {
	columns := []string{}
	if b.options.Keys {
		b.keyColumns = w.relation.PrimaryKey
		columns = append(columns, w.relation.PrimaryKey...)
	}
	if b.options.Representation {
		columns = append(columns, b.needed(w.relation, w.name)...)
	}
	written := b.written(w, inOrder(w.relation, columns))
	if b.options.Representation {
		b.options.Count, b.rootMax = "", 0
		b.query.Root.Limit, b.query.Root.Offset = nil, 0 // the response contains every written row
		return b.read(written, w.name, w.alias, "written")
	}
	b.options.Shape = None
	return b.asked(Statement{Params: b.params, SQL: written + " " + b.finish("count(*)::text", "written")}), nil
}

// inOrder lists columns once each, in the relation's order.
func inOrder(relation *catalog.Relation, columns []string) []string {
	ordered := make([]string, 0, len(columns))
	for _, column := range relation.Columns {
		if slices.Contains(columns, column.Name) {
			ordered = append(ordered, column.Name)
		}
	}
	return ordered
}

// written selects the rows of a write, to be returned or counted. An upsert's rows come from the
// CTE stored, which knows whether each was inserted or updated.
func (b *builder) written(w write, columns []string) string {
	returned := quoteAll(Quote(w.alias)+".", columns)
	if !w.merges {
		if len(columns) == 0 {
			returned = []string{"1"}
		}
		return "WITH written AS (" + w.sql + " RETURNING " + strings.Join(returned, ", ") + ")"
	}
	b.merged = unusedName("merged", func(name string) bool { return w.relation.Column(name) != nil })
	names := strings.Join(quoteAll("", columns), ", ")
	stored := "WITH stored AS (" + w.sql + " RETURNING " + strings.Join(append(returned, wasUpdated+" AS "+Quote(b.merged)), ", ") + ")"
	return stored + ", written AS (SELECT " + names + " FROM stored" + b.found(w, names) + ")"
}

// found selects the rows that an upsert of only keys left alone.
func (b *builder) found(w write, names string) string {
	if w.payload == "" {
		return ""
	}
	key := strings.Join(quoteAll("", b.conflictKey(w.relation)), ", ")
	return " UNION ALL SELECT " + names + " FROM " + quoteName(w.name) + " WHERE (" + key + ") IN (SELECT " + key + " FROM " + w.payload + ")"
}

// needed are the columns of written rows that the response, its order and its embeds refer to; all
// of them if a function takes the row.
func (b *builder) needed(relation *catalog.Relation, name catalog.Name) []string {
	columns, all := []string{}, false
	add := func(field string) {
		if relation.Column(field) != nil {
			columns = append(columns, field)
		} else if b.catalog.ComputedField(name, field) != nil {
			all = true
		}
	}
	for _, item := range b.query.Select {
		switch {
		case item.Star:
			all = true
		case item.IsEmbed():
			for _, r := range b.catalog.Find(name, item.Relation, item.Hint) {
				all = all || r.Function != nil
				columns = append(columns, r.FromColumns...)
			}
		default:
			add(item.Field.Name)
		}
	}
	for _, term := range b.query.Root.Order {
		add(term.Field.Name)
	}
	if all {
		readable := b.catalog.Readable(b.options.Role, name)
		for _, column := range relation.Columns {
			if readable != nil && !readable[column.Name] {
				continue
			}
			columns = append(columns, column.Name)
		}
	}
	return columns
}

// ReadBack selects whole rows as one JSON array, by the primary keys in the JSON array that is its
// parameter and in their order.
func ReadBack(relation *catalog.Relation) string {
	position := unusedName("position", func(name string) bool { return relation.Column(name) != nil })
	types, matches := []string{}, []string{}
	for _, name := range relation.PrimaryKey {
		types = append(types, Quote(name)+" "+relation.Column(name).Type)
		matches = append(matches, "written."+Quote(name)+" = key."+Quote(name))
	}
	names := strings.Join(append(quoteAll("", relation.PrimaryKey), Quote(position)), ", ")
	return "SELECT coalesce(json_agg(to_jsonb(written.*) ORDER BY key." + Quote(position) + "), '[]') FROM ROWS FROM (json_to_recordset($1::json) AS (" +
		strings.Join(types, ", ") + ")) WITH ORDINALITY AS key (" + names + ") JOIN " +
		quoteName(catalog.Name{Schema: relation.Schema, Name: relation.Name}) + " AS written ON " + strings.Join(matches, " AND ")
}
