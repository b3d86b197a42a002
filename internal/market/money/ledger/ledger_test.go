package ledger_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/ledger"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// stage is a market with Serra Azul, which pays, and Marina, who earns.
type stage struct {
	*markettest.Stage
	t             *testing.T
	db            *dbtest.Database
	serra, marina uuid.UUID
}

func open(t *testing.T) *stage {
	t.Helper()
	db := dbtest.Open(t)
	s := &stage{Stage: markettest.On(t, db.Pool), t: t, db: db}
	s.serra, s.marina = s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	return s
}

// deal returns a new milestone of the two.
func (s *stage) deal() ledger.Deal {
	return ledger.Deal{MilestoneID: uuid.New(), CompanyID: s.serra, ProfessionalID: s.marina}
}

// run runs work in its own transaction.
func (s *stage) run(work func(pgx.Tx) error) error {
	return pgx.BeginFunc(s.t.Context(), s.db.Pool, work)
}

// must runs work that must not be refused.
func (s *stage) must(work func(pgx.Tx) error) {
	s.t.Helper()
	if err := s.run(work); err != nil {
		s.t.Fatal(err)
	}
}

// funded returns a deal whose guarantee is paid.
func (s *stage) funded(value money.Money) ledger.Deal {
	s.t.Helper()
	deal := s.deal()
	s.must(func(tx pgx.Tx) error { return ledger.Fund(s.t.Context(), tx, deal, value) })
	return deal
}

// earned returns a deal whose guarantee was released without a fee.
func (s *stage) earned(value money.Money) ledger.Deal {
	s.t.Helper()
	deal := s.funded(value)
	s.must(func(tx pgx.Tx) error { return ledger.Release(s.t.Context(), tx, deal, ledger.Shares{Value: value}) })
	return deal
}

// statement returns what a person reads of their own statement, oldest first.
func (s *stage) statement(who uuid.UUID) string {
	s.t.Helper()
	return s.Seen(who, `SELECT coalesce(string_agg(kind || ' ' || value, ', ' ORDER BY at, id), '') FROM public.statement`)
}

// balance returns an account's balance, and how much of it is reserved.
func (s *stage) balance(account string) string {
	s.t.Helper()
	return s.Text(`SELECT balance_cents || '/' || reserved_cents FROM private.ledger_balances WHERE account = $1`, account)
}

// verify verifies the ledger.
func (s *stage) verify() (found ledger.Verification) {
	s.t.Helper()
	s.must(func(tx pgx.Tx) (err error) {
		found, err = ledger.Verify(s.t.Context(), tx)
		return err
	})
	return found
}

func TestALifeOfADeal(t *testing.T) {
	t.Parallel()
	s := open(t)
	deal := s.funded(money.Reais(1000))
	s.must(func(tx pgx.Tx) error {
		return ledger.Release(t.Context(), tx, deal, ledger.Shares{Value: money.Reais(1000), Fee: money.Reais(100), Withheld: money.Reais(50)})
	})
	payout := ledger.Payout{ID: uuid.New(), PartyID: s.marina}
	s.must(func(tx pgx.Tx) error { return ledger.ReservePayout(t.Context(), tx, payout, money.Reais(800)) })
	s.must(func(tx pgx.Tx) error { return ledger.PostPayout(t.Context(), tx, payout, money.Reais(700)) })
	s.must(func(tx pgx.Tx) error { return ledger.SettlePayout(t.Context(), tx, payout, money.Reais(700)) })

	if got, want := s.statement(s.serra), "guarantee -1000.00"; got != want {
		t.Errorf("the company reads %s, want %s", got, want)
	}
	// A withheld tax is held, and each tax can be posted only one way.
	proved, unproved := uuid.New(), uuid.New()
	for range 2 {
		s.must(func(tx pgx.Tx) error { return ledger.ReturnWithheld(t.Context(), tx, deal, proved, money.Reais(30)) })
		s.must(func(tx pgx.Tx) error {
			return ledger.ReleaseWithheld(t.Context(), tx, deal, unproved, money.Reais(20))
		})
	}
	err := s.run(func(tx pgx.Tx) error { return ledger.ReleaseWithheld(t.Context(), tx, deal, proved, money.Reais(30)) })
	if !errors.Is(err, ledger.ErrKeyReused) {
		t.Errorf("both ways: %v", err)
	}
	err = s.run(func(tx pgx.Tx) error { return ledger.ReturnWithheld(t.Context(), tx, deal, uuid.New(), 1) })
	if !errors.Is(err, ledger.ErrShort) {
		t.Errorf("more than is held: %v", err)
	}
	if got, want := s.statement(s.serra), "guarantee -1000.00, withheld 30.00"; got != want {
		t.Errorf("the company reads %s, want %s", got, want)
	}
	if got, want := s.statement(s.marina), "release 1000.00, fee -100.00, withheld -50.00, payout -700.00, withheld 20.00"; got != want {
		t.Errorf("the professional reads %s, want %s", got, want)
	}
	if got := s.balance("available:" + s.marina.String()); got != "17000/0" {
		t.Errorf("available is %s", got)
	}
	if got, want := s.verify(), (ledger.Verification{Balanced: true, Chained: true, Entries: 16}); got != want {
		t.Errorf("it is %+v, want %+v", got, want)
	}
}

// call runs a call without arguments as a person.
func call[Out any](s *stage, who uuid.UUID, workflow markettest.Workflow[ledger.Nothing, Out]) (Out, error) {
	return markettest.Call(s.Stage, who, workflow, ledger.Nothing{})
}
