package invitation_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal/invitation"
	"automacao/internal/market/deal/project"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
)

func (s scene) answer(who, id uuid.UUID, status string) string {
	_, err := markettest.Call(s.Stage, who, invitation.Answer, invitation.Reply{InvitationID: id, Status: status})
	return markettest.Code(err)
}

func (s scene) status(id uuid.UUID) string {
	return s.Text(`SELECT status FROM public.invitations_to_propose WHERE id = $1`, id)
}

// proposes sends a proposal of Marina.
func (s scene) proposes() {
	s.t.Helper()
	err := pgx.BeginFunc(s.Watch(s.t.Context()), s.Pool, func(tx pgx.Tx) error {
		_, err := proposal.Send(s.Watch(s.t.Context()), tx, proposal.Draft{ProjectID: s.project, ProfessionalID: s.marina, Value: 4850000, CoverLetter: "Já fiz três."})
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

func TestTheLastAnswerStands(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.invited()
	for _, answer := range []string{"interested", "interested", "busy", "declined", "busy", "interested"} {
		if refusal := s.answer(s.marina, id, answer); refusal != "" {
			t.Fatalf("%s: %s", answer, refusal)
		}
		if got := s.status(id); got != answer {
			t.Errorf("after %s it is %s", answer, got)
		}
	}
	if news := s.news(s.serra); news != "proposal / 5 respostas a convites: Retrofit / Marina Alves tem interesse no projeto e pode enviar uma proposta." {
		t.Errorf("the company reads %q", news)
	}
	if turn := s.Seen(s.marina, `SELECT count(*)::text FROM public.my_turn($1)`, s.marina); turn != "0" {
		t.Errorf("answered, and still her turn: %s", turn)
	}
}

func TestOnlyTheInvitedAnswer(t *testing.T) {
	t.Parallel()
	s := setup(t)
	reader, buyer := s.Colleague(s.marina, "reader", "Otávio Leal"), s.Colleague(s.marina, "buyer", "Lia Prado")
	id := s.invited()
	for name, c := range map[string]struct {
		who  uuid.UUID
		want string
	}{
		"the company":          {s.serra, "invitation_to_propose_not_found"},
		"another professional": {s.rafael, "invitation_to_propose_not_found"},
		"nobody":               {uuid.Nil, "invitation_to_propose_not_found"},
		"a reader":             {reader, "right_missing"},
		"a colleague":          {buyer, ""},
	} {
		if refusal := s.answer(c.who, id, "busy"); refusal != c.want {
			t.Errorf("%s: %q, want %q", name, refusal, c.want)
		}
	}
	for _, unknown := range []string{"", "sent", "proposed", "INTERESTED"} {
		if refusal := s.answer(s.marina, id, unknown); refusal != "invitation_answer_unknown" {
			t.Errorf("the answer %q: %q", unknown, refusal)
		}
	}
	if refusal := s.answer(s.marina, uuid.New(), "busy"); refusal != "invitation_to_propose_not_found" {
		t.Errorf("an unknown invitation: %q", refusal)
	}
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, s.marina)
	if refusal := s.answer(s.marina, id, "interested"); refusal != "right_missing" {
		t.Errorf("blocked: %q", refusal)
	}
}

func TestALateAnswerIsRefused(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.invited()
	s.Exec(`UPDATE public.invitations_to_propose SET created_at = now() - interval '14 days', expires_at = now()`)
	if refusal := s.answer(s.marina, id, "interested"); refusal != "invitation_to_propose_over" {
		t.Errorf("after its time: %q", refusal)
	}
	if turn := s.Seen(s.marina, `SELECT count(*)::text FROM public.my_turn($1)`, s.marina); turn != "0" {
		t.Errorf("expired, and still her turn: %s", turn)
	}
	s.proposes()
	if got := s.status(id); got != "proposed" {
		t.Errorf("a late proposal leaves it %s", got)
	}
}

func TestTheEndOfTheProjectEndsItsInvitations(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.invited()
	if _, err := markettest.Call(s.Stage, s.serra, project.Close, project.Closing{ProjectID: s.project}); err != nil {
		t.Fatal(err)
	}
	if refusal := s.answer(s.marina, id, "interested"); refusal != "invitation_to_propose_over" {
		t.Errorf("after the end: %q", refusal)
	}
}

func TestAProposalAnswersTheInvitation(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.invited()
	if refusal := s.answer(s.marina, id, "declined"); refusal != "" {
		t.Fatal(refusal)
	}
	s.proposes()
	if got := s.status(id); got != "proposed" {
		t.Errorf("it is %s", got)
	}
	if refusal := s.answer(s.marina, id, "busy"); refusal != "invitation_to_propose_used" {
		t.Errorf("after the proposal: %q", refusal)
	}
}

func TestFiguresTellHowSomebodyAnswers(t *testing.T) {
	t.Parallel()
	s := setup(t)
	figures := func(who uuid.UUID) string {
		return s.Seen(who, `SELECT coalesce((SELECT concat_ws(' ', invitations, answered, median_hours) FROM public.response_figures($1)), '')`, s.marina)
	}
	for _, answered := range []string{"created_at + interval '2 hours'", "created_at + interval '5 hours'", "NULL"} {
		if told := figures(s.serra); told != "" {
			t.Errorf("told of too few: %s", told)
		}
		s.Exec(`INSERT INTO public.invitations_to_propose (project_id, professional_id, created_at, expires_at, status, answered_at)
			SELECT $1, $2, created_at, created_at + interval '14 days', CASE WHEN `+answered+` IS NULL THEN 'sent' ELSE 'busy' END, `+answered+`
			FROM (SELECT now() - interval '20 days' AS created_at) AS sent`, s.Project(s.serra, "Painel"), s.marina)
	}
	if told := figures(s.serra); told != "3 2 4" {
		t.Errorf("the figures are %s", told)
	}
	// Neither one that waits nor one whose project ended early counts.
	s.invited()
	if _, refusal := s.invite(s.vale, s.Project(s.vale, "Painel"), s.marina, ""); refusal != "" {
		t.Fatal(refusal)
	}
	if _, err := markettest.Call(s.Stage, s.serra, project.Close, project.Closing{ProjectID: s.project}); err != nil {
		t.Fatal(err)
	}
	if told := figures(s.vale); told != "3 2 4" {
		t.Errorf("the figures are %s", told)
	}
	if told := figures(uuid.Nil); told != "42501" {
		t.Errorf("a visitor reads %s", told)
	}
}
