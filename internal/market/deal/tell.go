package deal

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/limits"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/transition"
)

// Tell tells of a step of the contract, or of something that belongs to it.
func (c Contract) Tell(ctx context.Context, tx pgx.Tx, m transition.Machine, told transition.Told) error {
	told.Company, told.Professional = c.CompanyID, c.ProfessionalID
	told.About = and(told.About, notification.AboutContract, c.ID)
	told.Names = and(told.Names, "project", c.Project.Title)
	return m.Tell(ctx, tx, told)
}

// and returns a copy of a map with one more value.
func and[V any](known map[string]V, key string, value V) map[string]V {
	all := map[string]V{key: value}
	maps.Copy(all, known)
	return all
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
	return c.Tell(ctx, tx, transition.Milestone, transition.Told{Action: "ask_deposit",
		Body: next.Label() + ": " + next.Value.BRL() + ", com Pix. O profissional trabalha depois do depósito, e o valor só é liberado com a sua aprovação."})
}

// TellWaived tells both sides that work was delivered without a deposit, and what that means. what
// names the milestone if the contract has several, and is empty otherwise.
func (c Contract) TellWaived(ctx context.Context, tx pgx.Tx, what string) error {
	body := what + limits.Say("o profissional declarou que trabalha sem garantia. Aceita a entrega, o valor é uma dívida da empresa, com vencimento em {owed_days} dias. Depositado antes disso, fica em garantia.")
	if what == "" {
		body = strings.ToUpper(body[:1]) + body[1:]
	}
	return c.Tell(ctx, tx, transition.Milestone, transition.Told{Action: "waive_guarantee", By: transition.Professional, Body: body})
}

// Tell tells of a step of one of the project's proposals.
func (p Project) Tell(ctx context.Context, tx pgx.Tx, of Moved, told transition.Told) error {
	told.Company, told.Professional = p.CompanyID, of.ProfessionalID
	told.About = and(and(told.About, notification.AboutProject, p.ID), notification.AboutProposal, of.ID)
	for name, value := range map[string]string{"project": p.Title, "project_id": p.ID.String(), "proposal_id": of.ID.String()} {
		told.Names = and(told.Names, name, value)
	}
	told.Mentioned = map[string]uuid.UUID{"professional": of.ProfessionalID}
	return transition.Proposal.Tell(ctx, tx, told)
}
