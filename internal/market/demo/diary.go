package demo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/institution/psp"
	"automacao/internal/kernel/caller"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/attachment"
	"automacao/internal/market/money/ledger"
	"automacao/internal/market/money/payment"
	"automacao/internal/market/people/account"
	"automacao/internal/market/setting"
	"automacao/internal/postgres"
)

// Market is where the demonstration's deals are made: with an institution whose payers and banks
// can be simulated, and a store for documents.
type Market struct {
	Pool *pgxpool.Pool
	Desk *payment.Desk
	Door account.Doorkeeper
	// Store stores the documents of deals, and Open reads them.
	Store Store
	Open  attachment.Open
}

// act is a step taken by a person, in a transaction that dates its rows at the end.
type act func(ctx context.Context, tx pgx.Tx, s *scene) error

// deed is an additional action with its own transactions, mostly at the institution. It may run
// twice.
type deed func(ctx context.Context, s *scene) error

// turn is a step taken ago hundredths of a day before now, in working hours (calendar.onDay).
type turn struct {
	ago  int
	deed deed
	act  act
}

// story is a project, its professional, and everything that happens to it.
type story struct {
	project      project
	professional int
	letter       string
	terms        terms
	isDirect     bool
	steps        []turn
}

// entry is a step with its time.
type entry struct {
	turn
	story *story
	at    time.Time
}

// Deal takes the demonstration's deals through every step of their stories, in chronological order
// over all of them. It continues where an earlier run was interrupted. It returns the number of
// steps taken.
func Deal(ctx context.Context, m Market) (taken int, err error) {
	return DealAt(ctx, m, time.Now())
}

// DealAt is Deal as of another time, which must not be in the future.
func DealAt(ctx context.Context, m Market, now time.Time) (taken int, err error) {
	simulator, ok := m.Desk.Provider.(psp.Simulator)
	if !ok {
		return 0, nil
	}
	said, err := setting.Get(ctx, m.Pool, setting.Demonstration)
	if err != nil || said == "" {
		return 0, err
	}
	before, err := strconv.Atoi(said)
	if err != nil {
		return 0, fmt.Errorf("read how many steps were taken: %w", err)
	}
	days, err := calendarAt(ctx, m.Pool, now)
	if err != nil {
		return 0, err
	}
	diary := entries(stories(), days)
	if before >= len(diary) {
		return 0, nil
	}
	p := &play{Market: m, simulator: simulator, scenes: map[*story]*scene{}, days: days}
	if p.ids, err = cast(ctx, m.Pool); err != nil {
		return 0, err
	}
	// Nothing receives the institution's events before the server is up.
	if err := simulator.Pause(ctx, psp.Pauses{Events: true}); err != nil {
		return 0, fmt.Errorf("have the institution wait: %w", err)
	}
	defer func() { err = errors.Join(err, simulator.Pause(context.WithoutCancel(ctx), psp.Pauses{})) }()
	for i, e := range diary[before:] {
		if err := p.take(ctx, e, before+i+1); err != nil {
			return taken, fmt.Errorf("%q, %d days ago: %w", e.story.project.title, e.ago/100, err)
		}
		taken++
	}
	return taken, nil
}

// cast returns the cast's ids by e-mail address.
func cast(ctx context.Context, pool *pgxpool.Pool) (map[string]uuid.UUID, error) {
	rows, err := pool.Query(ctx, `SELECT email, profile_id FROM public.accounts WHERE email LIKE '%@automacao.demo'`)
	if err != nil {
		return nil, fmt.Errorf("look up the cast: %w", err)
	}
	ids := map[string]uuid.UUID{}
	var email string
	var id uuid.UUID
	_, err = pgx.ForEachRow(rows, []any{&email, &id}, func() error { ids[email] = id; return nil })
	if err != nil {
		return nil, fmt.Errorf("look up the cast: %w", err)
	}
	return ids, nil
}

