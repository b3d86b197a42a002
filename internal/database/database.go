// Package database opens PostgreSQL, brings its schema up to date and runs
// work under a request's role. It owns connections and migrations; it knows
// no protocol and no workflow.
package database

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/caller"
)

// become sets the role and the claims for the rest of one transaction.
const become = `SELECT set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`

// As runs work in one transaction under the caller's role and claims, so that
// grants and row-level security apply. It commits when work returns nil.
func As(ctx context.Context, pool *pgxpool.Pool, c caller.Caller, work func(pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		claims := string(c.Claims)
		if claims == "" {
			claims = "{}"
		}
		if _, err := tx.Exec(ctx, become, c.Role, claims); err != nil {
			return fmt.Errorf("become %s: %w", c.Role, err)
		}
		return work(tx)
	})
}
