package queue

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/riverqueue/river"
	gomail "github.com/wneessen/go-mail"

	"automacao/internal/kernel/fault"
	"automacao/internal/notify/mail"
	"automacao/internal/postgres"
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

// ownWords are errors whose text is entirely the program's own.
var knownErrors = []error{ErrNoMailServer, postgres.ErrNoConnection}

// reasonOf describes an error for the log. Its text may name people, for instance in a mail
// server's answer or a row's values, so only codes and our own names are used, and as a last resort
// the type of the innermost error.
func reasonOf(err error, ownErrors []error) string {
	for _, known := range slices.Concat(knownErrors, ownErrors) {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	if refused, ok := errors.AsType[*gomail.SendError](err); ok {
		return whyUnsent(refused)
	}
	if answered, ok := errors.AsType[*textproto.Error](err); ok {
		return fmt.Sprintf("the mail server answers %d", answered.Code)
	}
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
		return whyRefused(failure)
	}
	if refusal, ok := errors.AsType[*fault.Error](err); ok {
		return "refused as " + refusal.Code
	}
	if reason := whyUnreached(err); reason != "" {
		return reason
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(err, context.Canceled):
		return "canceled"
	}
	return fmt.Sprintf("error of type %T", innermost(err))
}

// whyUnsent leaves out the server's words and the recipients.
func whyUnsent(refused *gomail.SendError) string {
	return strings.TrimSpace(fmt.Sprintf("%s failed with %d %s", refused.Reason, refused.ErrorCode(), refused.EnhancedStatusCode()))
}

func whyRefused(failure *pgconn.PgError) string {
	reason := "the database refused with SQLSTATE " + failure.Code
	if failure.ConstraintName != "" {
		reason += " by " + failure.ConstraintName
	}
	return reason
}

// whyUnreached describes a failure to reach another machine; it is "" for other errors.
func whyUnreached(err error) string {
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return "a host name was not found in DNS"
	}
	_, isUntrusted := errors.AsType[*tls.CertificateVerificationError](err)
	_, isUnknown := errors.AsType[x509.UnknownAuthorityError](err)
	if isUntrusted || isUnknown {
		return "a certificate is not trusted"
	}
	if unreached, ok := errors.AsType[*net.OpError](err); ok {
		if number, ok := errors.AsType[syscall.Errno](err); ok {
			return unreached.Op + ": " + number.Error()
		}
		if unreached.Timeout() {
			return unreached.Op + ": timeout"
		}
		return unreached.Op + ": the connection was lost"
	}
	return ""
}

// innermost returns the error that an error wraps, the first if there are several.
func innermost(err error) error {
	for {
		switch wrapped := err.(type) {
		case interface{ Unwrap() error }:
			if wrapped.Unwrap() == nil {
				return err
			}
			err = wrapped.Unwrap()
		case interface{ Unwrap() []error }:
			if len(wrapped.Unwrap()) == 0 {
				return err
			}
			err = wrapped.Unwrap()[0]
		default:
			return err
		}
	}
}
