package core

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Audience is the aud claim of users' tokens. UserRole is their database role unless the app set
// another in SQL; no request changes it.
const (
	Audience = "authenticated"
	UserRole = "authenticated"
)

// User is the protocol's user object, with fields that only this package reads.
type User struct {
	ID                     uuid.UUID       `json:"id" db:"id"`
	Aud                    string          `json:"aud" db:"-"`
	Role                   string          `json:"role" db:"role"`
	Email                  string          `json:"email" db:"email"`
	EmailConfirmedAt       *time.Time      `json:"email_confirmed_at,omitempty" db:"email_confirmed_at"`
	InvitedAt              *time.Time      `json:"invited_at,omitempty" db:"invited_at"`
	Phone                  string          `json:"phone" db:"phone"`
	PhoneConfirmedAt       *time.Time      `json:"phone_confirmed_at,omitempty" db:"phone_confirmed_at"`
	ConfirmationSentAt     *time.Time      `json:"confirmation_sent_at,omitempty" db:"confirmation_sent_at"`
	ConfirmedAt            *time.Time      `json:"confirmed_at,omitempty" db:"-"`
	RecoverySentAt         *time.Time      `json:"recovery_sent_at,omitempty" db:"recovery_sent_at"`
	NewEmail               string          `json:"new_email,omitempty" db:"new_email"`
	EmailChangeSentAt      *time.Time      `json:"email_change_sent_at,omitempty" db:"email_change_sent_at"`
	NewPhone               string          `json:"new_phone,omitempty" db:"new_phone"`
	PhoneChangeSentAt      *time.Time      `json:"phone_change_sent_at,omitempty" db:"phone_change_sent_at"`
	ReauthenticationSentAt *time.Time      `json:"reauthentication_sent_at,omitempty" db:"reauthentication_sent_at"`
	LastSignInAt           *time.Time      `json:"last_sign_in_at,omitempty" db:"last_sign_in_at"`
	AppMetadata            json.RawMessage `json:"app_metadata" db:"app_metadata"`
	UserMetadata           json.RawMessage `json:"user_metadata" db:"user_metadata"`
	Factors                []Factor        `json:"factors,omitempty" db:"factors"`
	Identities             []Identity      `json:"identities" db:"identities"`
	CreatedAt              time.Time       `json:"created_at" db:"created_at"`
	UpdatedAt              time.Time       `json:"updated_at" db:"updated_at"`
	BannedUntil            *time.Time      `json:"banned_until,omitempty" db:"banned_until"`
	DeletedAt              *time.Time      `json:"deleted_at,omitempty" db:"deleted_at"`
	IsAnonymous            bool            `json:"is_anonymous" db:"is_anonymous"`

	PasswordHash string `json:"-" db:"password_hash"`
	// IsSSO is whether the user signs in only at their organisation's identity provider.
	IsSSO bool `json:"-" db:"is_sso_user"`
}

// Identity is one identity of a user at a provider.
type Identity struct {
	IdentityID   uuid.UUID       `json:"identity_id"`
	ID           string          `json:"id"`
	UserID       uuid.UUID       `json:"user_id"`
	Data         json.RawMessage `json:"identity_data"`
	Provider     string          `json:"provider"`
	LastSignInAt *time.Time      `json:"last_sign_in_at"`
	CreatedAt    time.Time       `json:"created_at"`
	UpdatedAt    time.Time       `json:"updated_at"`
	Email        string          `json:"email,omitempty"`
}

// Factor is a second factor as its user may see it.
type Factor struct {
	ID               uuid.UUID  `json:"id"`
	CreatedAt        time.Time  `json:"created_at"`
	UpdatedAt        time.Time  `json:"updated_at"`
	Status           string     `json:"status"`
	FriendlyName     string     `json:"friendly_name,omitempty"`
	Type             string     `json:"factor_type"`
	Phone            *string    `json:"phone"`
	LastChallengedAt *time.Time `json:"last_challenged_at"`
}

// FactorTOTP is the kind of an authenticator app.
const FactorTOTP = "totp"

// FactorPhone is a phone as a second factor: the code of a text proves it.
const FactorPhone = "phone"

// FactorPasskey is the protocol's name for passkeys among the factors. The client's two ways, as a
// factor and as a passkey, use the same rows: each passkey is a second factor, and each can sign in
// by itself.
const FactorPasskey = "webauthn"

// FactorVerified is the status of a factor that has been used successfully once.
const FactorVerified = "verified"

