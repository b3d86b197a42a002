package withholding

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/people/party"
)

// Facts are what a suggestion hangs on and nobody here knows: the grounds, and the
// town's rate of ISS where the payer withholds it.
type Facts struct {
	Grounds

	MilestoneID uuid.UUID `json:"milestone_id"`
	ISS         Rate      `json:"iss_rate,omitempty"`
}

// Suggestion is what the law has withheld of a milestone that is paid today. Nothing of
// it counts before it is recorded.
type Suggestion struct {
	Payee string      `json:"payee"`
	Gross money.Money `json:"gross"`
	Lines []Line      `json:"lines"`
	Caps  []Cap       `json:"caps"`
	Items []Item      `json:"iss_items"`
}

// Suggest answers with the lines that the law asks for. Only the company is asked for
// them.
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
