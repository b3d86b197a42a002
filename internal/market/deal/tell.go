package deal

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/notification"
	"automacao/internal/market/party"
)

// TellSide tells one side of a contract of a step that needs a right.
func (c Contract) TellSide(ctx context.Context, tx pgx.Tx, partyID uuid.UUID, right, title, body string) error {
	return notification.TellParty(ctx, tx, partyID, right, notification.News{
		Kind: notification.Contract, Title: title + ": " + c.Project.Title, Body: body, SubjectKind: notification.AboutContract, SubjectID: c.ID,
	})
}

// TellBoth tells both sides the same.
func (c Contract) TellBoth(ctx context.Context, tx pgx.Tx, right, title, body string) error {
	if err := c.TellSide(ctx, tx, c.CompanyID, right, title, body); err != nil {
		return err
	}
	return c.TellSide(ctx, tx, c.ProfessionalID, right, title, body)
}

// TellSender tells the people of a proposal's party what became of it.
func TellSender(ctx context.Context, tx pgx.Tx, project Project, sent Moved, title, body string) error {
	return notification.TellParty(ctx, tx, sent.ProfessionalID, party.Negotiate, notification.News{
		Kind: notification.Decision, Title: title + ": " + project.Title, Body: body,
		SubjectKind: notification.AboutProposal, SubjectID: sent.ID,
	})
}
