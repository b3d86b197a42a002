package project_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/market/deal/project"
	"automacao/internal/market/markettest"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

func TestClose(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, vale := s.Member("company", "Serra Azul"), s.Member("company", "Vale Verde")
	marina, admin := s.Member("professional", "Marina Alves"), s.Member("admin", "Administração")

	first := s.Project(serra, "Retrofit")
	sent := s.Proposal(first, marina)
	_, err := markettest.Call(s, vale, project.Close, project.Closing{ProjectID: first})
	if code := markettest.Code(err); code != "project_not_found" {
		t.Errorf("another company: %q", code)
	}
	_, err = markettest.Call(s, serra, project.Close, project.Closing{ProjectID: first, Reason: strings.Repeat("x", 901)})
	if code := markettest.Code(err); code != "reason_too_long" {
		t.Errorf("a long reason: %q", code)
	}
	got, err := markettest.Call(s, serra, project.Close, project.Closing{ProjectID: first, Reason: "Verba adiada"})
	if err != nil || got.Status != "closed" {
		t.Fatalf("got %+v, %v", got, err)
	}
	if told := s.Text(`SELECT status || ': ' || decline_reason FROM public.proposals WHERE id = $1`, sent); !strings.HasPrefix(told, "declined: ") || !strings.HasSuffix(told, "Motivo: Verba adiada") {
		t.Errorf("the proposal is %q", told)
	}
	if title := s.Text(`SELECT title FROM public.notifications WHERE profile_id = $1`, marina); title != "Projeto encerrado: Retrofit" {
		t.Errorf("Marina reads %q", title)
	}
	_, err = markettest.Call(s, serra, project.Close, project.Closing{ProjectID: first})
	if code := markettest.Code(err); code != "project_not_open" {
		t.Errorf("the second time: %q", code)
	}

	second := s.Project(vale, "Painel")
	if _, err := markettest.Call(s, admin, project.Close, project.Closing{ProjectID: second, Reason: "Denúncia procedente"}); err != nil {
		t.Fatal(err)
	}
	if recorded := s.Text(`SELECT string_agg(action || ' ' || subject_label, ', ') FROM public.audit_log WHERE actor_id = $1`, admin); recorded != "close_project Painel" {
		t.Errorf("recorded is %q", recorded)
	}
}

func TestDelete(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, vale := s.Member("company", "Serra Azul"), s.Member("company", "Vale Verde")
	marina := s.Member("professional", "Marina Alves")
	answered, quiet := s.Project(serra, "Retrofit"), s.Project(serra, "Painel")
	s.Proposal(answered, marina)

	_, err := markettest.Call(s, serra, project.Delete, project.Reference{ProjectID: answered})
	if code := markettest.Code(err); code != "has_proposals" {
		t.Errorf("with a proposal: %q", code)
	}
	_, err = markettest.Call(s, vale, project.Delete, project.Reference{ProjectID: quiet})
	if code := markettest.Code(err); code != "project_not_found" {
		t.Errorf("another company: %q", code)
	}
	if _, err := markettest.Call(s, serra, project.Delete, project.Reference{ProjectID: quiet}); err != nil {
		t.Fatal(err)
	}
	if left := s.Text(`SELECT string_agg(title, ', ') FROM public.projects`); left != "Retrofit" {
		t.Errorf("there are %q", left)
	}
}

// TestAProjectSaysOnlyWhatPagesCanShow writes dates and amounts that PostgreSQL accepts but no page
// can show. One such project used to break every list that contained it.
func TestAProjectSaysOnlyWhatPagesCanShow(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	id := s.Project(s.Member("company", "Serra Azul"), "Retrofit")
	for _, c := range []struct{ set, refused string }{
		{`deadline_on = 'infinity'`, "projects_deadline_on_real"},
		{`deadline_on = '5874897-12-31'`, "projects_deadline_on_real"},
		{`starts_on = '-infinity'`, "projects_starts_on_real"},
		{`starts_on = '0044-03-15 BC'`, "projects_starts_on_real"},
		{`budget_min_cents = 1, budget_max_cents = 9223372036854775807`, "projects_budget_bounded"},
		{`deadline_on = '2199-12-31', starts_on = '2000-01-01', budget_min_cents = 1, budget_max_cents = 99999999999`, ""},
	} {
		_, err := s.Pool.Exec(t.Context(), `UPDATE public.projects SET `+c.set+` WHERE id = $1`, id)
		got := ""
		if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
			got = refused.ConstraintName
		}
		if got != c.refused {
			t.Errorf("%s is refused by %q, want %q", c.set, got, c.refused)
		}
	}
}

