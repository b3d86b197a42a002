package proposal

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/message"
	"automacao/internal/market/notification"
	"automacao/internal/market/party"
	"automacao/internal/market/project"
)

// Accepted is the contract that an accepted proposal became.
type Accepted struct {
	ContractID     uuid.UUID `json:"contract_id"`
	ProjectID      uuid.UUID `json:"project_id"`
	ProfessionalID uuid.UUID `json:"professional_id"`
}

const keptOthers = "A empresa escolheu outra proposta para este projeto. Obrigado pelo interesse: novos projetos entram toda semana."

// Accept makes a proposal a contract, all or nothing: the project is under
// way, the other proposals are declined, and the conversation is open. Of two
// calls at once one succeeds. Only the project's company may.
func Accept(ctx context.Context, tx pgx.Tx, in Reference) (Accepted, error) {
	chosen, err := lock(ctx, tx, in.ProposalID, byCompany)
	if err != nil {
		return Accepted{}, err
	}
	if chosen.project.Status != "open" {
		return Accepted{}, project.ErrNotOpen
	}
	if !chosen.isReachable {
		return Accepted{}, ErrGone
	}
	accepted := Accepted{ProjectID: chosen.project.ID, ProfessionalID: chosen.professionalID}
	if accepted.ContractID, err = agree(ctx, tx, chosen); err != nil {
		return Accepted{}, fmt.Errorf("agree on proposal %s: %w", chosen.id, err)
	}
	if err := project.DeclinePending(ctx, tx, chosen.project, keptOthers, "Proposta não selecionada: "+chosen.project.Title); err != nil {
		return Accepted{}, err
	}
	return accepted, congratulate(ctx, tx, chosen)
}

func agree(ctx context.Context, tx pgx.Tx, chosen pending) (contractID uuid.UUID, err error) {
	_, err = tx.Exec(ctx, `UPDATE public.proposals SET status = 'accepted', decided_at = now() WHERE id = $1`, chosen.id)
	if err != nil {
		return uuid.Nil, err
	}
	_, err = tx.Exec(ctx, `UPDATE public.projects SET status = 'in_progress' WHERE id = $1`, chosen.project.ID)
	if err != nil {
		return uuid.Nil, err
	}
	err = tx.QueryRow(ctx, `
		INSERT INTO public.contracts (project_id, proposal_id, company_id, professional_id, value)
		VALUES ($1, $2, $3, $4, $5::numeric) RETURNING id`,
		chosen.project.ID, chosen.id, chosen.project.CompanyID, chosen.professionalID, chosen.value).Scan(&contractID)
	return contractID, err
}

// congratulate opens the conversation with a first message from the company.
func congratulate(ctx context.Context, tx pgx.Tx, chosen pending) error {
	err := message.SendAutomatic(ctx, tx, message.Automatic{
		FromParty: chosen.project.CompanyID, ToParty: chosen.professionalID,
		Content: fmt.Sprintf("Sua proposta para o projeto \"%s\" foi aceita. Vamos combinar os próximos passos por aqui.", chosen.project.Title),
	})
	if err != nil {
		return err
	}
	return notification.TellParty(ctx, tx, chosen.professionalID, party.Negotiate, notification.News{
		Kind: notification.Decision, Title: "Proposta aceita: " + chosen.project.Title,
		Body:        "O projeto está em andamento. Combine os próximos passos com a empresa.",
		SubjectKind: notification.AboutProposal, SubjectID: chosen.id,
	})
}
