package volume

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// held are the triggers that rest while rows are stored. What file, prepare,
// settle_owner, keep_revision and the counters keep is stored with the rows or
// settled below; what the checks refuse is never made. A profile is prepared by
// its own trigger.
var held = []string{"file", "realtime_change", "check_first", "count_for_project", "check_owner", "count_withdrawn", "keep_revision", "settle_notification", "settle_owner"}

// withoutTriggers does work in one transaction in which triggers of the tables
// rest. Others cannot write to the tables until it is over, and whatever goes
// wrong undoes it with the work. It takes ownership of the tables and no
// superuser.
func (l *loader) withoutTriggers(ctx context.Context, tables []string, work func(pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, l.conn, func(tx pgx.Tx) error {
		if err := switchTriggers(ctx, tx, tables, "DISABLE"); err != nil {
			return err
		}
		if err := work(tx); err != nil {
			return err
		}
		// A table cannot be altered while checks of its foreign keys wait.
		if _, err := tx.Exec(ctx, `SET CONSTRAINTS ALL IMMEDIATE`); err != nil {
			return err
		}
		return switchTriggers(ctx, tx, tables, "ENABLE")
	})
}

func switchTriggers(ctx context.Context, tx pgx.Tx, tables []string, verb string) error {
	rows, err := tx.Query(ctx, `
		SELECT format('ALTER TABLE %s %s', tgrelid::regclass, string_agg(format('%s TRIGGER %I', $1::text, tgname), ', '))
		FROM pg_trigger WHERE tgrelid = ANY ($2::text[]::regclass[]) AND (tgname = ANY ($3) OR tgrelid = 'public.projects'::regclass AND tgname = 'prepare')
		GROUP BY tgrelid ORDER BY tgrelid`, verb, tables, held)
	if err != nil {
		return err
	}
	statements, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, statement := range statements {
		if _, err := tx.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// settlements do for all rows what the held triggers do for one.
var settlements = []string{`
	INSERT INTO public.conversations AS mine (owner_id, partner_id, thread, last_message_id, last_from_id, last_content, last_at, unread_count)
	SELECT DISTINCT ON (owner_id, partner_id) owner_id, partner_id, thread, id, from_id, left(content, 160), timestamp,
	       count(*) FILTER (WHERE unread) OVER (PARTITION BY owner_id, partner_id)
	FROM (
	  SELECT from_id AS owner_id, to_id AS partner_id, false AS unread, thread, id, from_id, content, timestamp
	  FROM public.messages WHERE sender_visible
	  UNION ALL
	  SELECT to_id, from_id, NOT read, thread, id, from_id, content, timestamp FROM public.messages
	) AS side
	ORDER BY owner_id, partner_id, timestamp DESC, id DESC
	ON CONFLICT (owner_id, partner_id) DO UPDATE SET
	  last_message_id = excluded.last_message_id, last_from_id = excluded.last_from_id,
	  last_content = excluded.last_content, last_at = excluded.last_at, unread_count = excluded.unread_count`, `
	UPDATE public.profiles p SET proposals_sent = sent.count
	FROM (SELECT professional_id, count(*) FROM public.proposals WHERE status <> 'withdrawn' GROUP BY professional_id) AS sent
	WHERE p.id = sent.professional_id AND p.proposals_sent <> sent.count`,
}

func (l *loader) settle(ctx context.Context) error {
	return l.withoutTriggers(ctx, []string{"public.conversations", "public.profiles"}, func(tx pgx.Tx) error {
		for i, statement := range settlements {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return err
			}
			l.progress("counters", i+1, len(settlements))
		}
		return nil
	})
}
