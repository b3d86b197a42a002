package account

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/hook"
)

// CreateUser creates a confirmed user in the caller's transaction and returns its id. A taken
// address is the fault user_already_exists; an error of OnSignup is returned unchanged.
func (s *Server) CreateUser(ctx context.Context, tx pgx.Tx, user core.NewUser) (uuid.UUID, error) {
	email, err := core.ParseEmail(user.Email)
	if err != nil {
		return uuid.Nil, err
	}
	user.Email = email
	hash := user.PasswordHash
	if user.PasswordHash = ""; hash == "" {
		if hash, err = s.HashNew(ctx, user.Password, email); err != nil {
			return uuid.Nil, err
		}
	}
	return s.Insert(ctx, tx, user, hash, true)
}

// HashPassword validates and hashes an initial password that many users will share.
func (s *Server) HashPassword(ctx context.Context, password string) (string, error) {
	return s.HashNew(ctx, password, "")
}

// ProvidersOf is the app_metadata of a user with an address or a number.
func ProvidersOf(user core.NewUser) map[string]any {
	providers := []string{}
	if user.Email != "" || user.Phone == "" {
		providers = append(providers, providerEmail)
	}
	if user.Phone != "" {
		providers = append(providers, providerPhone)
	}
	return map[string]any{"provider": providers[0], "providers": providers}
}

// Insert creates a user with their identities and runs the hook. A taken address or number is
// ErrUserExists and leaves the transaction usable.
func (s *Server) Insert(ctx context.Context, tx pgx.Tx, user core.NewUser, hash string, confirmed bool) (uuid.UUID, error) {
	err := s.AdmitUser(ctx, tx, &user)
	if err != nil {
		return uuid.Nil, err
	}
	if user.ID, err = s.InsertRow(ctx, tx, user, hash, confirmed); err != nil {
		return uuid.Nil, err
	}
	if user.Known != nil {
		err = s.TieIdentity(ctx, tx, user.ID, *user.Known)
	} else {
		err = s.insertIdentity(ctx, tx, user, confirmed)
	}
	if err != nil {
		return uuid.Nil, err
	}
	if err := s.RunSignupHook(ctx, tx, user); err != nil {
		return uuid.Nil, err
	}
	core.RecordCreated(tx, user)
	return user.ID, s.Record(ctx, tx, core.ActionSignedUp, user.ID, nil)
}

// InsertRow creates the bare row of a user, or returns ErrUserExists. Insert does so with
// everything that belongs to it.
func (s *Server) InsertRow(ctx context.Context, tx pgx.Tx, user core.NewUser, hash string, confirmed bool) (uuid.UUID, error) {
	now := s.Config.Now()
	app := ProvidersOf(user)
	maps.Copy(app, user.AppMetadata)
	// A SignupHook replaces the metadata after the insert; without one, the app's trigger reads it
	// from the inserted row.
	metadata := json.RawMessage("{}")
	if s.Config.OnSignup == nil || user.SkipHook {
		var err error
		if metadata, err = EncodeMetadata(user.Metadata); err != nil {
			return uuid.Nil, err
		}
	}
	email, ssoEmail := user.Email, ""
	if user.IsSSO {
		email, ssoEmail = "", user.Email
	}
	id, args := "DEFAULT", []any{email, user.Phone, hash, app, confirmed, now, metadata, user.IsSSO, ssoEmail, user.IsBelieved}
	if user.ID != uuid.Nil {
		id, args = "$11", append(args, user.ID)
	}
	err := tx.QueryRow(ctx, `
		INSERT INTO auth.users (id, email, phone, password_hash, raw_app_meta_data, email_confirmed_at, phone_confirmed_at, confirmation_sent_at, raw_user_meta_data, created_at, updated_at, is_sso_user, sso_email, email_believed)
		VALUES (`+id+`, nullif($1, ''), nullif($2, ''), nullif($3, ''), $4,
		        CASE WHEN $5 AND $2 = '' THEN $6::timestamptz END, CASE WHEN $5 AND $2 <> '' THEN $6::timestamptz END,
		        CASE WHEN NOT $5 THEN $6::timestamptz END, $7, $6, $6, $8, nullif($9, ''), $10)
		ON CONFLICT DO NOTHING RETURNING id`, args...).Scan(&user.ID)
	if core.IsMissing(err) {
		return uuid.Nil, ErrUserExists
	}
	if err != nil {
		return uuid.Nil, core.RefusedBySQL(ErrSavingUser, fmt.Errorf("insert user: %w", err))
	}
	return user.ID, nil
}

