package organisation

import (
	"context"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/people/party"
)

// Leave ends the caller's own membership, whatever their role, also of a blocked organisation. The
// last owner has to transfer the ownership first.
func Leave(ctx context.Context, tx pgx.Tx, in Reference) (Reference, error) {
	who := caller.From(ctx).UserID
	within, err := lock(ctx, tx, in.OrganisationID, party.Read)
	if err != nil {
		return Reference{}, err
	}
	if err := part(ctx, tx, within, who); err != nil {
		return Reference{}, err
	}
	return in, tellManagers(ctx, tx, within, who, " saiu da equipe", "")
}
