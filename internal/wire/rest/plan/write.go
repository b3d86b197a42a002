package plan

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"automacao/internal/fault"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/query"
)

// Insert plans storing the rows of a JSON array with the given keys.
func Insert(c *catalog.Catalog, name catalog.Name, q *query.Query, o Options, keys []string, payload []byte) (Statement, error) {
	b := newBuilder(c, q, o)
	relation := c.Relations[name]
	columns, err := writable(relation, keys)
	if err != nil {
		return Statement{}, err
	}
	var sql strings.Builder
	sql.WriteString("INSERT INTO " + quoteName(name))
	if len(columns) == 0 {
		sql.WriteString(" SELECT FROM json_array_elements(" + b.param(string(payload)) + ")")
	} else {
		names := make([]string, len(columns))
		for i, column := range columns {
			names[i] = Quote(column.Name)
		}
		list := strings.Join(names, ", ")
		sql.WriteString("(" + list + ") SELECT " + list + " FROM " + b.payload(columns, payload))
	}
	b.merges = o.Resolution == "merge-duplicates"
	sql.WriteString(conflict(relation, q.OnConflict, o.Resolution, columns))
	return b.returning(relation, name, sql.String())
}

// Update plans changing the filtered rows to the first object of a JSON array.
func Update(c *catalog.Catalog, name catalog.Name, q *query.Query, o Options, keys []string, payload []byte) (Statement, error) {
	b := newBuilder(c, q, o)
	relation := c.Relations[name]
	columns, err := writable(relation, keys)
	if err != nil {
		return Statement{}, err
	}
	if len(columns) == 0 {
		return Statement{SQL: "SELECT '' AS total, '0' AS page, '[]' AS body, '' AS keys, " + overrides + ", '' AS inserted"}, nil
	}
	assignments := make([]string, len(columns))
	for i, column := range columns {
		assignments[i] = Quote(column.Name) + " = payload." + Quote(column.Name)
	}
	sql := "UPDATE " + quoteName(name) + " SET " + strings.Join(assignments, ", ") + " FROM (SELECT * FROM " + b.payload(columns, payload) + " LIMIT 1) AS payload"
	where, err := b.filters(name)
	if err != nil {
		return Statement{}, err
	}
	return b.returning(relation, name, sql+where)
}

// Delete plans removing the filtered rows.
func Delete(c *catalog.Catalog, name catalog.Name, q *query.Query, o Options) (Statement, error) {
	b := newBuilder(c, q, o)
	where, err := b.filters(name)
	if err != nil {
		return Statement{}, err
	}
	return b.returning(c.Relations[name], name, "DELETE FROM "+quoteName(name)+where)
}

func (b *builder) filters(name catalog.Name) (string, error) {
	target := &level{name: name, relation: b.catalog.Relations[name], alias: name.Name, node: &b.query.Root}
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

// payload reads the JSON rows as the columns' own types. With
// missing=default an absent key takes the column's default.
func (b *builder) payload(columns []*catalog.Column, payload []byte) string {
	types := make([]string, len(columns))
	defaults := []string{}
	for i, column := range columns {
		types[i] = Quote(column.Name) + " " + column.Type
		if column.Default != "" {
			defaults = append(defaults, quoteLiteral(column.Name)+", "+column.Default)
		}
	}
	list := strings.Join(types, ", ")
	if b.options.MissingDefault && len(defaults) > 0 {
		return "(SELECT r.* FROM jsonb_array_elements(" + b.param(string(payload)) + "::jsonb) AS e(value), " +
			"jsonb_to_record(jsonb_build_object(" + strings.Join(defaults, ", ") + ") || e.value) AS r(" + list + ")) AS source"
	}
	return "json_to_recordset(" + b.param(string(payload)) + ") AS source(" + list + ")"
}

func quoteLiteral(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

func conflict(relation *catalog.Relation, on []string, resolution string, columns []*catalog.Column) string {
	if resolution == "" {
		return ""
	}
	if len(on) == 0 {
		on = relation.PrimaryKey
	}
	if len(on) == 0 {
		return ""
	}
	target := " ON CONFLICT (" + strings.Join(quoteAll("", on), ", ") + ")"
	assignments := []string{}
	for _, column := range columns {
		if !slices.Contains(on, column.Name) {
			assignments = append(assignments, Quote(column.Name)+" = EXCLUDED."+Quote(column.Name))
		}
	}
	if resolution == "ignore-duplicates" || len(assignments) == 0 {
		return target + " DO NOTHING"
	}
	return target + " DO UPDATE SET " + strings.Join(assignments, ", ") + countUpdated
}

// An upsert counts the rows it updates in a setting of its transaction: xmax
// would tell them apart too, but takes the right to select all columns.
const (
	updated      = "coalesce(nullif(current_setting('pgrst.updated', true), ''), '0')::bigint"
	countUpdated = " WHERE set_config('pgrst.updated', (" + updated + " + 1)::text, true) <> ''"
)

// inserted reads the count of updates after all of written has run.
func (b *builder) inserted() string {
	if !b.merges {
		return "''"
	}
	return "(SELECT count(*) - " + updated + " FROM written)::text"
}

// returning finishes a write: it reads back no more columns than the answer
// needs, since each of them takes the right to select it.
func (b *builder) returning(relation *catalog.Relation, name catalog.Name, sql string) (Statement, error) {
	columns := []string{}
	if b.options.Keys {
		b.keyColumns = relation.PrimaryKey
		columns = append(columns, relation.PrimaryKey...)
	}
	if b.options.Representation {
		columns = append(columns, b.needed(relation, name)...)
	}
	written := "WITH written AS (" + sql + " RETURNING " + returningList(relation, columns) + ")"
	if b.options.Representation {
		b.options.Count, b.rootMax = "", 0
		return b.read(written, name, "written AS "+Quote(name.Name))
	}
	b.options.Shape = None
	return Statement{Params: b.params, SQL: written + " " + b.finish("count(*)::text", "written")}, nil
}

func returningList(relation *catalog.Relation, columns []string) string {
	if len(columns) == 0 {
		return "1"
	}
	slices.Sort(columns)
	return strings.Join(quoteAll(Quote(relation.Name)+".", slices.Compact(columns)), ", ")
}

// needed are the columns of written rows that the answer, its order and its
// embeds refer to.
func (b *builder) needed(relation *catalog.Relation, name catalog.Name) []string {
	columns := []string{}
	add := func(field string) {
		if relation.Column(field) != nil {
			columns = append(columns, field)
		}
	}
	for _, item := range b.query.Select {
		switch {
		case item.Star:
			for _, column := range relation.Columns {
				add(column.Name)
			}
		case item.IsEmbed():
			for _, r := range b.catalog.Find(name, item.Relation, item.Hint) {
				for _, column := range r.FromColumns {
					add(column)
				}
			}
		default:
			add(item.Field.Name)
		}
	}
	for _, term := range b.query.Root.Order {
		add(term.Field.Name)
	}
	return columns
}
