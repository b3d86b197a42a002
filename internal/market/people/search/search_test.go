package search_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market"
	"automacao/internal/market/markettest"
	"automacao/internal/market/people/search"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// scene is a market with a clock of its own, an hour after everything in it was written.
type scene struct {
	*markettest.Stage
	t   *testing.T
	now time.Time
}

func setup(t *testing.T) *scene {
	s := &scene{Stage: markettest.Open(t), t: t}
	if err := s.Pool.QueryRow(t.Context(), `SELECT now() + interval '1 hour'`).Scan(&s.now); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *scene) save(person uuid.UUID, kind, query, frequency string) uuid.UUID {
	s.t.Helper()
	return s.ID(`INSERT INTO public.saved_searches (person_id, kind, query, frequency) VALUES ($1, $2, $3::text::jsonb, $4) RETURNING id`, person, kind, query, frequency)
}

func (s *scene) in(step func(context.Context, pgx.Tx) (bool, error)) (more bool) {
	s.t.Helper()
	err := pgx.BeginFunc(context.Background(), s.Pool, func(tx pgx.Tx) (err error) {
		more, err = step(context.Background(), tx)
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return more
}

func (s *scene) match() {
	s.t.Helper()
	for s.in(func(ctx context.Context, tx pgx.Tx) (bool, error) { return search.Match(ctx, tx, s.now) }) {
	}
}

// hears matches what arrived, tells at once, and returns what a letter would say, sorted.
func (s *scene) hears() (said []string) {
	s.t.Helper()
	s.match()
	s.in(func(ctx context.Context, tx pgx.Tx) (bool, error) {
		found, more, err := search.Tell(ctx, tx, s.now)
		for _, f := range found {
			said = append(said, f.Name+": "+f.Title)
		}
		return more, err
	})
	return said
}

func (s *scene) digests() (letters []string) {
	s.t.Helper()
	for s.in(func(ctx context.Context, tx pgx.Tx) (bool, error) {
		found, more, err := search.Digest(ctx, tx, s.now)
		var titles []string
		for _, f := range found {
			titles = append(titles, f.Title)
		}
		if len(found) > 0 {
			letters = append(letters, found[0].Name+": "+strings.Join(titles, ", "))
		}
		return more, err
	}) {
	}
	return letters
}

func (s *scene) at(day, hour int) {
	s.now = time.Date(s.now.Year(), s.now.Month(), s.now.Day(), hour, 0, 0, 0, market.Zone).AddDate(0, 0, day)
}

func (s *scene) expect(what string, got []string, want ...string) {
	s.t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		s.t.Errorf("%s: %v, not %v", what, got, want)
	}
}

func TestAPublishedProjectIsToldOnceToWhomItFits(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra, marina, rafael := s.Member("company", "Serra Azul"), s.Member("professional", "Marina"), s.Member("professional", "Rafael")
	s.save(marina, "projects", `{"q": "envas"}`, "at_once")
	s.save(marina, "projects", `{"habilidade": "retrofit"}`, "at_once")
	s.save(rafael, "projects", `{"q": "robô"}`, "at_once")
	project := s.Project(serra, "Retrofit da envasadora")
	s.expect("the first round", s.hears(), "Marina: Retrofit da envasadora")
	s.expect("the second round", s.hears())
	s.Exec(`DELETE FROM public.saved_searches`)
	s.save(marina, "projects", `{"q": "envas"}`, "at_once")
	s.Exec(`UPDATE public.projects SET title = 'Retrofit da envasadora 2' WHERE id = $1`, project)
	s.expect("after the search was saved again", s.hears())
	if got := s.Text(`SELECT string_agg(title || ' / ' || body, ', ') FROM public.notifications`); got != "Novo projeto: Retrofit da envasadora / Na sua busca “envas”. A combinar" {
		t.Errorf("told: %s", got)
	}
}

func TestWhoIsNeverTold(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra := s.Member("company", "Serra Azul")
	people := map[string]uuid.UUID{}
	for _, name := range []string{"Bloqueada", "Pausada", "Recusou", "Ocultou"} {
		people[name] = s.Member("professional", name)
	}
	people["Dona"], people["Colega"] = serra, s.Colleague(serra, "buyer", "Colega")
	for _, person := range people {
		s.save(person, "projects", `{"q": "painel"}`, "at_once")
	}
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, people["Bloqueada"])
	s.Exec(`UPDATE public.saved_searches SET frequency = 'never' WHERE person_id = $1`, people["Pausada"])
	s.Exec(`INSERT INTO public.preferences (profile_id, saved_searches) VALUES ($1, false)`, people["Recusou"])
	project := s.Project(serra, "Painel de comando")
	s.match()
	s.Exec(`INSERT INTO public.hidden_projects (person_id, project_id) VALUES ($1, $2)`, people["Ocultou"], project)
	s.expect("told", s.hears())
	if left := s.Text(`SELECT count(*)::text FROM private.search_hits WHERE told_at IS NULL`); left != "0" {
		t.Errorf("%s results wait for ever", left)
	}
}

