package acceptance

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// narrowing is a filter as a search saves it, and as the directory's page asks for it.
type narrowing struct {
	name  string
	value any
	asked url.Values
}

func words(typed, asked string) narrowing {
	return narrowing{"q", typed, url.Values{"search": {"fts(automacao)." + asked}}}
}

var shared = []narrowing{
	words("clp", "'clp':*"), words("plc siemens", "'plc':* & 'siemens':*"), words("s7 1500", "('s7':* & '1500':* | 's71500':*)"), words("supervisórios", "'supervisórios':*"), words("retrof", "'retrof':*"),
	words("de envase", "'de':* & 'envase':*"), words("nr-12", "'nr12':*"),
	{"habilidade", []string{"retrofit"}, url.Values{"skills": {"ov.{retrofit}"}}},
	{"habilidade", []string{"programacao-clp", "calibracao"}, url.Values{"skills": {"ov.{programacao-clp,calibracao}"}}},
	{"tecnologia", []string{"s7-1500"}, url.Values{"technologies": {"ov.{s7-1500}"}}},
	{"tecnologia", []string{"Siemens"}, url.Values{"technologies": {"ov.{Siemens}"}}},
	{"estado", "SP", url.Values{"state": {"eq.SP"}}},
	{"estado", "SC", url.Values{"state": {"eq.SC"}}},
}

var ofProjects = append(slices.Clone(shared),
	narrowing{"modalidade", []string{"remote", "hybrid"}, url.Values{"work_mode": {"in.(remote,hybrid)"}}},
	narrowing{"nivel", []string{"Pleno"}, url.Values{"experience_level": {"in.(Pleno)"}}},
	narrowing{"orcamento", "20000-", url.Values{"budget_max_cents": {"gte.2000000"}}},
	narrowing{"orcamento", "10000-30000", url.Values{"budget_max_cents": {"gte.1000000"}, "budget_min_cents": {"lte.3000000"}}})

var ofProfessionals = append(slices.Clone(shared),
	narrowing{"modalidade", []string{"remote"}, url.Values{"work_modes": {"ov.{remote}"}}},
	narrowing{"nivel", []string{"Pleno", "Sênior"}, url.Values{"experience": {"in.(Pleno,Sênior)"}}},
	narrowing{"disponibilidade", []string{"available"}, url.Values{"availability": {"in.(available)"}}})

// together returns each narrowing alone, and each pair of different filters.
func together(all []narrowing) (sets [][]narrowing) {
	for i, one := range all {
		sets = append(sets, []narrowing{one})
		for _, other := range all[i+1:] {
			if other.name != one.name {
				sets = append(sets, []narrowing{one, other})
			}
		}
	}
	return sets
}

const someProjects = `
	INSERT INTO public.projects (company_id, title, description, budget, budget_min_cents, budget_max_cents, deadline, skills, technologies, state, city, work_mode, experience_level)
	SELECT $1, (ARRAY['Retrofit de CLP', 'Linha de envase', 'Supervisório Siemens', 'Adequação NR-12', 'Migração para S7-1500'])[1 + n % 5], 'Painel antigo', 'A combinar',
	       CASE WHEN n % 3 > 0 THEN n * 100000 END, CASE WHEN n % 3 > 0 THEN n * 200000 END, '60 dias',
	       CASE n % 4 WHEN 0 THEN '{retrofit}' WHEN 1 THEN '{programacao-clp,retrofit}' WHEN 2 THEN '{calibracao}' ELSE '{iiot}' END::text[],
	       CASE n % 3 WHEN 0 THEN '{}' WHEN 1 THEN '{s7-1500}' ELSE '{s7-1200}' END::text[],
	       (ARRAY['SP', 'SC', NULL])[1 + n % 3], (ARRAY['Campinas', 'Joinville', NULL])[1 + n % 3], (ARRAY['remote', 'hybrid', 'on_site', NULL])[1 + n % 4], (ARRAY['Pleno', 'Sênior'])[1 + n % 2]
	FROM generate_series(1, 30) AS n`

const someProfessionals = `
	UPDATE public.profiles p SET title = (ARRAY['Programadora de CLP', 'Especialista em supervisórios', 'Retrofit e NR-12', 'Siemens S7-1500'])[1 + n % 4], about = 'Linha de envase',
	  experience = (ARRAY['Pleno', 'Sênior', 'Júnior'])[1 + n % 3], location = (ARRAY['Campinas, SP', 'Joinville, SC', 'Interior'])[1 + n % 3], availability = (ARRAY['available', 'limited', NULL])[1 + n % 3],
	  work_modes = CASE n % 2 WHEN 0 THEN '{remote}' ELSE '{on_site}' END::text[], skills = CASE n % 3 WHEN 0 THEN '{retrofit}' WHEN 1 THEN '{programacao-clp}' ELSE '{calibracao}' END::text[]
	FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM public.profiles WHERE role = 'professional' AND is_party AND status = 'active') AS numbered WHERE numbered.id = p.id`

