package postgres_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/rest/plan"
)

// The market sizes at which pages are compared, and how many more blocks a page may touch at the
// larger one: indexes are one level deeper, and the rows of a page and its joins may lie in
// separate blocks, which they may share in a small market. Scanning the market would touch
// thousands of blocks.
const (
	fewRows, manyRows = 2_000, 40_000
	growthMax         = 2
	scatteredMax      = 3 * 13
)

// growing are requests whose cost must not grow with the market. Every tenth row matches a filter.
var growing = []struct{ name, table, query, count string }{
	{"Newest", "projects", "status=eq.open&order=created_at.desc,id.desc", "estimated"},
	{"SoonestFirst", "projects", "status=eq.open&order=deadline_on.asc.nullslast,created_at.desc,id.desc", "estimated"},
	{"DearestFirst", "projects", "status=eq.open&order=budget_max_cents.desc.nullslast,created_at.desc,id.desc", "estimated"},
	{"LeastSoughtFirst", "projects", "status=eq.open&order=proposals_count.asc,created_at.desc,id.desc", "estimated"},
	{"PageInTheMiddle", "projects", "status=eq.open&created_at=lte.{middle}&or=(created_at.lt.{middle},and(created_at.eq.{middle},id.lt.{id}))&order=created_at.desc,id.desc", ""},
	{"PageAmongEquals", "projects", "status=eq.open&proposals_count=eq.0&created_at=lte.{middle}&or=(created_at.lt.{middle},and(created_at.eq.{middle},id.lt.{id}))&order=proposals_count.asc,created_at.desc,id.desc", ""},
	{"OfACompany", "projects", "status=eq.open&company_id=eq.{company}&order=created_at.desc,id.desc", "estimated"},
	{"BySkill", "projects", "status=eq.open&skills=ov.{retrofit}&order=created_at.desc,id.desc", ""},
	{"ByWord", "projects", "status=eq.open&search=fts(automacao).'decimo':*&order=created_at.desc,id.desc", ""},
	{"Professionals", "professionals", "order=is_complete.desc,updated_at.desc,id.desc", "estimated"},
	{"BestFirst", "professionals", "order=rating.desc.nullslast,is_complete.desc,updated_at.desc,id.desc", "estimated"},
	{"MostReviewedFirst", "professionals", "order=reviews_count.desc,is_complete.desc,updated_at.desc,id.desc", "estimated"},
}

// TestPagesDoNotGrowWithTheMarket compares how many blocks a request touches with few and with many
// rows.
func TestPagesDoNotGrowWithTheMarket(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	company := marketOf(t, db, 1, fewRows)
	few := touched(t, db, company)
	marketOf(t, db, fewRows+1, manyRows)
	for name, many := range touched(t, db, company) {
		t.Logf("%-24s %5d blocks of %d rows, %5d of %d", name, few[name], fewRows, many, manyRows)
		if many > growthMax*few[name]+scatteredMax {
			t.Errorf("%s touches %d blocks among %d rows and %d among %d", name, few[name], fewRows, many, manyRows)
		}
	}
}

// touched returns how many blocks each request touches, in the cache or on disk.
func touched(t *testing.T, db *dbtest.Database, company string) map[string]int {
	t.Helper()
	known := catalogOf(t, db)
	middle := textOf(t, db.Owner, `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') FROM public.projects ORDER BY created_at DESC OFFSET (SELECT count(*) / 2 FROM public.projects) LIMIT 1`)
	fillIn := strings.NewReplacer("{middle}", middle, "{company}", company, "{id}", company)
	blocks := map[string]int{}
	for _, screen := range growing {
		columns := projectColumns
		if screen.table == "professionals" {
			columns = cardColumns
		}
		statement := planOf(t, known, screen.table, "select="+columns+"&limit=13&"+fillIn.Replace(screen.query), screen.count)
		blocks[screen.name] = blocksOf(t, db, statement)
	}
	return blocks
}

