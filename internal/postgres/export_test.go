package postgres

import (
	"context"
	"io/fs"
	"log/slog"

	"automacao/internal/postgres/migrations"
)

// MigrateHistory is Migrate with a test's own history.
var MigrateHistory = migrate

// MigrateFiles is Migrate with a test's own migrations and no baseline.
func MigrateFiles(ctx context.Context, url string, files fs.FS, log *slog.Logger) error {
	return migrate(ctx, url, migrations.History{Files: files}, log)
}
