package volume

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// run is the one volume of a market: its size, its start, and how many rows of each step are
// stored. All rows follow from the size and the start.
type run struct {
	begunAt    time.Time
	stored     map[string]int
	isFinished bool
}

// OtherVolumeError means that the loading of a volume of another size was begun and not finished.
type OtherVolumeError struct{ Begun Size }

func (e *OtherVolumeError) Error() string {
	return fmt.Sprintf("another volume was begun and is not whole: go on with --projects %d --professionals %d --companies %d --messages %d",
		e.Begun.Projects, e.Begun.Professionals, e.Begun.Companies, e.Begun.Messages)
}

// lockKey excludes a second loader of the volume. The cast's loader has its own key.
const lockKey = 7_207_202

// begin finds the market's volume or starts a new one. It returns the size of an existing one. No
// other loader can run until the connection is closed.
func (l *loader) begin(ctx context.Context, now time.Time) (present Size, err error) {
	if _, err := l.conn.Exec(ctx, `SELECT pg_advisory_lock($1)`, lockKey); err != nil {
		return Size{}, fmt.Errorf("wait for another loader: %w", err)
	}
	err = l.conn.QueryRow(ctx, `SELECT projects, professionals, companies, messages, begun_at, stored, finished_at IS NOT NULL FROM private.seeding`).
		Scan(&present.Projects, &present.Professionals, &present.Companies, &present.Messages, &l.run.begunAt, &l.run.stored, &l.run.isFinished)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return l.beginAnew(ctx, now)
	case err != nil:
		return Size{}, fmt.Errorf("look for an earlier volume: %w", err)
	case !l.run.isFinished && present != l.size:
		return Size{}, &OtherVolumeError{present}
	}
	l.run.begunAt = l.run.begunAt.UTC()
	return present, nil
}

// beginAnew starts a volume, unless an earlier version of this program, which kept no record of its
// progress, already stored one.
func (l *loader) beginAnew(ctx context.Context, now time.Time) (present Size, err error) {
	err = l.conn.QueryRow(ctx, `
		SELECT (SELECT count(*) FROM public.projects WHERE right(id::text, 12) = $1),
		       (SELECT count(*) FROM public.profiles WHERE right(id::text, 12) = $1 AND role = 'professional'),
		       (SELECT count(*) FROM public.profiles WHERE right(id::text, 12) = $1 AND role = 'company'),
		       (SELECT count(*) FROM public.messages WHERE right(id::text, 12) = $1 AND NOT automatic)`, markText,
	).Scan(&present.Projects, &present.Professionals, &present.Companies, &present.Messages)
	if err != nil {
		return Size{}, fmt.Errorf("look for an earlier volume: %w", err)
	}
	l.run = run{begunAt: now, stored: map[string]int{}, isFinished: present != (Size{})}
	written := l.size
	if l.run.isFinished {
		written = present
	}
	if !l.run.isFinished && l.size.Projects > 0 {
		if err := l.reserveNumbers(ctx); err != nil {
			return Size{}, fmt.Errorf("reserve the numbers of projects: %w", err)
		}
	}
	_, err = l.conn.Exec(ctx, `
		INSERT INTO private.seeding (projects, professionals, companies, messages, begun_at, finished_at, stored)
		VALUES ($1, $2, $3, $4, $5, CASE WHEN $6 THEN now() END, $7)`,
		written.Projects, written.Professionals, written.Companies, written.Messages, now, l.run.isFinished, l.run.stored)
	if err != nil {
		return Size{}, fmt.Errorf("write down what was asked for: %w", err)
	}
	return present, nil
}

// firstNumber is the key in run.stored for the number of the first project.
const firstNumber = "first number"

// reserveNumbers reserves the numbers of all projects at once, so that a repeated batch gets the
// same numbers. The lock keeps others from publishing meanwhile.
func (l *loader) reserveNumbers(ctx context.Context) error {
	return pgx.BeginFunc(ctx, l.conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `LOCK TABLE public.projects IN SHARE ROW EXCLUSIVE MODE`); err != nil {
			return err
		}
		const sequence = `pg_get_serial_sequence('public.projects', 'number')`
		var first int
		if err := tx.QueryRow(ctx, `SELECT nextval(`+sequence+`)`).Scan(&first); err != nil {
			return err
		}
		l.run.stored[firstNumber] = first
		_, err := tx.Exec(ctx, `SELECT setval(`+sequence+`, $1)`, first+l.size.Projects-1)
		return err
	})
}

// advance records the progress of a step, in the same transaction as its rows.
func (l *loader) advance(ctx context.Context, tx pgx.Tx, step string, stored int) error {
	_, err := tx.Exec(ctx, `UPDATE private.seeding SET stored = stored || jsonb_build_object($1::text, $2::integer)`, step, stored)
	return err
}

func (l *loader) finish(ctx context.Context) error {
	_, err := l.conn.Exec(ctx, `UPDATE private.seeding SET finished_at = now()`)
	return err
}