func blocksOf(t *testing.T, db *dbtest.Database, statement plan.Statement) int {
	t.Helper()
	var explained []struct {
		Plan struct {
			Hit  int `json:"Shared Hit Blocks"`
			Read int `json:"Shared Read Blocks"`
		}
	}
	err := postgres.As(t.Context(), db.Pool, caller.Caller{Role: "anon"}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `SET LOCAL search_path = public, extensions`); err != nil {
			return err
		}
		const explain = "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) "
		answer := tx.Conn().PgConn().ExecParams(t.Context(), explain+statement.SQL, statement.Params, nil, nil, nil).Read()
		if answer.Err != nil {
			return answer.Err
		}
		return json.Unmarshal(answer.Rows[0][0], &explained)
	})
	if err != nil {
		t.Fatalf("explain %s: %v", statement.SQL, err)
	}
	return explained[0].Plan.Hit + explained[0].Plan.Read
}

// marketOf inserts the rows with these numbers without running row triggers: projects of a few
// companies, and as many professionals. It returns one of the companies, which has the same number
// of projects at every size.
func marketOf(t *testing.T, db *dbtest.Database, from, to int) string {
	t.Helper()
	for _, statement := range []string{
		`INSERT INTO auth.users (id) SELECT md5(kind || n)::uuid FROM unnest('{person,company}'::text[]) kind, generate_series($1::integer, $2::integer) n WHERE kind = 'person' OR n % 50 = 1`,
		`INSERT INTO public.profiles (id, role, name, title, location, about, experience, skills, rating, reviews_count, updated_at, search)
		 SELECT md5('person' || n)::uuid, 'professional', 'Pessoa ' || n, 'Técnica', 'Campinas, SP', 'Texto', 'Pleno', CASE WHEN n % 10 = 0 THEN '{retrofit}' ELSE '{calibracao}' END::text[],
		        CASE WHEN n % 3 > 0 THEN 1 + (n % 40) / 10.0 END, n % 30, now() - n * interval '1 minute', to_tsvector('public.automacao', words.text)
		 FROM generate_series($1::integer, $2::integer) n, LATERAL (SELECT concat_ws(' ', CASE WHEN n % 10 = 0 THEN 'decimo' END, CASE WHEN n < 6 THEN 'raro' END, 'pessoa') AS text) words`,
		`INSERT INTO public.profiles (id, role, name) SELECT md5('company' || n)::uuid, 'company', 'Empresa ' || n FROM generate_series($1::integer, $2::integer) n WHERE n % 50 = 1`,
		`INSERT INTO public.projects (id, company_id, title, description, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills, proposals_count, created_at, search)
		 SELECT md5('project' || n)::uuid, md5('company' || n - n % 50 + 1)::uuid, 'Linha ' || n, 'Texto', 'A combinar', CASE WHEN n % 4 > 0 THEN 1 END, CASE WHEN n % 4 > 0 THEN 100000 + n % 5000 END, '30 dias',
		        CASE WHEN n % 5 > 0 THEN DATE '2026-12-01' + n % 300 END, CASE WHEN n % 10 = 0 THEN '{retrofit}' ELSE '{calibracao}' END::text[], n % 7, now() - n * interval '1 minute',
		        to_tsvector('public.automacao', concat_ws(' ', CASE WHEN n % 10 = 0 THEN 'decimo' END, CASE WHEN n < 6 THEN 'raro' END, 'linha'))
		 FROM generate_series($1::integer, $2::integer) n`,
	} {
		past(t, db, statement, from, to)
	}
	vacuum(t, db, `VACUUM (ANALYZE) public.profiles, public.projects`)
	return textOf(t, db.Owner, `SELECT md5('company101')::uuid::text`)
}

// past runs a statement without row triggers.
func past(t *testing.T, db *dbtest.Database, statement string, arguments ...any) {
	t.Helper()
	err := pgx.BeginFunc(t.Context(), db.Owner, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `SET LOCAL session_replication_role = replica`); err != nil {
			return err
		}
		_, err := tx.Exec(t.Context(), statement, arguments...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
