package proposal

import (
	"context"
	"fmt"
	"net/http"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/transition"
)

// Refusals of a decision to take a declined proposal back.
var (
	ErrTooLateToUndo = fault.New(http.StatusConflict, "decline_final", limits.Say("Uma recusa pode ser desfeita em até {undo_decline_minutes} minutos."))
	ErrNotNextBest   = fault.New(http.StatusConflict, "proposal_not_reopenable", "Só volta a concorrer uma proposta recusada porque outra foi escolhida.")
	ErrSuperseded    = fault.New(http.StatusConflict, "proposal_superseded", "O profissional já enviou outra proposta para este projeto.")
)

// UndoDecline undoes a company's own refusal within ten minutes, while the project is open. Only
// the project's company may.
func UndoDecline(ctx context.Context, tx pgx.Tx, in Reference) (Status, error) {
	return revive(ctx, tx, in, "undo_decline",
		`decline_cause = 'company' AND decided_at > now() - private.span_of('undo_decline_minutes')`, ErrTooLateToUndo,
		"A empresa desfez a recusa: sua proposta está em análise de novo.")
}

// Reopen lets a proposal that was declined because another was chosen compete again, once the
// contract with the other has ended and the project is open. Only the project's company may.
func Reopen(ctx context.Context, tx pgx.Tx, in Reference) (Status, error) {
	return revive(ctx, tx, in, "reopen_proposal", `decline_cause = 'other_chosen'`, ErrNotNextBest,
		"O projeto está aberto de novo e a empresa voltou à sua proposta.")
}

func revive(ctx context.Context, tx pgx.Tx, in Reference, action, condition string, otherwise error, body string) (Status, error) {
	back, by, err := lock(ctx, tx, in.ProposalID, action)
	if err != nil {
		return Status{}, err
	}
	if _, err := transition.Proposal.Check(action, back.status, by); err != nil {
		return Status{}, err
	}
	if back.project.Status != "open" {
		return Status{}, transition.ErrNotOpen
	}
	var may, superseded bool
	err = tx.QueryRow(ctx, `
		SELECT coalesce(`+condition+`, false), EXISTS (
		  SELECT FROM public.proposals newer
		  WHERE newer.project_id = o.project_id AND newer.professional_id = o.professional_id AND newer.created_at > o.created_at)
		FROM public.proposals o WHERE o.id = $1`, back.id).Scan(&may, &superseded)
	switch {
	case err != nil:
		return Status{}, fmt.Errorf("ask whether proposal %s may come back: %w", back.id, err)
	case !may:
		return Status{}, otherwise
	case superseded:
		return Status{}, ErrSuperseded
	}
	if err := back.move(ctx, tx, deal.ProposalMove{Action: action, By: by}); err != nil {
		return Status{}, err
	}
	return back.answer(), back.tell(ctx, tx, action, by, body)
}
