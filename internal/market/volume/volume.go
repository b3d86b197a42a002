// Package volume fills a market with a given number of plausible rows, to judge its speed and its
// screens at scale. The rows come from a fixed seed and have a mark in their keys. The package owns
// no rule of the market: the data that triggers maintain per row it computes with one statement per
// table.
package volume

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/demo"
)

// Size is the number of rows of each kind, each from 0 to SizeMax.
type Size struct {
	Projects      int
	Professionals int
	Companies     int
	Messages      int
}

// SizeMax is the maximum of each number in a Size.
const SizeMax = 1_000_000

// Validate returns an error about the first number that is out of bounds.
func (s Size) Validate() error {
	for _, asked := range []struct {
		name  string
		count int
	}{{"projects", s.Projects}, {"professionals", s.Professionals}, {"companies", s.Companies}, {"messages", s.Messages}} {
		if asked.count < 0 || asked.count > SizeMax {
			return fmt.Errorf("--%s is %d; it goes from 0 to %d rows", asked.name, asked.count, SizeMax)
		}
	}
	return nil
}

// Progress is called with the number of stored rows of a step.
type Progress func(step string, done, total int)

// ErrNoCast means that the demonstration cast, which the volume's members talk to, is missing.
var ErrNoCast = errors.New("the demonstration data has to be loaded first")

// Load adds a volume to a market that contains the demonstration cast and no other volume. It
// commits batch by batch. After an interruption it continues where it stopped and produces the same
// rows. It returns the size of the volume; isLoaded is false if the volume was already complete.
// ownerURL connects as the schema's owner. Times are relative to now.
func Load(ctx context.Context, ownerURL string, size Size, now time.Time, progress Progress) (present Size, isLoaded bool, err error) {
	if err := size.Validate(); err != nil {
		return Size{}, false, err
	}
	l := &loader{size: size, progress: progress}
	if l.conn, err = pgx.Connect(ctx, ownerURL); err != nil {
		return Size{}, false, fmt.Errorf("connect as the owner of the schema: %w", err)
	}
	defer func() { err = errors.Join(err, l.conn.Close(context.WithoutCancel(ctx))) }()
	if l.reader, err = pgx.Connect(ctx, ownerURL); err != nil {
		return Size{}, false, fmt.Errorf("connect as the owner of the schema: %w", err)
	}
	defer func() { err = errors.Join(err, l.reader.Close(context.WithoutCancel(ctx))) }()
	if present, err = l.begin(ctx, now.UTC().Truncate(time.Second)); err != nil || l.run.isFinished {
		return present, false, err
	}
	l.firstNumber = l.run.stored[firstNumber]
	if err := l.load(ctx); err != nil {
		return Size{}, false, err
	}
	return size, true, nil
}

type loader struct {
	conn     *pgx.Conn // writes
	reader   *pgx.Conn // prepares the next batch
	size     Size
	run      run
	progress Progress

	hash          string
	firstNumber   int
	companies     []person
	professionals []person
	owners        []owner
	answers       int // the number of proposals of the owners' projects
}

func (l *loader) load(ctx context.Context) error {
	for _, step := range []struct {
		name string
		run  func(context.Context) error
	}{
		{"the cast", l.findCast},
		{"members", l.members},
		{"projects", l.projects},
		{"proposals", l.proposals},
		{"messages", l.messages},
		{"counters", l.settle},
		{"statistics", l.gatherStatistics},
		{"the end", l.finish},
	} {
		if err := step.run(ctx); err != nil {
			return fmt.Errorf("load volume, %s: %w", step.name, err)
		}
	}
	return nil
}

func (l *loader) gatherStatistics(ctx context.Context) error {
	_, err := l.conn.Exec(ctx, `VACUUM (ANALYZE) auth.users, public.profiles, public.accounts, public.projects,
		public.project_owners, public.project_revisions, public.proposals, public.proposal_terms, public.profile_technologies, public.project_technologies, public.messages, public.conversations`)
	return err
}

// findCast reads the members of the demonstration, who take part in the volume. Other existing
// members do not, because the market may contain real people.
func (l *loader) findCast(ctx context.Context) error {
	err := l.conn.QueryRow(ctx, `SELECT password_hash FROM auth.users WHERE email = $1`, demo.CompanyEmail).Scan(&l.hash)
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrNoCast
	}
	if err != nil {
		return err
	}
	rows, err := l.conn.Query(ctx, `
		SELECT p.id, p.name, p.role FROM public.profiles p
		JOIN public.accounts a ON a.profile_id = p.id
		WHERE a.email LIKE '%@automacao.demo' AND p.role <> 'admin'
		ORDER BY a.email IN ($1, $2) DESC, a.email`, demo.CompanyEmail, demo.ProfessionalEmail)
	if err != nil {
		return err
	}
	var one person
	var role string
	_, err = pgx.ForEachRow(rows, []any{&one.id, &one.name, &role}, func() error {
		if role == "company" {
			l.companies = append(l.companies, one)
		} else {
			l.professionals = append(l.professionals, one)
		}
		return nil
	})
	return err
}

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