func TestWhatIsGoneBeforeItIsToldIsNotTold(t *testing.T) {
	t.Parallel()
	for what, change := range map[string]string{
		"closed":          `UPDATE public.projects SET status = 'closed' WHERE id = $1`,
		"of a blocked":    `UPDATE public.profiles SET status = 'blocked' WHERE id = (SELECT company_id FROM public.project_owners WHERE project_id = $1)`,
		"paused meantime": `UPDATE public.saved_searches SET frequency = 'never' WHERE $1::uuid IS NOT NULL`,
	} {
		for _, frequency := range []string{"at_once", "daily"} {
			t.Run(what+" "+frequency, func(t *testing.T) {
				t.Parallel()
				s := setup(t)
				s.save(s.Member("professional", "Marina"), "projects", `{"q": "painel"}`, frequency)
				project := s.Project(s.Member("company", "Serra Azul"), "Painel de comando")
				s.match()
				s.Exec(change, project)
				s.expect("at once", s.hears())
				s.at(2, 9)
				s.expect("in a letter", s.digests())
			})
		}
	}
}

func TestAConfidentialCompanyIsNotNamed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.save(s.Member("professional", "Marina"), "projects", `{"q": "painel"}`, "at_once")
	s.Exec(`UPDATE public.projects SET is_confidential = true WHERE id = $1`, s.Project(s.Member("company", "Serra Azul"), "Painel de comando"))
	s.expect("told", s.hears(), "Marina: Painel de comando")
	if got := s.Text(`SELECT count(*)::text FROM public.notifications n WHERE to_jsonb(n)::text LIKE '%Serra%'`); got != "0" {
		t.Error("the company is named")
	}
}

func TestAProfessionalArrivesOnceTheProfileIsComplete(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.save(s.Member("company", "Serra Azul"), "professionals", `{"habilidade": ["retrofit"], "estado": "SC"}`, "at_once")
	marina := s.Member("professional", "Marina")
	s.expect("incomplete", s.hears())
	const complete = `UPDATE public.profiles SET title = 'Engenheira', location = 'Joinville, SC', about = 'Retrofit', experience = 'Sênior', skills = '{retrofit}' WHERE id = $1`
	s.Exec(complete, marina)
	s.expect("complete", s.hears(), "Serra Azul: Marina")
	s.Exec(`UPDATE public.profiles SET about = '' WHERE id = $1`, marina)
	s.Exec(complete, marina)
	s.expect("complete again", s.hears())
}

func TestAtOnceHasALimitADay(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Exec(`UPDATE private.limits SET value = 2 WHERE name = 'search_alerts_daily_max'`)
	s.save(s.Member("professional", "Marina"), "projects", `{"q": "painel"}`, "at_once")
	serra := s.Member("company", "Serra Azul")
	for n := range 4 {
		s.Project(serra, fmt.Sprintf("Painel %d", n+1))
	}
	if told := s.hears(); len(told) != 2 {
		t.Errorf("told at once: %v", told)
	}
	s.Project(serra, "Painel 5")
	s.expect("later that day", s.hears())
	s.at(2, 9)
	if letters := s.digests(); len(letters) != 1 || strings.Count(letters[0], "Painel") != 3 {
		t.Errorf("the next letter: %v", letters)
	}
}

func TestLettersGoInTheMorningAndOnMondays(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra := s.Member("company", "Serra Azul")
	for name, frequency := range map[string]string{"Marina": "daily", "Rafael": "weekly"} {
		s.save(s.Member("professional", name), "projects", `{"q": "painel"}`, frequency)
	}
	for n := range 7 {
		s.Project(serra, fmt.Sprintf("Painel %d", n+1))
	}
	s.match()
	// Found on a Wednesday at noon.
	wednesday := time.Date(2026, 11, 18, 12, 0, 0, 0, market.Zone)
	s.Exec(`UPDATE private.search_hits SET found_at = $1`, wednesday)
	for _, at := range []struct {
		when time.Time
		who  string
	}{{wednesday.Add(time.Hour), ""}, {wednesday.Add(19 * time.Hour), ""}, {wednesday.Add(20 * time.Hour), "Marina"}, {wednesday.AddDate(0, 0, 4), ""}, {wednesday.AddDate(0, 0, 5), "Rafael"}, {wednesday.AddDate(0, 0, 12), ""}} {
		s.now = at.when
		var who []string
		for _, letter := range s.digests() {
			name, titles, _ := strings.Cut(letter, ":")
			who = append(who, name)
			if shown := strings.Count(titles, "Painel"); shown != 5 {
				t.Errorf("%s is shown %d of 7", name, shown)
			}
		}
		if got := strings.Join(who, " "); got != at.who {
			t.Errorf("on %s letters go to %q, not %q", at.when, got, at.who)
		}
	}
	if got := s.Text(`SELECT string_agg(DISTINCT title, ', ') FROM public.notifications`); got != "7 novos resultados na busca “painel”" {
		t.Errorf("told: %s", got)
	}
}

