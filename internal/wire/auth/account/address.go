package account

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/session"
)

// admitEmail counts the mail to a new address against its limit. The count must persist whatever
// follows, so it comes before the change's transaction. Whether the address is taken is told only
// by a mail to it; without a Mailer, the caller is told.
func (s *Server) admitEmail(ctx context.Context, email string) error {
	if s.Config.Mailer == nil || s.Config.Telling {
		taken, err := core.IsTaken(ctx, s.DB, email)
		if err == nil && taken {
			err = ErrEmailExists
		}
		if err != nil {
			return err
		}
	}
	if s.Config.Mailer == nil {
		return nil
	}
	return s.messages.SpendMail(ctx, email)
}

// These are the two sides that agree to a new address.
const (
	sideCurrent = "current"
	sideNew     = "new"
)

// beginEmailChange mails a proof to both addresses. Without a Mailer the current password, already
// proved, suffices, and the change is made at once.
func (s *Server) beginEmailChange(ctx context.Context, tx pgx.Tx, in accountChange, me session.SignedIn) error {
	// An anonymous user who adds an address is treated as at sign-up.
	if s.Config.Mailer == nil || me.IsAnonymous && !s.Config.ConfirmEmail {
		if err := s.ReplaceEmail(ctx, tx, me.ID, in.Email); err != nil {
			return err
		}
		return MarkEmailBelieved(ctx, tx, me.ID, true)
	}
	_, err := tx.Exec(ctx, `UPDATE auth.users SET new_email = $2, email_change_side = NULL, updated_at = $3 WHERE id = $1`, me.ID, in.Email, s.Config.Now())
	if err != nil {
		return fmt.Errorf("store the new address: %w", err)
	}
	// Agreement to another address does not count for this one.
	if err := message.Forget(ctx, tx, me.ID, core.MailEmailChange, core.MailEmailChangeCurrent); err != nil {
		return err
	}
	return s.MailChange(ctx, tx, me.User, in.Email, message.Mail{Redirect: in.redirect, Challenge: in.Challenge})
}

// MailChange asks both addresses to agree to a change: the current one, if there is one and it must
// agree, and the new one.
func (s *Server) MailChange(ctx context.Context, tx pgx.Tx, user *core.User, wanted string, request message.Mail) error {
	if s.Config.Hooks.SendEmail != nil {
		return s.messages.ChangeByHook(ctx, tx, user, wanted, request)
	}
	if user.Email != "" && !s.Config.EmailChangeByNew {
		request.Kind, request.To = core.MailEmailChangeCurrent, user.Email
		if err := s.messages.SendMail(ctx, tx, user.ID, request); err != nil {
			return err
		}
	}
	return s.MailNewAddress(ctx, tx, user, wanted, request)
}

// MailNewAddress asks the new address to agree, or tells it that it belongs to another account.
func (s *Server) MailNewAddress(ctx context.Context, tx pgx.Tx, user *core.User, wanted string, request message.Mail) error {
	taken, err := core.IsTaken(ctx, tx, wanted)
	if err != nil {
		return err
	}
	if taken {
		return s.messages.Notify(ctx, tx, uuid.Nil, core.MailAddressTaken, wanted)
	}
	request.Kind, request.To = core.MailEmailChange, wanted
	return s.messages.SendMail(ctx, tx, user.ID, request)
}

// AgreeToEmail records the agreement of one address. It reports whether the other has still to
// agree; if both have, it makes the change.
func (s *Server) AgreeToEmail(ctx context.Context, tx pgx.Tx, proved message.OneTime) (waiting bool, err error) {
	side, other := sideNew, sideCurrent
	if proved.Kind == core.MailEmailChangeCurrent {
		side, other = sideCurrent, sideNew
	}
	var agreed, current, wanted string
	err = tx.QueryRow(ctx, `
		SELECT coalesce(email_change_side, ''), coalesce(email, ''), coalesce(new_email, '')
		  FROM auth.users WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`, proved.UserID).Scan(&agreed, &current, &wanted)
	switch {
	case core.IsMissing(err):
		return false, core.ErrUserNotFound
	case err != nil:
		return false, fmt.Errorf("read the agreement: %w", err)
	case wanted == "":
		return false, message.ErrLinkExpired
	case agreed == other || current == "" || s.Config.EmailChangeByNew:
		return false, s.ReplaceEmail(ctx, tx, proved.UserID, wanted)
	}
	if _, err := tx.Exec(ctx, `UPDATE auth.users SET email_change_side = $2, updated_at = $3 WHERE id = $1`, proved.UserID, side, s.Config.Now()); err != nil {
		return false, fmt.Errorf("store the agreement: %w", err)
	}
	return true, nil
}

// MarkEmailBelieved records whether a user's address is unproved. If it is, the first user to prove the
// address gets the account alone.
func MarkEmailBelieved(ctx context.Context, tx pgx.Tx, userID uuid.UUID, isBelieved bool) error {
	if _, err := tx.Exec(ctx, `UPDATE auth.users SET email_believed = $2 WHERE id = $1`, userID, isBelieved); err != nil {
		return fmt.Errorf("store whether the address is proved: %w", err)
	}
	return nil
}

