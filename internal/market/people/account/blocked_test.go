package account_test

import (
	"testing"

	"automacao/internal/market/markettest"
)

func TestABlockedCompanyIsNamedToThoseWhoKnowIt(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, vale, marina := s.Member("company", "Serra Azul"), s.Member("company", "Vale Verde"), s.Member("professional", "Marina Alves")
	s.Proposal(s.Project(serra, "Retrofit"), marina)
	secret := s.Project(vale, "Painel")
	s.Exec(`UPDATE public.projects SET is_confidential = true WHERE id = $1`, secret)
	s.Proposal(secret, marina)
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id IN ($1, $2)`, serra, vale)
	const seen = `SELECT coalesce(string_agg(name || ' ' || status, ', '), 'nobody') FROM public.profiles WHERE role = 'company'`
	if got := s.Seen(marina, seen); got != "Serra Azul blocked" {
		t.Errorf("Marina sees %s", got)
	}
	if got := s.Seen(s.Member("professional", "Rafael Nunes"), seen); got != "nobody" {
		t.Errorf("a stranger sees %s", got)
	}
	s.Exec(`INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, 'Bom dia')`, vale, marina)
	if got := s.Seen(marina, seen+` AND id = '`+vale.String()+`'`); got != "Vale Verde blocked" {
		t.Errorf("Marina, whom it wrote to, sees %s", got)
	}
}
