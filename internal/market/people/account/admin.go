package account

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
)

// adminLock is the advisory lock that serialises decisions about administrators, so that two
// concurrent ones cannot leave none.
const adminLock = 7_207_203

func lockAdmins(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, adminLock); err != nil {
		return fmt.Errorf("wait for another decision: %w", err)
	}
	return nil
}

// RequireAdmin returns ErrNotAdmin unless the caller is an active administrator.
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
