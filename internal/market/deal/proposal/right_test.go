package proposal_test

import (
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
)

func (s scene) accept(who uuid.UUID) string {
	_, err := markettest.Call(s.Stage, who, proposal.Accept, proposal.Acceptance{ProposalID: s.marinas})
	return markettest.Code(err)
}

func TestWhoOfATeamDecidesAboutAProposal(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, role := range []string{"engineer", "finance", "reader"} {
		who := s.Colleague(s.serra, role, role)
		if refusal := s.accept(who); refusal != "right_missing" {
			t.Errorf("the %s accepts: %q", role, refusal)
		}
		_, err := markettest.Call(s.Stage, who, proposal.Decline, proposal.Refusal{ProposalID: s.marinas, Reason: "Caro"})
		if refusal := markettest.Code(err); refusal != "right_missing" {
			t.Errorf("the %s declines: %q", role, refusal)
		}
	}
	former := s.Colleague(s.serra, "buyer", "Eva Martins")
	s.Exec(`DELETE FROM public.memberships WHERE person_id = $1`, former)
	if refusal := s.accept(former); refusal != "proposal_not_found" {
		t.Errorf("a former buyer accepts: %q", refusal)
	}
	both := s.Colleague(s.serra, "buyer", "Otávio Lima")
	s.Colleague(s.marina, "reader", "Rui Castro")
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, 'owner')`, s.marina, both)
	if refusal := s.accept(both); refusal != "both_sides" {
		t.Errorf("a member of both sides accepts: %q", refusal)
	}
	for _, role := range []string{"engineer", "finance", "reader"} {
		s.Exec(`UPDATE public.memberships SET role = $2 WHERE person_id = $1 AND organisation_id = $3`, both, role, s.marina)
		if refusal := s.accept(both); refusal != "both_sides" {
			t.Errorf("the buyer who is the %s of the other side accepts: %q", role, refusal)
		}
	}
	buyer := s.Colleague(s.serra, "buyer", "Eva Martins")
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, s.serra)
	if refusal := s.accept(buyer); refusal != "right_missing" {
		t.Errorf("the buyer of a blocked company accepts: %q", refusal)
	}
	s.Exec(`UPDATE public.profiles SET status = 'active' WHERE id = $1`, s.serra)
	if refusal := s.accept(buyer); refusal != "" {
		t.Errorf("the buyer accepts: %q", refusal)
	}
}

func TestWhoOfAFirmTakesItsProposalBack(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, c := range []struct{ role, refusal string }{
		{"engineer", "right_missing"}, {"finance", "right_missing"}, {"reader", "right_missing"}, {"buyer", ""},
	} {
		_, err := markettest.Call(s.Stage, s.Colleague(s.marina, c.role, c.role), proposal.Withdraw, proposal.Reference{ProposalID: s.marinas})
		if refusal := markettest.Code(err); refusal != c.refusal {
			t.Errorf("the %s: %q", c.role, refusal)
		}
	}
}
