package ledger

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/people/notification"
)

// Verification is the result of recomputing the whole ledger. Balanced says that every transfer
// adds up to zero and that every balance matches its entries. Chained says that every transfer
// follows the one before and is unchanged since it was posted.
type Verification struct {
	Balanced bool  `json:"balanced"`
	Chained  bool  `json:"chained"`
	Entries  int64 `json:"entries"`
}

// pageSize is the number of transfers verified in one statement, so that each stays within the
// statement timeout.
const pageSize = 10_000

// Verify recomputes the ledger from its first transfer. It may miss transfers that are posted
// meanwhile.
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

// VerifyLedger verifies the ledger's sums and its hash chain. Only administrators may, as
// requireAdmin checks.
func VerifyLedger(requireAdmin func(context.Context, pgx.Tx) error) func(context.Context, pgx.Tx, Nothing) (Verification, error) {
	return func(ctx context.Context, tx pgx.Tx, _ Nothing) (Verification, error) {
		if err := requireAdmin(ctx, tx); err != nil {
			return Verification{}, err
		}
		return Verify(ctx, tx)
	}
}

// Audit verifies the ledger. If something is wrong, it logs an error and notifies every
// administrator; notifications that are still unread are merged into one.
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
