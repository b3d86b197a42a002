package postgres_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres/dbtest"
)

// probing is a function that runs statements one by one, rolls each back, and returns the outcomes:
// the number of rows; "denied" if a grant is missing or nobody could do it; "unable" if the viewer
// lacks a right that a policy or a default needs; "refused" if a policy refuses the new row; or
// PostgreSQL's code, which means that only the data was in the way.
const probing = `
CREATE SCHEMA probe;
GRANT USAGE ON SCHEMA probe TO PUBLIC;
CREATE FUNCTION probe.attempt(statements text[]) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  statement text;
  code      text;
  said      text;
  found     bigint;
  outcomes  text[] := '{}';
BEGIN
  FOREACH statement IN ARRAY statements LOOP
    BEGIN
      EXECUTE statement;
      GET DIAGNOSTICS found = ROW_COUNT;
      RAISE EXCEPTION USING ERRCODE = 'TRIED', MESSAGE = found || ' rows';
    EXCEPTION WHEN OTHERS THEN
      GET STACKED DIAGNOSTICS code = RETURNED_SQLSTATE, said = MESSAGE_TEXT;
      outcomes := outcomes || CASE
        WHEN code = 'TRIED' THEN said
        WHEN code = '42501' AND said LIKE 'new row violates%' THEN 'refused'
        WHEN code IN ('428C9', '55000') OR code = '42501' AND said ~ '^permission denied for (table|view|schema)' THEN 'denied'
        WHEN code = '42501' THEN 'unable'
        ELSE code END;
    END;
  END LOOP;
  RETURN outcomes;
END $$;
GRANT EXECUTE ON FUNCTION probe.attempt(text[]) TO PUBLIC;`

const (
	denied  = "denied"
	unable  = "unable"
	refused = "refused"
	nothing = "0 rows"
)

// prober tries on a staged database what each viewer may do, in a transaction that is never
// committed.
type prober struct {
	t  *testing.T
	db *dbtest.Database
	tx pgx.Tx
	// untilOne stops at the first failure.
	untilOne bool
}

func probe(t *testing.T, db *dbtest.Database) *prober {
	t.Helper()
	fixture(t, db.Owner, probing)
	p := &prober{t: t, db: db}
	p.begin()
	t.Cleanup(func() { _ = p.tx.Rollback(t.Context()) })
	return p
}

// begin rolls everything back and starts a new transaction.
func (p *prober) begin() {
	p.t.Helper()
	if p.tx != nil {
		_ = p.tx.Rollback(p.t.Context())
	}
	tx, err := p.db.Owner.Begin(p.t.Context())
	if err != nil {
		p.t.Fatal(err)
	}
	p.tx = tx
}

// exec runs a statement as a superuser.
func (p *prober) exec(statement string, arguments ...any) {
	p.t.Helper()
	if _, err := p.tx.Exec(p.t.Context(), statement, arguments...); err != nil {
		p.t.Fatalf("%s: %v", statement, err)
	}
}

// text returns the single text that a query yields.
func (p *prober) text(query string, arguments ...any) (text string) {
	p.t.Helper()
	if err := p.tx.QueryRow(p.t.Context(), query, arguments...).Scan(&text); err != nil {
		p.t.Fatalf("%s: %v", query, err)
	}
	return text
}

// list returns the texts that a query yields.
func (p *prober) list(query string, arguments ...any) []string {
	p.t.Helper()
	rows, _ := p.tx.Query(p.t.Context(), query, arguments...)
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		p.t.Fatalf("%s: %v", query, err)
	}
	return found
}

// triggers switches triggers on or off: grants and policies are tried without them.
func (p *prober) triggers(run bool) {
	p.t.Helper()
	p.exec(`SELECT set_config('session_replication_role', CASE WHEN $1 THEN 'origin' ELSE 'replica' END, true)`, run)
}

// databaseRoles are the roles of viewers that are not members.
var databaseRoles = map[string]string{"anon": "anon", "server": "service_role", "ledger": "ledger_keeper"}

