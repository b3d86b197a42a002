package ledger_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market/money/ledger"
)

// refused runs work that must be refused with an error.
func (s *stage) refused(want error, work func(pgx.Tx) error) {
	s.t.Helper()
	if err := s.run(work); !errors.Is(err, want) {
		s.t.Errorf("got %v, want %v", err, want)
	}
}

func TestWhatHappenedIsPostedOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	ctx := t.Context()
	deal := s.funded(money.Reais(100))
	again := func(value money.Money) func(pgx.Tx) error {
		return func(tx pgx.Tx) error { return ledger.Fund(ctx, tx, deal, value) }
	}
	s.must(again(money.Reais(100)))
	s.refused(ledger.ErrKeyReused, again(money.Reais(101)))
	if got := s.balance("held:" + deal.MilestoneID.String()); got != "10000/0" {
		t.Errorf("held is %s", got)
	}
	other := deal
	other.ProfessionalID = s.Member("professional", "Rafael Nunes")
	if err := s.run(func(tx pgx.Tx) error { return ledger.Release(ctx, tx, other, ledger.Shares{Value: 1}) }); err == nil {
		t.Error("money held for one professional is released to another")
	}
	if got := s.verify().Entries; got != 2 {
		t.Errorf("there are %d entries", got)
	}
}

