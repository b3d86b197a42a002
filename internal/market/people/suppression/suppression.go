// Package suppression records what a restore must not undo: who was erased, who was blocked, and
// which consents were withdrawn. It hands those records on under digests, and applies them again to
// a restored market. It decides nothing itself.
package suppression

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/kernel/fault"
	"automacao/internal/postgres"
)

// The kinds of suppression, as in private.suppressions.
const (
	Erased        = "erased"
	Blocked       = "blocked"
	Activated     = "activated"
	MailDeclined  = "mail_declined"
	CalendarEnded = "calendar_ended"
)

// Entry is a suppression as it is stored beside the backups. Only somebody with the key and the
// person's id can tell whom it is about.
type Entry struct {
	Kind   string
	Digest string
	At     time.Time
}

// Key is the HMAC key of the digests. Stored entries and the subjects they are compared with need
// the same key.
type Key []byte

func (k Key) digest(kind, subject string) string {
	mac := hmac.New(sha256.New, k)
	mac.Write([]byte("suppression\x00" + kind + "\x00" + subject))
	return hex.EncodeToString(mac.Sum(nil))
}

// handedMax bounds how many entries are handed on at once.
const handedMax = 1000

// HandOn passes the suppressions recorded since the last call to keep, oldest first, and deletes
// them once keep has returned. If keep fails or is interrupted, the next call passes them again.
func HandOn(ctx context.Context, pool *pgxpool.Pool, key Key, keep func(context.Context, []Entry) error) (handed int, err error) {
	err = postgres.InTx(ctx, pool, func(tx pgx.Tx) error {
		rows, _ := tx.Query(ctx, `SELECT id, kind, subject, at FROM private.suppressions ORDER BY id LIMIT $1`, handedMax)
		var ids []int64
		var entries []Entry
		var id int64
		var kind, subject string
		var at time.Time
		_, err := pgx.ForEachRow(rows, []any{&id, &kind, &subject, &at}, func() error {
			ids, entries = append(ids, id), append(entries, Entry{kind, key.digest(kind, subject), at.UTC()})
			return nil
		})
		if err != nil || len(ids) == 0 {
			return err
		}
		if err := keep(ctx, entries); err != nil {
			return err
		}
		handed = len(ids)
		_, err = tx.Exec(ctx, `DELETE FROM private.suppressions WHERE id = ANY ($1)`, ids)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("hand on suppressions: %w", err)
	}
	return handed, nil
}

// Forget deletes suppressions that were not handed on for 400 days, longer than any backup is kept.
func Forget(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, `DELETE FROM private.suppressions WHERE at < now() - interval '400 days'`); err != nil {
		return fmt.Errorf("forget suppressions that nobody takes: %w", err)
	}
	return nil
}

// Doors applies a suppression to a user again.
type Doors interface {
	Delete(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error
	Ban(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error
	Unban(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error
}

// Replayed counts what was applied again, by kind, and lists what could not be.
type Replayed struct {
	Done    map[string]int
	Refused []string
}

// step finds the possible subjects of some kinds of suppression, and applies one again.
type step struct {
	kinds []string
	query string
	again func(ctx context.Context, tx pgx.Tx, doors Doors, kind, subject string) error
}

// Blocks come before erasures, so that a person who was blocked and then erased stays barred.
var steps = []step{
	{kinds: []string{Blocked, Activated}, query: `SELECT id::text FROM public.profiles WHERE removed_at IS NULL`, again: restate},
	{kinds: []string{MailDeclined}, query: `SELECT profile_id || ':' || c.name FROM public.preferences, unnest('{new_messages,new_proposals,new_invitations,newsletter,saved_searches}'::text[]) AS c (name)`, again: declineMail},
	{kinds: []string{CalendarEnded}, query: `SELECT encode(digest, 'hex') FROM private.calendar_links`, again: func(ctx context.Context, tx pgx.Tx, _ Doors, _, subject string) error {
		_, err := tx.Exec(ctx, `DELETE FROM private.calendar_links WHERE digest = decode($1, 'hex')`, subject)
		return err
	}},
	{kinds: []string{Erased}, query: `SELECT id::text FROM auth.users WHERE deleted_at IS NULL`, again: func(ctx context.Context, tx pgx.Tx, doors Doors, _, subject string) error {
		id, err := uuid.Parse(subject)
		if err != nil {
			return err
		}
		return doors.Delete(ctx, tx, id)
	}},
}

// Replay applies the last suppression of each subject again, whatever the order of the entries and
// however often they are given. It reports what the market refuses and goes on with the rest.
func Replay(ctx context.Context, pool *pgxpool.Pool, key Key, entries []Entry, doors Doors) (done Replayed, err error) {
	done.Done = map[string]int{}
	last := map[string]Entry{}
	for _, entry := range entries {
		if known, isKnown := last[entry.Digest]; !isKnown || entry.At.After(known.At) {
			last[entry.Digest] = entry
		}
	}
	for _, step := range steps {
		rows, _ := pool.Query(ctx, step.query)
		subjects, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return done, fmt.Errorf("look for whom was decided about: %w", err)
		}
		for _, subject := range subjects {
			kind, isDecided := lastWord(key, last, step.kinds, subject)
			if !isDecided {
				continue
			}
			err := postgres.InTx(ctx, pool, func(tx pgx.Tx) error { return step.again(ctx, tx, doors, kind, subject) })
			if refusal, isRefused := errors.AsType[*fault.Error](err); isRefused {
				done.Refused = append(done.Refused, fmt.Sprintf("%s %s: %s", kind, subject, refusal.Error()))
				continue
			}
			if err != nil {
				return done, fmt.Errorf("do again what was decided about %s: %w", subject, err)
			}
			done.Done[kind]++
		}
	}
	slices.Sort(done.Refused)
	return done, nil
}

// lastWord returns the latest of the given kinds of suppression of a subject.
func lastWord(key Key, last map[string]Entry, kinds []string, subject string) (kind string, isDecided bool) {
	var at time.Time
	for _, one := range kinds {
		if entry, found := last[key.digest(one, subject)]; found && !entry.At.Before(at) {
			kind, at, isDecided = one, entry.At, true
		}
	}
	return kind, isDecided
}

// restate blocks or activates an account again.
func restate(ctx context.Context, tx pgx.Tx, doors Doors, kind, subject string) error {
	id, err := uuid.Parse(subject)
	if err != nil {
		return err
	}
	status, tell := "blocked", doors.Ban
	if kind == Activated {
		status, tell = "active", doors.Unban
	}
	if _, err := tx.Exec(ctx, `UPDATE public.profiles SET status = $2 WHERE id = $1 AND removed_at IS NULL AND status <> $2`, id, status); err != nil {
		return err
	}
	return tell(ctx, tx, id)
}

func declineMail(ctx context.Context, tx pgx.Tx, _ Doors, _, subject string) error {
	id, column, _ := strings.Cut(subject, ":")
	_, err := tx.Exec(ctx, `UPDATE public.preferences SET `+pgx.Identifier{column}.Sanitize()+` = false WHERE profile_id = $1::uuid`, id)
	return err
}
