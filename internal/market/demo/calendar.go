package demo

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market"
)

// The hours in which the people of the demonstration write and sign.
const (
	opens   = 9 * time.Hour
	atWork  = 9 * time.Hour
	weekend = 3 // days that are told as their Friday
)

// inHours moves a moment into the working hours of its day. What came before
// another still does.
func inHours(moment time.Time) time.Time {
	day := dayOf(moment)
	return within(day, moment.Sub(day), 1)
}

// atWorkOn does the same, and tells a weekend as its Friday.
func atWorkOn(moment time.Time) time.Time {
	day := dayOf(moment)
	passed := moment.Sub(day)
	switch day.Weekday() {
	case time.Friday:
		return within(day, passed, weekend)
	case time.Saturday:
		return within(day.AddDate(0, 0, -1), passed+24*time.Hour, weekend)
	case time.Sunday:
		return within(day.AddDate(0, 0, -2), passed+48*time.Hour, weekend)
	default:
		return within(day, passed, 1)
	}
}

func dayOf(moment time.Time) time.Time {
	year, month, day := moment.In(market.Zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, market.Zone)
}

// within is as far into a working day as a time is into so many whole ones.
func within(day time.Time, passed time.Duration, days int) time.Time {
	seconds := int64(passed/time.Second) * int64(atWork/time.Second) / int64(24*days*3600)
	return day.Add(opens + time.Duration(seconds)*time.Second)
}

// lately is so long ago, in working hours, and not to come.
func lately(now time.Time, ago time.Duration) time.Time {
	for at := now.Add(-ago); ; at = at.Add(-24 * time.Hour) {
		if worked := atWorkOn(at); !worked.After(now) {
			return worked
		}
	}
}

// dated is a row of the newest, and the moment it says it is of.
var dated = []string{
	`UPDATE public.proposals      SET created_at  = $2 WHERE id >= $1`,
	`UPDATE public.proposal_terms SET created_at  = $2 WHERE proposal_id >= $1`,
	`UPDATE public.messages       SET "timestamp" = $2 WHERE id >= $1`,
	`UPDATE public.conversations  SET last_at     = $2 WHERE last_message_id >= $1`,
	`UPDATE public.notifications  SET created_at  = $2 WHERE id >= $1`,
}

// say has what is written now be of a moment. Keys follow the clock of the
// database, so that what is written has a greater one than that drawn before.
func (l *loader) say(ctx context.Context, at time.Time, write func() error) error {
	var first uuid.UUID
	if err := l.tx.QueryRow(ctx, `SELECT private.uuid_v7()`).Scan(&first); err != nil {
		return err
	}
	if err := write(); err != nil {
		return err
	}
	batch := &pgx.Batch{}
	for _, statement := range dated {
		batch.Queue(statement, first, at)
	}
	return l.tx.SendBatch(ctx, batch).Close()
}
