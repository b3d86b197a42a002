package postgres_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
)

func namesIn(t *testing.T, db *pgxpool.Pool, query string, args ...any) string {
	t.Helper()
	rows, _ := db.Query(t.Context(), query, args...)
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return strings.Join(found, " ")
}

func TestASpellingNamesOneTechnology(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	for fact, query := range map[string]string{
		"belong to several":        `SELECT spelling FROM public.technologies, unnest(spellings) AS spelling GROUP BY 1 HAVING count(*) > 1 ORDER BY 1`,
		"are too short to be told": `SELECT slug FROM public.technologies, unnest(spellings) AS spelling WHERE length(spelling) < 2 ORDER BY 1`,
		"are everyday words":       `SELECT spelling FROM public.technologies, unnest(spellings) AS spelling WHERE spelling IN ('logo', 'sistema', 'as', 'br', 'cc', 'net', 'tia', 'eh', 'kv', 'drive', 'controle')`,
	} {
		if found := namesIn(t, pool, query); found != "" {
			t.Errorf("these %s: %s", fact, found)
		}
	}
}

func TestATextNamesItsTechnologies(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	for text, want := range map[string]string{
		"Migração de S7-300 para S7-1500 na linha de envase":       "s7-300 s7-1500",
		"trocar s7 1500, S71500 ou S7-1500 por um control logix":   "s7-1500 controllogix",
		"Telas em WinCC Unified, sem WinCC flexible":               "wincc-unified wincc-comfort",
		"Supervisório elipse e3 com MODBUS TCP/IP":                 "elipse-e3 modbus-tcp",
		"ajustar as fases 2 e 3 logo após a parada do sistema":     "",
		"Inversores WEG em EtherNet/IP, STUDIO 5000 e Rslogix5000": "studio-5000 weg-cfw ethernet-ip",
		"Robô FANUC M-410, simulação em Roboguide":                 "fanuc roboguide",
		"migração S5 (STEP 5) para TIA Portal V19":                 "simatic-s5 tia-portal",
		"": "",
	} {
		if got := namesIn(t, pool, `SELECT slug FROM public.suggest_technologies(text => $1, "limit" => 5)`, text); got != want {
			t.Errorf("%q names %q, not %q", text, got, want)
		}
	}
	every := namesIn(t, pool, `SELECT string_agg(name, ', ') FROM public.technologies`)
	for limit, want := range map[any]int{nil: 10, -1: 0, 3: 3, 1000: 20} {
		if got := len(strings.Fields(namesIn(t, pool, `SELECT slug FROM public.suggest_technologies($1, $2)`, every, limit))); got != want {
			t.Errorf("of all within a limit of %v come %d, not %d", limit, got, want)
		}
	}
	if late := namesIn(t, pool, `SELECT slug FROM public.suggest_technologies(repeat('x ', 5000) || 'DeltaV')`); late != "" {
		t.Errorf("beyond the longest text it names %s", late)
	}
}

func TestAFilterTakesTechnologiesFamiliesAndVendors(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	for written, want := range map[string]string{
		"{s7-1500}":                "s7-1500",
		"{S7 1500,S71500}":         "s7-1500",
		`{"Stäubli","STAUBLI"}`:    "staubli",
		"{ET 200}":                 "et-200sp",
		"{elipse}":                 "elipse-e3 elipse-epm elipse-mobile elipse-power elipse-scada",
		"{mqtt}":                   "mqtt",
		"{MQTT}":                   "mqtt sparkplug-b",
		"{mqtt,Profibus}":          "mqtt profibus-dp profibus-pa",
		"{modbus-rtu,Control Net}": "controlnet modbus-rtu",
		"{logix}":                  "compactlogix controllogix guardlogix",
	} {
		if got := namesIn(t, pool, `SELECT unnest(private.read_technologies($1::text[]))`, written); got != want {
			t.Errorf("%s are %q, not %q", written, got, want)
		}
	}
	if all := namesIn(t, pool, `SELECT unnest(private.read_technologies('{SIEMENS}'))`); !strings.Contains(all, "s7-1500") || !strings.Contains(all, "sinamics") || strings.Contains(all, "powerflex") {
		t.Errorf("Siemens makes %s", all)
	}
}