// ReplaceEmail sets a user's proved address and notifies the old one.
func (s *Server) ReplaceEmail(ctx context.Context, tx pgx.Tx, userID uuid.UUID, email string) error {
	var old string
	err := tx.QueryRow(ctx, `
		WITH before AS (SELECT id, coalesce(email, '') AS email FROM auth.users WHERE id = $1 AND deleted_at IS NULL FOR UPDATE)
		UPDATE auth.users u SET email = $2, new_email = NULL, email_change_side = NULL, is_anonymous = false, email_confirmed_at = $3, email_believed = false, updated_at = $3
		  FROM before WHERE u.id = before.id RETURNING before.email`, userID, email, s.Config.Now()).Scan(&old)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.ConstraintName == EmailConstraint {
		return ErrEmailExists
	}
	if core.IsMissing(err) {
		return core.ErrUserNotFound
	}
	if err != nil {
		return fmt.Errorf("change address: %w", err)
	}
	if err := s.VerifyIdentity(ctx, tx, userID, email); err != nil {
		return err
	}
	// Proofs mailed to the old address become invalid.
	err = message.Forget(ctx, tx, userID, core.MailConfirmation, core.MailRecovery, core.MailMagicLink, core.MailEmailChange, core.MailEmailChangeCurrent, core.MailReauthentication)
	if err != nil {
		return err
	}
	if err := s.Record(ctx, tx, core.ActionEmailChanged, userID, nil); err != nil {
		return err
	}
	return s.messages.Notify(ctx, tx, userID, core.MailEmailChanged, old)
}

func isPhoneTaken(ctx context.Context, q core.Querier, phone string) (taken bool, err error) {
	if err := q.QueryRow(ctx, `SELECT EXISTS (SELECT FROM auth.users WHERE phone = $1)`, phone).Scan(&taken); err != nil {
		return false, fmt.Errorf("look up the number: %w", err)
	}
	return taken, nil
}

// admitPhone refuses a number that is taken, and counts the text to it, which stays counted
// whatever follows.
func (s *Server) admitPhone(ctx context.Context, phone string) error {
	taken, err := isPhoneTaken(ctx, s.DB, phone)
	if err != nil {
		return err
	}
	if taken {
		return ErrPhoneExists
	}
	if !s.Config.ConfirmPhone {
		return nil
	}
	return s.messages.SpendText(ctx, phone)
}

// beginPhoneChange stores a new number until the code of a text proves it. Without ConfirmPhone it
// changes the number at once.
func (s *Server) beginPhoneChange(ctx context.Context, tx pgx.Tx, userID uuid.UUID, phone string) error {
	if !s.Config.ConfirmPhone {
		return s.ChangePhone(ctx, tx, userID, phone)
	}
	if _, err := tx.Exec(ctx, `UPDATE auth.users SET new_phone = $2, updated_at = $3 WHERE id = $1`, userID, phone, s.Config.Now()); err != nil {
		return fmt.Errorf("store the new number: %w", err)
	}
	// Codes sent to another number become invalid.
	return message.Forget(ctx, tx, userID, core.TextPhoneChange)
}

const phoneConstraint = "users_phone_key"

// ChangePhone sets a user's proved number.
func (s *Server) ChangePhone(ctx context.Context, tx pgx.Tx, userID uuid.UUID, phone string) error {
	tag, err := tx.Exec(ctx, `
		UPDATE auth.users SET phone = $2, new_phone = NULL, is_anonymous = false, phone_confirmed_at = $3, updated_at = $3
		 WHERE id = $1 AND deleted_at IS NULL`, userID, phone, s.Config.Now())
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.ConstraintName == phoneConstraint {
		return ErrPhoneExists
	}
	if err != nil {
		return fmt.Errorf("change number: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return core.ErrUserNotFound
	}
	if err := s.verifyPhoneIdentity(ctx, tx, userID, phone); err != nil {
		return err
	}
	// Codes sent to the old number become invalid.
	if err := message.Forget(ctx, tx, userID, core.TextSMS, core.TextPhoneChange, core.MailReauthentication); err != nil {
		return err
	}
	return s.Record(ctx, tx, core.ActionPhoneChanged, userID, nil)
}

// ConfirmPhone records that the code sent to a number was returned.
func (s *Server) ConfirmPhone(ctx context.Context, tx pgx.Tx, userID uuid.UUID, phone string) error {
	tag, err := tx.Exec(ctx, `
		UPDATE auth.users SET phone_confirmed_at = coalesce(phone_confirmed_at, $3), updated_at = $3
		 WHERE id = $1 AND phone = $2 AND deleted_at IS NULL`, userID, phone, s.Config.Now())
	if err != nil {
		return fmt.Errorf("confirm number: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return message.ErrOTPExpired
	}
	return s.verifyPhoneIdentity(ctx, tx, userID, phone)
}

func (s *Server) verifyPhoneIdentity(ctx context.Context, tx pgx.Tx, userID uuid.UUID, phone string) error {
	data := map[string]any{"sub": userID, "phone": phone, "email_verified": false, "phone_verified": true}
	return s.UpsertIdentity(ctx, tx, userID, providerPhone, data)
}
