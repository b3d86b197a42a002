package auth

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// admitEmail counts the mail that a new address is to be sent. The count stays
// whatever follows, so it comes before the transaction of the change and not
// inside it. Whether the address is somebody's is told to its reader alone;
// where no mail is sent there is nobody else to tell.
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
		return false, fmt.Errorf("look for address: %w", err)
	}
	return taken, nil
}

// The two who agree to a new address.
const (
	sideCurrent = "current"
	sideNew     = "new"
)

// beginEmailChange mails both addresses a proof. Without mail the current
// password, already proved, is all there is, and the change is made at once.
func (s *Server) beginEmailChange(ctx context.Context, tx pgx.Tx, in accountChange, me signedIn) error {
	// What passes for a sign-up is proved as a sign-up is.
	if s.cfg.Mailer == nil || me.IsAnonymous && !s.cfg.ConfirmEmail {
		if err := s.changeEmail(ctx, tx, me.ID, in.Email); err != nil {
			return err
		}
		return believeEmail(ctx, tx, me.ID, true)
	}
	_, err := tx.Exec(ctx, `UPDATE auth.users SET new_email = $2, email_change_side = NULL, updated_at = $3 WHERE id = $1`, me.ID, in.Email, s.cfg.Now())
	if err != nil {
		return fmt.Errorf("note new address: %w", err)
	}
	// What agreed to another address agrees to nothing now.
	if err := forgetProofs(ctx, tx, me.ID, MailEmailChange, MailEmailChangeCurrent); err != nil {
		return err
	}
	return s.mailChange(ctx, tx, me.User, in.Email, mailRequest{redirect: in.redirect, challenge: in.pkceRequest})
}

// mailChange asks both addresses of a change to agree: the present one, if there is
// one and it has a say, and the new one.
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

// mailNewAddress asks the new address to agree, or tells its reader that it is
// another account's.
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

// agreeToEmail takes the word of one address. It reports whether the other has
// still to agree; with both the change is made.
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
		return false, fmt.Errorf("read who agreed: %w", err)
	case wanted == "":
		return false, errLinkExpired
	case agreed == other || current == "" || s.cfg.EmailChangeByNew:
		return false, s.changeEmail(ctx, tx, proved.userID, wanted)
	}
	if _, err := tx.Exec(ctx, `UPDATE auth.users SET email_change_side = $2, updated_at = $3 WHERE id = $1`, proved.userID, side, s.cfg.Now()); err != nil {
		return false, fmt.Errorf("note who agreed: %w", err)
	}
	return true, nil
}

// believeEmail notes whether a user's address is only believed to be his, so that the
// first to prove it has the account to himself.
func believeEmail(ctx context.Context, tx pgx.Tx, userID uuid.UUID, isBelieved bool) error {
	if _, err := tx.Exec(ctx, `UPDATE auth.users SET email_believed = $2 WHERE id = $1`, userID, isBelieved); err != nil {
		return fmt.Errorf("note whether the address is believed: %w", err)
	}
	return nil
}

const emailConstraint = "users_email_key"

// changeEmail gives a user a proved address and tells the old one.
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
	// What was mailed to the old address opens nothing any more.
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