func TestAmountsThatDoNotFitAreRefused(t *testing.T) {
	t.Parallel()
	s := open(t)
	ctx := t.Context()
	deal := s.funded(money.Reais(100))
	payout := ledger.Payout{ID: uuid.New(), PartyID: s.marina}
	for fact, c := range map[string]struct {
		want error
		work func(pgx.Tx) error
	}{
		"NothingPaidIn":         {ledger.ErrAmounts, func(tx pgx.Tx) error { return ledger.Fund(ctx, tx, s.deal(), 0) }},
		"LessThanNothingPaidIn": {ledger.ErrAmounts, func(tx pgx.Tx) error { return ledger.Fund(ctx, tx, s.deal(), -1) }},
		"MoreTakenOffThanEarned": {ledger.ErrAmounts, func(tx pgx.Tx) error {
			return ledger.Release(ctx, tx, deal, ledger.Shares{Value: 100, Fee: 60, Withheld: 41})
		}},
		"AFeeBelowNothing": {ledger.ErrAmounts, func(tx pgx.Tx) error { return ledger.Release(ctx, tx, deal, ledger.Shares{Value: 100, Fee: -1}) }},
		"MoreReleasedThanHeld": {ledger.ErrShort, func(tx pgx.Tx) error {
			return ledger.Release(ctx, tx, deal, ledger.Shares{Value: money.Reais(100) + 1})
		}},
		"MoreGivenBackThanHeld": {ledger.ErrShort, func(tx pgx.Tx) error { return ledger.Refund(ctx, tx, deal, money.Reais(100)+1) }},
		"MoreDividedThanHeld": {ledger.ErrShort, func(tx pgx.Tx) error {
			return ledger.Split(ctx, tx, deal, ledger.Shares{Value: money.Reais(50)}, money.Reais(50)+1)
		}},
		"NothingDivided":          {ledger.ErrAmounts, func(tx pgx.Tx) error { return ledger.Split(ctx, tx, deal, ledger.Shares{}, 0) }},
		"APayoutOfNothing":        {ledger.ErrAmounts, func(tx pgx.Tx) error { return ledger.ReservePayout(ctx, tx, payout, 0) }},
		"APayoutOfWhatIsNotThere": {ledger.ErrShort, func(tx pgx.Tx) error { return ledger.ReservePayout(ctx, tx, payout, 1) }},
		"AHoldThatNeverWas":       {ledger.ErrHoldEnded, func(tx pgx.Tx) error { return ledger.PostPayout(ctx, tx, payout, 1) }},
		"AnAdjustmentWithoutWhy": {ledger.ErrAmounts, func(tx pgx.Tx) error {
			return ledger.Adjust(ctx, tx, ledger.Adjustment{ID: uuid.New(), PartyID: s.marina, Value: 1})
		}},
	} {
		t.Run(fact, func(t *testing.T) {
			if err := s.run(c.work); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
	if got := s.verify(); got != (ledger.Verification{Balanced: true, Chained: true, Entries: 2}) {
		t.Errorf("it is %+v", got)
	}
}

func TestADividedGuarantee(t *testing.T) {
	t.Parallel()
	s := open(t)
	deal := s.funded(money.Reais(100))
	s.must(func(tx pgx.Tx) error {
		return ledger.Split(t.Context(), tx, deal, ledger.Shares{Value: money.Reais(60), Fee: money.Reais(6)}, money.Reais(40))
	})
	if got, want := s.statement(s.serra)+"; "+s.statement(s.marina), "guarantee -100.00, split 40.00; split 60.00, fee -6.00"; got != want {
		t.Errorf("they read %s, want %s", got, want)
	}
}

func TestAPayoutThatComesBack(t *testing.T) {
	t.Parallel()
	for fact, arrives := range map[string]bool{"OnItsWay": false, "FromWhereItArrived": true} {
		t.Run(fact, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			s.earned(money.Reais(100))
			payout := ledger.Payout{ID: uuid.New(), PartyID: s.marina}
			steps := []func(context.Context, pgx.Tx, ledger.Payout, money.Money) error{ledger.ReservePayout, ledger.PostPayout, ledger.SettlePayout, ledger.ReturnPayout}
			if !arrives {
				steps = append(steps[:2], steps[3])
			}
			for _, step := range steps {
				for range 2 {
					s.must(func(tx pgx.Tx) error { return step(t.Context(), tx, payout, money.Reais(30)) })
				}
			}
			if got, want := s.statement(s.marina), "release 100.00, payout -30.00, payout_returned 30.00"; got != want {
				t.Errorf("she reads %s, want %s", got, want)
			}
			if got := s.balance("available:"+s.marina.String()) + " " + s.balance("paying:"+s.marina.String()); got != "10000/0 0/0" {
				t.Errorf("there is %s", got)
			}
			s.refused(ledger.ErrHoldEnded, func(tx pgx.Tx) error { return ledger.VoidPayout(t.Context(), tx, payout) })
		})
	}
}

func TestWhatIsSetAsideCannotBeUsed(t *testing.T) {
	t.Parallel()
	s := open(t)
	ctx := t.Context()
	deal := s.funded(money.Reais(100))
	deal.Reservation = "release-order:" + deal.MilestoneID.String()
	free := deal
	free.Reservation = ""
	for range 2 {
		s.must(func(tx pgx.Tx) error { return ledger.Reserve(ctx, tx, deal, money.Reais(80)) })
	}
	s.refused(ledger.ErrKeyReused, func(tx pgx.Tx) error { return ledger.Reserve(ctx, tx, deal, money.Reais(81)) })
	s.refused(ledger.ErrShort, func(tx pgx.Tx) error { return ledger.Refund(ctx, tx, free, money.Reais(21)) })
	s.refused(ledger.ErrHoldExceeded, func(tx pgx.Tx) error { return ledger.Release(ctx, tx, deal, ledger.Shares{Value: money.Reais(80) + 1}) })
	for range 2 {
		s.must(func(tx pgx.Tx) error { return ledger.Release(ctx, tx, deal, ledger.Shares{Value: money.Reais(70)}) })
	}
	s.refused(ledger.ErrHoldEnded, func(tx pgx.Tx) error { return ledger.Refund(ctx, tx, deal, money.Reais(10)) })
	s.refused(ledger.ErrHoldEnded, func(tx pgx.Tx) error { return ledger.Void(ctx, tx, deal.Reservation) })
	if got := s.balance("held:" + deal.MilestoneID.String()); got != "3000/0" {
		t.Errorf("held is %s", got)
	}
	if got := s.verify(); !got.Balanced || !got.Chained {
		t.Errorf("it is %+v", got)
	}
}

func TestWhatThePartiesHave(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.earned(money.Reais(100))
	s.funded(money.Reais(7))
	finance, buyer := s.Colleague(s.serra, "finance", "Flávia Rocha"), s.Colleague(s.serra, "buyer", "Eva Martins")
	s.must(func(tx pgx.Tx) error {
		return ledger.ReservePayout(t.Context(), tx, ledger.Payout{ID: uuid.New(), PartyID: s.marina}, money.Reais(30))
	})
	for _, c := range []struct {
		fact, available, held, statement string
		who                              uuid.UUID
	}{
		{"the professional", "70.00", "7.00", "release 100.00", s.marina},
		{"the company", "0.00", "7.00", "guarantee -100.00, guarantee -7.00", s.serra},
		{"who pays for the company", "0.00", "7.00", "guarantee -100.00, guarantee -7.00", finance},
		{"who only buys for it", "0.00", "0.00", "", buyer},
		{"a stranger", "0.00", "0.00", "", s.Member("professional", "Rafael Nunes")},
	} {
		got, err := call(s, c.who, ledger.MoneyBalance)
		if err != nil || got.Available.String() != c.available || got.Held.String() != c.held {
			t.Errorf("%s has %+v, %v", c.fact, got, err)
		}
		if got := s.statement(c.who); got != c.statement {
			t.Errorf("%s reads %s", c.fact, got)
		}
	}
}

func TestAMomentIsNeitherBeforeTheLastNorToCome(t *testing.T) {
	t.Parallel()
	s := open(t)
	now := time.Now()
	fund := func(deal ledger.Deal, at time.Time) func(pgx.Tx) error {
		return func(tx pgx.Tx) error { return ledger.Fund(ledger.Dated(t.Context(), at), tx, deal, 100) }
	}
	for _, at := range []time.Time{now.AddDate(0, 0, -9), now.AddDate(0, 0, -20), now.AddDate(0, 0, 5)} {
		s.must(fund(s.deal(), at))
	}
	got := s.Text(`
		SELECT string_agg(CASE WHEN created_at > clock_timestamp() THEN 'to come' ELSE (now()::date - created_at::date)::text END, ' ' ORDER BY number)
		FROM public.ledger_transfers`)
	if got != "9 9 0" {
		t.Errorf("so many days ago: %s", got)
	}
	if found := s.verify(); !found.Chained {
		t.Error("the chain is broken")
	}
}
