package withholding

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal"
	"automacao/internal/market/party"
	"automacao/internal/money"
)

// Facts are what a suggestion hangs on and nobody here knows: whether the firm is
// in the Simples Nacional, whether labour is assigned (cessão de mão de obra), and
// the town's rate of ISS where the payer withholds it.
type Facts struct {
	MilestoneID uuid.UUID `json:"milestone_id"`
	IsSimples   bool      `json:"simples,omitempty"`
	HasLabour   bool      `json:"labour,omitempty"`
	ISS         Rate      `json:"iss_rate,omitempty"`
}

// Cap is the most that may be withheld of a tax.
type Cap struct {
	Tax  string      `json:"tax"`
	Rate Rate        `json:"rate"`
	Base money.Money `json:"base"`
}

// Suggestion is what is usually withheld of a milestone. Nothing of it counts.
type Suggestion struct {
	Payee string      `json:"payee"`
	Gross money.Money `json:"gross"`
	Lines []Line      `json:"lines"`
	Caps  []Cap       `json:"caps"`
}

// Suggest answers with the lines that a milestone usually has. Only the company
// is asked for them.
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
	if in.ISS > caps["iss"][payee] {
		return Suggestion{}, ErrRate
	}
	out := Suggestion{Payee: payee, Gross: m.Value, Lines: usual(in, payee, m.Value), Caps: []Cap{}}
	for _, tax := range taxes {
		if rate := caps[tax][payee]; rate > 0 {
			out.Caps = append(out.Caps, Cap{Tax: tax, Rate: rate, Base: baseOf(tax, payee, m.Value)})
		}
	}
	return out, nil
}

var taxes = []string{"iss", "inss", "irrf", "csrf"}

// usual are the lines that a payer withholds as a rule. What a person owes of
// IRRF hangs on a table and on what he has besides: it is entered by hand.
func usual(in Facts, payee string, gross money.Money) []Line {
	lines := []Line{}
	add := func(isSo bool, tax string, rate Rate) {
		base := baseOf(tax, payee, gross)
		if value := rate.Of(base); isSo && value > 0 {
			lines = append(lines, Line{Tax: tax, Base: base, Rate: rate, Value: value})
		}
	}
	// Of a tax of ten reais or less the payer keeps nothing.
	isWorth := func(rate Rate) bool { return rate.Of(gross) > taxWaived }
	isFirm := payee == "pj" && !in.IsSimples
	add(in.ISS > 0 && payee != "mei", "iss", in.ISS)
	add(payee == "cpf" || payee == "pj" && in.HasLabour, "inss", caps["inss"][payee])
	add(isFirm && isWorth(caps["irrf"]["pj"]), "irrf", caps["irrf"]["pj"])
	add(isFirm && isWorth(caps["csrf"]["pj"]), "csrf", caps["csrf"]["pj"])
	return lines
}
