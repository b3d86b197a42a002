package project_test

import (
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/markettest"
)

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
