package app

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// clockSkewMax is how far the clocks of server and database may be apart: links
// and codes are good for minutes.
const clockSkewMax = 2 * time.Second

func (d *doctor) examineClock(ctx context.Context, pool *pgxpool.Pool) error {
	asked := time.Now()
	var there time.Time
	if err := pool.QueryRow(ctx, `SELECT clock_timestamp()`).Scan(&there); err != nil {
		return err
	}
	d.compareClocks(asked, there, time.Now())
	return nil
}

// compareClocks takes the database's answer to be from between the question and
// its arrival: however long that took, it says nothing of the clocks.
func (d *doctor) compareClocks(asked, there, answered time.Time) {
	skew := max(asked.Sub(there), there.Sub(answered), 0)
	if skew > clockSkewMax {
		d.say("clock", Ill, "the clocks of this machine and of the database are %s apart: have both follow a time server", skew.Round(time.Second))
		return
	}
	d.say("clock", Well, "this machine and the database agree on the time")
}
