package demo

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
)

// ErrRealTime is returned outside a demonstration, where time cannot be advanced.
var ErrRealTime = fault.New(http.StatusConflict, "clock_real", "O tempo só pode ser adiantado na demonstração.")

// Days is how many days to advance the deals.
type Days struct {
	Days uint16 `json:"days"`
}

// Passed is the time to which the deals were advanced.
type Passed struct {
	AsOf time.Time `json:"as_of"`
}

// Clock advances the time of the deals.
type Clock struct {
	// IsDemo says whether time may be advanced.
	IsDemo bool
	// RequireAdmin refuses callers who are not administrators.
	RequireAdmin func(context.Context, pgx.Tx) error
	// Tend does the work that is due at a given time.
	Tend func(ctx context.Context, tx pgx.Tx, at time.Time) error
}

// PassTime does to every deal what the given number of days would do, with the same code that does
// it on time. It changes neither the dates of the deals nor the time of anything else, so the next
// call counts from now again.
func (c Clock) PassTime(ctx context.Context, tx pgx.Tx, in Days) (Passed, error) {
	if !c.IsDemo {
		return Passed{}, ErrRealTime
	}
	if err := c.RequireAdmin(ctx, tx); err != nil {
		return Passed{}, err
	}
	var out Passed
	if err := tx.QueryRow(ctx, `SELECT now() + make_interval(hours => $1)`, int(in.Days)*24).Scan(&out.AsOf); err != nil {
		return Passed{}, fmt.Errorf("look at the clock: %w", err)
	}
	return out, c.Tend(ctx, tx, out.AsOf)
}