const selectUser = `
	SELECT u.id, u.role, coalesce(u.email, u.sso_email, '') AS email, coalesce(u.password_hash, '') AS password_hash,
	       coalesce(u.phone, '') AS phone, u.phone_confirmed_at, coalesce(u.new_phone, '') AS new_phone, u.phone_change_sent_at,
	       u.email_confirmed_at, u.invited_at, u.confirmation_sent_at, u.recovery_sent_at,
	       coalesce(u.new_email, '') AS new_email, u.email_change_sent_at, u.reauthentication_sent_at,
	       u.last_sign_in_at, u.app_metadata, u.user_metadata, u.created_at, u.updated_at,
	       u.banned_until, u.deleted_at, u.is_anonymous, u.is_sso_user,
	       coalesce((SELECT jsonb_agg(jsonb_build_object(
	           'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
	           'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at,
	           'updated_at', i.updated_at, 'email', coalesce(i.identity_data ->> 'email', '')) ORDER BY i.id)
	         FROM auth.identities i WHERE i.user_id = u.id), '[]') AS identities,
	       coalesce((SELECT jsonb_agg(jsonb_build_object(
	           'id', f.id, 'created_at', f.created_at, 'updated_at', f.updated_at, 'status', f.status,
	           'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'phone', f.phone,
	           'last_challenged_at', f.last_challenged_at) ORDER BY f.id)
	         FROM auth.mfa_factors f WHERE f.user_id = u.id), '[]') AS factors
	  FROM auth.users u
	 WHERE u.deleted_at IS NULL AND `

// FindUser returns the first user for a condition on u, or ErrUserNotFound.
func FindUser(ctx context.Context, q Querier, condition string, args ...any) (*User, error) {
	users, err := FindUsers(ctx, q, condition, args...)
	if err != nil {
		return nil, err
	}
	if len(users) == 0 {
		return nil, ErrUserNotFound
	}
	return users[0], nil
}

// FindUsers returns the users for a condition on u.
func FindUsers(ctx context.Context, q Querier, condition string, args ...any) ([]*User, error) {
	rows, err := q.Query(ctx, selectUser+condition, args...)
	if err != nil {
		return nil, fmt.Errorf("read users: %w", err)
	}
	users, err := pgx.CollectRows(rows, pgx.RowToAddrOfStructByName[User])
	if err != nil {
		return nil, fmt.Errorf("read users: %w", err)
	}
	for _, user := range users {
		user.complete()
	}
	return users, nil
}

// complete sets derived fields. It converts times to UTC, whatever the connection's time zone.
func (u *User) complete() {
	u.Aud, u.ConfirmedAt = Audience, Earlier(u.EmailConfirmedAt, u.PhoneConfirmedAt)
	times := []*time.Time{
		u.EmailConfirmedAt, u.PhoneConfirmedAt, u.ConfirmedAt, u.PhoneChangeSentAt, u.InvitedAt, u.ConfirmationSentAt, u.RecoverySentAt, u.EmailChangeSentAt,
		u.ReauthenticationSentAt, u.LastSignInAt, &u.CreatedAt, &u.UpdatedAt, u.BannedUntil, u.DeletedAt,
	}
	for i := range u.Identities {
		identity := &u.Identities[i]
		times = append(times, identity.LastSignInAt, &identity.CreatedAt, &identity.UpdatedAt)
	}
	for i := range u.Factors {
		factor := &u.Factors[i]
		times = append(times, factor.LastChallengedAt, &factor.CreatedAt, &factor.UpdatedAt)
	}
	for _, at := range times {
		if at != nil {
			*at = at.UTC()
		}
	}
}

// Earlier is the earlier of two times, as a copy; nil if both are nil.
func Earlier(a, b *time.Time) *time.Time {
	if a == nil || (b != nil && b.Before(*a)) {
		a = b
	}
	if a == nil {
		return nil
	}
	first := *a
	return &first
}

// BannedAt reports whether the user is banned at a time.
func (u *User) BannedAt(now time.Time) bool {
	return u.BannedUntil != nil && u.BannedUntil.After(now)
}

// HasVerifiedFactor reports whether the user has a second factor that counts.
func (u *User) HasVerifiedFactor() bool {
	for _, factor := range u.Factors {
		if factor.Status == FactorVerified {
			return true
		}
	}
	return false
}

// ProvesEmail reports whether the identity's provider has verified its address.
func (i Identity) ProvesEmail() bool {
	var data struct {
		Verified bool `json:"email_verified"`
	}
	return i.Email != "" && json.Unmarshal(i.Data, &data) == nil && data.Verified
}

// LockUser must precede every change of several sessions, so that two concurrent changes wait for
// each other instead of deadlocking.
func LockUser(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	if _, err := tx.Exec(ctx, `SELECT FROM auth.users WHERE id = $1 FOR NO KEY UPDATE`, userID); err != nil {
		return fmt.Errorf("lock user: %w", err)
	}
	return nil
}

// LockedUser locks a user and then reads them: a statement that waits for the lock itself would
// return data from before the wait.
func LockedUser(ctx context.Context, tx pgx.Tx, userID uuid.UUID) (*User, error) {
	if err := LockUser(ctx, tx, userID); err != nil {
		return nil, err
	}
	return FindUser(ctx, tx, "u.id = $1", userID)
}
