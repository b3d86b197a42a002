package register_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/register"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// columnsOf returns the columns of every table and view of the market.
func columnsOf(t *testing.T) map[string][]string {
	t.Helper()
	rows, _ := dbtest.New(t).Query(t.Context(), `
		SELECT CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname, array_agg(a.attname::text)
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE n.nspname IN ('public', 'private') AND c.relkind IN ('r', 'p', 'v', 'm') GROUP BY 1`)
	found := map[string][]string{}
	var name string
	var columns []string
	if _, err := pgx.ForEachRow(rows, []any{&name, &columns}, func() error { found[name] = slices.Clone(columns); return nil }); err != nil {
		t.Fatal(err)
	}
	return found
}

// protocolTables are of the protocols' schemas, and declared only because exports show them.
var protocolTables = []string{"auth.sessions", "auth.mfa_factors", "storage.objects"}

func TestEveryTableIsDeclaredOnce(t *testing.T) {
	t.Parallel()
	columns := columnsOf(t)
	declared := map[string]bool{}
	for _, table := range register.Tables {
		if declared[table.Name] {
			t.Errorf("%s is declared twice", table.Name)
		}
		declared[table.Name] = true
		if columns[table.Name] == nil && !slices.Contains(protocolTables, table.Name) {
			t.Errorf("there is no table %s", table.Name)
		}
		for _, column := range []string{table.Erased.PersonColumn, table.Erased.PartyColumn} {
			if column != "" && !slices.Contains(columns[table.Name], column) {
				t.Errorf("%s has no column %s", table.Name, column)
			}
		}
	}
	for name := range columns {
		if !declared[name] {
			t.Errorf("%s is not declared: say in this package what it is to the rest of the product", name)
		}
	}
}

func TestEveryDeclarationIsWhole(t *testing.T) {
	t.Parallel()
	sections := map[string]bool{}
	for _, table := range register.Tables {
		if table.Holds == "" {
			t.Errorf("%s does not say what a row is", table.Name)
		}
		if (len(table.Exported) == 0) == (table.NotExported == "") {
			t.Errorf("%s is either exported or says why not", table.Name)
		}
		if (table.Erased.PersonColumn+table.Erased.PartyColumn == "") == (table.Erased.Kept == "") {
			t.Errorf("%s either names whose rows are deleted or says why they stay", table.Name)
		}
		if table.IsExposed() && (table.Offline == "") == (table.NotOffline == "") {
			t.Errorf("%s is either kept offline or says why not", table.Name)
		}
		for _, section := range table.Exported {
			if sections[section.Name] {
				t.Errorf("the section %s is there twice", section.Name)
			}
			sections[section.Name] = true
			if !regexp.MustCompile(`(FROM|JOIN) ` + regexp.QuoteMeta(table.FullName()) + `\b`).MatchString(section.Query) {
				t.Errorf("the section %s does not read %s", section.Name, table.Name)
			}
		}
	}
}
