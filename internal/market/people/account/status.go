package account

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/taxid"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/market/people/audit"
	"automacao/internal/market/people/barred"
	"automacao/internal/notify/mail"
)

// Refusals of a change of status.
var (
	ErrNotAdmin   = fault.New(http.StatusForbidden, "not_admin", "Apenas administradores podem fazer isso.")
	ErrOwnStatus  = fault.New(http.StatusConflict, "own_status", "Você não pode bloquear a própria conta.")
	ErrNoSuchUser = fault.New(http.StatusNotFound, "user_not_found", "Usuário não encontrado.")
)

// Doorkeeper ends and forbids a user's sessions, and allows them again.
type Doorkeeper interface {
	Ban(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error
	Unban(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error
}

// User names the person that a decision is about.
type User struct {
	UserID uuid.UUID `json:"user_id"`
}

// Status is the status of an account after a decision: active or blocked.
type Status struct {
	ID     uuid.UUID `json:"id"`
	Status string    `json:"status"`
}

// Block ends every session of a user at once and blocks the account until it is activated. Only
// administrators may, and not for their own account.
func Block(door Doorkeeper) func(context.Context, pgx.Tx, User) (Status, error) {
	return func(ctx context.Context, tx pgx.Tx, in User) (Status, error) {
		return setStatus(ctx, tx, in.UserID, "blocked", audit.BlockUser, door.Ban)
	}
}

// Activate lets a blocked user sign in again. Only administrators may.
func Activate(door Doorkeeper) func(context.Context, pgx.Tx, User) (Status, error) {
	return func(ctx context.Context, tx pgx.Tx, in User) (Status, error) {
		return setStatus(ctx, tx, in.UserID, "active", audit.ActivateUser, door.Unban)
	}
}

type decide func(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error

func setStatus(ctx context.Context, tx pgx.Tx, userID uuid.UUID, status, action string, tell decide) (Status, error) {
	if err := lockAdmins(ctx, tx); err != nil {
		return Status{}, err
	}
	if err := RequireAdmin(ctx, tx); err != nil {
		return Status{}, err
	}
	if userID == caller.From(ctx).UserID {
		return Status{}, ErrOwnStatus
	}
	return putStatus(ctx, tx, userID, status, action, tell)
}

// putStatus changes the status of an account and records who did it. The caller has checked the
// right to do so.
func putStatus(ctx context.Context, tx pgx.Tx, userID uuid.UUID, status, action string, tell decide) (Status, error) {
	var name string
	err := tx.QueryRow(ctx, `UPDATE public.profiles SET status = $2 WHERE id = $1 AND removed_at IS NULL RETURNING name`, userID, status).Scan(&name)
	if errors.Is(err, pgx.ErrNoRows) {
		return Status{}, ErrNoSuchUser
	}
	if err != nil {
		return Status{}, fmt.Errorf("set status: %w", err)
	}
	if err := tell(ctx, tx, userID); err != nil {
		return Status{}, fmt.Errorf("tell the door: %w", err)
	}
	return Status{ID: userID, Status: status}, audit.Record(ctx, tx, audit.Entry{
		Action: action, SubjectKind: "profile", SubjectID: userID.String(), Label: name,
	})
}

// BarredValue is a CPF, a CNPJ or an e-mail address, as people write them.
type BarredValue struct {
	Value string `json:"value"`
}

// Lifted says whether the value was barred.
type Lifted struct {
	Lifted bool `json:"lifted"`
}

// LiftBar lets a document or address of a blocked and erased person sign up again. Only
// administrators may. The audit log records it without the value.
func LiftBar(list barred.List) func(context.Context, pgx.Tx, BarredValue) (Lifted, error) {
	return func(ctx context.Context, tx pgx.Tx, in BarredValue) (Lifted, error) {
		if err := RequireAdmin(ctx, tx); err != nil {
			return Lifted{}, err
		}
		value := strings.TrimSpace(in.Value)
		if cpf, err := taxid.ParseCPF(value); err == nil {
			value = cpf
		} else if cnpj, err := taxid.ParseCNPJ(value); err == nil {
			value = cnpj
		} else if address, ok := mail.ParseAddress(value); ok {
			value = address
		} else {
			return Lifted{}, nil
		}
		whose, err := list.Lift(ctx, tx, value)
		if err != nil || whose == uuid.Nil {
			return Lifted{}, err
		}
		return Lifted{Lifted: true}, audit.Record(ctx, tx, audit.Entry{Action: audit.LiftBar, SubjectKind: "bar", SubjectID: whose.String()})
	}
}