// entries returns the steps of all stories, oldest first. Steps at the same time keep their order.
func entries(all []*story, days *calendar) []entry {
	var diary []entry
	for _, one := range all {
		for _, s := range one.steps {
			diary = append(diary, entry{s, one, days.onDay(s.ago)})
		}
	}
	slices.SortStableFunc(diary, func(a, b entry) int { return cmp.Compare(b.ago, a.ago) })
	return diary
}

// play is the state of a run of Deal.
type play struct {
	Market
	simulator psp.Simulator
	ids       map[string]uuid.UUID
	scenes    map[*story]*scene
	days      *calendar
}

// scene is one story in a run.
type scene struct {
	*play
	*story
	at         time.Time
	projectID  uuid.UUID
	contractID uuid.UUID
}

// take takes one step, dates what it wrote, and records that it was taken.
func (p *play) take(ctx context.Context, e entry, number int) error {
	s := p.scene(e)
	ctx = ledger.Dated(deal.WithSettler(deal.Dated(ctx, e.at), p.Desk.Settle), e.at)
	var before *time.Time
	if e.deed != nil {
		if err := errors.Join(s.look(ctx, p.Pool), p.Pool.QueryRow(ctx, `SELECT clock_timestamp()`).Scan(&before)); err != nil {
			return fmt.Errorf("look at the clock: %w", err)
		}
		if err := e.deed(ctx, s); err != nil {
			return err
		}
	}
	return postgres.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		var since time.Time
		// A step that a crash loses is taken again at the next start.
		err := tx.QueryRow(ctx, `SELECT coalesce($1, now()) FROM set_config('synchronous_commit', 'off', true)`, before).Scan(&since)
		if err != nil {
			return fmt.Errorf("look at the clock: %w", err)
		}
		if err := s.look(ctx, tx); err != nil {
			return err
		}
		if e.act != nil {
			if err := e.act(ctx, tx, s); err != nil {
				return err
			}
		}
		return errors.Join(s.date(ctx, tx, since, e.deed != nil), setting.Set(ctx, tx, setting.Demonstration, strconv.Itoa(number)))
	})
}

func (p *play) scene(e entry) *scene {
	s, known := p.scenes[e.story]
	if !known {
		s = &scene{play: p, story: e.story}
		p.scenes[e.story] = s
	}
	s.at = e.at
	return s
}

type queryer interface {
	QueryRow(ctx context.Context, sql string, arguments ...any) pgx.Row
}

// look finds the project and contract of a story, if they exist yet.
func (s *scene) look(ctx context.Context, db queryer) error {
	if s.contractID != uuid.Nil || s.project.title == "" {
		return nil
	}
	err := db.QueryRow(ctx, `
		SELECT p.id, coalesce(c.id, $3) FROM public.projects p LEFT JOIN public.contracts c ON c.project_id = p.id
		WHERE p.title = $1 AND p.company_id = $2`, s.project.title, s.company(), uuid.Nil).Scan(&s.projectID, &s.contractID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look up the project: %w", err)
	}
	return nil
}

func (s *scene) company() uuid.UUID { return s.ids[companies[s.project.owner].email] }

func (s *scene) maker() uuid.UUID { return s.ids[professionals[s.professional].email] }

// side is one side of a contract.
type side int

const (
	byCompany side = iota
	byMaker
)

func (s *scene) who(by side) uuid.UUID {
	if by == byCompany {
		return s.company()
	}
	return s.maker()
}

// as makes a person the caller, with an address reserved for documentation (RFC 5737).
func (s *scene) as(ctx context.Context, who uuid.UUID) context.Context {
	return caller.NewContext(ctx, caller.Caller{Role: "authenticated", UserID: who, IP: fmt.Sprintf("203.0.113.%d", 1+who[15]%250)})
}

func (s *scene) by(ctx context.Context, one side) context.Context { return s.as(ctx, s.who(one)) }

func (s *scene) admin(ctx context.Context) context.Context { return s.as(ctx, s.ids[AdminEmail]) }
