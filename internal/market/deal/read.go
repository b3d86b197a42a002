package deal

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/people/party"
)

// MayRead reports whether the caller belongs to a side of a contract between these two parties, or
// is an administrator and the contract has or had a dispute.
func MayRead(ctx context.Context, tx pgx.Tx, contractID, companyID, professionalID uuid.UUID) (bool, error) {
	side, err := party.SideOf(ctx, tx, companyID, professionalID, party.Read)
	if err != nil || side != party.Neither {
		return side != party.Neither, err
	}
	var decides bool
	err = tx.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM public.profiles WHERE id = $1 AND role = 'admin' AND status = 'active')
		   AND EXISTS (SELECT FROM public.disputes WHERE contract_id = $2)`, caller.From(ctx).UserID, contractID).Scan(&decides)
	if err != nil {
		return false, fmt.Errorf("look whether the caller administers a case: %w", err)
	}
	return decides, nil
}
