package jobs

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"automacao/internal/kernel/route"
	"automacao/internal/market/people/notification"
	"automacao/internal/notify/mail"
	"automacao/internal/notify/queue"
	"automacao/internal/postgres"
)

type mailNewsArgs struct{}

// Kind names the job in the queue.
func (mailNewsArgs) Kind() string { return "mail_news" }

// InsertOpts allows only one of these in the queue at a time.
func (mailNewsArgs) InsertOpts() river.InsertOpts { return queue.Once }

// newsMax bounds one round; the next round continues.
const newsMax = 200

// mailNews also sends unread notifications by mail, each once: a message after two minutes,
// anything else at once. Results of saved searches have letters of their own. It does not check preferences, because a declined notification is never
// stored.
type mailNews struct {
	river.WorkerDefaults[mailNewsArgs]
	pool             *pgxpool.Pool
	url              string
	answerInvitation func(invitationID, personID uuid.UUID) string
}

const dueNews = `
	UPDATE public.notifications n SET mailed_at = now()
	FROM public.accounts a
	WHERE n.id IN (
	    SELECT due.id FROM public.notifications due
	    JOIN public.profiles p ON p.id = due.profile_id AND p.status = 'active'
	    WHERE NOT due.read AND due.mailed_at IS NULL AND due.created_at > now() - interval '2 days' AND due.kind <> 'search'
	      AND (due.kind <> 'message' OR due.created_at < now() - interval '2 minutes')
	    ORDER BY due.created_at LIMIT $1 FOR UPDATE OF due SKIP LOCKED)
	  AND a.profile_id = n.profile_id
	RETURNING n.profile_id, a.email, n.kind, n.title, n.body, n.subject_kind, n.subject_id`

// Work marks what is due and enqueues its letters in one transaction.
func (w *mailNews) Work(ctx context.Context, _ *river.Job[mailNewsArgs]) error {
	return postgres.InTx(ctx, w.pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, dueNews, newsMax)
		if err != nil {
			return fmt.Errorf("read due news: %w", err)
		}
		var letters []river.InsertManyParams
		news := mail.News{URL: w.url}
		var reader uuid.UUID
		var subject struct {
			kind string
			id   *uuid.UUID
		}
		_, err = pgx.ForEachRow(rows, []any{&reader, &news.To, &news.Kind, &news.Title, &news.Body, &subject.kind, &subject.id}, func() error {
			news.Link = linkTo(subject.kind, subject.id)
			if subject.kind == notification.AboutInvitation && subject.id != nil {
				news.Link = w.answerInvitation(*subject.id, reader)
			}
			letter, err := mail.Notice(news)
			letters = append(letters, river.InsertManyParams{Args: queue.SendMailArgs{Letter: letter}})
			return err
		})
		if err != nil || len(letters) == 0 {
			return err
		}
		_, err = river.ClientFromContext[pgx.Tx](ctx).InsertManyTx(ctx, tx, letters)
		return err
	})
}

// linkTo returns the page of a stored notification. A kind that this version does not know must not
// block the others, so it links to the dashboard.
func linkTo(subjectKind string, subjectID *uuid.UUID) string {
	id := uuid.Nil
	if subjectID != nil {
		id = *subjectID
	}
	path, err := notification.Path(subjectKind, id)
	if err != nil {
		return route.Dashboard
	}
	return path
}
