package deal

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
)

// TellSide notifies the people of one party who hold the given right, except the caller.
func (c Contract) TellSide(ctx context.Context, tx pgx.Tx, partyID uuid.UUID, right, title, body string) error {
	return notification.TellParty(ctx, tx, partyID, right, c.news(title, body))
}

// TellBoth sends the same notification to both sides.
func (c Contract) TellBoth(ctx context.Context, tx pgx.Tx, right, title, body string) error {
	if err := c.TellSide(ctx, tx, c.CompanyID, right, title, body); err != nil {
		return err
	}
	return c.TellSide(ctx, tx, c.ProfessionalID, right, title, body)
}

// TellCaller notifies the person who takes the step, whom TellSide leaves out.
func (c Contract) TellCaller(ctx context.Context, tx pgx.Tx, title, body string) error {
	return notification.Tell(ctx, tx, caller.From(ctx).UserID, c.news(title, body))
}

// Judges returns the administrators who may decide between the two sides because they belong to
// neither, a hundred at most.
func (c Contract) Judges(ctx context.Context, tx pgx.Tx) ([]uuid.UUID, error) {
	rows, err := tx.Query(ctx, `
		SELECT p.id FROM public.profiles p WHERE p.role = 'admin' AND p.status = 'active'
		  AND NOT private.acts_for($1::uuid, 'read', p.id) AND NOT private.acts_for($2::uuid, 'read', p.id) ORDER BY p.id LIMIT 100`,
		c.CompanyID, c.ProfessionalID)
	if err != nil {
		return nil, fmt.Errorf("list who may judge contract %s: %w", c.ID, err)
	}
	judges, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return nil, fmt.Errorf("list who may judge contract %s: %w", c.ID, err)
	}
	return judges, nil
}

// AskDeposit tells the company which milestone to deposit now, if there is one.
func (c Contract) AskDeposit(ctx context.Context, tx pgx.Tx) error {
	next := c.NextDeposit()
	if next == nil {
		return nil
	}
	return c.TellSide(ctx, tx, c.CompanyID, party.Pay, "Deposite em garantia",
		next.Label()+": "+next.Value.BRL()+", com Pix. O profissional trabalha depois do depósito, e o valor só é liberado com a sua aprovação.")
}

// TellWaived tells both sides that work was delivered without a deposit, and what that means. what
// names the milestone if the contract has several, and is empty otherwise.
func (c Contract) TellWaived(ctx context.Context, tx pgx.Tx, what string) error {
	body := what + limits.Say("o profissional declarou que trabalha sem garantia. Aceita a entrega, o valor é uma dívida da empresa, com vencimento em {owed_days} dias. Depositado antes disso, fica em garantia.")
	if what == "" {
		body = strings.ToUpper(body[:1]) + body[1:]
	}
	const title = "Entrega sem garantia"
	if err := c.TellBoth(ctx, tx, party.Fulfil, title, body); err != nil {
		return err
	}
	// The person who declared it gets it in writing too.
	return c.TellCaller(ctx, tx, title, body)
}

func (c Contract) news(title, body string) notification.News {
	return notification.News{Kind: notification.Contract, Title: title + ": " + c.Project.Title, Body: body, SubjectKind: notification.AboutContract, SubjectID: c.ID}
}

// TellSender tells the people of a proposal's party what became of the proposal.
func TellSender(ctx context.Context, tx pgx.Tx, project Project, sent Moved, title, body string) error {
	return notification.TellParty(ctx, tx, sent.ProfessionalID, party.Negotiate, notification.News{
		Kind: notification.Decision, Title: title + ": " + project.Title, Body: body,
		SubjectKind: notification.AboutProposal, SubjectID: sent.ID,
	})
}
