package amendment_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/kernel/money"
	"automacao/internal/market/deal/amendment"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// scene is a contract between Serra Azul and Marina with three milestones, the last two with due
// dates.
type scene struct {
	*markettest.Stage
	t                     *testing.T
	serra, marina, rafael uuid.UUID
	contract              uuid.UUID
	parts                 [3]uuid.UUID
}

const parts = `[{"title": "Projeto", "value": 900}, {"title": "Montagem", "value": 1000, "due_on": "2999-12-20"}, {"title": "Partida", "value": 100, "due_on": "2999-01-31"}]`

func setup(t *testing.T) scene {
	t.Helper()
	s := scene{Stage: markettest.Open(t), t: t}
	s.serra, s.marina, s.rafael = s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves"), s.Member("professional", "Rafael Nunes")
	chosen := s.ID(`INSERT INTO public.proposals (project_id, professional_id, value, cover_letter, milestones) VALUES ($1, $2, 2000, 'Posso', $3) RETURNING id`,
		s.Project(s.serra, "Retrofit"), s.marina, parts)
	agreed, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: chosen})
	if err != nil {
		t.Fatal(err)
	}
	s.contract = agreed.ContractID
	for i := range s.parts {
		s.parts[i] = s.ID(`SELECT id FROM public.milestones WHERE contract_id = $1 AND position = $2`, s.contract, i+1)
	}
	return s
}

func take[In, Out any](s scene, who uuid.UUID, step markettest.Workflow[In, Out], in In) string {
	_, err := markettest.Call(s.Stage, who, step, in)
	return markettest.Code(err)
}

func must[In, Out any](s scene, who uuid.UUID, step markettest.Workflow[In, Out], in In) Out {
	s.t.Helper()
	out, err := markettest.Call(s.Stage, who, step, in)
	if err != nil {
		s.t.Fatalf("refused: %s", markettest.Code(err))
	}
	return out
}

// proposed is an amendment: a second panel for R$ 1.500,50 and ten more working days.
func (s scene) proposed() amendment.Proposed {
	hours := 12
	return amendment.Proposed{ContractID: s.contract, Title: "Segundo painel", Description: "Montar e ligar o painel 2", Hours: &hours,
		Price: money.Money(150050), ShiftDays: 10, Reason: "A linha 2 não estava no projeto"}
}

func (s scene) propose() amendment.Status {
	s.t.Helper()
	return must(s, s.marina, amendment.Propose, s.proposed())
}

func yes(a amendment.Status) amendment.Reply {
	return amendment.Reply{AmendmentID: a.ID, Accept: true}
}

func no(a amendment.Status) amendment.Reply {
	return amendment.Reply{AmendmentID: a.ID, Reason: "Já está no escopo"}
}

func about(a amendment.Status) amendment.Reference { return amendment.Reference{AmendmentID: a.ID} }

// tend runs the due work for the given time after the amendment was proposed.
func (s scene) tend(a amendment.Status, after time.Duration) {
	s.t.Helper()
	var proposed time.Time
	if err := s.Pool.QueryRow(s.t.Context(), `SELECT created_at FROM public.amendments WHERE id = $1`, a.ID).Scan(&proposed); err != nil {
		s.t.Fatal(err)
	}
	if err := amendment.Tend(s.Watch(s.t.Context()), s.Pool, proposed.Add(after)); err != nil {
		s.t.Fatal(err)
	}
}

func (s scene) state(a amendment.Status) string {
	return s.Text(`SELECT status FROM public.amendments WHERE id = $1`, a.ID)
}

// worth returns the value of the contract and the sum of its milestones.
func (s scene) worth() string {
	return s.Text(`SELECT c.value || ' ' || (SELECT sum(m.value) FROM public.milestones m WHERE m.contract_id = c.id) FROM public.contracts c WHERE c.id = $1`, s.contract)
}
