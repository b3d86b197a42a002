// Package postgres opens the PostgreSQL database, private or external, runs the migrations, runs
// work under a request's role, and makes backups. It owns the connections and the schema's history.
// It must not know any protocol or workflow.
//
// Start reading at Open. Package become puts a transaction under the caller's role, package cluster
// runs the private server, and schema.sql is the current schema.
package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/kernel/caller"
	"automacao/internal/postgres/become"
)

// As runs work in one transaction under the caller's role and claims, so that grants and row-level
// security apply. It commits when work returns nil, and retries as Retry does.
func As(ctx context.Context, pool *pgxpool.Pool, c caller.Caller, work func(pgx.Tx) error) error {
	return InTx(ctx, pool, func(tx pgx.Tx) error {
		if err := (become.Settings{Role: c.Role, Claims: string(c.Claims)}).Enter(ctx, tx); err != nil {
			return err
		}
		return work(tx)
	})
}
