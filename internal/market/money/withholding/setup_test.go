package withholding_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/kernel/money"
	"automacao/internal/market"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/settlement"
	"automacao/internal/market/money/withholding"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// scene is a running contract of Serra Azul and Marina over R$ 10.000,00.
type scene struct {
	*markettest.Stage
	t                     *testing.T
	serra, marina, rafael uuid.UUID
	contract, part        uuid.UUID
}

func setup(t *testing.T) scene {
	t.Helper()
	s := scene{Stage: markettest.Open(t), t: t}
	s.serra, s.marina, s.rafael = s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves"), s.Member("professional", "Rafael Nunes")
	s.Exec(`UPDATE public.accounts SET document = '52998224725' WHERE profile_id = $1`, s.marina)
	s.as("pj")
	chosen := s.ID(`INSERT INTO public.proposals (project_id, professional_id, value, cover_letter) VALUES ($1, $2, 10000, 'Posso') RETURNING id`, s.Project(s.serra, "Retrofit"), s.marina)
	agreed, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: chosen})
	if err != nil {
		t.Fatal(err)
	}
	s.contract = agreed.ContractID
	s.part = s.ID(`SELECT id FROM public.milestones WHERE contract_id = $1`, s.contract)
	return s
}

// as sets the kind of payee that Marina is: a person (cpf), a firm (pj), a firm in the Simples
// Nacional (simples) or a MEI.
func (s scene) as(payee string) {
	s.t.Helper()
	s.Exec(`DELETE FROM public.organisations WHERE id = $1`, s.marina)
	if payee != "cpf" {
		s.Exec(`INSERT INTO public.organisations (id, role, kind, legal_name, document, is_simples) VALUES ($1, 'professional', replace($2, 'simples', 'pj'), 'Marina Ltda', '11222333000181', $2 = 'simples')`, s.marina, payee)
		s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $1, 'owner')`, s.marina)
	}
}

func take[In, Out any](s scene, who uuid.UUID, step markettest.Workflow[In, Out], in In) string {
	_, err := markettest.Call(s.Stage, who, step, in)
	return markettest.Code(err)
}

// line is a tax on the whole milestone.
func line(tax string, rate withholding.Rate) withholding.Line {
	return withholding.Line{Tax: tax, Base: money.Reais(10_000), Rate: rate}
}

// grounds are the facts that Serra declares for the taxes that depend on them.
var grounds = withholding.Grounds{ISSItem: "7.02"}

func (s scene) record(lines ...withholding.Line) (withholding.Status, string) {
	stands, err := markettest.Call(s.Stage, s.serra, withholding.Record, withholding.Declaration{MilestoneID: s.part, Lines: lines, Grounds: grounds})
	return stands, markettest.Code(err)
}

func (s scene) recorded(lines ...withholding.Line) withholding.Status {
	s.t.Helper()
	stands, code := s.record(lines...)
	if code != "" {
		s.t.Fatal(code)
	}
	return stands
}

func (s scene) yes(round int) withholding.Reply {
	return withholding.Reply{MilestoneID: s.part, Round: round, Accept: true}
}

func (s scene) no() withholding.Reply {
	return withholding.Reply{MilestoneID: s.part, Reason: "Sou do Simples"}
}

// owed has the work accepted.
func (s scene) owed() {
	s.t.Helper()
	about := contract.Reference{ContractID: s.contract}
	if code := take(s, s.marina, contract.Deliver, contract.Delivery{ContractID: about.ContractID}) + take(s, s.serra, contract.Complete, about); code != "" {
		s.t.Fatal(code)
	}
}

// pay has Serra declare a payment, and returns it.
func (s scene) pay() settlement.Reference {
	s.t.Helper()
	said, err := markettest.Call(s.Stage, s.serra, settlement.Record, settlement.Payment{MilestoneID: s.part, PaidOn: time.Now().In(market.Zone).Format(time.DateOnly)})
	if err != nil {
		s.t.Fatal(err)
	}
	return settlement.Reference{PaymentID: said.ID}
}

// stands lists the lines by round and tax.
func (s scene) stands() string {
	return s.Text(`SELECT string_agg(concat_ws(' ', round, tax, value, status, settled), ', ' ORDER BY round, tax) FROM public.withholdings`)
}

func (s scene) expect(want string) {
	s.t.Helper()
	if got := s.stands(); got != want {
		s.t.Errorf("it stands at %q, want %q", got, want)
	}
}

func (s scene) tend(at time.Time) {
	s.t.Helper()
	if err := withholding.Tend(s.Watch(s.t.Context()), s.Pool, at, holdsNothing); err != nil {
		s.t.Fatal(err)
	}
}

func (s scene) told(who uuid.UUID, title string) string {
	return s.Text(`SELECT coalesce(sum(count), 0)::text FROM public.notifications WHERE profile_id = $1 AND title = $2`, who, title+": Retrofit")
}

// constraintOf returns the constraint that refused a row.
func constraintOf(err error) string {
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		return refused.ConstraintName
	}
	return ""
}

// callWrite records the lines with the declaration's own grounds.
func callWrite(s scene, in withholding.Declaration) (withholding.Status, error) {
	return markettest.Call(s.Stage, s.serra, withholding.Record, in)
}
