package ledger_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market/money/ledger"
)

func TestAGuaranteeIsContested(t *testing.T) {
	t.Parallel()
	s := open(t)
	ctx := t.Context()
	deal := s.funded(money.Reais(100))
	returned, lifted := ledger.Contest{ID: uuid.New(), Deal: deal}, ledger.Contest{ID: uuid.New(), Deal: deal}
	for range 2 {
		s.must(func(tx pgx.Tx) error { return ledger.ContestHeld(ctx, tx, lifted, money.Reais(100)) })
	}
	s.refused(ledger.ErrShort, func(tx pgx.Tx) error { return ledger.Release(ctx, tx, deal, ledger.Shares{Value: 1}) })
	for range 2 {
		s.must(func(tx pgx.Tx) error { return ledger.LiftContest(ctx, tx, lifted, money.Reais(100)) })
	}
	s.refused(ledger.ErrHoldEnded, func(tx pgx.Tx) error { return ledger.ReturnContest(ctx, tx, lifted, money.Reais(100)) })
	s.must(func(tx pgx.Tx) error { return ledger.ContestHeld(ctx, tx, returned, money.Reais(60)) })
	s.refused(ledger.ErrHoldExceeded, func(tx pgx.Tx) error { return ledger.ReturnContest(ctx, tx, returned, money.Reais(61)) })
	for range 2 {
		s.must(func(tx pgx.Tx) error { return ledger.ReturnContest(ctx, tx, returned, money.Reais(60)) })
	}
	s.refused(ledger.ErrHoldEnded, func(tx pgx.Tx) error { return ledger.LiftContest(ctx, tx, returned, money.Reais(60)) })
	if got, want := s.statement(s.serra), "guarantee -100.00, contest_returned 60.00"; got != want {
		t.Errorf("the company reads %s, want %s", got, want)
	}
	if got := s.balance("held:"+deal.MilestoneID.String()) + " " + s.balance("contested:"+deal.MilestoneID.String()); got != "4000/0 0/0" {
		t.Errorf("there is %s", got)
	}
}

func TestWhatWasPaidOutAlreadyIsOwed(t *testing.T) {
	t.Parallel()
	s := open(t)
	ctx := t.Context()
	deal := s.earned(money.Reais(100))
	payout := ledger.Payout{ID: uuid.New(), PartyID: s.marina}
	s.must(func(tx pgx.Tx) error { return ledger.ReservePayout(ctx, tx, payout, money.Reais(70)) })
	s.must(func(tx pgx.Tx) error { return ledger.PostPayout(ctx, tx, payout, money.Reais(70)) })
	contest := ledger.Contest{ID: uuid.New(), Deal: deal}
	for range 2 {
		s.must(func(tx pgx.Tx) error { return ledger.ContestReleased(ctx, tx, contest, money.Reais(100)) })
	}
	s.refused(ledger.ErrKeyReused, func(tx pgx.Tx) error { return ledger.ContestReleased(ctx, tx, contest, money.Reais(99)) })
	debt := "owed:" + s.marina.String()
	if got := s.balance(debt); got != "-7000/0" {
		t.Errorf("she owes %s", got)
	}

	next := s.earned(money.Reais(50))
	for range 2 {
		var taken money.Money
		s.must(func(tx pgx.Tx) (err error) {
			taken, err = ledger.CollectOwed(ctx, tx, next)
			return err
		})
		if taken != money.Reais(50) || s.balance(debt) != "-2000/0" {
			t.Errorf("%s is taken, and she owes %s", taken, s.balance(debt))
		}
	}
	// Lifting returns what she paid, and cancels what she still owes.
	for range 2 {
		s.must(func(tx pgx.Tx) error { return ledger.LiftContest(ctx, tx, contest, money.Reais(100)) })
	}
	if got, want := s.statement(s.marina), "release 100.00, payout -70.00, contest -30.00, release 50.00, contest -50.00, contest 80.00"; got != want {
		t.Errorf("she reads %s, want %s", got, want)
	}
	if got := s.balance(debt) + " " + s.balance("available:"+s.marina.String()); got != "0/0 8000/0" {
		t.Errorf("there is %s", got)
	}
}
