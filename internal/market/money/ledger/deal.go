package ledger

import (
	"context"
	"strconv"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
)

// Deal is the milestone that money is about, and its two parties. ContractID
// may be uuid.Nil. Hold names what Reserve set aside and a posting takes from;
// "" takes from what is free. Round counts the guarantees of a milestone, of
// which a second comes when the payer's bank took the first back; 0 is the first
// as well.
type Deal struct {
	ContractID, MilestoneID, CompanyID, ProfessionalID uuid.UUID
	Hold                                               string
	Round                                              int
}

func (d Deal) transfer(kind string) transfer {
	return transfer{key: d.key(kind), kind: kind, contractID: d.ContractID, milestoneID: d.MilestoneID}
}

// key says what happened in which round: "release:<milestone>", and after the
// first "release:<milestone>:2".
func (d Deal) key(kind string) string {
	key := kind + ":" + d.MilestoneID.String()
	if d.Round > 1 {
		key += ":" + strconv.Itoa(d.Round)
	}
	return key
}

// Fund posts that a company guaranteed a milestone ("guarantee:<milestone>").
func Fund(ctx context.Context, tx pgx.Tx, deal Deal, value money.Money) error {
	return funded(deal, value).post(ctx, tx, "")
}

func funded(deal Deal, value money.Money) transfer {
	t := deal.transfer(guarantee)
	t.move(guarantee, value, outside(deal.CompanyID), held(deal))
	return t
}

// Shares are the parts of a release. Value is gross; Fee is the product's and
// Withheld the taxes that the company pays, both out of Value. What is withheld stays
// held until the company proves that it paid it, or its date passes.
type Shares struct {
	Value, Fee, Withheld money.Money
}

// Release posts that a milestone's guarantee became the professional's
// ("release:<milestone>"). What is more than Value stays held.
func Release(ctx context.Context, tx pgx.Tx, deal Deal, shares Shares) error {
	return released(deal, shares).post(ctx, tx, deal.Hold)
}

func released(deal Deal, shares Shares) transfer {
	t := deal.transfer(release)
	t.earn(release, deal, shares)
	return t
}

// earn gives a professional a gross value, and takes off what goes to others.
func (t *transfer) earn(kind string, deal Deal, shares Shares) {
	earner := available(deal.ProfessionalID)
	t.move(kind, shares.Value, held(deal), earner)
	t.move(fee, shares.Fee, earner, fees)
	t.move(withheld, shares.Withheld, earner, held(deal))
	t.isWrong = t.isWrong || shares.Fee+shares.Withheld > shares.Value
}

// Refund posts that a guarantee, or what is left of it, went back to the
// company ("refund:<milestone>").
func Refund(ctx context.Context, tx pgx.Tx, deal Deal, value money.Money) error {
	return refunded(deal, value).post(ctx, tx, deal.Hold)
}

func refunded(deal Deal, value money.Money) transfer {
	t := deal.transfer(refund)
	t.move(refund, value, held(deal), outside(deal.CompanyID))
	return t
}

// Split posts that a guarantee was divided ("split:<milestone>"): shares are
// what the professional earns, gross, back is what the company gets.
func Split(ctx context.Context, tx pgx.Tx, deal Deal, shares Shares, back money.Money) error {
	return divided(deal, shares, back).post(ctx, tx, deal.Hold)
}

func divided(deal Deal, shares Shares, back money.Money) transfer {
	t := deal.transfer(split)
	t.earn(split, deal, shares)
	t.move(split, back, held(deal), outside(deal.CompanyID))
	return t
}
