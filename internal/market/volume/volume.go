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

// Load adds the volume to a market that has the demonstration cast and no
// volume yet, in one transaction, and returns what of it is there now; loaded
// is false when it was there before. The connection belongs to the schema's
// owner. Times are counted back from now.
func Load(ctx context.Context, conn *pgx.Conn, size Size, now time.Time, progress Progress) (present Size, loaded bool, err error) {
	if err := size.Validate(); err != nil {
		return Size{}, false, err
	}
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		l := &loader{tx: tx, size: size, now: now.UTC().Truncate(time.Second), progress: progress}
		present, err = l.lockAndCount(ctx)
		if err != nil || present != (Size{}) {
			return err
		}
		loaded = true
		return l.load(ctx)
	})
	if err != nil || !loaded {
		return present, false, err
	}
	_, err = conn.Exec(ctx, `VACUUM (ANALYZE) auth.users, public.profiles, public.accounts, public.projects,
		public.project_owners, public.project_revisions, public.proposals, public.messages, public.conversations`)
	if err != nil {
		return size, true, fmt.Errorf("gather statistics: %w", err)
	}
	return size, true, nil
}

// lockKey keeps two loaders apart; the cast's loader has its own.
const lockKey = 7_207_202

type loader struct {
	tx       pgx.Tx
	size     Size
	now      time.Time
	progress Progress

	hash          string
	companies     []person
	professionals []person
	owners        []owner
}

func (l *loader) lockAndCount(ctx context.Context) (present Size, err error) {
	if _, err := l.tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, lockKey); err != nil {
		return Size{}, fmt.Errorf("wait for another loader: %w", err)
	}
	err = l.tx.QueryRow(ctx, `
		SELECT (SELECT count(*) FROM public.projects WHERE right(id::text, 12) = $1),
		       (SELECT count(*) FROM public.profiles WHERE right(id::text, 12) = $1 AND role = 'professional'),
		       (SELECT count(*) FROM public.profiles WHERE right(id::text, 12) = $1 AND role = 'company'),
		       (SELECT count(*) FROM public.messages WHERE right(id::text, 12) = $1 AND NOT automatic)`, markText,
	).Scan(&present.Projects, &present.Professionals, &present.Companies, &present.Messages)
	if err != nil {
		return Size{}, fmt.Errorf("look for an earlier volume: %w", err)
	}
	return present, nil
}

func (l *loader) load(ctx context.Context) error {
	for _, step := range []struct {
		name string
		run  func(context.Context) error
	}{
		{"the cast", l.findCast},
		{"triggers", l.holdTriggers},
		{"members", l.members},
		{"projects", l.projects},
		{"proposals", l.proposals},
		{"messages", l.messages},
		{"counters", l.settle},
		{"triggers", l.releaseTriggers},
	} {
		if err := step.run(ctx); err != nil {
			return fmt.Errorf("load volume, %s: %w", step.name, err)
		}
	}
	return nil
}

// findCast reads who of the demonstration takes part. Nobody else does: a
// market may have real members.
func (l *loader) findCast(ctx context.Context) error {
	err := l.tx.QueryRow(ctx, `SELECT password_hash FROM auth.users WHERE email = $1`, demo.CompanyEmail).Scan(&l.hash)
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrNoCast
	}
	if err != nil {
		return err
	}
	rows, err := l.tx.Query(ctx, `
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
