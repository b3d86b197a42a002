package realtime

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// table is what the hub knows of a watched table.
type table struct {
	name    tableName
	columns []column
	// hasRowSecurity is true if row-level security is on: a deleted row's content must then not be
	// revealed, since no policy can be asked about it.
	hasRowSecurity bool
}

type column struct {
	Name string `json:"name"`
	// Type is the name a value is cast to; Short is the one clients are sent.
	Type     string   `json:"type"`
	Short    string   `json:"short"`
	Category string   `json:"category"`
	Key      int      `json:"key"` // 1, 2 … within the primary key, 0 outside
	Roles    []string `json:"roles"`
}

// watchedTables lists the tables that have the trigger, with the roles that may select each column.
const watchedTables = `
SELECT n.nspname, c.relname, c.relrowsecurity,
       json_agg(json_build_object(
         'name',     a.attname,
         'type',     format_type(a.atttypid, CASE WHEN t.typname IN ('bpchar', 'bit') THEN a.atttypmod END),
         'short',    t.typname,
         'category', t.typcategory,
         'key',      coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0),
         'roles',    (SELECT coalesce(json_agg(r.rolname), '[]')
                        FROM pg_roles r
                       WHERE r.rolname !~ '^pg_'
                         AND pg_has_role(session_user, r.oid, 'MEMBER')
                         AND has_schema_privilege(r.oid, n.oid, 'USAGE')
                         AND has_column_privilege(r.oid, c.oid, a.attnum, 'SELECT'))
       ) ORDER BY a.attnum)
  FROM pg_trigger g
  JOIN pg_class c     ON c.oid = g.tgrelid
  JOIN pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type t      ON t.oid = a.atttypid
 WHERE g.tgname = 'realtime_change' AND g.tgenabled <> 'D'
 GROUP BY n.nspname, c.relname, c.relrowsecurity`

// catalog is one snapshot of the watched tables.
type catalog struct {
	tables map[tableName]*table
	readAt time.Time
}

// catalogTTL bounds how long a schema change can go unnoticed where the database cannot announce
// it. A column whose grant was revoked stays protected meanwhile, because rows are read under the
// subscriber's role.
const catalogTTL = time.Minute

const catalogRetriesPerSecond = 1

// tables returns the watched tables, read again if they may have changed. A caller that waited for
// another's read uses its result. It may take a connection, so no transaction may be open.
func (h *Hub) tables(ctx context.Context) (map[tableName]*table, error) {
	if known := h.knownTables(); known != nil {
		return known, nil
	}
	if err := h.reading.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("wait for the watched tables: %w", err)
	}
	defer h.reading.Release(1)
	if known := h.knownTables(); known != nil {
		return known, nil
	}
	return h.readTables(ctx)
}

// knownTables returns nil if the tables have to be read.
func (h *Hub) knownTables() map[tableName]*table {
	if known := h.catalog.Load(); known != nil && h.now().Sub(known.readAt) < catalogTTL {
		return known.tables
	}
	return nil
}

func (h *Hub) readTables(ctx context.Context) (map[tableName]*table, error) {
	version := h.schemaVersion.Load()
	read := &catalog{tables: map[tableName]*table{}, readAt: h.now()}
	rows, err := h.pool.Query(ctx, watchedTables)
	if err != nil {
		return nil, fmt.Errorf("read watched tables: %w", err)
	}
	var schema, name string
	var isHeld bool
	var columns []byte
	_, err = pgx.ForEachRow(rows, []any{&schema, &name, &isHeld, &columns}, func() error {
		found := &table{name: tableName{schema: schema, table: name}, hasRowSecurity: isHeld}
		read.tables[found.name] = found
		return json.Unmarshal(columns, &found.columns)
	})
	if err != nil {
		return nil, fmt.Errorf("read watched tables: %w", err)
	}
	// A snapshot taken while the schema changed is used once and not cached.
	if version == h.schemaVersion.Load() {
		h.catalog.Store(read)
	}
	return read.tables, nil
}

// forgetTables makes the next lookup read the catalog again.
func (h *Hub) forgetTables() {
	h.schemaVersion.Add(1)
	h.catalog.Store(nil)
}

