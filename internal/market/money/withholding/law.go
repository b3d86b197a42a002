package withholding

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/party"
)

// Grounds are facts that decide a tax and that only the company knows: the item of LC 116/2003 that
// makes the payer liable for ISS, and whether labour is assigned (cessão de mão de obra).
type Grounds struct {
	ISSItem   string `json:"iss_item,omitempty"`
	HasLabour bool   `json:"labour,omitempty"`
}

// lawful is what the law requires a payer to withhold of one tax, and the legal basis.
type lawful struct {
	Line

	Law string
}

// byLaw returns what the law requires the company to withhold if it pays a milestone today, by tax.
// It refuses an unknown item. The rates and the dates from which they apply are database rows.
func byLaw(ctx context.Context, tx pgx.Tx, milestoneID uuid.UUID, grounds Grounds, iss Rate) (map[string]lawful, error) {
	var isKnown bool
	if err := tx.QueryRow(ctx, `SELECT $1 = '' OR EXISTS (SELECT FROM private.iss_items WHERE item = $1)`, grounds.ISSItem).Scan(&isKnown); err != nil {
		return nil, fmt.Errorf("look for item %s of ISS: %w", grounds.ISSItem, err)
	}
	if !isKnown {
		return nil, ErrItem
	}
	rows, err := tx.Query(ctx, `SELECT tax, base_cents, rate_basis_points, value_cents, law FROM private.lawful_withholdings($1, $2, $3, $4, private.market_day())`,
		milestoneID, grounds.ISSItem, int64(iss), grounds.HasLabour)
	if err != nil {
		return nil, fmt.Errorf("reckon what is withheld of milestone %s by law: %w", milestoneID, err)
	}
	found := map[string]lawful{}
	var one lawful
	_, err = pgx.ForEachRow(rows, []any{&one.Tax, &one.Base, &one.Rate, &one.Value, &one.Law}, func() error {
		found[one.Tax] = one
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reckon what is withheld of milestone %s by law: %w", milestoneID, err)
	}
	return found, nil
}

// rateOf returns the rate of a tax in the lines, or 0.
func rateOf(lines []Line, tax string) Rate {
	for _, line := range lines {
		if line.Tax == tax {
			return line.Rate
		}
	}
	return 0
}

// excess returns by how much the lines exceed what the law requires.
func excess(lines []Line, law map[string]lawful) (sum money.Money) {
	for _, line := range lines {
		sum += max(0, line.Value-law[line.Tax].Value)
	}
	return sum
}

// Item is a service for which the payer is liable for ISS.
type Item struct {
	Item        string `json:"item"`
	Description string `json:"description"`
}

func items(ctx context.Context, tx pgx.Tx) ([]Item, error) {
	rows, err := tx.Query(ctx, `SELECT item, description FROM private.iss_items ORDER BY item !~ '^\d', CASE WHEN item ~ '^\d' THEN string_to_array(item, '.')::integer[] END`)
	if err != nil {
		return nil, fmt.Errorf("list the items of ISS: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Item])
	if err != nil {
		return nil, fmt.Errorf("list the items of ISS: %w", err)
	}
	return found, nil
}

// answerWithin tells the professional what silence means: it accepts what the law requires, and
// nothing above it.
func answerWithin(above money.Money) string {
	if above > 0 {
		return fmt.Sprintf(" Passam em %s do que a lei manda reter: só valem com o seu aceite. Sem resposta, nada é retido.", above.BRL())
	}
	return limits.Say(" Aceite ou conteste em até {withholding_answer_days} dias úteis; sem resposta, valem.")
}

// Rate is a percentage in hundredths of a percent, written as a decimal: 4.65 is 465.
type Rate int64

// MarshalJSON writes the percentage with two decimal places.
func (r Rate) MarshalJSON() ([]byte, error) { return money.Money(r).MarshalJSON() }

// UnmarshalJSON reads a percentage with at most two decimal places, without floating point.
func (r *Rate) UnmarshalJSON(text []byte) error {
	var read money.Money
	err := read.UnmarshalJSON(text)
	*r = Rate(read)
	return err
}

// taxes are all the taxes that can be withheld, in display order.
var taxes = []string{"iss", "inss", "irrf", "csrf"}

// Cap is the maximum that may be withheld of a tax, even with everybody's consent: the highest rate
// of any law, on the highest base that a month allows.
type Cap struct {
	Tax  string      `json:"tax"`
	Rate Rate        `json:"rate"`
	Base money.Money `json:"base"`
}

// capsOf reads the caps that apply to a payee.
func capsOf(ctx context.Context, tx pgx.Tx, payee string, gross money.Money) (map[string]Cap, error) {
	rows, err := tx.Query(ctx, `
		SELECT t.tax, private.withholding_cap(t.tax, $1),
		       least($2::bigint, coalesce((SELECT r.month_base_max_cents FROM private.tax_rules r WHERE r.tax = t.tax AND r.payee = $1 AND r.valid_from <= private.market_day()
		         ORDER BY r.valid_from DESC LIMIT 1), $2::bigint))
		FROM unnest($3::text[]) AS t (tax)`, payee, gross, taxes)
	if err != nil {
		return nil, fmt.Errorf("look up what is withheld of a payee at most: %w", err)
	}
	found := map[string]Cap{}
	var one Cap
	_, err = pgx.ForEachRow(rows, []any{&one.Tax, &one.Rate, &one.Base}, func() error {
		found[one.Tax] = one
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look up what is withheld of a payee at most: %w", err)
	}
	return found, nil
}

// Of returns the rate's share of a base, half a centavo up.
func (r Rate) Of(base money.Money) money.Money { return base.BasisPoints(int64(r)) }

// check validates the lines, fills in missing values, and returns their sum.
func check(lines []Line, caps map[string]Cap) (sum money.Money, err error) {
	seen := map[string]bool{}
	for i := range lines {
		line := &lines[i]
		most, isKnown := caps[line.Tax]
		if !isKnown || seen[line.Tax] {
			return 0, ErrTax
		}
		seen[line.Tax] = true
		if line.Rate <= 0 || line.Rate > most.Rate {
			return 0, ErrRate
		}
		if line.Base <= 0 || line.Base > most.Base {
			return 0, ErrBase
		}
		whole := line.Rate.Of(line.Base)
		if line.Value == 0 {
			line.Value = whole
		}
		if line.Value <= 0 || line.Value > whole {
			return 0, ErrValue
		}
		sum += line.Value
	}
	return sum, nil
}

// payeeOf returns the kind of payee that a party is: cpf, pj or mei.
func payeeOf(ctx context.Context, tx pgx.Tx, partyID uuid.UUID) (payee string, err error) {
	if err = tx.QueryRow(ctx, `SELECT private.payee_of($1)`, partyID).Scan(&payee); err != nil {
		return "", fmt.Errorf("ask as whom %s is paid: %w", partyID, err)
	}
	return payee, nil
}

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
