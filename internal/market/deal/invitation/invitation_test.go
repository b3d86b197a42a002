package invitation_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/deal/invitation"
	"automacao/internal/market/deal/project"
	"automacao/internal/market/markettest"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

type scene struct {
	*markettest.Stage
	t                           *testing.T
	serra, vale, marina, rafael uuid.UUID
	project                     uuid.UUID
}

func setup(t *testing.T) scene {
	t.Helper()
	s := scene{Stage: markettest.Open(t), t: t}
	s.serra, s.vale = s.Member("company", "Serra Azul"), s.Member("company", "Vale Verde")
	s.marina, s.rafael = s.Member("professional", "Marina Alves"), s.Member("professional", "Rafael Nunes")
	s.project = s.Project(s.serra, "Retrofit")
	return s
}

func (s scene) invite(who, projectID, professionalID uuid.UUID, note string) (uuid.UUID, string) {
	sent, err := markettest.Call(s.Stage, who, invitation.Invite, invitation.Invitation{ProjectID: projectID, ProfessionalID: professionalID, Note: note})
	return sent.ID, markettest.Code(err)
}

// invited is an invitation of Marina to the project of Serra Azul.
func (s scene) invited() uuid.UUID {
	s.t.Helper()
	id, refusal := s.invite(s.serra, s.project, s.marina, "")
	if refusal != "" {
		s.t.Fatal(refusal)
	}
	return id
}

func (s scene) news(who uuid.UUID) string {
	return s.Text(`SELECT string_agg(kind || ' / ' || title || ' / ' || body, '; ' ORDER BY created_at) FROM public.notifications WHERE profile_id = $1`, who)
}

func TestAProfessionalIsInvited(t *testing.T) {
	t.Parallel()
	s := setup(t)
	sent, err := markettest.Call(s.Stage, s.serra, invitation.Invite, invitation.Invitation{ProjectID: s.project, ProfessionalID: s.marina, Note: " Pode visitar na terça? "})
	if err != nil {
		t.Fatal(err)
	}
	if sent.Status != "sent" || sent.Left != 9 {
		t.Errorf("got %+v", sent)
	}
	if days := s.Text(`SELECT extract(day FROM expires_at - created_at)::text FROM public.invitations_to_propose WHERE id = $1`, sent.ID); days != "14" {
		t.Errorf("it expires after %s days", days)
	}
	if news := s.news(s.marina); news != "invitation / Convite para enviar proposta: Retrofit / Serra Azul convida você a enviar uma proposta.\n\nPode visitar na terça?" {
		t.Errorf("Marina reads %q", news)
	}
	for who, want := range map[uuid.UUID]string{s.serra: "1", s.marina: "1", s.rafael: "0", s.vale: "0", uuid.Nil: "42501"} {
		if seen := s.Seen(who, `SELECT count(*)::text FROM public.invitations_to_propose`); seen != want {
			t.Errorf("%s sees %s, want %s", who, seen, want)
		}
	}
	if turn := s.Seen(s.marina, `SELECT string_agg(kind || ' ' || title, ', ') FROM public.my_turn($1)`, s.marina); turn != "invitation Retrofit" {
		t.Errorf("her turn is %q", turn)
	}
}

// TestAConfidentialCompanyIsNotNamed looks wherever a name or a key of the company could appear.
func TestAConfidentialCompanyIsNotNamed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Exec(`UPDATE public.projects SET is_confidential = true WHERE id = $1`, s.project)
	s.invited()
	told := s.Text(`SELECT string_agg(to_jsonb(n)::text, '') FROM public.notifications n WHERE profile_id = $1`, s.marina) +
		s.Seen(s.marina, `SELECT string_agg(concat_ws(' ', id, project_id, professional_id, note, status), '') FROM public.invitations_to_propose`)
	if strings.Contains(told, "Serra") || strings.Contains(told, s.serra.String()) {
		t.Errorf("the professional is told of the company: %s", told)
	}
}

