package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"filippo.io/age"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/market/money/payment"
	"automacao/internal/market/people/suppression"
	"automacao/internal/postgres"
	"automacao/internal/postgres/backup"
	"automacao/internal/postgres/cluster"
	"automacao/internal/wire/auth"
)

// keepSuppressions writes the deletions and blocks that a restore must not undo, beside the
// backups.
func (a *App) keepSuppressions(ctx context.Context) error {
	// Check has validated the recipients.
	recipients, _ := backup.Recipients(a.cfg.BackupRecipient)
	for {
		handed, err := suppression.HandOn(ctx, a.conns.work, a.keys.bars, func(ctx context.Context, entries []suppression.Entry) (err error) {
			target, err := backup.OpenTarget(ctx, a.cfg.BackupTo)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, target.Close()) }()
			kept := make([]backup.Suppression, len(entries))
			for i, entry := range entries {
				kept[i] = backup.Suppression(entry)
			}
			return target.KeepSuppressions(ctx, kept, recipients)
		})
		if err != nil || handed == 0 {
			return err
		}
	}
}

// decidedSince returns the deletions and blocks that were decided after a moment. They are kept
// beside the backup that is restored, and where this market keeps its own.
type decidedSince struct {
	places     []string
	moment     time.Time
	identities []age.Identity
}

func (d decidedSince) read(ctx context.Context) (decided []suppression.Entry, err error) {
	for i, at := range d.places {
		if at == "" || slices.Contains(d.places[:i], at) {
			continue
		}
		place, err := backup.OpenTarget(ctx, at)
		if err != nil {
			return nil, err
		}
		found, err := place.ReadSuppressions(ctx, d.moment.Add(-backup.SuppressionsSlack), d.identities)
		if err := errors.Join(err, place.Close()); err != nil {
			return nil, fmt.Errorf("read what was decided since: %w", err)
		}
		for _, one := range found {
			decided = append(decided, suppression.Entry(one))
		}
	}
	return decided, nil
}

// revived are the tables whose rows a restore would make valid again, although they have ended
// since, or may have.
var revived = []string{"one_time_tokens", "flow_states", "external_states", "saml_relay_states", "mfa_challenges", "passkey_challenges", "oauth_authorizations"}

// toPeople are the kinds of jobs that notify people, and waiting are the states of jobs that are
// still to be done.
const (
	toPeople = `'{send_mail,send_digest,push}'`
	waiting  = `'{available,pending,retryable,running,scheduled}'`
)

// settleRestored prepares a restored market to be served: everybody must sign in anew, nobody is
// notified of what was due before, and deletions and blocks decided since the backup are repeated.
// It migrates the market to this program's schema.
func (c *Config) settleRestored(ctx context.Context, log *slog.Logger, since decidedSince, say func(string, ...any)) error {
	decided, err := since.read(ctx)
	if err != nil {
		return err
	}
	opened := *c
	if opened.DatabaseURL != "" {
		// The role that serves requests has no password yet.
		opened.DatabaseURL, opened.MigrateURL, opened.DirectURL = cmp.Or(c.MigrateURL, c.DirectURL, c.DatabaseURL), "", ""
	}
	say("ending sessions, and doing again what was decided since the backup")
	opening := opened.database(log)
	// Where the market may be served is checked when it is served.
	opening.LossySettings = cluster.DurabilitySettings()
	return withOpened(ctx, opened, opening, func(db *postgres.Database) error {
		if err := endRevived(ctx, db.Pool, say); err != nil {
			return err
		}
		if len(decided) == 0 {
			say("beside the backups nothing is kept that was decided since: erasures, blocks and withdrawn consents that are known otherwise are to be done again by hand")
			return nil
		}
		return opened.decideAgain(ctx, log, db.Pool, decided, say)
	})
}

func endRevived(ctx context.Context, pool *pgxpool.Pool, say func(string, ...any)) error {
	return postgres.InTx(ctx, pool, func(tx pgx.Tx) error {
		ended, err := tx.Exec(ctx, `DELETE FROM auth.sessions`)
		for _, table := range revived {
			if err == nil {
				_, err = tx.Exec(ctx, `DELETE FROM auth.`+table)
			}
		}
		if err != nil {
			return fmt.Errorf("end sessions: %w", err)
		}
		// Mail is sent for unread notifications of this age.
		letters, err := tx.Exec(ctx, `UPDATE public.notifications SET mailed_at = now() WHERE mailed_at IS NULL AND created_at > now() - interval '3 days'`)
		if err == nil {
			_, err = tx.Exec(ctx, `DELETE FROM private.push_queue`)
		}
		if err != nil {
			return fmt.Errorf("take back what was due to people: %w", err)
		}
		work, err := tx.Exec(ctx, `DELETE FROM jobs.river_job WHERE kind = ANY (`+toPeople+`) AND state::text = ANY (`+waiting+`)`)
		if err != nil {
			return fmt.Errorf("take back what was due to people: %w", err)
		}
		say("%d sessions ended; %d notices and %d letters of before are not sent", ended.RowsAffected(), letters.RowsAffected(), work.RowsAffected())
		return nil
	})
}

func (c *Config) decideAgain(ctx context.Context, log *slog.Logger, pool *pgxpool.Pool, decided []suppression.Entry, say func(string, ...any)) (err error) {
	signing, err := passingKeys()
	if err != nil {
		return err
	}
	a := &App{cfg: *c, log: log}
	if a.keys, err = ReadKeys(*c); err != nil {
		return err
	}
	if a.payments, err = payment.Open(ctx, payment.Config{Pool: pool, Log: log}); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.payments.Close()) }()
	a.auth = auth.New(pool, signing, a.authConfig(), log)
	defer a.auth.Close()
	done, err := suppression.Replay(a.settling(ctx), pool, a.keys.bars, decided, doorkeeper{a.auth})
	if err != nil {
		return err
	}
	var said []string
	for _, kind := range slices.Sorted(maps.Keys(done.Done)) {
		said = append(said, fmt.Sprintf("%s %d", kind, done.Done[kind]))
	}
	if len(said) == 0 {
		said = []string{"nothing, as nobody whom it was about is in this backup"}
	}
	say("done again of what was decided since: %s", strings.Join(said, ", "))
	for _, refused := range done.Refused {
		say("to be done by hand, as the market refuses it: %s", refused)
	}
	return nil
}
