package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"automacao/internal/market/people/notification"
	"automacao/internal/notify/push"
	"automacao/internal/postgres"
)

// Delivery of notifications to devices. The queue is checked every second. A notification that a
// device could not receive for a day is no longer pushed, and can be read in the product. The jobs
// have their own queue, so a push service that does not answer delays only them.
const (
	pushQueue       = "push"
	pushWorkersMax  = 4
	pushEvery       = time.Second
	pushesMax       = 200
	pushAttemptsMax = 8
	pushKeptFor     = 24 * time.Hour
)

// pushArgs is one state of a notification for one device.
type pushArgs struct {
	NotificationID uuid.UUID `json:"notification_id"`
	SubscriptionID uuid.UUID `json:"subscription_id"`
	Count          int       `json:"count"`
}

// Kind names the job in the queue.
func (pushArgs) Kind() string { return "push" }

// InsertOpts puts these jobs into their own queue.
func (pushArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: pushQueue, MaxAttempts: pushAttemptsMax}
}

const takeQueued = `
	DELETE FROM private.push_queue WHERE (notification_id, subscription_id) IN (
	  SELECT notification_id, subscription_id FROM private.push_queue ORDER BY notification_id, subscription_id LIMIT $1 FOR UPDATE SKIP LOCKED)
	RETURNING notification_id, subscription_id, count`

// tellDevices turns the rows of private.push_queue into jobs, until ctx ends.
func (j *Jobs) tellDevices(ctx context.Context) error {
	ticker := time.NewTicker(pushEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
			if err := j.takeQueued(ctx); err != nil && ctx.Err() == nil {
				j.log.WarnContext(ctx, "devices were not told", "cause", err)
			}
		}
	}
}

// takeQueued moves the queued rows in batches, each in one transaction.
func (j *Jobs) takeQueued(ctx context.Context) error {
	for {
		var taken []river.InsertManyParams
		err := postgres.InTx(ctx, j.pool, func(tx pgx.Tx) error {
			taken = nil
			rows, err := tx.Query(ctx, takeQueued, pushesMax)
			if err != nil {
				return fmt.Errorf("take what is queued: %w", err)
			}
			var args pushArgs
			_, err = pgx.ForEachRow(rows, []any{&args.NotificationID, &args.SubscriptionID, &args.Count}, func() error {
				taken = append(taken, river.InsertManyParams{Args: args})
				return nil
			})
			if err != nil || len(taken) == 0 {
				return err
			}
			_, err = j.client.InsertManyTx(ctx, tx, taken)
			return err
		})
		if err != nil || len(taken) < pushesMax {
			return err
		}
	}
}

// sendPush sends one notification to one device.
type sendPush struct {
	river.WorkerDefaults[pushArgs]
	pool   *pgxpool.Pool
	sender *push.Sender
	log    *slog.Logger
}

// Timeout is a little more than a call of the push service may take.
func (*sendPush) Timeout(*river.Job[pushArgs]) time.Duration { return 30 * time.Second }

// Excludes notifications that were read, updated since, or are a day old, and devices whose session
// ended or whose owner is blocked.
const pushed = `
	SELECT s.endpoint, s.p256dh, s.auth_secret, n.kind, n.title, coalesce(n.actor_name, ''), n.count, n.subject_kind, n.subject_id, coalesce(n.group_key, ''),
	       (SELECT count(*) FROM (SELECT FROM public.notifications u WHERE u.profile_id = n.profile_id AND NOT u.read LIMIT 99) unread)
	FROM public.push_subscriptions s
	JOIN public.notifications n ON n.id = $1 AND n.profile_id = s.profile_id
	JOIN public.profiles p ON p.id = s.profile_id AND p.status = 'active'
	JOIN auth.sessions session ON session.id = s.session_id AND coalesce(session.not_after > now(), true)
	WHERE s.id = $2 AND NOT n.read AND n.count = $3 AND n.created_at > now() - $4::interval`

// Work sends the notification. If the server dies after the push service answered, the job runs
// again. The notification keeps its id, so the device recognises the duplicate.
func (w *sendPush) Work(ctx context.Context, job *river.Job[pushArgs]) error {
	if w.sender == nil {
		return river.JobCancel(errors.New("there is no push key to send with"))
	}
	var to push.Device
	var news notification.Stored
	err := w.pool.QueryRow(ctx, pushed, job.Args.NotificationID, job.Args.SubscriptionID, job.Args.Count, pushKeptFor).Scan(
		&to.Endpoint, &to.P256dh, &to.Secret, &news.Kind, &news.Title, &news.ActorName, &news.Count, &news.SubjectKind, &news.SubjectID, &news.Group, &news.Unread)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read what to push: %w", err)
	}
	shown := news.OnDevice(job.Args.NotificationID)
	body, err := json.Marshal(shown)
	if err != nil {
		return err
	}
	message := push.Message{Body: body, Topic: shown.Topic(), IsUrgent: news.Kind == notification.Message, TTL: pushKeptFor}
	return w.settle(ctx, job.Args.SubscriptionID, w.sender.Send(ctx, to, message))
}

// settle records the outcome of a call.
func (w *sendPush) settle(ctx context.Context, subscription uuid.UUID, outcome error) error {
	var later push.Later
	switch {
	case outcome == nil:
		_, err := w.pool.Exec(ctx, `UPDATE public.push_subscriptions SET succeeded_at = now() WHERE id = $1`, subscription)
		return err
	case errors.Is(outcome, push.ErrGone):
		_, err := w.pool.Exec(ctx, `DELETE FROM public.push_subscriptions WHERE id = $1`, subscription)
		return err
	case errors.As(outcome, &later):
		return river.JobSnooze(later.Wait)
	case errors.Is(outcome, push.ErrRefused):
		w.log.WarnContext(ctx, "a push was refused", "cause", outcome)
		return river.JobCancel(outcome)
	default:
		return outcome
	}
}