func (t *table) find(name string) *column {
	for i := range t.columns {
		if t.columns[i].Name == name {
			return &t.columns[i]
		}
	}
	return nil
}

// visible returns the columns that a role may select. It returns none if the key is not among them,
// because a row is found by its key.
func (t *table) visible(role string) []column {
	var columns []column
	for _, c := range t.columns {
		if slices.Contains(c.Roles, role) {
			columns = append(columns, c)
		} else if c.Key > 0 {
			return nil
		}
	}
	return columns
}

// These are the errors sent with a change instead of its row.
const (
	errNoKey        = "Error 400: Bad Request, no primary key"
	errUnauthorized = "Error 401: Unauthorized"
	errTooLarge     = "Error 413: Payload Too Large"
)

// trouble is the error that a role gets instead of the table's rows; "" if there is none.
func (t *table) trouble(role string) string {
	switch {
	case len(t.keyColumns()) == 0:
		return errNoKey
	case len(t.visible(role)) == 0:
		return errUnauthorized
	default:
		return ""
	}
}

func (t *table) isTime(name string) bool {
	c := t.find(name)
	return c != nil && c.Category == "D"
}

// keyColumns returns the primary key in its own order.
func (t *table) keyColumns() []column {
	var keys []column
	for _, c := range t.columns {
		if c.Key > 0 {
			keys = append(keys, c)
		}
	}
	slices.SortFunc(keys, func(a, b column) int { return a.Key - b.Key })
	return keys
}

// question is a statement about one row. It returns a text and the role that it ran under.
type question struct {
	sql       string
	arguments []any
}

// rowQuestion asks for the columns that a role may see of the row with a key.
func (t *table) rowQuestion(role string, key row) question { return t.question(t.visible(role), key) }

// question asks for columns of the row with a key. Without columns, or for a table without a
// primary key, it is empty.
func (t *table) question(columns []column, key row) question {
	if len(columns) == 0 || len(t.keyColumns()) == 0 {
		return question{}
	}
	var list []string
	for _, c := range columns {
		list = append(list, "t."+quote(c.Name))
	}
	where, arguments := t.where(key)
	return question{sql: "SELECT to_json(s)::text, current_user::text FROM (SELECT " + strings.Join(list, ", ") + where + ") s", arguments: arguments}
}

// visibilityQuestion asks whether a role that may see columns sees the row with a key.
func (t *table) visibilityQuestion(role string, key row) question {
	if t.trouble(role) != "" {
		return question{}
	}
	where, arguments := t.where(key)
	return question{sql: "SELECT 'seen', current_user::text" + where, arguments: arguments}
}

func (t *table) where(key row) (sql string, arguments []any) {
	var where []string
	for i, c := range t.keyColumns() {
		where = append(where, fmt.Sprintf("t.%s = ($%d::text)::%s", quote(c.Name), i+1, c.Type))
		arguments = append(arguments, readScalar(key[c.Name], false).text)
	}
	return " FROM " + pgx.Identifier{t.name.schema, t.name.table}.Sanitize() + " t WHERE " + strings.Join(where, " AND "), arguments
}

// queue queues the statement; got is not called if there is no row.
func (q question) queue(batch *pgx.Batch, got func(text, role string) error) {
	if q.sql == "" {
		return
	}
	batch.Queue(q.sql, q.arguments...).Query(func(rows pgx.Rows) error {
		var text, role string
		_, err := pgx.ForEachRow(rows, []any{&text, &role}, func() error { return got(text, role) })
		return err
	})
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }

// follow keeps watching the tables that the publication names, if configured. It changes nothing if
// the publication has not changed.
func (h *Hub) follow(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.reloaded:
			h.followPublication(ctx)
		}
	}
}

// reload requests a check of the publication, one for all requests until it happens.
func (h *Hub) reload() {
	select {
	case h.reloaded <- struct{}{}:
	default:
	}
}

func (h *Hub) followPublication(ctx context.Context) {
	if !h.cfg.FollowPublication {
		return
	}
	bounded, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	if _, err := h.pool.Exec(bounded, `SELECT realtime.follow_publication()`); err != nil && ctx.Err() == nil {
		h.log.Warn("realtime: follow the publication", "error", err)
	}
}
