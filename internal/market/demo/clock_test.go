package demo_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/demo"
	"automacao/internal/postgres/dbtest"
)

var errNobody = errors.New("not an administrator")

func TestTimePassesForAdministratorsOfADemonstrationOnly(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	for name, c := range map[string]struct {
		isDemo, isAdmin bool
		want            error
	}{
		"outside":       {false, true, demo.ErrRealTime},
		"somebody":      {true, false, errNobody},
		"administrator": {true, true, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var tended []time.Time
			clock := demo.Clock{
				IsDemo: c.isDemo,
				RequireAdmin: func(context.Context, pgx.Tx) error {
					if !c.isAdmin {
						return errNobody
					}
					return nil
				},
				Tend: func(_ context.Context, _ pgx.Tx, at time.Time) error {
					tended = append(tended, at)
					return nil
				},
			}
			var now time.Time
			err := pgx.BeginFunc(t.Context(), db.Pool, func(tx pgx.Tx) error {
				if err := tx.QueryRow(t.Context(), `SELECT now()`).Scan(&now); err != nil {
					return err
				}
				_, err := clock.PassTime(t.Context(), tx, demo.Days{Days: 14})
				return err
			})
			if !errors.Is(err, c.want) {
				t.Fatalf("answered %v, want %v", err, c.want)
			}
			if c.want != nil && len(tended) != 0 || c.want == nil && (len(tended) != 1 || !tended[0].Equal(now.Add(14*24*time.Hour))) {
				t.Errorf("tended as of %v at %s", tended, now)
			}
		})
	}
}
