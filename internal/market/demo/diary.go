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

// Market is where the deals of a demonstration are made: with an institution
// whose payers and banks can be played, and a place for papers.
type Market struct {
	Pool *pgxpool.Pool
	Desk *payment.Desk
	Door account.Doorkeeper
	// Store keeps the papers of deals, and Open reads them again.
	Store Store
	Open  attachment.Open
}

// act is a step of somebody's, in a transaction that ends with its date.
type act func(ctx context.Context, tx pgx.Tx, s *scene) error

// deed is what the institution does besides, in transactions of its own. It
// may happen twice.
type deed func(ctx context.Context, s *scene) error

// turn is a step that is taken so many hundredths of a day ago, in working
// hours (calendar.onDay).
type turn struct {
	ago  int
	deed deed
	act  act
}

// story is a project, who makes it, and all that happens to it.
type story struct {
	project      project
	professional int
	letter       string
	terms        terms
	isDirect     bool
	steps        []turn
}

// entry is a step in the order of time.
type entry struct {
	turn
	story *story
	at    time.Time
}

// Deal takes the deals of the demonstration through every step that its people
// take, in the order of time over all of them, and goes on where it was cut
// short. It reports how many steps it took.
func Deal(ctx context.Context, m Market) (taken int, err error) {
	return DealAt(ctx, m, time.Now())
}

// DealAt does so as if it were another moment, which is not to come.
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
	// Nobody listens before the market is open.
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

// cast is everybody by e-mail.
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

// entries are the steps of all stories, the oldest first. Those of one moment
// stay in their order.
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

// play is the demonstration while it is made.
type play struct {
	Market
	simulator psp.Simulator
	ids       map[string]uuid.UUID
	scenes    map[*story]*scene
	days      *calendar
}

// scene is one story of it.
type scene struct {
	*play
	*story
	at         time.Time
	projectID  uuid.UUID
	contractID uuid.UUID
}

// take takes one step, dates what it wrote, and notes that it was taken.
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
		// What a crash would lose is done again by the next start.
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

// look finds the project and the contract of a story, as far as there are any.
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

// side is one of the two.
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

// as has somebody take the step, from an address that is nobody's (RFC 5737).
func (s *scene) as(ctx context.Context, who uuid.UUID) context.Context {
	return caller.NewContext(ctx, caller.Caller{Role: "authenticated", UserID: who, IP: fmt.Sprintf("203.0.113.%d", 1+who[15]%250)})
}

func (s *scene) by(ctx context.Context, one side) context.Context { return s.as(ctx, s.who(one)) }

func (s *scene) admin(ctx context.Context) context.Context { return s.as(ctx, s.ids[AdminEmail]) }
