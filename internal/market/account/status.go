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

// Refusals of a change of status.
var (
	ErrNotAdmin   = fault.New(http.StatusForbidden, "not_admin", "Apenas administradores podem fazer isso.")
	ErrOwnStatus  = fault.New(http.StatusConflict, "own_status", "Você não pode bloquear a própria conta.")
	ErrNoSuchUser = fault.New(http.StatusNotFound, "user_not_found", "Usuário não encontrado.")
)

// Doorkeeper ends and forbids somebody's sessions, and admits him again.
type Doorkeeper interface {
	Ban(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error
	Unban(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error
}

// User names the person a decision is about.
type User struct {
	UserID uuid.UUID `json:"user_id"`
}

// Status is somebody's standing after a decision: active or blocked.
type Status struct {
	ID     uuid.UUID `json:"id"`
	Status string    `json:"status"`
}

// Block ends every session of a user at once and keeps him out until
// Activate. Only administrators may, and not about themselves.
func Block(door Doorkeeper) func(context.Context, pgx.Tx, User) (Status, error) {
	return func(ctx context.Context, tx pgx.Tx, in User) (Status, error) {
		return setStatus(ctx, tx, in.UserID, "blocked", door.Ban)
	}
}

// Activate lets a blocked user in again. Only administrators may.
func Activate(door Doorkeeper) func(context.Context, pgx.Tx, User) (Status, error) {
	return func(ctx context.Context, tx pgx.Tx, in User) (Status, error) {
		return setStatus(ctx, tx, in.UserID, "active", door.Unban)
	}
}

type decide func(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error

func setStatus(ctx context.Context, tx pgx.Tx, userID uuid.UUID, status string, tell decide) (Status, error) {
	var isAdmin bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM public.profiles WHERE id = $1 AND role = 'admin' AND status = 'active')`,
		caller.From(ctx).UserID).Scan(&isAdmin)
	if err != nil {
		return Status{}, fmt.Errorf("look up administrator: %w", err)
	}
	switch {
	case !isAdmin:
		return Status{}, ErrNotAdmin
	case userID == caller.From(ctx).UserID:
		return Status{}, ErrOwnStatus
	}
	changed, err := tx.Exec(ctx, `UPDATE public.profiles SET status = $2 WHERE id = $1`, userID, status)
	if err != nil {
		return Status{}, fmt.Errorf("set status: %w", err)
	}
	if changed.RowsAffected() == 0 {
		return Status{}, ErrNoSuchUser
	}
	if err := tell(ctx, tx, userID); err != nil {
		return Status{}, fmt.Errorf("tell the door: %w", err)
	}
	return Status{ID: userID, Status: status}, nil
}
