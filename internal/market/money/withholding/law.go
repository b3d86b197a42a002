package withholding

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market/limits"
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