// TestAlertsFindWhatTheDirectoryFinds saves many searches, lets projects and professionals arrive,
// and compares what each search found with what the directory answers under the same filters.
func TestAlertsFindWhatTheDirectoryFinds(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	type saved struct {
		person uuid.UUID
		read   string
	}
	var all []saved
	for kind, sets := range map[string][][]narrowing{"projects": together(ofProjects), "professionals": together(ofProfessionals)} {
		for _, set := range sets {
			query, asked := map[string]any{}, url.Values{"select": {"id"}}
			for _, n := range set {
				query[n.name] = n.value
				maps.Copy(asked, n.asked)
			}
			if kind == "projects" {
				asked.Set("status", "eq.open")
			}
			body, err := json.Marshal(query)
			if err != nil {
				t.Fatal(err)
			}
			person := c.Member("admin", "Quem busca")
			c.Exec(`INSERT INTO public.saved_searches (person_id, kind, query, frequency) VALUES ($1, $2, $3::text::jsonb, 'weekly')`, person, kind, string(body))
			all = append(all, saved{person, kind + "?" + asked.Encode()})
		}
	}
	c.Exec(`DELETE FROM public.projects`)
	c.Exec(someProjects, c.ids["vale"])
	for range 12 {
		c.Member("professional", "Profissional")
	}
	c.Exec(someProfessionals)
	c.matchArrivals()
	total := 0
	for _, s := range all {
		var rows []struct{ ID string }
		c.Must(request{Method: "GET", Path: "/rest/v1/" + s.read, Token: c.tokens["vale"]}, &rows)
		shown := []string{}
		for _, row := range rows {
			shown = append(shown, row.ID)
		}
		slices.Sort(shown)
		total += len(shown)
		if found := c.Text(`SELECT coalesce(string_agg(subject_id::text, ' ' ORDER BY subject_id::text), '') FROM private.search_hits WHERE person_id = $1`, s.person); found != strings.Join(shown, " ") {
			t.Errorf("%s shows %d:\n%v\nand its search found\n%s", s.read, len(shown), shown, found)
		}
	}
	if len(all) < 150 || total < 300 {
		t.Errorf("%d searches with %d results show little", len(all), total)
	}
}

// TestAlertsEndFromTheirLetter opens the link of a letter as a mail filter does, and presses its button.
func TestAlertsEndFromTheirLetter(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	save := func(q string) uuid.UUID {
		var saved []struct{ ID uuid.UUID }
		c.Must(request{Method: "POST", Path: "/rest/v1/saved_searches?select=id", Token: c.tokens["rafael"], Body: map[string]any{"kind": "projects", "query": map[string]any{"q": q}, "frequency": "at_once"}}, &saved)
		return saved[0].ID
	}
	first, second := save("clp"), save("robô")
	if got := c.Ask(request{Method: "POST", Path: "/rest/v1/saved_searches", Token: c.tokens["rafael"], Body: map[string]any{"kind": "projects", "query": map[string]any{"q": "clp"}}}); got.Status != http.StatusConflict {
		t.Errorf("the same search again is answered %d", got.Status)
	}
	active := func() string {
		return c.Text(`SELECT coalesce(string_agg(name, ' ' ORDER BY name), '') FROM public.saved_searches WHERE frequency <> 'never'`)
	}
	path := func(id uuid.UUID, isPerson bool) string {
		_, after, _ := strings.Cut(c.App.EndSearchLink(id, isPerson), "/buscas/")
		return "/buscas/" + after
	}
	for _, step := range []struct {
		method, path, left string
		status             int
	}{
		{"GET", path(first, false), "clp robô", http.StatusOK},
		{"POST", path(first, false) + "0", "clp robô", http.StatusNotFound},
		{"POST", strings.Replace(path(first, false), first.String(), second.String(), 1), "clp robô", http.StatusNotFound},
		{"POST", strings.Replace(path(first, false), "busca=", "membro=", 1), "clp robô", http.StatusNotFound},
		{"PUT", path(first, false), "clp robô", http.StatusMethodNotAllowed},
		{"POST", path(first, false), "robô", http.StatusOK},
		{"POST", path(first, false), "robô", http.StatusOK},
		{"POST", path(c.ids["rafael"], true), "", http.StatusOK},
	} {
		if got := c.Ask(request{Method: step.method, Path: step.path}); got.Status != step.status {
			t.Errorf("%s %s is answered %d", step.method, step.path, got.Status)
		}
		if left := active(); left != step.left {
			t.Errorf("after %s %s %q are told, not %q", step.method, step.path, left, step.left)
		}
	}
	c.finds("vale", "saved_searches?select=id", `[]`)
	c.finds("rafael", "saved_searches?select=name,frequency&order=name", `[{"name":"clp","frequency":"never"},{"name":"robô","frequency":"never"}]`)
}
