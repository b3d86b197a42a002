package withholding

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/money"
)

// Rate is a percentage in hundredths of a percent, written as decimal text: 4.65
// is 465.
type Rate int64

// MarshalJSON writes the percentage with two places.
func (r Rate) MarshalJSON() ([]byte, error) { return money.Money(r).MarshalJSON() }

// UnmarshalJSON reads a percentage with at most two places, by its digits.
func (r *Rate) UnmarshalJSON(text []byte) error {
	var read money.Money
	err := read.UnmarshalJSON(text)
	*r = Rate(read)
	return err
}

// caps are the most a payer withholds by law, by tax and payee; the table has
// the same.
var caps = map[string]map[string]Rate{
	"iss":  {"cpf": 5_00, "pj": 5_00, "mei": 5_00},
	"inss": {"cpf": 11_00, "pj": 11_00, "mei": 11_00},
	"irrf": {"cpf": 27_50, "pj": 1_50},
	"csrf": {"pj": 4_65},
}

const (
	// inssCeiling is what the contribution of a person is reckoned of at most, in
	// 2026; the Previdência changes it every January.
	inssCeiling = money.Money(8_475_55)
	// taxWaived is up to where IRRF and CSRF are not withheld (Leis 9.430/1996,
	// art. 67, and 10.833/2003, art. 31, § 3).
	taxWaived = money.Money(10_00)
)

// Of is a rate of a base, half a centavo up.
func (r Rate) Of(base money.Money) money.Money { return base.BasisPoints(int64(r)) }

// check completes lines, or refuses them, and adds them up.
func check(lines []Line, payee string, gross money.Money) (sum money.Money, err error) {
	seen := map[string]bool{}
	for i := range lines {
		line := &lines[i]
		if caps[line.Tax] == nil || seen[line.Tax] {
			return 0, ErrTax
		}
		seen[line.Tax] = true
		if line.Rate <= 0 || line.Rate > caps[line.Tax][payee] {
			return 0, ErrRate
		}
		if line.Base <= 0 || line.Base > baseOf(line.Tax, payee, gross) {
			return 0, ErrBase
		}
		most := line.Rate.Of(line.Base)
		if line.Value == 0 {
			line.Value = most
		}
		if line.Value <= 0 || line.Value > most {
			return 0, ErrValue
		}
		sum += line.Value
	}
	return sum, nil
}

// baseOf is the most a tax is reckoned of.
func baseOf(tax, payee string, gross money.Money) money.Money {
	if tax == "inss" && payee == "cpf" {
		return min(gross, inssCeiling)
	}
	return gross
}

// payeeOf is as whom a party is paid: cpf, pj or mei.
func payeeOf(ctx context.Context, tx pgx.Tx, partyID uuid.UUID) (payee string, err error) {
	if err = tx.QueryRow(ctx, `SELECT private.payee_of($1)`, partyID).Scan(&payee); err != nil {
		return "", fmt.Errorf("ask as whom %s is paid: %w", partyID, err)
	}
	return payee, nil
}
