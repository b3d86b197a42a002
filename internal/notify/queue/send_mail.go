package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"automacao/internal/notify/mail"
)

// AttemptsMax is how often sending a letter is tried. The last attempt is about half a day after
// the first.
const AttemptsMax = 12

// SendMailArgs is one letter to send.
type SendMailArgs struct {
	Letter mail.Letter `json:"letter"`
}

// Kind is the job's name in the queue.
func (SendMailArgs) Kind() string { return "send_mail" }

// InsertOpts bounds the attempts.
func (SendMailArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: AttemptsMax} }

// ErrNoMailServer fails the job of a letter when no mail server is configured.
var ErrNoMailServer = errors.New("there is no mail server to send with")

// SendMail delivers one letter.
type SendMail struct {
	river.WorkerDefaults[SendMailArgs]
	// Sender is nil if there is no mail server.
	Sender *mail.Sender
}

// Timeout is slightly longer than a session with the mail server may take.
func (*SendMail) Timeout(*river.Job[SendMailArgs]) time.Duration { return time.Minute }

// Work sends the letter. The queue retries after an error.
func (w *SendMail) Work(ctx context.Context, job *river.Job[SendMailArgs]) error {
	if w.Sender == nil {
		return ErrNoMailServer
	}
	return w.Sender.Send(ctx, job.Args.Letter)
}

// Post enqueues a letter in the caller's transaction.
func Post(ctx context.Context, client *river.Client[pgx.Tx], tx pgx.Tx, letter mail.Letter) error {
	if _, err := client.InsertTx(ctx, tx, SendMailArgs{Letter: letter}, nil); err != nil {
		return fmt.Errorf("enqueue letter: %w", err)
	}
	return nil
}
