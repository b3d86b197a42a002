package account

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/markettest"
)

// sectionsOf exports a person's data and returns the names of the sections that contain any of the
// given words.
func sectionsOf(t *testing.T, s *markettest.Stage, who uuid.UUID, words ...string) (found []string) {
	t.Helper()
	got, err := markettest.Call(s, who, ExportData, Nothing{})
	if err != nil {
		t.Fatal(err)
	}
	for name, rows := range got.Sections {
		if slices.ContainsFunc(words, func(word string) bool { return strings.Contains(string(rows), word) }) {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	return found
}

func TestAFirmsPapersAreExportedByWhoAnswersForItNow(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, marina := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	eva, igor := s.Colleague(serra, "owner", "Eva Martins"), s.Colleague(serra, "reader", "Igor Prado")
	project := s.Project(serra, "Retrofit da paletizadora")
	sent := s.Proposal(project, marina)
	s.Exec(`INSERT INTO public.contracts (project_id, proposal_id, company_id, professional_id, value_cents, scope) VALUES ($1, $2, $3, $4, 4850000, '{"title": "Retrofit da paletizadora"}')`, project, sent, serra, marina)
	s.Exec(`INSERT INTO public.invitations (organisation_id, email, role, token_hash, expires_at) VALUES ($1, 'paletizadora@exemplo.test', 'buyer', sha256('x'), now())`, serra)
	s.Exec(`DELETE FROM public.memberships WHERE organisation_id = $1 AND person_id = $1`, serra)
	s.Exec(`INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, 'Sobre a paletizadora')`, marina, serra)

	want := []string{"contracts", "invitations", "memberships", "organisation", "profile", "project_revisions", "projects"}
	if got := sectionsOf(t, s, eva, "paletizadora", "Serra Azul", igor.String()); !slices.Equal(got, want) {
		t.Errorf("the present owner exports %v", got)
	}
	if got := sectionsOf(t, s, serra, "paletizadora", "Serra Azul", igor.String()); !slices.Equal(got, []string{"messages"}) {
		t.Errorf("the founder who left exports %v", got)
	}
	if got := sectionsOf(t, s, igor, "paletizadora", "Serra Azul", eva.String()); len(got) != 0 {
		t.Errorf("a reader exports %v", got)
	}
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, serra)
	if got := sectionsOf(t, s, eva, "paletizadora", "Serra Azul", igor.String()); !slices.Equal(got, want) {
		t.Errorf("of a blocked firm its owner exports %v", got)
	}
}

func TestAnExportDoesNotTellAConfidentialCompany(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, marina := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	project := s.Project(serra, "Retrofit")
	s.Exec(`UPDATE public.projects SET is_confidential = true WHERE id = $1`, project)
	s.Proposal(project, marina)
	s.Exec(`INSERT INTO public.messages (from_id, to_id, content, automatic, sender_visible, actor_id, actor_name)
		VALUES ($1, $2, 'Nova proposta de Marina Alves', true, false, $1, 'Marina Alves')`, marina, serra)
	got, err := markettest.Call(s, marina, ExportData, Nothing{})
	if err != nil {
		t.Fatal(err)
	}
	told, err := json.Marshal(got)
	if err != nil || strings.Contains(string(told), serra.String()) || !strings.Contains(string(told), project.String()) {
		t.Errorf("she is told %s, %v", told, err)
	}
}
