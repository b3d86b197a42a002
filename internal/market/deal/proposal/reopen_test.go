package proposal_test

import (
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/project"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
)

// code runs a workflow and returns the code of its refusal.
func code[In, Out any](s scene, who uuid.UUID, workflow markettest.Workflow[In, Out], in In) string {
	_, err := markettest.Call(s.Stage, who, workflow, in)
	return markettest.Code(err)
}

func (s scene) about(proposalID uuid.UUID) proposal.Reference {
	return proposal.Reference{ProposalID: proposalID}
}

func TestANoCanBeTakenBack(t *testing.T) {
	t.Parallel()
	s := setup(t)
	decline := func() {
		t.Helper()
		if got := code(s, s.serra, proposal.Decline, proposal.Refusal{ProposalID: s.marinas, Reason: "Cara", InvitesNew: true}); got != "" {
			t.Fatal(got)
		}
	}
	if got := code(s, s.serra, proposal.UndoDecline, s.about(s.marinas)); got != "proposal_not_declined" {
		t.Errorf("before the no: %q", got)
	}
	decline()
	if row := s.Text(`SELECT concat_ws(' ', decline_cause, invites_new, decline_reason) FROM public.proposals WHERE id = $1`, s.marinas); row != "company t Cara" {
		t.Errorf("it says %q", row)
	}
	if got := code(s, s.marina, proposal.UndoDecline, s.about(s.marinas)); got != "proposal_not_found" {
		t.Errorf("its sender: %q", got)
	}
	if got := code(s, s.serra, proposal.UndoDecline, s.about(s.marinas)); got != "" {
		t.Errorf("at once: %q", got)
	}
	if row := s.Text(`SELECT concat_ws(' ', status, decline_cause, decline_reason, decided_at, invites_new) FROM public.proposals WHERE id = $1`, s.marinas); row != "pending f" {
		t.Errorf("it says %q", row)
	}
	if news := s.news(s.marina); news != "decision: Proposta recusada: Retrofit da envasadora; decision: Recusa desfeita: Retrofit da envasadora" {
		t.Errorf("Marina reads %q", news)
	}

	decline()
	s.Exec(`UPDATE public.proposals SET decided_at = now() - interval '10 minutes' WHERE id = $1`, s.marinas)
	if got := code(s, s.serra, proposal.UndoDecline, s.about(s.marinas)); got != "decline_final" {
		t.Errorf("ten minutes later: %q", got)
	}
	s.Exec(`UPDATE public.proposals SET decided_at = now() WHERE id = $1`, s.marinas)
	newer := s.Proposal(s.project, s.marina)
	if got := code(s, s.serra, proposal.UndoDecline, s.about(s.marinas)); got != "proposal_superseded" {
		t.Errorf("after she sent another: %q", got)
	}
	if got := code(s, s.marina, proposal.Withdraw, s.about(newer)); got != "" {
		t.Fatal(got)
	}
	if got := code(s, s.serra, proposal.UndoDecline, s.about(s.marinas)); got != "proposal_superseded" {
		t.Errorf("after she took the other back: %q", got)
	}
}

func TestAPartyHasThreeProposalsToAProject(t *testing.T) {
	t.Parallel()
	s := setup(t)
	sent := s.marinas
	for range 2 {
		if got := code(s, s.serra, proposal.Decline, proposal.Refusal{ProposalID: sent, Reason: "Ainda não"}); got != "" {
			t.Fatal(got)
		}
		sent = s.Proposal(s.project, s.marina)
	}
	if got := code(s, s.marina, proposal.Withdraw, s.about(sent)); got != "" {
		t.Fatal(got)
	}
	_, err := s.Pool.Exec(t.Context(), `INSERT INTO public.proposals (project_id, professional_id, value, cover_letter) VALUES ($1, $2, 1, 'Mais uma')`, s.project, s.marina)
	if got := markettest.Code(err); got != "too_many_proposals" {
		t.Errorf("the fourth: %q", got)
	}
	if counted := s.Text(`SELECT proposals_count::text FROM public.projects WHERE id = $1`, s.project); counted != "3" {
		t.Errorf("the project counts %s", counted)
	}
}

