package demo

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
)

// ErrRealTime refuses to wait for nobody where people really have their time.
var ErrRealTime = fault.New(http.StatusConflict, "clock_real", "O tempo só pode ser adiantado na demonstração.")

// Days are how many days from now the deals are to be looked at.
type Days struct {
	Days uint16 `json:"days"`
}

// Passed is the moment that they are looked at from.
type Passed struct {
	AsOf time.Time `json:"as_of"`
}

// Clock is what time is passed with.
type Clock struct {
	// IsDemo says whether it may be.
	IsDemo bool
	// RequireAdmin refuses whoever is no administrator.
	RequireAdmin func(context.Context, pgx.Tx) error
	// Tend has what is due at a moment done.
	Tend func(ctx context.Context, tx pgx.Tx, at time.Time) error
}

// PassTime has done to every deal what so many days would, by whoever does it
// on its day. The dates of the deals stay as they are, and so does the time of
// everything else: the next call counts from now again.
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