// TestACityIsOneHoweverItIsWritten writes a city with and without accents, in capitals and with
// extra spaces, beside another city.
func TestACityIsOneHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra := s.Member("company", "Serra Azul")
	for _, city := range []string{"São José dos Campos", "São José dos Campos", " SAO  JOSE DOS CAMPOS ", "Jundiaí"} {
		s.Exec(`UPDATE public.projects SET state = 'SP', city = $2 WHERE id = $1`, s.Project(serra, "Retrofit"), city)
	}
	s.Exec(`UPDATE public.projects SET state = 'RJ', city = 'Rio claro' WHERE id = $1`, s.Project(serra, "Retrofit"))
	s.Exec(`UPDATE public.projects SET state = 'SP', city = 'Jundiaí', status = 'closed' WHERE id = $1`, s.Project(serra, "Retrofit"))
	for _, location := range []string{"são josé dos campos, SP", "Rio Claro - SP", "Jundiaí/SP", "Jundiaí", "SP"} {
		s.Exec(`UPDATE public.profiles SET location = $2 WHERE id = $1`, s.Member("professional", "Marina Alves"), location)
	}
	for _, c := range []struct{ asked, want string }{
		{`'SP', 'projects'`, "São José dos Campos:3 Jundiaí:1"},
		{`'SP', 'professionals'`, "Jundiaí:1 Rio Claro:1 São José dos Campos:1"},
		{`'SP'`, "São José dos Campos:4 Jundiaí:2 Rio Claro:1"},
		{`'RJ'`, "Rio Claro:1"},
		{`'BA'`, ""},
	} {
		got := s.Seen(uuid.Nil, `SELECT coalesce(string_agg(city || ':' || total, ' '), '') FROM public.count_cities(`+c.asked+`)`)
		if got != c.want {
			t.Errorf("of %s there are %q, want %q", c.asked, got, c.want)
		}
	}
	found := `SELECT count(*)::text FROM public.projects WHERE status = 'open' AND state = 'SP' AND city_key = 'sao jose dos campos'`
	if got := s.Seen(uuid.Nil, found); got != "3" {
		t.Errorf("a visitor finds %s of them", got)
	}
}

// TestFiguresCountWhatIsOnesOwn uses two companies, so that a figure that counts everybody's rows
// fails.
func TestFiguresCountWhatIsOnesOwn(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, vale := s.Member("company", "Serra Azul"), s.Member("company", "Vale Verde")
	marina, rafael := s.Member("professional", "Marina Alves"), s.Member("professional", "Rafael Nunes")
	admin := s.Member("admin", "Administração")
	retrofit, cell := s.Project(serra, "Retrofit"), s.Project(serra, "Célula")
	foreign := s.Project(vale, "Filtração")
	s.Exec(`UPDATE public.projects SET is_confidential = true WHERE id = $1`, retrofit)
	for _, sent := range []struct{ project, by uuid.UUID }{{retrofit, marina}, {retrofit, rafael}, {cell, marina}, {foreign, marina}} {
		s.Proposal(sent.project, sent.by)
	}
	s.Exec(`UPDATE public.projects SET status = 'closed' WHERE id = $1`, cell)
	s.Exec(`UPDATE public.projects SET created_at = now() - interval '3 days' WHERE id = $1`, cell)

	const (
		refused  = "PGRST" // with a code and a sentence of its own
		own      = `SELECT coalesce(string_agg(concat_ws(' ', status, projects, proposals), ', ' ORDER BY status), '') FROM public.my_project_figures()`
		today    = `SELECT concat_ws(' ', proposals, projects) FROM public.my_activity(7) ORDER BY day DESC LIMIT 1`
		week     = `SELECT concat_ws(' ', count(*), sum(proposals), sum(projects)) FROM public.my_activity(7)`
		overview = `SELECT concat_ws(' ', professionals, companies, projects_open, projects_total, proposals_total, messages_total) FROM public.market_overview()`
		market   = `SELECT concat_ws(' ', count(*), sum(members), sum(projects), sum(proposals)) FROM public.market_activity(7)`
	)
	for _, c := range []struct {
		name  string
		who   uuid.UUID
		query string
		want  string
	}{
		{"a company's projects by state, confidential ones too", serra, own, "closed 1 1, open 1 2"},
		{"the other company's", vale, own, "open 1 1"},
		{"a professional has none", marina, own, ""},
		{"a visitor may not ask", uuid.Nil, own, "42501"},
		{"what a company received and published today", serra, today, "3 1"},
		{"and within a week", serra, week, "7 3 2"},
		{"what a professional sent", marina, week, "7 3 0"},
		{"the market", admin, overview, "2 2 2 3 4 0"},
		{"the market over a week", admin, market, "7 5 3 4"},
		{"a company may not see the market", serra, overview, refused},
		{"nor its days", serra, market, refused},
	} {
		if got := s.Seen(c.who, c.query); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestACodeIsFoundHoweverItIsWritten searches as the web application does, which sends a typed code
// as one word without hyphens and spaces.
func TestACodeIsFoundHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra := s.Member("company", "Serra Azul")
	for _, title := range []string{"Migração de S7-300", "Migração de s7 300", "Migração de S7300", "Painel IEC 61131-3", "Troca do 6ES7315-2EH14-0AB0"} {
		s.Project(serra, title)
	}
	first := s.Text(`SELECT 'prj' || min(number) FROM public.projects`)
	for _, c := range []struct{ asked, want string }{
		{`'s7300':*`, "Migração de S7-300, Migração de S7300, Migração de s7 300"},
		{`'s7':* & '300':* | 's7300':*`, "Migração de S7-300, Migração de S7300, Migração de s7 300"},
		{`'iec611313':*`, "Painel IEC 61131-3"},
		{`'6es73152eh140ab0':*`, "Troca do 6ES7315-2EH14-0AB0"},
		{`'` + first + `'`, "Migração de S7-300"},
	} {
		got := s.Text(`SELECT coalesce(string_agg(title, ', ' ORDER BY title COLLATE "C"), '') FROM public.projects WHERE search @@ to_tsquery('public.automacao', $1)`, c.asked)
		if got != c.want {
			t.Errorf("%s finds %q, want %q", c.asked, got, c.want)
		}
	}
}
