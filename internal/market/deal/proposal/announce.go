// Package proposal owns what follows when a professional answers a project: the announcement, and
// the decisions of either side. It does not know how a proposal is displayed.
package proposal

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/invitation"
	"automacao/internal/market/people/message"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Draft is a proposal before it is stored.
type Draft struct {
	ProjectID      uuid.UUID
	ProfessionalID uuid.UUID
	Value          money.Money
	CoverLetter    string
	Offer
}

// Offer is the optional content of a proposal besides its price and cover letter. Milestones has
// the format of the REST column.
type Offer struct {
	Milestones   json.RawMessage
	Travel       money.Money
	DeadlineDays int
	Assumptions  string
	Exclusions   string
}

// Send stores a proposal and announces it, for code that does not write through the REST API, which
// calls Announce itself.
func Send(ctx context.Context, tx pgx.Tx, draft Draft) (id uuid.UUID, err error) {
	var row json.RawMessage
	err = tx.QueryRow(ctx, `
		INSERT INTO public.proposals (project_id, professional_id, value, cover_letter, milestones, travel, deadline_days, assumptions, exclusions)
		VALUES ($1, $2, ($3::bigint / 100.0)::numeric(14,2), $4, coalesce($5::jsonb, '[]'), ($6::bigint / 100.0)::numeric(14,2), nullif($7, 0), $8, $9) RETURNING id, to_jsonb(proposals)`,
		draft.ProjectID, draft.ProfessionalID, draft.Value, draft.CoverLetter, draft.Milestones, draft.Travel, draft.DeadlineDays, draft.Assumptions, draft.Exclusions).Scan(&id, &row)
	if err != nil {
		return uuid.Nil, fmt.Errorf("store proposal: %w", err)
	}
	return id, Announce(ctx, tx, []json.RawMessage{row})
}

// sent is a stored proposal as the database returns it.
type sent struct {
	ID             uuid.UUID   `json:"id"`
	ProjectID      uuid.UUID   `json:"project_id"`
	ProfessionalID uuid.UUID   `json:"professional_id"`
	Value          money.Money `json:"value"`
}

// Announce handles stored proposals, inside the transaction that stored them: the company receives
// a message, and its people a notification. An invitation to propose is answered by the proposal.
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
	project, err := deal.LockProject(ctx, tx, proposal.ProjectID)
	if err != nil {
		return err
	}
	if err := deal.Consent(ctx, tx, proposal.ID, 1); err != nil {
		return err
	}
	if err := invitation.Propose(ctx, tx, project, proposal.ProfessionalID); err != nil {
		return err
	}
	name, err := party.Name(ctx, tx, proposal.ProfessionalID)
	if err != nil {
		return err
	}
	err = message.SendAutomatic(ctx, tx, message.Automatic{
		FromParty: proposal.ProfessionalID, ToParty: project.CompanyID, Content: Announcement(project.Title, name, proposal.Value),
		Names: proposal.ProfessionalID, IsHidden: project.IsConfidential,
		SubjectKind: notification.AboutProject, SubjectID: project.ID,
	})
	if err != nil {
		return err
	}
	return project.Tell(ctx, tx, deal.Moved{ID: proposal.ID, ProfessionalID: proposal.ProfessionalID},
		transition.Told{Action: "send_proposal", Body: name + " · " + proposal.Value.BRL()})
}

// Announcement returns the message that a company receives with a proposal to the named project.
func Announcement(title, name string, value money.Money) string {
	return fmt.Sprintf("Nova proposta recebida para o projeto \"%s\" de %s. Valor: %s", title, name, value.BRL())
}

// ErrOutdated refuses to accept a proposal that answers an older revision of the project.
var ErrOutdated = fault.New(http.StatusConflict, "proposal_outdated", "O projeto mudou depois desta proposta. O profissional precisa confirmá-la antes.")

// Confirmed is a proposal and the project revision for which it holds.
type Confirmed struct {
	ID              uuid.UUID `json:"id"`
	Status          string    `json:"status"`
	ProjectRevision int       `json:"project_revision"`
}

// Confirm says that a proposal holds for the project as it is now. Only its sender may, and
// confirming again changes nothing.
func Confirm(ctx context.Context, tx pgx.Tx, in Reference) (Confirmed, error) {
	kept, by, err := lock(ctx, tx, in.ProposalID, "confirm_proposal")
	if err != nil {
		return Confirmed{}, err
	}
	if _, err := transition.Proposal.Check("confirm_proposal", kept.status, by); err != nil {
		return Confirmed{}, err
	}
	confirmed := Confirmed{ID: kept.id, Status: kept.status, ProjectRevision: kept.project.Revision}
	if kept.revision == kept.project.Revision {
		return confirmed, nil
	}
	_, err = transition.Proposal.Take(ctx, tx, transition.Taken{
		ID: kept.id, Action: "confirm_proposal", From: kept.status, By: by, Args: map[string]any{"revision": kept.project.Revision},
	})
	if err != nil {
		return Confirmed{}, err
	}
	if err := deal.Consent(ctx, tx, kept.id, kept.terms); err != nil {
		return Confirmed{}, err
	}
	return confirmed, kept.tell(ctx, tx, "confirm_proposal", by, "O profissional confirmou a proposta para o projeto como está agora.")
}
