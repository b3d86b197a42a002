package demo_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market"
	"automacao/internal/market/demo"
	"automacao/internal/market/markettest"
	"automacao/internal/postgres/dbtest"
)

// Every time at which people of the demonstration acted.
const moments = `
	SELECT 'project' AS what, created_at AS at FROM public.projects
	UNION ALL SELECT 'revision', created_at FROM public.project_revisions
	UNION ALL SELECT 'proposal', created_at FROM public.proposals
	UNION ALL SELECT 'decision', decided_at FROM public.proposals
	UNION ALL SELECT 'terms', created_at FROM public.proposal_terms
	UNION ALL SELECT 'question', created_at FROM public.project_questions
	UNION ALL SELECT 'answer', answered_at FROM public.project_questions
	UNION ALL SELECT 'invitation', created_at FROM public.invitations_to_propose
	UNION ALL SELECT 'answer to an invitation', answered_at FROM public.invitations_to_propose
	UNION ALL SELECT 'message', "timestamp" FROM public.messages
	UNION ALL SELECT 'conversation', last_at FROM public.conversations
	UNION ALL SELECT 'notification ' || kind, created_at FROM public.notifications
	UNION ALL SELECT 'contract', created_at FROM public.contracts
	UNION ALL SELECT 'start', started_at FROM public.contracts
	UNION ALL SELECT 'delivery', delivered_at FROM public.contracts
	UNION ALL SELECT 'delivery of a milestone', delivered_at FROM public.milestones
	UNION ALL SELECT 'end', ended_at FROM public.contracts
	UNION ALL SELECT 'event', created_at FROM public.contract_events
	UNION ALL SELECT 'payment', declared_at FROM public.direct_payments
	UNION ALL SELECT 'confirmation', answered_at FROM public.direct_payments
	UNION ALL SELECT 'file', created_at FROM public.deal_files
	UNION ALL SELECT 'invoice', sent_at FROM public.invoices
	UNION ALL SELECT 'charge', paid_at FROM public.charges
	UNION ALL SELECT 'review', created_at FROM public.reviews
	UNION ALL SELECT 'review shown', published_at FROM public.reviews WHERE published_at IS NOT NULL
	UNION ALL SELECT 'dispute', created_at FROM public.disputes
	UNION ALL SELECT 'amendment', created_at FROM public.amendments`

// Every date on which something is due.
const terms = `
	SELECT 'milestone' AS what, due_on AS on_day FROM public.milestones
	UNION ALL SELECT 'start of a project', starts_on FROM public.projects
	UNION ALL SELECT 'end of a project', deadline_on FROM public.projects
	UNION ALL SELECT 'proposal', valid_until FROM public.proposals
	UNION ALL SELECT 'payment', paid_on FROM public.direct_payments`

// The required order of events within each deal.
const orders = `
	SELECT p.title, a.what, a.at AS earlier, b.what AS next, b.at AS later
	FROM public.contracts c
	JOIN public.projects p ON p.id = c.project_id
	JOIN public.proposals o ON o.id = c.proposal_id
	CROSS JOIN LATERAL (VALUES
	  (1, 'publication', p.created_at), (2, 'proposal', o.created_at), (3, 'acceptance', c.created_at), (4, 'start', c.started_at),
	  (5, 'delivery', (SELECT min(v.created_at) FROM public.contract_events v WHERE v.contract_id = c.id AND v.action LIKE 'deliver%')),
	  (6, 'payment', (SELECT min(d.declared_at) FROM public.direct_payments d WHERE d.contract_id = c.id)),
	  (7, 'review', (SELECT min(r.created_at) FROM public.reviews r WHERE r.contract_id = c.id))) AS a (place, what, at)
	CROSS JOIN LATERAL (VALUES
	  (2, 'proposal', o.created_at), (3, 'acceptance', c.created_at), (4, 'start', c.started_at),
	  (5, 'delivery', (SELECT max(v.created_at) FROM public.contract_events v WHERE v.contract_id = c.id AND v.action LIKE 'deliver%')),
	  (6, 'payment', (SELECT max(d.declared_at) FROM public.direct_payments d WHERE d.contract_id = c.id)),
	  (7, 'review', (SELECT max(r.created_at) FROM public.reviews r WHERE r.contract_id = c.id))) AS b (place, what, at)
	WHERE a.place < b.place AND a.at >= b.at`