func TestOnlyTheCompanyInvites(t *testing.T) {
	t.Parallel()
	s := setup(t)
	reader := s.Colleague(s.serra, "reader", "Otávio Leal")
	engineer := s.Colleague(s.serra, "engineer", "Igor Ramos")
	blocked := s.Member("company", "Bloqueada")
	ofBlocked := s.Project(blocked, "Painel")
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, blocked)
	for name, c := range map[string]struct {
		who, project uuid.UUID
		want         string
	}{
		"another company":     {s.vale, s.project, "project_not_found"},
		"a professional":      {s.marina, s.project, "project_not_found"},
		"nobody":              {uuid.Nil, s.project, "project_not_found"},
		"a reader":            {reader, s.project, "right_missing"},
		"a blocked company":   {blocked, ofBlocked, "right_missing"},
		"an unknown project":  {s.serra, uuid.New(), "project_not_found"},
		"an engineer of hers": {engineer, s.project, ""},
	} {
		if _, refusal := s.invite(c.who, c.project, s.rafael, ""); refusal != c.want {
			t.Errorf("%s: %q, want %q", name, refusal, c.want)
		}
	}
}

func TestWhoCannotBeInvited(t *testing.T) {
	t.Parallel()
	s := setup(t)
	blocked, unavailable, unwilling := s.Member("professional", "Bruno Lima"), s.Member("professional", "Ana Reis"), s.Member("professional", "Caio Luz")
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, blocked)
	s.Exec(`UPDATE public.profiles SET availability = 'unavailable' WHERE id = $1`, unavailable)
	s.Exec(`INSERT INTO public.preferences (profile_id, new_invitations) VALUES ($1, false)`, unwilling)
	proposer := s.Member("professional", "Davi Melo")
	s.Proposal(s.project, proposer)
	s.invited()
	for name, c := range map[string]struct {
		who  uuid.UUID
		want string
	}{
		"who is blocked":             {blocked, "professional_not_found"},
		"a company":                  {s.vale, "professional_not_found"},
		"the company itself":         {s.serra, "professional_not_found"},
		"nobody":                     {uuid.New(), "professional_not_found"},
		"who is not available":       {unavailable, "professional_not_available"},
		"who wants no invitations":   {unwilling, "invitations_unwanted"},
		"who has proposed":           {proposer, "professional_has_proposed"},
		"who was invited before":     {s.marina, "already_invited"},
		"a colleague who is no firm": {s.Colleague(s.rafael, "engineer", "Eva Dias"), "professional_not_found"},
	} {
		if _, refusal := s.invite(s.serra, s.project, c.who, ""); refusal != c.want {
			t.Errorf("%s: %q, want %q", name, refusal, c.want)
		}
	}
	if _, refusal := s.invite(s.serra, s.project, s.rafael, strings.Repeat("é", 501)); refusal != "invitation_note_too_long" {
		t.Errorf("a long note: %q", refusal)
	}
	if _, err := markettest.Call(s.Stage, s.serra, project.Close, project.Closing{ProjectID: s.project}); err != nil {
		t.Fatal(err)
	}
	if _, refusal := s.invite(s.serra, s.project, s.rafael, ""); refusal != "project_not_open" {
		t.Errorf("to a closed project: %q", refusal)
	}
}