func (s *Server) insertIdentity(ctx context.Context, tx pgx.Tx, user core.NewUser, verified bool) error {
	data := map[string]any{"sub": user.ID, "email": user.Email, "email_verified": verified, "phone_verified": false}
	provider := providerEmail
	if user.Phone != "" {
		provider, data = providerPhone, map[string]any{"sub": user.ID, "phone": user.Phone, "email_verified": false, "phone_verified": verified}
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
		VALUES ($1, $5, $2, $3, $4, $4, $4)`, user.ID, user.ID.String(), data, s.Config.Now(), provider)
	if err != nil {
		return fmt.Errorf("insert identity: %w", err)
	}
	return nil
}

// RunSignupHook runs Config.OnSignup for a created user and stores the metadata that it returns.
func (s *Server) RunSignupHook(ctx context.Context, tx pgx.Tx, user core.NewUser) error {
	if s.Config.OnSignup == nil || user.SkipHook {
		return nil
	}
	user.Password, user.IsBelieved = "", false
	metadata, err := s.Config.OnSignup(ctx, tx, user)
	if err != nil {
		return err
	}
	raw, err := EncodeMetadata(metadata)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE auth.users SET raw_user_meta_data = $2 WHERE id = $1`, user.ID, raw); err != nil {
		return fmt.Errorf("store metadata: %w", err)
	}
	return nil
}

// AdmitUser lets the hook refuse a user before they are created. Whether the address or number is
// free is not known yet, so the hook cannot reveal it.
func (s *Server) AdmitUser(ctx context.Context, tx pgx.Tx, user *core.NewUser) error {
	program := s.Config.Hooks.BeforeUserCreated
	if program == nil || user.SkipHook {
		return nil
	}
	if user.ID == uuid.Nil {
		user.ID = uuid.New()
	}
	app := ProvidersOf(*user)
	if user.Email == "" && user.Phone == "" && user.Known == nil {
		app = map[string]any{}
	}
	maps.Copy(app, user.AppMetadata)
	appRaw, err := json.Marshal(app)
	if err != nil {
		return fmt.Errorf("write app metadata: %w", err)
	}
	metadata, err := EncodeMetadata(user.Metadata)
	if err != nil {
		return err
	}
	now := s.Config.Now().UTC()
	about := map[string]any{"user": &core.User{
		ID: user.ID, Aud: core.Audience, Role: core.UserRole, Email: user.Email, Phone: user.Phone, AppMetadata: appRaw, UserMetadata: metadata,
		Identities: []core.Identity{}, CreatedAt: now, UpdatedAt: now, IsAnonymous: user.Email == "" && user.Phone == "" && user.Known == nil,
	}}
	return s.Ask(ctx, tx, program, hook.BeforeUserCreated, about, &struct{}{})
}

// MetadataMax bounds user_metadata, in bytes, since every token contains it.
const MetadataMax = 4 << 10

// EncodeMetadata encodes user_metadata, and refuses what is larger than MetadataMax.
func EncodeMetadata(metadata map[string]any) (json.RawMessage, error) {
	if metadata == nil {
		return json.RawMessage("{}"), nil
	}
	raw, err := json.Marshal(metadata)
	if err != nil {
		return nil, fmt.Errorf("encode metadata: %w", err)
	}
	if len(raw) > MetadataMax {
		return nil, core.Invalid("User metadata is larger than %d bytes", MetadataMax)
	}
	return raw, nil
}
