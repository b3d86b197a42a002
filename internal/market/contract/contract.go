// Package contract owns the way of accepted work: active, delivered,
// completed. Each step is told to the other side. What is paid for a step is
// not its business.
package contract

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/caller"
	"automacao/internal/fault"
	"automacao/internal/market/notification"
	"automacao/internal/market/party"
)

// Refusals of a step.
var (
	ErrNotFound     = fault.New(http.StatusNotFound, "contract_not_found", "Contrato não encontrado.")
	ErrNotActive    = fault.New(http.StatusConflict, "contract_not_active", "A entrega deste projeto já foi marcada.")
	ErrNotDelivered = fault.New(http.StatusConflict, "contract_not_delivered", "Só um projeto entregue pode ser concluído.")
)

// Reference names the contract a call is about.
type Reference struct {
	ContractID uuid.UUID `json:"contract_id"`
}

// Status is where a contract stands after a step.
type Status struct {
	ID     uuid.UUID `json:"id"`
	Status string    `json:"status"`
}

// step is one change of state, made by either side.
type step struct {
	from, to string
	wrong    error
	change   string
	title    string
	body     string
}

// Deliver says that the work is done. Either side may.
func Deliver(ctx context.Context, tx pgx.Tx, in Reference) (Status, error) {
	return take(ctx, tx, in.ContractID, step{
		from: "active", to: "delivered", wrong: ErrNotActive,
		change: `UPDATE public.contracts SET status = 'delivered', delivered_by = $2, delivered_at = now() WHERE id = $1`,
		title:  "Entrega marcada: ", body: "Confira o que foi entregue e conclua o projeto.",
	})
}

// Complete says that what was delivered is accepted, which opens the reviews.
// Either side may.
func Complete(ctx context.Context, tx pgx.Tx, in Reference) (Status, error) {
	return take(ctx, tx, in.ContractID, step{
		from: "delivered", to: "completed", wrong: ErrNotDelivered,
		change: `UPDATE public.contracts SET status = 'completed', completed_by = $2, completed_at = now() WHERE id = $1`,
		title:  "Projeto concluído: ", body: "Conte como foi: a avaliação fica aberta por 14 dias.",
	})
}

func take(ctx context.Context, tx pgx.Tx, id uuid.UUID, s step) (Status, error) {
	who := caller.From(ctx).UserID
	var projectID, proposalID, companyID, professionalID uuid.UUID
	var status, title string
	err := tx.QueryRow(ctx, `
		SELECT c.project_id, c.proposal_id, c.company_id, c.professional_id, c.status, p.title
		FROM public.contracts c JOIN public.projects p ON p.id = c.project_id
		WHERE c.id = $1 AND $2 IN (c.company_id, c.professional_id) FOR UPDATE OF c`, id, who,
	).Scan(&projectID, &proposalID, &companyID, &professionalID, &status, &title)
	if errors.Is(err, pgx.ErrNoRows) {
		return Status{}, ErrNotFound
	}
	if err != nil {
		return Status{}, fmt.Errorf("lock contract %s: %w", id, err)
	}
	if status != s.from {
		return Status{}, s.wrong
	}
	if _, err := tx.Exec(ctx, s.change, id, who); err != nil {
		return Status{}, fmt.Errorf("change contract %s: %w", id, err)
	}
	if _, err := tx.Exec(ctx, `UPDATE public.projects SET status = $2 WHERE id = $1`, projectID, s.to); err != nil {
		return Status{}, fmt.Errorf("change project %s: %w", projectID, err)
	}
	other, news := professionalID, notification.News{
		Kind: notification.Contract, Title: s.title + title, Body: s.body, SubjectKind: notification.AboutProposal, SubjectID: proposalID,
	}
	if who == professionalID {
		other, news.SubjectKind, news.SubjectID = companyID, notification.AboutProject, projectID
	}
	return Status{ID: id, Status: s.to}, notification.TellParty(ctx, tx, other, party.Fulfil, news)
}
