// Package proposal owns what follows when a professional answers a project:
// the announcement, and the decision of either side. It knows no screen.
package proposal

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market"
	"automacao/internal/market/message"
	"automacao/internal/market/notification"
	"automacao/internal/market/party"
)

// sent is a stored proposal as the database returns it.
type sent struct {
	ID             uuid.UUID   `json:"id"`
	ProjectID      uuid.UUID   `json:"project_id"`
	ProfessionalID uuid.UUID   `json:"professional_id"`
	Value          json.Number `json:"value"`
}

// Announce reacts to stored proposals, inside the transaction that stored
// them: the company receives a message and the sender's count goes up.
func Announce(ctx context.Context, tx pgx.Tx, rows []json.RawMessage) error {
	for _, row := range rows {
		var proposal sent
		if err := json.Unmarshal(row, &proposal); err != nil {
			return fmt.Errorf("read proposal: %w", err)
		}
		if err := announce(ctx, tx, proposal); err != nil {
			return fmt.Errorf("announce proposal %s: %w", proposal.ID, err)
		}
	}
	return nil
}

func announce(ctx context.Context, tx pgx.Tx, proposal sent) error {
	var title, name string
	var companyID uuid.UUID
	var confidential bool
	err := tx.QueryRow(ctx, `
		SELECT p.title, p.is_confidential, o.company_id, sender.name
		FROM public.projects p
		JOIN public.project_owners o ON o.project_id = p.id
		JOIN public.profiles sender  ON sender.id = $2
		WHERE p.id = $1`, proposal.ProjectID, proposal.ProfessionalID,
	).Scan(&title, &confidential, &companyID, &name)
	if err != nil {
		return fmt.Errorf("look up project: %w", err)
	}
	err = message.SendAutomatic(ctx, tx, message.Automatic{
		FromParty: proposal.ProfessionalID, ToParty: companyID, Content: Announcement(title, name, proposal.Value.String()),
		Names: proposal.ProfessionalID, IsHidden: confidential,
	})
	if err != nil {
		return err
	}
	err = notification.TellParty(ctx, tx, companyID, party.Negotiate, notification.News{
		Kind: notification.Proposal, Title: "Nova proposta: " + title, Body: fmt.Sprintf("%s · R$ %s", name, market.FormatBRL(proposal.Value.String())),
		SubjectKind: notification.AboutProject, SubjectID: proposal.ProjectID, ActorID: proposal.ProfessionalID, Group: "proposals:" + proposal.ProjectID.String(),
	})
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE public.profiles SET proposals_sent = (SELECT count(*) FROM public.proposals WHERE professional_id = $1)
		WHERE id = $1`, proposal.ProfessionalID)
	if err != nil {
		return fmt.Errorf("count proposals: %w", err)
	}
	return nil
}

// Announcement is the sentence a company receives with a proposal for the
// titled project; value is in reais with two decimals, as numeric(14,2).
func Announcement(title, name, value string) string {
	return fmt.Sprintf("Nova proposta recebida para o projeto \"%s\" de %s. Valor: R$ %s", title, name, market.FormatBRL(value))
}
