package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver goose talks through
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"automacao/internal/database/migrations"
)

// Migrate applies what is missing, each migration in a transaction of its
// own, while an advisory lock keeps other servers waiting.
func Migrate(ctx context.Context, url string, log *slog.Logger) (err error) {
	db, err := sql.Open("pgx", url)
	if err != nil {
		return errors.New("the database URL cannot be read")
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return fmt.Errorf("prepare the migration lock: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, migrations.Files,
		goose.WithSessionLocker(locker), goose.WithTableName("schema_migrations"))
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	applied, err := provider.Up(ctx)
	if err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	for _, step := range applied {
		log.Info("migrated", "file", step.Source.Path, "duration_ms", step.Duration.Milliseconds())
	}
	return nil
}
