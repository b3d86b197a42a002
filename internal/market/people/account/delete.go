package account

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/market/deal/contract"
)

// Refusals of a removal.
var (
	ErrWrongPassword   = fault.New(http.StatusUnprocessableEntity, "wrong_password", "A senha atual não confere.")
	ErrUnproved        = fault.New(http.StatusUnprocessableEntity, "presence_unproved", "Confirme que é você: peça um código por e-mail ou entre de novo.")
	ErrActiveContracts = fault.New(http.StatusConflict, "has_active_contracts", "Conclua ou encerre os contratos em andamento antes de excluir a conta.")
	ErrLastAdmin       = fault.New(http.StatusConflict, "last_admin", "A plataforma precisa de pelo menos um administrador ativo.")
	ErrLastOwner       = fault.New(http.StatusConflict, "last_owner", "A organização precisa de pelo menos um proprietário. Passe a propriedade antes.")
)

// Users lets a user prove their identity again, and deletes users. Deleting one runs Remove.
type Users interface {
	// Prove returns ErrWrongPassword for a password that is not the caller's, and ErrUnproved if
	// the caller has no password and signed in or proved their identity too long ago.
	Prove(ctx context.Context, tx pgx.Tx, who caller.Caller, password string) error
	Delete(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error
}

// Farewell is a member's decision to delete their account, confirmed by the password. A member
// without a password, who signs in with a provider, leaves it out and must have proved their
// identity recently. EndContracts ends running contracts; without it a running contract prevents
// the deletion.
type Farewell struct {
	Password     string `json:"password,omitempty"`
	EndContracts bool   `json:"end_contracts,omitempty"`
}

// Removed names the deleted account.
type Removed struct {
	ID uuid.UUID `json:"id"`
}

// Delete deletes the caller's account for good, as article 18, VI of the LGPD requires.
func Delete(users Users) func(context.Context, pgx.Tx, Farewell) (Removed, error) {
	return func(ctx context.Context, tx pgx.Tx, in Farewell) (Removed, error) {
		if err := users.Prove(ctx, tx, caller.From(ctx), in.Password); err != nil {
			return Removed{}, err
		}
		who := caller.From(ctx).UserID
		going, err := prepare(ctx, tx, who)
		// A user who never completed the registration has no profile, so no contract to end.
		if err != nil && !errors.Is(err, ErrNoSuchUser) {
			return Removed{}, err
		}
		for _, party := range going.parties {
			isBound, err := contract.HasRunning(ctx, tx, party)
			if err != nil {
				return Removed{}, err
			}
			if isBound && !in.EndContracts {
				return Removed{}, ErrActiveContracts
			}
		}
		if err := users.Delete(ctx, tx, who); err != nil {
			return Removed{}, fmt.Errorf("delete user: %w", err)
		}
		return Removed{ID: who}, nil
	}
}
