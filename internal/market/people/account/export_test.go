package account

import (
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/register"
	"automacao/internal/postgres/dbtest"
)

// personColumns lists the columns that identify a person: foreign keys to a person, and columns
// named like one.
const personColumns = `
	SELECT n.nspname || '.' || c.relname || '.' || a.attname
	FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
	WHERE n.nspname IN ('public', 'private') AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid = 'uuid'::regtype
	  AND (a.attname ~ '^(user|person|profile|member|owner|partner|author|subject|actor|reporter|reported|sender|recipient|from|to|company|professional|contact)_id$|_by$'
	    OR EXISTS (SELECT FROM pg_constraint k WHERE k.contype = 'f' AND k.conrelid = c.oid AND k.conkey = ARRAY[a.attnum]
	               AND k.confrelid IN ('public.profiles'::regclass, 'auth.users'::regclass)))
	ORDER BY 1`

func TestWhatNamesAPersonIsExported(t *testing.T) {
	t.Parallel()
	rows, _ := dbtest.New(t).Query(t.Context(), personColumns)
	columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	if len(columns) < 20 {
		t.Errorf("only %v name a person", columns)
	}
	present := map[string]bool{}
	for _, column := range columns {
		present[column] = true
		switch exempt := notTheirs(column) != ""; {
		case isExported(column) && exempt:
			t.Errorf("%s is exported: take its reason out of the register", column)
		case !isExported(column) && !exempt:
			t.Errorf("%s names a person and is in no section of the export: add it, or say why not in the register", column)
		}
	}
	for _, table := range register.Tables {
		for column := range table.NotTheirs {
			if name := table.FullName() + "." + column; !present[name] {
				t.Errorf("%s names nobody any more: take it out of the register", name)
			}
		}
	}
}

// notTheirs returns why the rows that name a person in a column are not in their export, "" if nothing
// says so.
func notTheirs(column string) string {
	for _, table := range register.Tables {
		if name, isOf := strings.CutPrefix(column, table.FullName()+"."); isOf {
			return table.NotTheirs[name]
		}
	}
	return ""
}

// isExported reports whether a section reads the table and compares the column with the person or
// their parties.
func isExported(column string) bool {
	table, name := column[:strings.LastIndex(column, ".")], column[strings.LastIndex(column, ".")+1:]
	from := regexp.MustCompile(`(FROM|JOIN) ` + regexp.QuoteMeta(table) + `\b`)
	compared := regexp.MustCompile(`\b` + name + ` = (\$1|ANY \(\$2\))|\$1 IN \([^)]*\b` + name + `\b`)
	for _, part := range register.Sections() {
		if from.MatchString(part.Query) && compared.MatchString(part.Query) {
			return true
		}
	}
	return table == "public.profiles" && name == "id"
}
