package withholding

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
)

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
