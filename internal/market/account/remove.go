package account

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/caller"
	"automacao/internal/fault"
)

// Refusals of a removal.
var (
	ErrWrongPassword   = fault.New(http.StatusUnprocessableEntity, "wrong_password", "A senha atual não confere.")
	ErrActiveContracts = fault.New(http.StatusConflict, "has_active_contracts", "Conclua os projetos em andamento antes de excluir a conta.")
	ErrLastAdmin       = fault.New(http.StatusConflict, "last_admin", "A plataforma precisa de pelo menos um administrador ativo.")
)

// Users checks a password again, and removes who a user is.
type Users interface {
	// CheckPassword returns ErrWrongPassword for a password that is not the user's.
	CheckPassword(ctx context.Context, tx pgx.Tx, userID uuid.UUID, password string) error
	Delete(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error
}

// Farewell is a member's decision to leave, confirmed by the password.
type Farewell struct {
	Password string `json:"password"`
}

// Removed names the account that is gone.
type Removed struct {
	ID uuid.UUID `json:"id"`
}

// Delete removes the caller's account (LGPD, art. 18, VI). What the other side
// of a contract or conversation needs stays, under no name (art. 16).
func Delete(users Users) func(context.Context, pgx.Tx, Farewell) (Removed, error) {
	return func(ctx context.Context, tx pgx.Tx, in Farewell) (Removed, error) {
		who := caller.From(ctx).UserID
		if err := users.CheckPassword(ctx, tx, who, in.Password); err != nil {
			return Removed{}, err
		}
		if err := lockAdmins(ctx, tx); err != nil {
			return Removed{}, err
		}
		var isLastAdmin bool
		if err := tx.QueryRow(ctx, lastAdmin, who).Scan(&isLastAdmin); err != nil {
			return Removed{}, fmt.Errorf("look for other administrators: %w", err)
		}
		if isLastAdmin {
			return Removed{}, ErrLastAdmin
		}
		// What an organisation is bound to, its other people go on with.
		var ending []uuid.UUID
		if err := tx.QueryRow(ctx, `SELECT private.parties_ending_with($1)`, who).Scan(&ending); err != nil {
			return Removed{}, fmt.Errorf("look for parties that end: %w", err)
		}
		if err := users.Delete(ctx, tx, who); err != nil {
			return Removed{}, fmt.Errorf("delete user: %w", err)
		}
		// Afterwards: taking back proposals waits for whoever is accepting one.
		var isBound bool
		err := tx.QueryRow(ctx, `
			SELECT EXISTS (SELECT FROM public.contracts
			               WHERE (company_id = ANY ($1) OR professional_id = ANY ($1)) AND status <> 'completed')`, ending).Scan(&isBound)
		if err != nil {
			return Removed{}, fmt.Errorf("look for running contracts: %w", err)
		}
		if isBound {
			return Removed{}, ErrActiveContracts
		}
		return Removed{ID: who}, nil
	}
}

// lastAdmin asks whether $1 is the only active administrator.
const lastAdmin = `SELECT EXISTS (SELECT FROM public.profiles WHERE id = $1 AND role = 'admin' AND status = 'active')
	AND NOT EXISTS (SELECT FROM public.profiles WHERE id <> $1 AND role = 'admin' AND status = 'active')`
