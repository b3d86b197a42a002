// Package project owns what its company, or an administrator, does with a
// published project besides editing it. It must not touch what two sides have
// agreed on; that is the contract's.
package project

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/fault"
)

// Refusals of a change of a project.
var (
	ErrNotFound     = fault.New(http.StatusNotFound, "project_not_found", "Projeto não encontrado.")
	ErrNotOpen      = fault.New(http.StatusConflict, "project_not_open", "Este projeto não está recebendo propostas.")
	ErrHasProposals = fault.New(http.StatusConflict, "has_proposals", "Este projeto já recebeu propostas e não pode ser excluído. Você pode encerrá-lo.")
)

// Locked is a project whose row nobody else can change until the transaction
// ends. Whoever changes a proposal locks its project first: two who decide at
// once wait for each other instead of deadlocking.
type Locked struct {
	ID        uuid.UUID
	CompanyID uuid.UUID
	Title     string
	Status    string
}

// Lock reads and locks a project, or returns ErrNotFound.
func Lock(ctx context.Context, tx pgx.Tx, id uuid.UUID) (Locked, error) {
	locked := Locked{ID: id}
	err := tx.QueryRow(ctx, `
		SELECT o.company_id, p.title, p.status
		FROM public.projects p JOIN public.project_owners o ON o.project_id = p.id
		WHERE p.id = $1 FOR UPDATE OF p`, id).Scan(&locked.CompanyID, &locked.Title, &locked.Status)
	if errors.Is(err, pgx.ErrNoRows) {
		return Locked{}, ErrNotFound
	}
	if err != nil {
		return Locked{}, fmt.Errorf("lock project %s: %w", id, err)
	}
	return locked, nil
}
