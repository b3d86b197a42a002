// Package setting passes the operator's choices that the market's rules depend on to the database.
// The database reads them with private.setting. The package does not decide what a choice means.
package setting

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// The names of the settings.
const (
	// FeeBasisPoints is the fee of new proposals, in hundredths of a percent.
	FeeBasisPoints = "fee_basis_points"
	// Settlement is how new contracts are paid: Direct or Guarantee.
	Settlement = "settlement"
	// StorageOrigins are the origins of our own storage. PictureOrigins are other origins whose
	// pictures may be shown. Both are separated by spaces.
	StorageOrigins = "storage_origins"
	PictureOrigins = "picture_origins"
	// Operator is the market's operator as printed on receipts: legal name, CNPJ and address,
	// separated by semicolons.
	Operator = "operator"
	// OperatorName is the operator's legal name, which nobody else may use.
	OperatorName = "operator_name"
	// Demonstration is the number of steps of the demonstration's deals that were taken, "" if no
	// steps are to be taken.
	Demonstration = "demonstration"
	// Kind is the kind of database: IsDemonstration or IsMarket, "" while it contains nobody. It is
	// set once.
	Kind = "kind"
	// MarketSince is the time since when a demonstration database has been served as a market, ""
	// if it is not.
	MarketSince = "market_since"
)

// The kinds of databases: one with public demonstration accounts, or one of real people.
const (
	IsDemonstration = "demonstration"
	IsMarket        = "market"
)

// How contracts are paid: directly between the sides, or held by an institution.
const (
	Direct    = "direct"
	Guarantee = "guarantee"
)

// Database is a pool or a transaction.
type Database interface {
	Exec(ctx context.Context, statement string, arguments ...any) (pgconn.CommandTag, error)
	QueryRow(ctx context.Context, statement string, arguments ...any) pgx.Row
}

// Set changes a setting. Existing offers and agreements keep the value under which they were made.
func Set(ctx context.Context, db Database, name, value string) error {
	_, err := db.Exec(ctx, `UPDATE private.settings SET value = $2, changed_at = now() WHERE name = $1 AND value <> $2`, name, value)
	if err != nil {
		return fmt.Errorf("set %s: %w", name, err)
	}
	return nil
}

// Get reads the current value of a setting.
func Get(ctx context.Context, db Database, name string) (value string, err error) {
	if err := db.QueryRow(ctx, `SELECT private.setting($1)`, name).Scan(&value); err != nil {
		return "", fmt.Errorf("read setting %s: %w", name, err)
	}
	return value, nil
}
