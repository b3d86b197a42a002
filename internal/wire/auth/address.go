package auth

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// admitEmail refuses a new address that is taken, and counts the mail that it
// is to be sent. The count stays whatever follows, so it comes before the
// transaction of the change and not inside it.
func (s *Server) admitEmail(ctx context.Context, email string) error {
	var taken bool
	if err := s.db.QueryRow(ctx, `SELECT EXISTS (SELECT FROM auth.users WHERE email = $1)`, email).Scan(&taken); err != nil {
		return fmt.Errorf("look for address: %w", err)
	}
	switch {
	case taken:
		return errEmailExists
	case s.cfg.Mailer == nil:
		return nil
	}
	return s.spendMail(ctx, email)
}

// beginEmailChange mails the new address a proof. Without mail the current
// password, already proved, is all there is, and the change is made at once.
func (s *Server) beginEmailChange(ctx context.Context, tx pgx.Tx, in accountChange, me signedIn) error {
	if s.cfg.Mailer == nil {
		return s.changeEmail(ctx, tx, me.ID, in.Email)
	}
	if _, err := tx.Exec(ctx, `UPDATE auth.users SET new_email = $2, updated_at = $3 WHERE id = $1`, me.ID, in.Email, s.cfg.Now()); err != nil {
		return fmt.Errorf("note new address: %w", err)
	}
	return s.sendMail(ctx, tx, me.ID, mailRequest{kind: MailEmailChange, to: in.Email, redirect: in.redirect, challenge: in.pkceRequest})
}

const emailConstraint = "users_email_key"

// changeEmail gives a user a proved address and tells the old one.
func (s *Server) changeEmail(ctx context.Context, tx pgx.Tx, userID uuid.UUID, email string) error {
	var old string
	err := tx.QueryRow(ctx, `
		WITH before AS (SELECT id, coalesce(email, '') AS email FROM auth.users WHERE id = $1 AND deleted_at IS NULL FOR UPDATE)
		UPDATE auth.users u SET email = $2, new_email = NULL, is_anonymous = false, email_confirmed_at = $3, updated_at = $3
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
	if err := s.record(ctx, tx, actionEmailChanged, userID, nil); err != nil {
		return err
	}
	return s.notify(ctx, tx, MailEmailChanged, old)
}

func (s *Server) verifyIdentity(ctx context.Context, tx pgx.Tx, userID uuid.UUID, email string) error {
	data := map[string]any{"sub": userID, "email": email, "email_verified": true, "phone_verified": false}
	_, err := tx.Exec(ctx, `
		INSERT INTO auth.identities AS i (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
		VALUES ($1, 'email', $2, $3, $4, $4, $4)
		ON CONFLICT (provider, provider_id) DO UPDATE SET identity_data = i.identity_data || excluded.identity_data, updated_at = $4`,
		userID, userID.String(), data, s.cfg.Now())
	if err != nil {
		return fmt.Errorf("verify identity: %w", err)
	}
	return nil
}
