package auth

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// phoneShape is an E.164 number without its plus sign, as the column limits it.
var phoneShape = regexp.MustCompile(`^[1-9][0-9]{1,14}$`)

// foldPhone returns the form in which a number is stored and looked up.
func foldPhone(phone string) string {
	return strings.ReplaceAll(strings.TrimPrefix(strings.TrimSpace(phone), "+"), " ", "")
}

// parsePhone returns the stored form of a valid number.
func parsePhone(phone string) (string, error) {
	folded := foldPhone(phone)
	if !phoneShape.MatchString(folded) {
		return "", invalid("Invalid phone number format (E.164 required)")
	}
	return folded, nil
}

// parseChannel returns the channel of a text; sms by default.
func parseChannel(channel string) (string, error) {
	switch channel {
	case "":
		return channelSMS, nil
	case channelSMS, channelWhatsApp:
		return channel, nil
	}
	return "", invalid("Invalid channel, supported values are 'sms' or 'whatsapp'")
}

// handle is what a user signs in with: an address, or a number.
type handle struct{ email, phone string }

// text is the handle as it is stored and counted.
func (h handle) text() string {
	if h.email != "" {
		return h.email
	}
	return h.phone
}

// condition finds its user among u, by $1.
func (h handle) condition() string {
	if h.email != "" {
		return "u.email = $1"
	}
	return "u.phone = $1"
}

// handle is where to reach a user: by mail if possible.
func (u *User) handle() handle {
	if u.Email != "" {
		return handle{email: u.Email}
	}
	return handle{phone: u.Phone}
}

func isPhoneTaken(ctx context.Context, q querier, phone string) (taken bool, err error) {
	if err := q.QueryRow(ctx, `SELECT EXISTS (SELECT FROM auth.users WHERE phone = $1)`, phone).Scan(&taken); err != nil {
		return false, fmt.Errorf("look up the number: %w", err)
	}
	return taken, nil
}

// admitPhone refuses a number that is taken, and counts the text to it, which stays counted
// whatever follows.
func (s *Server) admitPhone(ctx context.Context, phone string) error {
	taken, err := isPhoneTaken(ctx, s.db, phone)
	if err != nil {
		return err
	}
	if taken {
		return errPhoneExists
	}
	if !s.cfg.ConfirmPhone {
		return nil
	}
	return s.spendText(ctx, phone)
}

// beginPhoneChange stores a new number until the code of a text proves it. Without ConfirmPhone it
// changes the number at once.
func (s *Server) beginPhoneChange(ctx context.Context, tx pgx.Tx, userID uuid.UUID, phone string) error {
	if !s.cfg.ConfirmPhone {
		return s.changePhone(ctx, tx, userID, phone)
	}
	if _, err := tx.Exec(ctx, `UPDATE auth.users SET new_phone = $2, updated_at = $3 WHERE id = $1`, userID, phone, s.cfg.Now()); err != nil {
		return fmt.Errorf("store the new number: %w", err)
	}
	// Codes sent to another number become invalid.
	return forgetProofs(ctx, tx, userID, textPhoneChange)
}

const phoneConstraint = "users_phone_key"

// changePhone sets a user's proved number.
func (s *Server) changePhone(ctx context.Context, tx pgx.Tx, userID uuid.UUID, phone string) error {
	tag, err := tx.Exec(ctx, `
		UPDATE auth.users SET phone = $2, new_phone = NULL, is_anonymous = false, phone_confirmed_at = $3, updated_at = $3
		 WHERE id = $1 AND deleted_at IS NULL`, userID, phone, s.cfg.Now())
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.ConstraintName == phoneConstraint {
		return errPhoneExists
	}
	if err != nil {
		return fmt.Errorf("change number: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return errUserNotFound
	}
	if err := s.verifyPhoneIdentity(ctx, tx, userID, phone); err != nil {
		return err
	}
	// Codes sent to the old number become invalid.
	if err := forgetProofs(ctx, tx, userID, textSMS, textPhoneChange, MailReauthentication); err != nil {
		return err
	}
	return s.record(ctx, tx, actionPhoneChanged, userID, nil)
}

// confirmPhone records that the code sent to a number was returned.
func (s *Server) confirmPhone(ctx context.Context, tx pgx.Tx, userID uuid.UUID, phone string) error {
	tag, err := tx.Exec(ctx, `
		UPDATE auth.users SET phone_confirmed_at = coalesce(phone_confirmed_at, $3), updated_at = $3
		 WHERE id = $1 AND phone = $2 AND deleted_at IS NULL`, userID, phone, s.cfg.Now())
	if err != nil {
		return fmt.Errorf("confirm number: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return errOTPExpired
	}
	return s.verifyPhoneIdentity(ctx, tx, userID, phone)
}

func (s *Server) verifyPhoneIdentity(ctx context.Context, tx pgx.Tx, userID uuid.UUID, phone string) error {
	data := map[string]any{"sub": userID, "phone": phone, "email_verified": false, "phone_verified": true}
	return s.upsertIdentity(ctx, tx, userID, providerPhone, data)
}

// These are the providers that this server is itself.
const (
	providerEmail = "email"
	providerPhone = "phone"
)

// upsertIdentity creates or updates the identity of a proved address or number, and lists it in the
// user's app_metadata.
func (s *Server) upsertIdentity(ctx context.Context, tx pgx.Tx, userID uuid.UUID, provider string, data map[string]any) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO auth.identities AS i (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $5, $5)
		ON CONFLICT (provider, provider_id) DO UPDATE SET identity_data = i.identity_data || excluded.identity_data, updated_at = $5`,
		userID, provider, userID.String(), data, s.cfg.Now())
	if err != nil {
		return fmt.Errorf("verify identity: %w", err)
	}
	_, err = tx.Exec(ctx, `
		UPDATE auth.users u SET raw_app_meta_data = u.app_metadata || jsonb_build_object(
		         'provider', coalesce(u.app_metadata -> 'provider', to_jsonb($2::text)),
		         'providers', coalesce(u.app_metadata -> 'providers', '[]') || to_jsonb($2::text))
		 WHERE u.id = $1 AND NOT coalesce(u.app_metadata -> 'providers', '[]') ? $2`, userID, provider)
	if err != nil {
		return fmt.Errorf("name provider: %w", err)
	}
	return nil
}
