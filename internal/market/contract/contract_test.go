package contract_test

import (
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/contract"
	"automacao/internal/market/markettest"
	"automacao/internal/market/proposal"
)

func TestAContractGoesFromActiveToCompleted(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, marina, rafael := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves"), s.Member("professional", "Rafael Nunes")
	projectID := s.Project(serra, "Retrofit")
	agreed, err := markettest.Call(s, serra, proposal.Accept, proposal.Reference{ProposalID: s.Proposal(projectID, marina)})
	if err != nil {
		t.Fatal(err)
	}
	about := contract.Reference{ContractID: agreed.ContractID}

	_, err = markettest.Call(s, serra, contract.Complete, about)
	if code := markettest.Code(err); code != "contract_not_delivered" {
		t.Errorf("completed before the delivery: %q", code)
	}
	for _, stranger := range []uuid.UUID{rafael, uuid.Nil} {
		_, err = markettest.Call(s, stranger, contract.Deliver, about)
		if code := markettest.Code(err); code != "contract_not_found" {
			t.Errorf("a stranger: %q", code)
		}
	}
	for _, c := range []struct {
		who   uuid.UUID
		step  string
		other uuid.UUID
		title string
	}{{marina, "delivered", serra, "Entrega marcada: Retrofit"}, {serra, "completed", marina, "Projeto concluído: Retrofit"}} {
		take := contract.Deliver
		if c.step == "completed" {
			take = contract.Complete
		}
		got, err := markettest.Call(s, c.who, take, about)
		if err != nil || got.Status != c.step {
			t.Fatalf("got %+v, %v", got, err)
		}
		if status := s.Text(`SELECT status FROM public.projects WHERE id = $1`, projectID); status != c.step {
			t.Errorf("the project is %s", status)
		}
		if told := s.Text(`SELECT title FROM public.notifications WHERE profile_id = $1 AND kind = 'contract'`, c.other); told != c.title {
			t.Errorf("the other side reads %q", told)
		}
	}
	_, err = markettest.Call(s, marina, contract.Deliver, about)
	if code := markettest.Code(err); code != "contract_not_active" {
		t.Errorf("delivered twice: %q", code)
	}
	if active := s.Text(`SELECT active_projects::text FROM public.profiles WHERE id = $1`, marina); active != "0" {
		t.Errorf("Marina has %s active projects", active)
	}
}