func TestTheNextBestMayComeBack(t *testing.T) {
	t.Parallel()
	s := setup(t)
	agreed, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.marinas})
	if err != nil {
		t.Fatal(err)
	}
	if cause := s.Text(`SELECT decline_cause FROM public.proposals WHERE id = $1`, s.rafaels); cause != "other_chosen" {
		t.Errorf("Rafael's was declined for %q", cause)
	}
	if got := code(s, s.serra, proposal.Reopen, s.about(s.rafaels)); got != "project_not_open" {
		t.Errorf("while another works: %q", got)
	}
	if got := code(s, s.marina, contract.Withdraw, contract.Ending{ContractID: agreed.ContractID, Reason: "Fiquei sem agenda"}); got != "" {
		t.Fatal(got)
	}
	if got := code(s, s.serra, proposal.Reopen, s.about(s.rafaels)); got != "" {
		t.Errorf("refused: %q", got)
	}
	if got := code(s, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.rafaels}); got != "" {
		t.Errorf("the next best is refused: %q", got)
	}
	if standing := s.Text(`SELECT string_agg(status, ' ' ORDER BY created_at) FROM public.contracts WHERE project_id = $1`, s.project); standing != "withdrawn agreed" {
		t.Errorf("contracts are %q", standing)
	}
	if got := code(s, s.serra, proposal.Reopen, s.about(s.marinas)); got != "proposal_not_declined" {
		t.Errorf("one that ended: %q", got)
	}

	s = setup(t)
	if got := code(s, s.serra, proposal.Decline, proposal.Refusal{ProposalID: s.marinas, Reason: "Não"}); got != "" {
		t.Fatal(got)
	}
	if got := code(s, s.serra, proposal.Reopen, s.about(s.marinas)); got != "proposal_not_reopenable" {
		t.Errorf("the company's own no: %q", got)
	}
}

func TestOthersMayBeKeptWaiting(t *testing.T) {
	t.Parallel()
	s := setup(t)
	if got := code(s, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.marinas, KeepOthers: true}); got != "" {
		t.Fatal(got)
	}
	if status, news := s.status(s.rafaels), s.news(s.rafael); status != "waiting" || news != "decision: Proposta em espera: Retrofit da envasadora" {
		t.Errorf("Rafael's is %s, he reads %q", status, news)
	}
	if got := code(s, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.rafaels}); got != "proposal_not_pending" {
		t.Errorf("a waiting one is accepted: %q", got)
	}
	if got := code(s, s.rafael, proposal.Withdraw, s.about(s.rafaels)); got != "" {
		t.Errorf("he cannot take it back: %q", got)
	}
}

func TestLeavingTakesProposalsBackAndClosesProjects(t *testing.T) {
	t.Parallel()
	s := setup(t)
	other := s.Project(s.serra, "Painel")
	sent := s.Proposal(other, s.marina)
	s.leave(t, s.marina, proposal.WithdrawAllOf)
	if first, second := s.status(s.marinas), s.status(sent); first != "withdrawn" || second != "withdrawn" {
		t.Errorf("hers are %s and %s", first, second)
	}
	if status := s.status(s.rafaels); status != "pending" {
		t.Errorf("Rafael's is %s", status)
	}
	s.leave(t, s.serra, project.CloseAllOf)
	if open := s.Text(`SELECT count(*)::text FROM public.projects WHERE status <> 'closed'`); open != "0" {
		t.Errorf("%s are open", open)
	}
	if row := s.Text(`SELECT concat_ws(' ', status, decline_cause) FROM public.proposals WHERE id = $1`, s.rafaels); row != "declined project_closed" {
		t.Errorf("Rafael's is %s", row)
	}
}
