package database_test

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/database"
	"automacao/internal/database/dbtest"
	"automacao/internal/database/migrations"
)

// before returns a database as it was before a migration.
func before(t *testing.T, migration string) *pgxpool.Pool {
	t.Helper()
	pool, earlier := dbtest.Empty(t), fstest.MapFS{}
	names, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if name >= migration {
			break
		}
		text, err := fs.ReadFile(migrations.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		earlier[name] = &fstest.MapFile{Data: text}
	}
	if err := database.MigrateFiles(t.Context(), pool.Config().ConnString(), earlier, silence); err != nil {
		t.Fatal(err)
	}
	return pool
}

func migrateOn(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	if err := database.Migrate(t.Context(), pool.Config().ConnString(), silence); err != nil {
		t.Fatal(err)
	}
}

func textOf(t *testing.T, pool *pgxpool.Pool, query string, arguments ...any) (found string) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), query, arguments...).Scan(&found); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return found
}

func TestADocumentThatTwoGaveStaysWithTheFirst(t *testing.T) {
	t.Parallel()
	pool := before(t, "00063")
	for who, cpf := range map[string]string{marina: "90000001147", rafael: "90000001147", bruno: "90000001228"} {
		fixture(t, pool, `INSERT INTO auth.users (id) VALUES ($1)`, who)
		fixture(t, pool, `INSERT INTO public.profiles (id, role, name) VALUES ($1, 'professional', 'Alguém')`, who)
		fixture(t, pool, `INSERT INTO public.accounts (profile_id, email, document, created_at) VALUES ($1, $2, $3, now() - CASE WHEN $4 THEN interval '1 day' ELSE interval '0' END)`,
			who, who+"@exemplo.test", cpf, who == marina)
	}
	migrateOn(t, pool)
	if got := textOf(t, pool, `SELECT string_agg(profile_id || ' after ' || first_profile_id || ': ' || document, ', ') FROM public.document_conflicts`); got != rafael+" after "+marina+": 90000001147" {
		t.Errorf("set apart is %s", got)
	}
	if got := textOf(t, pool, `SELECT string_agg(document, ', ' ORDER BY document) FROM public.accounts`); got != "90000001147, 90000001228" {
		t.Errorf("kept are %s", got)
	}
}

func TestStoredNoticesKeepTheirSubject(t *testing.T) {
	t.Parallel()
	pool := before(t, "00060")
	for _, who := range []string{marina, serra} {
		fixture(t, pool, `INSERT INTO auth.users (id) VALUES ($1)`, who)
		fixture(t, pool, `INSERT INTO public.profiles (id, role, name) VALUES ($1, 'professional', 'Marina')`, who)
	}
	for link, kind := range map[string]string{
		"/dashboard/mensagens/" + marina: "message", "/dashboard/projetos/" + openProject + "/propostas": "proposal", "/dashboard/propostas": "decision",
		"/perfil-empresa/" + serra: "review", "/dashboard/avaliacoes": "review", "/dashboard/admin?aba=denuncias": "report", "/dashboard": "account",
	} {
		fixture(t, pool, `INSERT INTO public.notifications (profile_id, kind, title, link) VALUES ($1, $2, 'Novidade', $3)`, serra, kind, link)
	}
	migrateOn(t, pool)
	got := textOf(t, pool, `SELECT string_agg(subject_kind || coalesce(' ' || subject_id, '') || coalesce(' by ' || actor_name, ''), ', ' ORDER BY subject_kind) FROM public.notifications`)
	want := "account, company " + serra + ", conversation " + marina + " by Marina, project " + openProject + ", proposal, report, reviews"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
