package proposal

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/caller"
	"automacao/internal/fault"
	"automacao/internal/market/project"
)

// Refusals of a decision about a proposal.
var (
	ErrNotFound       = fault.New(http.StatusNotFound, "proposal_not_found", "Proposta não encontrada.")
	ErrNotPending     = fault.New(http.StatusConflict, "proposal_not_pending", "Esta proposta já foi respondida ou retirada.")
	ErrGone           = fault.New(http.StatusConflict, "professional_unavailable", "Este profissional não está mais disponível.")
	ErrReasonRequired = fault.New(http.StatusUnprocessableEntity, "reason_required", "Escreva o motivo da recusa.")
	ErrReasonTooLong  = fault.New(http.StatusUnprocessableEntity, "reason_too_long", "O motivo é longo demais.")
)

// Reference names the proposal a call is about.
type Reference struct {
	ProposalID uuid.UUID `json:"proposal_id"`
}

// Status is where a proposal stands after a decision.
type Status struct {
	ID     uuid.UUID `json:"id"`
	Status string    `json:"status"`
}

// pending is a proposal that can still be decided, with its project locked.
type pending struct {
	id             uuid.UUID
	professionalID uuid.UUID
	value          string
	isReachable    bool
	project        project.Locked
}

// decider says whether the caller may decide about a proposal.
type decider func(who uuid.UUID, about pending) bool

func byCompany(who uuid.UUID, about pending) bool { return about.project.CompanyID == who }

func bySender(who uuid.UUID, about pending) bool { return about.professionalID == who }

// lock reads a proposal that the caller may decide about, its project locked
// first. Missing and not the caller's answer alike.
func lock(ctx context.Context, tx pgx.Tx, id uuid.UUID, may decider) (pending, error) {
	found := pending{id: id}
	var projectID uuid.UUID
	err := tx.QueryRow(ctx, `SELECT project_id FROM public.proposals WHERE id = $1`, id).Scan(&projectID)
	if errors.Is(err, pgx.ErrNoRows) {
		return pending{}, ErrNotFound
	}
	if err != nil {
		return pending{}, fmt.Errorf("look up proposal: %w", err)
	}
	if found.project, err = project.Lock(ctx, tx, projectID); err != nil {
		return pending{}, err
	}
	var status string
	err = tx.QueryRow(ctx, `
		SELECT o.professional_id, o.value::text, o.status, p.status = 'active'
		FROM public.proposals o JOIN public.profiles p ON p.id = o.professional_id
		WHERE o.id = $1`, id).Scan(&found.professionalID, &found.value, &status, &found.isReachable)
	if err != nil {
		return pending{}, fmt.Errorf("read proposal: %w", err)
	}
	if !may(caller.From(ctx).UserID, found) {
		return pending{}, ErrNotFound
	}
	if status != "pending" {
		return pending{}, ErrNotPending
	}
	return found, nil
}
