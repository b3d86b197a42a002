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
)

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
		return core.ErrPhoneExists
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
		return core.ErrPhoneExists
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
		return core.ErrOTPExpired
	}
	return s.verifyPhoneIdentity(ctx, tx, userID, phone)
}

func (s *Server) verifyPhoneIdentity(ctx context.Context, tx pgx.Tx, userID uuid.UUID, phone string) error {
	data := map[string]any{"sub": userID, "phone": phone, "email_verified": false, "phone_verified": true}
	return s.UpsertIdentity(ctx, tx, userID, core.ProviderPhone, data)
}
