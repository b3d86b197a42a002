package volume

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// held are the triggers that rest during the load. What file, check_first and
// count_for_project keep is settled below or holds by construction.
var held = []string{"file", "realtime_change", "check_first", "count_for_project", "check_owner", "count_withdrawn", "keep_revision", "settle_notification"}

func (l *loader) holdTriggers(ctx context.Context) error { return l.switchTriggers(ctx, "DISABLE") }

func (l *loader) releaseTriggers(ctx context.Context) error { return l.switchTriggers(ctx, "ENABLE") }

// switchTriggers takes ownership of the tables and no superuser. It is undone
// with the transaction if anything fails.
func (l *loader) switchTriggers(ctx context.Context, verb string) error {
	// A table cannot be altered while checks of its foreign keys wait.
	if _, err := l.tx.Exec(ctx, `SET CONSTRAINTS ALL IMMEDIATE`); err != nil {
		return err
	}
	rows, err := l.tx.Query(ctx, `
		SELECT format('ALTER TABLE %s %s TRIGGER %I', tgrelid::regclass, $1::text, tgname) FROM pg_trigger
		WHERE tgname = ANY ($2) AND tgrelid = ANY (ARRAY['public.profiles', 'public.projects', 'public.proposals',
		                                                 'public.messages', 'public.conversations']::regclass[])
		ORDER BY 1`, verb, held)
	if err != nil {
		return err
	}
	statements, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, statement := range statements {
		if _, err := l.tx.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// settlements do for all rows what the held triggers do for one.
var settlements = []string{`
	INSERT INTO public.project_revisions (project_id, number, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents,
	                                      deadline, deadline_on, skills, city, state, work_mode, starts_on, created_at)
	SELECT id, revision, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills,
	       city, state, work_mode, starts_on, created_at
	FROM public.projects p WHERE NOT EXISTS (SELECT FROM public.project_revisions r WHERE r.project_id = p.id)`, `
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
	UPDATE public.projects p SET proposals_count = sent.count
	FROM (SELECT project_id, count(*) FROM public.proposals WHERE status <> 'withdrawn' GROUP BY project_id) AS sent
	WHERE p.id = sent.project_id AND p.proposals_count <> sent.count`, `
	UPDATE public.profiles p SET proposals_sent = sent.count
	FROM (SELECT professional_id, count(*) FROM public.proposals WHERE status <> 'withdrawn' GROUP BY professional_id) AS sent
	WHERE p.id = sent.professional_id AND p.proposals_sent <> sent.count`,
}

func (l *loader) settle(ctx context.Context) error {
	for i, statement := range settlements {
		if _, err := l.tx.Exec(ctx, statement); err != nil {
			return err
		}
		l.progress("counters", i+1, len(settlements))
	}
	return nil
}
