package jobs

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"automacao/internal/kernel/route"
	"automacao/internal/notify/mail"
	"automacao/internal/notify/queue"
)

type writeDigestsArgs struct{}

// Kind names the job in the queue.
func (writeDigestsArgs) Kind() string { return "write_digests" }

// digestArgs is one member's newsletter of one week.
type digestArgs struct {
	ProfileID string      `json:"profile_id" river:"unique"`
	Week      string      `json:"week" river:"unique"`
	Letter    mail.Letter `json:"letter"`
}

// Kind names the job in the queue.
func (digestArgs) Kind() string { return "send_digest" }

// InsertOpts makes newsletters unique per member and week, finished jobs included.
func (digestArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: queue.AttemptsMax, UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
		rivertype.JobStateAvailable, rivertype.JobStateCompleted, rivertype.JobStatePending, rivertype.JobStateRetryable,
		rivertype.JobStateRunning, rivertype.JobStateScheduled,
	}}}
}

// sendDigest delivers one newsletter.
type sendDigest struct {
	river.WorkerDefaults[digestArgs]
	sender *mail.Sender
}

// Work sends the letter; a failure is retried later.
func (w *sendDigest) Work(ctx context.Context, job *river.Job[digestArgs]) error {
	if w.sender == nil {
		return queue.ErrNoMailServer
	}
	return w.sender.Send(ctx, job.Args.Letter)
}

// writeDigests writes the week's newsletter to every subscriber: open projects for professionals,
// and professionals for companies, the best matches first. If there is nothing new, no letter is sent.
type writeDigests struct {
	river.WorkerDefaults[writeDigestsArgs]
	pool *pgxpool.Pool
	cfg  Config
}

const readers = `
	SELECT p.id::text, p.name, p.role, a.email, to_char(now() AT TIME ZONE 'America/Sao_Paulo', 'IYYY-IW')
	FROM public.preferences s
	JOIN public.profiles p ON p.id = s.profile_id AND p.status = 'active' AND p.role <> 'admin'
	JOIN public.accounts a ON a.profile_id = p.id
	WHERE s.newsletter AND p.id::text > $1 ORDER BY p.id::text LIMIT 500`

// An item must match a party that the reader belongs to. Its score is the one that the screens show.
var weekly = map[string]struct{ page, rows string }{
	"professional": {route.Project, `
		SELECT best.title, best.line || ' · ' || best.budget || ' · ' || best.deadline, best.id::text
		FROM (
		  SELECT DISTINCT ON (j.id) j.id, j.title, j.budget, j.deadline, j.created_at, m.score, private.match_line(m.score, m.reasons, m.gaps) AS line
		  FROM unnest(private.parties('read', $1::uuid)) AS mine (id)
		  CROSS JOIN LATERAL private.match_pairs(private.projects_to_match(mine.id, now() - interval '7 days'), ARRAY[mine.id], 5) m
		  JOIN public.projects j ON j.id = m.project_id AND NOT EXISTS (SELECT FROM public.hidden_projects h WHERE h.project_id = j.id AND h.person_id = $1::uuid)
		  ORDER BY j.id, m.score DESC
		) AS best
		ORDER BY best.score DESC, best.created_at DESC LIMIT 5`},
	"company": {route.Professional, `
		WITH open AS (
		  SELECT j.id, j.skills FROM public.projects j JOIN public.project_owners o ON o.project_id = j.id
		  WHERE o.company_id = ANY ((SELECT private.parties('read', $1::uuid))::uuid[]) AND j.status = 'open'
		  ORDER BY j.created_at DESC LIMIT 10
		), newcomers AS (
		  SELECT p.id FROM public.professionals p JOIN public.profiles since ON since.id = p.id
		  WHERE since.created_at > now() - interval '7 days' AND p.skills && (SELECT coalesce(array_agg(DISTINCT skill), '{}') FROM open, unnest(open.skills) AS skill)
		  ORDER BY since.created_at DESC LIMIT 40
		)
		SELECT best.name, best.line || coalesce(' · ' || best.title, ''), best.id::text
		FROM (
		  SELECT DISTINCT ON (p.id) p.id, p.name, coalesce(nullif(p.title, ''), nullif(p.headline, '')) AS title, m.score, m.place, private.match_line(m.score, m.reasons, m.gaps) AS line
		  FROM private.match_pairs(ARRAY(SELECT open.id FROM open), ARRAY(SELECT n.id FROM newcomers n), 400) WITH ORDINALITY AS m (project_id, professional_id, score, reasons, gaps, place)
		  JOIN public.professionals p ON p.id = m.professional_id
		  ORDER BY p.id, m.place
		) AS best
		ORDER BY best.place LIMIT 5`},
}

type reader struct{ id, name, role, email, week string }

// Work processes the readers in pages.
func (w *writeDigests) Work(ctx context.Context, _ *river.Job[writeDigestsArgs]) error {
	last := ""
	for {
		rows, err := w.pool.Query(ctx, readers, last)
		if err != nil {
			return fmt.Errorf("list readers: %w", err)
		}
		page, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (r reader, err error) {
			return r, row.Scan(&r.id, &r.name, &r.role, &r.email, &r.week)
		})
		if err != nil {
			return fmt.Errorf("list readers: %w", err)
		}
		if len(page) == 0 {
			return nil
		}
		for _, r := range page {
			if err := w.write(ctx, r); err != nil {
				return fmt.Errorf("write to %s: %w", r.id, err)
			}
			last = r.id
		}
	}
}

func (w *writeDigests) write(ctx context.Context, r reader) error {
	fitting := weekly[r.role]
	rows, err := w.pool.Query(ctx, fitting.rows, r.id)
	if err != nil {
		return err
	}
	items, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (item mail.Item, err error) {
		var key string
		err = row.Scan(&item.Title, &item.Note, &key)
		item.Link = w.cfg.URL + route.To(fitting.page, key)
		return item, err
	})
	if err != nil || len(items) == 0 {
		return err
	}
	letter, err := mail.Digest(r.email, r.name, w.cfg.URL, w.cfg.Unsubscribe(r.id), items)
	if err != nil {
		return err
	}
	_, err = river.ClientFromContext[pgx.Tx](ctx).Insert(ctx, digestArgs{ProfileID: r.id, Week: r.week, Letter: letter}, nil)
	return err
}
