package auth

import (
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// foreverYears is the length of a permanent ban, because the protocol has only dates.
const foreverYears = 100

// CreateUser creates a confirmed user in the caller's transaction and returns its id. A taken
// address is the fault user_already_exists; an error of OnSignup is returned unchanged.
func (s *Server) CreateUser(ctx context.Context, tx pgx.Tx, user NewUser) (uuid.UUID, error) {
	email, err := parseEmail(user.Email)
	if err != nil {
		return uuid.Nil, err
	}
	user.Email = email
	hash := user.PasswordHash
	if user.PasswordHash = ""; hash == "" {
		if hash, err = s.hashNew(ctx, user.Password, email); err != nil {
			return uuid.Nil, err
		}
	}
	return s.insertUser(ctx, tx, user, hash, true)
}

// HashPassword validates and hashes an initial password that many users will share.
func (s *Server) HashPassword(ctx context.Context, password string) (string, error) {
	return s.hashNew(ctx, password, "")
}

// hashNew validates and hashes an initial password; an empty one stays empty.
func (s *Server) hashNew(ctx context.Context, password, email string) (string, error) {
	if password == "" {
		return "", nil
	}
	if err := s.cfg.checkPassword(password, email); err != nil {
		return "", err
	}
	return s.hasher.hash(ctx, password)
}

// Ban keeps a user out until a time, or permanently if until is nil, and ends all of their sessions
// at once.
func (s *Server) Ban(ctx context.Context, tx pgx.Tx, userID uuid.UUID, until *time.Time) error {
	end := s.cfg.Now().AddDate(foreverYears, 0, 0)
	if until != nil {
		end = *until
	}
	if err := s.setBan(ctx, tx, userID, &end); err != nil {
		return err
	}
	if err := s.EndSessions(ctx, tx, userID); err != nil {
		return err
	}
	return s.record(ctx, tx, actionBanned, userID, map[string]any{"until": end})
}

// Unban lets a user sign in again.
func (s *Server) Unban(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	if err := s.setBan(ctx, tx, userID, nil); err != nil {
		return err
	}
	return s.record(ctx, tx, actionUnbanned, userID, nil)
}

func (s *Server) setBan(ctx context.Context, tx pgx.Tx, userID uuid.UUID, until *time.Time) error {
	tag, err := tx.Exec(ctx, `UPDATE auth.users SET banned_until = $2, updated_at = $3 WHERE id = $1 AND deleted_at IS NULL`,
		userID, until, s.cfg.Now())
	if err != nil {
		return fmt.Errorf("set ban: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return errUserNotFound
	}
	return nil
}

// Sessions lists a user's sessions, most recently used first.
func (s *Server) Sessions(ctx context.Context, tx pgx.Tx, userID uuid.UUID) ([]Session, error) {
	rows, err := tx.Query(ctx, `SELECT `+sessionColumns+` FROM auth.sessions s WHERE s.user_id = $1 ORDER BY s.refreshed_at DESC, s.id`, userID)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (Session, error) { return scanSession(row) })
}

// EndSessions signs a user out everywhere.
func (s *Server) EndSessions(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	if err := lockUser(ctx, tx, userID); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM auth.sessions WHERE user_id = $1`, userID); err != nil {
		return fmt.Errorf("end sessions: %w", err)
	}
	return forgetCodes(ctx, tx, userID)
}

// EndSession ends one session of a user. If the user has no such session, the error is the fault
// session_not_found.
func (s *Server) EndSession(ctx context.Context, tx pgx.Tx, userID, sessionID uuid.UUID) error {
	tag, err := tx.Exec(ctx, `DELETE FROM auth.sessions WHERE user_id = $1 AND id = $2`, userID, sessionID)
	if err != nil {
		return fmt.Errorf("end session: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return errSessionNotFound
	}
	return s.record(ctx, tx, actionLogout, userID, map[string]any{"session_id": sessionID})
}

// ChangeEmail sets a user's address, which the caller has verified.
func (s *Server) ChangeEmail(ctx context.Context, tx pgx.Tx, userID uuid.UUID, email string) error {
	parsed, err := parseEmail(email)
	if err != nil {
		return err
	}
	return s.changeEmail(ctx, tx, userID, parsed)
}

// DeleteUser deletes a user's personal data and keeps the row for references to it. Address,
// password, metadata, identities, factors and sessions are deleted, and the address can be used
// again.
func (s *Server) DeleteUser(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	if s.cfg.OnDelete != nil {
		if err := s.cfg.OnDelete(ctx, tx, userID); err != nil {
			return err
		}
	}
	tag, err := tx.Exec(ctx, `
		UPDATE auth.users
		   SET email = NULL, sso_email = NULL, phone = NULL, password_hash = NULL, new_email = NULL, new_phone = NULL, raw_app_meta_data = '{}', raw_user_meta_data = '{}',
		       deleted_at = $2, updated_at = $2
		 WHERE id = $1 AND deleted_at IS NULL`, userID, s.cfg.Now())
	if err != nil {
		return fmt.Errorf("delete user: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return errUserNotFound
	}
	for _, table := range []string{"sessions", "identities", "mfa_factors", "recovery_codes", "one_time_tokens", "flow_states", "oauth_authorizations", "oauth_consents"} {
		if _, err := tx.Exec(ctx, `DELETE FROM auth.`+table+` WHERE user_id = $1`, userID); err != nil {
			return fmt.Errorf("delete user's %s: %w", table, err)
		}
	}
	return s.record(ctx, tx, actionDeleted, userID, nil)
}

// CheckPassword returns wrong if the password is not the user's. Attempts count like those of a
// sign-in, even if the transaction is rolled back.
func (s *Server) CheckPassword(ctx context.Context, tx pgx.Tx, userID uuid.UUID, password string, wrong error) error {
	if password == "" || utf8.RuneCountInString(password) > PasswordMax {
		return wrong
	}
	var email, hash string
	err := tx.QueryRow(ctx, `SELECT coalesce(email, phone, ''), coalesce(password_hash, '') FROM auth.users WHERE id = $1 AND deleted_at IS NULL`, userID).Scan(&email, &hash)
	if isMissing(err) {
		return errUserNotFound
	}
	if err != nil {
		return fmt.Errorf("look up password: %w", err)
	}
	return s.aside(ctx, func(q querier) error { return s.confirm(ctx, q, userID, email, password, hash, wrong) })
}

// lockUser must precede every change of several sessions, so that two concurrent changes wait for
// each other instead of deadlocking.
func lockUser(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	if _, err := tx.Exec(ctx, `SELECT FROM auth.users WHERE id = $1 FOR NO KEY UPDATE`, userID); err != nil {
		return fmt.Errorf("lock user: %w", err)
	}
	return nil
}

// SetPassword sets a user's password, after the checks of a new password, and signs them out
// everywhere.
func (s *Server) SetPassword(ctx context.Context, tx pgx.Tx, userID uuid.UUID, password string) error {
	user, err := findUser(ctx, tx, "u.id = $1 FOR NO KEY UPDATE OF u", userID)
	if err != nil {
		return err
	}
	if err := s.cfg.checkPassword(password, user.Email); err != nil {
		return err
	}
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	if err := s.setPassword(ctx, tx, user, hash); err != nil {
		return err
	}
	return s.EndSessions(ctx, tx, userID)
}

// SetMetadata merges data into a user's metadata and signs them out everywhere, so that no token
// contains the old metadata.
func (s *Server) SetMetadata(ctx context.Context, tx pgx.Tx, userID uuid.UUID, data map[string]any) error {
	if err := s.Describe(ctx, tx, userID, data); err != nil {
		return err
	}
	return s.EndSessions(ctx, tx, userID)
}

// Describe merges data into a user's metadata. Their next token contains it.
func (s *Server) Describe(ctx context.Context, tx pgx.Tx, userID uuid.UUID, data map[string]any) error {
	if err := s.mergeMetadata(ctx, tx, userID, data); err != nil {
		return err
	}
	return s.record(ctx, tx, actionModified, userID, nil)
}
