// Package deal owns the rows that a project, its proposals and its contract
// are, for the packages of those nouns: the order in which they are locked,
// the one function each that sets a state, and how the sides are told. What a
// step means is its noun's; which steps there are is package transition's.
package deal

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// ErrBothSides refuses a step that one side owes the other.
var ErrBothSides = fault.New(http.StatusForbidden, "both_sides", "Você faz parte dos dois lados deste negócio. Outra pessoa precisa decidir.")

// Project is a locked project. Whoever changes it, a proposal to it or its
// contract holds this lock first; then come proposals, the contract, and
// profiles in the order of their keys. Two who decide at once wait for each
// other instead of deadlocking.
type Project struct {
	ID             uuid.UUID
	CompanyID      uuid.UUID
	Title          string
	Status         string
	Revision       int
	IsConfidential bool
}

// LockProject reads and locks a project, or returns ErrProjectNotFound.
func LockProject(ctx context.Context, tx pgx.Tx, id uuid.UUID) (Project, error) {
	locked := Project{ID: id}
	// The owner and the rest are read after the lock is held: what a joined row
	// said before is not read again.
	err := tx.QueryRow(ctx, `SELECT title, status, revision, is_confidential FROM public.projects WHERE id = $1 FOR UPDATE`, id).
		Scan(&locked.Title, &locked.Status, &locked.Revision, &locked.IsConfidential)
	if errors.Is(err, pgx.ErrNoRows) {
		return Project{}, transition.ErrProjectNotFound
	}
	if err != nil {
		return Project{}, fmt.Errorf("lock project %s: %w", id, err)
	}
	err = tx.QueryRow(ctx, `SELECT company_id FROM public.project_owners WHERE project_id = $1`, id).Scan(&locked.CompanyID)
	if err != nil {
		return Project{}, fmt.Errorf("look up the owner of project %s: %w", id, err)
	}
	return locked, nil
}

// Move takes a project from its state to the next.
func (p *Project) Move(ctx context.Context, tx pgx.Tx, action string, by transition.Actor) error {
	to, err := transition.Project.Take(ctx, tx, transition.Taken{ID: p.ID, Action: action, From: p.Status, By: by})
	if err == nil {
		p.Status = to
	}
	return err
}

// ActorOf says as whom the caller takes a step between two parties, or refuses
// it: with unknown where he is none of them, for a right that his role lacks,
// and of who is on both sides, in whatever role, everything that one of them
// owes the other.
func ActorOf(ctx context.Context, tx pgx.Tx, m transition.Machine, action string, companyID, professionalID uuid.UUID, unknown error) (transition.Actor, error) {
	belongs, err := party.SideOf(ctx, tx, companyID, professionalID, party.Read)
	if err != nil {
		return "", err
	}
	side, err := party.SideOf(ctx, tx, companyID, professionalID, m.Right(action))
	if err != nil {
		return "", err
	}
	forProfessional := side == party.Professional || side == party.Both
	switch {
	case belongs == party.Neither:
		return "", unknown
	case side == party.Neither:
		return "", party.ErrRight
	case belongs == party.Both && !(forProfessional && m.IsOf(action, transition.Professional)):
		return "", ErrBothSides
	case forProfessional:
		return transition.Professional, nil
	}
	return transition.Company, nil
}
