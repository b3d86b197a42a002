package plan

import (
	"strconv"
	"strings"

	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/query"
)

// Read plans a select on a relation.
func Read(c *catalog.Catalog, name catalog.Name, q *query.Query, o Options) (Statement, error) {
	b := newBuilder(c, q, o)
	return b.read("", name, quoteName(name))
}

// read selects from a source that is a relation, a function's rows or rows
// that were just written.
func (b *builder) read(prefix string, name catalog.Name, source string) (Statement, error) {
	root, err := b.level(name, name.Name, "", b.query.Select)
	if err != nil {
		return Statement{}, err
	}
	if err := b.checkNested(); err != nil {
		return Statement{}, err
	}
	from := b.from(root, source)
	limit, offset := b.window()
	paged := len(b.params)
	tail, err := b.tail(root, limit, offset)
	if err != nil {
		return Statement{}, err
	}
	total, estimate := "''", ""
	switch {
	case b.options.Count == "":
	case root.hasAgg:
		total = "count(*)::text"
	case b.options.Count == "exact" && limit == nil && offset == 0:
		total = "count(*)::text"
	case b.options.Count == "exact":
		total = "(SELECT count(*) FROM (SELECT 1" + from + ") AS counted)::text"
	default:
		estimate = "EXPLAIN (FORMAT JSON) " + prefix + "SELECT 1" + from
		if b.options.Count == "estimated" {
			most := b.param(strconv.FormatInt(max(b.options.RowsMax, 1000)+1, 10))
			total = "(SELECT count(*) FROM (SELECT 1" + from + " LIMIT " + most + ") AS counted)::text"
		}
	}
	rows := "SELECT " + strings.Join(root.columns, ", ") + from + tail
	with := "WITH "
	if prefix != "" {
		with = prefix + ", "
	}
	sql := with + "rows AS (" + rows + ") SELECT " + b.finish(total) + " FROM (SELECT * FROM rows) AS t"
	return Statement{SQL: sql, Params: b.params, Estimate: estimate, EstimateParams: paged}, nil
}

// finish writes the six columns every statement answers with: total, rows in
// the page, body, the keys of written rows, and the headers and status a
// function may have set.
func (b *builder) finish(total string) string {
	return total + " AS total, count(*)::text AS page, " + b.body() + " AS body, " + b.keys() + " AS keys, " + overrides
}

func (b *builder) keys() string {
	if len(b.keyColumns) == 0 {
		return "''"
	}
	return "(SELECT json_agg(k) FROM (SELECT " + strings.Join(quoteAll("", b.keyColumns), ", ") + " FROM written) AS k)::text"
}

const overrides = `nullif(current_setting('response.headers', true), '') AS headers, nullif(current_setting('response.status', true), '') AS status`

func (b *builder) body() string {
	rows := "json_agg(t)"
	if b.options.StripNulls {
		rows = "json_strip_nulls(json_agg(t))"
	}
	switch b.options.Shape {
	case Object:
		return "coalesce((" + rows + ")->0, 'null')::text"
	case CSV:
		return csvBody
	case Scalar:
		return "coalesce(json_agg(t.pgrst_scalar)->0, 'null')::text"
	case scalarSet:
		return "coalesce(json_agg(t.pgrst_scalar), '[]')::text"
	case None:
		return "''"
	default:
		return "coalesce(" + rows + ", '[]')::text"
	}
}

// csvBody writes a header line from the first row's keys, then the rows as
// PostgreSQL writes records, which is CSV but for the parentheses.
const csvBody = `coalesce((SELECT string_agg(key, ',') FROM (SELECT json_object_keys(row_to_json(first)) AS key FROM (SELECT * FROM rows LIMIT 1) AS first) AS keys), '')
 || coalesce(E'\n' || string_agg(substring(t::text, 2, length(t::text) - 2), E'\n'), '')`

// window is the part of the rows that query, range header and limit of the
// server leave together.
func (b *builder) window() (*int64, int64) {
	limit, offset := b.query.Root.Limit, b.query.Root.Offset
	if b.options.Offset > offset {
		offset = b.options.Offset
	}
	for _, other := range []*int64{b.options.Limit, positive(b.options.RowsMax)} {
		if other != nil && (limit == nil || *other < *limit) {
			limit = other
		}
	}
	return limit, offset
}

func positive(n int64) *int64 {
	if n <= 0 {
		return nil
	}
	return &n
}

// Window returns the first row asked for, counted from zero.
func Window(q *query.Query, o Options) int64 { return max(q.Root.Offset, o.Offset) }
