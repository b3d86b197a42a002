package account

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/people/organisation"
)

// registerColleague makes a new user a member of the team that invited their address. They have a
// profile, so that they can send and receive messages, but they are not a party of their own.
func registerColleague(ctx context.Context, tx pgx.Tx, userID uuid.UUID, email string, r Registration, now time.Time) (map[string]any, error) {
	invitation, err := organisation.Open(ctx, tx, r.Invitation, email, now)
	if err != nil {
		return nil, err
	}
	_, err = tx.Exec(ctx, `
		WITH profile AS (
		  INSERT INTO public.profiles (id, role, name, is_party) VALUES ($1, $2, $3, false) RETURNING id
		)
		INSERT INTO public.accounts (profile_id, email, terms_accepted_at, terms_version) SELECT $1, $4, $5, $6`,
		userID, invitation.Side(), r.Name, email, now, TermsVersion)
	if err != nil {
		return nil, fmt.Errorf("register colleague: %w", err)
	}
	return map[string]any{"name": r.Name, "role": invitation.Side()}, invitation.Join(ctx, tx, userID)
}
