// Package volume fills a market with as many plausible rows as are asked for,
// so that speed and screens can be judged at size. The rows come from a fixed
// seed and carry a mark in their keys. It owns no rule of the market: what the
// triggers keep for each row it settles with one statement a table.
package volume

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/demo"
)

// Size says how many rows of each kind there should be, 0 to SizeMax.
type Size struct {
	Projects      int
	Professionals int
	Companies     int
	Messages      int
}

// SizeMax bounds each number of a Size.
const SizeMax = 1_000_000

// Validate returns one sentence about the first number out of its bounds.
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

// Progress hears how many rows of a step are stored.
type Progress func(step string, done, total int)

// ErrNoCast says that the demonstration cast, whom the volume talks to, is missing.
var ErrNoCast = errors.New("the demonstration data has to be loaded first")

// Load adds the volume to a market that has the demonstration cast and no other
// volume, in batches that are committed one by one, and returns what of it is
// there now. One that was interrupted is gone on with where it stopped, and ends
// with the same rows. isLoaded is false when all of it was there before. The URL
// is that of the schema's owner. Times are counted back from now.
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
	reader   *pgx.Conn // works out ahead what is written next
	size     Size
	run      run
	progress Progress

	hash          string
	firstNumber   int
	companies     []person
	professionals []person
	owners        []owner
	answers       int // how many proposals the owners' projects have
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
		public.project_owners, public.project_revisions, public.proposals, public.proposal_terms, public.messages, public.conversations`)
	return err
}

// findCast reads who of the demonstration takes part. Nobody else does: a
// market may have real members.
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
