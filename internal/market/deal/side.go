package deal

import (
	"context"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// PaysAs refuses a step about money unless the caller acts for the wanted side alone with the right
// to pay. It returns unknown to a caller with no part in the contract.
func (c Contract) PaysAs(ctx context.Context, tx pgx.Tx, wanted party.Side, unknown error) error {
	belongs, err := party.SideOf(ctx, tx, c.CompanyID, c.ProfessionalID, party.Read)
	if err != nil {
		return err
	}
	pays, err := party.SideOf(ctx, tx, c.CompanyID, c.ProfessionalID, party.Pay)
	switch {
	case err != nil:
		return err
	case belongs == party.Neither:
		return unknown
	case belongs == party.Both:
		return ErrBothSides
	case pays == party.Neither:
		return party.ErrRight
	case pays != wanted:
		return transition.ErrNotYourStep
	}
	return nil
}
