package project

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/caller"
	"automacao/internal/fault"
	"automacao/internal/market/account"
	"automacao/internal/market/audit"
	"automacao/internal/market/notification"
	"automacao/internal/market/party"
)

// closingReasonMax is how long the reason given to proposers may be, in
// characters.
const closingReasonMax = 900

// ErrReasonTooLong refuses a reason that would not fit where it is shown.
var ErrReasonTooLong = fault.New(http.StatusUnprocessableEntity, "reason_too_long", "O motivo é longo demais.")

// Closing is a company's decision to look no further. The reason may be empty.
type Closing struct {
	ProjectID uuid.UUID `json:"project_id"`
	Reason    string    `json:"reason"`
}

// Status is where a project stands after a decision.
type Status struct {
	ID     uuid.UUID `json:"id"`
	Status string    `json:"status"`
}

// Close ends the search for somebody: pending proposals are declined and their
// senders told why. The project's company may, and an administrator, whose
// action is recorded.
func Close(ctx context.Context, tx pgx.Tx, in Closing) (Status, error) {
	reason := strings.TrimSpace(in.Reason)
	if utf8.RuneCountInString(reason) > closingReasonMax {
		return Status{}, ErrReasonTooLong
	}
	project, err := Lock(ctx, tx, in.ProjectID)
	if err != nil {
		return Status{}, err
	}
	isOwner := project.CompanyID == caller.From(ctx).UserID
	if !isOwner && account.RequireAdmin(ctx, tx) != nil {
		// Nobody else is told that there is one.
		return Status{}, ErrNotFound
	}
	if project.Status != "open" {
		return Status{}, ErrNotOpen
	}
	if !isOwner {
		err := audit.Record(ctx, tx, audit.Entry{
			Action: audit.CloseProject, SubjectKind: "project", SubjectID: project.ID.String(), Label: project.Title, Details: map[string]any{"reason": reason},
		})
		if err != nil {
			return Status{}, err
		}
	}
	return closeNow(ctx, tx, project, reason)
}

func closeNow(ctx context.Context, tx pgx.Tx, project Locked, reason string) (Status, error) {
	told := "O projeto foi encerrado antes da escolha de uma proposta."
	if reason != "" {
		told += " Motivo: " + reason
	}
	if err := DeclinePending(ctx, tx, project, told, "Projeto encerrado: "+project.Title); err != nil {
		return Status{}, err
	}
	if _, err := tx.Exec(ctx, `UPDATE public.projects SET status = 'closed' WHERE id = $1`, project.ID); err != nil {
		return Status{}, fmt.Errorf("close project %s: %w", project.ID, err)
	}
	return Status{ID: project.ID, Status: "closed"}, nil
}

// DeclinePending declines every pending proposal of a locked project and
// tells each sender under the title given.
func DeclinePending(ctx context.Context, tx pgx.Tx, project Locked, reason, title string) error {
	rows, err := tx.Query(ctx, `
		UPDATE public.proposals SET status = 'declined', decline_reason = $2, decided_at = now()
		WHERE project_id = $1 AND status = 'pending' RETURNING id, professional_id`, project.ID, reason)
	if err != nil {
		return fmt.Errorf("decline pending proposals: %w", err)
	}
	type sent struct{ ID, ProfessionalID uuid.UUID }
	declined, err := pgx.CollectRows(rows, pgx.RowToStructByPos[sent])
	if err != nil {
		return fmt.Errorf("decline pending proposals: %w", err)
	}
	for _, proposal := range declined {
		news := notification.News{Kind: notification.Decision, Title: title, Body: reason, SubjectKind: notification.AboutProposal, SubjectID: proposal.ID}
		if err := notification.TellParty(ctx, tx, proposal.ProfessionalID, party.Negotiate, news); err != nil {
			return err
		}
	}
	return nil
}
