// Package setting hands to the database what whoever runs the server chose and
// the market's rules have to know. The database reads it by private.setting;
// what a choice means is not decided here.
package setting

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// The settings there are.
const (
	// FeeBasisPoints is the fee of proposals from now on, in hundredths of a
	// percent.
	FeeBasisPoints = "fee_basis_points"
	// Settlement is how contracts from now on are paid: Direct or Guarantee.
	Settlement = "settlement"
	// StorageOrigins are those at which our own storage is reached, and
	// PictureOrigins others whose pictures may be shown, between spaces.
	StorageOrigins = "storage_origins"
	PictureOrigins = "picture_origins"
	// Operator is who runs the market as receipts say it: legal name, CNPJ and address,
	// between semicolons.
	Operator = "operator"
	// OperatorName is the legal name of who runs the market, which nobody else takes.
	OperatorName = "operator_name"
	// Demonstration is how many steps of a demonstration's deals were taken, ""
	// where none are to be taken.
	Demonstration = "demonstration"
	// Kind is what the database is: IsDemonstration or IsMarket, "" while it holds
	// nobody. It is set once.
	Kind = "kind"
	// MarketSince is since when a demonstration is served as if it were a market, "" where
	// it is not.
	MarketSince = "market_since"
)

// What a database is: one whose accounts everybody can open, or one of real people.
const (
	IsDemonstration = "demonstration"
	IsMarket        = "market"
)

// How contracts are paid: between the sides, or held by an institution.
const (
	Direct    = "direct"
	Guarantee = "guarantee"
)

// Database is a pool or a transaction.
type Database interface {
	Exec(ctx context.Context, statement string, arguments ...any) (pgconn.CommandTag, error)
	QueryRow(ctx context.Context, statement string, arguments ...any) pgx.Row
}

// Set puts a choice in force. What was offered or agreed on before keeps the
// one that it was made under.
func Set(ctx context.Context, db Database, name, value string) error {
	_, err := db.Exec(ctx, `UPDATE private.settings SET value = $2, changed_at = now() WHERE name = $1 AND value <> $2`, name, value)
	if err != nil {
		return fmt.Errorf("set %s: %w", name, err)
	}
	return nil
}

// Get reads the choice in force.
func Get(ctx context.Context, db Database, name string) (value string, err error) {
	if err := db.QueryRow(ctx, `SELECT private.setting($1)`, name).Scan(&value); err != nil {
		return "", fmt.Errorf("read setting %s: %w", name, err)
	}
	return value, nil
}
