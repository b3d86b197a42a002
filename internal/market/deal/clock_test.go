package deal_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
)

// A system clock that was set back between the pause and its end neither adds to the remaining time
// nor takes from it.
func TestAClockThatWasSetBackAddsNothing(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 10, 20, 9, 30, 0, 0, time.UTC)
	for name, row := range map[string]struct{ resumed, want time.Duration }{
		"ItWentOn":              {3 * time.Hour, 2 * time.Hour},
		"ItStoodStill":          {time.Hour, 0},
		"ItWasSetBack":          {30 * time.Minute, 0},
		"ItWasSetBackForDays":   {-48 * time.Hour, 0},
		"ItWasSetBackToANearby": {time.Hour - time.Microsecond, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := markettest.Open(t)
			serra, marina := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
			accepted, err := markettest.Call(s, serra, proposal.Accept, proposal.Acceptance{ProposalID: s.Proposal(s.Project(serra, "Retrofit"), marina)})
			if err != nil {
				t.Fatal(err)
			}
			part := s.ID(`SELECT id FROM public.milestones WHERE contract_id = $1`, accepted.ContractID)
			if _, err := markettest.Call(s, marina, milestone.Deliver, milestone.Delivery{MilestoneID: part}); err != nil {
				t.Fatal(err)
			}
			s.Exec(`UPDATE public.milestones SET review_until = $2, paused_at = $3 WHERE id = $1`, part, start, start.Add(time.Hour))
			ctx := deal.Dated(context.Background(), start.Add(row.resumed))
			err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
				within, m, err := deal.LockMilestone(ctx, tx, part)
				if err != nil {
					return err
				}
				return within.KeepClock(ctx, tx, m)
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Text(`SELECT (review_until - $2::timestamptz)::text FROM public.milestones WHERE id = $1 AND paused_at IS NULL`, part, start); got != interval(row.want) {
				t.Errorf("the date moved by %s, want %s", got, interval(row.want))
			}
		})
	}
}

// interval formats a duration of less than a day as PostgreSQL does.
func interval(d time.Duration) string { return time.Time{}.Add(d).Format("15:04:05") }
