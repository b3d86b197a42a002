package dispute_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/dispute"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/ledger"
	"automacao/internal/market/transition"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// scene is a contract between Serra Azul and Marina with two milestones. Célia is an administrator.
type scene struct {
	*markettest.Stage
	t                    *testing.T
	serra, marina, celia uuid.UUID
	rafael, contract     uuid.UUID
	parts                [2]uuid.UUID
}

func setup(t *testing.T) scene {
	t.Helper()
	s := scene{Stage: markettest.Open(t), t: t}
	s.serra, s.marina = s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	s.rafael, s.celia = s.Member("professional", "Rafael Nunes"), s.Member("admin", "Célia Torres")
	s.agree()
	return s
}

// agree makes a contract with milestones of R$ 1.000,55 and R$ 99,45.
func (s *scene) agree() {
	s.t.Helper()
	chosen := s.ID(`INSERT INTO public.proposals (project_id, professional_id, value, cover_letter, milestones)
		VALUES ($1, $2, 1100, 'Posso', '[{"title": "Montagem", "value": "1000.55"}, {"title": "Partida", "value": "99.45"}]') RETURNING id`,
		s.Project(s.serra, "Retrofit"), s.marina)
	agreed, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: chosen})
	if err != nil {
		s.t.Fatal(err)
	}
	s.contract = agreed.ContractID
	for i := range s.parts {
		s.parts[i] = s.ID(`SELECT id FROM public.milestones WHERE contract_id = $1 AND position = $2`, s.contract, i+1)
	}
}

// ledgerSettler posts held money to the ledger without a fee, like the settler that requests get.
func ledgerSettler(ctx context.Context, tx pgx.Tx, c deal.Contract, m deal.Milestone, toProfessional money.Money) error {
	about := ledger.Deal{ContractID: c.ID, MilestoneID: m.ID, CompanyID: c.CompanyID, ProfessionalID: c.ProfessionalID}
	switch toProfessional {
	case 0:
		return ledger.Refund(ctx, tx, about, m.Held)
	case m.Held:
		return ledger.Release(ctx, tx, about, ledger.Shares{Value: m.Held})
	}
	return ledger.Split(ctx, tx, about, ledger.Shares{Value: toProfessional}, m.Held-toProfessional)
}

// call runs a step as a person, with a settler in the context.
func call[In, Out any](s scene, who uuid.UUID, step markettest.Workflow[In, Out], in In) (out Out, err error) {
	ctx := deal.WithSettler(caller.NewContext(s.Watch(context.Background()), caller.Caller{Role: "authenticated", UserID: who}), ledgerSettler)
	err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		out, err = step(ctx, tx, in)
		return err
	})
	return out, err
}

func take[In any](s scene, who uuid.UUID, step markettest.Workflow[In, dispute.Status], in In) string {
	_, err := call(s, who, step, in)
	return markettest.Code(err)
}

func must[In, Out any](s scene, who uuid.UUID, step markettest.Workflow[In, Out], in In) Out {
	s.t.Helper()
	out, err := call(s, who, step, in)
	if err != nil {
		s.t.Fatalf("refused: %s", markettest.Code(err))
	}
	return out
}

// deliver has Marina deliver a milestone.
func (s scene) deliver(part int) {
	s.t.Helper()
	if _, err := markettest.Call(s.Stage, s.marina, milestone.Deliver, milestone.Delivery{MilestoneID: s.parts[part], Note: "No repositório."}); err != nil {
		s.t.Fatal(err)
	}
}

