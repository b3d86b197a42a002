package demo

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// stamped is a table and the columns to which a step writes the database's current time. A deadline
// moves with the column it counts from. also is an additional assignment.
type stamped struct {
	table, of string
	moments   []string
	deadlines map[string]string
	also      string
}

const (
	ofProject  = `project_id = @project`
	ofTerms    = `proposal_id IN (SELECT id FROM public.proposals WHERE project_id = @project)`
	ofContract = `contract_id = @contract`
	ofNews     = `id >= @first`
)

var past = []stamped{
	{table: "projects", of: `id = @project`, moments: []string{"created_at"}},
	{table: "project_revisions", of: ofProject, moments: []string{"created_at"}},
	{table: "proposals", of: ofProject, moments: []string{"created_at", "decided_at"}, also: isGood},
	{table: "proposal_terms", of: ofTerms, moments: []string{"created_at", "answered_at"}, also: isGood},
	{table: "contracts", of: `id = @contract`, moments: []string{"created_at", "started_at", "completed_at", "ended_at"}},
	// The expiry of an unpaid code does not move, so that it can still be paid after days off.
	{table: "charges", of: ofContract, moments: []string{"created_at"}},
	{table: "disputes", of: ofContract, moments: []string{"created_at", "decided_at", "company_accepted_at", "professional_accepted_at", "ended_at"}, also: answerDue},
	{table: "checklists", of: ofContract, moments: []string{"created_at"}},
	{table: "direct_payments", of: ofContract, moments: []string{"declared_at", "answered_at"}, deadlines: map[string]string{"confirm_due_at": "declared_at"}},
	{table: "invoices", of: ofContract, moments: []string{"sent_at", "answered_at"}},
	{table: "reviews", of: ofContract, moments: []string{"created_at", "answered_at"}, also: isShown},
	{table: "payouts", of: `party_id = @maker`, moments: []string{"created_at", "done_at"}},
	{table: "messages", of: ofNews, moments: []string{`"timestamp"`}, also: isRead},
	{table: "conversations", of: `last_message_id >= @first`, moments: []string{"last_at"}},
	{table: "notifications", of: `true`, moments: []string{"created_at"}, also: isRead},
}

// statement moves the times between @since and now to @at, in the same order.
func (p stamped) statement() string {
	var sets, fresh []string
	is := func(moment string) string { return moment + ` BETWEEN @since::timestamptz AND clock_timestamp()` }
	for _, moment := range p.moments {
		sets = append(sets, fmt.Sprintf(`%[1]s = CASE WHEN %[2]s THEN @at::timestamptz + (%[1]s - @since::timestamptz) ELSE %[1]s END`, moment, is(moment)))
		fresh = append(fresh, is(moment))
	}
	for deadline, from := range p.deadlines {
		sets = append(sets, fmt.Sprintf(`%[1]s = CASE WHEN %[2]s THEN @at::timestamptz + (%[1]s - @since::timestamptz) ELSE %[1]s END`, deadline, is(from)))
	}
	if p.also != "" {
		sets = append(sets, p.also)
	}
	return fmt.Sprintf(`UPDATE public.%s SET %s WHERE %s AND (%s)`, p.table, strings.Join(sets, ", "), p.of, strings.Join(fresh, " OR "))
}

// answerDue is counted in working days.
const answerDue = `answer_due_at = CASE WHEN created_at >= @since::timestamptz
	THEN private.end_of(private.working_days_after(private.market_day(@at::timestamptz), private.limit_of('dispute_answer_days')::integer))
	ELSE answer_due_at END`

// isGood makes the validity of proposals end on a working day.
const isGood = `valid_until = private.working_days_after(valid_until - 1, 1)`

// isShown dates the publication of reviews into working hours.
const isShown = `published_at = CASE WHEN created_at >= @since::timestamptz AND published_at IS NOT NULL THEN @shown::timestamptz ELSE published_at END`

// isRead marks what is older than four days as read.
const isRead = `read = read OR @at::timestamptz < @now::timestamptz - interval '4 days'`

// date moves the times that a step wrote since a given time to the time of the step. It covers
// every table in past, or only those that the transaction wrote to. Milestones, checklists, dispute
// entries and the log get their dates from the step itself.
func (s *scene) date(ctx context.Context, tx pgx.Tx, since time.Time, all bool) error {
	if err := s.look(ctx, tx); err != nil {
		return err
	}
	tables := make([]string, len(past))
	for i, one := range past {
		tables[i] = one.table
	}
	rows, err := tx.Query(ctx, `
		SELECT name FROM unnest($1::text[]) AS name CROSS JOIN LATERAL to_regclass('public.' || name) AS id
		WHERE $2 OR pg_stat_get_xact_tuples_inserted(id) + pg_stat_get_xact_tuples_updated(id) > 0`, tables, all)
	if err != nil {
		return fmt.Errorf("look at what was written to: %w", err)
	}
	touched, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("look at what was written to: %w", err)
	}
	named := pgx.NamedArgs{"project": s.projectID, "contract": s.contractID, "since": since, "at": s.at, "first": firstKey(since), "maker": s.maker(), "now": s.days.now, "shown": s.days.worked(s.at.AddDate(0, 0, 3))}
	batch := &pgx.Batch{}
	for _, one := range past {
		if slices.Contains(touched, one.table) {
			batch.Queue(one.statement(), named)
		}
	}
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return fmt.Errorf("date what was written: %w", err)
	}
	return nil
}

// firstKey is less than every key that the database generates from a given time on, because keys
// begin with the milliseconds (RFC 9562, version 7).
func firstKey(since time.Time) (key uuid.UUID) {
	for i, millis := 5, since.UnixMilli(); i >= 0; i-- {
		key[i] = byte(millis)
		millis >>= 8
	}
	return key
}
