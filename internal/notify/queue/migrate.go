package queue

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"automacao/internal/postgres"
)

// Schema is the schema of the queue's tables.
const Schema = "jobs"

// lockKey keeps two servers that start together from migrating at once.
const lockKey = 7_207_202

// Migrate brings the queue's tables up to date and grants the server access. It takes the pool of
// the schema's owner.
func Migrate(ctx context.Context, owner *pgxpool.Pool) error {
	// The lock belongs to the transaction, because behind a pooler a session cannot hold one.
	return pgx.BeginFunc(ctx, owner, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, lockKey); err != nil {
			return fmt.Errorf("wait for another server: %w", err)
		}
		return migrate(ctx, owner)
	})
}

func migrate(ctx context.Context, owner *pgxpool.Pool) error {
	if _, err := owner.Exec(ctx, `CREATE SCHEMA IF NOT EXISTS `+Schema); err != nil {
		return fmt.Errorf("create the queue's schema: %w", err)
	}
	migrator, err := newMigrator(owner)
	if err != nil {
		return err
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("create the queue's tables: %w", err)
	}
	// One simple query is one transaction, so that a running server never lacks a privilege.
	_, err = owner.Exec(ctx, `
		GRANT USAGE ON SCHEMA `+Schema+` TO service_role;
		REVOKE ALL ON ALL TABLES IN SCHEMA `+Schema+` FROM service_role;
		GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA `+Schema+` TO service_role;
		GRANT ALL ON ALL SEQUENCES IN SCHEMA `+Schema+` TO service_role;
		GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA `+Schema+` TO service_role`, pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		return fmt.Errorf("grant the queue's tables: %w", err)
	}
	return nil
}

// IsBehind reports, for any role, whether Migrate has to run.
func IsBehind(ctx context.Context, pool *pgxpool.Pool) (bool, error) {
	migrator, err := newMigrator(pool)
	if err != nil {
		return false, err
	}
	found, err := migrator.Validate(ctx, nil)
	if postgres.IsMissing(err) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("check the queue's tables: %w", err)
	}
	return !found.OK, nil
}

func newMigrator(pool *pgxpool.Pool) (*rivermigrate.Migrator[pgx.Tx], error) {
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Schema: Schema, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, fmt.Errorf("prepare the queue's tables: %w", err)
	}
	return migrator, nil
}
