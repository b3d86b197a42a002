package dispute

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
)

func (d *locked) news(title, body string) notification.News {
	return notification.News{Kind: notification.Contract, Title: title + ": " + d.contract.Project.Title, Body: body,
		SubjectKind: notification.AboutDispute, SubjectID: d.id}
}

// tell notifies the people of a party who may act in a dispute.
func (d *locked) tell(ctx context.Context, tx pgx.Tx, partyID uuid.UUID, title, body string) error {
	return notification.TellParty(ctx, tx, partyID, party.Negotiate, d.news(title, body))
}

// tellOther notifies the side across from the caller's.
func (d *locked) tellOther(ctx context.Context, tx pgx.Tx, title, body string) error {
	return d.tell(ctx, tx, d.contract.Other(d.contract.Party(d.by)), title, body)
}

func (d *locked) tellBoth(ctx context.Context, tx pgx.Tx, title, body string) error {
	if err := d.tell(ctx, tx, d.contract.CompanyID, title, body); err != nil {
		return err
	}
	return d.tell(ctx, tx, d.contract.ProfessionalID, title, body)
}

// tellAdministrators notifies the administrators who may decide. It leaves out the one who took the
// first decision if there is another.
func (d *locked) tellAdministrators(ctx context.Context, tx pgx.Tx, title string, before uuid.UUID) error {
	administrators, err := d.contract.Judges(ctx, tx)
	if err != nil {
		return err
	}
	for _, administrator := range administrators {
		if administrator == before && len(administrators) > 1 {
			continue
		}
		if err := notification.Tell(ctx, tx, administrator, d.news(title, "Leia o que as partes mostraram e decida.")); err != nil {
			return err
		}
	}
	return nil
}
