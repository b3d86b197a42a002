package ledger_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"automacao/internal/database"
	"automacao/internal/market/ledger"
	"automacao/internal/money"
)

const (
	racesMax = 1000
	// atOnce leaves each racer a connection of its own.
	atOnce = 3
)

// race lets contestants begin together, and answers how each fared.
func (s *stage) race(contestants ...func(pgx.Tx) error) []error {
	told := make([]error, len(contestants))
	var together sync.WaitGroup
	start := make(chan struct{})
	for i, contestant := range contestants {
		together.Go(func() {
			<-start
			told[i] = database.InTx(s.t.Context(), s.db.Pool, contestant)
		})
	}
	close(start)
	together.Wait()
	return told
}

// races runs a thousand of them, a few at a time.
func races(run func(number int) error) error {
	var group errgroup.Group
	group.SetLimit(atOnce)
	for number := range racesMax {
		group.Go(func() error { return run(number) })
	}
	return group.Wait()
}

// won counts who was not refused; anything but the refusal is an error.
func won(told []error, refusals ...error) (winners int, err error) {
	for _, outcome := range told {
		switch {
		case outcome == nil:
			winners++
		case !isOneOf(outcome, refusals):
			return 0, outcome
		}
	}
	return winners, nil
}

func isOneOf(err error, known []error) bool {
	for _, one := range known {
		if errors.Is(err, one) {
			return true
		}
	}
	return false
}

func TestAHoldEndsOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	ctx := t.Context()
	deals := make([]ledger.Deal, racesMax)
	s.must(func(tx pgx.Tx) error {
		for i := range deals {
			deals[i] = s.deal()
			deals[i].Hold = "order:" + deals[i].MilestoneID.String()
			if err := errors.Join(ledger.Fund(ctx, tx, deals[i], money.Reais(100)), ledger.Reserve(ctx, tx, deals[i], money.Reais(100))); err != nil {
				return err
			}
		}
		return nil
	})
	err := races(func(number int) error {
		deal := deals[number]
		told := s.race(
			func(tx pgx.Tx) error {
				return ledger.Release(ctx, tx, deal, ledger.Shares{Value: money.Reais(100), Fee: money.Reais(10)})
			},
			func(tx pgx.Tx) error { return ledger.Refund(ctx, tx, deal, money.Reais(100)) },
			func(tx pgx.Tx) error { return ledger.Void(ctx, tx, deal.Hold) },
			func(tx pgx.Tx) error { return ledger.Split(ctx, tx, deal, ledger.Shares{Value: money.Reais(100)}, 1) },
		)
		if told[3] == nil {
			return fmt.Errorf("more than was set aside is posted")
		}
		if winners, err := won(told, ledger.ErrHoldEnded, ledger.ErrHoldExceeded); winners != 1 || err != nil {
			return fmt.Errorf("%d won, %w: %w", winners, err, errors.Join(told...))
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	ended := s.Text(`
		SELECT concat_ws(' ', count(*) FILTER (WHERE state = 'pending'), count(*) FILTER (WHERE state <> 'pending'),
		  (SELECT count(*) FROM private.ledger_balances WHERE floor_cents = 0 AND balance_cents < 0), (SELECT sum(reserved_cents) FROM private.ledger_balances))
		FROM private.ledger_holds`)
	if ended != "0 1000 0 0" {
		t.Errorf("pending, ended, below their floor and set aside are %s", ended)
	}
	if got := s.verify(); !got.Balanced || !got.Chained {
		t.Errorf("it is %+v", got)
	}
}

// TestTwoPayoutsTogetherAreNotMoreThanThereIs is a thousand pairs that each fit
// alone: by the one way of setting aside, and by the other of posting at once.
func TestTwoPayoutsTogetherAreNotMoreThanThereIs(t *testing.T) {
	t.Parallel()
	s := open(t)
	ctx := t.Context()
	parties := make([]uuid.UUID, racesMax)
	s.must(func(tx pgx.Tx) error {
		for i := range parties {
			deal := s.deal()
			deal.ProfessionalID = uuid.New()
			parties[i] = deal.ProfessionalID
			if err := errors.Join(ledger.Fund(ctx, tx, deal, money.Reais(100)), ledger.Release(ctx, tx, deal, ledger.Shares{Value: money.Reais(100)})); err != nil {
				return err
			}
		}
		return nil
	})
	pay := func(partyID uuid.UUID, value money.Money) func(pgx.Tx) error {
		payout := ledger.Payout{ID: uuid.New(), PartyID: partyID}
		return func(tx pgx.Tx) error {
			if err := ledger.ReservePayout(ctx, tx, payout, value); err != nil {
				return err
			}
			return ledger.PostPayout(ctx, tx, payout, value)
		}
	}
	take := func(partyID uuid.UUID, value money.Money) func(pgx.Tx) error {
		change := ledger.Adjustment{ID: uuid.New(), PartyID: partyID, Memo: "Acerto", Value: -value}
		return func(tx pgx.Tx) error { return ledger.Adjust(ctx, tx, change) }
	}
	err := races(func(number int) error {
		first, second := pay(parties[number], money.Reais(60)), pay(parties[number], money.Reais(70))
		if number%2 == 1 {
			second = take(parties[number], money.Reais(70))
		}
		if winners, err := won(s.race(first, second), ledger.ErrShort); winners != 1 || err != nil {
			return fmt.Errorf("%d won: %w", winners, err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if got := s.Text(`SELECT min(balance_cents - reserved_cents) || ' ' || max(balance_cents) FROM private.ledger_balances WHERE account LIKE 'available:%'`); got != "3000 4000" {
		t.Errorf("between %s are left", got)
	}
	if got := s.verify(); !got.Balanced || !got.Chained {
		t.Errorf("it is %+v", got)
	}
}