// fund makes the institution hold the money of a milestone.
func (s scene) fund(part int) {
	s.t.Helper()
	ctx := context.Background()
	err := pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		c, m, err := deal.LockMilestone(ctx, tx, s.parts[part])
		if err != nil {
			return err
		}
		if m.Status == "planned" {
			if err := c.MoveMilestone(ctx, tx, m, deal.MilestoneMove{ContractMove: deal.ContractMove{Action: "fund_milestone", By: transition.Company}}); err != nil {
				return err
			}
		}
		if err := c.MoveMilestone(ctx, tx, m, deal.MilestoneMove{ContractMove: deal.ContractMove{Action: "hold_payment", By: transition.System}}); err != nil {
			return err
		}
		return ledger.Fund(ctx, tx, ledger.Deal{ContractID: c.ID, MilestoneID: m.ID, CompanyID: c.CompanyID, ProfessionalID: c.ProfessionalID}, m.Held)
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

func percent(value int64) *int64 { return &value }

func (s scene) opening(part int, claim int64) dispute.Opening {
	return dispute.Opening{MilestoneID: s.parts[part], Reason: "O painel não liga.", ProfessionalPercent: percent(claim)}
}

// open has Serra open a dispute that claims a percentage of a milestone for Marina.
func (s scene) open(part int, claim int64) uuid.UUID {
	s.t.Helper()
	return must(s, s.serra, dispute.Open, s.opening(part, claim)).ID
}

func about(id uuid.UUID) dispute.Reference { return dispute.Reference{DisputeID: id} }

// negotiating returns a dispute over the first milestone, which was delivered, that was answered.
func (s scene) negotiating(claim int64) uuid.UUID {
	s.t.Helper()
	s.deliver(0)
	id := s.open(0, claim)
	must(s, s.marina, dispute.Answer, dispute.Reply{DisputeID: id, Statement: "Liga, falta energia."})
	return id
}

// decided returns a dispute in which Célia gave Marina a percentage.
func (s scene) decided(given int64) uuid.UUID {
	s.t.Helper()
	id := s.negotiating(0)
	must(s, s.marina, dispute.CallMediation, dispute.Call{DisputeID: id, Reason: "Não há acordo."})
	must(s, s.celia, dispute.Decide, dispute.Decision{DisputeID: id, ProfessionalPercent: percent(given), Reason: "O vídeo mostra o painel ligado."})
	return id
}

// stands returns the states of the disputes, the contract, its milestones and its project.
func (s scene) stands() string {
	return s.Text(`SELECT concat_ws(' ', (SELECT string_agg(d.status, ' ' ORDER BY d.created_at) FROM public.disputes d WHERE d.contract_id = c.id), '|', c.status,
		(SELECT string_agg(m.status, ' ' ORDER BY m.position) FROM public.milestones m WHERE m.contract_id = c.id), p.status)
		FROM public.contracts c JOIN public.projects p ON p.id = c.project_id WHERE c.id = $1`, s.contract)
}

func (s scene) expect(want string) {
	s.t.Helper()
	if got := s.stands(); got != want {
		s.t.Errorf("it stands at %q, want %q", got, want)
	}
}

// owed returns the value of a milestone, and whether it is owed.
func (s scene) owed(part int) string {
	return s.Text(`SELECT concat_ws(' ', value, owed_due_on IS NOT NULL) FROM public.milestones WHERE id = $1`, s.parts[part])
}

// tend runs the due work for the given time after the moment in a column of the dispute.
func (s scene) tend(id uuid.UUID, column string, after time.Duration) {
	s.t.Helper()
	var at time.Time
	if err := s.Pool.QueryRow(s.t.Context(), `SELECT `+column+` FROM public.disputes WHERE id = $1`, id).Scan(&at); err != nil {
		s.t.Fatal(err)
	}
	if err := dispute.Tend(deal.WithSettler(s.Watch(s.t.Context()), ledgerSettler), s.Pool, at.Add(after)); err != nil {
		s.t.Fatal(err)
	}
}

func (s scene) told(who uuid.UUID, title string) string {
	return s.Text(`SELECT count(*)::text FROM public.notifications WHERE profile_id = $1 AND title = $2`, who, title+": Retrofit")
}

// fifty takes a step fifty times concurrently. Each attempt must succeed or be refused with one of
// the refusals.
func fifty(t *testing.T, step func() string, refusals ...string) (taken int) {
	t.Helper()
	var running sync.WaitGroup
	codes := make(chan string, 50)
	for range 50 {
		running.Go(func() { codes <- step() })
	}
	running.Wait()
	close(codes)
	known := map[string]bool{}
	for _, refusal := range refusals {
		known[refusal] = true
	}
	for code := range codes {
		switch {
		case code == "":
			taken++
		case !known[code]:
			t.Errorf("refused with %s", code)
		}
	}
	return taken
}
