package milestone_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// scene is a contract between Serra Azul and Marina with three milestones. Rafael's proposal was
// kept waiting.
type scene struct {
	*markettest.Stage
	t                     *testing.T
	serra, marina, rafael uuid.UUID
	project, contract     uuid.UUID
	parts                 [3]uuid.UUID
}

const threeParts = `[
	{"title": " Projeto elétrico ", "deliverable": "Diagramas em PDF", "value": 900, "due_on": null},
	{"title": "Montagem", "value": "1000.55"},
	{"title": "Partida", "value": 99.45, "due_on": "2999-01-31"}]`

func setup(t *testing.T) scene {
	t.Helper()
	s := scene{Stage: markettest.Open(t), t: t}
	s.serra, s.marina, s.rafael = s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves"), s.Member("professional", "Rafael Nunes")
	s.project = s.Project(s.serra, "Retrofit")
	chosen := s.ID(propose, s.project, s.marina, 2000, threeParts)
	s.Proposal(s.project, s.rafael)
	agreed, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: chosen, KeepOthers: true})
	if err != nil {
		t.Fatal(err)
	}
	s.contract = agreed.ContractID
	for i := range s.parts {
		s.parts[i] = s.ID(`SELECT id FROM public.milestones WHERE contract_id = $1 AND position = $2`, s.contract, i+1)
	}
	return s
}

const propose = `INSERT INTO public.proposals (project_id, professional_id, value, cover_letter, milestones) VALUES ($1, $2, $3, 'Posso', $4) RETURNING id`

func take[In, Out any](s scene, who uuid.UUID, step markettest.Workflow[In, Out], in In) string {
	_, err := markettest.Call(s.Stage, who, step, in)
	return markettest.Code(err)
}

func must[In, Out any](s scene, who uuid.UUID, step markettest.Workflow[In, Out], in In) {
	s.t.Helper()
	if code := take(s, who, step, in); code != "" {
		s.t.Fatalf("refused: %s", code)
	}
}

func (s scene) deliver(part int) {
	s.t.Helper()
	must(s, s.marina, milestone.Deliver, s.delivery(part))
}
func (s scene) approve(part int)        { s.t.Helper(); must(s, s.serra, milestone.Approve, s.about(part)) }
func (s scene) all() contract.Reference { return contract.Reference{ContractID: s.contract} }

func (s scene) delivery(part int) milestone.Delivery {
	return milestone.Delivery{MilestoneID: s.parts[part]}
}

func (s scene) about(part int) milestone.Reference {
	return milestone.Reference{MilestoneID: s.parts[part]}
}

func (s scene) adjustments(part int) contract.Adjustments {
	return contract.Adjustments{MilestoneID: s.parts[part], Reason: "Faltou a lista de I/O"}
}

// stands returns the states of the contract, its milestones and its project.
func (s scene) stands() string {
	return s.Text(`SELECT concat_ws(' ', c.status, (SELECT string_agg(m.status, ' ' ORDER BY m.position) FROM public.milestones m WHERE m.contract_id = c.id), p.status)
		FROM public.contracts c JOIN public.projects p ON p.id = c.project_id WHERE c.id = $1`, s.contract)
}

func (s scene) expect(want string) {
	s.t.Helper()
	if got := s.stands(); got != want {
		s.t.Errorf("it stands at %q, want %q", got, want)
	}
}

// tend runs the due work for the given time after a milestone was delivered.
func (s scene) tend(part int, after time.Duration) {
	s.t.Helper()
	var delivered time.Time
	if err := s.Pool.QueryRow(s.t.Context(), `SELECT delivered_at FROM public.milestones WHERE id = $1`, s.parts[part]).Scan(&delivered); err != nil {
		s.t.Fatal(err)
	}
	if err := milestone.Tend(s.Watch(s.t.Context()), s.Pool, delivered.Add(after)); err != nil {
		s.t.Fatal(err)
	}
}

// told counts a person's notifications with a title.
func (s scene) told(who uuid.UUID, title string) string {
	return s.Text(`SELECT count(*)::text FROM public.notifications WHERE profile_id = $1 AND title = $2`, who, title+": Retrofit")
}
