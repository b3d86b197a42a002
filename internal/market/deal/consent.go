package deal

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
)

// Consent stores that the caller agreed to the numbered terms of a proposal, and from which
// address. The consent counts when the company accepts those terms. A later consent to the same
// terms, for a project that changed, replaces the first. Without a signed-in caller it stores
// nothing.
func Consent(ctx context.Context, tx pgx.Tx, proposalID uuid.UUID, number int) error {
	who := caller.From(ctx)
	if who.UserID == uuid.Nil {
		return nil
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO private.terms_consents (proposal_id, number, person_id, address, at) VALUES ($1, $2, $3, nullif($4, ''), coalesce($5, now()))
		ON CONFLICT (proposal_id, number) DO UPDATE SET person_id = excluded.person_id, at = excluded.at, address = excluded.address`,
		proposalID, number, who.UserID, who.IP, date(ctx))
	if err != nil {
		return fmt.Errorf("keep the consent to terms %d of proposal %s: %w", number, proposalID, err)
	}
	return nil
}