func TestFiltersThatNoDirectoryHasAreRefused(t *testing.T) {
	t.Parallel()
	s := setup(t)
	marina := s.Member("professional", "Marina")
	for query, want := range map[string]string{
		`{"depois": "x"}`: "search_filter_unknown", `{"ordem": "prazo"}`: "search_filter_unknown", `{"disponibilidade": ["available"]}`: "search_filter_unknown", `[]`: "search_filter_unknown", `"clp"`: "search_filter_unknown",
		`{}`: "search_without_filter", `{"q": "  "}`: "search_without_filter", `{"q": "!!"}`: "search_without_filter",
		`{"q": ["clp"]}`: "search_filter_wrong", `{"q": 7}`: "search_filter_wrong", `{"estado": "XX"}`: "search_filter_wrong", `{"cidade": "campinas"}`: "search_filter_wrong", `{"orcamento": "-"}`: "search_filter_wrong",
		`{"orcamento": "1e9-"}`: "search_filter_wrong", `{"nivel": ["Mestre"]}`: "search_filter_wrong", `{"modalidade": {"a": 1}}`: "search_filter_wrong", `{"q": null}`: "search_filter_wrong",
		`{"habilidade": ["magia"]}`: "unknown_skill", `{"tecnologia": ["magia"]}`: "unknown_technology", `{"q": "de a o"}`: "search_words_common",
		`{"q": "` + strings.Repeat("a", 201) + `"}`: "search_filter_wrong",
	} {
		_, err := s.Pool.Exec(t.Context(), `INSERT INTO public.saved_searches (person_id, kind, query) VALUES ($1, 'projects', $2::text::jsonb)`, marina, query)
		if got := markettest.Code(err); got != want {
			t.Errorf("%s is answered %q, not %q: %v", query, got, want, err)
		}
	}
	s.Exec(`INSERT INTO public.saved_searches (person_id, kind, query) VALUES ($1, 'projects', '{"q": "clp", "estado": "SP", "cidade": "campinas", "orcamento": "10000-30000", "nivel": "Pleno"}')`, marina)
	if got := s.Text(`SELECT name || ' ' || (query ->> 'nivel') FROM public.saved_searches`); got != `clp · Campinas/SP · Pleno · R$ 10000 a 30000 ["Pleno"]` {
		t.Errorf("saved: %s", got)
	}
}

func TestSearchesAreBoundedInParallel(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Exec(`UPDATE private.limits SET value = 2 WHERE name = 'saved_searches_max'`)
	marina := s.Member("professional", "Marina")
	var saving sync.WaitGroup
	for n := range 6 {
		saving.Go(func() {
			_, _ = s.Pool.Exec(context.Background(), `INSERT INTO public.saved_searches (person_id, kind, query) VALUES ($1, 'projects', jsonb_build_object('q', $2::text))`, marina, fmt.Sprintf("clp %d", n))
		})
	}
	saving.Wait()
	if got := s.Text(`SELECT count(*)::text FROM public.saved_searches`); got != "2" {
		t.Errorf("%s are saved", got)
	}
}

// TestTypedWordsAreReadAsTheDirectoryReadsThem has the examples of web/src/lib/text/search.test.ts.
func TestTypedWordsAreReadAsTheDirectoryReadsThem(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for typed, want := range map[string]string{
		"plc siemens": `'plc':* & 'siemens':*`, "  supervisório  ": `'supervisório':*`, "S7-1500 & (x | !y)": `'s71500':* & 'x':* & 'y':*`, "it's": `'it':* & 's':*`, "start-up": `'start-up':*`, "62443-3": `'62443-3':*`,
		" - ": "", "S7-300": `'s7300':*`, "S7300": `'S7300':*`, "retrofit s7 300": `'retrofit':* & ('s7':* & '300':* | 's7300':*)`, "iec 61131-3": `('iec':* & '61131-3':* | 'iec611313':*)`,
		"PRJ-0007": `'prj7'`, "prj 7": `'prj7'`, "Prj7": `'prj7'`, "PRJ/007": `'prj7'`, "a b c d e f g h i j k l m n": `'a':* & 'b':* & 'c':* & 'd':* & 'e':* & 'f':* & 'g':* & 'h':* & 'i':* & 'j':* & 'k':* & 'l':*`,
	} {
		if got := s.Text(`SELECT string_agg(condition, ' & ') FROM private.typed_words($1)`, typed); got != want {
			t.Errorf("%q is %s, not %s", typed, got, want)
		}
	}
}