// TestWordsOfTheTradeFindWhatTheyMean asks as lib/text/search.ts does.
func TestWordsOfTheTradeFindWhatTheyMean(t *testing.T) {
	t.Parallel()
	db := stage(t)
	fixture(t, db.Owner, `DELETE FROM public.project_technologies`)
	fixture(t, db.Owner, `DELETE FROM public.profile_technologies`)
	for title, slugs := range map[string]string{"Bancada nova": "{s7-1500}", "Telas novas": "{elipse-e3}", "Queda intermitente": "{profibus-dp}", "Célula de solda": "{fanuc}", "Painel": "{simatic-s5}", "Prensa": "{nr-12}"} {
		fixture(t, db.Owner, `INSERT INTO public.projects (company_id, title, description, budget, deadline, skills, technologies) VALUES ($1, $2, 'Texto', 'A combinar', '30 dias', '{tecnico-automacao}', $3)`, serra, title, slugs)
	}
	fixture(t, db.Owner, `UPDATE public.profiles SET location = 'Campinas/SP', skills = '{programacao-clp}' WHERE id = $1`, marina)
	fixture(t, db.Owner, `INSERT INTO public.profile_technologies (profile_id, technology, level) VALUES ($1, 'powerflex', 'Avançado')`, marina)
	for query, want := range map[string]string{
		"'plc':* & 'siemens':*":                    "Bancada nova, Painel",
		"'s71500':*":                               "Bancada nova",
		"('s7':* & '1500':* | 's71500':*)":         "Bancada nova",
		"'S71500':*":                               "Bancada nova",
		"'supervisorio':* & 'elipse':*":            "Telas novas",
		"'scada':*":                                "Supervisório, Telas novas",
		"'profibus':* & 'intermitente':*":          "Queda intermitente",
		"'robo':* & 'fanuc':* & 'solda':*":         "Célula de solda",
		"'s5':*":                                   "Painel",
		"'nr12':* & 'prensa':*":                    "Prensa",
		"'programador':* & 'clp':* & 'campinas':*": "Marina Alves",
		"'inversor':*":                             "Marina Alves",
		"'vfd':* & 'allen':*":                      "Marina Alves",
		"'drive':* & 'rockwell':*":                 "Marina Alves",
	} {
		got := namesIn(t, db.Owner, `
			SELECT coalesce(string_agg(title, ', ' ORDER BY title), '') FROM (
			  SELECT title FROM public.projects WHERE search @@ private.search_words($1) UNION ALL SELECT name FROM public.professionals WHERE search @@ private.search_words($1)
			) AS found (title)`, query)
		if got != want {
			t.Errorf("%s finds %q, not %q", query, got, want)
		}
	}
}

