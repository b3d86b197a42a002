package auth

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// providersOf is the app_metadata of a user with an address or a number.
func providersOf(user NewUser) map[string]any {
	providers := []string{}
	if user.Email != "" || user.Phone == "" {
		providers = append(providers, providerEmail)
	}
	if user.Phone != "" {
		providers = append(providers, providerPhone)
	}
	return map[string]any{"provider": providers[0], "providers": providers}
}

// insertUser creates a user with their identities and runs the hook. A taken address or number is
// errUserExists and leaves the transaction usable.
func (s *Server) insertUser(ctx context.Context, tx pgx.Tx, user NewUser, hash string, confirmed bool) (uuid.UUID, error) {
	err := s.admitUser(ctx, tx, &user)
	if err != nil {
		return uuid.Nil, err
	}
	if user.ID, err = s.insertRow(ctx, tx, user, hash, confirmed); err != nil {
		return uuid.Nil, err
	}
	if user.known != nil {
		err = s.tieIdentity(ctx, tx, user.ID, *user.known)
	} else {
		err = s.insertIdentity(ctx, tx, user, confirmed)
	}
	if err != nil {
		return uuid.Nil, err
	}
	if err := s.runHook(ctx, tx, user); err != nil {
		return uuid.Nil, err
	}
	recordCreated(tx, user)
	return user.ID, s.record(ctx, tx, actionSignedUp, user.ID, nil)
}

func (s *Server) insertRow(ctx context.Context, tx pgx.Tx, user NewUser, hash string, confirmed bool) (uuid.UUID, error) {
	now := s.cfg.Now()
	app := providersOf(user)
	maps.Copy(app, user.AppMetadata)
	// A SignupHook replaces the metadata after the insert; without one, the app's trigger reads it
	// from the inserted row.
	metadata := json.RawMessage("{}")
	if s.cfg.OnSignup == nil || user.SkipHook {
		var err error
		if metadata, err = encodeMetadata(user.Metadata); err != nil {
			return uuid.Nil, err
		}
	}
	email, ssoEmail := user.Email, ""
	if user.isSSO {
		email, ssoEmail = "", user.Email
	}
	id, args := "DEFAULT", []any{email, user.Phone, hash, app, confirmed, now, metadata, user.isSSO, ssoEmail, user.isBelieved}
	if user.ID != uuid.Nil {
		id, args = "$11", append(args, user.ID)
	}
	err := tx.QueryRow(ctx, `
		INSERT INTO auth.users (id, email, phone, password_hash, raw_app_meta_data, email_confirmed_at, phone_confirmed_at, confirmation_sent_at, raw_user_meta_data, created_at, updated_at, is_sso_user, sso_email, email_believed)
		VALUES (`+id+`, nullif($1, ''), nullif($2, ''), nullif($3, ''), $4,
		        CASE WHEN $5 AND $2 = '' THEN $6::timestamptz END, CASE WHEN $5 AND $2 <> '' THEN $6::timestamptz END,
		        CASE WHEN NOT $5 THEN $6::timestamptz END, $7, $6, $6, $8, nullif($9, ''), $10)
		ON CONFLICT DO NOTHING RETURNING id`, args...).Scan(&user.ID)
	if isMissing(err) {
		return uuid.Nil, errUserExists
	}
	if err != nil {
		return uuid.Nil, refusedBySQL(errSavingUser, fmt.Errorf("insert user: %w", err))
	}
	return user.ID, nil
}

func (s *Server) insertIdentity(ctx context.Context, tx pgx.Tx, user NewUser, verified bool) error {
	data := map[string]any{"sub": user.ID, "email": user.Email, "email_verified": verified, "phone_verified": false}
	provider := providerEmail
	if user.Phone != "" {
		provider, data = providerPhone, map[string]any{"sub": user.ID, "phone": user.Phone, "email_verified": false, "phone_verified": verified}
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
		VALUES ($1, $5, $2, $3, $4, $4, $4)`, user.ID, user.ID.String(), data, s.cfg.Now(), provider)
	if err != nil {
		return fmt.Errorf("insert identity: %w", err)
	}
	return nil
}

func (s *Server) runHook(ctx context.Context, tx pgx.Tx, user NewUser) error {
	if s.cfg.OnSignup == nil || user.SkipHook {
		return nil
	}
	user.Password, user.isBelieved = "", false
	metadata, err := s.cfg.OnSignup(ctx, tx, user)
	if err != nil {
		return err
	}
	raw, err := encodeMetadata(metadata)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE auth.users SET raw_user_meta_data = $2 WHERE id = $1`, user.ID, raw); err != nil {
		return fmt.Errorf("store metadata: %w", err)
	}
	return nil
}
