package account

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/markettest"
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

// sectionsOf exports a person's data and returns the names of the sections that contain any of the
// given words.
func sectionsOf(t *testing.T, s *markettest.Stage, who uuid.UUID, words ...string) (found []string) {
	t.Helper()
	got, err := markettest.Call(s, who, ExportData, Nothing{})
	if err != nil {
		t.Fatal(err)
	}
	for name, rows := range got.Sections {
		if slices.ContainsFunc(words, func(word string) bool { return strings.Contains(string(rows), word) }) {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	return found
}

func TestAFirmsPapersAreExportedByWhoAnswersForItNow(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, marina := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	eva, igor := s.Colleague(serra, "owner", "Eva Martins"), s.Colleague(serra, "reader", "Igor Prado")
	project := s.Project(serra, "Retrofit da paletizadora")
	sent := s.Proposal(project, marina)
	s.Exec(`INSERT INTO public.contracts (project_id, proposal_id, company_id, professional_id, value_cents, scope) VALUES ($1, $2, $3, $4, 4850000, '{"title": "Retrofit da paletizadora"}')`, project, sent, serra, marina)
	s.Exec(`INSERT INTO public.invitations (organisation_id, email, role, token_hash, expires_at) VALUES ($1, 'paletizadora@exemplo.test', 'buyer', sha256('x'), now())`, serra)
	s.Exec(`DELETE FROM public.memberships WHERE organisation_id = $1 AND person_id = $1`, serra)
	s.Exec(`INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, 'Sobre a paletizadora')`, marina, serra)

	want := []string{"contracts", "invitations", "memberships", "organisation", "profile", "project_revisions", "projects"}
	if got := sectionsOf(t, s, eva, "paletizadora", "Serra Azul", igor.String()); !slices.Equal(got, want) {
		t.Errorf("the present owner exports %v", got)
	}
	if got := sectionsOf(t, s, serra, "paletizadora", "Serra Azul", igor.String()); !slices.Equal(got, []string{"messages"}) {
		t.Errorf("the founder who left exports %v", got)
	}
	if got := sectionsOf(t, s, igor, "paletizadora", "Serra Azul", eva.String()); len(got) != 0 {
		t.Errorf("a reader exports %v", got)
	}
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, serra)
	if got := sectionsOf(t, s, eva, "paletizadora", "Serra Azul", igor.String()); !slices.Equal(got, want) {
		t.Errorf("of a blocked firm its owner exports %v", got)
	}
}

func TestAnExportDoesNotTellAConfidentialCompany(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, marina := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	project := s.Project(serra, "Retrofit")
	s.Exec(`UPDATE public.projects SET is_confidential = true WHERE id = $1`, project)
	s.Proposal(project, marina)
	s.Exec(`INSERT INTO public.messages (from_id, to_id, content, automatic, sender_visible, actor_id, actor_name)
		VALUES ($1, $2, 'Nova proposta de Marina Alves', true, false, $1, 'Marina Alves')`, marina, serra)
	got, err := markettest.Call(s, marina, ExportData, Nothing{})
	if err != nil {
		t.Fatal(err)
	}
	told, err := json.Marshal(got)
	if err != nil || strings.Contains(string(told), serra.String()) || !strings.Contains(string(told), project.String()) {
		t.Errorf("she is told %s, %v", told, err)
	}
}
