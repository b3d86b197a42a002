package account

import (
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
)

// foreverYears is the length of a permanent ban, because the protocol has only dates.
const foreverYears = 100

// Ban keeps a user out until a time, or permanently if until is nil, and ends all of their sessions
// at once.
func (s *Server) Ban(ctx context.Context, tx pgx.Tx, userID uuid.UUID, until *time.Time) error {
	end := s.Config.Now().AddDate(foreverYears, 0, 0)
	if until != nil {
		end = *until
	}
	if err := s.setBan(ctx, tx, userID, &end); err != nil {
		return err
	}
	if err := s.sessions.EndAll(ctx, tx, userID); err != nil {
		return err
	}
	return s.Record(ctx, tx, core.ActionBanned, userID, map[string]any{"until": end})
}

// Unban lets a user sign in again.
func (s *Server) Unban(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	if err := s.setBan(ctx, tx, userID, nil); err != nil {
		return err
	}
	return s.Record(ctx, tx, core.ActionUnbanned, userID, nil)
}

func (s *Server) setBan(ctx context.Context, tx pgx.Tx, userID uuid.UUID, until *time.Time) error {
	tag, err := tx.Exec(ctx, `UPDATE auth.users SET banned_until = $2, updated_at = $3 WHERE id = $1 AND deleted_at IS NULL`,
		userID, until, s.Config.Now())
	if err != nil {
		return fmt.Errorf("set ban: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return core.ErrUserNotFound
	}
	return nil
}

// ChangeEmail sets a user's address, which the caller has verified.
func (s *Server) ChangeEmail(ctx context.Context, tx pgx.Tx, userID uuid.UUID, email string) error {
	parsed, err := core.ParseEmail(email)
	if err != nil {
		return err
	}
	return s.ReplaceEmail(ctx, tx, userID, parsed)
}

// DeleteUser deletes a user's personal data and keeps the row for references to it. Address,
// password, metadata, identities, factors and sessions are deleted, and the address can be used
// again.
func (s *Server) DeleteUser(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	if s.Config.OnDelete != nil {
		if err := s.Config.OnDelete(ctx, tx, userID); err != nil {
			return err
		}
	}
	tag, err := tx.Exec(ctx, `
		UPDATE auth.users
		   SET email = NULL, sso_email = NULL, phone = NULL, password_hash = NULL, new_email = NULL, new_phone = NULL, raw_app_meta_data = '{}', raw_user_meta_data = '{}',
		       deleted_at = $2, updated_at = $2
		 WHERE id = $1 AND deleted_at IS NULL`, userID, s.Config.Now())
	if err != nil {
		return fmt.Errorf("delete user: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return core.ErrUserNotFound
	}
	for _, table := range []string{"sessions", "identities", "mfa_factors", "recovery_codes", "one_time_tokens", "flow_states", "oauth_authorizations", "oauth_consents"} {
		if _, err := tx.Exec(ctx, `DELETE FROM auth.`+table+` WHERE user_id = $1`, userID); err != nil {
			return fmt.Errorf("delete user's %s: %w", table, err)
		}
	}
	return s.Record(ctx, tx, core.ActionDeleted, userID, nil)
}

// CheckPassword returns wrong if the password is not the user's. Attempts count like those of a
// sign-in, even if the transaction is rolled back.
func (s *Server) CheckPassword(ctx context.Context, tx pgx.Tx, userID uuid.UUID, password string, wrong error) error {
	if password == "" || utf8.RuneCountInString(password) > core.PasswordMax {
		return wrong
	}
	var email, hash string
	err := tx.QueryRow(ctx, `SELECT coalesce(email, phone, ''), coalesce(password_hash, '') FROM auth.users WHERE id = $1 AND deleted_at IS NULL`, userID).Scan(&email, &hash)
	if core.IsMissing(err) {
		return core.ErrUserNotFound
	}
	if err != nil {
		return fmt.Errorf("look up password: %w", err)
	}
	return s.Aside(ctx, func(q core.Querier) error { return s.confirm(ctx, q, userID, email, password, hash, wrong) })
}

// SetPassword sets a user's password, after the checks of a new password, and signs them out
// everywhere.
func (s *Server) SetPassword(ctx context.Context, tx pgx.Tx, userID uuid.UUID, password string) error {
	user, err := core.FindUser(ctx, tx, "u.id = $1 FOR NO KEY UPDATE OF u", userID)
	if err != nil {
		return err
	}
	if err := s.Config.CheckPassword(password, user.Email); err != nil {
		return err
	}
	hash, err := s.Hasher.Hash(ctx, password)
	if err != nil {
		return err
	}
	if err := s.ReplacePassword(ctx, tx, user, hash); err != nil {
		return err
	}
	return s.sessions.EndAll(ctx, tx, userID)
}

// SetMetadata merges data into a user's metadata and signs them out everywhere, so that no token
// contains the old metadata.
func (s *Server) SetMetadata(ctx context.Context, tx pgx.Tx, userID uuid.UUID, data map[string]any) error {
	if err := s.Describe(ctx, tx, userID, data); err != nil {
		return err
	}
	return s.sessions.EndAll(ctx, tx, userID)
}

// Describe merges data into a user's metadata. Their next token contains it.
func (s *Server) Describe(ctx context.Context, tx pgx.Tx, userID uuid.UUID, data map[string]any) error {
	if err := s.MergeMetadata(ctx, tx, userID, data); err != nil {
		return err
	}
	return s.Record(ctx, tx, core.ActionModified, userID, nil)
}
