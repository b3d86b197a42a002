package project_test

import (
	"testing"

	"automacao/internal/market/markettest"
)

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
