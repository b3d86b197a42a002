package export

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/ical"
	"automacao/internal/kernel/route"
)

// Bounds of a calendar: at most datesMax dates, in order of date, none more than daysBack days ago.
// askAgainSoon is how often subscribed programs should refresh it.
const (
	datesMax     = 2000
	daysBack     = 90
	askAgainSoon = 6 * time.Hour
)

// askDates selects the dates that concern the caller's parties: of milestones, acceptances and
// payments, of disputes and terminations, and of proposals and projects.
const askDates = `
WITH mine AS (SELECT private.parties() AS parties),
     deals AS (
       SELECT c.id, c.number, c.status, c.acceptance_due_at, c.termination_lapses_at, c.updated_at, c.scope ->> 'title' AS title FROM public.contracts c, mine
       WHERE c.company_id = ANY (mine.parties) OR c.professional_id = ANY (mine.parties)),
     parts AS (
       SELECT m.id, m.contract_id, m.position, m.title, m.status, m.due_on, m.review_until, m.owed_due_on, m.updated_at, d.number, d.title AS project, d.status AS deal_status
       FROM public.milestones m JOIN deals d ON d.id = m.contract_id),
     dates AS (
       SELECT 'entrega-' || id AS uid, 'Entrega' AS kind, due_on AS day, position, title AS part, number, project, contract_id AS deal, NULL::uuid AS tender, updated_at AS changed
       FROM parts WHERE due_on IS NOT NULL AND deal_status IN ('agreed', 'active', 'delivered')
         AND (status IN ('planned', 'funded', 'adjusting') OR status = 'awaiting_payment' AND owed_due_on IS NULL)
       UNION ALL
       SELECT 'aceite-' || id, 'Prazo de aceite', ((review_until - interval '1 second') AT TIME ZONE 'America/Sao_Paulo')::date, position, title, number, project, contract_id, NULL, updated_at
       FROM parts WHERE status = 'delivered' AND review_until IS NOT NULL
       UNION ALL
       SELECT 'pagamento-' || id, 'Vencimento do pagamento', owed_due_on, position, title, number, project, contract_id, NULL, updated_at
       FROM parts WHERE status = 'awaiting_payment' AND owed_due_on IS NOT NULL
       UNION ALL
       SELECT 'conclusao-' || id, 'Prazo de aceite do contrato', ((acceptance_due_at - interval '1 second') AT TIME ZONE 'America/Sao_Paulo')::date, NULL, NULL, number, title, id, NULL, updated_at
       FROM deals WHERE acceptance_due_at IS NOT NULL
       UNION ALL
       SELECT 'distrato-' || id, 'Prazo para responder ao distrato', ((termination_lapses_at - interval '1 second') AT TIME ZONE 'America/Sao_Paulo')::date, NULL, NULL, number, title, id, NULL, updated_at
       FROM deals WHERE termination_lapses_at IS NOT NULL
       UNION ALL
       SELECT 'disputa-' || s.id, 'Prazo para responder à disputa', ((s.answer_due_at - interval '1 second') AT TIME ZONE 'America/Sao_Paulo')::date, p.position, p.title, p.number, p.project, p.contract_id, NULL, s.updated_at
       FROM public.disputes s JOIN parts p ON p.id = s.milestone_id WHERE s.status = 'open'
       UNION ALL
       SELECT 'recurso-' || s.id, 'Prazo para recorrer da decisão', ((s.appeal_until - interval '1 second') AT TIME ZONE 'America/Sao_Paulo')::date, p.position, p.title, p.number, p.project, p.contract_id, NULL, s.updated_at
       FROM public.disputes s JOIN parts p ON p.id = s.milestone_id WHERE s.status = 'decided' AND s.appeal_until IS NOT NULL
       UNION ALL
       SELECT 'proposta-' || o.id, 'Validade da proposta', o.valid_until, NULL, NULL, NULL, j.title, NULL, o.project_id, o.updated_at
       FROM public.proposals o JOIN public.projects j ON j.id = o.project_id LEFT JOIN public.project_owners w ON w.project_id = j.id, mine
       WHERE o.status IN ('pending', 'waiting') AND (o.professional_id = ANY (mine.parties) OR w.company_id = ANY (mine.parties))
       UNION ALL
       SELECT 'projeto-' || j.id, 'Prazo do projeto', j.deadline_on, NULL, NULL, NULL, j.title, NULL, j.id, j.updated_at
       FROM public.projects j JOIN public.project_owners w ON w.project_id = j.id, mine
       WHERE j.status IN ('open', 'in_progress') AND j.deadline_on IS NOT NULL AND w.company_id = ANY (mine.parties))
SELECT uid, kind, day, position, part, number, project, deal, tender, changed FROM dates
WHERE day > private.market_day() - $1::int ORDER BY day, uid LIMIT $2`

// date is one all-day event.
type date struct {
	UID, Kind string
	Day       time.Time
	Position  *int
	Part      *string
	Number    *int64
	Project   *string
	Deal      *uuid.UUID
	Tender    *uuid.UUID
	Changed   time.Time
}

// Calendar writes the dates that concern the caller's parties. site is the address of the product.
func Calendar(ctx context.Context, tx pgx.Tx, site string, out io.Writer) error {
	rows, err := tx.Query(ctx, askDates, daysBack, datesMax)
	if err != nil {
		return fmt.Errorf("read the dates: %w", err)
	}
	dates, err := pgx.CollectRows(rows, pgx.RowToStructByPos[date])
	if err != nil {
		return fmt.Errorf("read the dates: %w", err)
	}
	calendar := ical.Calendar{Product: "-//Automacao Industria//Prazos//PT", Name: "Automação - Indústria: prazos", Refresh: askAgainSoon}
	_, host, _ := strings.Cut(site, "://")
	for _, one := range dates {
		calendar.Events = append(calendar.Events, one.event(site, host))
	}
	return calendar.Write(out)
}

func (d date) event(site, host string) ical.Event {
	event := ical.Event{UID: d.UID + "@" + host, Day: d.Day, Title: d.Kind + ": " + text(d.Project), Changed: d.Changed}
	if d.Part != nil && d.Position != nil {
		event.Title = fmt.Sprintf("%s: marco %d, %s", d.Kind, *d.Position, *d.Part)
	}
	switch {
	case d.Deal != nil && d.Number != nil:
		event.Text = fmt.Sprintf("Contrato %s, %s.", code(*d.Number), text(d.Project))
		event.URL = site + strings.Replace(route.Contract, ":contractId", d.Deal.String(), 1)
	case d.Tender != nil:
		event.URL = site + strings.Replace(route.Project, ":projectId", d.Tender.String(), 1)
	}
	return event
}
