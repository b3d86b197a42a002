package ledger

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
)

// ReturnWithheld posts that a held tax went to the company, which proved that it had paid it
// ("withheld:<proof>").
func ReturnWithheld(ctx context.Context, tx pgx.Tx, deal Deal, proofID uuid.UUID, value money.Money) error {
	return deal.ofWithheld(proofID, value, outside(deal.CompanyID)).post(ctx, tx, "")
}

// ReleaseWithheld posts that a held tax went to the professional, because no proof of payment came
// ("withheld:<proof>"). Each proof can be posted only one way.
func ReleaseWithheld(ctx context.Context, tx pgx.Tx, deal Deal, proofID uuid.UUID, value money.Money) error {
	return deal.ofWithheld(proofID, value, available(deal.ProfessionalID)).post(ctx, tx, "")
}

func (d Deal) ofWithheld(proofID uuid.UUID, value money.Money, to account) transfer {
	t := d.transfer(withheld)
	t.key = withheld + ":" + proofID.String()
	t.move(withheld, value, held(d), to)
	return t
}
