package ledger_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"automacao/internal/kernel/money"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/ledger"
	"automacao/internal/postgres"
)

// atOnce is low enough that each racer has its own connection.
const atOnce = 3

// preparedMax is how many deals are made in one transaction. A transaction becomes slow with many
// changes to the same row.
const preparedMax = 500

// race starts contestants at the same time, and returns their errors.
func (s *stage) race(contestants ...func(pgx.Tx) error) []error {
	told := make([]error, len(contestants))
	var together sync.WaitGroup
	start := make(chan struct{})
	for i, contestant := range contestants {
		together.Go(func() {
			<-start
			told[i] = postgres.InTx(s.t.Context(), s.db.Pool, contestant)
		})
	}
	close(start)
	together.Wait()
	return told
}

// races runs count races, a few at a time.
func races(count int, run func(number int) error) error {
	var group errgroup.Group
	group.SetLimit(atOnce)
	for number := range count {
		group.Go(func() error { return run(number) })
	}
	return group.Wait()
}

// prepare makes count deals, several in each transaction.
func (s *stage) prepare(count int, one func(tx pgx.Tx, i int) error) {
	s.t.Helper()
	for from := 0; from < count; from += preparedMax {
		s.must(func(tx pgx.Tx) error {
			for i := from; i < min(from+preparedMax, count); i++ {
				if err := one(tx, i); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// won counts the contestants that were not refused. Any error other than the refusals is returned.
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
	deals := make([]ledger.Deal, markettest.Times(1000, 10_000))
	s.prepare(len(deals), func(tx pgx.Tx, i int) error {
		deals[i] = s.deal()
		deals[i].Reservation = "order:" + deals[i].MilestoneID.String()
		return errors.Join(ledger.Fund(ctx, tx, deals[i], money.Reais(100)), ledger.Reserve(ctx, tx, deals[i], money.Reais(100)))
	})
	err := races(len(deals), func(number int) error {
		deal := deals[number]
		told := s.race(
			func(tx pgx.Tx) error {
				return ledger.Release(ctx, tx, deal, ledger.Shares{Value: money.Reais(100), Fee: money.Reais(10)})
			},
			func(tx pgx.Tx) error { return ledger.Refund(ctx, tx, deal, money.Reais(100)) },
			func(tx pgx.Tx) error { return ledger.Void(ctx, tx, deal.Reservation) },
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
	if ended != fmt.Sprintf("0 %d 0 0", len(deals)) {
		t.Errorf("pending, ended, below their floor and set aside are %s", ended)
	}
	if got := s.verify(); !got.Balanced || !got.Chained {
		t.Errorf("it is %+v", got)
	}
}

// TestTwoPayoutsTogetherAreNotMoreThanThereIs runs many pairs of payouts that fit only alone: with
// reservations, and posted at once.
func TestTwoPayoutsTogetherAreNotMoreThanThereIs(t *testing.T) {
	t.Parallel()
	s := open(t)
	ctx := t.Context()
	parties := make([]uuid.UUID, markettest.Times(1000, 10_000))
	s.prepare(len(parties), func(tx pgx.Tx, i int) error {
		deal := s.deal()
		deal.ProfessionalID = uuid.New()
		parties[i] = deal.ProfessionalID
		return errors.Join(ledger.Fund(ctx, tx, deal, money.Reais(100)), ledger.Release(ctx, tx, deal, ledger.Shares{Value: money.Reais(100)}))
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
	err := races(len(parties), func(number int) error {
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
