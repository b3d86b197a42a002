package demo

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/market"
)

// The hours in which the people of the demonstration write, sign and deliver.
const (
	opens  = 8*time.Hour + 30*time.Minute
	atWork = 9 * time.Hour
)

// calendar tells when people worked, relative to the time of loading.
type calendar struct {
	now time.Time
	off map[string]bool
}

// The days that a calendar covers before and after its time.
const (
	knownBefore = 500
	knownAfter  = 400
)

// calendarAt returns the market's calendar around a given time. Carnival also counts as days off,
// although it is not a national holiday.
func calendarAt(ctx context.Context, db interface {
	Query(ctx context.Context, sql string, arguments ...any) (pgx.Rows, error)
}, now time.Time) (*calendar, error) {
	c := &calendar{now: now, off: map[string]bool{}}
	rows, err := db.Query(ctx, `
		SELECT day::date::text FROM generate_series($1::date, $2::date, interval '1 day') AS day
		WHERE NOT private.is_working_day(day::date)
		   OR private.easter(extract(year FROM day)::integer) - day::date IN (47, 48)`,
		dayOf(now).AddDate(0, 0, -knownBefore).Format(time.DateOnly), dayOf(now).AddDate(0, 0, knownAfter).Format(time.DateOnly))
	if err != nil {
		return nil, fmt.Errorf("read the calendar: %w", err)
	}
	var day string
	if _, err := pgx.ForEachRow(rows, []any{&day}, func() error { c.off[day] = true; return nil }); err != nil {
		return nil, fmt.Errorf("read the calendar: %w", err)
	}
	return c, nil
}

func (c *calendar) works(day time.Time) bool { return !c.off[day.Format(time.DateOnly)] }

// run returns a working day and the start of the next one. Events on the days off after a working
// day are dated to that working day.
func (c *calendar) run(moment time.Time) (day, next time.Time) {
	day = dayOf(moment)
	for next = day.AddDate(0, 0, 1); !c.works(next); {
		next = next.AddDate(0, 0, 1)
	}
	for !c.works(day) {
		day = day.AddDate(0, 0, -1)
	}
	return day, next
}

// worked moves a time into working hours. It preserves the order of events.
func (c *calendar) worked(moment time.Time) time.Time {
	day, next := c.run(moment)
	return day.Add(opens + shareOf(atWork, moment.Sub(day), next.Sub(day)))
}

// shareOf returns whole * of / all, to the second.
func shareOf(whole, of, all time.Duration) time.Duration {
	return whole / time.Second * (of / time.Second) / (all / time.Second) * time.Second
}

// lately returns the time that long ago, moved into working hours and never in the future.
func (c *calendar) lately(ago time.Duration) time.Time {
	day, next := c.run(c.now)
	// The latest time that worked does not move past now.
	latest := day.Add(-time.Second)
	if since := c.now.Sub(day.Add(opens)); since >= 0 {
		latest = day.Add(shareOf(next.Sub(day)-time.Second, min(since, atWork), atWork))
	}
	if latest.After(c.now) {
		latest = c.now
	}
	return c.worked(latest.Add(-ago))
}

// onDay returns the time ago hundredths of a day before now: 350 is three days ago in the middle of
// the working day, and 50 is twelve hours ago.
func (c *calendar) onDay(ago int) time.Time {
	const day = 24 * time.Hour
	if ago < 100 {
		return c.lately(time.Duration(ago) * day / 100)
	}
	evening := dayOf(c.now).AddDate(0, 0, 1-ago/100)
	return c.worked(evening.Add(-time.Duration(ago%100)*day/100 - time.Second))
}

// dueIn returns the first working day that is at least that many days from now, as a date.
func (c *calendar) dueIn(days int) string {
	day := dayOf(c.now).AddDate(0, 0, days)
	for !c.works(day) {
		day = day.AddDate(0, 0, 1)
	}
	return day.Format(time.DateOnly)
}

// term returns the same, or nil for 0.
func (c *calendar) term(days int) *string {
	if days == 0 {
		return nil
	}
	day := c.dueIn(days)
	return &day
}

// lastDay returns today, or the last working day before it.
func (c *calendar) lastDay() string {
	day, _ := c.run(c.now)
	return day.Format(time.DateOnly)
}

func dayOf(moment time.Time) time.Time {
	year, month, day := moment.In(market.Zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, market.Zone)
}

// dated sets the time of the newest rows.
var dated = []string{
	`UPDATE public.proposals      SET created_at  = $2 WHERE id >= $1`,
	`UPDATE public.proposal_terms SET created_at  = $2 WHERE proposal_id >= $1`,
	`UPDATE public.messages       SET "timestamp" = $2 WHERE id >= $1`,
	`UPDATE public.conversations  SET last_at     = $2 WHERE last_message_id >= $1`,
	// A merged notification has the key of its first event.
	`UPDATE public.notifications  SET created_at  = $2 WHERE id >= $1 OR created_at >= now()`,
	`UPDATE public.project_questions SET created_at = $2 WHERE id >= $1`,
	`UPDATE public.invitations_to_propose SET created_at = $2::timestamptz, expires_at = $2::timestamptz + (expires_at - created_at) WHERE id >= $1`,
}

// say runs write and dates the rows it wrote to at. The database generates keys in increasing
// order, so rows written by write have a greater key than the one drawn before.
func (l *loader) say(ctx context.Context, at time.Time, write func() error) error {
	first, err := l.mark(ctx)
	if err != nil {
		return err
	}
	if err := write(); err != nil {
		return err
	}
	return l.since(ctx, first, at)
}

// mark returns a key that is less than those of whatever is written from now on.
func (l *loader) mark(ctx context.Context) (first uuid.UUID, err error) {
	err = l.tx.QueryRow(ctx, `SELECT private.uuid_v7()`).Scan(&first)
	return first, err
}

// since dates what was written since a mark.
func (l *loader) since(ctx context.Context, first uuid.UUID, at time.Time) error {
	batch := &pgx.Batch{}
	for _, statement := range dated {
		batch.Queue(statement, first, at)
	}
	return l.tx.SendBatch(ctx, batch).Close()
}

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
