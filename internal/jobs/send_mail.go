package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"automacao/internal/mail"
)

// attemptsMax is how often a letter is tried: the last attempt is about half a
// day after the first.
const attemptsMax = 12

type sendMailArgs struct {
	Letter mail.Letter `json:"letter"`
}

// Kind names the work in the queue.
func (sendMailArgs) Kind() string { return "send_mail" }

// InsertOpts bounds the attempts.
func (sendMailArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: attemptsMax} }

var errNoMailServer = errors.New("there is no mail server to send with")

// sendMail delivers one letter.
type sendMail struct {
	river.WorkerDefaults[sendMailArgs]
	sender *mail.Sender
}

// Timeout is a little more than a conversation with the mail server may take.
func (*sendMail) Timeout(*river.Job[sendMailArgs]) time.Duration { return time.Minute }

// Work sends the letter; an error is tried again later.
func (w *sendMail) Work(ctx context.Context, job *river.Job[sendMailArgs]) error {
	if w.sender == nil {
		return errNoMailServer
	}
	return w.sender.Send(ctx, job.Args.Letter)
}
