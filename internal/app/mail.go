package app

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/jobs"
	"automacao/internal/market/money/payment"
	"automacao/internal/notify/mail"
	"automacao/internal/notify/push"
	"automacao/internal/wire/auth/core"
)

// senders reach people outside the product.
type senders struct {
	// sender is nil if there is no mail server.
	sender *mail.Sender
	push   *push.Sender
	// pushKey is the key that browsers are given, and pushServices are the services that may be
	// called.
	pushKey      push.Key
	pushServices push.Services
}

// workers are the parts of the market that work beside requests.
type workers struct {
	// payments is nil in an App that only registers workflows, to generate files from them.
	payments *payment.Desk
	jobs     *jobs.Jobs
}

// orphanAge is how old stored bytes without a row must be before they are removed. The longest
// upload takes less.
const orphanAge = time.Hour

// openMail prepares the connection to the mail server, if there is one.
func (a *App) openMail(context.Context) (err error) {
	if a.cfg.SMTPURL != "" {
		a.sender, err = mail.Open(a.cfg.SMTPURL)
	}
	return err
}

func (a *App) openJobs(context.Context) (err error) {
	var backUp, keepSuppressions func(context.Context) error
	if a.cfg.BackupTo != "" {
		backUp, keepSuppressions = a.backUp, a.keepSuppressions
	}
	a.jobs, err = jobs.New(a.conns.work, jobs.Config{
		BackUp: backUp, KeepSuppressions: keepSuppressions,
		URL: a.cfg.URL(), Sender: a.sender, Push: a.push, Unsubscribe: a.UnsubscribeLink, EndSearch: a.EndSearchLink, AnswerInvitation: a.InvitationLink, Users: doorkeeper{a.auth}, PurgeSessions: a.auth.Purge, Watch: a.watch.Work,
		SweepFiles: func(ctx context.Context) error {
			_, err := a.storage.Sweep(ctx, orphanAge)
			return err
		},
		ReturnWithheld: a.payments.ReturnWithheld,
		Direct:         a.db.Direct,
	}, a.log)
	return err
}

// postman sends the letters of the auth protocol and of invitations through the queue.
type postman struct{ app *App }

// Send enqueues a letter of the auth protocol in its transaction.
func (p postman) Send(ctx context.Context, tx pgx.Tx, kind core.MailKind, to, link, code string) error {
	letter, err := mail.Auth(string(kind), to, link, code)
	if err != nil {
		return err
	}
	return p.SendMail(ctx, tx, letter)
}

// SendMail enqueues a letter in the caller's transaction.
func (p postman) SendMail(ctx context.Context, tx pgx.Tx, letter mail.Letter) error {
	return p.app.jobs.SendMail(ctx, tx, letter)
}