// TestNobodyInvitesThemselves invites the other accounts of the people of a company.
func TestNobodyInvitesThemselves(t *testing.T) {
	t.Parallel()
	s := setup(t)
	eva := s.Colleague(s.serra, "buyer", "Eva Dias")
	s.Exec(`UPDATE public.organisations SET document = '11222333000181' WHERE id = $1`, s.serra)
	s.Exec(`UPDATE public.accounts SET document = '52998224725' WHERE profile_id = $1`, eva)
	branch, second, member, other := s.Member("professional", "Filial"), s.Member("professional", "Eva Dias"), s.Member("professional", "Estúdio"), s.Member("professional", "Outra")
	for _, firm := range []uuid.UUID{branch, member, other} {
		s.Colleague(firm, "engineer", "Colega")
	}
	s.Exec(`UPDATE public.organisations SET document = '11222333000262' WHERE id = $1`, branch)
	s.Exec(`UPDATE public.organisations SET document = '99222333000181' WHERE id = $1`, other)
	s.Exec(`INSERT INTO public.document_conflicts (profile_id, document, first_profile_id) VALUES ($1, '52998224725', $2)`, second, eva)
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, 'reader')`, member, eva)
	for name, c := range map[string]struct {
		who  uuid.UUID
		want string
	}{
		"a branch of the firm":         {branch, "same_firm_invited"},
		"a second account of a member": {second, "same_firm_invited"},
		"a firm of a member":           {member, "same_firm_invited"},
		"another firm":                 {other, ""},
	} {
		if _, refusal := s.invite(s.serra, s.project, c.who, ""); refusal != c.want {
			t.Errorf("%s: %q, want %q", name, refusal, c.want)
		}
	}
}

func TestAFirmIsInvitedWhileSomebodyWantsIt(t *testing.T) {
	t.Parallel()
	s := setup(t)
	partner := s.Colleague(s.marina, "owner", "Lia Prado")
	s.Exec(`INSERT INTO public.preferences (profile_id, new_invitations) VALUES ($1, false)`, s.marina)
	s.invited()
	if news := s.news(s.marina); news != "" {
		t.Errorf("Marina wants no invitations and reads %q", news)
	}
	if news := s.news(partner); news == "" {
		t.Error("her partner is not told")
	}
	s.Exec(`INSERT INTO public.preferences (profile_id, new_invitations) VALUES ($1, false)`, partner)
	if _, refusal := s.invite(s.serra, s.Project(s.serra, "Painel"), s.marina, ""); refusal != "invitations_unwanted" {
		t.Errorf("nobody of the firm wants it: %q", refusal)
	}
}

func TestAProjectHasTenInvitationsAlsoInParallel(t *testing.T) {
	t.Parallel()
	s := setup(t)
	refusals := make([]string, 14)
	people := make([]uuid.UUID, len(refusals))
	for i := range people {
		people[i] = s.Member("professional", fmt.Sprintf("Pessoa %d", i))
	}
	var all sync.WaitGroup
	for i, who := range people {
		all.Go(func() { _, refusals[i] = s.invite(s.serra, s.project, who, "") })
	}
	all.Wait()
	counts := map[string]int{}
	for _, refusal := range refusals {
		counts[refusal]++
	}
	if counts[""] != 10 || counts["too_many_project_invitations"] != 4 {
		t.Errorf("got %v", counts)
	}
}

func TestAProfessionalGetsFiveAWeekFromAllCompaniesAlsoInParallel(t *testing.T) {
	t.Parallel()
	s := setup(t)
	refusals := make([]string, 8)
	companies, projects := make([]uuid.UUID, len(refusals)), make([]uuid.UUID, len(refusals))
	for i := range companies {
		companies[i] = s.Member("company", fmt.Sprintf("Empresa %d", i))
		projects[i] = s.Project(companies[i], "Retrofit")
	}
	var all sync.WaitGroup
	for i := range companies {
		all.Go(func() { _, refusals[i] = s.invite(companies[i], projects[i], s.marina, "") })
	}
	all.Wait()
	counts := map[string]int{}
	for _, refusal := range refusals {
		counts[refusal]++
	}
	if counts[""] != 5 || counts["professional_invited_enough"] != 3 {
		t.Errorf("got %v", counts)
	}
	s.Exec(`UPDATE public.invitations_to_propose SET created_at = created_at - interval '8 days'`)
	if _, refusal := s.invite(s.serra, s.project, s.marina, ""); refusal != "" {
		t.Errorf("a week later: %q", refusal)
	}
}

func TestACompanyInvitesThirtyInADay(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for range 3 {
		full := s.Project(s.serra, "Painel")
		for range 10 {
			s.Exec(`INSERT INTO public.invitations_to_propose (project_id, professional_id, expires_at) VALUES ($1, $2, now() + interval '14 days')`, full, s.Member("professional", "Pessoa"))
		}
	}
	if _, refusal := s.invite(s.serra, s.project, s.marina, ""); refusal != "too_many_project_invitations_today" {
		t.Errorf("the 31st: %q", refusal)
	}
	s.Exec(`UPDATE public.invitations_to_propose SET created_at = created_at - interval '1 day'`)
	if _, refusal := s.invite(s.serra, s.project, s.marina, ""); refusal != "" {
		t.Errorf("the next day: %q", refusal)
	}
}
