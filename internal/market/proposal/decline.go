package proposal

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/notification"
	"automacao/internal/market/party"
)

// declineReasonMax bounds a reason, in characters.
const declineReasonMax = 1000

// Refusal is a company's no, with the reason its sender reads.
type Refusal struct {
	ProposalID uuid.UUID `json:"proposal_id"`
	Reason     string    `json:"reason"`
}

// Decline answers a pending proposal with no. Only the project's company may.
func Decline(ctx context.Context, tx pgx.Tx, in Refusal) (Status, error) {
	reason := strings.TrimSpace(in.Reason)
	switch {
	case reason == "":
		return Status{}, ErrReasonRequired
	case utf8.RuneCountInString(reason) > declineReasonMax:
		return Status{}, ErrReasonTooLong
	}
	refused, err := lock(ctx, tx, in.ProposalID, byCompany)
	if err != nil {
		return Status{}, err
	}
	_, err = tx.Exec(ctx, `UPDATE public.proposals SET status = 'declined', decline_reason = $2, decided_at = now() WHERE id = $1`, refused.id, reason)
	if err != nil {
		return Status{}, fmt.Errorf("decline proposal %s: %w", refused.id, err)
	}
	return Status{ID: refused.id, Status: "declined"}, notification.TellParty(ctx, tx, refused.professionalID, party.Negotiate, notification.News{
		Kind: notification.Decision, Title: "Proposta recusada: " + refused.project.Title, Body: reason,
		SubjectKind: notification.AboutProposal, SubjectID: refused.id,
	})
}