func TestRowsAndColumnsOfTechnologiesFollowEachOther(t *testing.T) {
	t.Parallel()
	db := stage(t)
	project := func() string {
		return namesIn(t, db.Owner, `
			SELECT concat_ws(' / ', array_to_string(p.technologies, ' '), p.technology_levels,
			       (SELECT string_agg(concat_ws(' ', t.technology, t.level), ', ' ORDER BY t.technology) FROM public.project_technologies t WHERE t.project_id = p.id))
			FROM public.projects p WHERE p.id = $1`, openProject)
	}
	for _, step := range []struct{ write, want string }{
		{`UPDATE public.projects SET technologies = '{WINCC,s7 1500,wincc}', technology_levels = '{"wincc": "Avançado", "hart": "Básico"}' WHERE id = $1`,
			`s7-1500 wincc / {"wincc": "Avançado"} / s7-1500, wincc Avançado`},
		{`INSERT INTO public.project_technologies (project_id, technology, level) VALUES ($1, 'hart', 'Básico'), ($1, 'deltav', NULL)`,
			`deltav hart s7-1500 wincc / {"hart": "Básico", "wincc": "Avançado"} / deltav, hart Básico, s7-1500, wincc Avançado`},
		{`UPDATE public.project_technologies SET level = NULL WHERE project_id = $1 AND technology = 'wincc'`,
			`deltav hart s7-1500 wincc / {"hart": "Básico"} / deltav, hart Básico, s7-1500, wincc`},
		{`DELETE FROM public.project_technologies WHERE project_id = $1 AND technology = 'hart'`, `deltav s7-1500 wincc / {} / deltav, s7-1500, wincc`},
		{`UPDATE public.projects SET technologies = '{}' WHERE id = $1`, `{}`},
	} {
		fixture(t, db.Owner, step.write, openProject)
		if got := strings.TrimPrefix(project(), " / "); got != step.want {
			t.Errorf("after %s it asks for %q", step.write, got)
		}
	}
	fixture(t, db.Owner, `INSERT INTO public.profile_technologies (profile_id, technology, level, years) VALUES ($1, 'hart', 'Básico', 9), ($1, 'wincc', 'Avançado', 2), ($1, 'deltav', 'Avançado', 8)`, marina)
	if got := namesIn(t, db.Owner, `SELECT unnest(technologies) FROM public.professionals WHERE id = $1`, marina); got != "s7-1500 deltav wincc hart" {
		t.Errorf("Marina knows %s", got)
	}
}

// TestTechnologiesAreBounded also when they are added at the same moment.
func TestTechnologiesAreBounded(t *testing.T) {
	t.Parallel()
	db := stage(t)
	fixture(t, db.Owner, `UPDATE private.limits SET value = 3 WHERE name IN ('profile_technologies_max', 'project_technologies_max')`)
	for _, c := range []struct{ statement, of, who, want string }{
		{`INSERT INTO public.profile_technologies (profile_id, technology, level) VALUES ($1, $2, 'Avançado')`, marina, marina, "too_many_profile_technologies"},
		{`INSERT INTO public.project_technologies (project_id, technology) VALUES ($1, $2)`, openProject, serra, "too_many_project_technologies"},
	} {
		var added sync.WaitGroup
		answers := make([]string, 5)
		for n, slug := range []string{"hart", "wincc", "deltav", "fanuc", "kuka"} {
			added.Go(func() {
				answers[n] = "1 rows"
				err := postgres.As(t.Context(), db.Pool, as(t, c.who), func(tx pgx.Tx) error {
					_, err := tx.Exec(t.Context(), c.statement, c.of, slug)
					return err
				})
				if err != nil {
					answers[n] = outcome(pgconn.CommandTag{}, err)
				}
			})
		}
		added.Wait()
		slices.Sort(answers)
		if want := []string{"1 rows", "1 rows", c.want, c.want, c.want}; !slices.Equal(answers, want) {
			t.Errorf("beside one that is there, five are answered %v", answers)
		}
	}
	for statement, want := range map[string]string{
		`UPDATE public.projects SET technologies = '{hart,wincc,deltav,kuka}' WHERE id = $1`:                    "too_many_project_technologies",
		`UPDATE public.projects SET technologies = '{astrologia}' WHERE id = $1`:                                "unknown_technology",
		`UPDATE public.projects SET technologies = '{hart}', technology_levels = '{"hart": "9"}' WHERE id = $1`: violated,
		`DELETE FROM public.project_technologies WHERE project_id = $1`:                                         "project_answered",
		`UPDATE public.projects SET technologies = '{}' WHERE id = $1`:                                          "1 rows",
	} {
		if got := try(t, db.Pool, serra, statement, openProject); got != want {
			t.Errorf("%s gets %s, not %s", statement, got, want)
		}
	}
}