// as returns the outcome of each statement run by a viewer.
func (p *prober) as(viewer string, statements []string) (outcomes []string) {
	p.t.Helper()
	if len(statements) == 0 {
		return nil
	}
	who := databaseRoles[viewer]
	if who == "" {
		who = actors[viewer]
	}
	c := as(p.t, who)
	p.exec(`SELECT set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`, c.Role, string(c.Claims))
	if err := p.tx.QueryRow(p.t.Context(), `SELECT probe.attempt($1)`, statements).Scan(&outcomes); err != nil {
		p.t.Fatalf("as %s: %v", viewer, err)
	}
	p.exec(`SELECT set_config('role', 'none', true)`)
	return outcomes
}

// column is a table's column as in the catalogue.
type column struct{ name, sqlType, madeUp string }

// table holds what statements about a table are built from.
type table struct {
	name    string
	key     []string
	columns []column
	// source is the table of which a view shows some rows.
	source string
}

func (p *prober) table(a *tableAccess) table {
	p.t.Helper()
	name, key := a.name, a.key
	rows, _ := p.tx.Query(p.t.Context(), `
		SELECT attname::text, format_type(atttypid, atttypmod), attgenerated::text || attidentity::text FROM pg_attribute
		WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`, name)
	columns, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (c column, err error) {
		return c, row.Scan(&c.name, &c.sqlType, &c.madeUp)
	})
	if err != nil {
		p.t.Fatal(err)
	}
	if key == nil {
		key = p.list(`
			SELECT a.attname::text FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
			WHERE i.indrelid = $1::text::regclass AND i.indisprimary ORDER BY a.attnum`, name)
	}
	return table{name, key, columns, a.source}
}

// rows returns a condition on the keys of the rows that match another condition, for viewers that
// may not read the columns of that condition. It also counts the rows.
func (p *prober) rows(of table, condition string) (named string, count int) {
	p.t.Helper()
	var values []string
	for _, name := range of.key {
		values = append(values, fmt.Sprintf("quote_literal(%q::text)", name))
	}
	keys := p.list(fmt.Sprintf(`SELECT '(' || concat_ws(', ', %s) || ')' FROM %s WHERE %s`, strings.Join(values, ", "), of.source, condition))
	return fmt.Sprintf(`(%s) IN (%s)`, quoted(of.key), strings.Join(keys, ", ")), len(keys)
}

// literals returns the values of one row as SQL literals.
func (p *prober) literals(of table, condition string) map[string]string {
	p.t.Helper()
	row := map[string]string{}
	var values []string
	if of.source != of.name {
		for _, c := range of.columns {
			row[c.name] = "NULL"
		}
		return row
	}
	for _, c := range of.columns {
		values = append(values, fmt.Sprintf("coalesce(quote_literal(%q::text), 'NULL')", c.name))
	}
	var written []string
	err := p.tx.QueryRow(p.t.Context(), fmt.Sprintf(`SELECT ARRAY[%s] FROM %s WHERE %s LIMIT 1`, strings.Join(values, ", "), of.name, condition)).Scan(&written)
	if err != nil {
		p.t.Fatalf("%s WHERE %s: %v", of.name, condition, err)
	}
	for i, c := range of.columns {
		row[c.name] = written[i]
		if c.madeUp != "" {
			row[c.name] = "DEFAULT"
		}
	}
	return row
}

// invents inserts an arbitrary row into a table that the stage left empty.
func (p *prober) invents(of table) {
	p.t.Helper()
	for _, constraint := range p.list(`SELECT conname::text FROM pg_constraint WHERE conrelid = $1::text::regclass AND contype IN ('c', 'f')`, of.name) {
		p.exec(fmt.Sprintf(`ALTER TABLE %s DROP CONSTRAINT %q`, of.name, constraint))
	}
	var names, values []string
	for _, c := range of.columns {
		value, known := map[string]string{"uuid": "gen_random_uuid()", "bytea": `'\x00'`, "jsonb": "'{}'", "inet": "'::1'", "timestamp with time zone": "now()", "date": "now()"}[c.sqlType]
		if strings.HasSuffix(c.sqlType, "[]") {
			value, known = "'{}'", true
		}
		if !known {
			value = "'1'"
		}
		if c.madeUp == "" {
			names, values = append(names, c.name), append(values, value)
		}
	}
	p.exec(fmt.Sprintf(`INSERT INTO %s (%s) VALUES (%s)`, of.name, quoted(names), strings.Join(values, ", ")))
}

func quoted(names []string) string {
	names = slices.Clone(names)
	for i, name := range names {
		names[i] = fmt.Sprintf("%q", name)
	}
	return strings.Join(names, ", ")
}
