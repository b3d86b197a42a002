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
	return b.read("", name, b.alias(name.Name), quoteName(name))
}

// read selects from a source: a relation, a function's rows, or rows just written.
func (b *builder) read(prefix string, name catalog.Name, alias, source string) (Statement, error) {
	root := b.newLevel(name, alias, "")
	root.isDerived = prefix != ""
	if err := b.fill(root, b.query.Select); err != nil {
		return Statement{}, err
	}
	if err := b.checkNested(); err != nil {
		return Statement{}, err
	}
	source += " AS " + Quote(alias)
	from := b.from(root, source)
	limit, offset := b.window()
	paged := len(b.params)
	tail, err := b.tail(root, limit, offset)
	if err != nil {
		return Statement{}, err
	}
	statement := Statement{Params: b.params, EstimateParams: paged}
	if b.usesPlannerCount() {
		statement.Estimate = "EXPLAIN (FORMAT JSON) " + prefix + "SELECT 1" + from + b.referToParameters(paged)
	}
	if b.options.Count == "estimated" {
		statement.CountMax = b.countMax()
	}
	total := b.total(root, counted(root, source), limit, offset)
	rows := "SELECT " + selectList(root) + from + tail
	with := "WITH "
	if prefix != "" {
		with = prefix + ", "
	}
	statement.NeedsCustomPlan = b.needsCustomPlan
	statement.SQL = with + "rows AS (" + rows + ") " + b.finish(total, pageRows)
	return b.asked(statement), nil
}

// referToParameters refers to all parameters of a statement, which PostgreSQL requires. It does so
// in ORDER BY, which is analysed last, when the conditions have already determined the types, and
// which does not change the number of rows.
func (b *builder) referToParameters(params int) string {
	if params == 0 {
		return ""
	}
	terms := make([]string, params)
	for i := range terms {
		terms[i] = "$" + strconv.Itoa(i+1) + "::text"
	}
	return " ORDER BY " + strings.Join(terms, ", ")
}

// usesPlannerCount reports whether the count comes from the planner, at least beyond a bound.
func (b *builder) usesPlannerCount() bool {
	return b.options.Count == "planned" || b.options.Count == "estimated" && b.options.CountMax <= 0
}

// countMax is where an estimated count stops.
func (b *builder) countMax() int64 {
	if b.options.CountMax > 0 {
		return b.options.CountMax
	}
	return max(b.options.RowsMax, 1000)
}

// total writes the total number of rows. If the result ends within the page, the page's own count
// suffices; only a full page, or an empty one after the first, needs a separate count. For
// aggregated rows it counts the rows that were aggregated.
func (b *builder) total(root *level, from string, limit *int64, offset int64) string {
	var most string
	switch {
	case b.options.Count == "" || b.options.Count == "planned":
		return "''"
	case limit == nil && offset == 0 && !root.hasAgg:
		return "count(*)::text"
	case b.options.Count == "estimated":
		most = " LIMIT " + strconv.FormatInt(b.countMax()+1, 10)
	}
	apart := "(SELECT count(*) FROM (SELECT 1" + from + most + ") AS counted)"
	if root.hasAgg {
		return apart + "::text"
	}
	var ends []string
	if limit != nil {
		ends = append(ends, "count(*) < "+strconv.FormatInt(*limit, 10))
	}
	if offset > 0 {
		ends = append(ends, "count(*) > 0")
	}
	within := "count(*) + " + strconv.FormatInt(offset, 10)
	return "(CASE WHEN " + strings.Join(ends, " AND ") + " THEN " + within + " ELSE " + apart + " END)::text"
}

// pageRows is the source of a statement's last part, always referred to as page.*, because the
// request chooses its column names.
const pageRows = "(SELECT * FROM rows) AS page"

// finish selects the eight columns that every statement returns: total, rows in the page, body,
// keys of written rows, headers and status set by a function, number of rows an upsert inserted,
// and keys of the rows it updated.
func (b *builder) finish(total, source string) string {
	sql := "SELECT " + total + " AS total, count(*)::text AS page, " + b.body() + " AS body, " + b.keys() + " AS keys, " + overrides +
		", " + b.inserted() + " AS inserted, " + b.updated() + " AS updated FROM " + source
	if b.options.BytesMax <= 0 || b.options.Shape == None || b.options.Explain != "" {
		return sql
	}
	return "SELECT total, page, " + b.bounded() + " AS body, keys, headers, status, inserted, updated FROM (" + sql + ") AS answer"
}

// TooLarge is the SQLSTATE of a statement whose body exceeds its bound.
const TooLarge = "2201G"

// bounded fails the statement, and rolls back what it wrote, if the body is too large to send. SQL
// has no expression that raises an error; a histogram with zero buckets raises one whose SQLSTATE
// nothing else uses.
func (b *builder) bounded() string {
	most := b.options.BytesMax
	if b.isHex() {
		most *= 2
	}
	return "CASE WHEN octet_length(body) > " + strconv.FormatInt(most, 10) + " THEN width_bucket(octet_length(body), 0, 1, 0)::text ELSE body END"
}

func (b *builder) keys() string {
	if len(b.keyColumns) == 0 {
		return "''"
	}
	if b.merged != "" {
		return b.keysOf("stored WHERE NOT " + Quote(b.merged))
	}
	return b.keysOf("written")
}

func (b *builder) keysOf(source string) string {
	return "(SELECT json_agg(k.*) FROM (SELECT " + strings.Join(quoteAll("", b.keyColumns), ", ") + " FROM " + source + ") AS k)::text"
}

const overrides = `nullif(current_setting('response.headers', true), '') AS headers, nullif(current_setting('response.status', true), '') AS status`

func (b *builder) body() string {
	rows := "json_agg(page.*)"
	if b.options.StripNulls {
		rows = "json_strip_nulls(json_agg(page.*))"
	}
	switch b.options.Shape {
	case Object:
		return "coalesce((" + rows + ")->0, 'null')::text"
	case CSV:
		return csvBody
	case GeoJSON:
		return "json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(ST_AsGeoJSON(page.*)::json), '[]'))::text"
	case Custom:
		return b.custom()
	case Scalar:
		return "coalesce(json_agg(page.pgrst_scalar)->0, 'null')::text"
	case scalarSet:
		return "coalesce(json_agg(page.pgrst_scalar), '[]')::text"
	case None:
		return "''"
	default:
		return "coalesce(" + rows + ", '[]')::text"
	}
}

// csvBody writes a header line from the first row's keys, then the rows in PostgreSQL's record
// syntax, which is CSV except for the parentheses.
const csvBody = `coalesce((SELECT string_agg(keys.key, ',') FROM (SELECT json_object_keys(row_to_json(first.*)) AS key FROM (SELECT * FROM rows LIMIT 1) AS first) AS keys), '')
 || E'\n' || coalesce(string_agg(substring((page.*)::text, 2, length((page.*)::text) - 2), E'\n'), '')`

// window is the limit and offset after applying the server's limit.
func (b *builder) window() (*int64, int64) {
	return least(b.query.Root.Limit, positive(b.rootMax)), b.query.Root.Offset
}

// least returns the smallest of the limits that are set.
func least(limits ...*int64) *int64 {
	var smallest *int64
	for _, limit := range limits {
		if limit != nil && (smallest == nil || *limit < *smallest) {
			smallest = limit
		}
	}
	return smallest
}

func positive(n int64) *int64 {
	if n <= 0 {
		return nil
	}
	return &n
}
