// Package deal owns the rows of a project, its proposals and its contract on behalf of the packages
// of those nouns: the order in which the rows are locked, the one function that sets each state,
// and what all their notices have in common. What a step means belongs to its noun's package, and
// which steps exist and whom they tell to package transition. No step reads the object store while it
// holds these locks; see Beforehand.
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

// ErrBothSides refuses a step that one side owes the other to a person who belongs to both.
var ErrBothSides = fault.New(http.StatusForbidden, "both_sides", "Você faz parte dos dois lados deste negócio. Outra pessoa precisa decidir.")

// Project is a locked project. A transaction that changes a project, its proposals or its contract
// takes this lock first. Proposals come next, then the contract, then profiles in the order of
// their keys. Concurrent transactions therefore wait for each other instead of deadlocking.
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
	// The owner is read in a second query, after the lock is held: a joined row would not be read
	// again after the wait for the lock.
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

// Move takes the project from its state to the next.
func (p *Project) Move(ctx context.Context, tx pgx.Tx, action string, by transition.Actor) error {
	to, err := transition.Project.Take(ctx, tx, transition.Taken{ID: p.ID, Action: action, From: p.Status, By: by})
	if err == nil {
		p.Status = to
	}
	return err
}

// ActorOf returns the actor as whom the caller takes a step between two parties, or a refusal:
// unknown if the caller belongs to neither party, party.ErrRight if their role lacks the right, and
// ErrBothSides if they belong to both parties in whatever role, unless the step is the
// professional's alone.
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