func TestTheDemonstrationKeepsACalendar(t *testing.T) {
	t.Parallel()
	t.Run("Today", func(t *testing.T) {
		t.Parallel()
		keepsCalendar(t, markettest.On(t, dealt(t).Pool), time.Now())
	})
	for name, now := range map[string]time.Time{
		"AMonday":              time.Date(2025, 6, 16, 10, 20, 0, 0, market.Zone),
		"ASunday":              time.Date(2025, 5, 25, 21, 40, 0, 0, market.Zone),
		"TheDayAfterACarnival": time.Date(2025, 3, 5, 7, 15, 0, 0, market.Zone),
		"TheSecondOfJanuary":   time.Date(2026, 1, 2, 9, 5, 0, 0, market.Zone),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, desk := openAt(t, now)
			papers := shelve(t, s)
			if _, err := demo.DealAt(t.Context(), demo.Market{Pool: s.Pool, Desk: desk, Door: &door{}, Store: papers, Open: papers.Open}, now); err != nil {
				t.Fatal(err)
			}
			keepsCalendar(t, s, now)
		})
	}
}

func keepsCalendar(t *testing.T, s *markettest.Stage, now time.Time) {
	t.Helper()
	for fact, c := range map[string]struct {
		query     string
		arguments []any
	}{
		"Happened out of working hours": {`
			SELECT coalesce(string_agg(DISTINCT what || ' ' || to_char(at AT TIME ZONE 'America/Sao_Paulo', 'Dy DD/MM/YYYY HH24:MI'), ', '), '') FROM (` + moments + `) AS one
			CROSS JOIN LATERAL (SELECT at AT TIME ZONE 'America/Sao_Paulo' AS here) AS zone
			WHERE NOT private.is_working_day(here::date) OR here::time < '08:00' OR here::time >= '18:00'`, nil},
		"Is to come":               {`SELECT coalesce(string_agg(DISTINCT what || ' ' || at, ', '), '') FROM (` + moments + `) AS one WHERE at > $1::timestamptz + interval '1 minute'`, []any{now}},
		"Is due when nobody works": {`SELECT coalesce(string_agg(DISTINCT what || ' ' || on_day, ', '), '') FROM (` + terms + `) AS one WHERE NOT private.is_working_day(on_day)`, nil},
		"Is out of order":          {`SELECT coalesce(string_agg(concat_ws(' ', title, what, earlier, next, later), ', '), '') FROM (` + orders + `) AS one`, nil},
		"Is not there":             {`SELECT CASE WHEN count(at) < 500 THEN 'nearly everything' ELSE '' END FROM (` + moments + `) AS one`, nil},
	} {
		if found := s.Text(c.query, c.arguments...); found != "" {
			t.Errorf("%s: %s", fact, found)
		}
	}
}

var errNobody = errors.New("not an administrator")

func TestTimePassesForAdministratorsOfADemonstrationOnly(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	for name, c := range map[string]struct {
		isDemo, isAdmin bool
		want            error
	}{
		"outside":       {false, true, demo.ErrRealTime},
		"somebody":      {true, false, errNobody},
		"administrator": {true, true, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var tended []time.Time
			clock := demo.Clock{
				IsDemo: c.isDemo,
				RequireAdmin: func(context.Context, pgx.Tx) error {
					if !c.isAdmin {
						return errNobody
					}
					return nil
				},
				Tend: func(_ context.Context, _ pgx.Tx, at time.Time) error {
					tended = append(tended, at)
					return nil
				},
			}
			var now time.Time
			err := pgx.BeginFunc(t.Context(), db.Pool, func(tx pgx.Tx) error {
				if err := tx.QueryRow(t.Context(), `SELECT now()`).Scan(&now); err != nil {
					return err
				}
				_, err := clock.PassTime(t.Context(), tx, demo.Days{Days: 14})
				return err
			})
			if !errors.Is(err, c.want) {
				t.Fatalf("answered %v, want %v", err, c.want)
			}
			if c.want != nil && len(tended) != 0 || c.want == nil && (len(tended) != 1 || !tended[0].Equal(now.Add(14*24*time.Hour))) {
				t.Errorf("tended as of %v at %s", tended, now)
			}
		})
	}
}
