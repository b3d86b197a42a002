package project

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal"
	"automacao/internal/market/transition"
)

// Reference names the project that a call is about.
type Reference struct {
	ProjectID uuid.UUID `json:"project_id"`
}

// Deleted names the deleted project.
type Deleted struct {
	ID uuid.UUID `json:"id"`
}

// Delete deletes a project that nobody has proposed to. Only its company may.
func Delete(ctx context.Context, tx pgx.Tx, in Reference) (Deleted, error) {
	project, err := deal.LockProject(ctx, tx, in.ProjectID)
	if err != nil {
		return Deleted{}, err
	}
	by, err := closer(ctx, tx, project)
	if err != nil {
		return Deleted{}, err
	}
	if by != transition.Company {
		return Deleted{}, ErrNotFound
	}
	var answered bool
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM public.proposals WHERE project_id = $1)`, project.ID).Scan(&answered)
	if err != nil {
		return Deleted{}, fmt.Errorf("look for proposals: %w", err)
	}
	if answered {
		return Deleted{}, ErrHasProposals
	}
	if _, err := tx.Exec(ctx, `DELETE FROM public.projects WHERE id = $1`, project.ID); err != nil {
		return Deleted{}, fmt.Errorf("delete project %s: %w", project.ID, err)
	}
	return Deleted{ID: project.ID}, nil
}
