package account

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
)

// EmailConstraint is violated by an address that another user has.
const EmailConstraint = "users_email_key"

// VerifyIdentity marks the user's own address as verified in their e-mail identity.
func (s *Server) VerifyIdentity(ctx context.Context, tx pgx.Tx, userID uuid.UUID, email string) error {
	data := map[string]any{"sub": userID, "email": email, "email_verified": true, "phone_verified": false}
	return s.UpsertIdentity(ctx, tx, userID, providerEmail, data)
}

// TieIdentity links an identity to a user.
func (s *Server) TieIdentity(ctx context.Context, tx pgx.Tx, userID uuid.UUID, who core.Vouched) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $5, $5)`, userID, who.Provider, who.Person.Subject, who.Person.Claims, s.Config.Now())
	if err != nil {
		return fmt.Errorf("tie identity: %w", err)
	}
	if err := s.NameProviders(ctx, tx, userID); err != nil {
		return err
	}
	return s.Record(ctx, tx, core.ActionIdentityTied, userID, map[string]any{"provider": who.Provider})
}

// NameProviders lists the user's providers in their app_metadata, the one they signed up with
// first.
func (s *Server) NameProviders(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		UPDATE auth.users u SET updated_at = $2, raw_app_meta_data = u.app_metadata || jsonb_build_object('provider', known.names -> 0, 'providers', known.names)
		  FROM (SELECT jsonb_agg(n.provider ORDER BY n.since, n.provider) AS names
		          FROM (SELECT i.provider, min(i.created_at) AS since FROM auth.identities i WHERE i.user_id = $1 GROUP BY 1) n) known
		 WHERE u.id = $1 AND known.names IS NOT NULL`, userID, s.Config.Now())
	if err != nil {
		return fmt.Errorf("name providers: %w", err)
	}
	return nil
}

// These are the providers that this server is itself.
const (
	providerEmail = "email"
	providerPhone = "phone"
)

// UpsertIdentity creates or updates the identity of a proved address or number, and lists it in the
// user's app_metadata.
func (s *Server) UpsertIdentity(ctx context.Context, tx pgx.Tx, userID uuid.UUID, provider string, data map[string]any) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO auth.identities AS i (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $5, $5)
		ON CONFLICT (provider, provider_id) DO UPDATE SET identity_data = i.identity_data || excluded.identity_data, updated_at = $5`,
		userID, provider, userID.String(), data, s.Config.Now())
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
