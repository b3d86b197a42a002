package auth

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// admitEmail counts the mail to a new address against its limit. The count must persist whatever
// follows, so it comes before the change's transaction. Whether the address is taken is told only
// by a mail to it; without a Mailer, the caller is told.
func (s *Server) admitEmail(ctx context.Context, email string) error {
	if s.cfg.Mailer == nil || s.cfg.Telling {
		taken, err := isTaken(ctx, s.db, email)
		if err == nil && taken {
			err = errEmailExists
		}
		if err != nil {
			return err
		}
	}
	if s.cfg.Mailer == nil {
		return nil
	}
	return s.spendMail(ctx, email)
}

func isTaken(ctx context.Context, q querier, email string) (taken bool, err error) {
	if err := q.QueryRow(ctx, `SELECT EXISTS (SELECT FROM auth.users WHERE email = $1)`, email).Scan(&taken); err != nil {
		return false, fmt.Errorf("look up the address: %w", err)
	}
	return taken, nil
}

// These are the two sides that agree to a new address.
const (
	sideCurrent = "current"
	sideNew     = "new"
)

// beginEmailChange mails a proof to both addresses. Without a Mailer the current password, already
// proved, suffices, and the change is made at once.
func (s *Server) beginEmailChange(ctx context.Context, tx pgx.Tx, in accountChange, me signedIn) error {
	// An anonymous user who adds an address is treated as at sign-up.
	if s.cfg.Mailer == nil || me.IsAnonymous && !s.cfg.ConfirmEmail {
		if err := s.changeEmail(ctx, tx, me.ID, in.Email); err != nil {
			return err
		}
		return markEmailBelieved(ctx, tx, me.ID, true)
	}
	_, err := tx.Exec(ctx, `UPDATE auth.users SET new_email = $2, email_change_side = NULL, updated_at = $3 WHERE id = $1`, me.ID, in.Email, s.cfg.Now())
	if err != nil {
		return fmt.Errorf("store the new address: %w", err)
	}
	// Agreement to another address does not count for this one.
	if err := forgetProofs(ctx, tx, me.ID, MailEmailChange, MailEmailChangeCurrent); err != nil {
		return err
	}
	return s.mailChange(ctx, tx, me.User, in.Email, mailRequest{redirect: in.redirect, challenge: in.pkceRequest})
}

// mailChange asks both addresses to agree to a change: the current one, if there is one and it must
// agree, and the new one.
func (s *Server) mailChange(ctx context.Context, tx pgx.Tx, user *User, wanted string, request mailRequest) error {
	if s.cfg.Hooks.SendEmail != nil {
		return s.changeByHook(ctx, tx, user, wanted, request)
	}
	if user.Email != "" && !s.cfg.EmailChangeByNew {
		request.kind, request.to = MailEmailChangeCurrent, user.Email
		if err := s.sendMail(ctx, tx, user.ID, request); err != nil {
			return err
		}
	}
	return s.mailNewAddress(ctx, tx, user, wanted, request)
}

// mailNewAddress asks the new address to agree, or tells it that it belongs to another account.
func (s *Server) mailNewAddress(ctx context.Context, tx pgx.Tx, user *User, wanted string, request mailRequest) error {
	taken, err := isTaken(ctx, tx, wanted)
	if err != nil {
		return err
	}
	if taken {
		return s.notify(ctx, tx, uuid.Nil, MailAddressTaken, wanted)
	}
	request.kind, request.to = MailEmailChange, wanted
	return s.sendMail(ctx, tx, user.ID, request)
}

// agreeToEmail records the agreement of one address. It reports whether the other has still to
// agree; if both have, it makes the change.
func (s *Server) agreeToEmail(ctx context.Context, tx pgx.Tx, proved oneTime) (waiting bool, err error) {
	side, other := sideNew, sideCurrent
	if proved.kind == MailEmailChangeCurrent {
		side, other = sideCurrent, sideNew
	}
	var agreed, current, wanted string
	err = tx.QueryRow(ctx, `
		SELECT coalesce(email_change_side, ''), coalesce(email, ''), coalesce(new_email, '')
		  FROM auth.users WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`, proved.userID).Scan(&agreed, &current, &wanted)
	switch {
	case isMissing(err):
		return false, errUserNotFound
	case err != nil:
		return false, fmt.Errorf("read the agreement: %w", err)
	case wanted == "":
		return false, errLinkExpired
	case agreed == other || current == "" || s.cfg.EmailChangeByNew:
		return false, s.changeEmail(ctx, tx, proved.userID, wanted)
	}
	if _, err := tx.Exec(ctx, `UPDATE auth.users SET email_change_side = $2, updated_at = $3 WHERE id = $1`, proved.userID, side, s.cfg.Now()); err != nil {
		return false, fmt.Errorf("store the agreement: %w", err)
	}
	return true, nil
}

// markEmailBelieved records whether a user's address is unproved. If it is, the first user to prove the
// address gets the account alone.
func markEmailBelieved(ctx context.Context, tx pgx.Tx, userID uuid.UUID, isBelieved bool) error {
	if _, err := tx.Exec(ctx, `UPDATE auth.users SET email_believed = $2 WHERE id = $1`, userID, isBelieved); err != nil {
		return fmt.Errorf("store whether the address is proved: %w", err)
	}
	return nil
}

const emailConstraint = "users_email_key"

// changeEmail sets a user's proved address and notifies the old one.
func (s *Server) changeEmail(ctx context.Context, tx pgx.Tx, userID uuid.UUID, email string) error {
	var old string
	err := tx.QueryRow(ctx, `
		WITH before AS (SELECT id, coalesce(email, '') AS email FROM auth.users WHERE id = $1 AND deleted_at IS NULL FOR UPDATE)
		UPDATE auth.users u SET email = $2, new_email = NULL, email_change_side = NULL, is_anonymous = false, email_confirmed_at = $3, email_believed = false, updated_at = $3
		  FROM before WHERE u.id = before.id RETURNING before.email`, userID, email, s.cfg.Now()).Scan(&old)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.ConstraintName == emailConstraint {
		return errEmailExists
	}
	if isMissing(err) {
		return errUserNotFound
	}
	if err != nil {
		return fmt.Errorf("change address: %w", err)
	}
	if err := s.verifyIdentity(ctx, tx, userID, email); err != nil {
		return err
	}
	// Proofs mailed to the old address become invalid.
	err = forgetProofs(ctx, tx, userID, MailConfirmation, MailRecovery, MailMagicLink, MailEmailChange, MailEmailChangeCurrent, MailReauthentication)
	if err != nil {
		return err
	}
	if err := s.record(ctx, tx, actionEmailChanged, userID, nil); err != nil {
		return err
	}
	return s.notify(ctx, tx, userID, MailEmailChanged, old)
}

func (s *Server) verifyIdentity(ctx context.Context, tx pgx.Tx, userID uuid.UUID, email string) error {
	data := map[string]any{"sub": userID, "email": email, "email_verified": true, "phone_verified": false}
	return s.upsertIdentity(ctx, tx, userID, providerEmail, data)
}
