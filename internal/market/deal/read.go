package deal

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/caller"
	"automacao/internal/market/party"
)

// MayRead reports whether the caller is on a side of a contract between these
// two, or an administrator.
func MayRead(ctx context.Context, tx pgx.Tx, companyID, professionalID uuid.UUID) (bool, error) {
	side, err := party.SideOf(ctx, tx, companyID, professionalID, party.Read)
	if err != nil || side != party.Neither {
		return side != party.Neither, err
	}
	var isAdmin bool
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM public.profiles WHERE id = $1 AND role = 'admin' AND status = 'active')`, caller.From(ctx).UserID).Scan(&isAdmin)
	if err != nil {
		return false, fmt.Errorf("look whether the caller administers: %w", err)
	}
	return isAdmin, nil
}
