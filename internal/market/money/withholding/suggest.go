package withholding

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/people/party"
)

// Facts are what a suggestion depends on and the product does not know: the grounds, and the
// municipal ISS rate if the payer withholds ISS.
type Facts struct {
	Grounds

	MilestoneID uuid.UUID `json:"milestone_id"`
	ISS         Rate      `json:"iss_rate,omitempty"`
}

// Suggestion is what the law requires to be withheld if the milestone is paid today. It has no
// effect until it is recorded.
type Suggestion struct {
	Payee string      `json:"payee"`
	Gross money.Money `json:"gross"`
	Lines []Line      `json:"lines"`
	Caps  []Cap       `json:"caps"`
	Items []Item      `json:"iss_items"`
}

// Suggest returns the lines that the law requires. Only the company may ask.
func Suggest(ctx context.Context, tx pgx.Tx, in Facts) (Suggestion, error) {
	c, m, err := deal.LockMilestone(ctx, tx, in.MilestoneID)
	if err != nil {
		return Suggestion{}, err
	}
	if err := c.PaysAs(ctx, tx, party.Company, deal.ErrMilestoneNotFound); err != nil {
		return Suggestion{}, err
	}
	payee, err := payeeOf(ctx, tx, c.ProfessionalID)
	if err != nil {
		return Suggestion{}, err
	}
	caps, err := capsOf(ctx, tx, payee, m.Value)
	if err != nil {
		return Suggestion{}, err
	}
	if in.ISS > caps["iss"].Rate {
		return Suggestion{}, ErrRate
	}
	law, err := byLaw(ctx, tx, m.ID, in.Grounds, in.ISS)
	if err != nil {
		return Suggestion{}, err
	}
	out := Suggestion{Payee: payee, Gross: m.Value, Lines: []Line{}, Caps: []Cap{}}
	for _, tax := range taxes {
		if one, isDue := law[tax]; isDue {
			out.Lines = append(out.Lines, one.Line)
		}
		if caps[tax].Rate > 0 {
			out.Caps = append(out.Caps, caps[tax])
		}
	}
	out.Items, err = items(ctx, tx)
	return out, err
}
