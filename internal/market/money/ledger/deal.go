package ledger

import (
	"context"
	"strconv"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
)

// Deal is the milestone that a posting is about, and its two parties. ContractID may be uuid.Nil.
// Reservation names what a posting draws from; "" draws from money that is not reserved.
// Round counts the guarantees of a milestone: a second one follows when the payer's bank took the
// first one back. 0 means the first, as 1 does.
type Deal struct {
	ContractID, MilestoneID, CompanyID, ProfessionalID uuid.UUID
	Reservation                                        string
	Round                                              int
}

func (d Deal) transfer(kind string) transfer {
	return transfer{key: d.key(kind), kind: kind, contractID: d.ContractID, milestoneID: d.MilestoneID}
}

// key is the business key of an event in its round: "release:<milestone>", and from the second
// round on "release:<milestone>:2".
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

// Shares are the parts of a release. Value is gross. Fee goes to the product, and Withheld are the
// taxes that the company pays; both are part of Value. Withheld money stays held until the company
// proves that it paid the taxes, or until its deadline passes.
type Shares struct {
	Value, Fee, Withheld money.Money
}

// Release posts that a milestone's guarantee went to the professional ("release:<milestone>"). What
// exceeds Value stays held.
func Release(ctx context.Context, tx pgx.Tx, deal Deal, shares Shares) error {
	return released(deal, shares).post(ctx, tx, deal.Reservation)
}

func released(deal Deal, shares Shares) transfer {
	t := deal.transfer(release)
	t.earn(release, deal, shares)
	return t
}

// earn credits the gross value to the professional and deducts the fee and the withheld taxes.
func (t *transfer) earn(kind string, deal Deal, shares Shares) {
	earner := available(deal.ProfessionalID)
	t.move(kind, shares.Value, held(deal), earner)
	t.move(fee, shares.Fee, earner, fees)
	t.move(withheld, shares.Withheld, earner, held(deal))
	t.isWrong = t.isWrong || shares.Fee+shares.Withheld > shares.Value
}

// Refund posts that a guarantee, or the rest of it, went back to the company
// ("refund:<milestone>").
func Refund(ctx context.Context, tx pgx.Tx, deal Deal, value money.Money) error {
	return refunded(deal, value).post(ctx, tx, deal.Reservation)
}

func refunded(deal Deal, value money.Money) transfer {
	t := deal.transfer(refund)
	t.move(refund, value, held(deal), outside(deal.CompanyID))
	return t
}

// Split posts that a guarantee was divided ("split:<milestone>"). Shares are what the professional
// earns, gross; back is what the company gets.
func Split(ctx context.Context, tx pgx.Tx, deal Deal, shares Shares, back money.Money) error {
	return divided(deal, shares, back).post(ctx, tx, deal.Reservation)
}

func divided(deal Deal, shares Shares, back money.Money) transfer {
	t := deal.transfer(split)
	t.earn(split, deal, shares)
	t.move(split, back, held(deal), outside(deal.CompanyID))
	return t
}

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

// BasisPoints is a percentage with two decimal places: 1250 is 12.5%.
type BasisPoints int

// Whole is 100%.
const Whole BasisPoints = 100_00

// Fee returns a percentage of a value, rounded to the centavo, half a centavo up. A percentage
// outside 0 to Whole counts as the nearest bound, and a negative value counts as zero. Compute the
// fee once, from the gross value, and carry the result: parts that are rounded one by one do not
// add up to it.
func Fee(value money.Money, percent BasisPoints) money.Money {
	return max(value, 0).BasisPoints(int64(min(max(percent, 0), Whole)))
}
