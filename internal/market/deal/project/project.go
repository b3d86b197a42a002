// Package project owns what a company or an administrator does with a published project besides
// editing it. What two sides have agreed on belongs to the contract.
package project

import (
	"context"
	"fmt"
	"net/http"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/audit"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Refusals of a change of a project.
var (
	ErrNotFound     = transition.ErrProjectNotFound
	ErrNotOpen      = transition.ErrNotOpen
	ErrHasProposals = fault.New(http.StatusConflict, "has_proposals", "Este projeto já recebeu propostas e não pode ser excluído. Você pode encerrá-lo.")
)

// ErrReasonTooLong refuses a reason that does not fit where it is shown.
var ErrReasonTooLong = fault.New(http.StatusUnprocessableEntity, "reason_too_long", "O motivo é longo demais.")

// Closing is the decision of a company, or of an administrator, to stop looking for somebody. The
// reason may be empty.
type Closing struct {
	ProjectID uuid.UUID `json:"project_id"`
	Reason    string    `json:"reason"`
}

// Status is the state of a project after a decision. Termination is proposed if a contract under
// way has to end by agreement first, and agreed if the other side had already proposed to end it.
type Status struct {
	ID          uuid.UUID `json:"id"`
	Status      string    `json:"status"`
	Termination string    `json:"termination,omitempty"`
}

// Close closes a project: its pending proposals are declined and their senders told why. A contract
// that has not begun is withdrawn. For one under way, the company proposes a termination, and the
// project is closed when the professional agrees. The project's company may close it. An
// administrator may close an open project, and that is recorded.
func Close(ctx context.Context, tx pgx.Tx, in Closing) (Status, error) {
	reason := humantext.Paragraphs(in.Reason)
	if utf8.RuneCountInString(reason) > limits.ClosingReasonCharacters {
		return Status{}, ErrReasonTooLong
	}
	project, err := deal.LockProject(ctx, tx, in.ProjectID)
	if err != nil {
		return Status{}, err
	}
	by, err := closer(ctx, tx, project)
	if err != nil {
		return Status{}, err
	}
	if by == transition.Company && (project.Status == "in_progress" || project.Status == "delivered") {
		ended, err := contract.EndForClosing(ctx, tx, project, reason)
		return Status{ID: project.ID, Status: ended.Project, Termination: ended.Termination}, err
	}
	if err := closeNow(ctx, tx, &project, by, reason); err != nil || by == transition.Company {
		return Status{ID: project.ID, Status: project.Status}, err
	}
	return Status{ID: project.ID, Status: project.Status}, audit.Record(ctx, tx, audit.Entry{
		Action: audit.CloseProject, SubjectKind: "project", SubjectID: project.ID.String(), Label: project.Title, Details: map[string]any{"reason": reason},
	})
}

// closer returns the actor as whom the caller closes a project. Anybody else gets the same answer
// as for a missing project.
func closer(ctx context.Context, tx pgx.Tx, project deal.Project) (transition.Actor, error) {
	for _, right := range []string{party.Publish, party.Read} {
		acts, err := party.ActsFor(ctx, tx, project.CompanyID, right)
		if err != nil {
			return "", err
		}
		if acts && right == party.Publish {
			return transition.Company, nil
		}
		if acts {
			return "", party.ErrRight
		}
	}
	isAdmin, err := party.IsAdmin(ctx, tx)
	if err != nil {
		return "", err
	}
	if !isAdmin {
		return "", ErrNotFound
	}
	return transition.Admin, nil
}

func closeNow(ctx context.Context, tx pgx.Tx, project *deal.Project, by transition.Actor, reason string) error {
	told := "O projeto foi encerrado antes da escolha de uma proposta."
	if reason != "" {
		told += " Motivo: " + reason
	}
	if err := project.Move(ctx, tx, "close_project", by); err != nil {
		return err
	}
	return deal.Decline(ctx, tx, *project, deal.ProposalMove{Action: "close_project", Cause: deal.ProjectClosed, Reason: told})
}

// CloseAllOf closes the open projects of a company that leaves the market. contract.Leave has to
// end its contracts before.
func CloseAllOf(ctx context.Context, tx pgx.Tx, partyID uuid.UUID) error {
	if err := deal.LockAllOf(ctx, tx, partyID); err != nil {
		return err
	}
	rows, err := tx.Query(ctx, `
		SELECT p.id FROM public.projects p JOIN public.project_owners o ON o.project_id = p.id
		WHERE o.company_id = $1 AND p.status = 'open' ORDER BY p.id`, partyID)
	if err != nil {
		return fmt.Errorf("list open projects of %s: %w", partyID, err)
	}
	open, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return fmt.Errorf("list open projects of %s: %w", partyID, err)
	}
	for _, id := range open {
		project, err := deal.LockProject(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := closeNow(ctx, tx, &project, transition.System, ""); err != nil {
			return fmt.Errorf("close project %s: %w", id, err)
		}
	}
	return nil
}

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
