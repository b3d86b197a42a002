package organisation

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/transition"
)

// Abandon removes a person who leaves the product from every organisation. Organisations without
// other members are deleted, and open invitations that the person sent are revoked. Owner notices
// about or by them are deleted, and so are invitations that they accepted or that went to their
// address. Invitations that they sent stay with the organisation, without their name. The caller
// has locked the organisations.
func Abandon(ctx context.Context, tx pgx.Tx, personID uuid.UUID) error {
	_, err := transition.Invitation.Take(ctx, tx, transition.Taken{
		ID: personID, Action: "settle_access", From: transition.Invitation.Initial, By: transition.System, Rows: "invited_by = @id AND status = 'pending'",
	})
	if err != nil {
		return err
	}
	for _, step := range []string{
		`DELETE FROM public.owner_removals WHERE person_id = $1 OR proposed_by = $1`,
		`DELETE FROM public.organisations WHERE id = ANY (private.parties_ending_with($1))`,
		`DELETE FROM public.memberships WHERE person_id = $1`,
		`DELETE FROM public.invitations WHERE accepted_by = $1 OR email = (SELECT email FROM public.accounts WHERE profile_id = $1)`,
		`UPDATE public.invitations SET invited_by = NULL WHERE invited_by = $1`,
	} {
		if _, err := tx.Exec(ctx, step, personID); err != nil {
			return fmt.Errorf("take %s out of organisations: %w", personID, err)
		}
	}
	return decideNow(ctx, tx)
}
