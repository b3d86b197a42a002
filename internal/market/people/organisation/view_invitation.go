package organisation

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/transition"
)

// Shown is what an invitation shows to its holder, signed in or not.
type Shown struct {
	OrganisationID uuid.UUID `json:"organisation_id"`
	Organisation   string    `json:"organisation"`
	Side           string    `json:"side"`
	Role           string    `json:"role"`
	Email          string    `json:"email"`
	ExpiresAt      time.Time `json:"expires_at"`
	IsOpen         bool      `json:"is_open"`
}

// ViewInvitation returns an invitation by its secret. It does not tell whether the invited address
// has an account.
func ViewInvitation(now func() time.Time) func(context.Context, pgx.Tx, Token) (Shown, error) {
	return func(ctx context.Context, tx pgx.Tx, in Token) (shown Shown, err error) {
		err = tx.QueryRow(ctx, `
			SELECT o.id, p.name, o.role, i.role, i.email, i.expires_at,
			       i.status = 'pending' AND i.expires_at > $2 AND coalesce(private.acts_for(o.id, 'manage', i.invited_by), false)
			FROM public.invitations i JOIN public.organisations o ON o.id = i.organisation_id JOIN public.profiles p ON p.id = o.id
			WHERE i.token_hash = $1`, hash(in.Token), now(),
		).Scan(&shown.OrganisationID, &shown.Organisation, &shown.Side, &shown.Role, &shown.Email, &shown.ExpiresAt, &shown.IsOpen)
		if errors.Is(err, pgx.ErrNoRows) {
			return Shown{}, transition.ErrInvitationNotFound
		}
		if err != nil {
			return Shown{}, fmt.Errorf("read invitation: %w", err)
		}
		return shown, nil
	}
}
