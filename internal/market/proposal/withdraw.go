package proposal

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/notification"
	"automacao/internal/market/party"
)

// Withdraw takes a pending proposal back; while the project is open its sender
// may send another. Only its sender may.
func Withdraw(ctx context.Context, tx pgx.Tx, in Reference) (Status, error) {
	taken, err := lock(ctx, tx, in.ProposalID, bySender)
	if err != nil {
		return Status{}, err
	}
	if _, err := tx.Exec(ctx, `UPDATE public.proposals SET status = 'withdrawn', decided_at = now() WHERE id = $1`, taken.id); err != nil {
		return Status{}, fmt.Errorf("withdraw proposal %s: %w", taken.id, err)
	}
	return Status{ID: taken.id, Status: "withdrawn"}, notification.TellParty(ctx, tx, taken.project.CompanyID, party.Negotiate, notification.News{
		Kind: notification.Proposal, Title: "Proposta retirada: " + taken.project.Title,
		Body: "O profissional retirou a proposta que havia enviado.", SubjectKind: notification.AboutProject, SubjectID: taken.project.ID,
	})
}
