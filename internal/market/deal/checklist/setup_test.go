package checklist_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/checklist"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

const day = 24 * time.Hour

// scene is a contract between Serra Azul and Marina with two milestones. Steps happen at a given
// time after start instead of now.
type scene struct {
	*markettest.Stage
	t                     *testing.T
	serra, marina, rafael uuid.UUID
	contract              uuid.UUID
	parts                 [2]uuid.UUID
	start                 time.Time
}

const parts = `[{"title": "Montagem", "value": 1000}, {"title": "Partida", "value": 1000, "waits_for_tac": true}]`

func setup(t *testing.T) scene {
	t.Helper()
	s := scene{Stage: markettest.Open(t), t: t, start: time.Date(2026, 10, 20, 9, 30, 0, 123456000, time.UTC)}
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

// call runs a step at the given time after the start.
func call[In, Out any](s scene, after time.Duration, who uuid.UUID, step markettest.Workflow[In, Out], in In) (Out, string) {
	out, err := markettest.Call(s.Stage, who, func(ctx context.Context, tx pgx.Tx, in In) (Out, error) {
		return step(deal.Dated(ctx, s.start.Add(after)), tx, in)
	}, in)
	return out, markettest.Code(err)
}

func take[In, Out any](s scene, who uuid.UUID, step markettest.Workflow[In, Out], in In) string {
	_, code := call(s, 0, who, step, in)
	return code
}

func must[In, Out any](s scene, after time.Duration, who uuid.UUID, step markettest.Workflow[In, Out], in In) Out {
	s.t.Helper()
	out, code := call(s, after, who, step, in)
	if code != "" {
		s.t.Fatalf("refused: %s", code)
	}
	return out
}

// items are two items, of which the first one blocks.
var items = []checklist.Item{{Title: "Parada de emergência", Expected: "Corta em 200 ms", Blocking: true}, {Title: "Manual"}}

func (s scene) list(part int, kind string) checklist.Started {
	return checklist.Started{MilestoneID: s.parts[part], Kind: kind, Items: items}
}

// agreed returns a list that Marina wrote and Serra agreed to.
func (s scene) agreed(part int, kind string) checklist.Status {
	s.t.Helper()
	made := must(s, 0, s.marina, checklist.Start, s.list(part, kind))
	return must(s, 0, s.serra, checklist.Agree, read(made))
}

func read(l checklist.Status) checklist.Version {
	return checklist.Version{ChecklistID: l.ID, Version: l.Version}
}

func (s scene) item(l checklist.Status, position int) uuid.UUID {
	return s.ID(`SELECT id FROM public.checklist_items WHERE checklist_id = $1 AND position = $2`, l.ID, position)
}

func (s scene) result(l checklist.Status, position int, result string) checklist.Result {
	return checklist.Result{ItemID: s.item(l, position), Result: result, Note: map[string]string{"failed": "Corta em 900 ms"}[result]}
}

// record records a result at the given time after the start.
func (s scene) record(after time.Duration, who uuid.UUID, l checklist.Status, position int, result string) checklist.Status {
	s.t.Helper()
	return must(s, after, who, checklist.Record, s.result(l, position, result))
}

// witness makes a side witness what the other recorded, in the current version of the list.
func (s scene) witness(after time.Duration, who uuid.UUID, l checklist.Status) checklist.Status {
	s.t.Helper()
	return must(s, after, who, checklist.Witness, s.witnessed(l))
}

func (s scene) witnessed(l checklist.Status) (in checklist.Witnessed) {
	s.t.Helper()
	in.ChecklistID = l.ID
	if err := s.Pool.QueryRow(s.t.Context(), `SELECT version FROM public.checklists WHERE id = $1`, l.ID).Scan(&in.Version); err != nil {
		s.t.Fatal(err)
	}
	return in
}

// sign makes both sides sign a version.
func (s scene) sign(after time.Duration, l checklist.Status) checklist.Status {
	s.t.Helper()
	must(s, after, s.marina, checklist.Sign, read(l))
	return must(s, after, s.serra, checklist.Sign, read(l))
}

func (s scene) deliver(after time.Duration, part int) {
	s.t.Helper()
	must(s, after, s.marina, milestone.Deliver, milestone.Delivery{MilestoneID: s.parts[part]})
}

func (s scene) about(part int) milestone.Reference {
	return milestone.Reference{MilestoneID: s.parts[part]}
}

func (s scene) all() contract.Reference { return contract.Reference{ContractID: s.contract} }

// tend runs the due work for the given time after the start.
func (s scene) tend(after time.Duration) {
	s.t.Helper()
	if err := errors.Join(checklist.Tend(s.Watch(s.t.Context()), s.Pool, s.start.Add(after)), milestone.Tend(s.Watch(s.t.Context()), s.Pool, s.start.Add(after))); err != nil {
		s.t.Fatal(err)
	}
}

func (s scene) expect(part int, want string) {
	s.t.Helper()
	if got := s.Text(`SELECT status FROM public.milestones WHERE id = $1`, s.parts[part]); got != want {
		s.t.Errorf("the milestone is %s, want %s", got, want)
	}
}

// due returns how long after the start silence accepts the milestone, or "paused".
func (s scene) due(part int) string {
	s.t.Helper()
	var until time.Time
	var isPaused bool
	err := s.Pool.QueryRow(s.t.Context(), `SELECT review_until, paused_at IS NOT NULL FROM public.milestones WHERE id = $1`, s.parts[part]).Scan(&until, &isPaused)
	if err != nil {
		s.t.Fatal(err)
	}
	if isPaused {
		return "paused"
	}
	return until.Sub(s.start).String()
}

// as returns a context whose caller is the given person.
func as(ctx context.Context, who uuid.UUID) context.Context {
	return caller.NewContext(ctx, caller.Caller{Role: "authenticated", UserID: who})
}
