package project_test

import (
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/markettest"
)

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
