package organisation

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/market/people/audit"
	"automacao/internal/market/people/party"
)

// ErrAlreadyOwner refuses to transfer the ownership to somebody who already has it.
var ErrAlreadyOwner = fault.New(http.StatusConflict, "already_owner", "Esta pessoa já é proprietária.")

// Transferred is the result of a transfer.
type Transferred struct {
	OrganisationID uuid.UUID `json:"organisation_id"`
	OwnerID        uuid.UUID `json:"owner_id"`
	// Role is the caller's new role, which the new owner had before.
	Role string `json:"role"`
}

// TransferOwnership swaps the roles of an owner and a colleague: the colleague becomes owner, and
// the owner gets the colleague's role.
func TransferOwnership(ctx context.Context, tx pgx.Tx, in Person) (Transferred, error) {
	who := caller.From(ctx).UserID
	within, err := lock(ctx, tx, in.OrganisationID, party.Manage)
	if err != nil {
		return Transferred{}, err
	}
	before, err := roleOf(ctx, tx, within, in.PersonID)
	switch {
	case err != nil:
		return Transferred{}, err
	case before == owner:
		return Transferred{}, ErrAlreadyOwner
	}
	_, err = tx.Exec(ctx, `
		UPDATE public.memberships SET role = CASE person_id WHEN $2 THEN 'owner' ELSE $4 END
		WHERE organisation_id = $1 AND person_id IN ($2, $3)`, within.id, in.PersonID, who, before)
	if err != nil {
		return Transferred{}, fmt.Errorf("change places with %s: %w", in.PersonID, err)
	}
	if err := settleAccess(ctx, tx, within, who); err != nil {
		return Transferred{}, err
	}
	err = audit.Record(ctx, tx, audit.Entry{
		Action: audit.TransferOwnership, SubjectKind: "organisation", SubjectID: within.id.String(), Label: within.name,
		Details: map[string]any{"person_id": in.PersonID},
	})
	if err != nil {
		return Transferred{}, err
	}
	return Transferred{OrganisationID: within.id, OwnerID: in.PersonID, Role: before},
		tell(ctx, tx, within, in.PersonID, "Você agora responde por "+within.name, "A propriedade da organização passou para você.")
}
