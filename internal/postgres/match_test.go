package postgres_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
)

// tell writes matches as lines: the name, the score, the reasons and the gaps.
const tell = `
	SELECT format('%%s %%s: %%s; %%s', coalesce(p.name, j.title), m.score,
	  (SELECT string_agg(format('%%s %%s', r ->> 'text', r ->> 'points'), ', ') FROM jsonb_array_elements(m.reasons) r),
	  (SELECT string_agg(format('%%s %%s', g ->> 'text', g ->> 'points'), ', ') FROM jsonb_array_elements(m.gaps) g))
	FROM public.%s m LEFT JOIN public.professionals p ON p.id = m.id LEFT JOIN public.projects j ON j.id = m.id`

// matched asks for matches as somebody, and returns lines or the code of the refusal.
func matched(t *testing.T, db *dbtest.Database, who, call string) string {
	t.Helper()
	var lines []string
	err := postgres.As(t.Context(), db.Pool, as(t, who), func(tx pgx.Tx) (err error) {
		rows, _ := tx.Query(t.Context(), fmt.Sprintf(tell, inCast(call)))
		lines, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	if err != nil {
		return outcome(pgconn.CommandTag{}, err)
	}
	return strings.Join(lines, "\n")
}

// retrofitting is a stage on which Serra's open project asks for much, of which Marina brings most
// and Rafael little.
func retrofitting(t *testing.T) *dbtest.Database {
	t.Helper()
	db := stage(t)
	fixture(t, db.Owner, `DELETE FROM public.project_technologies`)
	fixture(t, db.Owner, `DELETE FROM public.profile_technologies`)
	fixture(t, db.Owner, `DELETE FROM public.proposals WHERE project_id = $1`, openProject)
	fixture(t, db.Owner, `
		UPDATE public.projects SET title = 'Linha 4', skills = '{retrofit,programacao-clp}', technologies = '{s7-1500,tia-portal,sinamics,nr-12}', technology_levels = '{"tia-portal": "Avançado"}',
		  experience_level = 'Sênior', city = 'Campinas', state = 'SP', work_mode = 'on_site',
		  scope = '{"model": "retrofit-clp", "answers": {"height": true}}' WHERE id = $1`, openProject)
	fixture(t, db.Owner, `
		UPDATE public.profiles SET skills = '{retrofit,programacao-clp}', experience = 'Especialista', location = 'Valinhos, SP', availability = 'available', work_modes = '{on_site,remote}',
		  counterparts = 3, contracts_completed = 4, rating = 4.8, reviews_count = 4 WHERE id = $1`, marina)
	fixture(t, db.Owner, `
		INSERT INTO public.profile_technologies (profile_id, technology, level) VALUES ($1, 's7-300', 'Especialista'), ($1, 'tia-portal', 'Básico'), ($1, 'wincc', 'Avançado'), ($1, 'nr-12', 'Avançado')`, marina)
	fixture(t, db.Owner, `
		UPDATE public.profiles SET skills = '{retrofit}', experience = 'Pleno', location = 'Uberlândia, MG', availability = 'limited', work_modes = '{remote}',
		  counterparts = 0, contracts_completed = 0, rating = NULL, reviews_count = 0 WHERE id = $1`, rafael)
	return db
}

func TestAMatchSaysWhatItIsMadeOf(t *testing.T) {
	t.Parallel()
	db := retrofitting(t)
	const (
		marinas = "80: Programação de CLP 15, Retrofit e Modernização 15, S7-300 (família S7) 5, outros produtos Siemens 3, TIA Portal 5, nível Especialista 10, mesmo estado (SP) 7, " +
			"disponível 7, atende presencial 3, NR-12 3, 3 clientes atendidos 3, nota 4,8 4; " +
			"falta S7-1500 3, falta SINAMICS 6, falta nível Avançado em TIA Portal 3, fora de Campinas 3, falta NR-35 2, menos de 5 clientes atendidos 3"
		rafaels = "27: Retrofit e Modernização 15, nível Pleno 5, estado vizinho (MG) 4, agenda limitada 3; " +
			"falta Programação de CLP 15, falta S7-1500 8, falta SINAMICS 9, falta TIA Portal 8, pede nível Sênior 5, fora de SP 6, falta agenda livre 4, não atende presencial 3, " +
			"falta NR-12 2, falta NR-35 3, nenhum contrato concluído aqui 6, nenhuma avaliação 4"
	)
	for _, ask := range []struct{ who, call, want string }{
		{serra, "match_professionals('{open project}')", "Marina Alves " + marinas + "\nRafael Nunes " + rafaels},
		{serra, `match_professionals('{open project}', "limit" => 1)`, "Marina Alves " + marinas},
		{marina, "match_project('{open project}')", "Linha 4 " + marinas},
		{rafael, "match_project('{open project}')", "Linha 4 " + rafaels},
		{rafael, "match_project('{open project}', '{marina}')", "match_professionals_only"},
		{marina, "match_project('{closed project}')", ""},
	} {
		if got := matched(t, db, ask.who, ask.call); got != ask.want {
			t.Errorf("%s answers %s\n%s\nnot\n%s", ask.call, ask.who, got, ask.want)
		}
	}
	if got := matched(t, db, marina, "match_projects()"); strings.Contains(got, "Linha 4") {
		t.Errorf("what she hides is matched: %s", got)
	}
	fixture(t, db.Owner, `DELETE FROM public.hidden_projects`)
	if got := matched(t, db, marina, "match_projects()"); !strings.HasSuffix(got, "Linha 4 "+marinas) {
		t.Errorf("her projects say otherwise: %s", got)
	}
}

func TestOnlyTheSidesOfAMatchSeeIt(t *testing.T) {
	t.Parallel()
	db := retrofitting(t)
	const none, forbidden = "project_not_found", "42501"
	for who, want := range map[string]string{serra: "", eva: "", igor: "", flavia: "", rui: "", vale: none, marina: none, admin: none, bruno: none, "anon": forbidden} {
		if got := matched(t, db, who, `match_professionals('{open project}', 0)`); got != want {
			t.Errorf("%s gets %q for Serra's project, not %q", who, got, want)
		}
	}
	for who, want := range map[string]string{serra: "match_professionals_only", admin: "match_professionals_only", bruno: "match_professionals_only", "anon": forbidden, marina: ""} {
		if got := matched(t, db, who, "match_projects(0)"); got != want {
			t.Errorf("%s gets %q as projects, not %q", who, got, want)
		}
	}
	if got := matched(t, db, serra, "match_professionals('{closed project}')"); got != "" {
		t.Errorf("a closed project is matched with %s", got)
	}
	fixture(t, db.Owner, `INSERT INTO public.proposals (project_id, professional_id, value, cover_letter) VALUES ($1, $2, 1000, 'Posso')`, openProject, marina)
	if got := matched(t, db, marina, "match_projects()"); strings.Contains(got, "Linha 4") {
		t.Errorf("what she proposed to is recommended to her again: %s", got)
	}
	fixture(t, db.Owner, `UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, marina)
	if got := matched(t, db, serra, "match_professionals('{open project}')"); strings.Contains(got, "Marina") || !strings.Contains(got, "Rafael") {
		t.Errorf("without Marina, who is blocked, there are %s", got)
	}
	fixture(t, db.Owner, `UPDATE public.projects SET status = 'closed' WHERE id = $1`, openProject)
	for who, call := range map[string]string{serra: "match_professionals('{open project}')", rafael: "match_project('{open project}')"} {
		if got := matched(t, db, who, call); got != "" {
			t.Errorf("after its end the project is matched with %s", got)
		}
	}
	if terms := textOf(t, db.Owner, `SELECT count(*)::text FROM private.project_terms WHERE project_id = $1`, openProject); terms != "0" {
		t.Errorf("%s terms of it are left", terms)
	}
}

// crowd adds professionals 1 to 60 of every kind. Their keys grow with their numbers, or fall.
func crowd(t *testing.T, db *dbtest.Database, doKeysFall bool) {
	t.Helper()
	const key = `(lpad(to_hex(CASE WHEN $1 THEN 9000 - n ELSE n + 4096 END), 8, '0') || '-0000-7000-8000-000000000000')::uuid`
	fixture(t, db.Owner, `INSERT INTO auth.users (id) SELECT `+key+` FROM generate_series(1, 60) n`, doKeysFall)
	fixture(t, db.Owner, `
		INSERT INTO public.profiles (id, role, name, location, experience, availability, work_modes, skills, counterparts, contracts_completed, rating, reviews_count, created_at)
		SELECT `+key+`, 'professional', 'Pessoa ' || n, (ARRAY['Campinas, SP', 'Santos, SP', 'Belo Horizonte, MG', 'Manaus, AM', ''])[n % 5 + 1], (ARRAY['Júnior', 'Pleno', 'Sênior', NULL])[n % 4 + 1],
		       (ARRAY['available', 'limited', 'unavailable', NULL])[n % 4 + 1], '{on_site}', CASE n % 3 WHEN 0 THEN '{retrofit}' ELSE '{retrofit,programacao-clp}' END::text[],
		       n % 7, n % 7, CASE WHEN n % 2 = 0 THEN 1 + n % 40 / 10.0 END, n % 2 * 0 + CASE WHEN n % 2 = 0 THEN 3 ELSE 0 END, '2026-01-01'::timestamptz + n / 2 * interval '1 day' + n * interval '1 second'
		FROM generate_series(1, 60) n`, doKeysFall)
}

func TestReasonsMakeTheScoreAndGapsTheRest(t *testing.T) {
	t.Parallel()
	db := retrofitting(t)
	crowd(t, db, false)
	for _, weights := range []string{`points`, `CASE kind WHEN 'skills' THEN 7 WHEN 'level' THEN 3 ELSE 0 END`, `position * 13 % 37 + 1`, `CASE kind WHEN 'documents' THEN 100 ELSE 0 END`} {
		fixture(t, db.Owner, `UPDATE public.match_weights SET points = `+weights)
		odd := namesIn(t, db.Owner, `
			SELECT format('%s %s+%s', m.score, r.sum, g.sum)
			FROM (SELECT array_agg(id) FROM public.profiles WHERE role = 'professional') AS everybody (ids),
			     private.match_pairs((SELECT array_agg(id) FROM public.projects), everybody.ids, 1000) m,
			     LATERAL (SELECT coalesce(sum((r ->> 'points')::integer), 0) FROM jsonb_array_elements(m.reasons) r) AS r (sum),
			     LATERAL (SELECT coalesce(sum((g ->> 'points')::integer), 0) FROM jsonb_array_elements(m.gaps) g) AS g (sum)
			WHERE r.sum <> m.score OR r.sum + g.sum <> 100`)
		if odd != "" {
			t.Errorf("with weights of %s these are score, reasons and gaps: %s", weights, odd)
		}
	}
}

// TestNoOrderDependsOnKeysOrPayment compares the order in two markets whose professionals have their
// keys the other way round, the second with other fees, and checks that the functions that order
// name nothing that is paid.
func TestNoOrderDependsOnKeysOrPayment(t *testing.T) {
	t.Parallel()
	order := func(doKeysFall bool, fee string) string {
		db := retrofitting(t)
		crowd(t, db, doKeysFall)
		fixture(t, db.Owner, `UPDATE public.projects SET number = DEFAULT WHERE id = $1`, secretProject)
		fixture(t, db.Owner, `UPDATE private.settings SET value = $1 WHERE name = 'fee_basis_points'`, fee)
		return namesIn(t, db.Owner, `
			SELECT p.name || ' ' || m.score FROM private.match_pairs(ARRAY[$1::uuid], private.professionals_to_match($1::uuid), 50) WITH ORDINALITY m
			JOIN public.profiles p ON p.id = m.professional_id WHERE p.name LIKE 'Pessoa %' ORDER BY m.ordinality`, openProject)
	}
	first, second := order(false, "1000"), order(true, "300")
	if first != second {
		t.Errorf("with other keys and fees the order is\n%s\nnot\n%s", second, first)
	}
	if strings.Count(first, "Pessoa") < 40 {
		t.Errorf("there are %s", first)
	}
	db := dbtest.Open(t)
	paid := namesIn(t, db.Owner, `
		SELECT p.proname FROM pg_proc p
		WHERE p.proname ~ 'match|list_terms|weigh_terms' AND p.prosrc ~* 'fee|price|plan_|balance|ledger|payment|payout|charge|invoice|subscription|value_cents|setting'`)
	if paid != "" {
		t.Errorf("%s read what is paid", paid)
	}
}

func TestAdministratorsSetWhatCriteriaCount(t *testing.T) {
	t.Parallel()
	db := retrofitting(t)
	set := func(who, points string) string {
		tag, err := tryAs(t, db, who, `UPDATE public.match_weights SET points = `+points)
		return outcome(tag, err)
	}
	for _, one := range []struct{ who, points, want string }{
		{marina, "1", "0 rows"}, {serra, "1", "0 rows"}, {"anon", "1", "42501"},
		{admin, "101", "23514"}, {admin, "-1", "23514"}, {admin, "0", "match_weights_empty"}, {admin, "CASE kind WHEN 'level' THEN 1 ELSE 0 END", "7 rows"},
	} {
		if got := set(one.who, one.points); got != one.want {
			t.Errorf("%s sets %s: %s, not %s", one.who, one.points, got, one.want)
		}
	}
	if got, want := matched(t, db, serra, "match_professionals('{open project}')"), "Marina Alves 100: nível Especialista 100; \nRafael Nunes 50: nível Pleno 50; pede nível Sênior 50"; got != want {
		t.Errorf("of the level alone is made\n%s\nnot\n%s", got, want)
	}
}

func tryAs(t *testing.T, db *dbtest.Database, who, statement string) (tag pgconn.CommandTag, err error) {
	t.Helper()
	err = postgres.As(t.Context(), db.Pool, as(t, who), func(tx pgx.Tx) (err error) {
		tag, err = tx.Exec(t.Context(), statement)
		return err
	})
	return tag, err
}

// TestTermsFollowProfilesAndProjects compares the terms that triggers kept with those of a market
// listed anew.
func TestTermsFollowProfilesAndProjects(t *testing.T) {
	t.Parallel()
	db := retrofitting(t)
	crowd(t, db, false)
	fixture(t, db.Owner, `UPDATE public.profiles SET location = 'Salvador, BA' WHERE name = 'Pessoa 7'`)
	fixture(t, db.Owner, `UPDATE public.profiles SET is_party = false WHERE name = 'Pessoa 8'`)
	fixture(t, db.Owner, `DELETE FROM auth.users WHERE id = (SELECT id FROM public.profiles WHERE name = 'Pessoa 9')`)
	fixture(t, db.Owner, `DELETE FROM public.profile_technologies WHERE technology = 's7-300'`)
	for what, query := range map[string]string{
		"professionals": `
			SELECT p.id, t.term, p.state FROM public.professionals p, private.match_terms(p.skills, p.technologies) t`,
		"projects": `
			SELECT p.id, t.term, p.state FROM public.projects p, private.match_terms(p.skills, p.technologies) t WHERE p.status = 'open'`,
	} {
		kept := map[string]string{"professionals": `SELECT profile_id, term, state FROM private.professional_terms`, "projects": `SELECT project_id, term, state FROM private.project_terms`}[what]
		if wrong := namesIn(t, db.Owner, `(`+query+` EXCEPT `+kept+`) UNION ALL (`+kept+` EXCEPT `+query+`)`); wrong != "" {
			t.Errorf("%s have other terms than are kept: %s", what, wrong)
		}
	}
}

// TestAMatchDoesNotGrowWithTheMarket compares how many blocks a match touches with few and with many
// professionals and projects, a tenth of whom share its only skill.
func TestAMatchDoesNotGrowWithTheMarket(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	blocks := func(from, to int) map[string]int {
		marketOf(t, db, from, to)
		past(t, db, `
			INSERT INTO private.professional_terms (profile_id, term, state, lot)
			SELECT p.id, t.term, p.state, private.lot(p.name) FROM public.professionals p, private.match_terms(p.skills, p.technologies) t ON CONFLICT DO NOTHING`)
		past(t, db, `
			INSERT INTO private.project_terms (project_id, term, state, created_at)
			SELECT p.id, t.term, p.state, p.created_at FROM public.projects p, private.match_terms(p.skills, p.technologies) t ON CONFLICT DO NOTHING`)
		found := map[string]int{}
		for _, table := range []string{"public.profiles", "public.projects", "private.professional_terms", "private.project_terms"} {
			fixture(t, db.Owner, `VACUUM ANALYZE `+table)
		}
		for what, query := range map[string]string{
			"professionals": `SELECT * FROM private.match_pairs(ARRAY[md5('project10')::uuid], private.professionals_to_match(md5('project10')::uuid), 10)`,
			"projects":      `SELECT * FROM private.match_pairs(private.projects_to_match(md5('person10')::uuid), ARRAY[md5('person10')::uuid], 10)`,
		} {
			var touched int
			plan := `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ` + query
			var explained []struct {
				Plan struct {
					Hit  int `json:"Shared Hit Blocks"`
					Read int `json:"Shared Read Blocks"`
				}
			}
			for range 2 {
				if err := db.Owner.QueryRow(t.Context(), plan).Scan(&explained); err != nil {
					t.Fatal(err)
				}
				touched = explained[0].Plan.Hit + explained[0].Plan.Read
			}
			found[what] = touched
		}
		return found
	}
	few := blocks(1, 10_000)
	for what, many := range blocks(10_001, 40_000) {
		t.Logf("%s: %d blocks among 10000, %d among 40000", what, few[what], many)
		if many > growthMax*few[what] {
			t.Errorf("a match of %s touches %d blocks among 10000 and %d among 40000", what, few[what], many)
		}
	}
}
