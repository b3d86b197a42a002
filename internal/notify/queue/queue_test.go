package queue

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/textproto"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/riverqueue/river/rivertype"
	gomail "github.com/wneessen/go-mail"

	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/leaktest"
)

// TestMain fails if a goroutine outlives its test.
func TestMain(m *testing.M) { leaktest.Main(m) }

// marina must not appear in any line of the log.
const marina = "marina@exemplo.test"

func TestFailedWorkSaysWhyAndNamesNobody(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"there is no mail server to send with":                              fmt.Errorf("to %s: %w", marina, ErrNoMailServer),
		"sending SMTP RCPT TO command failed with 0":                        fmt.Errorf("deliver to %s: %w", marina, &gomail.SendError{Reason: gomail.ErrSMTPRcptTo}),
		"the mail server answers 535":                                       &textproto.Error{Code: 535, Msg: marina + " is not welcome"},
		"the database refused with SQLSTATE 23505 by accounts_email_unique": fmt.Errorf("x: %w", &pgconn.PgError{Code: "23505", ConstraintName: "accounts_email_unique", Detail: "Key (email)=(" + marina + ")", Message: marina}),
		"refused as over_rate":                                              fault.New(429, "over_rate", marina).With(marina),
		"dial: connection refused":                                          &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)},
		"a host name was not found in DNS":                                  &net.OpError{Op: "dial", Err: &net.DNSError{Name: marina}},
		"timeout":                                                           fmt.Errorf("send to %s: %w", marina, context.DeadlineExceeded),
		"error of type *errors.errorString":                                 fmt.Errorf("send to %s: %w", marina, errors.Join(errors.New(marina))),
	} {
		if got := reasonOf(err, nil); got != want {
			t.Errorf("%v: %q, not %q", err, got, want)
		}
		var said bytes.Buffer
		failures{slog.New(slog.NewTextHandler(&said, nil)), nil}.HandleError(t.Context(), &rivertype.JobRow{ID: 7, Kind: "send_mail", Attempt: 1, MaxAttempts: 12, EncodedArgs: []byte(`{"letter":{"to":"` + marina + `"}}`)}, err)
		if !strings.Contains(said.String(), want) || strings.Contains(said.String(), marina) {
			t.Error(said.String())
		}
	}
}

// Stopping a server is not an error, although the jobs running then fail.
func TestTheQueueStopsWithoutAnError(t *testing.T) {
	t.Parallel()
	var said bytes.Buffer
	log := quiet(slog.New(slog.NewTextHandler(&said, nil)))
	stopped, stop := context.WithCancel(t.Context())
	log.ErrorContext(stopped, "no transaction")
	stop()
	log.ErrorContext(stopped, "no transaction: context canceled")
	log.InfoContext(t.Context(), "started")
	if got := said.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, `"no transaction"`) {
		t.Error(got)
	}
}
