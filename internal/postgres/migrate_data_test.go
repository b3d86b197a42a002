package postgres_test

import (
	"errors"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/postgres/migrations"
)

// before returns a database as it was before a migration.
func before(t *testing.T, migration string) *pgxpool.Pool {
	t.Helper()
	pool := dbtest.Empty(t)
	migrateBefore(t, pool.Config().ConnString(), migration)
	return pool
}

func migrateBefore(t *testing.T, url, migration string) {
	t.Helper()
	earlier := copied(t, migrations.Product.Files, func(name string) bool { return name < migration })
	if err := postgres.MigrateFiles(t.Context(), url, earlier, silence); err != nil {
		t.Fatal(err)
	}
}

// TestAnOwnerBelowRowSecurityMigratesWhatIsThere migrates as the role that docs/operate/deploy.md
// creates for the owner: it may create roles, and sees no rows of its own tables.
func TestAnOwnerBelowRowSecurityMigratesWhatIsThere(t *testing.T) {
	t.Parallel()
	owner, above := managedServer(t)
	migrateBefore(t, owner, "00321")
	pool := poolOf(t, above)
	for who, role := range map[string]string{marina: "professional", serra: "company"} {
		fixture(t, pool, `INSERT INTO auth.users (id) VALUES ($1)`, who)
		fixture(t, pool, `INSERT INTO public.profiles (id, role, name, headline, location, work_modes) VALUES ($1, $2, 'Alguém', 'S7-1500', 'Caxias do Sul, RS', '{remote,on_site,remote}')`, who, role)
	}
	fixture(t, pool, `INSERT INTO public.projects (company_id, title, description, budget, deadline, deadline_on, starts_on, state, city, skills)
		VALUES ($1, 'Retrofit S7-300', 'Painel antigo', 'A combinar', '60 dias', 'infinity', '2026-12-01', 'RS', 'Caxias do Sul', '{retrofit}')`, serra)
	fixture(t, pool, `INSERT INTO public.projects (company_id, title, description, budget, deadline, budget_min_cents, budget_max_cents, skills)
		VALUES ($1, 'Painel', 'Novo', 'Muito', '60 dias', 1, 9000000000000000, '{retrofit}')`, serra)
	if err := postgres.Migrate(t.Context(), owner, silence); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{
		`SELECT string_agg(DISTINCT work_modes::text, ' ') FROM public.profiles`:                                                                                "{on_site,remote}",
		`SELECT string_agg(DISTINCT concat_ws('/', city_key, search @@ websearch_to_tsquery('simple', 's71500')), ' ') FROM public.profiles`:                    "caxias do sul/t",
		`SELECT concat_ws('/', deadline_on, starts_on, city_key, search @@ websearch_to_tsquery('simple', 's7300')) FROM public.projects WHERE title LIKE 'R%'`: "2026-12-01/caxias do sul/t",
		`SELECT concat_ws('/', 'none', budget_min_cents, budget_max_cents) FROM public.projects WHERE title = 'Painel'`:                                         "none",
		`SELECT coalesce(string_agg(oid::regclass::text, ' '), 'none') FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity`:                          "none",
	} {
		if got := textOf(t, pool, query); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", query, got, want)
		}
	}
}

func TestAWayOfWorkingIsKeptOnce(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	fixture(t, pool, `INSERT INTO auth.users (id) VALUES ($1)`, marina)
	_, err := pool.Exec(t.Context(), `INSERT INTO public.profiles (id, role, name, work_modes) VALUES ($1, 'professional', 'Marina', '{remote,remote}')`, marina)
	if refused, ok := errors.AsType[*pgconn.PgError](err); !ok || refused.ConstraintName != "profiles_work_modes_once" {
		t.Errorf("twice the same: %v", err)
	}
	fixture(t, pool, `INSERT INTO public.profiles (id, role, name, work_modes) VALUES ($1, 'professional', 'Marina', '{remote,on_site,hybrid}')`, marina)
}

