package proposal

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/people/message"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/transition"
)

// Acceptance accepts one proposal. The others are declined, or kept waiting until the work begins.
// `terms` is the number of the terms that were read; 0 is valid only for a proposal whose terms
// never changed.
type Acceptance struct {
	ProposalID uuid.UUID `json:"proposal_id"`
	Terms      int       `json:"terms,omitempty"`
	KeepOthers bool      `json:"keep_others,omitempty"`
}

// Accepted is the contract that an accepted proposal became.
type Accepted struct {
	ContractID     uuid.UUID `json:"contract_id"`
	ProjectID      uuid.UUID `json:"project_id"`
	ProfessionalID uuid.UUID `json:"professional_id"`
}

const otherChosen = "A empresa escolheu outra proposta para este projeto. Obrigado pelo interesse: novos projetos entram toda semana."

// Accept turns a proposal into a contract in one transaction: the project is in progress, the other
// proposals are declined or kept waiting, and the conversation opens. Of two concurrent acceptances
// one succeeds. Accepting the same proposal again returns its contract. Only the project's company
// may accept.
func Accept(ctx context.Context, tx pgx.Tx, in Acceptance) (Accepted, error) {
	chosen, by, err := lock(ctx, tx, in.ProposalID, "accept_proposal")
	if err != nil {
		return Accepted{}, err
	}
	if chosen.status == "accepted" && by == transition.Company {
		return standing(ctx, tx, chosen)
	}
	if _, err := transition.Proposal.Check("accept_proposal", chosen.status, by); err != nil {
		return Accepted{}, err
	}
	switch {
	case !chosen.isReachable:
		return Accepted{}, ErrGone
	case chosen.revision != chosen.project.Revision:
		return Accepted{}, ErrOutdated
	case chosen.terms != max(in.Terms, 1):
		return Accepted{}, ErrTermsChanged
	case chosen.isExpired:
		return Accepted{}, ErrExpired
	}
	if err := chosen.project.Move(ctx, tx, "accept_proposal", transition.System); err != nil {
		return Accepted{}, err
	}
	if err := chosen.move(ctx, tx, deal.ProposalMove{Action: "accept_proposal", By: by}); err != nil {
		return Accepted{}, err
	}
	if err := answerOthers(ctx, tx, chosen.project, in.KeepOthers); err != nil {
		return Accepted{}, err
	}
	agreed, err := deal.Agree(ctx, tx, chosen.project, chosen.id)
	if err != nil {
		return Accepted{}, err
	}
	if err := contract.Record(ctx, tx, agreed); err != nil {
		return Accepted{}, err
	}
	return Accepted{ContractID: agreed.ID, ProjectID: chosen.project.ID, ProfessionalID: chosen.professionalID}, congratulate(ctx, tx, chosen, agreed)
}

// standing returns the contract of a proposal that the company has already accepted.
func standing(ctx context.Context, tx pgx.Tx, chosen locked) (Accepted, error) {
	known := Accepted{ProjectID: chosen.project.ID, ProfessionalID: chosen.professionalID}
	err := tx.QueryRow(ctx, `SELECT id FROM public.contracts WHERE proposal_id = $1`, chosen.id).Scan(&known.ContractID)
	if err != nil {
		return Accepted{}, fmt.Errorf("look up the contract of proposal %s: %w", chosen.id, err)
	}
	return known, nil
}

func answerOthers(ctx context.Context, tx pgx.Tx, project deal.Project, keep bool) error {
	if keep {
		return deal.KeepWaiting(ctx, tx, project)
	}
	return deal.Decline(ctx, tx, project, deal.ProposalMove{Action: "choose_other", Cause: deal.OtherChosen, Reason: otherChosen})
}

// congratulate opens the conversation with a first message from the company, and tells the
// professional of the contract.
func congratulate(ctx context.Context, tx pgx.Tx, chosen locked, agreed deal.Contract) error {
	err := message.SendAutomatic(ctx, tx, message.Automatic{FromParty: chosen.project.CompanyID, ToParty: chosen.professionalID,
		Content:     fmt.Sprintf("Sua proposta para o projeto \"%s\" foi aceita. Vamos combinar os próximos passos por aqui.", chosen.project.Title),
		SubjectKind: notification.AboutContract, SubjectID: agreed.ID})
	if err != nil {
		return fmt.Errorf("open the conversation: %w", err)
	}
	if err := agreed.AskDeposit(ctx, tx); err != nil {
		return err
	}
	next := "Marque o início quando começar o trabalho."
	if agreed.NextDeposit() != nil {
		next = "A empresa deposita o primeiro marco em garantia; comece depois do depósito."
	}
	return chosen.project.Tell(ctx, tx, chosen.sent(), transition.Told{Action: "accept_proposal", By: transition.Company,
		Body: "O contrato está combinado. " + next, About: map[string]uuid.UUID{notification.AboutContract: agreed.ID}})
}
