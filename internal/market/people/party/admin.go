package party

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
)

// IsAdmin reports whether the caller is an active administrator.
func IsAdmin(ctx context.Context, tx pgx.Tx) (is bool, err error) {
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM public.profiles WHERE id = $1 AND role = 'admin' AND status = 'active')`,
		caller.From(ctx).UserID).Scan(&is)
	if err != nil {
		return false, fmt.Errorf("look up administrator: %w", err)
	}
	return is, nil
}
