package ledger

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/people/notification"
)

// Verification is what reckoning the whole ledger anew comes to. Balanced says
// that every transfer adds up to nothing and every balance to its entries;
// Chained, that every transfer follows the one before and is what was posted.
type Verification struct {
	Balanced bool  `json:"balanced"`
	Chained  bool  `json:"chained"`
	Entries  int64 `json:"entries"`
}

// pageSize is how many transfers are reckoned in one statement, each of which
// has its bound of time.
const pageSize = 10_000

// Verify reckons the ledger anew, from its first transfer. What is posted
// meanwhile may be left out.
func Verify(ctx context.Context, tx pgx.Tx) (Verification, error) {
	found := Verification{Chained: true}
	if err := tx.QueryRow(ctx, `SELECT private.verify_balances()`).Scan(&found.Balanced); err != nil {
		return Verification{}, fmt.Errorf("add up the entries: %w", err)
	}
	for last := int64(0); ; {
		var next *int64
		var entries int64
		var chained, balanced bool
		err := tx.QueryRow(ctx, `SELECT last, entries, chained, balanced FROM private.verify_transfers($1, $2)`, last, pageSize).
			Scan(&next, &entries, &chained, &balanced)
		if err != nil {
			return Verification{}, fmt.Errorf("reckon transfers after %d: %w", last, err)
		}
		found.Entries += entries
		found.Chained = found.Chained && chained
		found.Balanced = found.Balanced && balanced
		if next == nil {
			return found, nil
		}
		last = *next
	}
}

// VerifyLedger adds the ledger up and follows its chain, for the administrators that requireAdmin lets.
func VerifyLedger(requireAdmin func(context.Context, pgx.Tx) error) func(context.Context, pgx.Tx, Nothing) (Verification, error) {
	return func(ctx context.Context, tx pgx.Tx, _ Nothing) (Verification, error) {
		if err := requireAdmin(ctx, tx); err != nil {
			return Verification{}, err
		}
		return Verify(ctx, tx)
	}
}

// Audit verifies the ledger and, when something is wrong with it, logs so and
// tells every administrator. What was not read yet becomes one notice.
func Audit(ctx context.Context, tx pgx.Tx, log *slog.Logger) error {
	found, err := Verify(ctx, tx)
	if err != nil || found.Balanced && found.Chained {
		return err
	}
	log.ErrorContext(ctx, "the ledger is not what was posted", "balanced", found.Balanced, "chained", found.Chained, "entries", found.Entries)
	return notification.TellAdmins(ctx, tx, notification.News{
		Kind: notification.Account, Title: "O livro-razão não confere", Body: found.sentence(),
		SubjectKind: notification.AboutLedger, Group: "ledger",
	})
}

func (v Verification) sentence() string {
	const next = " Suspenda repasses até que a causa seja conhecida."
	switch {
	case v.Chained:
		return "A soma dos lançamentos não bate com os saldos." + next
	case v.Balanced:
		return "Um lançamento foi alterado, retirado ou acrescentado por fora." + next
	}
	return "Um lançamento foi alterado, retirado ou acrescentado por fora, e a soma não bate com os saldos." + next
}
