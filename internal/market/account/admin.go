package account

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"automacao/internal/caller"
)

// RequireAdmin refuses everybody but an active administrator.
func RequireAdmin(ctx context.Context, tx pgx.Tx) error {
	var isAdmin bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM public.profiles WHERE id = $1 AND role = 'admin' AND status = 'active')`,
		caller.From(ctx).UserID).Scan(&isAdmin)
	if err != nil {
		return fmt.Errorf("look up administrator: %w", err)
	}
	if !isAdmin {
		return ErrNotAdmin
	}
	return nil
}
