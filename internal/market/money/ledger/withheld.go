package ledger

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
)

// ReturnWithheld posts that a withheld tax which was held went to the company, who
// proved that it paid it ("withheld:<proof>").
func ReturnWithheld(ctx context.Context, tx pgx.Tx, deal Deal, proofID uuid.UUID, value money.Money) error {
	return deal.ofWithheld(proofID, value, outside(deal.CompanyID)).post(ctx, tx, "")
}

// ReleaseWithheld posts that a withheld tax which was held became the professional's,
// since no proof of its payment came ("withheld:<proof>"). One proof is posted one way.
func ReleaseWithheld(ctx context.Context, tx pgx.Tx, deal Deal, proofID uuid.UUID, value money.Money) error {
	return deal.ofWithheld(proofID, value, available(deal.ProfessionalID)).post(ctx, tx, "")
}

func (d Deal) ofWithheld(proofID uuid.UUID, value money.Money, to account) transfer {
	t := d.transfer(withheld)
	t.key = withheld + ":" + proofID.String()
	t.move(withheld, value, held(d), to)
	return t
}