func migrateOn(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	if err := postgres.Migrate(t.Context(), pool.Config().ConnString(), silence); err != nil {
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

// TestEarlierContractsAreOneMilestone migrates a contract in every state from before there were
// milestones.
func TestEarlierContractsAreOneMilestone(t *testing.T) {
	t.Parallel()
	pool := before(t, "00130")
	for who, role := range map[string]string{marina: "professional", serra: "company"} {
		fixture(t, pool, `INSERT INTO auth.users (id) VALUES ($1)`, who)
		fixture(t, pool, `INSERT INTO public.profiles (id, role, name) VALUES ($1, $2, 'Alguém')`, who, role)
	}
	for _, c := range []struct{ status, delivered, completed, ended, due string }{
		{"agreed", "NULL", "NULL", "NULL", "NULL"}, {"active", "NULL", "NULL", "NULL", "NULL"}, {"delivered", "now()", "NULL", "NULL", "now() + interval '3 days'"},
		{"completed", "now()", "now()", "NULL", "NULL"}, {"withdrawn", "NULL", "NULL", "now()", "NULL"}, {"terminated", "now()", "NULL", "now()", "NULL"}, {"cancelled", "NULL", "NULL", "now()", "NULL"},
	} {
		fixture(t, pool, `
			WITH project AS (INSERT INTO public.projects (company_id, title, description, budget, deadline, skills)
			                 VALUES ($1, 'Retrofit', 'Painel antigo', 'A combinar', '60 dias', '{retrofit}') RETURNING id)
			INSERT INTO public.proposals (project_id, professional_id, value, cover_letter) SELECT id, $2, 900.5, $3 FROM project`, serra, marina, c.status)
		fixture(t, pool, `
			INSERT INTO public.contracts (project_id, proposal_id, company_id, professional_id, value_cents, status, delivered_at, delivered_by, acceptance_due_at, completed_at, ended_at, created_at)
			SELECT o.project_id, o.id, $1, o.professional_id, o.value_cents, $2, d, CASE WHEN d IS NOT NULL THEN o.professional_id END, `+c.due+`, `+c.completed+`, `+c.ended+`, now()
			FROM public.proposals o, (SELECT `+c.delivered+`::timestamptz) AS delivered (d) WHERE o.cover_letter = $2`, serra, c.status)
	}
	sent := textOf(t, pool, `SELECT max(updated_at)::text FROM public.proposals`)
	migrateOn(t, pool)
	if got := textOf(t, pool, `SELECT string_agg(concat_ws(' ', c.status, m.status, m.value, m.review_until = c.acceptance_due_at, c.fee_percent), ', ' ORDER BY c.number)
		FROM public.contracts c JOIN public.milestones m ON m.contract_id = c.id`); got != "agreed planned 900.50 0.00, active planned 900.50 0.00, delivered delivered 900.50 t 0.00, completed released 900.50 0.00, withdrawn cancelled 900.50 0.00, terminated cancelled 900.50 0.00, cancelled cancelled 900.50 0.00" {
		t.Errorf("they are %s", got)
	}
	if got := textOf(t, pool, `SELECT string_agg(DISTINCT milestones::text, ' ') FROM public.proposals`); got != `[{"title": "Entrega do projeto", "value": 900.50, "due_on": null, "deliverable": ""}]` {
		t.Errorf("the proposals offer %s", got)
	}
	if now := textOf(t, pool, `SELECT max(updated_at)::text FROM public.proposals`); now != sent {
		t.Errorf("the proposals changed at %s", now)
	}
}

// TestAMarketOfBeforePartiesUpgrades migrates from the state of the first commits, with a schema
// owned by a superuser or by the role that docs/operate/deploy.md creates.
func TestAMarketOfBeforePartiesUpgrades(t *testing.T) {
	t.Parallel()
	bound, above := managedServer(t)
	superuser := dbtest.Empty(t).Config().ConnString()
	for name, urls := range map[string][2]string{"ByASuperuser": {superuser, superuser}, "ByAnOwnerBelowRowSecurity": {bound, above}} {
		t.Run(name, func(t *testing.T) {
			migrateBefore(t, urls[0], "00040")
			pool := poolOf(t, urls[1])
			for who, role := range map[string]string{marina: "professional", serra: "company"} {
				fixture(t, pool, `INSERT INTO auth.users (id) VALUES ($1)`, who)
				fixture(t, pool, `INSERT INTO public.profiles (id, role, name) VALUES ($1, $2, 'Alguém')`, who, role)
				fixture(t, pool, `INSERT INTO public.accounts (profile_id, email) VALUES ($1, $2)`, who, who+"@exemplo.test")
			}
			fixture(t, pool, `INSERT INTO public.projects (id, company_id, title, description, budget, deadline, skills)
				VALUES ('00000000-0000-7000-8000-000000000001', $1, 'Retrofit', 'Painel antigo', 'A combinar', '60 dias', '{retrofit}')`, serra)
			fixture(t, pool, `INSERT INTO public.proposals (project_id, professional_id, cover_letter, value)
				VALUES ('00000000-0000-7000-8000-000000000001', $1, 'Faço', 1000)`, marina)
			if err := postgres.Migrate(t.Context(), urls[0], silence); err != nil {
				t.Fatal(err)
			}
			for query, want := range map[string]string{
				`SELECT string_agg(id::text, ' ') FROM public.organisations`:                                                                   serra,
				`SELECT string_agg(concat_ws('/', organisation_id, person_id, role), ' ') FROM public.memberships`:                             serra + "/" + serra + "/owner",
				`SELECT count(*)::text FROM public.project_revisions`:                                                                          "1",
				`SELECT coalesce(string_agg(oid::regclass::text, ' '), 'none') FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity`: "none",
				`SELECT count(*)::text FROM pg_default_acl WHERE defaclnamespace <> 0`:                                                         "0",
			} {
				if got := textOf(t, pool, query); got != want {
					t.Errorf("%s\ngot  %s\nwant %s", query, got, want)
				}
			}
		})
	}
}
