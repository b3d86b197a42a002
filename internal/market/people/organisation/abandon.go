package organisation

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/transition"
)

// Abandon takes somebody who leaves the product out of every organisation:
// those of nobody else end, what he invited others to is off, and he is
// invited nowhere any more. Invitations that name him go, also those under an
// address he had then; those he sent are the organisation's and stay without
// him. Whoever calls it has locked the organisations.
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
